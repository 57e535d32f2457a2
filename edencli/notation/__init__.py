"""The written form of every answer: a lenient reader, one canonical writer. English in every language.

    parse(text, names)             is it a sentence of the table? needs no question
    read(text, match, question)    the answer that a line means
    write(answer, match, question) the one line that means an answer
    answers(match, question)       every answer that can be listed, written

What is named here is loaded when it is first asked for: a command that wants the condition of one fighter
does not wait for the table.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from edencli.notation.errors import Ambiguous, Misread, Unreadable, Unsuited, Unwritable
    from edencli.notation.names import Names, names_in, names_of
    from edencli.notation.reader import parse, read
    from edencli.notation.writer import answers, write

__all__ = [
    "Ambiguous",
    "Misread",
    "Names",
    "Unreadable",
    "Unsuited",
    "Unwritable",
    "answers",
    "names_in",
    "names_of",
    "parse",
    "read",
    "write",
]

_HOMES = ("errors", "names", "reader", "writer")


def __getattr__(name: str) -> Any:
    """Load what is asked for by name."""
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"{__name__}.{home}")
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""From bytes to text: UTF-8 only, and without characters that lie about what stands in a file.

Control characters can drive a terminal, bidirectional controls show a line in another order than it is read,
and U+2028 and its kin end a line for YAML and for nobody else.
"""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from edencli.files.diagnostic import Place

_UNFIT = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, but for tab and line ends
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    "\u2028\u2029"  # line ends that only YAML takes for line ends
    "\ud800-\udfff\ufeff\ufffe\uffff]"  # halves of characters, marks of byte order, no characters
    "|\r(?!\n)"
)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


class NotUtf8Error(ValueError):
    """Bytes that are no UTF-8: where, the form of the diagnostic, and the byte."""

    def __init__(self, place: Place, form: str, byte: int) -> None:
        super().__init__(form)
        self.place = place
        self.form = form
        self.byte = byte


class Stray(NamedTuple):
    """A character that may not stand in a file."""

    place: Place
    character: str


def decoded(content: bytes) -> str:
    """The text of UTF-8 bytes, without a byte order mark.

    Raises:
        NotUtf8Error: At the first byte that is no UTF-8, or at the start when it is UTF-16 or UTF-32.
    """
    if content.startswith(_WIDE) or b"\0" in content[:2]:
        raise NotUtf8Error(Place(1, 1, 1, 2), "utf-16", content[0])
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode()
    except UnicodeDecodeError as fault:
        before = content[: fault.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise NotUtf8Error(Place(line, column, line, column + 1), "", content[fault.start]) from None


def unfit(text: str) -> str | None:
    """The first character of a text that no file may hold, or None."""
    found = _UNFIT.search(text)
    return found[0] if found else None


def code_point(character: str) -> str:
    """How a character is named that should not be shown."""
    return f"U+{ord(character):04X}"


def cleaned(text: str) -> tuple[str, Iterator[Stray]]:
    """The text with every unfit character replaced, and what they were, a run of them counting as one."""
    if not _UNFIT.search(text):
        return text, iter(())
    return _UNFIT.sub(_REPLACEMENT, text), _runs(text)


def _runs(text: str) -> Iterator[Stray]:
    line, begin = 1, 0
    for run in re.finditer(f"(?:{_UNFIT.pattern})+", text):
        line += text.count("\n", begin, run.start())
        begin = run.start()
        column = begin - text.rfind("\n", 0, begin)
        yield Stray(Place(line, column, line, column + run.end() - begin), run[0][0])

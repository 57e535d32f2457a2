"""What the YAML parser complains about, as a form of `yaml-syntax` and its place.

The parser speaks English and of its own inner life; we look only at which of its few complaints it is.
"""

import re
from typing import Any, NamedTuple

from edencli.files.place import Place

# The beginning of the complaint, what the parser was doing, and our form. The first that fits is it.
_COMPLAINTS = (
    ("found unexpected end of stream", "quoted scalar", "unclosed-quote"),
    ("found unexpected document separator", "quoted scalar", "unclosed-quote"),
    ("expected ',' or ']'", "flow sequence", "unclosed-list"),
    ("expected ',' or '}'", "flow mapping", "unclosed-mapping"),
    ("mapping values are not allowed here", "", "colon"),
    ("could not find expected ':'", "", "no-colon"),
    ("found character '\\t'", "", "tab"),
    ("found character", "", "character"),
    ("found unknown escape character", "", "escape"),
    ("expected escape sequence", "", "escape"),
    ("expected the node content", "", "stray"),
    ("expected <block end>, but found ']'", "", "stray"),
    ("expected <block end>, but found '}'", "", "stray"),
    ("expected <block end>", "", "indent"),
    ("sequence entries are not allowed here", "", "indent"),
)
_AT_BEGINNING = {"unclosed-quote", "unclosed-list", "unclosed-mapping", "no-colon"}


class SyntaxFault(NamedTuple):
    """A form of `yaml-syntax`, where, and the values of its sentence."""

    form: str
    place: Place
    values: dict[str, object]


def understood(complaint: Exception, last: Place) -> SyntaxFault:
    """Say what the parser's complaint comes to; `last` is where it was when it gave up without a mark."""
    problem, context = (str(getattr(complaint, name, None) or "") for name in ("problem", "context"))
    form = _form(problem, context)
    mark = getattr(complaint, "context_mark" if form in _AT_BEGINNING else "problem_mark", None)
    return SyntaxFault(form, _character_at(mark) if mark else last, _values(form, problem, complaint))


def _form(problem: str, context: str) -> str:
    fits = (form for begins, doing, form in _COMPLAINTS if problem.startswith(begins) and doing in context)
    return next(fits, "")


def _character_at(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)


def _values(form: str, problem: str, complaint: Any) -> dict[str, object]:
    if form in _AT_BEGINNING:
        return {"line": complaint.problem_mark.line + 1}
    quoted = re.search(r"'(.+?)'", problem)
    return {"character": quoted[1] if quoted else ""}

"""Classify the complaints of the YAML parser as forms of `yaml-syntax`, with their places.

The parser's messages are in English and about its internals; only their beginnings are used.
"""

import re
from typing import Any

from edencli.files.diagnostic import Span
from edencli.files.scanner import REST_OF_LINE
from edencli.named_tuple import NamedTuple

# The beginning of the message, what the parser was doing, and our form. The first row that fits is taken.
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
    """A form of `yaml-syntax`, its place, and the values of its sentence."""

    form: str
    place: Span
    values: dict[str, object]


def classify_complaint(complaint: Exception, last: Span) -> SyntaxFault:
    """The fault behind a complaint; `last` is the last known place, for a complaint without a mark."""
    problem, context = (str(getattr(complaint, name, None) or "") for name in ("problem", "context"))
    slip = _typing_slip(complaint, problem)
    if slip is not None:
        return slip
    form = _form(problem, context)
    mark = getattr(complaint, "context_mark" if form in _AT_BEGINNING else "problem_mark", None)
    return SyntaxFault(form, _character_at(mark) if mark else last, _values(form, problem, complaint))


def _typing_slip(complaint: Any, problem: str) -> SyntaxFault | None:
    """A quote inside a quoted text, a colon inside a plain one, or a missing blank after a colon."""
    mark: Any = getattr(complaint, "problem_mark", None)
    begin: Any = getattr(complaint, "context_mark", None)
    if mark is None:
        return None
    before = _line(mark)[: mark.column].rstrip()
    if "<scalar>" in problem and before[-1:] in {"'", '"'}:
        form = "single-quote" if before[-1] == "'" else "double-quote"
        return SyntaxFault(form, _character_at(mark), {})
    if problem == "expected ',' or '}', but got ':'" and ": " in before:
        return SyntaxFault("colon", _character_at(mark), {})
    if begin and problem.startswith("could not find expected ':'"):
        return _missing_blank(_line(begin), begin.line + 1) or _missing_dash(begin)
    if problem.startswith("mapping values") and ": " not in before and mark.line:
        return _missing_blank(_line_above(mark), mark.line)  # a plain scalar may continue in this line
    return _bracket_slip(mark, problem, before)


def _bracket_slip(mark: Any, problem: str, before: str) -> SyntaxFault | None:
    """A bracket that is never closed, or one without a colon before it."""
    if problem.startswith("expected ',' or '}', but got") and before[-1:].isalnum():
        return _missing_colon_in_braces(mark)
    if problem.startswith("expected the node content"):
        return _unclosed_bracket(mark)
    if problem.startswith("expected <block end>, but found '}'"):
        return _missing_blank(_line(mark), mark.line + 1) or _missing_colon_before_bracket(
            _line(mark), mark.line + 1
        )
    return None


def _missing_blank(line: str, number: int) -> SyntaxFault | None:
    """The fault of a missing blank after a colon or a dash."""
    found, form = _JOINED.match(line), "no-blank"
    if found is None:
        found, form = _DASHED.match(line), "no-blank-dash"
    if found is None:
        return None
    place = Span(number, found.start(2) + 1, number, found.end(2) + 1)
    return SyntaxFault(form, place, {"write": f"{found[2]} {found[3]}"[:40]})


def _missing_colon_in_braces(mark: Any) -> SyntaxFault | None:
    """The fault of a bracket in a mapping in braces, directly after a word without a colon."""
    opened = str(mark.buffer[mark.pointer]) in "[{"
    return SyntaxFault("no-colon-bracket", _character_at(mark), {}) if opened else None


def _missing_colon_before_bracket(line: str, number: int) -> SyntaxFault | None:
    """The fault of a bracket directly after a key on its own line, without a colon."""
    found = _BRACED.match(line)
    if found is None:
        return None
    column = found.start(3) + 1
    return SyntaxFault("no-colon-bracket", Span(number, column, number, column + 1), {})


def _missing_dash(mark: Any) -> SyntaxFault | None:
    """The fault of a line among the items of a list that lacks their dash."""
    line = _line(mark)
    indent = line[: len(line) - len(line.lstrip())]
    above = [one for one in mark.buffer[: mark.pointer - mark.column].splitlines() if one.strip()]
    if not above or not above[-1].startswith(f"{indent}- "):
        return None
    return SyntaxFault("no-dash", _character_at(mark), {"write": f"- {line.strip()}"[:40]})


def _unclosed_bracket(mark: Any) -> SyntaxFault | None:
    """The fault of a bracket that an earlier line opens and nothing closes."""
    above = mark.buffer[: mark.pointer - mark.column].splitlines()
    for number in range(len(above), 0, -1):
        line = above[number - 1].partition(" #")[0]
        opened: list[int] = []
        for column, character in enumerate(line, 1):
            if character in "[{":
                opened.append(column)
            elif character in "]}" and opened:
                opened.pop()
        if opened:
            form = "unclosed-list" if line[opened[-1] - 1] == "[" else "unclosed-mapping"
            place = Span(number, opened[-1], number, opened[-1] + 1)
            return SyntaxFault(form, place, {"line": mark.line + 1})
        if line.strip() and not line.lstrip().startswith("#"):
            return None
    return None


def _line_above(mark: Any) -> str:
    """The whole line above that of a mark."""
    return str(mark.buffer[: mark.pointer - mark.column].splitlines()[-1])


def _line(mark: Any) -> str:
    """The whole line of a mark."""
    begin = mark.pointer - mark.column
    return str(REST_OF_LINE.match(mark.buffer, begin)[0])  # type: ignore[index]  # it always matches


# A key and its value without a blank between them, except what begins like a web address.
_JOINED = re.compile(r"( *(?:- +)?)([A-Za-z][\w-]*:)(?!//)(\S.*)")
# A dash and the key of its item without a blank between them.
_DASHED = re.compile(r"( *)(-)([A-Za-z].*)")
# A key, and a bracket that begins its value, without a colon between them.
_BRACED = re.compile(r"( *(?:- +)?)([A-Za-z][^:{}\[\],#]*?) ?([{\[])")


def _form(problem: str, context: str) -> str:
    fits = (form for begins, doing, form in _COMPLAINTS if problem.startswith(begins) and doing in context)
    return next(fits, "")


def _character_at(mark: Any) -> Span:
    return Span(mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)


def _values(form: str, problem: str, complaint: Any) -> dict[str, object]:
    if form in _AT_BEGINNING:
        return {"line": complaint.problem_mark.line + 1}
    quoted = re.search(r"'(.+?)'", problem)
    return {"character": quoted[1] if quoted else ""}

"""What the parser complains of, as one of our few forms of `yaml-syntax`, and where.

The parser complains in English and of its own inner life; we look only at which of its few complaints it is.
"""

import re
from typing import Any

from edencli.files.diagnostic import Span
from edencli.files.scanner import REST_OF_LINE
from edencli.named_tuple import NamedTuple

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
    place: Span
    values: dict[str, object]


def classify_complaint(complaint: Exception, last: Span) -> SyntaxFault:
    """Say what the parser's complaint comes to; `last` is where it was when it gave up without a mark."""
    problem, context = (str(getattr(complaint, name, None) or "") for name in ("problem", "context"))
    slip = _slip(complaint, problem)
    if slip is not None:
        return slip
    form = _form(problem, context)
    mark = getattr(complaint, "context_mark" if form in _AT_BEGINNING else "problem_mark", None)
    return SyntaxFault(form, _character_at(mark) if mark else last, _values(form, problem, complaint))


def _slip(complaint: Any, problem: str) -> SyntaxFault | None:
    """A quote inside a quoted text, a colon inside a plain one, or none of the blank that follows a colon."""
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
        return _joined(_line(begin), begin.line + 1) or _dashless(begin)
    if problem.startswith("mapping values") and ": " not in before and mark.line:
        return _joined(_line_above(mark), mark.line)  # which goes on in this line, as a plain text may
    return _bracket_slip(mark, problem, before)


def _bracket_slip(mark: Any, problem: str, before: str) -> SyntaxFault | None:
    """A bracket that nothing closes, or one with no colon before it."""
    if problem.startswith("expected ',' or '}', but got") and before[-1:].isalnum():
        return _colonless(mark)
    if problem.startswith("expected the node content"):
        return _left_open(mark)
    if problem.startswith("expected <block end>, but found '}'"):
        return _joined(_line(mark), mark.line + 1) or _braced(_line(mark), mark.line + 1)
    return None


def _joined(line: str, number: int) -> SyntaxFault | None:
    """What lacks the blank after a colon or a dash in a line."""
    found, form = _JOINED.match(line), "no-blank"
    if found is None:
        found, form = _DASHED.match(line), "no-blank-dash"
    if found is None:
        return None
    place = Span(number, found.start(2) + 1, number, found.end(2) + 1)
    return SyntaxFault(form, place, {"write": f"{found[2]} {found[3]}"[:40]})


def _colonless(mark: Any) -> SyntaxFault | None:
    """A bracket inside a mapping in curly brackets, right after a word that has no colon."""
    opened = str(mark.buffer[mark.pointer]) in "[{"
    return SyntaxFault("no-colon-bracket", _character_at(mark), {}) if opened else None


def _braced(line: str, number: int) -> SyntaxFault | None:
    """A key of a line of its own, and a bracket right after it."""
    found = _BRACED.match(line)
    if found is None:
        return None
    column = found.start(3) + 1
    return SyntaxFault("no-colon-bracket", Span(number, column, number, column + 1), {})


def _dashless(mark: Any) -> SyntaxFault | None:
    """A line among the items of a list that begins like them, but for the dash."""
    line = _line(mark)
    indent = line[: len(line) - len(line.lstrip())]
    above = [one for one in mark.buffer[: mark.pointer - mark.column].splitlines() if one.strip()]
    if not above or not above[-1].startswith(f"{indent}- "):
        return None
    return SyntaxFault("no-dash", _character_at(mark), {"write": f"- {line.strip()}"[:40]})


def _left_open(mark: Any) -> SyntaxFault | None:
    """A bracket that an earlier line opens and does not close, where the next one cannot go on in it."""
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
    """The whole line before the one in which a mark stands."""
    return str(mark.buffer[: mark.pointer - mark.column].splitlines()[-1])


def _line(mark: Any) -> str:
    """The whole line in which a mark stands."""
    begin = mark.pointer - mark.column
    return str(REST_OF_LINE.match(mark.buffer, begin)[0])  # type: ignore[index]  # it always matches


# A key and its value with no blank between, but for what begins like a web address.
_JOINED = re.compile(r"( *(?:- +)?)([A-Za-z][\w-]*:)(?!//)(\S.*)")
# A dash and the key of its item with no blank between.
_DASHED = re.compile(r"( *)(-)([A-Za-z].*)")
# A key, and a bracket that begins its value, with no colon between.
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

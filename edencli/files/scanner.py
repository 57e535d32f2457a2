"""ruamel's parser, asked fewer questions: the same events in little more than half the time.

The library looks its own parts up anew for every token, looks for keys that could still become keys even
where there are none, and walks through blanks, comments and words character by character. A test holds the
events equal to those of the library as it comes, but for comments, which nobody here reads.

The parser complains in English and of its own inner life; we look only at which of its few complaints it is.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import StringMark
from ruamel.yaml.events import ScalarEvent
from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner
from ruamel.yaml.tokens import ScalarToken

from edencli.files.diagnostic import Span

_ENDS = "\n\0\r\x85\u2028\u2029"
_BLANK = f" \t{_ENDS}"
_BREAKS = "\r\n\x85\u2028\u2029"
_PASSED = frozenset(f" \t#{_BREAKS}")  # what may stand between two tokens
_COUNTED = frozenset("\n\r\ufeff")  # what moves line and column otherwise than by one

_SPACES = re.compile(" *")
_SPACES_AND_TABS = re.compile("[ \t]*")
_REST_OF_LINE = re.compile(f"[^{_ENDS}]*")
# A plain word: up to a blank, to a colon before one, and in a flow to what a flow is made of.
_WORD = re.compile(f"[^:{_BLANK}]*(?::(?![{_BLANK}])[^:{_BLANK}]*)*")
_WORD_IN_FLOW = re.compile(rf"[^:,\[\]{{}}{_BLANK}]*(?::(?![{_BLANK}])[^:,\[\]{{}}{_BLANK}]*)*")
_OLD = (1, 1)  # the version of YAML in which a question mark ends a word


class _Mark(StringMark):
    """A mark, made in one step."""

    __slots__ = ()

    def __init__(self, reader: Reader) -> None:
        self.name, self.index, self.line, self.column = reader.name, reader.index, reader.line, reader.column
        self.buffer, self.pointer = reader.buffer, reader.pointer


class _Reader(Reader):
    """The reader, with longer strides."""

    def get_mark(self) -> _Mark:
        return _Mark(self)

    def check_printable(self, data: Any) -> None:
        """Leave that to `source`, which refuses all that the library would, and says where."""

    def forward(self, length: int = 1) -> None:
        end = self.pointer + length
        passed = self.buffer[self.pointer : end]
        if end + 1 >= len(self.buffer) or not _COUNTED.isdisjoint(passed):
            super().forward(length)
            return
        self.pointer = end
        self.index += length
        self.column += length


def _end(what: re.Pattern[str], reader: Any) -> int:
    """Where a pattern that is never wrong ends, from where the reader stands."""
    found = what.match(reader.buffer, reader.pointer)
    return found.end() if found else int(reader.pointer)


class _Scanner(Scanner):
    """The scanner, with its reader at hand."""

    reader: Any = None

    def __init__(self, loader: Any) -> None:
        self.reader = loader.reader
        super().__init__(loader)

    def check_token(self, *choices: type) -> bool:
        token = self.peek_token()
        return token is not None and (not choices or isinstance(token, choices))

    def peek_token(self) -> Any:
        if not self.tokens or self.possible_simple_keys:
            while self.need_more_tokens():
                self.fetch_more_tokens()
        return self.tokens[0] if self.tokens else None

    def get_token(self) -> Any:
        if self.peek_token() is None:
            return None
        self.tokens_taken += 1
        return self.tokens.pop(0)

    def need_more_tokens(self) -> bool:
        if self.done or not self.tokens:
            return not self.done
        if not self.possible_simple_keys:
            return False
        return super().need_more_tokens()

    def stale_possible_simple_keys(self) -> None:
        if self.possible_simple_keys:
            super().stale_possible_simple_keys()

    def scan_to_next_token(self) -> None:
        """Pass blanks, comments and the ends of lines."""
        reader, blanks = self.reader, _SPACES_AND_TABS if self.flow_context else _SPACES
        if reader.index == 0 and reader.peek() == "\ufeff":
            reader.forward()
        while reader.buffer[reader.pointer] in _PASSED:
            self._pass(blanks)
            if reader.buffer[reader.pointer] == "#":
                self._pass(_REST_OF_LINE)
            if not self.scan_line_break():
                return
            if not self.flow_context:
                self.allow_simple_key = True

    def _pass(self, what: re.Pattern[str]) -> None:
        length = _end(what, self.reader) - self.reader.pointer
        if length:
            self.reader.forward(length)

    def scan_plain(self) -> Any:
        """Read a plain scalar word by word."""
        if self.scanner_processing_version == _OLD:
            return super().scan_plain()
        reader, buffer, in_flow = self.reader, self.reader.buffer, bool(self.flow_context)
        word, indent = _WORD_IN_FLOW if in_flow else _WORD, self.indent + 1
        begin = end = reader.get_mark()
        chunks: list[str] = []
        spaces: list[str] = []
        while buffer[reader.pointer] != "#":
            found = buffer[reader.pointer : _end(word, reader)]
            if not found:
                break
            self.allow_simple_key = False
            chunks += [*spaces, found]
            reader.forward(len(found))
            end = reader.get_mark()
            spaces = self.scan_plain_spaces(indent, begin)
            if not spaces or (not in_flow and reader.column < indent):
                break
        return ScalarToken("".join(chunks), True, begin, end)  # noqa: FBT003  # the library's signature

    def scan_plain_spaces(self, indent: Any, start_mark: Any) -> Any:
        """Read the blanks between two words: none and a single one at once."""
        reader = self.reader
        first = reader.buffer[reader.pointer]
        if first != " " and first not in _BREAKS:
            return []
        if first == " " and reader.buffer[reader.pointer + 1] not in f" {_BREAKS}":
            reader.forward()
            return [" "]
        return super().scan_plain_spaces(indent, start_mark)


class _Parser(Parser):
    """The parser, with its scanner and its resolver at hand."""

    scanner: Any = None
    resolver: Any = None

    def __init__(self, loader: Any) -> None:
        self.scanner = loader.scanner
        self.resolver = loader.resolver
        super().__init__(loader)

    def parse_node(self, block: Any = False, indentless_sequence: Any = False) -> Any:  # noqa: FBT002  # theirs
        """Take a scalar that has no tag and no anchor at once."""
        token = self.scanner.peek_token()
        if not isinstance(token, ScalarToken):
            return super().parse_node(block, indentless_sequence)
        self.scanner.get_token()
        self.state = self.states.pop()
        implicit = (True, False) if token.plain else (False, True)
        begin, end = token.start_mark, token.end_mark
        return ScalarEvent(None, None, implicit, token.value, begin, end, style=token.style)


def events(text: str) -> Iterator[Any]:
    """The events of a YAML text, with both marks each."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Parser, yaml.Scanner, yaml.Reader = _Parser, _Scanner, _Reader
    yield from yaml.parse(text)


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


def understood(complaint: Exception, last: Span) -> SyntaxFault:
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
    return str(_REST_OF_LINE.match(mark.buffer, begin)[0])  # type: ignore[index]  # it always matches


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

"""Read YAML into plain data with places, reporting several faults in one pass.

Works on the parser's stream of events: nothing is recursive, no alias is expanded, no tag builds anything,
and every key and value has an exact beginning and end. A value that cannot be used becomes a hole, so that
reading goes on; only broken syntax and exceeded limits end it.

An unquoted word has its meaning in the core schema of YAML 1.2, narrowed: dates and YAML 1.1's yes, no, on
and off are text, and a number that two readers could take for two numbers is refused.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NoReturn

from edencli.files import source
from edencli.files.diagnostic import FILE_START, Diagnostic, Document, Node, Span
from edencli.files.source import MAX_FILE_BYTES
from edencli.named_tuple import NamedTuple

MAX_DEPTH = 64
MAX_VALUES = 50_000
MOST_DIGITS = 18

_BLOCKS = frozenset("|>")  # the styles of block scalars
# What the parser may misread: ?word, word:, and a last line of blanks.
_DOUBTFUL = re.compile(r"\?\S|:[,\[\]{}]|^[ \t]+\Z", re.MULTILINE)

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEAN = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_WHOLE = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_OTHER_BASE = re.compile(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+")

# What YAML 1.1, and therefore many editors, read as true and false.
LOOKS_TRUE = frozenset({"yes", "on", "y"})
LOOKS_FALSE = frozenset({"no", "off", "n"})

# What may precede the content: blank lines, comments, and directives, which the parser would obey.
_BEFORE = re.compile(r"(?:[ \t]*(?:#.*)?\n|%.*\n)*(?:%.*)?")


def parse_yaml(content: bytes, name: str) -> Document:
    """Read the one YAML document of a file; its faults are in the document."""
    document = Document(name)
    if len(content) > MAX_FILE_BYTES:
        document.refuse("yaml-size", None, values={"most": MAX_FILE_BYTES // 1024})
        return document
    try:
        text = source.decode_text(content)
    except source.NotUtf8Error as fault:
        document.refuse("yaml-utf8", fault.place, fault.form, {"byte": f"0x{fault.byte:02X}"})
        document.text = "" if fault.form else content.decode("utf-8-sig", errors="replace")
        return document
    document.text = text
    DocumentBuilder(document).read(_without_directives(_fit(text, document), document))
    return document


def _fit(text: str, document: Document) -> str:
    text, unfit = source.replace_unfit_characters(text)
    for place, character in unfit:
        document.refuse("yaml-character", place, values={"character": source.code_point(character)})
    return text


def _without_directives(text: str, document: Document) -> str:
    before = _BEFORE.match(text)
    end = before.end() if before else 0
    if "%" not in text[:end]:
        return text
    for number, line in enumerate(text[:end].split("\n"), start=1):
        if line.startswith("%"):
            document.refuse("yaml-directive", Span(number, 1, number, 1 + len(line.rstrip())))
    return re.sub("^%", "#", text[:end], flags=re.MULTILINE) + text[end:]


class _Key(NamedTuple):
    """A key whose value has not come yet; `text` is None when the pair is to be read and dropped."""

    text: str | None
    place: Span | None
    hole: bool = False


_DROPPED = _Key(None, None)
_KEY_ITSELF = _Key(None, None, hole=True)  # a collection stands where a key should


class _OpenCollection:
    """A mapping or a list that is being read, in brackets or not."""

    def __init__(self, data: Any, node: Node, *, in_brackets: bool) -> None:
        self.data = data
        self.node = node
        self.in_brackets = in_brackets
        self.key: _Key | None = None

    @property
    def wants_key(self) -> bool:
        return isinstance(self.data, dict) and self.key is None

    def put(self, value: Any, node: Node) -> None:
        """Add the next value to this collection."""
        if isinstance(self.data, list):
            self.node.children[len(self.data)] = node
            self.data.append(value)
            return
        key, self.key = self.key or _DROPPED, None
        if key.text is not None:
            node.key, node.hole = key.place, node.hole or key.hole
            self.node.children[key.text] = node
            self.data[key.text] = value


class _Stop(Exception):  # noqa: N818  # it ends the reading
    """Raised to stop reading the file."""


class DocumentBuilder:
    """Fills a document from the parser's events."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._open: list[_OpenCollection] = []
        self._values = 0
        self._aliases: set[str] = set()  # each is reported once: an alias bomb has very many
        self._last: Any = None
        self._is_doubtful = False

    def read(self, text: str) -> None:
        """Read a text as far as it can be read."""
        self._is_doubtful = _DOUBTFUL.search(text) is not None
        try:
            for event in self._events(text):
                take = self._TAKES.get(type(event).__name__)
                if take is not None:
                    self._last = event
                    take(self, event)
        except _Stop:
            self._document.is_complete = False
        root = self._document.root
        if self._document.is_complete and self._document.data is None and not (root and root.hole):
            self._document.refuse("yaml-empty", FILE_START)

    def _events(self, text: str) -> Iterator[Any]:
        from ruamel.yaml.error import YAMLError  # noqa: PLC0415  # 16 ms, for commands that read a file

        from edencli.files.scanner import events  # noqa: PLC0415  # as above

        try:
            yield from events(text)
        except (
            YAMLError,
            ValueError,
            AssertionError,
            RecursionError,
            LookupError,
            AttributeError,
        ) as complaint:
            from edencli.files.syntax_faults import classify_complaint  # noqa: PLC0415  # only faulty files need it

            found = classify_complaint(complaint, _place(self._last) if self._last else FILE_START)
            self._document.refuse("yaml-syntax", found.place, found.form, found.values)

    def _document_start(self, event: Any) -> None:
        if self._document.root is not None:
            self._stop("yaml-documents", _place(event))

    def _scalar(self, event: Any) -> None:
        if self._wants_key():
            self._take_key(event)
            return
        node = Node(self._place_of_nothing(event) if _is_nothing(event) else _place(event))
        self._put(self._value_of(event, node), node)

    def _take_key(self, event: Any) -> None:
        node = Node(_place(event))
        value = self._value_of(event, node)
        if not (node.hole or isinstance(value, str)):
            self._make_hole(node, "yaml-key", "" if event.value else "empty", text=event.value[:40])
        if event.value == "<<" and not node.hole:
            node.hole = True
            self._document.refuse("yaml-alias", node.place, "merge")
        before = self._open[-1].node.children.get(event.value)
        if before is None or before.key is None:
            self._open[-1].key = _Key(event.value, node.place, node.hole)
            return
        self._say("yaml-duplicate-key", node.place, key=event.value, line=before.key.line)
        self._open[-1].key = _DROPPED

    def _value_of(self, event: Any, node: Node) -> Any:
        if self._is_doubtful and (misread := self._misread(event)):
            form, node.place = misread
            self._make_hole(node, "yaml-syntax", form)
            return event.value
        # The text itself was searched already; only an escape can add such a character.
        unfit = source.first_unfit_character(event.value) if event.style == '"' else None
        if unfit is not None:
            self._make_hole(node, "yaml-character", "escaped", character=source.code_point(unfit))
        elif event.ctag is not None:
            self._make_hole(node, "yaml-tag", tag=_tag(event))
        elif event.style is None:
            return self._plain(event.value, node)
        return event.value

    def _misread(self, event: Any) -> tuple[str, Span] | None:
        """The form and place of a fault where the parser reads something else than a person would."""
        if self._open and self._open[-1].in_brackets:
            found = _misread_in_brackets(event)
            self._open[-1].node.hole |= found is not None
            return found
        return _missing_line_end(event, self._document.text) if event.style in _BLOCKS else None

    def _plain(self, text: str, node: Node) -> Any:
        try:
            return plain_value(text)
        except UnfitNumberError as fault:
            self._make_hole(node, "yaml-number", str(fault), text=text[:40])
            return text

    def _mapping_start(self, event: Any) -> None:
        self._begin(event, {})

    def _sequence_start(self, event: Any) -> None:
        self._begin(event, [])

    def _begin(self, event: Any, data: Any) -> None:
        if len(self._open) >= MAX_DEPTH:
            self._stop("yaml-depth", _place(event), depth=MAX_DEPTH)
        node = Node(_place(event))
        if event.ctag is not None:
            self._make_hole(node, "yaml-tag", tag=_tag(event))
        if self._wants_key():
            self._drop_key(event)
        else:
            self._put(data, node)
        in_brackets = self._is_doubtful and bool(
            event.flow_style or (self._open and self._open[-1].in_brackets)
        )
        self._open.append(_OpenCollection(data, node, in_brackets=in_brackets))

    def _drop_key(self, event: Any) -> None:
        if not any(one.key is _KEY_ITSELF for one in self._open):
            self._say("yaml-key", _place(event), "collection")
        self._open[-1].key = _KEY_ITSELF

    def _end(self, event: Any) -> None:
        node, end = self._open.pop().node, _place(event)
        node.place = Span(node.place.line, node.place.column, end.end_line, end.end_column)

    def _alias(self, event: Any) -> None:
        node = Node(_place(event), hole=True)
        if event.anchor not in self._aliases and not self._merging():
            self._aliases.add(event.anchor)
            self._document.refuse("yaml-alias", node.place, values={"name": event.anchor[:40]})
        if self._wants_key():
            self._open[-1].key = _DROPPED
        else:
            self._put(None, node)

    def _merging(self) -> bool:
        """Whether the value is that of `<<`, which was reported already."""
        key = self._open[-1].key if self._open else None
        return key is not None and key.text == "<<"

    def _put(self, value: Any, node: Node) -> None:
        self._values += 1
        if self._values > MAX_VALUES:
            self._stop("yaml-values", node.place, most=MAX_VALUES)
        if self._open:
            self._open[-1].put(value, node)
        else:
            self._document.data, self._document.root = value, node

    def _wants_key(self) -> bool:
        return bool(self._open) and self._open[-1].wants_key

    def _place_of_nothing(self, event: Any) -> Span:
        """The place just after the key's colon; the parser's mark of an empty value is at the next token."""
        key = self._open[-1].key if self._open else None
        if key is None or key.place is None:
            return _place(event)
        line, column = key.place.end_line, key.place.end_column + 1
        return Span(line, column, line, column)

    def _make_hole(self, node: Node, code: str, form: str = "", **values: object) -> None:
        node.hole = True
        self._say(code, node.place, form, **values)

    def _say(self, code: str, place: Span, form: str = "", **values: object) -> None:
        said = Diagnostic(file=self._document.name, code=code, form=form, place=place, values=values)
        self._document.faults.add(said)

    def _stop(self, code: str, place: Span, **values: object) -> NoReturn:
        self._say(code, place, "", **values)
        raise _Stop

    _TAKES: ClassVar[dict[str, Callable[[Any, Any], None]]] = {
        "DocumentStartEvent": _document_start,
        "ScalarEvent": _scalar,
        "AliasEvent": _alias,
        "MappingStartEvent": _mapping_start,
        "SequenceStartEvent": _sequence_start,
        "MappingEndEvent": _end,
        "SequenceEndEvent": _end,
    }


def _place(event: Any) -> Span:
    start, end = event.start_mark, event.end_mark
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _misread_in_brackets(event: Any) -> tuple[str, Span] | None:
    """A word right after a question mark, which the parser includes, or with a colon, which it drops."""
    begin, place = event.start_mark, _place(event)
    if _is_nothing(event):
        return None
    if begin.buffer[begin.pointer - 1] == "?":
        return "question", place._replace(column=place.column - 1)
    if event.style is None and event.value[-1] == ":":
        return "colon-word", place._replace(line=place.end_line, column=place.end_column - 1)
    return None


def _missing_line_end(event: Any, text: str) -> tuple[str, Span] | None:
    """The last line of a file, if it consists of blanks without a line end and belongs to a block scalar."""
    last, line = text.rpartition("\n")[2], event.end_mark.line
    if not last.isspace() or line != text.count("\n"):
        return None
    return "line-end", Span(line + 1, 1, line + 1, 1 + len(last))


def _is_nothing(event: Any) -> bool:
    return not event.value and event.style is None and event.ctag is None


def _tag(event: Any) -> str:
    return str(event.tag).replace("tag:yaml.org,2002:", "!!")[:40]


class UnfitNumberError(ValueError):
    """A number that no file may hold; the argument is the form of its diagnostic."""


def plain_value(text: str) -> str | int | float | bool | None:
    """The value of an unquoted word.

    Raises:
        UnfitNumberError: It is a number, but too long, not finite, or one that readers take for two numbers.
    """
    if text in _NULL:
        return None
    if text in _BOOLEAN:
        return _BOOLEAN[text]
    if text[0].isalpha():
        return text
    if _WHOLE.fullmatch(text):
        return _whole(text)
    if _OTHER_BASE.fullmatch(text):
        raise UnfitNumberError("base")
    if _NOT_FINITE.fullmatch(text):
        raise UnfitNumberError("not-finite")
    return _finite(text) if _FLOAT.fullmatch(text) else text


def _whole(text: str) -> int:
    digits = text.lstrip("+-")
    if digits[0] == "0" and len(digits) > 1:
        raise UnfitNumberError("leading-zero")
    if len(digits) > MOST_DIGITS:
        raise UnfitNumberError("long")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise UnfitNumberError("not-finite")
    return number

"""A faster version of ruamel's parser, with the same events in half the time.

The library looks its own parts up for every token, tracks possible keys where there are none, and walks
through blanks, comments and words character by character. A test compares the events with those of the
unchanged library, except comments, which are not used here. A text with unusual line ends is left to the
library.
"""

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import StringMark
from ruamel.yaml.events import MappingStartEvent, ScalarEvent, SequenceStartEvent
from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner, SimpleKey
from ruamel.yaml.tokens import (
    BlockEntryToken,
    BlockMappingStartToken,
    BlockSequenceStartToken,
    FlowEntryToken,
    FlowMappingStartToken,
    FlowSequenceStartToken,
    KeyToken,
    ScalarToken,
    ValueToken,
)

_ODD = "\x85\u2028\u2029\ufeff"  # unusual line ends; noncharacters are refused before
_ENDS = "\n\0\r"
_BLANK = f" \t{_ENDS}"
_BREAKS = "\r\n"
_PASSED = frozenset(f" \t#{_BREAKS}")  # characters between two tokens
_AFTER_WORD = frozenset(f" {_BREAKS}")  # characters after which a plain scalar may continue
_SINGLE = frozenset("[]{},:-")  # tokens of one character

_BREAK = "(?:\r\n?|\n)"
REST_OF_LINE = re.compile(f"[^{_ENDS}]*")
_BETWEEN = re.compile(f"(?: *(?:#[^{_ENDS}]*)?{_BREAK})* *(?:#[^{_ENDS}]*)?")
_BETWEEN_IN_FLOW = re.compile(f"(?:[ \t]*(?:#[^{_ENDS}]*)?{_BREAK})*[ \t]*(?:#[^{_ENDS}]*)?")
# Words of a plain scalar: up to a blank or a colon before one, and in a flow up to its punctuation.
_WORD = f"(?:[^:{_BLANK}]|:(?![{_BLANK}]))+"
_WORD_IN_FLOW = rf"(?:[^:,\[\]{{}}{_BLANK}]|:(?![{_BLANK}]))+"
_WORDS = re.compile(f"{_WORD}(?: +(?!#){_WORD})*")
_WORDS_IN_FLOW = re.compile(f"{_WORD_IN_FLOW}(?: +(?!#){_WORD_IN_FLOW})*")
# A line end and the blanks around it, unless the next line may be a document marker.
_NEXT_LINE = re.compile(f" *\n(?![-.]) *(?![ {_BREAKS}])")
_LONGEST_KEY = 1024  # characters, by the specification
_OLD = (1, 1)  # the version of YAML in which a question mark ends a word


_new_mark = StringMark.__new__  # calling the constructor for each token is slow


class _Reader(Reader):
    """The library's reader, moving in longer steps."""

    _mark: StringMark | None = None

    def get_mark(self) -> StringMark:
        """The present position; it is reused, since one token often ends where another begins."""
        mark = self._mark
        if mark is not None and mark.index == self.index:
            return mark
        self._mark = mark = _new_mark(StringMark)
        mark.name, mark.index, mark.line, mark.column = self.name, self.index, self.line, self.column
        mark.buffer, mark.pointer = self.buffer, self.pointer
        return mark

    def check_printable(self, data: Any) -> None:
        """Do nothing: `source` refuses all that the library would, and says where."""

    def stride(self, length: int) -> None:
        """Move on within the line."""
        self.pointer += length
        self.index += length
        self.column += length

    def forward(self, length: int = 1) -> None:
        if length == 1 and self.buffer[self.pointer] in _SINGLE:
            self.stride(1)
            return
        end = self.pointer + length
        passed = self.buffer[self.pointer : end]
        if end + 1 >= len(self.buffer) or "\r" in passed:
            super().forward(length)
            return
        self.pointer = end
        self.index += length
        if "\n" in passed:
            self.line += passed.count("\n")
            self.column = length - passed.rindex("\n") - 1
        else:
            self.column += length


class _Scanner(Scanner):
    """The library's scanner, with direct access to its reader and resolver."""

    reader: Any = None

    def __init__(self, loader: Any) -> None:
        self.reader = loader.reader
        self._resolver = loader.resolver
        self._front: Any = None
        super().__init__(loader)

    @property
    def scanner_processing_version(self) -> Any:
        return self._resolver.processing_version

    def check_token(self, *choices: type) -> bool:
        token = self._front or self.peek_token()
        return token is not None and (not choices or isinstance(token, choices))

    def peek_token(self) -> Any:
        """The next token, which is read once however often the parser asks."""
        if self._front is None:
            while self.need_more_tokens():
                self.fetch_more_tokens()
            self._front = self.tokens[0] if self.tokens else None
        return self._front

    def get_token(self) -> Any:
        if (self._front or self.peek_token()) is None:
            return None
        self._front = None
        self.tokens_taken += 1
        return self.tokens.pop(0)

    def take_scalar_after(self, kind: type) -> Any:
        """Take a token of a kind and the scalar after it; take nothing if they do not come next."""
        before = self._front or self.peek_token()
        if type(before) is not kind:
            return None
        self.get_token()
        if type(self.peek_token()) is ScalarToken:
            return self.get_token()
        self.tokens.insert(0, before)
        self.tokens_taken -= 1
        self._front = before
        return None

    def need_more_tokens(self) -> bool:
        if self.done or not self.tokens:
            return not self.done
        keys = self.possible_simple_keys
        if not keys:
            return False
        self.stale_possible_simple_keys()
        return bool(keys) and next(iter(keys.values())).token_number == self.tokens_taken

    def fetch_more_tokens(self) -> Any:
        """Take directly what begins with a letter, a digit, a bracket, a comma, or a key's colon."""
        self.scan_to_next_token()
        self.stale_possible_simple_keys()
        reader = self.reader
        if self.indent > reader.column:
            self.unwind_indent(reader.column)
        character = reader.buffer[reader.pointer]
        if character.isalnum():
            return self.fetch_plain()
        if character in _TAKES:
            return _TAKES[character](self)
        if character == ":" and (reader.buffer[reader.pointer + 1] == " " or self.check_value()):
            return self.fetch_value()
        return super().fetch_more_tokens()

    def stale_possible_simple_keys(self) -> None:
        reader = self.reader
        for key in self.possible_simple_keys.values():
            if key.line != reader.line or reader.index - key.index > _LONGEST_KEY:
                super().stale_possible_simple_keys()
                return

    def fetch_plain(self) -> None:
        if self.allow_simple_key:
            self.save_possible_simple_key()
        self.allow_simple_key = False
        self.tokens.append(self.scan_plain())

    def save_possible_simple_key(self) -> None:
        if not self.allow_simple_key:
            return
        self.remove_possible_simple_key()
        reader, level = self.reader, len(self.flow_context)
        required = not level and self.indent == reader.column
        number, mark = self.tokens_taken + len(self.tokens), reader.get_mark()
        key = SimpleKey(number, required, reader.index, reader.line, reader.column, mark)
        self.possible_simple_keys[level] = key

    def remove_possible_simple_key(self) -> None:
        if len(self.flow_context) in self.possible_simple_keys:
            super().remove_possible_simple_key()

    def fetch_value(self) -> None:
        """Take the colon after a possible key, which makes it a key."""
        level = len(self.flow_context)
        key = self.possible_simple_keys.pop(level, None)
        if key is None:
            super().fetch_value()
            return
        at = key.token_number - self.tokens_taken
        self.tokens.insert(at, KeyToken(key.mark, key.mark))
        if not level and self.indent < key.column:
            self.add_indent(key.column)
            self.tokens.insert(at, BlockMappingStartToken(key.mark, key.mark))
        self.allow_simple_key = False
        begin = self.reader.get_mark()
        self.reader.forward()
        self.tokens.append(ValueToken(begin, self.reader.get_mark()))

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and line ends."""
        reader = self.reader
        first = reader.buffer[reader.pointer]
        if first not in _PASSED:
            return
        if first == " " and reader.buffer[reader.pointer + 1] not in _PASSED:
            reader.stride(1)
            return
        between = _BETWEEN_IN_FLOW if self.flow_context else _BETWEEN
        passed = _found(between, reader)
        reader.forward(len(passed))
        if not self.flow_context and ("\n" in passed or "\r" in passed):
            self.allow_simple_key = True

    def scan_plain(self) -> Any:
        """Read a plain scalar line by line."""
        if self.yaml_version and self.scanner_processing_version == _OLD:
            return super().scan_plain()
        reader, in_flow = self.reader, bool(self.flow_context)
        words, indent = _WORDS_IN_FLOW if in_flow else _WORDS, self.indent + 1
        begin = end = reader.get_mark()
        text = space = ""
        while reader.buffer[reader.pointer] != "#":
            found = words.match(reader.buffer, reader.pointer)
            if not found:
                break
            self.allow_simple_key = False
            text += space + found[0]
            reader.stride(found.end() - reader.pointer)
            end = reader.get_mark()
            if reader.buffer[reader.pointer] not in _AFTER_WORD:
                break
            space = "".join(self.scan_plain_spaces(indent, begin) or ())
            if not space or (not in_flow and reader.column < indent):
                break
        return ScalarToken(text, True, begin, end)  # noqa: FBT003  # the library's signature

    def scan_plain_spaces(self, indent: Any, start_mark: Any) -> Any:
        """Read the text between two lines of a scalar; a single line end is taken directly."""
        reader = self.reader
        passed = _found(_NEXT_LINE, reader)
        if not passed:
            return super().scan_plain_spaces(indent, start_mark)
        reader.forward(len(passed))
        self.allow_simple_key = True
        return [" "]


# Tokens that are recognized by one character anywhere.
_TAKES = {
    "[": Scanner.fetch_flow_sequence_start,
    "{": Scanner.fetch_flow_mapping_start,
    "]": Scanner.fetch_flow_sequence_end,
    "}": Scanner.fetch_flow_mapping_end,
    ",": Scanner.fetch_flow_entry,
}


def _found(what: re.Pattern[str], reader: Any) -> str:
    """The text that a pattern matches at the reader's position."""
    found = what.match(reader.buffer, reader.pointer)
    return found[0] if found else ""


class _Parser(Parser):
    """The library's parser, with direct access to its scanner and resolver, and a shortcut for scalars."""

    scanner: Any = None
    resolver: Any = None
    state: Any = None  # the method that reads the next event

    def __init__(self, loader: Any) -> None:
        self.scanner = loader.scanner
        self.resolver = loader.resolver
        super().__init__(loader)

    def check_event(self) -> bool:
        return self.state is not None

    def get_event(self) -> Any:
        return self.state()

    def move_token_comment(self, token: Any, nt: Any = None, empty: Any = False) -> None:  # noqa: FBT002  # theirs
        """Do nothing: comments are not used."""

    def parse_node(self, block: Any = False, indentless_sequence: Any = False) -> Any:  # noqa: FBT002  # theirs
        """Take directly a scalar without tag and anchor, and the beginning of such a collection."""
        token = self.scanner.peek_token()
        if type(token) is ScalarToken:
            self.scanner.get_token()
            self.state = self.states.pop()
            return _scalar_event(token)
        begins = _BEGINS.get(type(token))
        if begins is None or not (block or begins[1]):
            return super().parse_node(block, indentless_sequence)
        event, in_flow, state = begins
        self.state = getattr(self, state)
        return event(None, None, True, token.start_mark, token.end_mark, flow_style=in_flow)  # noqa: FBT003  # theirs

    def parse_block_mapping_key(self) -> Any:
        return (
            self._scalar_after(KeyToken, self.parse_block_mapping_value) or super().parse_block_mapping_key()
        )

    def parse_block_mapping_value(self) -> Any:
        return (
            self._scalar_after(ValueToken, self.parse_block_mapping_key)
            or super().parse_block_mapping_value()
        )

    def parse_block_sequence_entry(self) -> Any:
        return (
            self._scalar_after(BlockEntryToken, self.parse_block_sequence_entry)
            or super().parse_block_sequence_entry()
        )

    def parse_flow_mapping_key(self, first: Any = False) -> Any:  # noqa: FBT002  # theirs
        if not first and type(self.scanner.peek_token()) is FlowEntryToken:
            self.scanner.get_token()
            first = True
        event = self._scalar_after(KeyToken, self.parse_flow_mapping_value) if first else None
        return event or super().parse_flow_mapping_key(first)

    def parse_flow_mapping_value(self) -> Any:
        return (
            self._scalar_after(ValueToken, self.parse_flow_mapping_key) or super().parse_flow_mapping_value()
        )

    def _scalar_after(self, kind: type, state: Any) -> Any:
        """The event of a scalar right after a token of a kind, if these come next."""
        token = self.scanner.take_scalar_after(kind)
        if token is None:
            return None
        self.state = state
        return _scalar_event(token)


_BEGINS = {
    BlockMappingStartToken: (MappingStartEvent, False, "parse_block_mapping_first_key"),
    BlockSequenceStartToken: (SequenceStartEvent, False, "parse_block_sequence_first_entry"),
    FlowMappingStartToken: (MappingStartEvent, True, "parse_flow_mapping_first_key"),
    FlowSequenceStartToken: (SequenceStartEvent, True, "parse_flow_sequence_first_entry"),
}


def _scalar_event(token: Any) -> ScalarEvent:
    implicit = (True, False) if token.plain else (False, True)
    begin, end = token.start_mark, token.end_mark
    return ScalarEvent(None, None, implicit, token.value, begin, end, style=token.style)


def events(text: str) -> Iterator[Any]:
    """The events of a YAML text, each with both marks."""
    yaml = YAML(typ="safe", pure=True)
    if not any(odd in text for odd in _ODD):
        yaml.Parser, yaml.Scanner, yaml.Reader = _Parser, _Scanner, _Reader
    events: Iterator[Any] = yaml.parse(text)
    return events

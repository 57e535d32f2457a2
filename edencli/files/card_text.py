"""Cards as YAML text: write one card, or add it to a file without changing anything else.

`card_lines` writes a card as the samples do: one key per line, small values in braces. `add_card` puts one at
the end of its deck in the text of a cards file, indented like its neighbours; comments, order and spaces
stay. Knows the layout of a text, and no rule: whether the file is valid is checked by the caller.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from edencli.files.diagnostic import Node
from edencli.files.loader import parse_yaml

WIDTH: Final = 100
"""The longest line that is written in braces."""
SCHEMA_LINE: Final = "# yaml-language-server: $schema=cards.schema.json\n"
NEW_FILE: Final = f"{SCHEMA_LINE}kind: cards\n"

_OTHER_READERS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
"""Words that readers of YAML 1.1 take for booleans or null."""
_PLAIN = re.compile(r"[^\W\d_](?:[\w .'’+/()!?%&–-]*[\w.'’+/()!?%–])?")
"""Text that is safe without quotes, also in braces; everything else is quoted."""


class DeckNotAList(Exception):  # noqa: N818  # it says what is wrong with the file
    """The value under a deck's key in a file is no list to which a card can be added."""


def add_card(text: str, deck: str, card: Mapping[str, Any]) -> str:
    """The text of a cards file with one more card at the end of a deck, which is created if needed.

    Raises:
        DeckNotAList: The key of the deck has no list written in lines of its own.
    """
    document = parse_yaml(text.encode(), "")
    node = document.root.children.get(deck) if document.root else None
    if node is None:
        return _with_end(text) + "".join(f"{line}\n" for line in ("", f"{deck}:", *_item(card, 2)))
    lines = text.splitlines(keepends=True)
    line, column = node.place.line - 1, node.place.column - 1
    if not isinstance(document.data[deck], list) or (node.children and lines[line][column] == "["):
        raise DeckNotAList(deck)
    if not node.children:
        return _in_place_of_brackets(lines, line, column, card)
    cards = [node.children[n] for n in sorted(node.children)]
    at = last_line(cards[-1])
    indent = _dash_column(lines[cards[-1].place.line - 1])
    parted = [""] if len(cards) < 2 or not lines[cards[-1].place.line - 2].strip() else []  # noqa: PLR2004  # a pair
    before = _with_end("".join(lines[:at]))
    return before + "".join(f"{line}\n" for line in (*parted, *_item(card, indent))) + "".join(lines[at:])


def _in_place_of_brackets(lines: list[str], line: int, column: int, card: Mapping[str, Any]) -> str:
    """The text with one card in place of an empty list `[]`; a comment after it stays on its line."""
    before, after = lines[line][:column], lines[line][column:].partition("]")[2]
    begun = _with_end(before.rstrip() + after)
    return "".join([*lines[:line], begun, *(f"{one}\n" for one in _item(card, 2)), *lines[line + 1 :]])


def card_lines(card: Mapping[str, Any]) -> list[str]:
    """The lines of a card, as the value of a list item."""
    return list(_mapping_lines(card))


def _item(value: Mapping[str, Any], indent: int) -> Iterator[str]:
    """The lines of a list item."""
    first, *others = card_lines(value)
    yield f"{' ' * indent}- {first}"
    for line in others:
        yield f"{' ' * (indent + 2)}{line}" if line else ""


def _mapping_lines(value: Mapping[str, Any]) -> Iterator[str]:
    for key, part in value.items():
        short = f"{key}: {inline_yaml(part)}"
        if not _needs_lines(part) and len(short) <= WIDTH:
            yield short
        elif isinstance(part, Mapping):
            yield f"{key}:"
            yield from (f"  {line}" for line in _mapping_lines(part))
        elif isinstance(part, list):
            yield f"{key}:"
            for one in part:
                yield from _item(one, 2) if isinstance(one, Mapping) else [f"  - {inline_yaml(one)}"]
        else:
            yield short


def _needs_lines(value: Any) -> bool:
    """Tell whether a value holds a list of mappings, which is written one item per line."""
    if isinstance(value, list):
        return any(isinstance(one, Mapping) for one in value)
    return isinstance(value, Mapping) and any(map(_needs_lines, value.values()))


def inline_yaml(value: Any) -> str:
    """A value within a line: lists in brackets, mappings in braces."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {inline_yaml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline_yaml, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _OTHER_READERS:
        return value
    return json.dumps(value, ensure_ascii=False)


def _with_end(text: str) -> str:
    """A text whose last line has an end."""
    return text if not text or text.endswith("\n") else f"{text}\n"


def last_line(node: Node) -> int:
    """The last line of a value, counted from 1.

    The parser ends a collection and a block of text at what follows, so the last part decides.
    """
    if not node.children:
        return node.place.end_line - (node.place.end_column == 1)
    return max(last_line(one) for one in node.children.values())


def _dash_column(line: str) -> int:
    return len(line) - len(line.lstrip(" "))

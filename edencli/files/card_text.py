"""Cards as YAML text: one card written out, and added to a file without changing a character of the rest.

`card_lines` writes a card as the samples do: a key a line, what is small in braces. `add_card` puts one at
the end of its deck in the text of a cards file, indented as its neighbours are; comments, order and spaces
stay. It knows where things stand in a text, and no rule: whether the file is good is for its reader to say.
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
"""Words that readers of an older YAML take for something else."""
_PLAIN = re.compile(r"[^\W\d_](?:[\w .'’+/()!?%&–-]*[\w.'’+/()!?%–])?")
"""Words that mean themselves without quotes, in braces too; what else may is quoted all the same."""


class DeckNotAList(Exception):  # noqa: N818  # the file says something else under this key
    """A file has something under the key of the deck to which no card can be added."""


def add_card(text: str, deck: str, card: Mapping[str, Any]) -> str:
    """The text of a cards file with one more card at the end of a deck; the deck is begun if there is none.

    Raises:
        DeckNotAList: There is such a key, and no list in lines of its own below it.
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
    """The text with one card where an empty list stands in brackets; what follows them stays in its line."""
    before, after = lines[line][:column], lines[line][column:].partition("]")[2]
    begun = _with_end(before.rstrip() + after)
    return "".join([*lines[:line], begun, *(f"{one}\n" for one in _item(card, 2)), *lines[line + 1 :]])


def card_lines(card: Mapping[str, Any]) -> list[str]:
    """A card in lines, as the value of a list's item."""
    return list(_mapping_lines(card))


def _item(value: Mapping[str, Any], indent: int) -> Iterator[str]:
    """An item of a list, in lines."""
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
    """Tell whether a value holds a list of mappings, which is written an item a line."""
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
    """A text whose last line ends."""
    return text if not text or text.endswith("\n") else f"{text}\n"


def last_line(node: Node) -> int:
    """The last line of a value, counted from 1: that of its last part, for a collection ends at what follows.

    So does a block of text, whose end is the beginning of a line.
    """
    if not node.children:
        return node.place.end_line - (node.place.end_column == 1)
    return max(last_line(one) for one in node.children.values())


def _dash_column(line: str) -> int:
    return len(line) - len(line.lstrip(" "))

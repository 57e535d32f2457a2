"""Change a card within the text of its file: only what differs is written again.

`merge_card` computes the changed card: what was edited is often less than what the file holds, since a table
has no column for effects. `edit_card` writes it: an unchanged value keeps its line, its comment and its
place.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from edencli.files.card_text import card_lines, inline_yaml, last_line
from edencli.files.diagnostic import Node, Span
from edencli.files.fixes import TextFix, apply_fixes
from edencli.files.loader import parse_yaml
from edencli.model.names import fold

# ── the changed value ───────────────────────────────────────────────────────────────────────────────────


def merge_card(kept: Any, shown: Any, edited: Any) -> Any:
    """A value of a file with the changes made to the part of it that was shown.

    What was not shown stays; what was shown and is missing from the edited value is removed.
    """
    if edited == shown:
        return kept
    if isinstance(kept, Mapping) and isinstance(shown, Mapping) and isinstance(edited, Mapping):
        stays = {
            key: merge_card(value, shown.get(key), edited[key]) if key in edited else value
            for key, value in kept.items()
            if key in edited or key not in shown
        }
        come = {key: value for key, value in edited.items() if key not in kept and value != shown.get(key)}
        return stays | come
    if _are_parts(kept) and _are_parts(shown) and _are_parts(edited) and len(kept) == len(shown):
        return [_merge_part(kept, shown, edited, n) for n in range(len(edited))]
    return edited


def _merge_part(kept: Sequence[Any], shown: Sequence[Any], edited: Sequence[Any], n: int) -> Any:
    """An item of a list, merged with the file's item of the same name, else in the same place."""
    found = [k for k, one in enumerate(shown) if _label(one) == _label(edited[n])]
    if not found and len(shown) == len(edited):
        labels = [_label(one) for one in edited]
        found = [n] if _label(shown[n]) not in labels else []
    return merge_card(kept[found[0]], shown[found[0]], edited[n]) if found else edited[n]


def _are_parts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, Mapping) for one in value)


def _label(part: Mapping[str, Any]) -> str:
    """What distinguishes the items of a list: the name of equipment and abilities, the text of objectives."""
    return fold(str(part.get("name", part.get("text", ""))))


# ── writing it ─────────────────────────────────────────────────────────────────────────────────────────


def edit_card(text: str, deck: str, number: int, card: Mapping[str, Any]) -> str:
    """The text of a cards file with a card of a deck, counted from 0, replaced."""
    document = parse_yaml(text.encode(), "")
    if document.root is None:
        return text
    editor = _Editor(text)
    node = document.root.children[deck].children[number]
    changes = editor.changes(node, document.data[deck][number], card)
    return apply_fixes(editor.text, sorted(changes, reverse=True))


class _Editor:
    """Finds the changes of one text that a changed value requires."""

    def __init__(self, text: str) -> None:
        self.text = text if text.endswith("\n") else f"{text}\n"
        self._lines = self.text.splitlines(keepends=True)

    def changes(self, node: Node, old: Any, new: Any) -> Iterator[TextFix]:
        """The repairs that turn the text of one value into that of another."""
        if old == new:
            return
        if not self._is_in_lines(node):
            yield self._replaced(node, new)
        elif isinstance(old, Mapping) and isinstance(new, Mapping) and next(iter(old)) in new:
            yield from self._changed_keys(node, old, new)
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            for n, child in node.children.items():
                yield from self.changes(child, old[int(n)], new[int(n)])
        else:
            yield self._replaced(node, new)

    def _changed_keys(self, node: Node, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[TextFix]:
        for key, child in node.children.items():
            if key in new:
                yield from self.changes(child, old[str(key)], new[str(key)])
            else:
                yield TextFix(
                    self._line_start(_first(child).line), self._line_start(last_line(child) + 1), ""
                )
        if added := {key: value for key, value in new.items() if key not in old}:
            at = self._line_start(last_line(node) + 1)
            indent = " " * (_first(next(iter(node.children.values()))).column - 1)
            yield TextFix(at, at, "".join(f"{indent}{line}\n" for line in card_lines(added)))

    def _is_in_lines(self, node: Node) -> bool:
        """Tell whether a value is a collection with lines of its own, not in brackets or braces."""
        return bool(node.children) and self.text[self._begin(node.place)] not in "[{"

    def _replaced(self, node: Node, new: Any) -> TextFix:
        """The repair that writes a value again, with its key if it has one."""
        place = _first(node)
        written = self._written(node, new)
        parted = "\n" + " " * (place.column - 1)
        return TextFix(self._begin(place), self._end(node), parted.join(written))

    def _written(self, node: Node, new: Any) -> list[str]:
        if node.key is None:
            return card_lines(new) if isinstance(new, Mapping) else [inline_yaml(new)]
        begin = self._begin(node.key)
        key = self.text[begin : begin + node.key.end_column - node.key.column]
        return card_lines({key: new})

    def _end(self, node: Node) -> int:
        """The offset after the last character of a value; the parser ends a block at what follows it."""
        if self._is_in_lines(node):
            return max(self._end(one) for one in node.children.values())
        end = self._line_start(node.place.end_line) + node.place.end_column - 1
        return len(self.text[:end].rstrip())

    def _begin(self, place: Span) -> int:
        return self._line_start(place.line) + place.column - 1

    def _line_start(self, line: int) -> int:
        return sum(map(len, self._lines[: line - 1]))


def _first(node: Node) -> Span:
    """The place where a value begins, or its key if it has one."""
    return node.key or node.place

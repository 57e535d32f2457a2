"""A file's data beside the place of every key and value.

The data is what JSON has: dicts with text keys, lists, text, whole numbers, floats, booleans and None. The
places stand in a tree of the same shape.
"""

from collections.abc import Mapping
from typing import Any

from edencli.files.diagnostic import Diagnostic, Diagnostics, KeyPath, Span, first

TOP = Span(1, 1, 1, 2)


class Node:
    """The place of one value, and of its key when it stands in a mapping.

    A `hole` is a value that was there and could not be taken as it was: what is said about it was said.
    """

    __slots__ = ("hole", "inside", "key", "place")

    def __init__(self, place: Span, *, hole: bool = False) -> None:
        self.place = place
        self.key: Span | None = None
        self.hole = hole
        self.inside: dict[str | int, Node] = {}


class Document:
    """What a YAML file says.

    `whole` is False when it could not be read to its end as one document; then `data` is no basis for more.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = ""
        self.data: Any = None
        self.root: Node | None = None
        self.faults = Diagnostics()
        self.whole = True

    @property
    def lines(self) -> list[str]:
        """The lines of the file; parted when something is shown, for of many files most are never shown."""
        return self.text.replace("\r\n", "\n").split("\n")

    def refuse(
        self, code: str, place: Span | None, form: str = "", values: Mapping[str, object] | None = None
    ) -> None:
        """Say what is wrong, and that the data is no basis for more."""
        self.whole = False
        self.faults.add(Diagnostic(file=self.name, code=code, form=form, place=place, values=values or {}))

    def value_place(self, path: KeyPath) -> Span:
        """Where the value at this path stands, or the nearest one around it."""
        return self._node(path)[0].place

    def key_place(self, path: KeyPath) -> Span:
        """Where the key of this path stands; for an item of a list, its value."""
        node, found = self._node(path)
        return (node.key if found else None) or node.place

    def spot(self, path: KeyPath) -> Span:
        """Where to show something about what stands at this path: a collection's key, else the value."""
        node, _ = self._node(path)
        return node.key if node.key and node.inside else node.place

    def missing_place(self, path: KeyPath) -> Span:
        """Where to show that the mapping at this path lacks a key: its own key, or its first character."""
        node, _ = self._node(path)
        return node.key or first(node.place)

    def spoiled(self, path: KeyPath) -> bool:
        """Tell whether something on the way to this path could not be taken as it was."""
        node = self.root
        for step in path:
            if node is None or node.hole:
                break
            node = node.inside.get(step)
        return node is not None and node.hole

    def _node(self, path: KeyPath) -> tuple[Node, bool]:
        node = self.root or Node(TOP)
        for step in path:
            if step not in node.inside:
                return node, False
            node = node.inside[step]
        return node, True

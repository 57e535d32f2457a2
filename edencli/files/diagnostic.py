"""What is said about a file: a place, a code, the values of its sentence, and a repair.

A place is a stretch of the file; a path is the way to a value through its data.

The sentences themselves stand in `lang`, one or more a code: `form` picks which. Here is only what they are
filled with.

A document is a file's data beside the place of every key and value. The data is what JSON has: dicts with
text keys, lists, text, whole numbers, floats, booleans and None; the places stand in a tree of that shape.
"""

import enum
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from edencli.named_tuple import NamedTuple

MAX_SHOWN = 50  # diagnostics of one file; the rest is counted
SYMPTOM_CODE = "reference-faulty"
_MAX_KEPT = 1000  # enough to choose the first fifty from, however broken the file


# The keys and item numbers that lead from the top of a file to a value: ("fighters", 2, "name").
KeyPath = tuple[str | int, ...]


class Span(NamedTuple):
    """A stretch of a file: lines and columns from 1, the end just after the last character.

    Columns count characters as Unicode does, whatever their width on a screen.
    """

    line: int
    column: int
    end_line: int
    end_column: int


def first_character(place: Span) -> Span:
    """Only the first character of a place."""
    return Span(place.line, place.column, place.line, place.column + 1)


class Severity(enum.StrEnum):
    """How grave it is: a file is refused for an error, a warning wants a look, and a note is only told."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class TermId(NamedTuple):
    """A value that is a term of the reader's language, by its message id."""

    id: str


class Diagnostic(NamedTuple):
    """One thing to say about a file.

    `place` is None when it is about the file as a whole. `repair` is the message id of what stands beside
    the carets; it is said with the same values.
    """

    file: str
    code: str
    form: str = ""
    place: Span | None = None
    path: KeyPath | None = None
    values: Mapping[str, object] = MappingProxyType({})
    repair: str | None = None
    severity: Severity = Severity.ERROR

    @property
    def message_id(self) -> str:
        """The id of its sentence."""
        return f"{self.code}/{self.form}" if self.form else self.code

    @property
    def sort_key(self) -> tuple[int, int, str, str]:
        """Its rank in the file: by place, then by code; what has no place comes first."""
        line, column = self.place[:2] if self.place else (0, 0)
        return line, column, self.code, self.form


class Diagnostics:
    """The diagnostics of one file as they are found. However many there are, they stay few in memory."""

    def __init__(self, found: Iterable[Diagnostic] = ()) -> None:
        self.kept: list[Diagnostic] = []
        self.uncounted = 0
        for one in found:
            self.add(one)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep one more, or only count it when there are very many."""
        if len(self.kept) < _MAX_KEPT:
            self.kept.append(diagnostic)
        else:
            self.uncounted += 1

    def count_unkept(self, more: int) -> None:
        """Count so many that were found and not kept."""
        self.uncounted += more

    def extend(self, others: "Diagnostics") -> None:
        """Add those of another stage."""
        for one in others.kept:
            self.add(one)
        self.count_unkept(others.uncounted)

    def __iter__(self) -> Iterator[Diagnostic]:
        """The first fifty, in the order of the file."""
        return iter(sorted(self.kept, key=lambda one: one.sort_key)[:MAX_SHOWN])

    def __len__(self) -> int:
        return len(self.kept) + self.uncounted

    @property
    def unshown_count(self) -> int:
        """How many there are beyond those that iterating gives."""
        return max(0, len(self) - MAX_SHOWN)

    @property
    def symptom_count(self) -> int:
        """How many of them say only that a file has errors, which are said and counted there."""
        return sum(one.code == SYMPTOM_CODE for one in self.kept)

    @property
    def error_count(self) -> int:
        """How many of them are errors, all that was not kept among them."""
        return self._count(Severity.ERROR) + self.uncounted

    @property
    def warning_count(self) -> int:
        """How many of them are warnings."""
        return self._count(Severity.WARNING)

    @property
    def note_count(self) -> int:
        """How many of them are notes."""
        return self._count(Severity.NOTE)

    def _count(self, severity: Severity) -> int:
        return sum(one.severity is severity for one in self.kept)


FILE_START = Span(1, 1, 1, 2)


class Node:
    """The place of one value, and of its key when it stands in a mapping.

    A `hole` is a value that was there and could not be taken as it was: what is said about it was said.
    """

    __slots__ = ("children", "hole", "key", "place")

    def __init__(self, place: Span, *, hole: bool = False) -> None:
        self.place = place
        self.key: Span | None = None
        self.hole = hole
        self.children: dict[str | int, Node] = {}


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
        self.is_complete = True

    @property
    def lines(self) -> list[str]:
        """The lines of the file; parted when something is shown, for of many files most are never shown."""
        return self.text.replace("\r\n", "\n").split("\n")

    def release_unshown(self) -> None:
        """Let go of all that only checking needs: what it says, and the lines of which nothing was said."""
        shown = {one.place.line for one in self.faults.kept if one.place}
        lines = self.lines[: max(shown, default=0)]
        self.text = "\n".join(line if n in shown else "" for n, line in enumerate(lines, 1))
        self.release_data()

    def release_data(self) -> None:
        """Let go of its data and their places, twenty times the text; nothing more is said of it."""
        self.data, self.root = None, None

    def refuse(
        self, code: str, place: Span | None, form: str = "", values: Mapping[str, object] | None = None
    ) -> None:
        """Say what is wrong, and that the data is no basis for more."""
        self.is_complete = False
        self.faults.add(Diagnostic(file=self.name, code=code, form=form, place=place, values=values or {}))

    def value_place(self, path: KeyPath) -> Span:
        """Where the value at this path stands, or the nearest one around it."""
        return self._node(path)[0].place

    def key_place(self, path: KeyPath) -> Span:
        """Where the key of this path stands; for an item of a list, its value."""
        node, found = self._node(path)
        return (node.key if found else None) or node.place

    def display_place(self, path: KeyPath) -> Span:
        """Where to show something about what stands at this path: a collection's key, else the value."""
        node, _ = self._node(path)
        return node.key if node.key and node.children else node.place

    def missing_place(self, path: KeyPath) -> Span:
        """Where to show that the mapping at this path lacks a key: its own key, or its first character."""
        node, _ = self._node(path)
        return node.key or first_character(node.place)

    def has_hole(self, path: KeyPath) -> bool:
        """Tell whether something on the way to this path could not be taken as it was."""
        node = self.root
        for step in path:
            if node is None or node.hole:
                break
            node = node.children.get(step)
        return node is not None and node.hole

    def _node(self, path: KeyPath) -> tuple[Node, bool]:
        node = self.root or Node(FILE_START)
        for step in path:
            if step not in node.children:
                return node, False
            node = node.children[step]
        return node, True

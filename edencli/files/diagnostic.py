"""Diagnostics of files: a place, a code, the values of its sentence, and a repair; and documents.

A place is a range of the file; a path is the keys and numbers that lead to a value in its data. The sentences
are in `lang`, one or more per code: `form` picks one.

A document is a file's data with the place of every key and value. The data is what JSON has: dicts with text
keys, lists, text, whole numbers, floats, booleans and None; the places are a tree of the same structure.
"""

import enum
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from edencli.named_tuple import NamedTuple

MAX_SHOWN = 50  # diagnostics shown of one file; the rest is counted
SYMPTOM_CODE = "reference-faulty"
_MAX_KEPT = 1000  # enough to choose the first fifty from, however broken the file


# The keys and item numbers that lead from the top of a file to a value: ("fighters", 2, "name").
KeyPath = tuple[str | int, ...]


class Span(NamedTuple):
    """A range of a file: lines and columns from 1, the end just after the last character.

    Columns count Unicode characters, whatever their width on a screen.
    """

    line: int
    column: int
    end_line: int
    end_column: int


def first_character(place: Span) -> Span:
    """Only the first character of a place."""
    return Span(place.line, place.column, place.line, place.column + 1)


class Severity(enum.StrEnum):
    """How serious a diagnostic is: only errors make a file invalid; warnings need a look, notes inform."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class TermId(NamedTuple):
    """A value that is a term of the reader's language, by its message id."""

    id: str


class Diagnostic(NamedTuple):
    """One message about a file.

    `place` is None when it is about the file as a whole. `repair` is the message id of the text beside the
    carets, which has the same values.
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
        """Its order in the file: by place, then by code; without a place it comes first."""
        line, column = self.place[:2] if self.place else (0, 0)
        return line, column, self.code, self.form


class Diagnostics:
    """The diagnostics of one file; however many there are, only a bounded number is kept in memory."""

    def __init__(self, found: Iterable[Diagnostic] = ()) -> None:
        self.kept: list[Diagnostic] = []
        self.uncounted = 0
        for one in found:
            self.add(one)

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic; beyond a bound it is only counted."""
        if len(self.kept) < _MAX_KEPT:
            self.kept.append(diagnostic)
        else:
            self.uncounted += 1

    def count_unkept(self, more: int) -> None:
        """Count diagnostics that were found and not kept."""
        self.uncounted += more

    def extend(self, others: "Diagnostics") -> None:
        """Add the diagnostics of another stage."""
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
        """The number of diagnostics beyond those that iterating gives."""
        return max(0, len(self) - MAX_SHOWN)

    @property
    def symptom_count(self) -> int:
        """The number of diagnostics that only say that another file has errors, which are counted there."""
        return sum(one.code == SYMPTOM_CODE for one in self.kept)

    @property
    def error_count(self) -> int:
        """The number of errors, including all that were not kept."""
        return self._count(Severity.ERROR) + self.uncounted

    @property
    def warning_count(self) -> int:
        """The number of warnings."""
        return self._count(Severity.WARNING)

    @property
    def note_count(self) -> int:
        """The number of notes."""
        return self._count(Severity.NOTE)

    def _count(self, severity: Severity) -> int:
        return sum(one.severity is severity for one in self.kept)


FILE_START = Span(1, 1, 1, 2)


class Node:
    """The place of one value, and of its key if it is in a mapping.

    A `hole` is a value that could not be used as written; a diagnostic about it exists already.
    """

    __slots__ = ("children", "hole", "key", "place")

    def __init__(self, place: Span, *, hole: bool = False) -> None:
        self.place = place
        self.key: Span | None = None
        self.hole = hole
        self.children: dict[str | int, Node] = {}


class Document:
    """The data of a YAML file, with its places and faults.

    `is_complete` is False when the file could not be read to its end as one document; its data must not be
    used then.
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
        """The lines of the file, split when they are shown: most files never are."""
        return self.text.replace("\r\n", "\n").split("\n")

    def release_unshown(self) -> None:
        """Free the memory that only checking needs: the data, and the lines without a diagnostic."""
        shown = {one.place.line for one in self.faults.kept if one.place}
        lines = self.lines[: max(shown, default=0)]
        self.text = "\n".join(line if n in shown else "" for n, line in enumerate(lines, 1))
        self.release_data()

    def release_data(self) -> None:
        """Free the data and its places, which take twenty times the memory of the text."""
        self.data, self.root = None, None

    def refuse(
        self, code: str, place: Span | None, form: str = "", values: Mapping[str, object] | None = None
    ) -> None:
        """Add a fault after which the data must not be used."""
        self.is_complete = False
        self.faults.add(Diagnostic(file=self.name, code=code, form=form, place=place, values=values or {}))

    def value_place(self, path: KeyPath) -> Span:
        """The place of the value at a path, or of the nearest one around it."""
        return self._node(path)[0].place

    def key_place(self, path: KeyPath) -> Span:
        """The place of the last key of a path; for an item of a list, that of its value."""
        node, found = self._node(path)
        return (node.key if found else None) or node.place

    def display_place(self, path: KeyPath) -> Span:
        """The place to show a message about a path: the key of a collection, else the value."""
        node, _ = self._node(path)
        return node.key if node.key and node.children else node.place

    def missing_place(self, path: KeyPath) -> Span:
        """The place to show that the mapping at a path lacks a key: its own key, or its first character."""
        node, _ = self._node(path)
        return node.key or first_character(node.place)

    def has_hole(self, path: KeyPath) -> bool:
        """Tell whether the value at a path, or one around it, could not be used as written."""
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

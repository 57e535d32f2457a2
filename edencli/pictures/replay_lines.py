"""The lines of a replay page: every text that is drawn or told at some moment, once, by its number.

A frame is a list of line numbers, one for each slot of the page: a layer of the board, a line of a card, the
dice. It is written as what differs from the frame before. So hundreds of pictures take as little room as what
changes in them, and a script shows any of them by putting lines into slots.
"""

from collections.abc import Iterator, Sequence
from html import escape

from edencli.lang import clean


def safe_text(text: str) -> str:
    """A text as HTML or SVG that says nothing else."""
    return escape(clean(text))


class LineTable:
    """All lines, in the order of their numbers; line 0 is empty."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {"": 0}

    def number(self, line: str) -> int:
        """The number of a line, a new one where it is new."""
        return self._numbers.setdefault(line, len(self._numbers))

    @property
    def lines(self) -> list[str]:
        """All lines by number."""
        return list(self._numbers)


class FrameWriter:
    """Frames, each as what differs from the frame before: a slot and its line, and so on."""

    def __init__(self, table: LineTable) -> None:
        self._table = table
        self._slots: dict[str, int] = {}
        self._before: dict[int, int] = {}
        self.frames: list[list[int]] = []

    def slot(self, name: str) -> int:
        """The number of a slot, a new one where its name is new."""
        return self._slots.setdefault(name, len(self._slots))

    def add(self, shown: Sequence[tuple[str, str]]) -> None:
        """Add a frame, given the line of each slot that may differ, by the slot's name."""
        self.frames.append(list(self._changes(shown)))

    def _changes(self, shown: Sequence[tuple[str, str]]) -> Iterator[int]:
        for name, line in shown:
            slot, number = self.slot(name), self._table.number(line)
            if self._before.get(slot, 0) != number:
                self._before[slot] = number
                yield from (slot, number)

"""The lines of a replay page: each text that some moment shows, stored once and referred to by its number.

A frame says which line stands in each slot of the page: a layer of the board, a line of a card, the dice. It
is written as what differs from the frame before. So hundreds of moments take only the room of what changes
in them, and the script shows any of them by putting lines into slots.
"""

from collections.abc import Iterator, Sequence
from html import escape

from edencli.lang import clean


def safe_text(text: str) -> str:
    """Escape a text for HTML and SVG, without control characters."""
    return escape(clean(text))


class LineTable:
    """All lines, each with its number; line 0 is empty."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {"": 0}

    def number(self, line: str) -> int:
        """The number of a line; a new line gets the next number."""
        return self._numbers.setdefault(line, len(self._numbers))

    @property
    def lines(self) -> list[str]:
        """All lines, in the order of their numbers."""
        return list(self._numbers)


class FrameWriter:
    """Writes each frame as what differs from the frame before: a slot and its line, and so on."""

    def __init__(self, table: LineTable) -> None:
        self._table = table
        self._slots: dict[str, int] = {}
        self._before: dict[int, int] = {}
        self.frames: list[list[int]] = []

    def slot(self, name: str) -> int:
        """The number of a slot; a new name gets the next number."""
        return self._slots.setdefault(name, len(self._slots))

    def add(self, shown: Sequence[tuple[str, str]]) -> None:
        """Add a frame, given the name and the line of each slot that may have changed."""
        self.frames.append(list(self._changes(shown)))

    def _changes(self, shown: Sequence[tuple[str, str]]) -> Iterator[int]:
        for name, line in shown:
            slot, number = self.slot(name), self._table.number(line)
            if self._before.get(slot, 0) != number:
                self._before[slot] = number
                yield from (slot, number)

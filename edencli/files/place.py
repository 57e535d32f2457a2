"""Where something stands in a file, and the way to it through the data."""

from typing import NamedTuple

# The keys and item numbers that lead from the top of a file to a value: ("fighters", 2, "name").
KeyPath = tuple[str | int, ...]


class Place(NamedTuple):
    """A stretch of a file: lines and columns from 1, the end just after the last character.

    Columns count characters as Unicode does, whatever their width on a screen.
    """

    line: int
    column: int
    end_line: int
    end_column: int


def first(place: Place) -> Place:
    """Only the first character of a place."""
    return Place(place.line, place.column, place.line, place.column + 1)

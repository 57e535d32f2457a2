"""Who stands on the field: a side and a name."""

import enum
from typing import NamedTuple


class Side(enum.StrEnum):
    """The two players. What neither of them plays has no side."""

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLUE if self is Side.RED else Side.RED


class Piece(NamedTuple):
    """A fighter of a side, or of nobody; repeated names are numbered (`Rat 2`)."""

    side: Side | None
    name: str


def opposes(one: Piece, other: Piece) -> bool:
    """Tell whether two fighters are enemies: nobody's fighters oppose all but each other."""
    return one.side is not other.side

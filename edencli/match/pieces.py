"""The fighters on the field, each a side and a name, and the owners of cards."""

import enum
from typing import Final, Literal, TypeAlias

from edencli.named_tuple import NamedTuple


class Side(enum.StrEnum):
    """The two players. Pieces that belong to neither have no side."""

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLUE if self is Side.RED else Side.RED


PUBLIC: Final = "public"
Audience: TypeAlias = Side | Literal["public"] | None
"""A viewer of a match: a player, the public, or None for one that may see everything."""


class Piece(NamedTuple):
    """A fighter of a side, or of none; repeated names are numbered (`Rat 2`)."""

    side: Side | None
    name: str


class OwnedCard(NamedTuple):
    """A card and its owner: an ability of `user`, or a player's card; `card` is None if it is hidden."""

    side: Side | None
    user: Piece | None
    card: str | None


def are_enemies(one: Piece, other: Piece) -> bool:
    """Tell whether two fighters are enemies; non-player fighters oppose all but each other."""
    return one.side is not other.side

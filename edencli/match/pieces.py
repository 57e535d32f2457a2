"""Who stands on the field, a side and a name, and whose a card is."""

import enum
from typing import Final, Literal, TypeAlias

from edencli.named_tuple import NamedTuple


class Side(enum.StrEnum):
    """The two players. What neither of them plays has no side."""

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLUE if self is Side.RED else Side.RED


PUBLIC: Final = "public"
Audience: TypeAlias = Side | Literal["public"] | None
"""Who looks at a match: a player, anybody at all, or, as None, somebody to whom everything may be shown."""


class Piece(NamedTuple):
    """A fighter of a side, or of nobody; repeated names are numbered (`Rat 2`)."""

    side: Side | None
    name: str


class OwnedCard(NamedTuple):
    """A card and whose it is: an ability of `user`, or a player's; None where a card is hidden."""

    side: Side | None
    user: Piece | None
    card: str | None


def are_enemies(one: Piece, other: Piece) -> bool:
    """Tell whether two fighters are enemies: nobody's fighters oppose all but each other."""
    return one.side is not other.side

"""The ways of moves and charges: from where a fighter stands, by the places that are named, to the last.

Nothing is planned here: a destination alone is the straight line to it, an enemy alone the nearest contact on
the line of centres. A charge that ends near contact is moved into it, along the line of centres.
"""

from collections.abc import Sequence

from edencli.field.distance import foot, gap
from edencli.field.shapes import Disc, Point
from edencli.field.units import cm, compare
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.notation.errors import Unreadable
from edencli.notation.forms import Asked
from edencli.rules.ground import base
from edencli.rules.movement import Path

# How far from contact a charge may be said to end that ends in contact.
SNAP = cm(0.5)


def way(asked: Asked, fighter: Piece, places: Sequence[tuple[int, int]]) -> Path:
    """Join where a fighter stands and the places he passes."""
    return (standing(asked, fighter).centre, *(Point(*place) for place in places))


def standing(asked: Asked, fighter: Piece) -> Disc:
    """The base of a fighter, who must be on the field to be spoken of so."""
    if not asked.match.of(fighter).on_field:
        raise Unreadable("not-on-field", fighter=asked.names.cast.labels[fighter])
    return base(asked.match, fighter)


def charge_way(
    asked: Asked, fighter: Piece, target: Piece, via: Sequence[tuple[int, int]], end: tuple[int, int] | None
) -> Path:
    """The way of a charge, into contact where no end is named."""
    begun = way(asked, fighter, via)
    standing(asked, target)
    last = Point(*end) if end else contact(asked.match, fighter, target, begun[-1])
    return (*begun, last)


def contact(match: Match, fighter: Piece, target: Piece, seen_from: tuple[int, int]) -> Point:
    """Where a fighter touches another on the line of centres, seen from a place."""
    return foot(base(match, target), base(match, fighter).r, seen_from)


def snapped(match: Match, fighter: Piece, target: Piece, end: tuple[int, int]) -> Point:
    """The end of a charge, moved into contact if it is near it."""
    apart = gap(base(match, fighter).at(end), base(match, target))
    if compare(apart, 0) == 0 or compare(abs(apart), SNAP) > 0:
        return Point(*end)
    return contact(match, fighter, target, end)

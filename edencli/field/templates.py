"""Templates: what they cover, how they may lie, and where they cover most.

An explosion is a disc. A blast is an outline drawn in its own frame: it begins where it touches its user's
base and looks along x; on the table it begins at the base's edge and looks at the point it is aimed at.
A base is covered when the template overlaps it, deeper than a touch.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from edencli.field.angle import TURN, angle, direction
from edencli.field.circles import meet_reach
from edencli.field.distance import between, in_contact, overlap
from edencli.field.shapes import Disc, Point, Polygon, Shape, outline
from edencli.field.units import TOLERANCE

ROUNDING: Final = 1.5
"""More than storing a place can move it."""


class Placement(NamedTuple):
    """A way to lay a template: the point it is aimed at, and which bases it covers there."""

    aim: Point
    covers: tuple[int, ...]


def covered(template: Shape, bases: Sequence[Shape]) -> tuple[int, ...]:
    """Find which bases a template covers, by number."""
    return tuple(number for number, base in enumerate(bases) if overlap(template, base))


def trapezoid(length: int, near: int, far: int) -> Polygon:
    """Draw a blast that widens from its near end to its far end."""
    return outline(((0, -near / 2), (length, -far / 2), (length, far / 2), (0, near / 2)))


def laid(blast: Polygon, user: Disc, aim: Point) -> Polygon:
    """Lay a blast on the table: from its user's edge, looking at a point other than his centre."""
    far = between(user.x, user.y, aim.x, aim.y)
    ux, uy = (aim.x - user.x) / far, (aim.y - user.y) / far
    ahead = [(user.r + x, y) for x, y in blast.corners]
    return outline((user.x + x * ux - y * uy, user.y + x * uy + y * ux) for x, y in ahead)


def may_lie(template: Shape, user: Disc, nearest: Shape) -> bool:
    """Whether a laid blast touches its user and covers the base that it has to cover."""
    return in_contact(template, user) and overlap(template, nearest)


def best_blast(
    blast: Polygon, user: Disc, nearest: Disc, bases: Sequence[Disc], worth: Sequence[int] | None = None
) -> Placement | None:
    """Find how a blast covers most bases, or most worth, while it covers the nearest; none when it cannot.

    Exact: between two headings at which a base begins or ceases to be covered, nothing changes.
    """
    far = between(user.x, user.y, nearest.x, nearest.y)
    placements = []
    for heading in _headings(blast, user, (nearest, *bases)):
        dx, dy = direction(heading)
        aim = Point(round(user.x + far * dx), round(user.y + far * dy))
        template = laid(blast, user, aim)
        if may_lie(template, user, nearest):
            placements.append(Placement(aim=aim, covers=covered(template, bases)))
    return _best(placements, worth)


def _headings(blast: Polygon, user: Disc, bases: Sequence[Disc]) -> list[float]:
    """One heading between every two at which some base begins or ceases to be covered."""
    ahead = blast.moved(user.r, 0)
    changes = []
    for base in bases:
        dx, dy = base.x - user.x, base.y - user.y
        circle = 0.0, 0.0, between(0, 0, dx, dy)
        rims = meet_reach(circle, ahead, base.r - TOLERANCE)
        changes += [(angle(dx, dy) - angle(x, y)) % TURN for x, y in rims]
    stops = sorted(changes)
    return [(low + high) / 2 for low, high in pairwise((*stops, *(stop + TURN for stop in stops[:1])))]


def _best(placements: Sequence[Placement], worth: Sequence[int] | None) -> Placement | None:
    def value(placement: Placement) -> tuple[int, tuple[int, int]]:
        gained = sum(worth[number] if worth else 1 for number in placement.covers)  # whole numbers
        return -gained, placement.aim

    return min(placements, key=value, default=None)

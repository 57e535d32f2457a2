"""Templates: what they cover, how they may lie, and where they cover most.

An explosion is a disc. A blast is an outline drawn in its own frame: it begins where it touches its user's
base and looks along x; on the table it begins at the base's edge and looks at the point it is aimed at, or
is turned from there. A base is covered when the template overlaps it, deeper than a touch.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from edencli.field.distance import Place, in_contact, overlap, point_distance, reach_crossings
from edencli.field.shapes import Disc, Point, Polygon, Shape, make_polygon
from edencli.field.units import FULL_TURN, TOLERANCE, angle, unit_vector, unit_vector_degrees
from edencli.named_tuple import NamedTuple

BLAST_TURNS: Final = tuple(
    float(sign * turn) for turn in range(0, 90, 10) for sign in (1, -1) if turn or sign > 0
)
"""How far a blast is turned when it is tried where it does best."""


class BlastPlacement(NamedTuple):
    """A way to lay a blast: the point it is aimed at, how far it is turned, and which bases it covers so."""

    aim: Point
    turned: float
    covers: tuple[int, ...]


def covered_bases(template: Shape, bases: Sequence[Shape]) -> tuple[int, ...]:
    """Find which bases a template covers, by number."""
    return tuple(number for number, base in enumerate(bases) if overlap(template, base))


def make_trapezoid(length: int, near: int, far: int) -> Polygon:
    """Draw a blast that widens from its near end to its far end."""
    return make_polygon(((0, -near / 2), (length, -far / 2), (length, far / 2), (0, near / 2)))


def lay_blast(blast: Polygon, user: Disc, aim: Point, turned: float = 0.0) -> Polygon:
    """Lay a blast on the table: from its user's edge, looking at a point other than his centre, or turned.

    The middle of its near end lies straight towards the point. Turned by so many degrees, counterclockwise,
    it is moved out along that line until its near end no more than touches the base.
    """
    far = point_distance(user.x, user.y, aim.x, aim.y)
    ux, uy = (aim.x - user.x) / far, (aim.y - user.y) / far
    ahead = _blast_corners(blast, user.r, turned)
    return make_polygon((user.x + x * ux - y * uy, user.y + x * uy + y * ux) for x, y in ahead)


def _blast_corners(blast: Polygon, base: int, turned: float) -> list[Place]:
    """The corners of a blast before a base at 0, 0 whose user aims along x."""
    cos, sin = unit_vector_degrees(turned)
    half = max(y for x, y in blast.corners if x == 0)
    if base * abs(sin) <= half * cos:  # its edge touches, else a corner
        out = base / cos
    else:
        out = half * abs(sin) + sqrt(max(0.0, base * base - half * half * cos * cos))
    return [(out + x * cos - y * sin, x * sin + y * cos) for x, y in blast.corners]


def can_lay_blast(template: Shape, user: Disc, nearest: Shape) -> bool:
    """Whether a laid blast touches its user, does not cover him, and covers the base that it has to."""
    return in_contact(template, user) and not overlap(template, user) and overlap(template, nearest)


def best_blast(
    blast: Polygon, user: Disc, nearest: Disc, bases: Sequence[Disc], worth: Sequence[int] | None = None
) -> BlastPlacement | None:
    """Find how a blast covers most bases, or most worth, while it covers the nearest; none when it cannot.

    It is turned as little as will do, in steps. At each step the best is exact: between two headings at which
    a base begins or ceases to be covered, nothing changes.
    """
    far = point_distance(user.x, user.y, nearest.x, nearest.y)
    placements = []
    for turned in BLAST_TURNS:
        for ahead in _headings(make_polygon(_blast_corners(blast, user.r, turned)), user, (nearest, *bases)):
            dx, dy = unit_vector(ahead)
            aim = Point(round(user.x + far * dx), round(user.y + far * dy))
            template = lay_blast(blast, user, aim, turned)
            if can_lay_blast(template, user, nearest):
                placements.append(BlastPlacement(aim, turned, covered_bases(template, bases)))
    return _best(placements, worth)


def _headings(ahead: Polygon, user: Disc, bases: Sequence[Disc]) -> list[float]:
    """One heading between every two at which some base begins or ceases to be covered."""
    changes = []
    for base in bases:
        dx, dy = base.x - user.x, base.y - user.y
        circle = 0.0, 0.0, point_distance(0, 0, dx, dy)
        rims = reach_crossings(circle, ahead, base.r - TOLERANCE)
        changes += [(angle(dx, dy) - angle(x, y)) % FULL_TURN for x, y in rims]
    stops = sorted(changes)
    return [(low + high) / 2 for low, high in pairwise((*stops, *(stop + FULL_TURN for stop in stops[:1])))]


def _best(placements: Sequence[BlastPlacement], worth: Sequence[int] | None) -> BlastPlacement | None:
    def value(placement: BlastPlacement) -> tuple[int, float, tuple[int, int]]:
        gained = sum(worth[number] if worth else 1 for number in placement.covers)  # whole numbers
        return -gained, abs(placement.turned), placement.aim

    return min(placements, key=value, default=None)

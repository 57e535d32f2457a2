"""Templates: what they cover, how a blast may be laid, and where it covers most.

An explosion is a disc. A blast is an outline with coordinates of its own: it begins where it touches its
user's base and points along x; on the table it begins at the base's edge and points at the place it is aimed
at, or is turned from there. A base is covered if the template overlaps it, deeper than a touch.
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
"""The angles by which a blast is turned when the best placement is searched, in degrees."""


class BlastPlacement(NamedTuple):
    """A placement of a blast: the point it is aimed at, how far it is turned, the bases it covers."""

    aim: Point
    turned: float
    covers: tuple[int, ...]


def covered_bases(template: Shape, bases: Sequence[Shape]) -> tuple[int, ...]:
    """The numbers of the bases that a template covers."""
    return tuple(number for number, base in enumerate(bases) if overlap(template, base))


def make_trapezoid(length: int, near: int, far: int) -> Polygon:
    """Make a blast that widens from its near end to its far end."""
    return make_polygon(((0, -near / 2), (length, -far / 2), (length, far / 2), (0, near / 2)))


def lay_blast(blast: Polygon, user: Disc, aim: Point, turned: float = 0.0) -> Polygon:
    """Lay a blast on the table: at its user's edge, pointing at a place (not the centre), or turned from it.

    The middle of its near end lies straight towards the place. A blast that is turned by some degrees,
    counterclockwise, is moved out along that line until its near end only touches the base.
    """
    far = point_distance(user.x, user.y, aim.x, aim.y)
    ux, uy = (aim.x - user.x) / far, (aim.y - user.y) / far
    ahead = _blast_corners(blast, user.r, turned)
    return make_polygon((user.x + x * ux - y * uy, user.y + x * uy + y * ux) for x, y in ahead)


def _blast_corners(blast: Polygon, base: int, turned: float) -> list[Place]:
    """The corners of a blast in front of a base at 0, 0 whose user aims along x."""
    cos, sin = unit_vector_degrees(turned)
    half = max(y for x, y in blast.corners if x == 0)
    if base * abs(sin) <= half * cos:  # its near edge touches the base, else a corner does
        out = base / cos
    else:
        out = half * abs(sin) + sqrt(max(0.0, base * base - half * half * cos * cos))
    return [(out + x * cos - y * sin, x * sin + y * cos) for x, y in blast.corners]


def can_lay_blast(template: Shape, user: Disc, nearest: Shape) -> bool:
    """Whether a laid blast touches its user without covering it, and covers the nearest base."""
    return in_contact(template, user) and not overlap(template, user) and overlap(template, nearest)


def best_blast(
    blast: Polygon, user: Disc, nearest: Disc, bases: Sequence[Disc], worth: Sequence[int] | None = None
) -> BlastPlacement | None:
    """Find the placement that covers most bases, or most worth, and the nearest; None if there is none.

    It is turned as little as possible, in steps. In each step the best is exact: between two headings at
    which a base begins or ceases to be covered, nothing changes.
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
    """One heading between each two at which a base begins or ceases to be covered."""
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

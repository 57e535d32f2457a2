"""What each element does to a line of sight: facts, no verdicts.

An element *reaches in* when some of it lies in the corridor, deeper than a touch. It *cuts* when no straight
sight line from viewer to target stays clear of it. It is *occupied* when it overlaps viewer or target. Which
of these hides or hinders anybody is for the rules to say.
"""

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Final, NamedTuple

from edencli.field.circles import Place, meet_circle
from edencli.field.corridor import Corridor, Side, corridor
from edencli.field.distance import between, from_outline, overlap, square_from_segment
from edencli.field.shapes import Disc, Edge, Polygon, Round, Shape, edge
from edencli.field.sightline import find_clear_line
from edencli.field.units import NOISE, TOLERANCE


class Fact(NamedTuple):
    """What one element is to one line of sight."""

    reaches_in: bool = False
    cuts: bool = False
    occupied_by_viewer: bool = False
    occupied_by_target: bool = False


ASIDE: Final = Fact()
"""An element that has nothing to do with it."""

DEEPER: Final = TOLERANCE + NOISE


def sight_facts(viewer: Disc, target: Shape, elements: Iterable[Shape]) -> tuple[Fact, ...]:
    """Say of each element, in order, what it does to the sight from a base to its target."""
    way = corridor(viewer, target)
    return tuple(_fact(way, viewer, target, element) for element in elements)


def clear_sight(viewer: Disc, target: Shape, elements: Iterable[Shape]) -> tuple[Place, Place] | None:
    """Find a straight sight line that stays clear of all elements together; none when they cut it.

    Elements that only touch the corridor are in nobody's way. Where viewer and target overlap, the line goes
    from centre to nearest place, and nothing cuts it.
    """
    way = corridor(viewer, target)
    if way is None:
        return viewer.centre, viewer.centre
    line = find_clear_line(way, [element for element in elements if reaches_in(way, element)])
    return line and ((line[0], line[1]), (line[0] + line[2], line[1] + line[3]))


def reaches_in(way: Corridor, element: Shape) -> bool:
    """Whether some of an element lies in a corridor, deeper than a touch."""
    if isinstance(element, Polygon):
        return _polygon_reaches_in(way, element)
    return _disc_reaches_in(way, element)


def _fact(way: Corridor | None, viewer: Disc, target: Shape, element: Shape) -> Fact:
    if way is None:
        reaches = cuts = False
    elif _is_aside(way, element):
        return ASIDE
    else:
        reaches = reaches_in(way, element)
        cuts = reaches and find_clear_line(way, [element]) is None
    return Fact(
        reaches_in=reaches,
        cuts=cuts,
        occupied_by_viewer=overlap(viewer, element),
        occupied_by_target=overlap(target, element),
    )


def _is_aside(way: Corridor, element: Shape) -> bool:
    """Whether an element lies wholly beyond one of the corridor's borders, as most do."""
    if not isinstance(element, Polygon):
        return way.misses(element.x, element.y, element.r)
    if way.misses(*element.circle):
        return True
    return any(all(nx * x + ny * y <= at for x, y in element.tips) for nx, ny, at in way.limits[:2])


def _polygon_reaches_in(way: Corridor, polygon: Polygon) -> bool:
    """A polygon's edges run through the corridor, or a part of the corridor lies inside it."""
    return any(way.stretches(line) for line in polygon.edges) or any(
        way.holds(x, y) and from_outline(x, y, polygon.edges) < 0
        for x, y in (_inner_middle(way.left), _inner_middle(way.right))
    )


def _disc_reaches_in(way: Corridor, disc: Round) -> bool:
    """A disc's centre is in the corridor, or a place on the corridor's rim is in the disc."""
    if way.holds(disc.x, disc.y):
        return True
    for x, y, dx, dy, _ in _straight_rims(way):
        for low, high in way.stretches(edge((x, y), (x + dx, y + dy))):
            part = edge((x + low * dx, y + low * dy), (x + high * dx, y + high * dy))
            if square_from_segment(disc.x, disc.y, part) < disc.r * disc.r:
                return True
    return any(between(disc.x, disc.y, x, y) < disc.r and way.holds(x, y) for x, y in _round_rims(way, disc))


def _straight_rims(way: Corridor) -> Iterator[Edge]:
    """The straight parts of a corridor's rim, a hair inside."""
    for side in (way.left, way.right):
        yield _shifted(edge(side.start, side.end), side.outwards, -DEEPER)
    if isinstance(way.target, Polygon):
        for line in way.target.edges:
            length = sqrt(line[4])
            yield _shifted(line, (line[3] / length, -line[2] / length), DEEPER)


def _round_rims(way: Corridor, disc: Round) -> Iterator[Place]:
    """The places on the round parts of a corridor's rim that are nearest to a disc, a hair inside."""
    rims = [
        (base.x, base.y, base.r + DEEPER)
        for base in (way.viewer, way.target)
        if not isinstance(base, Polygon)
    ]
    for x, y, radius in rims:
        dx, dy = disc.x - x, disc.y - y
        apart = sqrt(dx * dx + dy * dy)
        if apart:
            yield x + radius / apart * dx, y + radius / apart * dy
    if len(rims) > 1:
        yield from meet_circle(*rims)


def _inner_middle(side: Side) -> Place:
    """A place just inside the middle of a side."""
    (nx, ny), (ax, ay), (bx, by) = side.outwards, side.start, side.end
    return (ax + bx) / 2 - DEEPER * nx, (ay + by) / 2 - DEEPER * ny


def _shifted(line: Edge, way: Place, far: float) -> Edge:
    x, y, dx, dy, square = line
    return x + far * way[0], y + far * way[1], dx, dy, square

"""Facts about lines of sight: what each element does to one. Facts, no verdicts.

An element *reaches in* if some of it lies in the corridor, deeper than a touch. It *cuts* if no straight
sight line from viewer to target is clear of it. It is *occupied* if it overlaps viewer or target. Whether
this hides or hinders anything is up to the rules.

A sight line runs from the viewer's edge to the target's. If there are clear ones, one of them can be pushed
until it touches two things: the viewer, the target, the rim of a disc, the corner of a polygon, or a place
where the rim of an element enters viewer or target. So it is enough to try the common tangents of every two
of them.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from typing import Final, TypeAlias

from edencli.field.corridor import Corridor, Tangent, build_corridor
from edencli.field.distance import (
    Circle,
    Place,
    circle_crossings,
    gap,
    gap_to_outline,
    is_line_clear,
    overlap,
    point_distance,
    reach_crossings,
    squared_segment_distance,
)
from edencli.field.ground import ShapeIndex
from edencli.field.line_parts import LinePart, part_in_convex, parts_within_reach
from edencli.field.shapes import Disc, Edge, Polygon, RoundShape, Shape, make_edge
from edencli.field.units import LONGEST_LENGTH, NOISE, TOLERANCE
from edencli.named_tuple import NamedTuple

LINE_CLEARANCE: Final = 1e-4
"""How far a tried line keeps off what it touches, so that rounding never decides whether it is clear."""

InfiniteLine: TypeAlias = tuple[float, float, float]
"""An infinite straight line: its normal, and its distance from the origin along the normal."""

TOUCH_DEPTH: Final = TOLERANCE + NOISE


class SightFact(NamedTuple):
    """What one element does to one line of sight."""

    reaches_in: bool = False
    cuts: bool = False
    occupied_by_viewer: bool = False
    occupied_by_target: bool = False


ASIDE: Final = SightFact()
"""The fact of an element that does nothing to a line of sight."""


def sight_facts_by_number(viewer: Disc, target: Shape, elements: Sequence[Shape]) -> dict[int, SightFact]:
    """The facts about sight from a base to its target, by number of element; others do nothing.

    Viewer and target themselves are left out. Of an index, only elements nearby are looked at.
    """
    corridor = build_corridor(viewer, target)
    apart = corridor is not None and not overlap(viewer, corridor.target)
    facts, ends = {}, (viewer.bounding_box, target.bounding_box)
    for number in _candidates_near(corridor, viewer, target, elements):
        element = elements[number]
        if element.bounding_box not in ends or element not in (viewer, target):
            fact = _sight_fact(corridor, viewer, target, element, apart=apart)
            if fact is not ASIDE:
                facts[number] = fact
    return facts


def find_sight_line(viewer: Disc, target: Shape, elements: Sequence[Shape]) -> tuple[Place, Place] | None:
    """Find a straight sight line that is clear of all elements together; None if they cut it.

    Elements that only touch the corridor are not in the way. If the viewer overlaps the convex hull of the
    target, the line has no length, and nothing cuts it.
    """
    corridor = build_corridor(viewer, target)
    if corridor is None or overlap(viewer, corridor.target):
        return viewer.centre, viewer.centre
    line = find_clear_line(corridor, [element for element in elements if reaches_in(corridor, element)])
    return line and ((line[0], line[1]), (line[0] + line[2], line[1] + line[3]))


def reaches_in(corridor: Corridor, element: Shape) -> bool:
    """Whether some of an element lies in a corridor, deeper than a touch."""
    if isinstance(element, Polygon):
        return _polygon_reaches_in(corridor, element)
    return _disc_reaches_in(corridor, element)


def _candidates_near(
    corridor: Corridor | None, viewer: Disc, target: Shape, elements: Sequence[Shape]
) -> Sequence[int]:
    """The numbers of the elements that may reach into a corridor, or overlap its ends."""
    if not isinstance(elements, ShapeIndex):
        return range(len(elements))
    (left, bottom, right, top), (west, south, east, north) = viewer.bounding_box, target.bounding_box
    within = (
        min(west, left),
        min(south, bottom),
        max(east, right),
        max(north, top),
    )
    return elements.numbers_near(within, corridor.limits[:2] if corridor else ())


def _sight_fact(
    corridor: Corridor | None, viewer: Disc, target: Shape, element: Shape, *, apart: bool
) -> SightFact:
    if corridor is not None and _is_aside(corridor, element):
        return ASIDE
    by_viewer, by_target = overlap(viewer, element), overlap(target, element)
    reaches = corridor is not None and reaches_in(corridor, element)
    cuts = False
    if apart and reaches and corridor is not None:
        in_hull = by_target if corridor.target is target else overlap(corridor.target, element)
        cuts = _cuts(corridor, element, is_beside_ends=not (by_viewer or in_hull))
    if not (reaches or by_viewer or by_target):
        return ASIDE
    return SightFact(reaches, cuts, by_viewer, by_target)


def _cuts(corridor: Corridor, element: Shape, *, is_beside_ends: bool) -> bool:
    """Whether an element leaves no clear line.

    A convex element that both sides of the corridor run into, and that is clear of viewer and target, stands
    between them from side to side: the straight line between the two places is part of it.
    """
    left, right = corridor.left.line, corridor.right.line
    if is_line_clear(left, element, TOLERANCE) or is_line_clear(right, element, TOLERANCE):
        return False
    if is_beside_ends and not (isinstance(element, Polygon) and not element.is_convex):
        return True
    return _tangent_sight_line(corridor, [element]) is None


def _is_aside(corridor: Corridor, element: Shape) -> bool:
    """Whether an element lies wholly beyond one of the corridor's borders, as most elements do."""
    if not isinstance(element, Polygon):
        return corridor.misses_disc(element.x, element.y, element.r)
    if corridor.misses_disc(*element.bounding_circle):
        return True
    return any(
        all(nx * x + ny * y <= at for x, y in element.convex_corners) for nx, ny, at in corridor.limits[:2]
    )


def _polygon_reaches_in(corridor: Corridor, polygon: Polygon) -> bool:
    """Whether a polygon's edges run through the corridor, or part of the corridor lies inside it."""
    for x, y in polygon.corners:
        if corridor.contains(x, y):
            return True
    return any(corridor.parts_inside(line) for line in polygon.edges) or any(
        corridor.contains(x, y) and gap_to_outline(x, y, polygon.edges) < 0
        for x, y in (_inner_middle(corridor.left), _inner_middle(corridor.right))
    )


def _disc_reaches_in(corridor: Corridor, disc: RoundShape) -> bool:
    """Whether a disc's centre is in the corridor, or a place on the corridor's rim is in the disc."""
    if corridor.contains(disc.x, disc.y):
        return True
    if gap(disc, corridor.viewer) > TOLERANCE and gap(disc, corridor.target) > TOLERANCE:
        return any(_lies_across(side, disc) for side in (corridor.left, corridor.right))
    for x, y, dx, dy, _ in _straight_rims(corridor):
        for low, high in corridor.parts_inside(make_edge((x, y), (x + dx, y + dy))):
            part = make_edge((x + low * dx, y + low * dy), (x + high * dx, y + high * dy))
            if squared_segment_distance(disc.x, disc.y, part) < disc.r * disc.r:
                return True
    return any(
        point_distance(disc.x, disc.y, x, y) < disc.r and corridor.contains(x, y)
        for x, y in _round_rims(corridor, disc)
    )


def _lies_across(side: Tangent, disc: RoundShape) -> bool:
    """Whether a disc that is clear of both ends of a side lies across the line just inside the side."""
    (ox, oy), (x, y), (wx, wy), length, *_ = side
    px, py = disc.x - x, disc.y - y
    return 0 < px * wx + py * wy < length and abs(px * ox + py * oy + TOUCH_DEPTH) < disc.r


def _straight_rims(corridor: Corridor) -> Iterator[Edge]:
    """The straight parts of a corridor's rim, moved just inside."""
    for side in (corridor.left, corridor.right):
        yield _shift_line(side.line, side.outwards, -TOUCH_DEPTH)
    if isinstance(corridor.target, Polygon):
        for line in corridor.target.edges:
            length = sqrt(line[4])
            yield _shift_line(line, (line[3] / length, -line[2] / length), TOUCH_DEPTH)


def _round_rims(corridor: Corridor, disc: RoundShape) -> Iterator[Place]:
    """The places on the round parts of a corridor's rim, just inside, that are nearest to a disc."""
    rims = [
        (base.x, base.y, base.r + TOUCH_DEPTH)
        for base in (corridor.viewer, corridor.target)
        if not isinstance(base, Polygon)
    ]
    for x, y, radius in rims:
        dx, dy = disc.x - x, disc.y - y
        apart = sqrt(dx * dx + dy * dy)
        if apart:
            yield x + radius / apart * dx, y + radius / apart * dy
    if len(rims) > 1:
        yield from circle_crossings(*rims)


def _inner_middle(side: Tangent) -> Place:
    """A place just inside the middle of a side."""
    (nx, ny), (ax, ay), (bx, by) = side.outwards, side.start, side.end
    return (ax + bx) / 2 - TOUCH_DEPTH * nx, (ay + by) / 2 - TOUCH_DEPTH * ny


def _shift_line(line: Edge, way: Place, far: float) -> Edge:
    x, y, dx, dy, square = line
    return x + far * way[0], y + far * way[1], dx, dy, square


def find_clear_line(corridor: Corridor, elements: Sequence[Shape]) -> Edge | None:
    """Find a sight line more than the tolerance away from all elements; None if they cut it."""
    for side in (corridor.left, corridor.right):
        if _keeps_off_all(side.line, elements):
            return side.line
    return _tangent_sight_line(corridor, elements)


def _tangent_sight_line(corridor: Corridor, elements: Sequence[Shape]) -> Edge | None:
    for first, second in combinations(_rims(corridor, elements), 2):
        for straight in _common_tangents(first, second):
            line = _sight_line(corridor, straight)
            if line and _keeps_off_all(line, elements):
                return line
    return None


def _keeps_off_all(line: Edge, elements: Sequence[Shape]) -> bool:
    return all(is_line_clear(line, element, TOLERANCE) for element in elements)


def _rims(corridor: Corridor, elements: Sequence[Shape]) -> list[Circle]:
    """Everything that a line can be pushed against, as circles."""
    rims = [*_base_rims(corridor.viewer), *_base_rims(corridor.target)]
    for element in elements:
        rims += _element_rims(corridor, element)
        rims += ((x, y, 0.0) for x, y in _entries(corridor, element))
    return rims


def _base_rims(shape: Shape) -> list[Circle]:
    if isinstance(shape, Polygon):
        return [(x, y, 0.0) for x, y in shape.convex_corners]
    return [(shape.x, shape.y, max(0.0, shape.r - LINE_CLEARANCE))]


def _element_rims(corridor: Corridor, element: Shape) -> Iterator[Circle]:
    reach = TOLERANCE + LINE_CLEARANCE
    if not isinstance(element, Polygon):
        return iter([(element.x, element.y, element.r + reach)])
    return ((x, y, reach) for x, y in element.convex_corners if not corridor.misses_disc(x, y, 2 * reach))


def _entries(corridor: Corridor, element: Shape) -> Iterator[Place]:
    """The places where the rim of an element enters viewer or target."""
    reach = TOLERANCE + LINE_CLEARANCE
    for base in (corridor.viewer, corridor.target):
        if gap(base, element) < reach:
            if isinstance(base, Polygon):
                yield from _entries_of_edges(base, element, reach)
            else:
                yield from reach_crossings((base.x, base.y, base.r), element, reach)


def _entries_of_edges(base: Polygon, element: Shape, reach: float) -> Iterator[Place]:
    for x, y, dx, dy, square in base.edges:
        for part in parts_within_reach((x, y, dx, dy, square), element, reach):
            yield from ((x + at * dx, y + at * dy) for at in part)


def _common_tangents(first: Circle, second: Circle) -> Iterator[InfiniteLine]:
    """The straight lines that touch two circles; they pass through a circle without radius."""
    x, y, radius = first
    dx, dy = second[0] - x, second[1] - y
    apart = sqrt(dx * dx + dy * dy)
    if apart < NOISE:
        return
    ux, uy = dx / apart, dy / apart
    for other in (second[2], -second[2]) if radius and second[2] else (second[2],):
        lean = (other - radius) / apart
        if -1 <= lean <= 1:
            rise = sqrt(1 - lean * lean)
            for nx, ny in (
                (lean * ux - rise * uy, lean * uy + rise * ux),
                (lean * ux + rise * uy, lean * uy - rise * ux),
            ):
                yield nx, ny, nx * x + ny * y - radius


def _sight_line(corridor: Corridor, straight: InfiniteLine) -> Edge | None:
    """The part of a straight line from the viewer's edge to the target's, if it meets both."""
    nx, ny, at = straight
    viewer = corridor.viewer
    off = nx * viewer.x + ny * viewer.y - at
    if abs(off) > viewer.r:
        return None
    foot = viewer.x - off * nx, viewer.y - off * ny
    part = _target_part(corridor.target, foot, (-ny, nx))
    if part is None:
        return None
    dx, dy = (-ny, nx) if part[0] + part[1] > 0 else (ny, -nx)
    start = sqrt(viewer.r * viewer.r - off * off)
    end = min(abs(part[0]), abs(part[1]))
    return make_edge((foot[0] + start * dx, foot[1] + start * dy), (foot[0] + end * dx, foot[1] + end * dy))


def _target_part(target: Shape, foot: Place, way: Place) -> LinePart | None:
    """The part of an infinite line through a place that lies in the target: where it begins and ends."""
    x, y = foot
    dx, dy = way
    if isinstance(target, Polygon):
        line = make_edge(
            (x - LONGEST_LENGTH * dx, y - LONGEST_LENGTH * dy),
            (x + LONGEST_LENGTH * dx, y + LONGEST_LENGTH * dy),
        )
        part = part_in_convex(line, target.convex_parts[0], NOISE)
        return part and ((2 * part[0] - 1) * LONGEST_LENGTH, (2 * part[1] - 1) * LONGEST_LENGTH)
    px, py = target.x - x, target.y - y
    across = px * dy - py * dx
    if abs(across) > target.r + NOISE:
        return None
    along, half = px * dx + py * dy, sqrt(max(0.0, target.r * target.r - across * across))
    return along - half, along + half

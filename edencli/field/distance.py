"""The distance between two shapes from edge to edge, whether they touch or overlap, and where they would.

A gap is positive between shapes that are apart, 0 in contact, and below 0 the depth to which they overlap.
Circles (a centre and a radius) are intersected with edges and with each other, and with the border of the
area within `reach` of a shape, which consists of circles (round a disc, round a polygon's convex corners)
and of edges moved outwards.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import inf, sqrt
from typing import Final, TypeAlias, TypeVar

from edencli.field.shapes import Disc, Edge, Point, Polygon, Shape, bounding_circle
from edencli.field.units import TOLERANCE

T = TypeVar("T")

Place: TypeAlias = tuple[float, float]
Circle: TypeAlias = tuple[float, float, float]

_HAIR: Final = 0.5
"""Less than a place can move when it is stored."""


def circle_crossings(first: Circle, second: Circle) -> list[Place]:
    """Where two circles cross: two places, or none."""
    x, y, radius = first
    dx, dy = second[0] - x, second[1] - y
    square = dx * dx + dy * dy
    if square == 0:
        return []
    along = (square + radius * radius - second[2] * second[2]) / (2 * square)
    rest = radius * radius / square - along * along
    if rest < 0:
        return []
    across = sqrt(rest)
    return [
        (x + along * dx - across * dy, y + along * dy + across * dx),
        (x + along * dx + across * dy, y + along * dy - across * dx),
    ]


def edge_crossings(circle: Circle, edge: Edge, outwards: float = 0.0) -> list[Place]:
    """Where a circle crosses an edge that is moved to its right by `outwards`: at most two places."""
    x, y, radius = circle
    ax, ay, dx, dy, square = edge
    length = sqrt(square)
    px, py = x - ax, y - ay
    off = outwards - (px * dy - py * dx) / length
    rest = radius * radius - off * off
    if rest < 0:
        return []
    foot, half = (px * dx + py * dy) / length, sqrt(rest)
    sx, sy = ax + outwards * dy / length, ay - outwards * dx / length
    ends = [at for at in (foot - half, foot + half) if 0 <= at <= length]
    return [(sx + at * dx / length, sy + at * dy / length) for at in ends]


def reach_crossings(circle: Circle, shape: Shape, reach: float) -> list[Place]:
    """Where a circle crosses the border of the area within reach of a shape: all places, and a few more."""
    if not isinstance(shape, Polygon):
        return circle_crossings(circle, (shape.x, shape.y, shape.r + reach))
    places = [place for edge in shape.edges for place in edge_crossings(circle, edge, reach)]
    for tip in shape.convex_corners:
        places += circle_crossings(circle, (tip.x, tip.y, reach))
    return places


def gap(a: Shape, b: Shape) -> float:
    """The gap between two shapes from edge to edge; below 0, how deep they overlap."""
    if not isinstance(a, Polygon):
        if isinstance(b, Polygon):
            return gap_to_outline(a.x, a.y, b.edges) - a.r
        dx, dy = b.x - a.x, b.y - a.y
        return sqrt(dx * dx + dy * dy) - (a.r + b.r)
    if isinstance(b, Polygon):
        return _polygon_gap(a, b)
    return gap_to_outline(b.x, b.y, a.edges) - b.r


def distance(a: Shape, b: Shape) -> float:
    """The distance between two shapes from edge to edge; 0 if they touch or overlap."""
    return max(0.0, gap(a, b))


def distances_to(here: Disc, others: Iterable[Disc]) -> list[float]:
    """Measure from a disc to each of some others, as `distance` does."""
    x, y, r = here.x, here.y, here.r
    gaps = [sqrt((dx := there.x - x) * dx + (dy := there.y - y) * dy) - (r + there.r) for there in others]
    return [gap if gap > 0 else 0.0 for gap in gaps]


def in_contact(a: Shape, b: Shape) -> bool:
    """Whether two shapes touch or overlap."""
    return gap(a, b) <= TOLERANCE


def touching(here: Disc, others: Iterable[tuple[T, Disc]]) -> list[T]:
    """The keys of the discs that touch or overlap a given disc."""
    x, y, near = here.x, here.y, here.r + TOLERANCE
    return [
        one
        for one, there in others
        if (dx := there.x - x) * dx + (dy := there.y - y) * dy <= (near + there.r) * (near + there.r)
    ]


def are_plainly_apart(a: Shape, b: Shape, length: float) -> bool:
    """Whether the circles round two shapes already show that they are more than a length apart."""
    (ax, ay, far), (bx, by, wide) = bounding_circle(a), bounding_circle(b)
    return point_distance(ax, ay, bx, by) > far + wide + length + 2 * TOLERANCE


def overlap(a: Shape, b: Shape) -> bool:
    """Whether two shapes overlap, deeper than a touch."""
    (ax, ay, far), (bx, by, wide) = bounding_circle(a), bounding_circle(b)
    dx, dy = bx - ax, by - ay
    if sqrt(dx * dx + dy * dy) >= far + wide - TOLERANCE:
        return False
    if isinstance(a, Polygon) and isinstance(b, Polygon):
        return _have_common_places(a, b) and any(depth > TOLERANCE for depth in _depths(a, b))
    return gap(a, b) < -TOLERANCE


def point_distance(ax: float, ay: float, bx: float, by: float) -> float:
    """The distance between two places."""
    dx, dy = bx - ax, by - ay
    return sqrt(dx * dx + dy * dy)


def segment_distance(x: float, y: float, edge: Edge) -> float:
    """The distance from a place to an edge."""
    return sqrt(squared_segment_distance(x, y, edge))


def squared_segment_distance(x: float, y: float, edge: Edge) -> float:
    """The square of the distance from a place to an edge: enough to find the nearest."""
    ax, ay, dx, dy, square = edge
    px, py = x - ax, y - ay
    along = px * dx + py * dy
    if along <= 0:
        return px * px + py * py
    if along >= square:
        px, py = px - dx, py - dy
        return px * px + py * py
    across = px * dy - py * dx
    return across * across / square


def gap_to_shape(x: float, y: float, shape: Shape) -> float:
    """The gap from a place to the edge of a shape; below 0 if the place lies inside."""
    if isinstance(shape, Polygon):
        return gap_to_outline(x, y, shape.edges)
    return point_distance(x, y, shape.x, shape.y) - shape.r


def gap_to_outline(x: float, y: float, edges: tuple[Edge, ...]) -> float:
    """The gap from a place to the nearest point of a closed outline; below 0 if the place lies inside."""
    nearest, within = inf, False
    for ax, ay, dx, dy, square in edges:
        px, py = x - ax, y - ay
        along = px * dx + py * dy
        across = px * dy - py * dx
        if along <= 0:
            near = px * px + py * py
        elif along >= square:
            near = (px - dx) * (px - dx) + (py - dy) * (py - dy)
        else:
            near = across * across / square
        if near < nearest:  # noqa: PLR1730  # calling min here would double the time
            nearest = near
        if (py < 0) != (py < dy) and (across < 0) == (dy > 0):
            within = not within
    return -sqrt(nearest) if within else sqrt(nearest)


def distance_between_edges(first: Edge, second: Edge) -> float:
    """The distance between two edges; 0 if they cross."""
    if crossing(first, second) is not None:
        return 0.0
    return sqrt(
        min(
            squared_segment_distance(first[0], first[1], second),
            squared_segment_distance(first[0] + first[2], first[1] + first[3], second),
            squared_segment_distance(second[0], second[1], first),
            squared_segment_distance(second[0] + second[2], second[1] + second[3], first),
        )
    )


def is_line_clear(line: Edge, shape: Shape, reach: float) -> bool:
    """Whether a straight line keeps more than `reach` away from a shape."""
    x, y, radius = bounding_circle(shape)
    apart = radius + reach
    if squared_segment_distance(x, y, line) > apart * apart:
        return True
    if not isinstance(shape, Polygon) or any(_is_near(line, side, reach) for side in shape.edges):
        return False
    return gap_to_outline(line[0], line[1], shape.edges) > 0


def _is_near(line: Edge, side: Edge, reach: float) -> bool:
    """Whether two edges come within reach; most lie wholly to one side of each other."""
    x, y, dx, dy, square = line
    px, py = side[0] - x, side[1] - y
    start = px * dy - py * dx
    end = start + side[2] * dy - side[3] * dx
    broad = reach * sqrt(square)
    if (start > broad and end > broad) or (start < -broad and end < -broad):
        return False
    return distance_between_edges(line, side) <= reach


def crossing(first: Edge, second: Edge) -> float | None:
    """Where along the first edge (0 to 1) the second one crosses it; None if it does not, or is parallel."""
    ax, ay, dx, dy, _ = first
    bx, by, ex, ey, _ = second
    turn = dx * ey - dy * ex
    if turn == 0:
        return None
    px, py = bx - ax, by - ay
    along = (px * ey - py * ex) / turn
    other = (px * dy - py * dx) / turn
    return along if 0 <= along <= 1 and 0 <= other <= 1 else None


def _polygon_gap(a: Polygon, b: Polygon) -> float:
    if _have_common_places(a, b):
        return 0.0 - max(0.0, *_depths(a, b))
    return min(distance_between_edges(edge, side) for edge in a.edges for side in b.edges)


def _have_common_places(a: Polygon, b: Polygon) -> bool:
    """Whether the borders of two polygons meet, or one polygon lies in the other."""
    (left, bottom, right, top), (west, south, east, north) = a.bounding_box, b.bounding_box
    if left > east or west > right or bottom > north or south > top:
        return False
    (ax, ay), (bx, by) = a.corners[0], b.corners[0]
    return (
        gap_to_outline(ax, ay, b.edges) < 0
        or gap_to_outline(bx, by, a.edges) < 0
        or any(crossing(edge, side) is not None for edge in a.edges for side in b.edges)
    )


def _depths(a: Polygon, b: Polygon) -> Iterator[float]:
    """How deep each polygon reaches into the other, at its corners, along its edges and inside.

    Along an edge, the middle of each part inside the other polygon is taken: it is at least half as deep as
    the deepest place.
    """
    for sample in (_corner_samples, _edge_samples, _inner_samples):
        for one, other in ((a, b), (b, a)):
            yield from (-gap_to_outline(x, y, other.edges) for x, y in sample(one, other))


def _corner_samples(polygon: Polygon, _: Polygon) -> Iterator[Place]:
    yield from polygon.corners


def _edge_samples(polygon: Polygon, other: Polygon) -> Iterator[Place]:
    """The middle of each part into which another outline cuts the edges."""
    for edge in polygon.edges:
        cuts = [at for side in other.edges if (at := crossing(edge, side)) is not None]
        for start, end in pairwise(sorted((0.0, *cuts, 1.0))):
            half = (start + end) / 2
            yield edge[0] + half * edge[2], edge[1] + half * edge[3]


def _inner_samples(polygon: Polygon, _: Polygon) -> Iterator[Place]:
    """The places inside that are halfway between two corners; they catch what the edges miss."""
    for a, b in combinations(polygon.corners, 2):
        x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
        if gap_to_outline(x, y, polygon.edges) < 0:
            yield x, y


def nearest_foot(shape: Shape, reach: float, place: Place) -> Point:
    """The storable place at a distance from a shape's edge that is nearest to a place outside the shape.

    From a place nearer to the shape than that, it is the end of the shortest way out.
    """
    feet = list(perpendicular_feet(shape, reach, place))
    if isinstance(shape, Polygon) and gap_to_outline(*place, shape.edges) < reach - _HAIR:
        feet += _inner_corners_of_reach(shape, reach)
        feet = [at for at in feet if gap_to_outline(*at, shape.edges) >= reach - _HAIR]
    ends = [Point(round(x), round(y)) for x, y in feet]
    return min(ends, key=lambda end: (point_distance(*place, *end), end))


def _inner_corners_of_reach(shape: Polygon, reach: float) -> Iterator[Place]:
    """The inward corners of the border of the area within reach of a polygon, and a few places more."""
    if len(shape.convex_corners) == len(shape.corners):
        return
    for x, y in shape.convex_corners:
        yield from reach_crossings((x, y, reach), shape, reach)
    moved = [_moved_outwards(edge, reach) for edge in shape.edges]
    for first, second in combinations(moved, 2):
        if (at := crossing(first, second)) is not None:
            yield first[0] + at * first[2], first[1] + at * first[3]


def _moved_outwards(edge: Edge, far: float) -> Edge:
    """An edge moved to its right, out of its shape."""
    x, y, dx, dy, square = edge
    length = sqrt(square)
    return x + far * dy / length, y - far * dx / length, dx, dy, square


def perpendicular_feet(shape: Shape, reach: float, place: Place) -> Iterator[Place]:
    """The places at a distance from a shape that are nearer to a place than their neighbours are."""
    x, y = place
    if not isinstance(shape, Polygon):
        yield _place_towards((shape.x, shape.y), place, shape.r + reach)
        return
    for tip in shape.convex_corners:
        yield _place_towards(tip, place, reach)
    for ax, ay, dx, dy, square in shape.edges:
        part = ((x - ax) * dx + (y - ay) * dy) / square
        if 0 <= part <= 1:
            length = sqrt(square)
            yield ax + part * dx + reach * dy / length, ay + part * dy - reach * dx / length


def _place_towards(centre: Place, towards: Place, far: float) -> Place:
    """The place at a distance from a centre towards another place; to the east if both are the same."""
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    apart = sqrt(dx * dx + dy * dy)
    return (
        (centre[0] + far * dx / apart, centre[1] + far * dy / apart)
        if apart
        else (centre[0] + far, centre[1])
    )

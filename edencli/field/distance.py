"""How far two shapes are from edge to edge, and whether they touch, overlap, or one holds the other.

A gap is positive between shapes that are apart, 0 in contact, and below 0 the depth to which they overlap.
"""

from itertools import combinations, pairwise
from math import inf, sqrt

from edencli.field.shapes import Edge, Polygon, Shape, surrounding
from edencli.field.units import compare


def gap(a: Shape, b: Shape) -> float:
    """Measure from edge to edge; below 0, how deep the shapes overlap."""
    if not isinstance(a, Polygon):
        if isinstance(b, Polygon):
            return from_outline(a.x, a.y, b.edges) - a.r
        return between(a.x, a.y, b.x, b.y) - (a.r + b.r)
    if isinstance(b, Polygon):
        return _polygon_gap(a, b)
    return from_outline(b.x, b.y, a.edges) - b.r


def distance(a: Shape, b: Shape) -> float:
    """Measure from edge to edge; 0 when the shapes touch or overlap."""
    return max(0.0, gap(a, b))


def in_contact(a: Shape, b: Shape) -> bool:
    """Whether the shapes touch or overlap."""
    return compare(gap(a, b), 0) <= 0


def overlap(a: Shape, b: Shape) -> bool:
    """Whether the shapes overlap, deeper than a touch."""
    return compare(gap(a, b), 0) < 0


def is_inside(a: Shape, b: Shape) -> bool:
    """Whether all of a lies within b; touching b's edge from inside is within."""
    return compare(_farthest_out(a, b), 0) <= 0


def between(ax: float, ay: float, bx: float, by: float) -> float:
    """Measure from one place to another."""
    dx, dy = bx - ax, by - ay
    return sqrt(dx * dx + dy * dy)


def from_segment(x: float, y: float, edge: Edge) -> float:
    """Measure from a place to a straight line between two others."""
    return sqrt(square_from_segment(x, y, edge))


def square_from_segment(x: float, y: float, edge: Edge) -> float:
    """Square the distance from a place to an edge: enough to find the nearest."""
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


def from_edge(x: float, y: float, shape: Shape) -> float:
    """Measure from a place to a shape's edge; below 0 when the place lies within."""
    if isinstance(shape, Polygon):
        return from_outline(x, y, shape.edges)
    return between(x, y, shape.x, shape.y) - shape.r


def from_outline(x: float, y: float, edges: tuple[Edge, ...]) -> float:
    """Measure from a place to the nearest point of a closed outline; below 0 when the place lies within."""
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


def edge_from_edge(first: Edge, second: Edge) -> float:
    """Measure between two straight lines; 0 when they cross."""
    if crossing(first, second) is not None:
        return 0.0
    return sqrt(
        min(
            square_from_segment(first[0], first[1], second),
            square_from_segment(first[0] + first[2], first[1] + first[3], second),
            square_from_segment(second[0], second[1], first),
            square_from_segment(second[0] + second[2], second[1] + second[3], first),
        )
    )


def keeps_off(line: Edge, shape: Shape, reach: float) -> bool:
    """Whether a straight line stays more than `reach` away from a shape."""
    x, y, radius = surrounding(shape)
    apart = radius + reach
    if square_from_segment(x, y, line) > apart * apart:
        return True
    if not isinstance(shape, Polygon) or any(_is_near(line, side, reach) for side in shape.edges):
        return False
    return from_outline(line[0], line[1], shape.edges) > 0


def _is_near(line: Edge, side: Edge, reach: float) -> bool:
    """Whether two straight lines come within reach; most lie wholly to one side of each other."""
    x, y, dx, dy, square = line
    px, py = side[0] - x, side[1] - y
    start = px * dy - py * dx
    end = start + side[2] * dy - side[3] * dx
    broad = reach * sqrt(square)
    if (start > broad and end > broad) or (start < -broad and end < -broad):
        return False
    return edge_from_edge(line, side) <= reach


def crossing(first: Edge, second: Edge) -> float | None:
    """Find where along the first edge (0 to 1) the second crosses it; parallel edges never do."""
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
    (ax, ay, far), (bx, by, other) = a.circle, b.circle
    if between(ax, ay, bx, by) < far + other:
        deepest = max(_deepest(a, b), _deepest(b, a))
        if deepest > 0:
            return -deepest
    return min(edge_from_edge(edge, side) for edge in a.edges for side in b.edges)


def _deepest(a: Polygon, b: Polygon) -> float:
    """How deep a reaches into b, found at its corners, along its edges and in its midst.

    Along an edge the middle of each part inside b speaks for it: at least half as deep as its deepest place.
    """
    places = (*a.corners, *_middles(a.edges, b.edges), *_midst(a))
    return max(-from_outline(x, y, b.edges) for x, y in places)


def _middles(edges: tuple[Edge, ...], others: tuple[Edge, ...]) -> list[tuple[float, float]]:
    """The middle of each part into which an outline cuts each of some edges."""
    middles = []
    for edge in edges:
        cuts = [at for other in others if (at := crossing(edge, other)) is not None]
        stops = sorted((0.0, *cuts, 1.0))
        for start, end in pairwise(stops):
            half = (start + end) / 2
            middles.append((edge[0] + half * edge[2], edge[1] + half * edge[3]))
    return middles


def _midst(polygon: Polygon) -> list[tuple[float, float]]:
    """The places inside that are halfway between two corners: they speak for what the edges miss."""
    halves = [((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in combinations(polygon.corners, 2)]
    return [(x, y) for x, y in halves if from_outline(x, y, polygon.edges) < 0]


def _farthest_out(a: Shape, b: Shape) -> float:
    """How far a reaches out of b; below 0, how far all of a stays from b's edge."""
    if not isinstance(a, Polygon):
        return from_edge(a.x, a.y, b) + a.r
    places: list[tuple[float, float]] = [*a.corners]
    if isinstance(b, Polygon):
        places += _middles(a.edges, b.edges)
    return max(from_edge(x, y, b) for x, y in places)

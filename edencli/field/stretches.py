"""Which parts of a straight line lie within reach of a shape, exactly.

A part runs from 0, the line's beginning, to 1, its end.
"""

from itertools import pairwise
from math import sqrt
from typing import TypeAlias

from edencli.field.circles import Circle
from edencli.field.distance import crossing, from_outline
from edencli.field.shapes import Edge, Polygon, Shape

Stretch: TypeAlias = tuple[float, float]

SEAM = 1e-9
"""Parts nearer than this to each other are one."""


def within_reach(line: Edge, shape: Shape, reach: float) -> list[Stretch]:
    """Find the parts of a line that are at most `reach` away from a shape, or inside it, in order.

    With a reach below 0, the parts that are at least so deep inside.
    """
    if not isinstance(shape, Polygon):
        part = in_circle(line, (shape.x, shape.y, max(0.0, shape.r + reach)))
        return [part] if part else []
    x, y, radius = shape.circle
    if in_circle(line, (x, y, radius + reach)) is None:
        return []
    if reach > 0:
        return _filled(line, shape, _near_border(line, shape, reach))
    parts = _filled(line, shape, _on_border(line, shape))
    for shallow in _near_border(line, shape, -reach) if reach else ():
        parts = without(parts, shallow)
    return sorted(parts)


def in_circle(line: Edge, circle: Circle) -> Stretch | None:
    """Find the part of a line inside a circle."""
    x, y, dx, dy, square = line
    px, py = x - circle[0], y - circle[1]
    if square == 0:
        return (0.0, 1.0) if px * px + py * py < circle[2] * circle[2] else None
    across = px * dy - py * dx
    rest = circle[2] * circle[2] - across * across / square
    if rest <= 0:
        return None
    middle, half = -(px * dx + py * dy) / square, sqrt(rest / square)
    if middle - half >= 1 or middle + half <= 0:
        return None
    return max(0.0, middle - half), min(1.0, middle + half)


def in_convex(line: Edge, outline: tuple[Edge, ...], reach: float = 0.0) -> Stretch | None:
    """Find the part of a line inside a convex outline whose edges are moved outwards by `reach`."""
    x, y, dx, dy, _ = line
    part: Stretch | None = (0.0, 1.0)
    for ax, ay, ex, ey, square in outline:
        start = reach * sqrt(square) - ((x - ax) * ey - (y - ay) * ex)
        part = part and clipped(part, start, start - (dx * ey - dy * ex))
    return part


def clipped(part: Stretch, at_start: float, at_end: float) -> Stretch | None:
    """Keep of a part of a line where a value that changes evenly from start to end is above 0."""
    low, high = part
    if at_start <= 0 and at_end <= 0:
        return None
    if at_start < 0 or at_end < 0:
        zero = at_start / (at_start - at_end)
        low, high = (max(low, zero), high) if at_start < 0 else (low, min(high, zero))
    return (low, high) if low < high else None


def joined(parts: list[Stretch], seam: float = SEAM) -> list[Stretch]:
    """Join parts that overlap or meet; the parts come in any order."""
    whole: list[Stretch] = []
    for low, high in sorted(parts):
        if whole and low <= whole[-1][1] + seam:
            whole[-1] = (whole[-1][0], max(high, whole[-1][1]))
        else:
            whole.append((low, high))
    return whole


def without(parts: list[Stretch], gone: Stretch | None) -> list[Stretch]:
    """Take one part away from others."""
    if gone is None:
        return parts
    left = [(low, min(high, gone[0])) for low, high in parts]
    right = [(max(low, gone[1]), high) for low, high in parts]
    return [(low, high) for low, high in left + right if low < high]


def _near_border(line: Edge, polygon: Polygon, reach: float) -> list[Stretch]:
    """The parts of a line within reach of a polygon's edges and tips."""
    parts = [part for x, y in polygon.tips if (part := in_circle(line, (x, y, reach)))]
    for edge in polygon.edges:
        part = _beside(line, edge, reach)
        if part:
            parts.append(part)
    return joined(parts)


def _beside(line: Edge, edge: Edge, reach: float) -> Stretch | None:
    """The part of a line in the strip on both sides of an edge."""
    x, y, dx, dy, _ = line
    ax, ay, ex, ey, square = edge
    px, py = x - ax, y - ay
    broad = reach * sqrt(square)
    across, turn = px * ey - py * ex, dx * ey - dy * ex
    part = clipped((0.0, 1.0), broad - across, broad - across - turn)
    part = part and clipped(part, broad + across, broad + across + turn)
    along, way = px * ex + py * ey, dx * ex + dy * ey
    part = part and clipped(part, along, along + way)
    return part and clipped(part, square - along, square - along - way)


def _on_border(line: Edge, polygon: Polygon) -> list[Stretch]:
    """The places where a line crosses a polygon's edges."""
    return [(at, at) for edge in polygon.edges if (at := crossing(line, edge)) is not None]


def _filled(line: Edge, polygon: Polygon, border: list[Stretch]) -> list[Stretch]:
    """Join the parts near the border with what lies inside between them."""
    x, y, dx, dy, _ = line
    stops = [(0.0, 0.0), *sorted(border), (1.0, 1.0)]
    parts = [part for part in border if part[0] < part[1]]
    for (_, low), (high, _) in pairwise(stops):
        middle = (low + high) / 2
        if low < high and from_outline(x + middle * dx, y + middle * dy, polygon.edges) < 0:
            parts.append((low, high))
    return joined(parts)

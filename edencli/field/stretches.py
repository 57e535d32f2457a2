"""Which parts of a straight line lie within reach of a shape, exactly.

A part runs from 0, the line's beginning, to 1, its end.
"""

from math import sqrt

from edencli.field.convex import Stretch, in_circle, near_convex
from edencli.field.shapes import Edge, Polygon, Shape
from edencli.field.units import NOISE

SEAM = 1e-9
"""Parts nearer than this to each other are one."""


def within_reach(line: Edge, shape: Shape, reach: float) -> list[Stretch]:
    """Find the parts of a line that are at most `reach` away from a shape, or inside it, in order.

    With a reach below 0, the parts that are at least so deep inside.
    """
    if not isinstance(shape, Polygon):
        part = in_circle(line, (shape.x, shape.y, max(0.0, shape.r + reach)))
        return [part] if part else []
    if shape.is_convex:
        part = near_convex(line, shape.parts[0], reach)
        return [part] if part else []
    parts = [near_convex(line, outline, max(reach, NOISE)) for outline in shape.parts]
    inside = joined([part for part in parts if part])
    for shallow in _near_border(line, shape, -reach) if reach < 0 else ():
        inside = without(inside, shallow)
    return sorted(inside)


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
    if len(parts) < 2:  # noqa: PLR2004  # one part has nothing to be joined to
        return parts
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
    return parts


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

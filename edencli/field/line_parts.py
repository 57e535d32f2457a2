"""The parts of a straight line that lie within reach of a shape, exactly.

The area within reach of a convex polygon is convex too: a line enters it once and leaves it once, through a
face moved outwards or through the circle round a corner. The last moved face that the line crosses on its
way in decides which: if the crossing does not lie beside the face itself, it is the corner at that end.
"""

from math import inf, sqrt
from typing import Final, TypeAlias

from edencli.field.distance import Circle, squared_segment_distance
from edencli.field.shapes import Edge, Face, Polygon, Shape
from edencli.field.units import NOISE

SEAM: Final = 1e-9
"""Parts nearer to each other than this are joined."""

LinePart: TypeAlias = tuple[float, float]
"""A part of a line, from 0 (the line's beginning) to 1 (its end)."""

Crossing: TypeAlias = tuple[float, Face]
"""Where a line crosses a face, and the face."""


def parts_within_reach(line: Edge, shape: Shape, reach: float) -> list[LinePart]:
    """The parts of a line that are at most `reach` away from a shape, or inside it, in order.

    With a reach below 0, the parts that are at least that deep inside.
    """
    if not isinstance(shape, Polygon):
        part = part_in_circle(line, (shape.x, shape.y, max(0.0, shape.r + reach)))
        return [part] if part else []
    x, y, radius = shape.bounding_circle
    if radius + reach <= 0 or squared_segment_distance(x, y, line) >= (radius + reach) * (radius + reach):
        return []
    if shape.is_convex:
        part = part_near_convex(line, shape.convex_parts[0], reach)
        return [part] if part else []
    parts = [part_near_convex(line, outline, max(reach, NOISE)) for outline in shape.convex_parts]
    inside = merge_parts([part for part in parts if part])
    for shallow in _parts_near_border(line, shape, -reach) if reach < 0 else ():
        inside = subtract_part(inside, shallow)
    return sorted(inside)


def clip_part(part: LinePart, at_start: float, at_end: float) -> LinePart | None:
    """The part in which a value that changes evenly from start to end of the line is above 0."""
    low, high = part
    if at_start <= 0 and at_end <= 0:
        return None
    if at_start < 0 or at_end < 0:
        zero = at_start / (at_start - at_end)
        low, high = (max(low, zero), high) if at_start < 0 else (low, min(high, zero))
    return (low, high) if low < high else None


def merge_parts(parts: list[LinePart], seam: float = SEAM) -> list[LinePart]:
    """Join parts that overlap or meet; they may come in any order."""
    if len(parts) < 2:  # noqa: PLR2004  # one part has nothing to be joined to
        return parts
    whole: list[LinePart] = []
    for low, high in sorted(parts):
        if whole and low <= whole[-1][1] + seam:
            whole[-1] = (whole[-1][0], max(high, whole[-1][1]))
        else:
            whole.append((low, high))
    return whole


def subtract_part(parts: list[LinePart], gone: LinePart | None) -> list[LinePart]:
    """Remove one part from others."""
    if gone is None:
        return parts
    left = [(low, min(high, gone[0])) for low, high in parts]
    right = [(max(low, gone[1]), high) for low, high in parts]
    return [(low, high) for low, high in left + right if low < high]


def _parts_near_border(line: Edge, polygon: Polygon, reach: float) -> list[LinePart]:
    """The parts of a line within reach of a polygon's edges and tips."""
    parts = [part for x, y in polygon.convex_corners if (part := part_in_circle(line, (x, y, reach)))]
    for edge in polygon.edges:
        part = _part_beside_edge(line, edge, reach)
        if part:
            parts.append(part)
    return parts


def _part_beside_edge(line: Edge, edge: Edge, reach: float) -> LinePart | None:
    """The part of a line in the strip along both sides of an edge."""
    x, y, dx, dy, _ = line
    ax, ay, ex, ey, square = edge
    px, py = x - ax, y - ay
    broad = reach * sqrt(square)
    across, turn = px * ey - py * ex, dx * ey - dy * ex
    part = clip_part((0.0, 1.0), broad - across, broad - across - turn)
    part = part and clip_part(part, broad + across, broad + across + turn)
    along, way = px * ex + py * ey, dx * ex + dy * ey
    part = part and clip_part(part, along, along + way)
    return part and clip_part(part, square - along, square - along - way)


def part_in_circle(line: Edge, circle: Circle) -> LinePart | None:
    """The part of a line inside a circle."""
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


def part_in_convex(line: Edge, outline: tuple[Face, ...], reach: float = 0.0) -> LinePart | None:
    """The part of a line inside a convex outline whose edges are moved outwards until they meet again."""
    crossings = _crossings(line, outline, reach)
    return crossings and (crossings[0][0], crossings[1][0])


def part_near_convex(line: Edge, outline: tuple[Face, ...], reach: float) -> LinePart | None:
    """The part of a line within reach of a convex outline, or inside it; below 0, that deep inside."""
    crossings = _crossings(line, outline, reach)
    if crossings is None:
        return None
    (low, entry), (high, exit_) = crossings
    if reach > 0:
        entered, left = (
            _part_round_corner(line, low, entry, reach),
            _part_round_corner(line, high, exit_, reach),
        )
        if entered is None or left is None:
            return None
        low, high = max(low, entered[0]), min(high, left[1])
    return (low, high) if low < high else None


def _crossings(line: Edge, outline: tuple[Face, ...], reach: float) -> tuple[Crossing, Crossing] | None:
    """Where a line enters and leaves an outline, and by which faces.

    If an end of the line is inside, the face nearest to it.
    """
    x, y, dx, dy, _ = line
    low, high, entry, exit_ = 0.0, 1.0, outline[0], outline[0]
    least_start = least_end = inf
    for face in outline:
        ax, ay, ux, uy, _ = face
        start = reach - (x - ax) * uy + (y - ay) * ux
        end = start - dx * uy + dy * ux
        if start > 0:
            if start < least_start:
                least_start, entry = start, face
        elif end <= 0:
            return None
        elif least_start > 0 or start / (start - end) > low:
            low, least_start, entry = start / (start - end), start, face
        if end > 0:
            if end < least_end:
                least_end, exit_ = end, face
        elif least_end > 0 or start / (start - end) < high:
            high, least_end, exit_ = start / (start - end), end, face
    return ((low, entry), (high, exit_)) if low < high else None


def _part_round_corner(line: Edge, at: float, face: Face, reach: float) -> LinePart | None:
    """The part of a line in the circle round the corner that it passes; all of it if it passes a face."""
    x, y, dx, dy, _ = line
    ax, ay, ux, uy, length = face
    along = (x + at * dx - ax) * ux + (y + at * dy - ay) * uy
    if along < 0:
        return part_in_circle(line, (ax, ay, reach))
    if along > length:
        return part_in_circle(line, (ax + length * ux, ay + length * uy, reach))
    return 0.0, 1.0

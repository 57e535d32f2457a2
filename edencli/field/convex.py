"""The part of a straight line inside a circle, a convex polygon, or all that is within reach of one.

What is within reach of a convex polygon is convex too: a line enters it once and leaves it once, through a
face moved outwards or through the circle round a corner. The moved face that it crosses last on its way in
tells which: where the place does not lie beside the face itself, it is the corner at that end.
"""

from math import inf, sqrt
from typing import TypeAlias

from edencli.field.circles import Circle
from edencli.field.shapes import Edge, Face

Stretch: TypeAlias = tuple[float, float]
"""A part of a line, from 0, the line's beginning, to 1, its end."""

Crossing: TypeAlias = tuple[float, Face]
"""Where on a line it crosses a face."""


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


def in_convex(line: Edge, outline: tuple[Face, ...], reach: float = 0.0) -> Stretch | None:
    """Find the part of a line inside a convex outline whose edges are moved outwards till they meet again."""
    crossings = _crossings(line, outline, reach)
    return crossings and (crossings[0][0], crossings[1][0])


def near_convex(line: Edge, outline: tuple[Face, ...], reach: float) -> Stretch | None:
    """Find the part of a line inside a convex outline or within reach of it; below 0, so deep inside."""
    crossings = _crossings(line, outline, reach)
    if crossings is None:
        return None
    (low, entry), (high, exit_) = crossings
    if reach > 0:
        entered, left = _round_corner(line, low, entry, reach), _round_corner(line, high, exit_, reach)
        if entered is None or left is None:
            return None
        low, high = max(low, entered[0]), min(high, left[1])
    return (low, high) if low < high else None


def _crossings(line: Edge, outline: tuple[Face, ...], reach: float) -> tuple[Crossing, Crossing] | None:
    """Where a line comes in and goes out, and by which edges; inside, the edges nearest to its ends."""
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


def _round_corner(line: Edge, at: float, face: Face, reach: float) -> Stretch | None:
    """The part of a line in the circle round the corner that it passes there; all of it beside a face."""
    x, y, dx, dy, _ = line
    ax, ay, ux, uy, length = face
    along = (x + at * dx - ax) * ux + (y + at * dy - ay) * uy
    if along < 0:
        return in_circle(line, (ax, ay, reach))
    if along > length:
        return in_circle(line, (ax + length * ux, ay + length * uy, reach))
    return 0.0, 1.0

"""Where a circle meets other circles, edges, and the border of what lies within reach of a shape.

The border of everything within `reach` of a shape is made of circles (round a disc, round a polygon's tips)
and of edges moved outwards. A circle is its centre and its radius.
"""

from math import sqrt
from typing import TypeAlias

from edencli.field.shapes import Edge, Polygon, Shape

Place: TypeAlias = tuple[float, float]
Circle: TypeAlias = tuple[float, float, float]


def meet_circle(first: Circle, second: Circle) -> list[Place]:
    """Find where two circles cross: two places, or none."""
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


def meet_edge(circle: Circle, edge: Edge, outwards: float = 0.0) -> list[Place]:
    """Find where a circle crosses an edge, moved to its right by `outwards`: at most two places."""
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


def meet_reach(circle: Circle, shape: Shape, reach: float) -> list[Place]:
    """Find where a circle crosses the border of what is within reach of a shape: all places, and few more."""
    if not isinstance(shape, Polygon):
        return meet_circle(circle, (shape.x, shape.y, shape.r + reach))
    places = [place for edge in shape.edges for place in meet_edge(circle, edge, reach)]
    for tip in shape.tips:
        places += meet_circle(circle, (tip.x, tip.y, reach))
    return places

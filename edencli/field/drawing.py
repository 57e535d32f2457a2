"""What a picture of a line of sight needs: the corridor as a closed outline."""

from collections.abc import Iterator, Sequence
from typing import Final

from edencli.field.angle import TURN, angle, direction
from edencli.field.circles import Place
from edencli.field.corridor import Corridor, corridor
from edencli.field.distance import between
from edencli.field.shapes import Disc, Point, Polygon, Round, Shape

FINE: Final = TURN / 72
"""Arcs are drawn in steps no longer than this."""


def corridor_outline(viewer: Disc, target: Shape) -> tuple[Point, ...]:
    """Draw the corridor from a base to its target; empty when one lies in the other."""
    way = corridor(viewer, target)
    if way is None:
        return ()
    places = (*_arc(viewer, way.right.start, way.left.start), *_facing(way))
    return tuple(Point(round(x), round(y)) for x, y in places)


def _facing(way: Corridor) -> Iterator[Place]:
    """The target's border that faces the viewer, from the corridor's left side to its right."""
    target = way.target
    if not isinstance(target, Polygon):
        yield from _arc(target, way.left.end, way.right.end)
        return
    tips = target.tips
    first, last = _number_of(way.left.end, tips), _number_of(way.right.end, tips)
    yield from (tips[number % len(tips)] for number in range(first, first + (last - first) % len(tips) + 1))


def _number_of(place: Place, tips: Sequence[Point]) -> int:
    return min(range(len(tips)), key=lambda number: between(*tips[number], *place))


def _arc(base: Round, start: Place, end: Place) -> Iterator[Place]:
    """Places along a base's edge, counterclockwise; a point has only itself."""
    yield start
    if base.r:
        begin = angle(start[0] - base.x, start[1] - base.y)
        span = (angle(end[0] - base.x, end[1] - base.y) - begin) % TURN
        steps = int(span / FINE) + 1
        ways = [direction(begin + number * span / steps) for number in range(1, steps)]
        yield from ((base.x + base.r * dx, base.y + base.r * dy) for dx, dy in ways)
        yield end

"""Lines, halves and minimum spacing: what zones and rules of placement are made of."""

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

from edencli.field.distance import gap
from edencli.field.shapes import Point, Polygon, Shape
from edencli.field.units import compare
from edencli.record import Record


class Line(Record):
    """An endless straight line through two places; looking from one to the other it has a left side."""

    start: Point
    ahead: Point

    def depth_left(self, shape: Shape) -> float:
        """Measure from the line to the shape's point farthest right: above 0 when all of it lies left."""
        return min(self._left_of(place) for place in _places(shape)) - _radius(shape)

    def distance(self, shape: Shape) -> float:
        """Measure from the line to a shape's edge; 0 when it reaches the line."""
        sides = [self._left_of(place) for place in _places(shape)]
        return max(0.0, min(sides) - _radius(shape), -max(sides) - _radius(shape))

    def _left_of(self, place: Point) -> float:
        dx, dy = self.ahead.x - self.start.x, self.ahead.y - self.start.y
        return (dx * (place.y - self.start.y) - dy * (place.x - self.start.x)) / sqrt(dx * dx + dy * dy)


def too_near(shape: Shape, others: Sequence[Shape], spacing: float) -> tuple[int, ...]:
    """Find which others are nearer to a shape than a spacing asks, by number."""
    return tuple(number for number, other in enumerate(others) if compare(gap(shape, other), spacing) < 0)


def crowded(shapes: Sequence[Shape], spacing: float) -> tuple[tuple[int, int], ...]:
    """Find which pairs of shapes are nearer to each other than a spacing asks."""
    return tuple(
        (first, second)
        for (first, shape), (second, other) in combinations(enumerate(shapes), 2)
        if compare(gap(shape, other), spacing) < 0
    )


def nearest(shape: Shape, others: Sequence[Shape]) -> tuple[int, ...]:
    """Find which others are nearest to a shape, by number: all that a tape cannot tell apart."""
    gaps = [max(0.0, gap(shape, other)) for other in others]
    least = min(gaps, default=0.0)
    return tuple(number for number, far in enumerate(gaps) if compare(far, least) == 0)


def _places(shape: Shape) -> tuple[Point, ...]:
    return shape.corners if isinstance(shape, Polygon) else (Point(shape.x, shape.y),)


def _radius(shape: Shape) -> int:
    return 0 if isinstance(shape, Polygon) else shape.r

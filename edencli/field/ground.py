"""What lies about: the table, crowds of shapes, and for a base what blocks, what slows, what not to touch."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from edencli.field.shapes import Point, Polygon, Shape, extent
from edencli.field.units import compare
from edencli.record import Record

Extent: TypeAlias = tuple[float, float, float, float]
"""How far something reaches: left, bottom, right, top."""

Limit: TypeAlias = tuple[float, float, float]
"""A straight border: its normal, inwards, and how far along the normal it lies."""


class Crowd(tuple[Shape, ...]):  # noqa: SLOT001  # a tuple with slots could keep nothing else
    """Many shapes, also kept by their extents from left to right, so that few of them are looked at."""

    def __init__(self, _: Iterable[Shape] = ()) -> None:
        self._extents = sorted((*extent(shape), number) for number, shape in enumerate(self))
        self._lefts = [left for left, *_ in self._extents]
        self._widest = max((right - left for left, _, right, _, _ in self._extents), default=0)

    def near(self, within: Extent, limits: Sequence[Limit] = ()) -> list[int]:
        """Find who reaches into an extent, and there beyond some borders, by number; and a few who do not."""
        left, bottom, right, top = within
        first, last = bisect_right(self._lefts, left - self._widest), bisect_left(self._lefts, right)
        found = [
            one for one in self._extents[first:last] if one[2] > left and one[1] < top and one[3] > bottom
        ]
        for nx, ny, at in limits:
            x, y = 2 if nx > 0 else 0, 3 if ny > 0 else 1  # the corner that lies farthest beyond
            found = [one for one in found if nx * one[x] + ny * one[y] > at]
        return sorted([one[4] for one in found])


def near(shapes: Sequence[Shape], within: Extent) -> Sequence[int]:
    """Find who reaches into an extent, by number; only a crowd knows it without a look at each."""
    if isinstance(shapes, Crowd):
        return shapes.near(within)
    left, bottom, right, top = within
    found = []
    for number, shape in enumerate(shapes):
        if isinstance(shape, Polygon):
            west, south, east, north = shape.box
        else:
            x, y, r = shape.x, shape.y, shape.r
            west, south, east, north = x - r, y - r, x + r, y + r
        if west < right and east > left and south < top and north > bottom:
            found.append(number)
    return found


class Table(Record):
    """A rectangle with one corner at 0, 0."""

    width: int
    depth: int

    @property
    def centre(self) -> Point:
        """Its middle."""
        return Point(self.width // 2, self.depth // 2)

    def to_edge(self, shape: Shape) -> float:
        """Measure from a shape to the nearest edge; below 0, how far it hangs over."""
        left, bottom, right, top = extent(shape)
        return min(left, bottom, self.width - right, self.depth - top)

    def holds(self, shape: Shape) -> bool:
        """Whether all of a shape is on the table."""
        return compare(self.to_edge(shape), 0) >= 0


class SlowGround(Record):
    """A shape on which every centimetre counts as `rate`."""

    shape: Shape
    rate: float


class Ground(Record):
    """All that matters to the way of one base."""

    table: Table
    blockers: tuple[Shape, ...] = ()
    """It may touch these and slide along them, not overlap them."""
    avoided: tuple[Shape, ...] = ()
    """It may not even touch these, except where it sets off."""
    slow: tuple[SlowGround, ...] = ()

"""What a base meets on its way: the table, what blocks it, what it must not touch, what slows it."""

from edencli.field.shapes import Point, Shape, extent
from edencli.field.units import compare
from edencli.record import Record


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

"""The table: its extent, and the lines and places that a set-up measures from."""

from enum import Enum

from edencli.field.shapes import Point, Shape, extent
from edencli.field.spacing import Line
from edencli.field.units import compare
from edencli.record import Record


class Side(Enum):
    """A side of the table, as on a map."""

    WEST = "west"
    EAST = "east"
    SOUTH = "south"
    NORTH = "north"


class Table(Record):
    """A rectangle with one corner at 0, 0."""

    width: int
    depth: int

    @property
    def centre(self) -> Point:
        """Its middle."""
        return Point(self.width // 2, self.depth // 2)

    def centre_line(self, side: Side) -> Line:
        """The line through the centre that has a side's half on its left."""
        x, y = self.centre
        ahead = {Side.WEST: (x, y + 1), Side.EAST: (x, y - 1), Side.SOUTH: (x - 1, y), Side.NORTH: (x + 1, y)}
        return Line(start=self.centre, ahead=Point(*ahead[side]))

    def to_edge(self, shape: Shape) -> float:
        """Measure from a shape to the nearest edge; below 0, how far it hangs over."""
        left, bottom, right, top = extent(shape)
        return min(left, bottom, self.width - right, self.depth - top)

    def holds(self, shape: Shape) -> bool:
        """Whether all of a shape is on the table."""
        return compare(self.to_edge(shape), 0) >= 0

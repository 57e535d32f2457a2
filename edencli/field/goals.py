"""Where a way may end: at a place, or in contact with a shape.

The nearest contact is met head on: straight towards the middle of a disc, square to an edge, or straight
towards a tip. Where that is blocked, it is met where the free part of the target's border ends.
"""

from collections.abc import Iterator
from math import sqrt

from edencli.field.angle import angle
from edencli.field.circles import Circle, Place
from edencli.field.distance import between, from_segment
from edencli.field.rings import Bridge, bridge
from edencli.field.room import HAIR, Obstacle, Room
from edencli.field.shapes import Edge, Polygon, Shape
from edencli.record import Record


class ToPlace(Record):
    """A way that ends at a place, or straight before it."""

    x: float
    y: float
    short_of: float = 0.0

    def least(self, x: float, y: float) -> float:
        """Say how long a way from a place must be at least."""
        return max(0.0, between(x, y, self.x, self.y) - self.short_of)

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """Find the straight line from a ring to the end."""
        line = bridge(ring, turn, (self.x, self.y, 0.0), 1)
        if line is None or self.short_of == 0:
            return line
        if line.length < self.short_of:
            return None
        x, y, dx, dy, _ = line.line
        part = 1 - self.short_of / line.length
        return _bridge(line.leaves, (x, y), (part * dx, part * dy))


class ToEdge(Record):
    """A way that ends square before an edge."""

    edge: Edge
    short_of: float

    def least(self, x: float, y: float) -> float:
        """Say how long a way from a place must be at least."""
        return max(0.0, from_segment(x, y, self.edge) - self.short_of)

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """Find the straight line from a ring to the end."""
        ax, ay, dx, dy, square = self.edge
        length = sqrt(square)
        ux, uy = -dy / length, dx / length  # straight at the edge; to the left of that is -dx, -dy
        x = ring[0] + turn * ring[2] * dx / length
        y = ring[1] + turn * ring[2] * dy / length
        far = -(x - ax) * ux - (y - ay) * uy - self.short_of
        if far <= 0 or not 0 <= (x - ax) * dx + (y - ay) * dy <= square:
            return None
        return _bridge(angle(turn * dx, turn * dy), (x, y), (far * ux, far * uy))


def _bridge(leaves: float, start: Place, way: Place) -> Bridge:
    dx, dy = way
    square = dx * dx + dy * dy
    return Bridge(leaves, 0.0, (*start, dx, dy, square), sqrt(square))


def contact_with(room: Room, target: Obstacle) -> list[ToPlace | ToEdge]:
    """Find all ways to end in contact with one of a room's obstacles."""
    shape, reach = target.shape, target.reach
    goals: list[ToPlace | ToEdge]
    if isinstance(shape, Polygon):
        goals = [ToPlace(x=x, y=y, short_of=reach) for x, y in shape.tips]
        goals += [ToEdge(edge=line, short_of=reach) for line in shape.edges]
    else:
        goals = [ToPlace(x=shape.x, y=shape.y, short_of=shape.r + reach)]
    ends = {place for place in ends_of_free_border(room, target) if room.holds(*place)}
    return goals + [ToPlace(x=x, y=y) for x, y in sorted(ends)]


def ends_of_free_border(room: Room, target: Obstacle) -> Iterator[Place]:
    """The places in contact with the target where something else begins to be in the way."""
    shape, reach = target.shape, target.reach
    if not isinstance(shape, Polygon):
        yield from room.borders((shape.x, shape.y, shape.r + reach), HAIR)
        return
    for x, y in shape.tips:
        yield from room.borders((x, y, reach), HAIR)
    for ax, ay, dx, dy, square in shape.edges:
        length = sqrt(square)
        line = ax + reach * dy / length, ay - reach * dx / length, dx, dy, square
        yield from room.borders_along(line, HAIR)


def feet(shape: Shape, reach: float, place: Place) -> Iterator[Place]:
    """Find where, at a distance from a shape, one is nearer to a place than right or left of there."""
    x, y = place
    if not isinstance(shape, Polygon):
        yield _off((shape.x, shape.y), place, shape.r + reach)
        return
    for tip in shape.tips:
        yield _off(tip, place, reach)
    for ax, ay, dx, dy, square in shape.edges:
        part = ((x - ax) * dx + (y - ay) * dy) / square
        if 0 <= part <= 1:
            length = sqrt(square)
            yield ax + part * dx + reach * dy / length, ay + part * dy - reach * dx / length


def _off(centre: Place, towards: Place, far: float) -> Place:
    """So far from a centre towards a place; to the east if that is the centre itself."""
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    apart = sqrt(dx * dx + dy * dy)
    return (
        (centre[0] + far * dx / apart, centre[1] + far * dy / apart)
        if apart
        else (centre[0] + far, centre[1])
    )

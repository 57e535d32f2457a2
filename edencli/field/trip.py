"""One question to the planner: which base, from where, to what, over which ground, how far at most."""

from collections.abc import Sequence
from itertools import groupby

from edencli.field.goals import ToEdge, ToPlace, contact_with
from edencli.field.ground import Ground, SlowGround
from edencli.field.prices import Price, price
from edencli.field.room import Room, room
from edencli.field.shapes import Point, Shape
from edencli.field.taut import TautString
from edencli.field.walk import Route
from edencli.record import Record


class Trip(Record):
    """A trip to a place (a point) or into contact (any other shape)."""

    ground: Ground
    """A target is among the blockers."""
    base: int
    start: Point
    """It fits here: neither overlaps a blocker nor touches what is avoided."""
    aim: Shape
    longest: float

    def room(self, skirted: Sequence[Shape] = ()) -> Room | None:
        """Find the room to move in, with some slow grounds walked round; none when the ends do not fit in."""
        stops = (self.start, self.aim) if isinstance(self.aim, Point) else (self.start,)
        return room(self.base, stops, self.ground, skirted)

    def shortest(self, space: Room) -> tuple[Point, ...] | None:
        """Find the shortest route through a room, whatever it costs."""
        way = TautString(space, self.start, self._goals(space), self.longest).find()
        if way is None:
            return None
        return tuple(place for place, _ in groupby(Point(round(x), round(y)) for x, y in way))

    def price(self, route: Route, slow: Sequence[SlowGround] | None = None) -> Price:
        """Price a route on this ground, or only on some of its slow grounds."""
        return price(route, self.base, self.ground.slow if slow is None else slow, self.ground.footing)

    def _goals(self, space: Room) -> Sequence[ToPlace | ToEdge]:
        """Where a way may end."""
        if isinstance(self.aim, Point):
            return [ToPlace(x=self.aim.x, y=self.aim.y)]
        target = next(obstacle for obstacle in space.obstacles if obstacle.shape == self.aim)
        return contact_with(space, target)

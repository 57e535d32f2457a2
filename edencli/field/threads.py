"""A first route over slow ground, threaded through places on the borders of slow grounds and round obstacles.

Where nothing changes, the cheapest way is straight; so the cheapest route bends only on such borders. This
finds the cheapest through a sample of them, for others to shift.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf, sqrt
from typing import Final, TypeAlias

from edencli.field.angle import PI, TURN, direction
from edencli.field.circles import Circle, Place
from edencli.field.distance import between
from edencli.field.ground import Footing
from edencli.field.rings import rings_of
from edencli.field.room import Room
from edencli.field.shapes import Point, Polygon, Shape, edge
from edencli.field.trip import Trip
from edencli.field.units import NOISE, PER_CM

APART: Final = PER_CM
"""How far places on a straight border are from each other, at most."""
CORNERS: Final = 24
"""How many places stand for a circle; the straight lines between neighbours stay outside it."""


Try: TypeAlias = tuple[float, int, int, int, float | None]
"""A leg to try: how long the route is then at least, a running number, where it leads, where it begins, and
the price of the route so far, once the leg is priced."""


class Thread:
    """A search for the cheapest route of a trip to any of some ends, no dearer than `longest`."""

    def __init__(self, trip: Trip, space: Room, ends: Sequence[Point], longest: float) -> None:
        self._trip = trip
        self._space = space
        self._longest = longest
        self._ends = frozenset(ends)
        sample = {Point(round(x), round(y)) for x, y in self._borders()} - {trip.start, *ends}
        self._places = [trip.start, *ends, *(place for place in sorted(sample) if self._is_on_a_way(place))]
        self._rest = [self._least_from(place) for place in self._places]

    def find(self) -> tuple[Point, ...] | None:
        """Find the route; none when there is none through the sample.

        A leg is priced only when its turn comes; until then its length stands for its price.
        """
        queue: list[Try] = [(self._rest[0], 0, 0, 0, 0.0)]
        order = count(1)
        costs: dict[int, float] = {}
        before: dict[int, int] = {}
        while queue:
            estimate, _, here, last, cost = heappop(queue)
            if here in costs:
                continue
            if cost is None:
                cost = costs[last] + self._price(last, here)
                if cost + self._rest[here] > estimate + NOISE:
                    self._put_off(queue, (cost + self._rest[here], next(order), here, last, cost))
                    continue
            costs[here], before[here] = cost, last
            if self._places[here] in self._ends:
                return self._route(here, before)
            for further in range(1, len(self._places)):
                if further not in costs:
                    ahead = cost + between(*self._places[here], *self._places[further]) + self._rest[further]
                    self._put_off(queue, (ahead, next(order), further, here, None))
        return None

    def _put_off(self, queue: list[Try], entry: Try) -> None:
        if entry[0] <= self._longest:
            heappush(queue, entry)

    def _price(self, last: int, here: int) -> float:
        leg = self._places[last], self._places[here]
        return self._trip.price(leg).total if self._space.lets_through(edge(*leg)) else inf

    def _route(self, end: int, before: dict[int, int]) -> tuple[Point, ...]:
        numbers = [end]
        while numbers[-1]:
            numbers.append(before[numbers[-1]])
        return tuple(self._places[number] for number in reversed(numbers))

    def _is_on_a_way(self, place: Point) -> bool:
        far = between(*self._trip.start, *place) + self._least_from(place)
        return far <= self._longest and self._space.holds(*place)

    def _least_from(self, place: Point) -> float:
        return min(between(*place, *end) for end in self._ends)

    def _borders(self) -> Iterator[Place]:
        """The sample: places round obstacles, and on the borders of slow grounds."""
        for ring in rings_of(self._space):
            yield from _round(ring)
        trip = self._trip
        reach = trip.base if trip.ground.footing is Footing.BASE else 0
        for piece in trip.ground.slow:
            yield from _along(piece.shape, reach)


def _along(shape: Shape, reach: int) -> Iterator[Place]:
    """Places on the border of what is within reach of a shape."""
    if not isinstance(shape, Polygon):
        yield from _round((shape.x, shape.y, shape.r + reach))
        return
    for x, y in shape.tips:
        yield from _round((x, y, reach))
    for ax, ay, dx, dy, square in shape.edges:
        length = sqrt(square)
        parts = int(length / APART) + 1
        sx, sy = ax + reach * dy / length, ay - reach * dx / length
        yield from ((sx + at / parts * dx, sy + at / parts * dy) for at in range(parts + 1))


def _round(ring: Circle) -> Iterator[Place]:
    """Places round a circle."""
    x, y, radius = ring
    out = radius / direction(PI / CORNERS)[0]
    ways = [direction(number * TURN / CORNERS) for number in range(CORNERS)]
    return ((x + out * dx, y + out * dy) for dx, dy in ways)

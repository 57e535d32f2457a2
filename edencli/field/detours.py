"""The cheapest route over slow ground, among those worth trying.

Tried are the shortest routes that walk round none, some or all of the slow grounds they meet, and one that
is threaded through a sample of places on their borders; each is then shifted until no shift saves anything.
What each of these may cost is counted in legs, and in corners of slow ground that lie beside them; at that
bound the best route found so far stands, and is said to be cut short.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, groupby, pairwise
from math import inf, sqrt
from typing import Final, TypeAlias

from edencli.field.distance import Circle, Place, between, feet
from edencli.field.ground import Ground, Room, SlowGround, open_room, room
from edencli.field.probing import WAYS, Errand, probe
from edencli.field.routes import Price, Route, Walk, price, with_pace_changes
from edencli.field.shapes import FEWEST, Disc, Point, Polygon, Shape, edge, extent, order, surrounding
from edencli.field.taut import Effort, TautString, ToEdge, ToPlace, contact_with, rings_of, rings_round
from edencli.field.units import NOISE, PER_CM, PI, TURN, direction
from edencli.record import Record

APART: Final = PER_CM
"""How far places on a straight border are from each other, at most."""

CORNERS: Final = 24
"""How many places stand for a circle, at most."""

MOST_ROUND: Final = 48_000
"""So many places stand for all circles together, at most; but each has one."""

Try: TypeAlias = tuple[float, int, int, int, float | None]
"""A leg to try: how long the route is then at least, a running number, where it leads, where it begins, and
the price of the route so far, once the leg is priced."""

STEPS: Final = (800, 400, 200, 100, 50, 25, 12, 6, 3, 1)
ROUNDS: Final = 4
"""How often each step is tried along the whole route, at most."""

NEIGHBOURS: Final = 2
"""Places so near along a route to slow ground are shifted; the others hang taut already."""

MOST_ROUNDABOUTS: Final = 4
"""So many choices of slow grounds to walk round are tried, at most."""

MOST_THREADED: Final = 250_000
"""What may be looked at for a thread."""

MOST_SHIFTED: Final = 60_000
"""What may be looked at to shift one route."""

MOST_PLACES: Final = 2_000
"""A thread is sought through no more places than this."""

UNSHIFTED: Final = 1.05
"""A thread may be so much dearer before it is shifted."""


class Trip(Record):
    """A trip to a place (a point) or into contact (any other shape)."""

    ground: Ground
    """A target is among the blockers."""
    base: int
    start: Point
    """It fits here: neither overlaps a blocker nor touches what is avoided."""
    aim: Shape
    longest: float
    effort: Effort

    def room(self, skirted: Sequence[Shape] = ()) -> Room | None:
        """Find the room to move in, with some slow grounds walked round; none when the ends do not fit in."""
        stops = (self.start, self.aim) if isinstance(self.aim, Point) else (self.start,)
        return room(self.base, stops, self.ground, skirted)

    def shortest(self, space: Room) -> tuple[Point, ...] | None:
        """Find the shortest route through a room, whatever it costs; some route where that takes too long."""
        goals = self._goals(space)
        way = TautString(space, self.start, goals, self.longest, self.effort).find()
        if way is None and self.effort.is_spent:
            way = probe(Errand(space, self.start, goals, self.longest, self.effort))
        if way is None:
            return None
        return tuple(place for place, _ in groupby(Point(round(x), round(y)) for x, y in way))

    def price(self, route: Route, slow: Sequence[SlowGround] | None = None) -> Price:
        """Price a route on this ground, or only on some of its slow grounds."""
        return price(route, self.base, self.ground.slow if slow is None else slow)

    def look_beside(self, route: Route) -> None:
        """Count what is looked at to price a route: slow grounds, and the corners of those beside a leg."""
        far, boxes = self.base, [(extent(piece.shape), piece.shape) for piece in self.ground.slow]
        beside = [
            len(shape.corners)
            for leg in pairwise(route)
            for (left, bottom, right, top) in (Walk(leg).box,)
            for (west, south, east, north), shape in boxes
            if isinstance(shape, Polygon)
            and west - far < right
            and east + far > left
            and south - far < top
            and north + far > bottom
        ]
        self.effort.spend(1 + len(boxes) + 2 * sum(beside))

    def _goals(self, space: Room) -> Sequence[ToPlace | ToEdge]:
        """Where a way may end."""
        if isinstance(self.aim, Point):
            return [ToPlace(x=self.aim.x, y=self.aim.y)]
        target = next(obstacle for obstacle in space.obstacles if obstacle.shape == self.aim)
        return contact_with(space, target)


def cheapest(trip: Trip, space: Room) -> tuple[Point, ...]:
    """Find the cheapest route of a trip that has one."""
    routes = [smoothed(route, trip, space) for route in _roundabouts(trip)]
    cheapest_yet = min(trip.price(route).total for route in routes)
    thread = Thread(trip, space, _ends(trip, routes), min(trip.longest, cheapest_yet) * UNSHIFTED).find()
    if thread:
        routes.append(smoothed(thread, trip, space))
    return min(routes, key=lambda route: (trip.price(route).total, route))


def _roundabouts(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """The shortest routes that walk round none, some or all of the slow grounds they meet.

    Where the first already cost too much, there are no others.
    """
    slow = sorted(trip.ground.slow, key=lambda piece: (order(piece.shape), piece.rate))
    choices: list[tuple[int, ...]] = [()]
    for choice in choices:
        space = trip.room([slow[number].shape for number in choice])
        route = trip.shortest(space) if space else None
        if route is None:
            continue
        yield route
        if trip.effort.is_cut_short:
            return
        met = [number for number, piece in enumerate(slow) if trip.price(route, (piece,)).is_slowed]
        further = [tuple(sorted((*choice, number))) for number in met]
        choices += [other for other in further if other not in choices][: MOST_ROUNDABOUTS - len(choices)]


def _ends(trip: Trip, routes: list[tuple[Point, ...]]) -> list[Point]:
    """Where a route may end: at its aim, or at any of some places in contact with it."""
    aim = trip.aim
    if isinstance(aim, Point):
        return [aim]
    around = places_around(trip.ground, Disc(x=trip.start.x, y=trip.start.y, r=trip.base), aim)
    return sorted({*around, *(route[-1] for route in routes)})


def places_around(
    ground: Ground, mover: Disc, target: Disc | Polygon, directions: int = 24
) -> tuple[Point, ...]:
    """Find where a base can stand in contact with a target: at most one place a direction, in their order."""
    space = open_room(mover.r, ground.but(blockers=(*ground.blockers, target)))
    obstacle = next(obstacle for obstacle in space.obstacles if obstacle.shape == target)
    x, y, radius = surrounding(target)
    far = 2 * (radius + mover.r)
    found: dict[Point, None] = {}
    for number in range(directions):
        dx, dy = direction(number * TURN / directions)
        seen_from = x + far * dx, y + far * dy
        places = [place for place in feet(target, obstacle.reach, seen_from) if space.holds(*place)]
        if places:
            px, py = min(places, key=lambda place: (between(*seen_from, *place), place))
            found[Point(round(px), round(py))] = None
    return tuple(found)


class Thread:
    """A search for the cheapest route of a trip to any of some ends, no dearer than `longest`."""

    def __init__(self, trip: Trip, space: Room, ends: Sequence[Point], longest: float) -> None:
        self._trip = trip
        self._space = space
        self._longest = longest
        self._ends = frozenset(ends)
        sample = sorted({Point(round(x), round(y)) for x, y in self._borders()} - {trip.start, *ends})
        if len(sample) > MOST_PLACES:
            sample, trip.effort.is_cut_short = sample[:: len(sample) // MOST_PLACES + 1], True
        self._places = [trip.start, *ends, *(place for place in sample if self._is_on_a_way(place))]
        self._rest = [self._least_from(place) for place in self._places]

    def find(self) -> tuple[Point, ...] | None:
        """Find the route; none when there is none through the sample.

        A leg is priced only when its turn comes; until then its length stands for its price.
        """
        effort = self._trip.effort
        effort.begin(MOST_THREADED)
        queue: list[Try] = [(self._rest[0], 0, 0, 0, 0.0)]
        order = count(1)
        costs: dict[int, float] = {}
        before: dict[int, int] = {}
        while queue and not effort.is_spent:
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
            effort.spend(len(self._places) // 2)
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
        self._trip.look_beside(leg)
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
        reach, slow = self._trip.base, [piece.shape for piece in self._trip.ground.slow]
        rings = rings_of(self._space)
        for shape in slow:
            rings += rings_round(shape, reach)
        corners = max(1, min(CORNERS, MOST_ROUND // max(1, len(rings))))
        for ring in rings:
            yield from _round(ring, corners)
        for shape in slow:
            yield from _beside_edges(shape, reach)


def _beside_edges(shape: Shape, reach: int) -> Iterator[Place]:
    """Places so far from the edges of a shape that has any."""
    for ax, ay, dx, dy, square in shape.edges if isinstance(shape, Polygon) else ():
        length = sqrt(square)
        parts = int(length / APART) + 1
        sx, sy = ax + reach * dy / length, ay - reach * dx / length
        yield from ((sx + at / parts * dx, sy + at / parts * dy) for at in range(parts + 1))


def _round(ring: Circle, corners: int) -> Iterator[Place]:
    """Places round a circle; the straight lines between neighbours stay outside it, if there are three."""
    x, y, radius = ring
    out = radius / direction(PI / max(FEWEST, corners))[0]
    ways = [direction(number * TURN / corners) for number in range(corners)]
    return ((x + out * dx, y + out * dy) for dx, dy in ways)


def smoothed(route: Route, trip: Trip, space: Room) -> tuple[Point, ...]:
    """Shift a route, all but its ends, until no shift makes it cheaper."""

    def cost(places: Route) -> float:
        trip.look_beside(places)
        return (
            trip.price(places).total
            if all(space.lets_through(line) for *_, line in Walk(places).strides)
            else inf
        )

    def slow_legs(places: Route) -> list[bool]:
        trip.look_beside(places)
        return [leg.price > leg.length + NOISE for leg in trip.price(places).legs]

    ground = trip.ground
    places = with_pace_changes(route, trip.base, ground.slow)
    trip.effort.begin(MOST_SHIFTED)
    for step in STEPS:
        for _ in range(ROUNDS):
            if not _shift(places, step, cost, slow_legs, trip.effort):
                break
    for number in range(len(places) - 2, 0, -1):
        before, here, after = places[number - 1 : number + 2]
        if (straight := cost((before, after))) < inf and straight <= cost((before, here, after)) + NOISE:
            del places[number]
    return tuple(places)


def _shift(
    places: list[Point],
    step: int,
    cost: Callable[[Route], float],
    slow_legs: Callable[[Route], list[bool]],
    effort: Effort,
) -> bool:
    """Shift or drop each place once where that saves; say whether anything did."""
    saved = False
    slow = slow_legs(places)
    for number in range(len(places) - 2, 0, -1):
        if effort.is_spent:
            return False
        if not any(slow[max(0, number - NEIGHBOURS) : number + NEIGHBOURS]):
            continue
        before, here, after = places[number - 1 : number + 2]
        now = cost((before, here, after))
        tries = [Point(here.x + step * dx, here.y + step * dy) for dx, dy in WAYS]
        best = min((cost((before, place, after)), place) for place in tries)
        if cost((before, after)) < min(now, best[0]) - NOISE:
            del places[number]
            saved = True
        elif best[0] < now - NOISE:
            places[number] = best[1]
            saved = True
    return saved

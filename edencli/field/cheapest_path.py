"""Finds the cheapest route over slow ground among several candidates.

The candidates are the shortest routes that go round none, some or all of the slow grounds they meet, and a
*thread*: a route through a sample of places on their borders. Each is then shifted until no shift makes it
cheaper. The cost of all this is counted in legs, and in corners of slow ground beside them; at the bound the
best route so far is taken, and the search counts as cut short.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, groupby, pairwise
from math import inf, sqrt
from typing import Final, TypeAlias

from edencli.field.distance import Circle, Place, perpendicular_feet, point_distance
from edencli.field.grid_search import EIGHT_DIRECTIONS, PathTask, find_grid_path
from edencli.field.ground import Ground, Room, SlowGround, build_room, find_room
from edencli.field.routes import Price, Route, geometry_of, price_route, route_cost, with_pace_changes
from edencli.field.shapes import (
    FEWEST_CORNERS,
    Disc,
    Point,
    Polygon,
    Shape,
    bounding_box,
    bounding_circle,
    make_edge,
    shape_sort_key,
)
from edencli.field.shortest_path import (
    Effort,
    Goal,
    PlaceGoal,
    ShortestPathSearch,
    contact_goals,
    rings_of,
    rings_round,
)
from edencli.field.units import FULL_TURN, NOISE, PER_CM, PI, unit_vector
from edencli.record import Record

BORDER_SPACING: Final = PER_CM
"""The greatest distance between places on a straight border."""

CIRCLE_PLACES: Final = 24
"""The most places that stand for a circle."""

MOST_CIRCLE_PLACES: Final = 48_000
"""The most places that stand for all circles together; but each circle has at least one."""

QueuedLeg: TypeAlias = tuple[float, int, int, int, float | None]
"""A leg to try: the least price of its route, a running number, where it leads, where it begins, and the
price of the route so far, once the leg is priced."""

SHIFT_STEPS: Final = (800, 400, 200, 100, 50, 25, 12, 6, 3, 1)
SHIFT_ROUNDS: Final = 4
"""How often each step is tried along the whole route, at most."""

SHIFT_NEIGHBOURS: Final = 2
"""How many places away from slow ground a place is still shifted; the others are taut already."""

MOST_ROUNDABOUTS: Final = 4
"""The most choices of slow grounds to go round that are tried."""

MOST_THREAD_LOOKS: Final = 250_000
"""The most looks at corners in the search for a thread."""

MOST_SHIFT_LOOKS: Final = 60_000
"""The most looks at corners in the shifting of one route."""

MOST_THREAD_PLACES: Final = 2_000
"""The most places through which a thread is searched."""

THREAD_SLACK: Final = 1.05
"""How much dearer than the cheapest route a thread may be before it is shifted."""


class Trip(Record):
    """A trip to a place (a point) or into contact (any other shape)."""

    ground: Ground
    """The ground; a target is among its blockers."""
    base: int
    start: Point
    """The start, where the base neither overlaps a blocker nor touches what is avoided."""
    aim: Shape
    longest: float
    effort: Effort
    stopping: Room | None = None
    """The room in which it may end; None if it may end anywhere."""

    def find_room(self, skirted: Sequence[Shape] = ()) -> Room | None:
        """The room to move in if it goes round some slow grounds; None if its ends do not fit in."""
        stops = (self.start, self.aim) if isinstance(self.aim, Point) else (self.start,)
        return find_room(self.base, stops, self.ground, skirted)

    def shortest_route(self, space: Room) -> tuple[Point, ...] | None:
        """The shortest route through a room, at any price; some route if that takes too long.

        None if there is none.
        """
        goals = self._goals(space)
        way = ShortestPathSearch(space, self.start, goals, self.longest, self.effort).find()
        if way is None and self.effort.is_spent:
            way = find_grid_path(PathTask(space, self.start, goals, self.longest, self.effort))
        if way is None:
            return None
        return tuple(place for place, _ in groupby(Point(round(x), round(y)) for x, y in way))

    def price(self, route: Route, slow: Sequence[SlowGround] | None = None) -> Price:
        """The price of a route on this ground, or only on some of its slow grounds."""
        return price_route(route, self.base, self.ground.slow if slow is None else slow)

    def cost(self, route: Route) -> float:
        """The price of a route on this ground, in all."""
        return route_cost(route, self.base, self.ground.slow)

    @cached_property
    def _slow_boxes(self) -> list[tuple[float, float, float, float, int]]:
        """The extent of each slow ground with corners, widened by the base, and the number of its corners."""
        far, shapes = self.base, (piece.shape for piece in self.ground.slow)
        boxes = ((bounding_box(shape), len(shape.corners)) for shape in shapes if isinstance(shape, Polygon))
        return [
            (west - far, south - far, east + far, north + far, n) for (west, south, east, north), n in boxes
        ]

    def count_looks(self, route: Route) -> None:
        """Count the looks that pricing a route takes: slow grounds, and corners of those beside a leg."""
        beside = 0
        for (ax, ay), (bx, by) in pairwise(route):
            left, right = (ax, bx) if ax < bx else (bx, ax)
            bottom, top = (ay, by) if ay < by else (by, ay)
            for west, south, east, north, corners in self._slow_boxes:
                if west < right and east > left and south < top and north > bottom:
                    beside += corners
        self.effort.spend(1 + len(self.ground.slow) + 2 * beside)

    def _goals(self, space: Room) -> Sequence[Goal]:
        """The goals at which a route may end."""
        if isinstance(self.aim, Point):
            return [PlaceGoal(x=self.aim.x, y=self.aim.y)]
        target = next(obstacle for obstacle in space.obstacles if obstacle.shape == self.aim)
        return contact_goals(space, target, self.stopping)


def cheapest_route(trip: Trip, space: Room) -> tuple[Point, ...]:
    """The cheapest route of a trip that has one."""
    routes = [smooth_route(route, trip, space) for route in _routes_round_slow_ground(trip)]
    cheapest_yet = min(trip.cost(route) for route in routes)
    thread = ThreadSearch(
        trip, space, _possible_ends(trip, routes), min(trip.longest, cheapest_yet) * THREAD_SLACK
    ).find()
    if thread:
        routes.append(smooth_route(thread, trip, space))
    return min(routes, key=lambda route: (trip.cost(route), route))


def _routes_round_slow_ground(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """The shortest routes that go round none, some or all of the slow grounds they meet.

    If the first search is cut short already, there are no others.
    """
    slow = sorted(trip.ground.slow, key=lambda piece: (shape_sort_key(piece.shape), piece.rate))
    choices: list[tuple[int, ...]] = [()]
    for choice in choices:
        space = trip.find_room([slow[number].shape for number in choice])
        route = trip.shortest_route(space) if space else None
        if route is None:
            continue
        yield route
        if trip.effort.is_cut_short:
            return
        met = [number for number, piece in enumerate(slow) if trip.price(route, (piece,)).is_slowed]
        further = [tuple(sorted((*choice, number))) for number in met]
        choices += [other for other in further if other not in choices][: MOST_ROUNDABOUTS - len(choices)]


def _possible_ends(trip: Trip, routes: list[tuple[Point, ...]]) -> list[Point]:
    """Where a route may end: at its aim, or at one of several places in contact with it."""
    aim = trip.aim
    if isinstance(aim, Point):
        return [aim]
    around = contact_places(trip.ground, Disc(x=trip.start.x, y=trip.start.y, r=trip.base), aim)
    free = (place for place in around if trip.stopping is None or trip.stopping.is_place_free(*place))
    return sorted({*free, *(route[-1] for route in routes)})


def contact_places(
    ground: Ground, mover: Disc, target: Disc | Polygon, directions: int = 24
) -> tuple[Point, ...]:
    """Where a base can stand in contact with a target: at most one place for each direction, in order."""
    space = build_room(mover.r, ground.with_changes(blockers=(*ground.blockers, target)))
    obstacle = next(obstacle for obstacle in space.obstacles if obstacle.shape == target)
    x, y, radius = bounding_circle(target)
    far = 2 * (radius + mover.r)
    found: dict[Point, None] = {}
    for number in range(directions):
        dx, dy = unit_vector(number * FULL_TURN / directions)
        seen_from = x + far * dx, y + far * dy
        places = [
            place
            for place in perpendicular_feet(target, obstacle.reach, seen_from)
            if space.is_place_free(*place)
        ]
        if places:
            px, py = min(places, key=lambda place: (point_distance(*seen_from, *place), place))
            found[Point(round(px), round(py))] = None
    return tuple(found)


class ThreadSearch:
    """A search for the cheapest route of a trip to any of some ends, no dearer than `longest`."""

    def __init__(self, trip: Trip, space: Room, ends: Sequence[Point], longest: float) -> None:
        self._trip = trip
        self._space = space
        self._longest = longest
        self._ends = frozenset(ends)
        sample = sorted({Point(round(x), round(y)) for x, y in self._sample_borders()} - {trip.start, *ends})
        if len(sample) > MOST_THREAD_PLACES:
            sample, trip.effort.is_cut_short = sample[:: len(sample) // MOST_THREAD_PLACES + 1], True
        rest = {place: self._least_from(place) for place in (trip.start, *ends, *sample)}
        on_a_way = (place for place in sample if self._is_on_a_way(place, rest[place]))
        self._places = [trip.start, *ends, *on_a_way]
        self._least_rest = [rest[place] for place in self._places]

    def find(self) -> tuple[Point, ...] | None:
        """Find the route; None if there is none through the sample.

        A leg is priced only when its turn comes; until then its length stands for its price.
        """
        effort = self._trip.effort
        effort.begin(MOST_THREAD_LOOKS)
        queue: list[QueuedLeg] = [(self._least_rest[0], 0, 0, 0, 0.0)]
        order = count(1)
        costs: dict[int, float] = {}
        before: dict[int, int] = {}
        while queue and not effort.is_spent:
            estimate, _, here, last, cost = heappop(queue)
            if here in costs:
                continue
            if cost is None:
                cost = costs[last] + self._price(last, here)
                if cost + self._least_rest[here] > estimate + NOISE:
                    self._enqueue(queue, (cost + self._least_rest[here], next(order), here, last, cost))
                    continue
            costs[here], before[here] = cost, last
            if self._places[here] in self._ends:
                return self._route(here, before)
            effort.spend(len(self._places) // 2)
            x, y = self._places[here]
            for further, (there, rest) in enumerate(zip(self._places, self._least_rest, strict=True)):
                if further and further not in costs:
                    ahead = cost + point_distance(x, y, *there) + rest
                    self._enqueue(queue, (ahead, next(order), further, here, None))
        return None

    def _enqueue(self, queue: list[QueuedLeg], entry: QueuedLeg) -> None:
        if entry[0] <= self._longest:
            heappush(queue, entry)

    def _price(self, last: int, here: int) -> float:
        leg = self._places[last], self._places[here]
        self._trip.count_looks(leg)
        return self._trip.cost(leg) if self._space.is_line_free(make_edge(*leg)) else inf

    def _route(self, end: int, before: dict[int, int]) -> tuple[Point, ...]:
        numbers = [end]
        while numbers[-1]:
            numbers.append(before[numbers[-1]])
        return tuple(self._places[number] for number in reversed(numbers))

    def _is_on_a_way(self, place: Point, rest: float) -> bool:
        far = point_distance(*self._trip.start, *place) + rest
        return far <= self._longest and self._space.is_place_free(*place)

    def _least_from(self, place: Point) -> float:
        return min(point_distance(*place, *end) for end in self._ends)

    def _sample_borders(self) -> Iterator[Place]:
        """The sample: places round obstacles, and on the borders of slow grounds."""
        reach, slow = self._trip.base, [piece.shape for piece in self._trip.ground.slow]
        rings = rings_of(self._space)
        for shape in slow:
            rings += rings_round(shape, reach)
        corners = max(1, min(CIRCLE_PLACES, MOST_CIRCLE_PLACES // max(1, len(rings))))
        for ring in rings:
            yield from _places_round(ring, corners)
        for shape in slow:
            yield from _places_beside_edges(shape, reach)


def _places_beside_edges(shape: Shape, reach: int) -> Iterator[Place]:
    """Places at a distance from the edges of a polygon."""
    for ax, ay, dx, dy, square in shape.edges if isinstance(shape, Polygon) else ():
        length = sqrt(square)
        parts = int(length / BORDER_SPACING) + 1
        sx, sy = ax + reach * dy / length, ay - reach * dx / length
        yield from ((sx + at / parts * dx, sy + at / parts * dy) for at in range(parts + 1))


def _places_round(ring: Circle, corners: int) -> Iterator[Place]:
    """Places round a circle; with three or more, the lines between neighbours stay outside it."""
    x, y, radius = ring
    out = radius / unit_vector(PI / max(FEWEST_CORNERS, corners))[0]
    ways = [unit_vector(number * FULL_TURN / corners) for number in range(corners)]
    return ((x + out * dx, y + out * dy) for dx, dy in ways)


def smooth_route(route: Route, trip: Trip, space: Room) -> tuple[Point, ...]:
    """Shift the places of a route, all but its ends, until no shift makes it cheaper."""

    def cost(places: Route, below: float = inf) -> float:
        """The price of a route; infinite if it is blocked, or so long that it costs no less than `below`."""
        trip.count_looks(places)
        walk = geometry_of(tuple(places))
        if walk.length >= below or not all(space.is_line_free(line) for *_, line in walk.strides):
            return inf
        return trip.cost(places)

    def slow_legs(places: Route) -> list[bool]:
        trip.count_looks(places)
        return [leg.price > leg.length + NOISE for leg in trip.price(places).legs]

    ground = trip.ground
    places = with_pace_changes(route, trip.base, ground.slow)
    trip.effort.begin(MOST_SHIFT_LOOKS)
    for step in SHIFT_STEPS:
        for _ in range(SHIFT_ROUNDS):
            if not _shift_once(places, step, cost, slow_legs, trip.effort):
                break
    for number in range(len(places) - 2, 0, -1):
        before, here, after = places[number - 1 : number + 2]
        if (straight := cost((before, after))) < inf and straight <= cost((before, here, after)) + NOISE:
            del places[number]
    return tuple(places)


def _shift_once(
    places: list[Point],
    step: int,
    cost: Callable[..., float],
    slow_legs: Callable[[Route], list[bool]],
    effort: Effort,
) -> bool:
    """Shift or drop each place once if that makes the route cheaper; return whether anything changed."""
    saved = False
    slow = slow_legs(places)
    for number in range(len(places) - 2, 0, -1):
        if effort.is_spent:
            return False
        if not any(slow[max(0, number - SHIFT_NEIGHBOURS) : number + SHIFT_NEIGHBOURS]):
            continue
        before, here, after = places[number - 1 : number + 2]
        now = cost((before, here, after))
        tries = [Point(here.x + step * dx, here.y + step * dy) for dx, dy in EIGHT_DIRECTIONS]
        best = min((cost((before, place, after), now), place) for place in tries)
        if cost((before, after)) < min(now, best[0]) - NOISE:
            del places[number]
            saved = True
        elif best[0] < now - NOISE:
            places[number] = best[1]
            saved = True
    return saved

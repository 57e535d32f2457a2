"""Finds the shortest route through a room, like a taut string: straight lines, and arcs round obstacles.

The search is A* over the straight lines: a route that arrives on a ring (a circle round an obstacle) follows
it and leaves by another line. A line is checked for obstacles only when no other route may be shorter. The
cost of a search is counted in lines; at the bound it ends.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf, sqrt
from typing import Final, Protocol, TypeAlias

from edencli.field.distance import Circle, Place, point_distance, segment_distance
from edencli.field.ground import PATH_LEEWAY, Obstacle, Room
from edencli.field.shapes import Edge, Point, Polygon, Shape
from edencli.field.units import FULL_TURN, angle, unit_vector
from edencli.named_tuple import NamedTuple
from edencli.record import Record

SAME_ANGLE: Final = 1e-7
"""Angles nearer to each other than this are one."""

RING_TOLERANCE: Final = 1e-9
"""A place on a ring, except for rounding, is reached from the ring by a line without length."""

ARC_LEG_TURN: Final = 5 * FULL_TURN / 360
"""The greatest turn between two legs with which a route follows an arc."""

Arc: TypeAlias = tuple[float, float]
"""An arc: the angle at which it begins, and its span counterclockwise."""


class Bridge(NamedTuple):
    """A straight line that leaves one ring and arrives on another."""

    leaves: float
    """The angle at which it leaves the first ring."""
    arrives: float
    """The angle at which it arrives on the second ring."""
    line: Edge
    length: float


def rings_of(room: Room) -> list[Circle]:
    """All rings in a room: the circles round which routes bend."""
    return [ring for obstacle in room.obstacles for ring in rings_round(obstacle.shape, obstacle.reach)]


def rings_round(shape: Shape, reach: float) -> list[Circle]:
    """The rings round a shape, for routes at this distance from it."""
    if isinstance(shape, Polygon):
        return [(x, y, reach) for x, y in shape.convex_corners]
    return [(shape.x, shape.y, shape.r + reach)]


def find_bridge(first: Circle, turn: int, second: Circle, other: int) -> Bridge | None:
    """The straight line from ring to ring for a route that goes round them with these turns."""
    x, y, radius = first
    dx, dy = second[0] - x, second[1] - y
    square = dx * dx + dy * dy
    lean = other * second[2] - turn * radius
    rest = square - lean * lean
    if square == 0 or rest < -RING_TOLERANCE * square:
        return None
    length = sqrt(max(0.0, rest))
    nx, ny = (lean * dx - length * dy) / square, (lean * dy + length * dx) / square
    back = turn * radius
    return Bridge(
        leaves=angle(-turn * nx, -turn * ny),
        arrives=angle(-other * nx, -other * ny),
        line=(x - back * nx, y - back * ny, length * ny, -length * nx, length * length),
        length=length,
    )


def blocked_arcs(room: Room, ring: Circle) -> list[Arc]:
    """The arcs of a ring on which the base cannot be."""
    x, y, radius = ring
    stops = sorted(angle(px - x, py - y) for px, py in room.borders(ring)) or [0.0]
    arcs = [(low, high - low) for low, high in zip(stops, (*stops[1:], stops[0] + FULL_TURN), strict=True)]
    return [
        (begin, span)
        for begin, span in arcs
        if span > SAME_ANGLE and not room.is_place_free(*_on_ring(ring, begin + span / 2, radius))
    ]


def free_span(blocked: list[Arc], at: float, turn: int) -> float:
    """How far a route can follow a ring from an angle before it is blocked."""
    free = FULL_TURN
    for begin, span in blocked:
        past = (at - begin if turn > 0 else begin + span - at) % FULL_TURN
        if past < span - SAME_ANGLE:
            return 0.0
        free = min(free, FULL_TURN - past)
    return free


def span_between(begin: float, end: float, turn: int) -> float:
    """The span round a ring from one angle to another."""
    span = (turn * (end - begin)) % FULL_TURN
    return 0.0 if span > FULL_TURN - SAME_ANGLE else span


def follow_arc(ring: Circle, begin: float, end: float, turn: int) -> list[Place]:
    """The places where straight legs meet that follow an arc and touch it from outside."""
    span = span_between(begin, end, turn)
    steps = int(span / ARC_LEG_TURN) + 1
    half = span / steps / 2
    out = ring[2] / unit_vector(half)[0]
    return [_on_ring(ring, begin + turn * half * odd, out) for odd in range(1, 2 * steps, 2)]


def _on_ring(ring: Circle, at: float, radius: float) -> Place:
    dx, dy = unit_vector(at)
    return ring[0] + radius * dx, ring[1] + radius * dy


class PlaceGoal(Record):
    """A goal at a place, or straight before it."""

    x: float
    y: float
    short_of: float = 0.0

    def least_length(self, x: float, y: float) -> float:
        """The least length of a route from a place to the goal."""
        return max(0.0, point_distance(x, y, self.x, self.y) - self.short_of)

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """The straight line from a ring to the goal; None if there is none."""
        line = find_bridge(ring, turn, (self.x, self.y, 0.0), 1)
        if line is None or self.short_of == 0:
            return line
        if line.length < self.short_of:
            return None
        x, y, dx, dy, _ = line.line
        part = 1 - self.short_of / line.length
        return _make_bridge(line.leaves, (x, y), (part * dx, part * dy))


class EdgeGoal(Record):
    """A goal straight before an edge, at a right angle to it."""

    edge: Edge
    short_of: float

    def least_length(self, x: float, y: float) -> float:
        """The least length of a route from a place to the goal."""
        return max(0.0, segment_distance(x, y, self.edge) - self.short_of)

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """The straight line from a ring to the goal; None if there is none."""
        ax, ay, dx, dy, square = self.edge
        length = sqrt(square)
        ux, uy = -dy / length, dx / length  # the direction at the edge; to its left is -dx, -dy
        x = ring[0] + turn * ring[2] * dx / length
        y = ring[1] + turn * ring[2] * dy / length
        far = -(x - ax) * ux - (y - ay) * uy - self.short_of
        if far <= 0 or not 0 <= (x - ax) * dx + (y - ay) * dy <= square:
            return None
        return _make_bridge(angle(turn * dx, turn * dy), (x, y), (far * ux, far * uy))


def _make_bridge(leaves: float, start: Place, way: Place) -> Bridge:
    dx, dy = way
    square = dx * dx + dy * dy
    return Bridge(leaves, 0.0, (*start, dx, dy, square), sqrt(square))


class StoppingGoal(Record):
    """Another goal, if a route that comes to it may end there."""

    goal: PlaceGoal | EdgeGoal
    stopping: Room

    def least_length(self, x: float, y: float) -> float:
        """The least length of a route from a place to the goal."""
        return self.goal.least_length(x, y)

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """The straight line from a ring to the goal; None if there is none where a route may end."""
        found = self.goal.last_line(ring, turn)
        if found is None:
            return None
        x, y, dx, dy, _ = found.line
        return found if self.stopping.is_place_free(x + dx, y + dy) else None


def contact_goals(room: Room, target: Obstacle, stopping: Room | None = None) -> "list[Goal]":
    """All goals in contact with one of a room's obstacles at which `stopping` lets a route end."""
    shape, reach = target.shape, target.reach
    goals: list[PlaceGoal | EdgeGoal]
    if isinstance(shape, Polygon):
        goals = [PlaceGoal(x=x, y=y, short_of=reach) for x, y in shape.convex_corners]
        goals += [EdgeGoal(edge=line, short_of=reach) for line in shape.edges]
    else:
        goals = [PlaceGoal(x=shape.x, y=shape.y, short_of=shape.r + reach)]
    rooms = [room] if stopping is None else [room, stopping]
    places = {place for one in rooms for place in ends_of_free_border(one, target)}
    ends = sorted(place for place in places if all(one.is_place_free(*place) for one in rooms))
    limited = goals if stopping is None else [StoppingGoal(goal=goal, stopping=stopping) for goal in goals]
    return [*limited, *(PlaceGoal(x=x, y=y) for x, y in ends)]


def ends_of_free_border(room: Room, target: Obstacle) -> Iterator[Place]:
    """The places in contact with the target at which something else begins to be in the way."""
    shape, reach = target.shape, target.reach
    if not isinstance(shape, Polygon):
        yield from room.borders((shape.x, shape.y, shape.r + reach), PATH_LEEWAY)
        return
    for x, y in shape.convex_corners:
        yield from room.borders((x, y, reach), PATH_LEEWAY)
    for ax, ay, dx, dy, square in shape.edges:
        length = sqrt(square)
        line = ax + reach * dy / length, ay - reach * dx / length, dx, dy, square
        yield from room.borders_along(line, PATH_LEEWAY)


MOST_LINES: Final = 120_000
"""The most lines in one search; when a line is checked, every ten obstacles count as another line."""

START_RING = -1
"""The number of the ring without radius from which every route starts."""


class Effort:
    """How much a search may still cost, in its own unit; and whether any search was cut short."""

    __slots__ = ("_left", "is_cut_short")

    def __init__(self) -> None:
        self.is_cut_short = False
        self._left = 0

    def begin(self, most: int) -> None:
        """Begin a search that may cost this much."""
        self._left = most

    def spend(self, cost: int) -> None:
        """Count what a search has cost."""
        self._left -= cost

    @property
    def is_spent(self) -> bool:
        """Whether the search has to end; it counts as cut short then."""
        if self._left >= 0:
            return False
        self.is_cut_short = True
        return True


class Goal(Protocol):
    """Where a route may end."""

    def least_length(self, x: float, y: float) -> float:
        """The least length of a route from a place to the goal."""

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """The straight line from a ring to the goal; None if there is none."""


Exit: TypeAlias = tuple[int, int, Bridge]
"""A line that leaves a ring: the ring where it arrives (beyond the last one: a goal), its turn there."""


class PathStep(NamedTuple):
    """A straight line of a route, after the route before it."""

    before: "PathStep | None"
    ring: int
    turn: int
    line: Bridge
    length: float
    """The length of the route so far."""


class ShortestPathSearch:
    """A search through one room from one start."""

    def __init__(
        self,
        room: Room,
        start: Point,
        goals: Sequence[Goal],
        longest: float = inf,
        effort: Effort | None = None,
    ) -> None:
        self._room = room
        self._effort = effort or Effort()
        self._goals = goals
        self._longest = longest
        self._start = start
        self._rings = [ring for ring in rings_of(room) if self._is_on_a_way(ring)]
        self._blocked: dict[int, list[Arc]] = {}
        self._exits: dict[tuple[int, int], list[Exit]] = {}
        self._queue: list[tuple[float, int, PathStep]] = []
        self._order = count()
        self._done: set[tuple[int, int, int, int]] = set()

    def find(self) -> list[Place] | None:
        """Find the places where the shortest route bends, with its ends; None if none is short enough.

        Also None if the search costs too much; then the effort is cut short.
        """
        self._effort.begin(MOST_LINES)
        self._enqueue(
            PathStep(None, target, turn, line, line.length)
            for target, turn, line in self._exits_of(START_RING, 1)
        )
        while not self._effort.is_spent and (step := self._next_open()):
            if step.ring >= len(self._rings):
                return self._trace_back(step)
            self._enqueue(self._next_steps(step))
        return None

    def _enqueue(self, steps: Iterable[PathStep]) -> None:
        """Keep lines for later, the most promising ones first."""
        for step in steps:
            least = self._least_rest(step)
            if step.length + least <= self._longest:
                heappush(self._queue, (step.length + least, next(self._order), step))

    def _next_open(self) -> PathStep | None:
        """The most promising line along which the base can move."""
        while self._queue and not self._effort.is_spent:
            step = heappop(self._queue)[-1]
            before = step.before
            key = (before.ring if before else START_RING, before.turn if before else 1, step.ring, step.turn)
            if key not in self._done:
                self._done.add(key)
                self._effort.spend(1 + len(self._room.obstacles) // 10)
                if self._room.is_line_free(step.line.line):
                    return step
        return None

    def _next_steps(self, step: PathStep) -> Iterator[PathStep]:
        """All lines by which a route can continue."""
        ring, turn, at = step.ring, step.turn, step.line.arrives
        radius = self._rings[ring][2]
        if ring not in self._blocked:
            self._blocked[ring] = blocked_arcs(self._room, self._rings[ring])
        free = free_span(self._blocked[ring], at, turn) + SAME_ANGLE
        for target, other, line in self._exits_of(ring, turn):
            span = span_between(at, line.leaves, turn)
            if span <= free:
                yield PathStep(step, target, other, line, step.length + radius * span + line.length)

    def _exits_of(self, ring: int, turn: int) -> list[Exit]:
        """All lines by which a route can leave a ring: to every other ring, and to the goals."""
        self._effort.spend(len(self._rings) if (ring, turn) in self._exits else 2 * len(self._rings))
        if (ring, turn) not in self._exits:
            self._exits[ring, turn] = list(self._lines_from(ring, turn))
        return self._exits[ring, turn]

    def _lines_from(self, ring: int, turn: int) -> Iterator[Exit]:
        circle = (self._start.x, self._start.y, 0.0) if ring == START_RING else self._rings[ring]
        for target, other_circle in enumerate(self._rings):
            if target != ring:
                for other in (1, -1):
                    line = find_bridge(circle, turn, other_circle, other)
                    if line:
                        yield target, other, line
        for target, goal in enumerate(self._goals, len(self._rings)):
            line = goal.last_line(circle, turn)
            if line:
                yield target, 1, line

    def _least_rest(self, step: PathStep) -> float:
        """The least length of the rest of a route."""
        if step.ring >= len(self._rings):
            return 0.0
        x, y, dx, dy, _ = step.line.line
        return self._least_from(x + dx, y + dy)

    def _least_from(self, x: float, y: float) -> float:
        return min(goal.least_length(x, y) for goal in self._goals)

    def _is_on_a_way(self, ring: Circle) -> bool:
        """Whether a route within the longest length can touch a ring."""
        x, y, radius = ring
        nearest = point_distance(self._start.x, self._start.y, x, y) - radius
        return nearest + self._least_from(x, y) - radius <= self._longest

    def _trace_back(self, last: PathStep) -> list[Place]:
        """The places of a route, with those of the arcs between its lines."""
        x, y, dx, dy, _ = last.line.line
        places: list[Place] = [(x + dx, y + dy)]
        step = last
        while step.before:
            arrived = step.before
            arc = follow_arc(self._rings[arrived.ring], arrived.line.arrives, step.line.leaves, arrived.turn)
            places += reversed(arc)
            step = arrived
        return [(self._start.x, self._start.y), *reversed(places)]

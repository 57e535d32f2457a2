"""The shortest way through a room, found as a taut string finds it: straight lines, and arcs round obstacles.

The search is A* over the straight lines: whoever arrives on a ring goes on round it and leaves by another
line. A line is looked at for obstacles only when no way is left that may be shorter. What a search may cost
is counted in lines; at that bound it ends.
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
"""Angles nearer than this are one."""

RING_TOLERANCE: Final = 1e-9
"""A place that lies on a ring, but for rounding, is reached from it by a line without length."""

ARC_LEG_TURN: Final = 5 * FULL_TURN / 360
"""A way follows an arc in legs that turn by no more than this."""

Arc: TypeAlias = tuple[float, float]
"""Where an arc begins, and how far it goes on counterclockwise."""


class Bridge(NamedTuple):
    """A straight line that leaves one ring and arrives on another."""

    leaves: float
    """The angle at which it leaves the first ring."""
    arrives: float
    """The angle at which it arrives on the second."""
    line: Edge
    length: float


def rings_of(room: Room) -> list[Circle]:
    """Find all circles that ways through a room bend round."""
    return [ring for obstacle in room.obstacles for ring in rings_round(obstacle.shape, obstacle.reach)]


def rings_round(shape: Shape, reach: float) -> list[Circle]:
    """Find the circles that ways bend round which keep so far from a shape."""
    if isinstance(shape, Polygon):
        return [(x, y, reach) for x, y in shape.convex_corners]
    return [(shape.x, shape.y, shape.r + reach)]


def find_bridge(first: Circle, turn: int, second: Circle, other: int) -> Bridge | None:
    """Find the straight line from ring to ring for a way that goes round them with these turns."""
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
    """Find the arcs of a ring on which the base cannot be."""
    x, y, radius = ring
    stops = sorted(angle(px - x, py - y) for px, py in room.borders(ring)) or [0.0]
    arcs = [(low, high - low) for low, high in zip(stops, (*stops[1:], stops[0] + FULL_TURN), strict=True)]
    return [
        (begin, span)
        for begin, span in arcs
        if span > SAME_ANGLE and not room.is_place_free(*_on_ring(ring, begin + span / 2, radius))
    ]


def free_span(blocked: list[Arc], at: float, turn: int) -> float:
    """Say how far a way can follow a ring from an angle before it is blocked."""
    free = FULL_TURN
    for begin, span in blocked:
        past = (at - begin if turn > 0 else begin + span - at) % FULL_TURN
        if past < span - SAME_ANGLE:
            return 0.0
        free = min(free, FULL_TURN - past)
    return free


def span_between(begin: float, end: float, turn: int) -> float:
    """Say how far it is round a ring from one angle to another."""
    span = (turn * (end - begin)) % FULL_TURN
    return 0.0 if span > FULL_TURN - SAME_ANGLE else span


def follow_arc(ring: Circle, begin: float, end: float, turn: int) -> list[Place]:
    """Follow an arc by straight legs that touch it from outside: the places where they meet."""
    span = span_between(begin, end, turn)
    steps = int(span / ARC_LEG_TURN) + 1
    half = span / steps / 2
    out = ring[2] / unit_vector(half)[0]
    return [_on_ring(ring, begin + turn * half * odd, out) for odd in range(1, 2 * steps, 2)]


def _on_ring(ring: Circle, at: float, radius: float) -> Place:
    dx, dy = unit_vector(at)
    return ring[0] + radius * dx, ring[1] + radius * dy


class PlaceGoal(Record):
    """A way that ends at a place, or straight before it."""

    x: float
    y: float
    short_of: float = 0.0

    def least_length(self, x: float, y: float) -> float:
        """Say how long a way from a place must be at least."""
        return max(0.0, point_distance(x, y, self.x, self.y) - self.short_of)

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """Find the straight line from a ring to the end."""
        line = find_bridge(ring, turn, (self.x, self.y, 0.0), 1)
        if line is None or self.short_of == 0:
            return line
        if line.length < self.short_of:
            return None
        x, y, dx, dy, _ = line.line
        part = 1 - self.short_of / line.length
        return _make_bridge(line.leaves, (x, y), (part * dx, part * dy))


class EdgeGoal(Record):
    """A way that ends square before an edge."""

    edge: Edge
    short_of: float

    def least_length(self, x: float, y: float) -> float:
        """Say how long a way from a place must be at least."""
        return max(0.0, segment_distance(x, y, self.edge) - self.short_of)

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
        return _make_bridge(angle(turn * dx, turn * dy), (x, y), (far * ux, far * uy))


def _make_bridge(leaves: float, start: Place, way: Place) -> Bridge:
    dx, dy = way
    square = dx * dx + dy * dy
    return Bridge(leaves, 0.0, (*start, dx, dy, square), sqrt(square))


class StoppingGoal(Record):
    """Another goal, where a way may end that comes to it."""

    goal: PlaceGoal | EdgeGoal
    stopping: Room

    def least_length(self, x: float, y: float) -> float:
        """Say how long a way from a place must be at least."""
        return self.goal.least_length(x, y)

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """Find the straight line from a ring to the end."""
        found = self.goal.last_line(ring, turn)
        if found is None:
            return None
        x, y, dx, dy, _ = found.line
        return found if self.stopping.is_place_free(x + dx, y + dy) else None


def contact_goals(room: Room, target: Obstacle, stopping: Room | None = None) -> "list[Goal]":
    """Find all ways to end in contact with one of a room's obstacles, where `stopping` lets them."""
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
    """The places in contact with the target where something else begins to be in the way."""
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
"""So many lines are looked at in one search, and the tenth part of what may stand in their way."""

START_RING = -1
"""The number of the ring without a radius from which every way starts."""


class Effort:
    """What a search may still cost, in whatever it counts; and whether any search was cut short."""

    __slots__ = ("_left", "is_cut_short")

    def __init__(self) -> None:
        self.is_cut_short = False
        self._left = 0

    def begin(self, most: int) -> None:
        """Begin a search that may cost so much."""
        self._left = most

    def spend(self, cost: int) -> None:
        """Count what was looked at."""
        self._left -= cost

    @property
    def is_spent(self) -> bool:
        """Whether the search has to end; it is cut short then."""
        if self._left >= 0:
            return False
        self.is_cut_short = True
        return True


class Goal(Protocol):
    """Where a way may end."""

    def least_length(self, x: float, y: float) -> float:
        """Say how long a way from a place must be at least."""

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """Find the straight line from a ring to the end."""


Exit: TypeAlias = tuple[int, int, Bridge]
"""A line that leaves a ring: the ring on which it arrives (beyond the last one: a goal), its turn there."""


class PathStep(NamedTuple):
    """A straight line of a way, after the way before it."""

    before: "PathStep | None"
    ring: int
    turn: int
    line: Bridge
    length: float
    """Of the way so far."""


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
        """Find where the shortest way bends, from start to goal; none when no way is short enough.

        Where that costs too much, none either; then the effort is cut short.
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
        """Keep lines for later, the most promising first."""
        for step in steps:
            least = self._least_rest(step)
            if step.length + least <= self._longest:
                heappush(self._queue, (step.length + least, next(self._order), step))

    def _next_open(self) -> PathStep | None:
        """Take the most promising line along which the base can go."""
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
        """All lines by which a way can go on."""
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
        """All lines on which a way round a ring can leave it: to every other ring, and to the goals."""
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
        """How much longer a way is at least."""
        if step.ring >= len(self._rings):
            return 0.0
        x, y, dx, dy, _ = step.line.line
        return self._least_from(x + dx, y + dy)

    def _least_from(self, x: float, y: float) -> float:
        return min(goal.least_length(x, y) for goal in self._goals)

    def _is_on_a_way(self, ring: Circle) -> bool:
        """Whether a way that is short enough can touch a ring."""
        x, y, radius = ring
        nearest = point_distance(self._start.x, self._start.y, x, y) - radius
        return nearest + self._least_from(x, y) - radius <= self._longest

    def _trace_back(self, last: PathStep) -> list[Place]:
        """Follow the lines back, and the arcs between them."""
        x, y, dx, dy, _ = last.line.line
        places: list[Place] = [(x + dx, y + dy)]
        step = last
        while step.before:
            arrived = step.before
            arc = follow_arc(self._rings[arrived.ring], arrived.line.arrives, step.line.leaves, arrived.turn)
            places += reversed(arc)
            step = arrived
        return [(self._start.x, self._start.y), *reversed(places)]

"""The shortest way through a room, found as a taut string finds it: straight lines, and arcs round obstacles.

The search is A* over the straight lines: whoever arrives on a ring goes on round it and leaves by another
line. A line is looked at for obstacles only when no way is left that may be shorter.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import NamedTuple, Protocol, TypeAlias

from edencli.field.circles import Circle, Place
from edencli.field.distance import between
from edencli.field.rings import (
    HAIRLINE,
    Arc,
    Bridge,
    bent_round,
    blocked_arcs,
    bridge,
    free_span,
    rings_of,
    span_between,
)
from edencli.field.room import Room
from edencli.field.shapes import Point

START = -1
"""The number of the ring without a radius from which every way starts."""


class Goal(Protocol):
    """Where a way may end."""

    def least(self, x: float, y: float) -> float:
        """Say how long a way from a place must be at least."""

    def last_line(self, ring: Circle, turn: int) -> Bridge | None:
        """Find the straight line from a ring to the end."""


Exit: TypeAlias = tuple[int, int, Bridge]
"""A line that leaves a ring: the ring on which it arrives (beyond the last one: a goal), its turn there."""


class Step(NamedTuple):
    """A straight line of a way, after the way before it."""

    before: "Step | None"
    ring: int
    turn: int
    line: Bridge
    length: float
    """Of the way so far."""


class TautString:
    """A search through one room from one start."""

    def __init__(self, room: Room, start: Point, goals: Sequence[Goal], longest: float = inf) -> None:
        self._room = room
        self._goals = goals
        self._longest = longest
        self._start = start
        self._rings = [ring for ring in rings_of(room) if self._is_on_a_way(ring)]
        self._blocked: dict[int, list[Arc]] = {}
        self._exits: dict[tuple[int, int], list[Exit]] = {}
        self._queue: list[tuple[float, int, Step]] = []
        self._order = count()
        self._done: set[tuple[int, int, int, int]] = set()

    def find(self) -> list[Place] | None:
        """Find where the shortest way bends, from start to goal; none when no way is short enough."""
        self._put_off(
            Step(None, target, turn, line, line.length) for target, turn, line in self._exits_of(START, 1)
        )
        while step := self._next_open():
            if step.ring >= len(self._rings):
                return self._way(step)
            self._put_off(self._further(step))
        return None

    def _put_off(self, steps: Iterable[Step]) -> None:
        """Keep lines for later, the most promising first."""
        for step in steps:
            estimate = step.length + self._least(step)
            if estimate <= self._longest:
                heappush(self._queue, (estimate, next(self._order), step))

    def _next_open(self) -> Step | None:
        """Take the most promising line along which the base can go."""
        while self._queue:
            step = heappop(self._queue)[-1]
            before = step.before
            key = (before.ring if before else START, before.turn if before else 1, step.ring, step.turn)
            if key not in self._done:
                self._done.add(key)
                if self._room.lets_through(step.line.line):
                    return step
        return None

    def _further(self, step: Step) -> Iterator[Step]:
        """All lines by which a way can go on."""
        ring, turn, at = step.ring, step.turn, step.line.arrives
        radius = self._rings[ring][2]
        if ring not in self._blocked:
            self._blocked[ring] = blocked_arcs(self._room, self._rings[ring])
        free = free_span(self._blocked[ring], at, turn) + HAIRLINE
        for target, other, line in self._exits_of(ring, turn):
            span = span_between(at, line.leaves, turn)
            if span <= free:
                yield Step(step, target, other, line, step.length + radius * span + line.length)

    def _exits_of(self, ring: int, turn: int) -> list[Exit]:
        """All lines on which a way round a ring can leave it: to every other ring, and to the goals."""
        if (ring, turn) not in self._exits:
            self._exits[ring, turn] = list(self._lines_from(ring, turn))
        return self._exits[ring, turn]

    def _lines_from(self, ring: int, turn: int) -> Iterator[Exit]:
        circle = (self._start.x, self._start.y, 0.0) if ring == START else self._rings[ring]
        for target, other_circle in enumerate(self._rings):
            if target != ring:
                for other in (1, -1):
                    line = bridge(circle, turn, other_circle, other)
                    if line:
                        yield target, other, line
        for target, goal in enumerate(self._goals, len(self._rings)):
            line = goal.last_line(circle, turn)
            if line:
                yield target, 1, line

    def _least(self, step: Step) -> float:
        """How much longer a way is at least."""
        if step.ring >= len(self._rings):
            return 0.0
        x, y, dx, dy, _ = step.line.line
        return self._least_from(x + dx, y + dy)

    def _least_from(self, x: float, y: float) -> float:
        return min(goal.least(x, y) for goal in self._goals)

    def _is_on_a_way(self, ring: Circle) -> bool:
        """Whether a way that is short enough can touch a ring."""
        x, y, radius = ring
        nearest = between(self._start.x, self._start.y, x, y) - radius
        return nearest + self._least_from(x, y) - radius <= self._longest

    def _way(self, last: Step) -> list[Place]:
        """Follow the lines back, and the arcs between them."""
        x, y, dx, dy, _ = last.line.line
        places: list[Place] = [(x + dx, y + dy)]
        step = last
        while step.before:
            arrived = step.before
            arc = bent_round(self._rings[arrived.ring], arrived.line.arrives, step.line.leaves, arrived.turn)
            places += reversed(arc)
            step = arrived
        return [(self._start.x, self._start.y), *reversed(places)]

"""Some way through a room, for where the shortest costs too much: found by probing the places of a grid.

The search goes on where it is nearest to a goal, and the way is then drawn straight wherever it can be. It
may be longer than need be, and where gaps are hardly wider than the base none may be found. What a search
may cost is counted in corners that are looked at.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from edencli.field.distance import Place, between
from edencli.field.ground import Room
from edencli.field.shapes import Edge, Point, Polygon, edge
from edencli.field.taut import Effort, Goal
from edencli.field.units import PER_CM

GRAINS: Final = (PER_CM, PER_CM // 2, PER_CM // 4)
"""How far the places of a grid are from each other: a finer one gets through where a coarse one does not."""

MOST_PROBED: Final = 1_000_000
"""So many corners, and things without any, are looked at with one grain."""

GREED: Final = 1.5
"""What is left of a way counts so much more than what is behind."""

WAYS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

Probe: TypeAlias = tuple[float, float, Place, Place]
"""How promising it is, how long the way to it, where it is, and from where."""


class Errand(NamedTuple):
    """From where to which goals, no farther than `longest`."""

    room: Room
    start: Point
    goals: Sequence[Goal]
    longest: float
    effort: Effort

    def least(self, place: Place) -> float:
        """Say how long a way from a place must be at least."""
        return min(goal.least(*place) for goal in self.goals)

    def is_open(self, line: Edge) -> bool:
        """Whether the base can go along a line; what that costs is counted."""
        for obstacle in self.room.beside(line):
            shape = obstacle.shape
            self.effort.spend(len(shape.corners) if isinstance(shape, Polygon) else 1)
        self.effort.spend(1)
        return self.room.lets_through(line)


def probe(errand: Errand) -> list[Place] | None:
    """Find some way, from its start to its end; none where none was found in time."""
    return next(filter(None, (_over_a_grid(errand, grain) for grain in GRAINS)), None)


def _over_a_grid(errand: Errand, grain: int) -> list[Place] | None:
    errand.effort.begin(MOST_PROBED)
    start: Place = (errand.start.x, errand.start.y)
    queue: list[Probe] = [(0.0, 0.0, start, start)]
    before: dict[Place, Place] = {}
    while queue and not errand.effort.is_spent:
        _, far, here, last = heappop(queue)
        if here in before:
            continue
        before[here] = last
        for end in _ends_near(errand, here, 2 * grain):
            return _straightened(errand, [*_followed(before, here), end])
        for there in _beside(here, grain):
            length = far + between(*here, *there)
            least = errand.least(there)
            if there not in before and length + least <= errand.longest and errand.is_open(edge(here, there)):
                heappush(queue, (length + GREED * least, length, there, here))
    return None


def _beside(here: Place, grain: int) -> Iterator[Place]:
    return ((here[0] + grain * dx, here[1] + grain * dy) for dx, dy in WAYS)


def _ends_near(errand: Errand, here: Place, far: float) -> Iterator[Place]:
    """Where a goal can be reached straight on that is no farther than this."""
    for goal in errand.goals:
        if goal.least(*here) <= far and (last := goal.last_line((*here, 0.0), 1)) is not None:
            x, y, dx, dy, _ = last.line
            if last.length <= 2 * far and errand.is_open(last.line):
                yield x + dx, y + dy


def _followed(before: dict[Place, Place], here: Place) -> list[Place]:
    """Follow a way back to where it began."""
    places = [here]
    while before[places[-1]] != places[-1]:
        places.append(before[places[-1]])
    return places[::-1]


def _straightened(errand: Errand, places: Sequence[Place]) -> list[Place]:
    """Leave out, from each place that is kept, all that it is open to go past; what was walked is open."""
    kept, last = [places[0]], 0
    while last < len(places) - 1:
        last += 1
        while last < len(places) - 1 and errand.room.lets_through(edge(kept[-1], places[last + 1])):
            last += 1
        kept.append(places[last])
    return kept

"""Some way through a room, for where the shortest costs too much: found by probing the places of a grid.

The search goes on where it is nearest to a goal, and the way is then drawn straight wherever it can be. It
may be longer than need be, and where gaps are hardly wider than the base none may be found. What a search
may cost is counted in corners that are looked at.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, TypeAlias

from edencli.field.distance import Place, point_distance
from edencli.field.ground import Room
from edencli.field.shapes import Edge, Point, Polygon, make_edge
from edencli.field.shortest_path import Effort, Goal
from edencli.field.units import PER_CM
from edencli.named_tuple import NamedTuple

GRID_STEPS: Final = (PER_CM, PER_CM // 2, PER_CM // 4)
"""How far the places of a grid are from each other: a finer one gets through where a coarse one does not."""

MOST_PROBE_LOOKS: Final = 1_000_000
"""So many corners, and things without any, are looked at with one grain."""

GREED: Final = 1.5
"""What is left of a way counts so much more than what is behind."""

EIGHT_DIRECTIONS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

QueuedPlace: TypeAlias = tuple[float, float, Place, Place]
"""How promising it is, how long the way to it, where it is, and from where."""


class PathTask(NamedTuple):
    """From where to which goals, no farther than `longest`."""

    room: Room
    start: Point
    goals: Sequence[Goal]
    longest: float
    effort: Effort

    def least_length(self, place: Place) -> float:
        """Say how long a way from a place must be at least."""
        return min(goal.least_length(*place) for goal in self.goals)

    def is_open(self, line: Edge) -> bool:
        """Whether the base can go along a line; what that costs is counted."""
        for obstacle in self.room.obstacles_near(line):
            shape = obstacle.shape
            self.effort.spend(len(shape.corners) if isinstance(shape, Polygon) else 1)
        self.effort.spend(1)
        return self.room.is_line_free(line)


def find_grid_path(errand: PathTask) -> list[Place] | None:
    """Find some way, from its start to its end; none where none was found in time."""
    return next(filter(None, (_search_grid(errand, grain) for grain in GRID_STEPS)), None)


def _search_grid(errand: PathTask, grain: int) -> list[Place] | None:
    errand.effort.begin(MOST_PROBE_LOOKS)
    start: Place = (errand.start.x, errand.start.y)
    queue: list[QueuedPlace] = [(0.0, 0.0, start, start)]
    before: dict[Place, Place] = {}
    while queue and not errand.effort.is_spent:
        _, far, here, last = heappop(queue)
        if here in before:
            continue
        before[here] = last
        for end in _reachable_ends(errand, here, 2 * grain):
            return _straighten(errand, [*_trace_back(before, here), end])
        for there in _grid_neighbours(here, grain):
            length = far + point_distance(*here, *there)
            least = errand.least_length(there)
            if (
                there not in before
                and length + least <= errand.longest
                and errand.is_open(make_edge(here, there))
            ):
                heappush(queue, (length + GREED * least, length, there, here))
    return None


def _grid_neighbours(here: Place, grain: int) -> Iterator[Place]:
    return ((here[0] + grain * dx, here[1] + grain * dy) for dx, dy in EIGHT_DIRECTIONS)


def _reachable_ends(errand: PathTask, here: Place, far: float) -> Iterator[Place]:
    """Where a goal can be reached straight on that is no farther than this."""
    for goal in errand.goals:
        if goal.least_length(*here) <= far and (last := goal.last_line((*here, 0.0), 1)) is not None:
            x, y, dx, dy, _ = last.line
            if last.length <= 2 * far and errand.is_open(last.line):
                yield x + dx, y + dy


def _trace_back(before: dict[Place, Place], here: Place) -> list[Place]:
    """Follow a way back to where it began."""
    places = [here]
    while before[places[-1]] != places[-1]:
        places.append(before[places[-1]])
    return places[::-1]


def _straighten(errand: PathTask, places: Sequence[Place]) -> list[Place]:
    """Leave out, from each place that is kept, all that it is open to go past; what was walked is open."""
    kept, last = [places[0]], 0
    while last < len(places) - 1:
        last += 1
        while last < len(places) - 1 and errand.room.is_line_free(make_edge(kept[-1], places[last + 1])):
            last += 1
        kept.append(places[last])
    return kept

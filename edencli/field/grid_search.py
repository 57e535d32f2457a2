"""Finds some route through a room by searching a grid, if the shortest one takes too long to find.

The search goes on where it is nearest to a goal, and the route is then straightened wherever possible. It
may be longer than necessary, and where gaps are hardly wider than the base none may be found. The cost of a
search is counted in corners that are looked at.
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
"""The distances between places of a grid: a finer grid gets through where a coarse one does not."""

MOST_PROBE_LOOKS: Final = 1_000_000
"""The most corners (and things without corners) that are looked at in one grid."""

REST_WEIGHT: Final = 1.5
"""How much more the rest of a route counts than the part behind."""

EIGHT_DIRECTIONS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

QueuedPlace: TypeAlias = tuple[float, float, Place, Place]
"""Its estimate, the length of the route to it, the place, and the place before it."""


class PathTask(NamedTuple):
    """A search from a start to any of some goals, by a route of at most `longest`."""

    room: Room
    start: Point
    goals: Sequence[Goal]
    longest: float
    effort: Effort

    def least_length(self, place: Place) -> float:
        """The least length of a route from a place to a goal."""
        return min(goal.least_length(*place) for goal in self.goals)

    def is_open(self, line: Edge) -> bool:
        """Whether the base can move along a line; the cost of finding out is counted."""
        for obstacle in self.room.obstacles_near(line):
            shape = obstacle.shape
            self.effort.spend(len(shape.corners) if isinstance(shape, Polygon) else 1)
        self.effort.spend(1)
        return self.room.is_line_free(line)


def find_grid_path(task: PathTask) -> list[Place] | None:
    """Find some route from start to goal; None if none was found within the effort."""
    return next(filter(None, (_search_grid(task, grain) for grain in GRID_STEPS)), None)


def _search_grid(task: PathTask, grain: int) -> list[Place] | None:
    task.effort.begin(MOST_PROBE_LOOKS)
    start: Place = (task.start.x, task.start.y)
    queue: list[QueuedPlace] = [(0.0, 0.0, start, start)]
    before: dict[Place, Place] = {}
    while queue and not task.effort.is_spent:
        _, far, here, last = heappop(queue)
        if here in before:
            continue
        before[here] = last
        for end in _reachable_ends(task, here, 2 * grain):
            return _straighten(task, [*_trace_back(before, here), end])
        for there in _grid_neighbours(here, grain):
            length = far + point_distance(*here, *there)
            least = task.least_length(there)
            if (
                there not in before
                and length + least <= task.longest
                and task.is_open(make_edge(here, there))
            ):
                heappush(queue, (length + REST_WEIGHT * least, length, there, here))
    return None


def _grid_neighbours(here: Place, grain: int) -> Iterator[Place]:
    return ((here[0] + grain * dx, here[1] + grain * dy) for dx, dy in EIGHT_DIRECTIONS)


def _reachable_ends(task: PathTask, here: Place, far: float) -> Iterator[Place]:
    """The ends at goals within this distance that can be reached in a straight line."""
    for goal in task.goals:
        if goal.least_length(*here) <= far and (last := goal.last_line((*here, 0.0), 1)) is not None:
            x, y, dx, dy, _ = last.line
            if last.length <= 2 * far and task.is_open(last.line):
                yield x + dx, y + dy


def _trace_back(before: dict[Place, Place], here: Place) -> list[Place]:
    """The route from the start to a place."""
    places = [here]
    while before[places[-1]] != places[-1]:
        places.append(before[places[-1]])
    return places[::-1]


def _straighten(task: PathTask, places: Sequence[Place]) -> list[Place]:
    """Leave out every place that the base can go past in a straight line.

    The lines of the route itself are free.
    """
    kept, last = [places[0]], 0
    while last < len(places) - 1:
        last += 1
        while last < len(places) - 1 and task.room.is_line_free(make_edge(kept[-1], places[last + 1])):
            last += 1
        kept.append(places[last])
    return kept

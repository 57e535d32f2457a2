"""A walked route: what it runs into, what it touches and when, whether it stays on the table.

A route is the list of places that the centre of a base passes, joined by straight legs. How far along it
something happens is told in lengths from its beginning.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final, TypeAlias

from edencli.field.distance import overlap
from edencli.field.shapes import Disc, Edge, Point, Polygon, Shape, edge, extent
from edencli.field.stretches import joined, within_reach
from edencli.field.table import Table
from edencli.field.units import TOLERANCE

Route: TypeAlias = Sequence[Point]
Run: TypeAlias = tuple[float, float]
"""A part of a route, by how far along it starts and ends."""

STEP: Final = 1e-3
"""Parts of a route that are nearer than this to each other, or to its ends, meet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Collision:
    """A route that would push its base into something."""

    number: int
    """Which of the blockers, counted from 0."""
    after: float
    """How far along the route it happens first."""
    place: Point
    """Where the base's centre is then."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Contact:
    """A part of a route on which the base touches something."""

    number: int
    """Which of the watched shapes, counted from 0."""
    begins: float
    ends: float
    at_start: bool
    at_end: bool
    on_the_way: bool
    """It is more than setting off from contact, or arriving in it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """All that can be held against a route, each list in the order in which things were named."""

    collisions: tuple[Collision, ...]
    contacts: tuple[Contact, ...]
    leaves_table_at: Point | None
    """The first place of the route where the base hangs over the table's edge."""
    ends_on: tuple[int, ...]
    """Which of the markers the base covers at the end."""

    @property
    def is_open(self) -> bool:
        """Whether the base can walk it: nothing in the way, and table under it all along."""
        return not self.collisions and self.leaves_table_at is None


def judge(  # one route against everything on a table
    route: Route,
    base: int,
    *,
    table: Table,
    blockers: Sequence[Shape] = (),
    watched: Sequence[Shape] = (),
    markers: Sequence[Shape] = (),
) -> Judgement:
    """Judge the route of a base of this radius.

    It may touch blockers and slide along them, not overlap them. Contacts are reported with the watched
    shapes; markers matter only where the route ends.
    """
    last = Disc(x=route[-1].x, y=route[-1].y, r=base)
    return Judgement(
        collisions=collisions(route, base, blockers),
        contacts=contacts(route, base, watched),
        leaves_table_at=next((place for place in route if not table.holds(last.at(place))), None),
        ends_on=tuple(number for number, marker in enumerate(markers) if overlap(last, marker)),
    )


def collisions(route: Route, base: int, blockers: Sequence[Shape]) -> tuple[Collision, ...]:
    """Find which blockers a route runs into, and where first."""
    return tuple(
        Collision(number=number, after=runs[0][0], place=place_after(route, runs[0][0]))
        for number, runs in runs_near(route, base - TOLERANCE, blockers)
    )


def contacts(route: Route, base: int, watched: Sequence[Shape]) -> tuple[Contact, ...]:
    """Find which shapes the base touches on its route, and when."""
    whole = route_length(route)
    return tuple(
        _contact(number, run, whole, _lingering(base, watched[number]))
        for number, runs in runs_near(route, base + TOLERANCE, watched)
        for run in runs
    )


def route_length(route: Route) -> float:
    """Measure a route along its legs."""
    length = 0.0
    for line in legs(route):
        length += sqrt(line[4])
    return length


def place_after(route: Route, far: float) -> Point:
    """Find the place that lies so far along a route; its last place when the route is shorter."""
    gone = 0.0
    for x, y, dx, dy, square in legs(route):
        length = sqrt(square)
        if far < gone + length:
            part = max(0.0, far - gone) / length
            return Point(round(x + part * dx), round(y + part * dy))
        gone += length
    return route[-1]


def walked(route: Route, far: float) -> tuple[Point, ...]:
    """Keep of a route what lies no farther along it than this."""
    gone, kept = 0.0, [route[0]]
    for line, place in zip(legs(route), route[1:], strict=False):
        length = sqrt(line[4])
        if far < gone + length:
            last = place_after(route, far)
            return tuple(kept) if last == kept[-1] else (*kept, last)
        kept.append(place)
        gone += length
    return tuple(kept)


def walked_back(route: Route, base: int, shape: Shape) -> tuple[Point, ...]:
    """Take back a route that ends overlapping a shape, to where the base came into contact with it."""
    inside = runs_within(route, shape, base - TOLERANCE)
    if not inside or inside[-1][1] < route_length(route) - STEP:
        return tuple(route)
    entered = inside[-1][0] + STEP
    return walked(route, max(begin for begin, _ in _parts_within(route, shape, base) if begin <= entered))


def legs(route: Route) -> list[Edge]:
    """Make the straight legs of a route; who stays where he is has one without length."""
    return [edge(a, b) for a, b in pairwise(route)] or [edge(route[0], route[0])]


def runs_within(route: Route, shape: Shape, reach: float) -> list[Run]:
    """Find the parts of a route whose places are at most `reach` away from a shape, or inside it."""
    return joined(_parts_within(route, shape, reach), STEP)


def runs_near(route: Route, reach: float, shapes: Sequence[Shape]) -> Iterator[tuple[int, list[Run]]]:
    """Find the runs within reach of each of some shapes, by number, for those that have any."""
    xs, ys = [x for x, _ in route], [y for _, y in route]
    left, bottom, right, top = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
    for number, shape in enumerate(shapes):
        x0, y0, x1, y1 = extent(shape)
        if x0 < right and x1 > left and y0 < top and y1 > bottom:
            runs = runs_within(route, shape, reach)
            if runs:
                yield number, runs


def _parts_within(route: Route, shape: Shape, reach: float) -> list[Run]:
    """The same, leg by leg."""
    gone, parts = 0.0, []
    for line in legs(route):
        length = sqrt(line[4])
        parts += [
            (gone + low * length, gone + high * length) for low, high in within_reach(line, shape, reach)
        ]
        gone += length
    return parts


def _contact(number: int, run: Run, whole: float, lingering: float) -> Contact:
    begins, ends = run
    at_start, at_end = begins <= STEP, ends >= whole - STEP
    setting_off = at_start and ends <= lingering
    arriving = at_end and begins >= whole - lingering
    return Contact(
        number=number,
        begins=begins,
        ends=ends,
        at_start=at_start,
        at_end=at_end,
        on_the_way=not (setting_off or arriving),
    )


def _lingering(base: int, shape: Shape) -> float:
    """How far a base can go straight on, never coming nearer, before it has left the reach of a touch."""
    apart = base if isinstance(shape, Polygon) else base + shape.r
    return 2 * sqrt(apart * TOLERANCE)

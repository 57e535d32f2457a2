"""Judges a route: what it runs into, what it touches and when, whether it stays on the table."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from edencli.field.distance import overlap
from edencli.field.shapes import Disc, Point, Polygon, Shape
from edencli.field.table import Table
from edencli.field.units import TOLERANCE, compare
from edencli.field.walk import STEP, Route, Run, Walk


class Collision(NamedTuple):
    """A route that would push its base into something."""

    number: int
    """Which of the blockers, counted from 0."""
    after: float
    """How far along the route it happens first."""
    place: Point
    """Where the base's centre is then."""


class Contact(NamedTuple):
    """A part of a route on which the base touches something."""

    number: int
    """Which of the watched shapes, counted from 0."""
    begins: float
    ends: float
    at_start: bool
    at_end: bool
    on_the_way: bool
    """It is more than setting off from contact, or arriving in it."""


class Judgement(NamedTuple):
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
    walk = Walk(route)
    last = Disc(x=route[-1].x, y=route[-1].y, r=base)
    return Judgement(
        collisions=_collisions(walk, base, blockers),
        contacts=_contacts(walk, base, watched),
        leaves_table_at=_leaves_table_at(walk, base, table),
        ends_on=tuple(number for number, marker in enumerate(markers) if overlap(last, marker)),
    )


def route_length(route: Route) -> float:
    """Measure a route along its legs."""
    return Walk(route).length


def walked_back(route: Route, base: int, shape: Shape) -> tuple[Point, ...]:
    """Take back a route that ends overlapping a shape, to where the base came into contact with it."""
    walk = Walk(route)
    inside = walk.sunk(shape, base, walk.runs_within(shape, base))
    if not inside or inside[-1][1] < walk.length - STEP:
        return tuple(route)
    return walk.until(inside[-1][0])


def _collisions(walk: Walk, base: int, blockers: Sequence[Shape]) -> tuple[Collision, ...]:
    return tuple(
        Collision(number=number, after=runs[0][0], place=walk.stored_at(runs[0][0]))
        for number, runs in walk.runs_near(blockers, base - TOLERANCE)
    )


def _contacts(walk: Walk, base: int, watched: Sequence[Shape]) -> tuple[Contact, ...]:
    return tuple(
        _contact(number, run, walk.length, _lingering(base, watched[number]))
        for number, runs in walk.runs_near(watched, base + TOLERANCE)
        for run in runs
    )


def _leaves_table_at(walk: Walk, base: int, table: Table) -> Point | None:
    """The first place where the base hangs over: at a bend or an end, since the table bulges outwards."""
    left, bottom, right, top = walk.box
    if compare(min(left, bottom, table.width - right, table.depth - top), base) >= 0:
        return None
    return next(place for place in walk.route if compare(table.to_edge(place), base) < 0)


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

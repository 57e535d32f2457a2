"""Judges and prices a route: what it runs into, what it touches and when, whether it leaves the table.

A route is the list of places that the centre of a base passes. Where something happens on it is given as the
length from its beginning.

A route costs its length, and more on slow ground, where every centimetre counts as several. A base that only
slides along the edge of slow ground pays nothing. Where slow grounds overlap, the slowest counts.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import sqrt
from typing import Final, TypeAlias

from edencli.field.distance import Place, overlap
from edencli.field.ground import ROUNDING, SlowGround, Table, numbers_near, widened
from edencli.field.line_parts import merge_parts, parts_within_reach
from edencli.field.shapes import Disc, Edge, Point, Polygon, Shape
from edencli.field.units import NOISE, PER_CM, TOLERANCE, compare_lengths
from edencli.named_tuple import NamedTuple

Route: TypeAlias = Sequence[Point]
Run: TypeAlias = tuple[float, float]
"""A part of a route: the lengths at which it begins and ends."""

Stride: TypeAlias = tuple[float, float, Edge]
"""A straight leg: the length at which it begins, its own length, and its line."""

ROUTE_SEAM: Final = 1e-3
"""Parts of a route nearer than this to each other, or to its ends, are joined."""

ENTRY_MARGIN: Final = 400.0
"""The length within which a base that enters or leaves a shape is deeper in it than a touch.

Only a very flat angle takes longer.
"""

LONGEST_SLIDE: Final = PER_CM / 10
"""How far a base that grazes a shape slides along before it is deeper in it than a touch."""


class RouteGeometry:
    """A route prepared for questions; one that stays in place has one leg without length."""

    __slots__ = ("box", "length", "route", "strides")

    def __init__(self, route: Route) -> None:
        self.route = route
        self.strides: list[Stride] = []
        self.length = 0.0
        for (x, y), (ex, ey) in zip(route, route[1:] or route, strict=False):
            dx, dy = float(ex - x), float(ey - y)
            square = dx * dx + dy * dy
            length = sqrt(square)
            self.strides.append((self.length, length, (x, y, dx, dy, square)))
            self.length += length
        xs, ys = [x for x, _ in route], [y for _, y in route]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def runs_within(self, shape: Shape, reach: float) -> list[Run]:
        """The parts that are at most `reach` away from a shape; below 0, that deep inside it."""
        return _runs(self.strides, shape, reach)

    def deep_runs(self, shape: Shape, reach: float, runs: Sequence[Run]) -> list[Run]:
        """The parts of runs within reach of a shape that are deeper than a touch, with their approach.

        A base that slides along an edge and then enters counts as inside from shortly before that.
        """
        if not runs:
            return []
        first, last = runs[0][0], runs[-1][1]
        strides = [stride for stride in self.strides if stride[0] < last and stride[0] + stride[1] > first]
        return [
            (max(begin, low - ENTRY_MARGIN), min(end, high + ENTRY_MARGIN))
            for low, high in _runs(strides, shape, reach - TOLERANCE)
            for begin, end in runs
            if low < end and high > begin
        ]

    def lengths_before(self, shape: Shape, reach: float) -> Iterator[float]:
        """The lengths after which the base may have to stop at a shape.

        It stops in contact; where it only grazes the shape, at most `LONGEST_SLIDE` before it is too deep.
        By rounding, some of them may be too long.
        """
        runs = self.runs_within(shape, reach)
        yield from (begin for begin, _ in runs)
        for depth in (TOLERANCE, TOLERANCE - ROUNDING):
            for deep, _ in _runs(self.strides, shape, reach - depth):
                yield max([deep - LONGEST_SLIDE, *(begin for begin, _ in runs if begin <= deep)])

    def runs_near(self, shapes: Sequence[Shape], reach: float) -> list[tuple[int, list[Run]]]:
        """The runs within reach of each shape, by its number, for shapes that have any."""
        near = numbers_near(shapes, widened(self.box, reach))
        return [(number, runs) for number in near if (runs := _runs(self.strides, shapes[number], reach))]

    def place_at(self, far: float) -> Place:
        """The place at this length; the last place if the route is shorter."""
        for begins, length, (x, y, dx, dy, _) in self.strides:
            if far < begins + length:
                part = max(0.0, far - begins) / length
                return x + part * dx, y + part * dy
        return self.route[-1]

    def stored_place_at(self, far: float) -> Point:
        """The storable place nearest to the one at this length."""
        x, y = self.place_at(far)
        return Point(round(x), round(y))

    def route_until(self, far: float) -> tuple[Point, ...]:
        """The part of the route up to this length."""
        kept = [self.route[0]]
        for (begins, length, _), place in zip(self.strides, self.route[1:], strict=False):
            if far < begins + length:
                last = self.stored_place_at(far)
                return tuple(kept) if last == kept[-1] else (*kept, last)
            kept.append(place)
        return tuple(kept)


@lru_cache(maxsize=64)
def geometry_of(route: tuple[Point, ...]) -> RouteGeometry:
    """The geometry of a route, cached since it is both judged and priced."""
    return RouteGeometry(route)


def _runs(strides: Sequence[Stride], shape: Shape, reach: float) -> list[Run]:
    parts = [
        (begins + low * length, begins + high * length)
        for begins, length, line in strides
        for low, high in parts_within_reach(line, shape, reach)
    ]
    return merge_parts(parts, ROUTE_SEAM)


class Collision(NamedTuple):
    """A place on a route where its base would run into something."""

    number: int
    """The number of the blocker, from 0."""
    after: float
    """The length at which it happens first."""
    place: Point
    """The place of the base's centre then."""


class Contact(NamedTuple):
    """A part of a route on which the base touches something."""

    number: int
    """The number of the watched shape, from 0."""
    begins: float
    ends: float
    at_start: bool
    at_end: bool
    on_the_way: bool
    """Whether it is more than leaving contact at the start, or arriving in it at the end."""


class Judgement(NamedTuple):
    """The objections to a route, each list in the order of the shapes that were given."""

    collisions: tuple[Collision, ...]
    contacts: tuple[Contact, ...]
    leaves_table_at: Point | None
    """The first place of the route at which the base hangs over the table's edge."""
    ends_on: tuple[int, ...]
    """The numbers of the markers that the base covers at the end."""

    @property
    def is_open(self) -> bool:
        """Whether the base can take the route: nothing in the way, and table under it all along."""
        return not self.collisions and self.leaves_table_at is None


def judge_route(  # one route against everything on a table
    route: Route,
    base: int,
    *,
    table: Table,
    blockers: Sequence[Shape] = (),
    watched: Sequence[Shape] = (),
    markers: Sequence[Shape] = (),
) -> Judgement:
    """Judge the route of a base of this radius.

    It may touch blockers and slide along them, but not overlap them. Contacts with the watched shapes are
    reported; markers matter only at the end of the route.
    """
    walk = geometry_of(tuple(route))
    return Judgement(
        _collisions(walk, base, blockers),
        _contacts(walk, base, watched),
        _leaves_table_at(walk, base, table),
        _covered_at_end(route[-1], base, markers),
    )


def _collisions(walk: RouteGeometry, base: int, blockers: Sequence[Shape]) -> tuple[Collision, ...]:
    return tuple(
        [
            Collision(number, runs[0][0], walk.stored_place_at(runs[0][0]))
            for number, runs in walk.runs_near(blockers, base - TOLERANCE)
        ]
    )


def _contacts(walk: RouteGeometry, base: int, watched: Sequence[Shape]) -> tuple[Contact, ...]:
    return tuple(
        [
            _contact(number, run, walk.length, _departure_length(base, watched[number]))
            for number, runs in walk.runs_near(watched, base + TOLERANCE)
            for run in runs
        ]
    )


def _covered_at_end(end: Point, base: int, markers: Sequence[Shape]) -> tuple[int, ...]:
    if not markers:
        return ()
    last = Disc(x=end.x, y=end.y, r=base)
    return tuple(number for number, marker in enumerate(markers) if overlap(last, marker))


def _leaves_table_at(walk: RouteGeometry, base: int, table: Table) -> Point | None:
    """The first place where the base hangs over, which is a bend or an end, since the table is convex."""
    left, bottom, right, top = walk.box
    if compare_lengths(min(left, bottom, table.width - right, table.depth - top), base) >= 0:
        return None
    return next(place for place in walk.route if compare_lengths(table.gap_to_edge(place), base) < 0)


def _contact(number: int, run: Run, whole: float, lingering: float) -> Contact:
    begins, ends = run
    at_start, at_end = begins <= ROUTE_SEAM, ends >= whole - ROUTE_SEAM
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


def _departure_length(base: int, shape: Shape) -> float:
    """How far a base can go straight on without coming nearer before it is out of contact with a shape."""
    apart = base if isinstance(shape, Polygon) else base + shape.r
    return 2 * sqrt(apart * TOLERANCE)


class Leg(NamedTuple):
    """A straight leg of a route: its length and its price."""

    length: float
    price: float


class Price(NamedTuple):
    """What a route costs, leg by leg and in total."""

    legs: tuple[Leg, ...]
    length: float
    total: float

    @property
    def is_slowed(self) -> bool:
        """Whether any slow ground counts."""
        return self.total > self.length + NOISE


Pace: TypeAlias = tuple[float, float, float]
"""A part of a route: where it begins and ends, and its rate."""


def price_route(route: Route, base: int, slow: Sequence[SlowGround] = ()) -> Price:
    """The price of the route of a base of this radius."""
    walk = geometry_of(tuple(route))
    costs = _leg_costs(walk, _paces(walk, base, slow))
    legs = [Leg(length, cost) for (_, length, _), cost in zip(walk.strides, costs, strict=True)]
    return Price(legs=tuple(legs), length=walk.length, total=_add_up(costs))


def route_cost(route: Route, base: int, slow: Sequence[SlowGround] = ()) -> float:
    """The total price of a route: most lead over no slow ground."""
    walk = geometry_of(tuple(route))
    paces = _paces(walk, base, slow)
    return _add_up(_leg_costs(walk, paces)) if paces else walk.length


def _leg_costs(walk: RouteGeometry, paces: list[Pace]) -> list[float]:
    """The price of each leg of a route."""
    return [length + _surcharge(begins, begins + length, paces) for begins, length, _ in walk.strides]


def _add_up(costs: Sequence[float]) -> float:
    """The sum of some prices, one added after the other: `sum` rounds otherwise from Python 3.12 on."""
    total = 0.0
    for cost in costs:
        total += cost
    return total


def affordable_route(
    route: Route,
    base: int,
    allowance: float,
    slow: Sequence[SlowGround] = (),
) -> tuple[Point, ...]:
    """The part of a route that an allowance pays for; the whole route if the tolerance covers the rest."""
    if route_cost(route, base, slow) <= allowance + TOLERANCE:
        return tuple(route)
    walk = RouteGeometry(route)
    at, left = 0.0, allowance
    for begin, end, rate in _paces(walk, base, slow):
        if left <= begin - at:
            break
        left, at = left - (begin - at), begin
        if left <= (end - begin) * rate:
            return walk.route_until(at + left / rate)
        left, at = left - (end - begin) * rate, end
    return walk.route_until(at + left)


def with_pace_changes(route: Route, base: int, slow: Sequence[SlowGround]) -> list[Point]:
    """A route with additional places where its pace changes."""
    walk = RouteGeometry(route)
    changes = [at for begin, end, _ in _paces(walk, base, slow) for at in (begin, end)]
    bends = [
        (begins + length, place) for (begins, length, _), place in zip(walk.strides, route[1:], strict=False)
    ]
    stops = sorted([(0.0, route[0]), *bends, *((at, walk.stored_place_at(at)) for at in changes)])
    return [place for place, _ in groupby(place for _, place in stops)]


def _surcharge(start: float, stop: float, paces: list[Pace]) -> float:
    """What a part of a route costs beyond its length."""
    extra = 0.0
    for begin, end, rate in paces:
        shared = min(end, stop) - max(begin, start)
        if shared > 0:
            extra += shared * (rate - 1)
    return extra


def _paces(walk: RouteGeometry, base: int, slow: Sequence[SlowGround]) -> list[Pace]:
    """The parts of a route on slow ground, in order, each with its slowest rate."""
    if not slow:
        return []
    slowed = [
        (*run, slow[number].rate)
        for number, runs in walk.runs_near([ground.shape for ground in slow], base)
        for run in walk.deep_runs(slow[number].shape, base, runs)
    ]
    if len(slowed) < 2:  # noqa: PLR2004  # one does not overlap another
        return slowed
    stops = sorted({at for begin, end, _ in slowed for at in (begin, end)})
    return [(begin, end, _slowest(slowed, begin, end)) for begin, end in pairwise(stops)]


def _slowest(slowed: list[Pace], begin: float, end: float) -> float:
    return max((rate for low, high, rate in slowed if low <= begin and end <= high), default=1)

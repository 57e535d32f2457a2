"""What a route costs on ground that slows, exactly, and how far an allowance carries.

On slow ground every centimetre counts as several. A base that only slides along its edge pays nothing.
Where grounds overlap, the slowest counts.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from edencli.field.ground import SlowGround
from edencli.field.routes import Route, Walk
from edencli.field.shapes import Point
from edencli.field.units import NOISE, TOLERANCE


class Leg(NamedTuple):
    """One straight leg of a route, and what it costs."""

    length: float
    price: float


class Price(NamedTuple):
    """What a route costs, leg by leg and in all."""

    legs: tuple[Leg, ...]
    length: float
    total: float

    @property
    def is_slowed(self) -> bool:
        """Whether any slow ground counts."""
        return self.total > self.length + NOISE


Pace: TypeAlias = tuple[float, float, float]
"""A part of a route, from, to, and the rate that counts on it."""


def price(route: Route, base: int, slow: Sequence[SlowGround] = ()) -> Price:
    """Price the route of a base of this radius."""
    walk = Walk(route)
    paces = _paces(walk, base, slow)
    legs, total = [], 0.0
    for begins, length, _ in walk.strides:
        cost = length + _surcharge(begins, begins + length, paces) if paces else length
        legs.append(Leg(length, cost))
        total += cost
    return Price(legs=tuple(legs), length=walk.length, total=total)


def carried(
    route: Route,
    base: int,
    allowance: float,
    slow: Sequence[SlowGround] = (),
) -> tuple[Point, ...]:
    """Keep of a route what an allowance pays for; all of it when the tolerance covers the rest."""
    if price(route, base, slow).total <= allowance + TOLERANCE:
        return tuple(route)
    walk = Walk(route)
    at, left = 0.0, allowance
    for begin, end, rate in _paces(walk, base, slow):
        if left <= begin - at:
            break
        left, at = left - (begin - at), begin
        if left <= (end - begin) * rate:
            return walk.until(at + left / rate)
        left, at = left - (end - begin) * rate, end
    return walk.until(at + left)


def with_pace_changes(route: Route, base: int, slow: Sequence[SlowGround]) -> list[Point]:
    """Write a route with the places where its pace changes."""
    walk = Walk(route)
    changes = [at for begin, end, _ in _paces(walk, base, slow) for at in (begin, end)]
    bends = [
        (begins + length, place) for (begins, length, _), place in zip(walk.strides, route[1:], strict=False)
    ]
    stops = sorted([(0.0, route[0]), *bends, *((at, walk.stored_at(at)) for at in changes)])
    return [place for place, _ in groupby(place for _, place in stops)]


def _surcharge(start: float, stop: float, paces: list[Pace]) -> float:
    """What a part of a route costs beyond its length."""
    extra = 0.0
    for begin, end, rate in paces:
        shared = min(end, stop) - max(begin, start)
        if shared > 0:
            extra += shared * (rate - 1)
    return extra


def _paces(walk: Walk, base: int, slow: Sequence[SlowGround]) -> list[Pace]:
    """The parts of a route on slow ground, in order, each with the slowest rate there."""
    slowed = [
        (*run, slow[number].rate)
        for number, runs in walk.runs_near([ground.shape for ground in slow], base)
        for run in walk.sunk(slow[number].shape, base, runs)
    ]
    if len(slowed) < 2:  # noqa: PLR2004  # one does not overlap another
        return slowed
    stops = sorted({at for begin, end, _ in slowed for at in (begin, end)})
    return [(begin, end, _slowest(slowed, begin, end)) for begin, end in pairwise(stops)]


def _slowest(slowed: list[Pace], begin: float, end: float) -> float:
    return max((rate for low, high, rate in slowed if low <= begin and end <= high), default=1)

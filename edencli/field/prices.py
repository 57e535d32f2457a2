"""What a route costs on ground that slows, exactly, and how far an allowance carries.

On slow ground every centimetre counts as several. A base that only slides along its edge pays nothing.
Where grounds overlap, the slowest counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TypeAlias

from edencli.field.distance import from_outline
from edencli.field.ground import Footing, SlowGround
from edencli.field.routes import Route, Run, legs, place_after, runs_near, runs_within, walked
from edencli.field.shapes import Point, Polygon, Shape
from edencli.field.units import TOLERANCE


@dataclass(frozen=True, kw_only=True, slots=True)
class Leg:
    """One straight leg of a route, and what it costs."""

    length: float
    price: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Price:
    """What a route costs, leg by leg and in all."""

    legs: tuple[Leg, ...]
    length: float
    total: float


Pace: TypeAlias = tuple[float, float, float]
"""A part of a route, from, to, and the rate that counts on it."""


def price(route: Route, base: int, slow: Sequence[SlowGround] = (), footing: Footing = Footing.BASE) -> Price:
    """Price the route of a base of this radius."""
    gone, total, priced = 0.0, 0.0, []
    paces = _paces(route, base, slow, footing)
    for line in legs(route):
        length = sqrt(line[4])
        cost = length
        for begin, end, rate in paces:
            shared = min(end, gone + length) - max(begin, gone)
            if shared > 0:
                cost += shared * (rate - 1)
        priced.append(Leg(length=length, price=cost))
        gone += length
        total += cost
    return Price(legs=tuple(priced), length=gone, total=total)


def carried(
    route: Route,
    base: int,
    allowance: float,
    slow: Sequence[SlowGround] = (),
    footing: Footing = Footing.BASE,
) -> tuple[Point, ...]:
    """Keep of a route what an allowance pays for; all of it when the tolerance covers the rest."""
    if price(route, base, slow, footing).total <= allowance + TOLERANCE:
        return tuple(route)
    at, left = 0.0, allowance
    for begin, end, rate in _paces(route, base, slow, footing):
        if left <= begin - at:
            break
        left, at = left - (begin - at), begin
        if left <= (end - begin) * rate:
            return walked(route, at + left / rate)
        left, at = left - (end - begin) * rate, end
    return walked(route, at + left)


def with_pace_changes(
    route: Route, base: int, slow: Sequence[SlowGround], footing: Footing = Footing.BASE
) -> list[Point]:
    """Write a route with the places where its pace changes."""
    changes = {at for begin, end, _ in _paces(route, base, slow, footing) for at in (begin, end)}
    gone, places = 0.0, [route[0]]
    for line, place in zip(legs(route), route[1:], strict=False):
        ahead = gone + sqrt(line[4])
        between = [place_after(route, at) for at in sorted(changes) if gone < at < ahead]
        places += [stop for stop in between if stop not in {places[-1], place}]
        places.append(place)
        gone = ahead
    return places


def _paces(route: Route, base: int, slow: Sequence[SlowGround], footing: Footing) -> list[Pace]:
    """The parts of a route on slow ground, in order, each with the slowest rate there."""
    reach = base if footing is Footing.BASE else 0
    near = list(runs_near(route, reach, [ground.shape for ground in slow]))
    slowed = [
        (*run, slow[number].rate)
        for number, runs in near
        for run in _sunk(route, slow[number].shape, reach, runs)
    ]
    stops = sorted({at for begin, end, _ in slowed for at in (begin, end)})
    return [(begin, end, _slowest(slowed, begin, end)) for begin, end in pairwise(stops)]


def _slowest(slowed: list[Pace], begin: float, end: float) -> float:
    return max((rate for low, high, rate in slowed if low <= begin and end <= high), default=1)


def _sunk(route: Route, shape: Shape, reach: float, runs: list[Run]) -> list[Run]:
    """Keep the runs that get deeper into a shape than a touch."""
    if reach == 0 and isinstance(shape, Polygon):
        return [run for run in runs if _is_deep(route, shape, run)]
    deep = runs_within(route, shape, reach - TOLERANCE)
    return [run for run in runs if any(low < run[1] and high > run[0] for low, high in deep)]


def _is_deep(route: Route, polygon: Polygon, run: Run) -> bool:
    """Whether the middle of any leg's part of a run is deeper than a touch."""
    gone = 0.0
    for x, y, dx, dy, square in legs(route):
        length = sqrt(square)
        low, high = max(run[0], gone), min(run[1], gone + length)
        if low < high:
            part = ((low + high) / 2 - gone) / length
            if from_outline(x + part * dx, y + part * dy, polygon.edges) < -TOLERANCE:
                return True
        gone += length
    return False

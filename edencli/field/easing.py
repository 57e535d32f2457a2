"""Removes bends from a planned route: finds the route with the fewest bends that still keeps its terms.

The shortest route round a base is a chain of short legs, which no hand follows. If one leg is extended
forwards and a later one backwards until they meet, the legs between are left out; that costs a little. The
choice of legs to keep is a shortest path over legs: as few as possible, and of these the cheapest, as long
as the added cost stays within what may be spared.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, TypeAlias

from edencli.field.routes import Route
from edencli.field.shapes import Point
from edencli.named_tuple import NamedTuple
from edencli.record import Record

TRIES: Final = 8
"""How often a route that is not allowed as a whole is searched again, each time with less to spare."""
LESS_TO_SPARE: Final = 0.75
PARALLEL: Final = 1e-9
MOST_LEGS: Final = 200
"""Routes with more legs are left as they are: no table needs so crooked a route."""

Chain: TypeAlias = tuple[tuple[int, int], ...]
"""The legs that are kept, each with the next one."""


class EasingTerms(Record):
    """What an eased route must keep: a part must be free, costs are limited, the whole must be allowed."""

    is_free: Callable[[Route], bool]
    cost: Callable[[Route], float]
    allows: Callable[[Route], bool]


class Bend(NamedTuple):
    """Where one leg meets a later one, and what that adds to the cost of the route."""

    place: Point
    added: float


class StraightLeg(NamedTuple):
    """A straight part of a route: its ends, its length, and its direction."""

    start: Point
    end: Point
    length: float
    dx: float
    dy: float

    @property
    def middle(self) -> Point:
        """The place half way along."""
        return Point(round((self.start.x + self.end.x) / 2), round((self.start.y + self.end.y) / 2))


def remove_bends(route: Route, terms: EasingTerms, spare: float) -> tuple[Point, ...]:
    """Remove as many bends as the terms and what may be spared allow; else return the route unchanged."""
    legs = [_leg(*ends) for ends in pairwise(route) if ends[0] != ends[1]]
    if not 1 < len(legs) <= MOST_LEGS:
        return tuple(route)
    spare = max(0.0, spare)
    bends = _possible_bends(legs, terms, spare)
    for _ in range(TRIES):
        chain = _fewest_bends(bends, spare)
        eased = (route[0], *(bends[one][other].place for one, other in chain), route[-1])
        if len(eased) >= len(route):
            break
        if terms.allows(eased):
            return eased
        spare *= LESS_TO_SPARE
    return tuple(route)


def _leg(start: Point, end: Point) -> StraightLeg:
    dx, dy = end.x - start.x, end.y - start.y
    length = sqrt(dx * dx + dy * dy)
    return StraightLeg(start, end, length, dx / length, dy / length)


def _possible_bends(legs: Sequence[StraightLeg], terms: EasingTerms, spare: float) -> list[dict[int, Bend]]:
    """For each leg, the later legs that it may meet, with the bend."""
    possible = []
    for n, leg in enumerate(legs):
        bends = {n + 1: Bend(leg.end, 0.0)} if n + 1 < len(legs) else {}
        between = 0.0
        for later in range(n + 2, len(legs)):
            between += legs[later - 1].length
            bend = _bend(leg, legs[later], between, spare)
            if bend is not None and (added := _added_cost(legs[n : later + 1], bend, terms)) <= spare:
                bends[later] = Bend(bend, added)
        possible.append(bends)
    return possible


def _bend(one: StraightLeg, other: StraightLeg, between: float, spare: float) -> Point | None:
    """Where an extended leg meets a later one that is extended backwards; None if that is much longer.

    The place lies beyond the middle of the one and before the middle of the other, so that bends keep their
    order.
    """
    turn = one.dx * other.dy - one.dy * other.dx
    if abs(turn) < PARALLEL:
        return None
    x, y = other.start.x - one.start.x, other.start.y - one.start.y
    along, back = (x * other.dy - y * other.dx) / turn, (x * one.dy - y * one.dx) / turn
    if along < one.length / 2 or back > other.length / 2:
        return None
    if along - one.length - back - between > spare:
        return None
    return Point(round(one.start.x + along * one.dx), round(one.start.y + along * one.dy))


def _added_cost(legs: Sequence[StraightLeg], bend: Point, terms: EasingTerms) -> float:
    """What a bend adds to the cost, from the middle of the first leg to that of the last.

    Infinite if the way by the bend is not free.
    """
    begin, end = legs[0].middle, legs[-1].middle
    if not terms.is_free((begin, bend, end)):
        return float("inf")
    was = terms.cost((begin, *(leg.end for leg in legs[:-1]), end))
    return max(0.0, terms.cost((begin, bend, end)) - was)


def _fewest_bends(bends: Sequence[dict[int, Bend]], spare: float) -> Chain:
    """The chain of legs with the fewest bends, from first to last, that adds no more than may be spared."""
    last, reached = len(bends) - 1, {0: (0.0, Chain())}
    while last not in reached:
        further: dict[int, tuple[float, Chain]] = {}
        for leg, (spent, chain) in reached.items():
            for later, bend in bends[leg].items():
                added = spent + bend.added
                if added <= spare and (later not in further or added < further[later][0]):
                    further[later] = added, (*chain, (leg, later))
        reached = further
    return reached[last][1]

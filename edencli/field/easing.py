"""Fewer bends for a planned route, so that a person can write it down and walk it.

A plan rounds what is in its way in small steps, each of which touches the curve. Some of these steps, drawn
out until they meet, make a way with fewer and wider bends: a hair longer, and as free.
"""

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import Final, TypeAlias

from edencli.field.shapes import Point
from edencli.field.walk import Route, Walk

SHORT: Final = 1_000
"""A leg shorter than this is a step round something."""
STRIDES: Final = (16, 8, 4, 2)
"""Of so many steps one is kept; the most that will do."""

Leg: TypeAlias = tuple[Point, Point]
Run: TypeAlias = tuple[bool, list[Leg]]
"""Legs that follow each other, and whether they are short ones."""


def eased(route: Route, allows: Callable[[Route], bool]) -> tuple[Point, ...]:
    """Take bends out of a route, run by run, as many as leave it such that it is allowed."""
    runs, best = _runs(route), tuple(route)
    for number, (is_short, legs) in enumerate(runs):
        for stride in STRIDES if is_short else ():
            fewer = legs[stride // 2 :: stride]
            trial = [*runs[:number], (True, fewer), *runs[number + 1 :]]
            met = _met([leg for _, run in trial for leg in run], route)
            if len(met) < len(best) and allows(met):
                runs, best = trial, met
                break
    return best


def _runs(route: Route) -> list[Run]:
    """The legs of a route, the short ones that follow each other together."""
    strides = list(enumerate(zip(pairwise(route), Walk(route).strides, strict=False)))
    last = len(strides) - 1
    runs = groupby(strides, key=lambda one: 0 < one[0] < last and one[1][1][1] < SHORT)
    return [(is_short, [leg for _, (leg, _) in run]) for is_short, run in runs]


def _met(legs: Sequence[Leg], route: Route) -> tuple[Point, ...]:
    """Draw legs out until each meets the next."""
    bends = [_meeting(first, second) for first, second in pairwise(legs)]
    if any(bend is None for bend in bends):
        return tuple(route)
    return (route[0], *(bend for bend in bends if bend is not None), route[-1])


def _meeting(first: Leg, second: Leg) -> Point | None:
    """Where two legs meet when they are drawn out; nowhere when that is behind either of them."""
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    turn = ux * vy - uy * vx
    if turn == 0:
        return None
    along = ((cx - ax) * vy - (cy - ay) * vx) / turn
    back = ((cx - ax) * uy - (cy - ay) * ux) / turn
    if along <= 0 or back >= 1:
        return None
    return Point(round(ax + along * ux), round(ay + along * uy))

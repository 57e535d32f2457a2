"""Makes a route over slow ground cheaper: what lies between its ends is shifted wherever that saves."""

from collections.abc import Callable
from math import inf
from typing import Final

from edencli.field.prices import with_pace_changes
from edencli.field.room import Room
from edencli.field.shapes import Point
from edencli.field.trip import Trip
from edencli.field.units import NOISE
from edencli.field.walk import Route, Walk

STEPS: Final = (800, 400, 200, 100, 50, 25, 12, 6, 3, 1)
WAYS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
ROUNDS: Final = 4
"""How often each step is tried along the whole route, at most."""
NEIGHBOURS: Final = 2
"""Places so near along a route to slow ground are shifted; the others hang taut already."""


def smoothed(route: Route, trip: Trip, space: Room) -> tuple[Point, ...]:
    """Shift a route, all but its ends, until no shift makes it cheaper."""

    def cost(places: Route) -> float:
        return (
            trip.price(places).total
            if all(space.lets_through(line) for *_, line in Walk(places).strides)
            else inf
        )

    def slow_legs(places: Route) -> list[bool]:
        return [leg.price > leg.length + NOISE for leg in trip.price(places).legs]

    ground = trip.ground
    places = with_pace_changes(route, trip.base, ground.slow, ground.footing)
    for step in STEPS:
        for _ in range(ROUNDS):
            if not _shift(places, step, cost, slow_legs):
                break
    for number in range(len(places) - 2, 0, -1):
        before, here, after = places[number - 1 : number + 2]
        if (straight := cost((before, after))) < inf and straight <= cost((before, here, after)) + NOISE:
            del places[number]
    return tuple(places)


def _shift(
    places: list[Point],
    step: int,
    cost: Callable[[Route], float],
    slow_legs: Callable[[Route], list[bool]],
) -> bool:
    """Shift or drop each place once where that saves; say whether anything did."""
    saved = False
    slow = slow_legs(places)
    for number in range(len(places) - 2, 0, -1):
        if not any(slow[max(0, number - NEIGHBOURS) : number + NEIGHBOURS]):
            continue
        before, here, after = places[number - 1 : number + 2]
        now = cost((before, here, after))
        tries = [Point(here.x + step * dx, here.y + step * dy) for dx, dy in WAYS]
        best = min((cost((before, place, after)), place) for place in tries)
        if cost((before, after)) < min(now, best[0]) - NOISE:
            del places[number]
            saved = True
        elif best[0] < now - NOISE:
            places[number] = best[1]
            saved = True
    return saved

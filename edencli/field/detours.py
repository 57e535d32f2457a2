"""Makes a route over slow ground cheaper: what lies between its ends is shifted wherever that saves."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Final

from edencli.field.ground import Ground
from edencli.field.prices import price, with_pace_changes
from edencli.field.room import Room
from edencli.field.routes import legs
from edencli.field.shapes import Point
from edencli.field.units import NOISE

STEPS: Final = (800, 400, 200, 100, 50, 25, 12, 6, 3, 1)
WAYS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
ROUNDS: Final = 4
"""How often each step is tried along the whole route, at most."""
NEIGHBOURS: Final = 2
"""Places so near along a route to slow ground are shifted; the others hang taut already."""


def smoothed(route: Sequence[Point], base: int, ground: Ground, room: Room) -> tuple[Point, ...]:
    """Shift a route, all but its ends, until no shift makes it cheaper."""

    def cost(places: Sequence[Point]) -> float:
        if all(room.lets_through(line) for line in legs(places)):
            return price(places, base, ground.slow, ground.footing).total
        return inf

    def is_slow(places: Sequence[Point]) -> bool:
        priced = price(places, base, ground.slow, ground.footing)
        return priced.total > priced.length + NOISE

    places = with_pace_changes(route, base, ground.slow, ground.footing)
    for step in STEPS:
        for _ in range(ROUNDS):
            if not _shift(places, step, cost, is_slow):
                break
    for number in range(len(places) - 2, 0, -1):
        before, here, after = places[number - 1 : number + 2]
        if cost((before, after)) <= cost((before, here, after)) + NOISE:
            del places[number]
    return tuple(places)


def _shift(
    places: list[Point],
    step: int,
    cost: Callable[[Sequence[Point]], float],
    is_slow: Callable[[Sequence[Point]], bool],
) -> bool:
    """Shift or drop each place once where that saves; say whether anything did."""
    saved = False
    for number in range(len(places) - 2, 0, -1):
        if not is_slow(places[max(0, number - NEIGHBOURS) : number + NEIGHBOURS + 1]):
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

"""Plans the shortest route of a base to a place, or into contact.

A plan is a polyline of storable places; `judge` finds it open and `price` prices it as the plan says. Without
slow ground it is the shortest there is, but for the rounding of its bends. With slow ground it is the
cheapest of several worth trying: no closed form is known for the cheapest of all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf
from typing import Final

from edencli.field.angle import TURN, direction
from edencli.field.detours import smoothed
from edencli.field.distance import gap, in_contact, overlap
from edencli.field.goals import ToPlace, contact_with
from edencli.field.ground import Footing, Ground, SlowGround
from edencli.field.prices import Price, price
from edencli.field.room import CLEAR, Room, room
from edencli.field.routes import Route
from edencli.field.shapes import Disc, Point, Polygon, Shape, order
from edencli.field.taut import Goal, TautString
from edencli.field.units import NOISE, TOLERANCE

STEPS_OUT: Final = (25, 50, 100, 200, 400)
"""How far a base steps out of contact with what it avoids before it turns to its way."""
DIRECTIONS_OUT: Final = 24
MOST_DETOURS: Final = 8
"""So many choices of slow grounds to walk round are tried, at most."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A route, and what it costs."""

    route: tuple[Point, ...]
    price: Price


def plan_route(ground: Ground, mover: Disc, place: Point, allowance: float = inf) -> Plan | None:
    """Plan the shortest route to a place; none when there is none within the allowance."""
    if place == mover.centre:
        return _plan(ground, mover, (place,))
    return _cheapest(ground, mover, place, allowance + TOLERANCE)


def plan_contact(ground: Ground, mover: Disc, target: Disc | Polygon, allowance: float = inf) -> Plan | None:
    """Plan the shortest route into contact with a target; none when there is none within the allowance."""
    if in_contact(mover, target):
        return _plan(ground, mover, (mover.centre,))
    return _cheapest(ground, mover, target, allowance + TOLERANCE)


def _plan(ground: Ground, mover: Disc, route: tuple[Point, ...]) -> Plan:
    return Plan(route=route, price=price(route, mover.r, ground.slow, ground.footing))


def _cheapest(ground: Ground, mover: Disc, aim: Shape, longest: float) -> Plan | None:
    """The cheapest of the routes that walk round none, some or all of the slow grounds they meet."""
    slow = sorted(ground.slow, key=lambda piece: (order(piece.shape), piece.rate))
    plans: list[Plan] = []
    detours: list[tuple[int, ...]] = [()]
    for detour in detours:
        plan = _shortest(ground, mover, aim, [slow[number].shape for number in detour], longest)
        if plan is None:
            continue
        plans.append(plan)
        further = [
            tuple(sorted((*detour, number))) for number in _slowing(plan.route, mover.r, slow, ground.footing)
        ]
        detours += [other for other in further if other not in detours][: MOST_DETOURS - len(detours)]
    best = min(plans, key=lambda plan: (plan.price.total, plan.route), default=None)
    return best if best and best.price.total <= longest else None


def _slowing(route: Route, base: int, slow: Sequence[SlowGround], footing: Footing) -> list[int]:
    """Which slow grounds a route pays for."""
    alone = [price(route, base, (piece,), footing) for piece in slow]
    return [number for number, priced in enumerate(alone) if priced.total > priced.length + NOISE]


def _shortest(
    ground: Ground, mover: Disc, aim: Shape, skirted: Sequence[Shape], longest: float
) -> Plan | None:
    """The shortest route that walks round some slow grounds, shifted where that is cheaper on the others."""
    if not isinstance(aim, Point):
        ground = replace(ground, blockers=(*ground.blockers, aim))
    start = _set_off(ground, mover, aim)
    if start is None:
        return None
    space = room(mover.r, (start, aim) if isinstance(aim, Point) else (start,), ground, skirted)
    if space is None:
        return None
    way = TautString(space, start, _goals(space, aim), longest).find()
    if way is None:
        return None
    stored = [Point(round(x), round(y)) for x, y in way]
    route = tuple(place for place, _ in groupby((mover.centre, *stored)))
    if _slowing(route, mover.r, ground.slow, ground.footing):
        route = smoothed(route, mover.r, ground, space)
    return _plan(ground, mover, route)


def _goals(space: Room, aim: Shape) -> Sequence[Goal]:
    if isinstance(aim, Point):
        return [ToPlace(x=aim.x, y=aim.y)]
    return contact_with(space, next(obstacle for obstacle in space.obstacles if obstacle.shape == aim))


def _set_off(ground: Ground, mover: Disc, aim: Shape) -> Point | None:
    """Where the way begins: here, or a step out of contact with what is avoided, if there is one."""
    if not any(in_contact(mover, shape) for shape in ground.avoided):
        return mover.centre
    for step in STEPS_OUT:
        ways = [direction(number * TURN / DIRECTIONS_OUT) for number in range(DIRECTIONS_OUT)]
        tries = [Point(round(mover.x + step * dx), round(mover.y + step * dy)) for dx, dy in ways]
        free = [place for place in tries if _is_clear(ground, mover.at(place))]
        if free:
            return min(free, key=lambda place: (gap(place, aim), place))
    return None


def _is_clear(ground: Ground, base: Disc) -> bool:
    return (
        ground.table.holds(base)
        and all(gap(base, shape) >= CLEAR for shape in ground.avoided)
        and not any(overlap(base, shape) for shape in ground.blockers)
    )

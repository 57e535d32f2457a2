"""Plans the shortest route of a base to a place, or into contact with something.

A plan is a polyline of storable places; `judge_route` finds it open and `price_route` gives its price.
Without slow ground it is the shortest route, except for the rounding of its bends. With slow ground it is
the cheapest of several candidates: no closed form is known for the cheapest of all.
"""

from math import inf
from typing import Final

from edencli.field.cheapest_path import Trip, cheapest_route
from edencli.field.distance import gap, in_contact, nearest_foot, overlap, point_distance
from edencli.field.ground import CONTACT_CLEARANCE, Ground, Room, can_stop, find_room, stopping_room
from edencli.field.routes import Price, Route, judge_route, price_route
from edencli.field.shapes import Disc, Point, Polygon, Shape, bounding_circle
from edencli.field.shortest_path import Effort
from edencli.field.units import FULL_TURN, TOLERANCE, unit_vector
from edencli.record import Record

STEPS_OUT: Final = (25, 50, 100, 200, 400)
"""How far a base may step out of contact with what it avoids before the planned route begins."""

DIRECTIONS_OUT: Final = 24

LAST_STEP: Final = 20
"""How near a route comes to what it may touch only at its end, before it goes straight at it."""


class Plan(Record):
    """A route and its price."""

    route: tuple[Point, ...]
    price: Price


def plan_route(
    ground: Ground, mover: Disc, place: Point, allowance: float = inf, effort: Effort | None = None
) -> Plan | None:
    """Plan the shortest route to a place where it may end; None if there is none within the allowance.

    The effort tells afterwards whether the search was cut short, so that there may be a better route.
    """
    if place == mover.centre:
        return _make_plan(ground, mover, (place,)) if find_room(mover.r, (place,), ground) else None
    return _plan_to(ground, mover, place, allowance + TOLERANCE, effort or Effort())


def plan_contact(
    ground: Ground, mover: Disc, target: Disc | Polygon, allowance: float = inf, effort: Effort | None = None
) -> Plan | None:
    """Plan the shortest route into contact with a target; None if there is none within the allowance.

    A target that is avoided is touched only at the end.
    """
    if in_contact(mover, target):
        return _make_plan(ground, mover, (mover.centre,))
    return _plan_to(ground, mover, target, allowance + TOLERANCE, effort or Effort())


def _plan_to(ground: Ground, mover: Disc, aim: Shape, longest: float, effort: Effort) -> Plan | None:
    if isinstance(aim, Point) and not can_stop(ground, mover.moved_to(aim)):
        return None
    if not isinstance(aim, Point):
        ground = ground.with_changes(blockers=(*ground.blockers, aim))
    plan = _plan_straight(ground, mover, aim)
    if plan is None:
        others = tuple(shape for shape in ground.avoided if shape != aim)
        near = ground.with_changes(avoided=others)
        plan = _plan_round(near, mover, aim, longest, effort, stopping_room(ground, mover.r))
        if plan is not None and isinstance(aim, Disc) and not _is_allowed(ground, mover, aim, plan.route):
            plan = _plan_touch_at_end(ground, near, mover, aim, longest, effort)
    return plan if plan and plan.price.total <= longest else None


def _plan_straight(ground: Ground, mover: Disc, aim: Shape) -> Plan | None:
    """The straight route, if no obstacle, no slow ground, and nothing avoided (after the start) is on it."""
    reach = 0 if isinstance(aim, Point) else mover.r
    route = mover.centre, nearest_foot(aim, reach, mover.centre)
    if not _is_allowed(ground, mover, aim, route):
        return None
    plan = _make_plan(ground, mover, route)
    return None if plan.price.is_slowed else plan


def _is_allowed(ground: Ground, mover: Disc, aim: Shape, route: Route) -> bool:
    """Whether a route is open, may end where it does, and touches nothing avoided but the aim at its end."""
    judged = judge_route(route, mover.r, table=ground.table, blockers=ground.blockers, watched=ground.avoided)
    touched = [one for one in judged.contacts if one.at_end and ground.avoided[one.number] != aim]
    touched += [one for one in judged.contacts if one.on_the_way]
    return judged.is_open and not touched and can_stop(ground, mover.moved_to(route[-1]))


def _plan_touch_at_end(
    ground: Ground, near: Ground, mover: Disc, aim: Disc, longest: float, effort: Effort
) -> Plan | None:
    """The route into contact with an avoided target: to a step from it, then straight at it."""
    wider = Disc(x=aim.x, y=aim.y, r=aim.r + LAST_STEP)
    kept_off = near.with_changes(blockers=(*near.blockers, wider))
    plan = _plan_round(kept_off, mover, wider, longest, effort, stopping_room(ground, mover.r + LAST_STEP))
    if plan is None:
        return None
    end = nearest_foot(aim, mover.r, plan.route[-1])
    routes = (*plan.route[:-1], end), (*plan.route, end)
    return next(
        (_make_plan(ground, mover, one) for one in routes if _is_allowed(ground, mover, aim, one)), None
    )


def _plan_round(
    ground: Ground, mover: Disc, aim: Shape, longest: float, effort: Effort, stopping: Room | None
) -> Plan | None:
    """The shortest route round obstacles, or the cheapest one found if it is on slow ground."""
    ground = _ground_in_range(ground, mover, aim, longest)
    start = _starting_place(ground, mover, aim)
    if start is None:
        return None
    trip = Trip(
        ground=ground, base=mover.r, start=start, aim=aim, longest=longest, effort=effort, stopping=stopping
    )
    space = trip.find_room()
    route = trip.shortest_route(space) if space else None
    if space is None or route is None:
        return None
    if trip.price(route).is_slowed:
        route = cheapest_route(trip, space)
    return _make_plan(ground, mover, route if start == mover.centre else (mover.centre, *route))


def _ground_in_range(ground: Ground, mover: Disc, aim: Shape, longest: float) -> Ground:
    """The part of the ground that a route within the allowance can come near."""

    def matters(shape: Shape) -> bool:
        x, y, radius = bounding_circle(shape)
        far = radius + mover.r + CONTACT_CLEARANCE
        there = max(0.0, point_distance(mover.x, mover.y, x, y) - far)
        return there + max(0.0, point_distance(x, y, ax, ay) - far - around) <= longest

    ax, ay, around = bounding_circle(aim)
    around += 0 if isinstance(aim, Point) else mover.r
    return ground.with_changes(
        blockers=tuple(shape for shape in ground.blockers if shape is aim or matters(shape)),
        avoided=tuple(filter(matters, ground.avoided)),
        slow=tuple(piece for piece in ground.slow if matters(piece.shape)),
    )


def _make_plan(ground: Ground, mover: Disc, route: tuple[Point, ...]) -> Plan:
    return Plan(route=route, price=price_route(route, mover.r, ground.slow))


def _starting_place(ground: Ground, mover: Disc, aim: Shape) -> Point | None:
    """Where a route begins: here, or a step out of contact with what is avoided; None if there is none."""
    if all(gap(mover, shape) >= CONTACT_CLEARANCE for shape in ground.avoided):
        return mover.centre
    for step in STEPS_OUT:
        ways = [unit_vector(number * FULL_TURN / DIRECTIONS_OUT) for number in range(DIRECTIONS_OUT)]
        tries = [Point(round(mover.x + step * dx), round(mover.y + step * dy)) for dx, dy in ways]
        free = [place for place in tries if _is_clear(ground, mover.moved_to(place))]
        if free:
            return min(free, key=lambda place: (gap(place, aim), place))
    return None


def _is_clear(ground: Ground, base: Disc) -> bool:
    return (
        ground.table.contains(base)
        and all(gap(base, shape) >= CONTACT_CLEARANCE for shape in ground.avoided)
        and not any(overlap(base, shape) for shape in ground.blockers)
    )

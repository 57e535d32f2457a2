"""The cheapest route over slow ground, among those worth trying.

Tried are the shortest routes that walk round none, some or all of the slow grounds they meet, and one that
is threaded through a sample of places on their borders; each is then shifted until no shift saves anything.
"""

from collections.abc import Iterator
from typing import Final

from edencli.field.aids import places_around
from edencli.field.room import Room
from edencli.field.shapes import Disc, Point, order
from edencli.field.smoothing import smoothed
from edencli.field.threads import Thread
from edencli.field.trip import Trip

MOST_ROUNDABOUTS: Final = 4
"""So many choices of slow grounds to walk round are tried, at most."""

UNSHIFTED: Final = 1.05
"""A thread may be so much dearer before it is shifted."""


def cheapest(trip: Trip, space: Room) -> tuple[Point, ...]:
    """Find the cheapest route of a trip that has one."""
    routes = [smoothed(route, trip, space) for route in _roundabouts(trip)]
    cheapest_yet = min(trip.price(route).total for route in routes)
    thread = Thread(trip, space, _ends(trip, routes), min(trip.longest, cheapest_yet) * UNSHIFTED).find()
    if thread:
        routes.append(smoothed(thread, trip, space))
    return min(routes, key=lambda route: (trip.price(route).total, route))


def _roundabouts(trip: Trip) -> Iterator[tuple[Point, ...]]:
    """The shortest routes that walk round none, some or all of the slow grounds they meet."""
    slow = sorted(trip.ground.slow, key=lambda piece: (order(piece.shape), piece.rate))
    choices: list[tuple[int, ...]] = [()]
    for choice in choices:
        space = trip.room([slow[number].shape for number in choice])
        route = trip.shortest(space) if space else None
        if route is None:
            continue
        yield route
        met = [number for number, piece in enumerate(slow) if trip.price(route, (piece,)).is_slowed]
        further = [tuple(sorted((*choice, number))) for number in met]
        choices += [other for other in further if other not in choices][: MOST_ROUNDABOUTS - len(choices)]


def _ends(trip: Trip, routes: list[tuple[Point, ...]]) -> list[Point]:
    """Where a route may end: at its aim, or at any of some places in contact with it."""
    aim = trip.aim
    if isinstance(aim, Point):
        return [aim]
    around = places_around(trip.ground, Disc(x=trip.start.x, y=trip.start.y, r=trip.base), aim)
    return sorted({*around, *(route[-1] for route in routes)})

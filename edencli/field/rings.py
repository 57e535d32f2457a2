"""Circles that a way bends round, the arcs of them that are blocked, and the lines that touch two of them.

A way goes round a ring counterclockwise (`turn` 1, the centre on its left) or clockwise (`turn` -1). Start
and goal are rings without a radius.
"""

from math import sqrt
from typing import Final, NamedTuple, TypeAlias

from edencli.field.angle import TURN, angle, direction
from edencli.field.circles import Circle, Place
from edencli.field.room import Room
from edencli.field.shapes import Edge, Polygon

HAIRLINE: Final = 1e-7
"""Angles nearer than this are one."""
GRAZE: Final = 1e-9
"""A place that lies on a ring, but for rounding, is reached from it by a line without length."""
COARSE: Final = 5 * TURN / 360
"""A way follows an arc in legs that turn by no more than this."""

Arc: TypeAlias = tuple[float, float]
"""Where an arc begins, and how far it goes on counterclockwise."""


class Bridge(NamedTuple):
    """A straight line that leaves one ring and arrives on another."""

    leaves: float
    """The angle at which it leaves the first ring."""
    arrives: float
    """The angle at which it arrives on the second."""
    line: Edge
    length: float


def rings_of(room: Room) -> list[Circle]:
    """Find all circles that ways through a room bend round."""
    rings: list[Circle] = []
    for obstacle in room.obstacles:
        shape = obstacle.shape
        if isinstance(shape, Polygon):
            rings += [(x, y, obstacle.reach) for x, y in shape.tips]
        else:
            rings.append((shape.x, shape.y, shape.r + obstacle.reach))
    return rings


def bridge(first: Circle, turn: int, second: Circle, other: int) -> Bridge | None:
    """Find the straight line from ring to ring for a way that goes round them with these turns."""
    x, y, radius = first
    dx, dy = second[0] - x, second[1] - y
    square = dx * dx + dy * dy
    lean = other * second[2] - turn * radius
    rest = square - lean * lean
    if square == 0 or rest < -GRAZE * square:
        return None
    length = sqrt(max(0.0, rest))
    nx, ny = (lean * dx - length * dy) / square, (lean * dy + length * dx) / square
    back = turn * radius
    return Bridge(
        leaves=angle(-turn * nx, -turn * ny),
        arrives=angle(-other * nx, -other * ny),
        line=(x - back * nx, y - back * ny, length * ny, -length * nx, length * length),
        length=length,
    )


def blocked_arcs(room: Room, ring: Circle) -> list[Arc]:
    """Find the arcs of a ring on which the base cannot be."""
    x, y, radius = ring
    stops = sorted(angle(px - x, py - y) for px, py in room.borders(ring)) or [0.0]
    arcs = [(low, high - low) for low, high in zip(stops, (*stops[1:], stops[0] + TURN), strict=True)]
    return [
        (begin, span)
        for begin, span in arcs
        if span > HAIRLINE and not room.holds(*_on_ring(ring, begin + span / 2, radius))
    ]


def free_span(blocked: list[Arc], at: float, turn: int) -> float:
    """Say how far a way can follow a ring from an angle before it is blocked."""
    free = TURN
    for begin, span in blocked:
        past = (at - begin if turn > 0 else begin + span - at) % TURN
        if past < span - HAIRLINE:
            return 0.0
        free = min(free, TURN - past)
    return free


def span_between(begin: float, end: float, turn: int) -> float:
    """Say how far it is round a ring from one angle to another."""
    span = (turn * (end - begin)) % TURN
    return 0.0 if span > TURN - HAIRLINE else span


def bent_round(ring: Circle, begin: float, end: float, turn: int) -> list[Place]:
    """Follow an arc by straight legs that touch it from outside: the places where they meet."""
    span = span_between(begin, end, turn)
    steps = int(span / COARSE) + 1
    half = span / steps / 2
    out = ring[2] / direction(half)[0]
    return [_on_ring(ring, begin + turn * half * odd, out) for odd in range(1, 2 * steps, 2)]


def _on_ring(ring: Circle, at: float, radius: float) -> Place:
    dx, dy = direction(at)
    return ring[0] + radius * dx, ring[1] + radius * dy

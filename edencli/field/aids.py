"""What people at a table ask for: a place in line, the nearest in contact, the places round a target."""

from edencli.field.angle import TURN, direction
from edencli.field.distance import between, gap
from edencli.field.goals import ends_of_free_border, feet
from edencli.field.ground import Ground
from edencli.field.room import Obstacle, Room, open_room
from edencli.field.shapes import Disc, Point, Polygon, Round, surrounding
from edencli.field.units import compare


def aligned(mover: Round, first: Round, second: Round) -> Point:
    """Find the place nearest to a base's own where its centre is straight between two others'."""
    dx, dy = second.x - first.x, second.y - first.y
    square = dx * dx + dy * dy
    if square == 0:
        return Point(first.x, first.y)
    part = min(1.0, max(0.0, ((mover.x - first.x) * dx + (mover.y - first.y) * dy) / square))
    return Point(round(first.x + part * dx), round(first.y + part * dy))


def nearest_contact(ground: Ground, mover: Disc, target: Disc | Polygon) -> Point | None:
    """Find the place nearest to a base's own where it is in contact with a target, whatever lies between.

    The base touches the target from outside, and is where the ground lets it be; none when there is no room.
    """
    space, obstacle = _round_target(ground, mover, target)
    places = [
        *feet(obstacle.shape, obstacle.reach, (mover.x, mover.y)),
        *ends_of_free_border(space, obstacle),
    ]
    return min(
        (Point(round(x), round(y)) for x, y in places if space.holds(x, y)),
        key=lambda place: (between(mover.x, mover.y, place.x, place.y), place),
        default=None,
    )


def snapped(ground: Ground, mover: Disc, target: Disc | Polygon, within: int) -> Point | None:
    """Move a base that is meant to touch a target into contact; none when it is farther off than `within`."""
    if compare(abs(gap(mover, target)), within) > 0:
        return None
    return nearest_contact(ground, mover, target)


def places_around(
    ground: Ground, mover: Disc, target: Disc | Polygon, directions: int = 24
) -> tuple[Point, ...]:
    """Find where a base can stand in contact with a target: at most one place a direction, in their order."""
    space, obstacle = _round_target(ground, mover, target)
    x, y, radius = surrounding(target)
    far = 2 * (radius + mover.r)
    found: dict[Point, None] = {}
    for number in range(directions):
        dx, dy = direction(number * TURN / directions)
        seen_from = x + far * dx, y + far * dy
        places = [place for place in feet(obstacle.shape, obstacle.reach, seen_from) if space.holds(*place)]
        if places:
            px, py = min(places, key=lambda place: (between(*seen_from, *place), place))
            found[Point(round(px), round(py))] = None
    return tuple(found)


def _round_target(ground: Ground, mover: Disc, target: Disc | Polygon) -> tuple[Room, Obstacle]:
    space = open_room(mover.r, ground.but(blockers=(*ground.blockers, target)))
    return space, next(obstacle for obstacle in space.obstacles if obstacle.shape == target)

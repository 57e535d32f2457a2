"""Where a base finds room next to a place that is taken: the nearest places on the table that are free.

A nearest free place is at the foot of the shortest way out of an obstacle, at an edge of the table, or where
the borders of two of them meet. All of these are tried.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from edencli.field.distance import Place, nearest_foot, overlap, perpendicular_feet, point_distance
from edencli.field.ground import ROUNDING, Ground, Table, build_room
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.shortest_path import ends_of_free_border
from edencli.field.units import PER_CM

SAME_PLACE: Final = PER_CM / 10
"""Places no farther apart than this are one."""


def nearest_free_places(base: Disc, table: Table, obstacles: Sequence[Shape]) -> list[Point]:
    """The free places nearest to where a base is: several where they are equally near, or none."""
    found = {Point(round(x), round(y)) for x, y in _places_to_try(base, table, obstacles)}
    free = [place for place in sorted(found) if _is_free(base.moved_to(place), table, obstacles)]
    far = {place: point_distance(*base.centre, *place) for place in free}
    least = min(far.values(), default=0.0)
    kept: list[Point] = []
    for place in sorted(far, key=lambda place: (far[place], place)):
        is_near = far[place] - least <= 2 * ROUNDING
        if is_near and all(point_distance(*place, *one) > SAME_PLACE for one in kept):
            kept.append(place)
    return kept


def _is_free(base: Disc, table: Table, obstacles: Sequence[Shape]) -> bool:
    return table.contains(base) and not any(overlap(base, shape) for shape in obstacles)


def _places_to_try(base: Disc, table: Table, obstacles: Sequence[Shape]) -> Iterator[Place]:
    x, y, reach = base.x, base.y, base.r
    yield min(max(x, reach), table.width - reach), min(max(y, reach), table.depth - reach)
    room = build_room(reach, Ground(table=table, blockers=tuple(obstacles)))
    for obstacle in room.obstacles:
        shape = obstacle.shape
        yield from perpendicular_feet(shape, reach, base.centre)
        yield nearest_foot(shape, reach, base.centre)
        if isinstance(shape, Disc):  # from its middle all ways out are equally long
            far = shape.r + reach
            yield from (
                (shape.x + dx * far, shape.y + dy * far) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            )
        yield from ends_of_free_border(room, obstacle)

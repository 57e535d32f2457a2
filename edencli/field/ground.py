"""The ground: the table, indexes of shapes, what blocks and slows a base, and the room it has.

A room is the table without everything that the base's centre must keep away from. Routes are planned at full
distance from every obstacle, and may be a little nearer, so that a gap just as wide as the base lets it
through, and a base in contact can leave.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from edencli.field.distance import (
    Circle,
    Place,
    crossing,
    edge_crossings,
    gap,
    is_line_clear,
    overlap,
    point_distance,
    reach_crossings,
)
from edencli.field.line_parts import parts_within_reach
from edencli.field.shapes import (
    Disc,
    Edge,
    Point,
    Polygon,
    Shape,
    bounding_box,
    bounding_circle,
    edges_of,
    shape_sort_key,
)
from edencli.field.units import NOISE, TOLERANCE, compare_lengths
from edencli.record import Record

Extent: TypeAlias = tuple[float, float, float, float]
"""An extent: left, bottom, right, top."""

Limit: TypeAlias = tuple[float, float, float]
"""A straight border: its normal, pointing inwards, and its distance from the origin along the normal."""


def widened(extent: Extent, far: float) -> Extent:
    """An extent that reaches so much farther on all sides."""
    left, bottom, right, top = extent
    return left - far, bottom - far, right + far, top + far


class ShapeIndex(tuple[Shape, ...]):  # noqa: SLOT001  # a tuple with slots could have no other attributes
    """Many shapes with their extents, so that only those near a place are looked at.

    If it is asked more than a few times, it sorts them from left to right.
    """

    def __init__(self, _: Iterable[Shape] = ()) -> None:
        self._extents = [(*shape.bounding_box, number) for number, shape in enumerate(self)]
        self._lefts: list[int] | None = None
        self._widest = self._asked = 0

    def _sort(self) -> list[int]:
        self._extents.sort()
        self._widest = max([right - left for left, _, right, _, _ in self._extents], default=0)
        self._lefts = [one[0] for one in self._extents]
        return self._lefts

    def numbers_near(self, within: Extent, limits: Sequence[Limit] = ()) -> list[int]:
        """The numbers of shapes that reach into an extent and beyond these borders; and a few others."""
        left, bottom, right, top = within
        some, lefts = self._extents, self._lefts
        if lefts is None and self._asked >= ASKED_UNORDERED:
            lefts = self._sort()
        if lefts is None:
            self._asked += 1
        else:
            some = some[bisect_right(lefts, left - self._widest) : bisect_left(lefts, right)]
        found = [one for one in some if one[2] > left and one[1] < top and one[3] > bottom and one[0] < right]
        for nx, ny, at in limits:
            x, y = 2 if nx > 0 else 0, 3 if ny > 0 else 1  # the corner farthest inwards
            found = [one for one in found if nx * one[x] + ny * one[y] > at]
        return sorted([one[4] for one in found])


ASKED_UNORDERED: Final = 3
"""How many times an index is asked before it sorts its shapes."""


def numbers_near(shapes: Sequence[Shape], within: Extent) -> Sequence[int]:
    """The numbers of the shapes that reach into an extent; an index need not look at each."""
    if isinstance(shapes, ShapeIndex):
        return shapes.numbers_near(within)
    left, bottom, right, top = within
    return [
        number
        for number, (west, south, east, north) in enumerate([shape.bounding_box for shape in shapes])
        if west < right and east > left and south < top and north > bottom
    ]


class Table(Record):
    """A rectangular table with one corner at 0, 0."""

    width: int
    depth: int

    @property
    def centre(self) -> Point:
        """The centre of the table."""
        return Point(self.width // 2, self.depth // 2)

    def gap_to_edge(self, shape: Shape) -> float:
        """The gap from a shape to the nearest edge; below 0, how far it hangs over."""
        left, bottom, right, top = bounding_box(shape)
        return min(left, bottom, self.width - right, self.depth - top)

    def contains(self, shape: Shape) -> bool:
        """Whether a whole shape is on the table."""
        return compare_lengths(self.gap_to_edge(shape), 0) >= 0

    def surroundings(self) -> tuple[Polygon, ...]:
        """The areas beyond each edge, as wide as the table itself, as shapes."""
        wide, deep = self.width, self.depth
        beyond = (
            ((-wide, -deep), (0, 2 * deep)),
            ((wide, -deep), (2 * wide, 2 * deep)),
            ((-wide, -deep), (2 * wide, 0)),
            ((-wide, deep), (2 * wide, 2 * deep)),
        )
        return tuple(
            Polygon(corners=(Point(*low), Point(high[0], low[1]), Point(*high), Point(low[0], high[1])))
            for low, high in beyond
        )


class SlowGround(Record):
    """A shape on which every centimetre counts as `rate` centimetres."""

    shape: Shape
    rate: float


class Ground(Record):
    """Everything that matters to the route of a base."""

    table: Table
    blockers: tuple[Shape, ...] = ()
    """The base may touch these and slide along them, but not overlap them."""
    avoided: tuple[Shape, ...] = ()
    """The base may not even touch these, except where it starts, and its target at the end."""
    no_stop: tuple[Shape, ...] = ()
    """The base may pass over these, but not end on them."""
    slow: tuple[SlowGround, ...] = ()


PATH_LEEWAY: Final = 5.0
"""How much nearer than planned a route may come, so that with rounding it is well within the tolerance."""

ROUNDING: Final = 1.5
"""More than a route can move when its places are stored."""

CONTACT_CLEARANCE: Final = TOLERANCE + 2 * ROUNDING
"""A route at this distance is out of contact, even after its places are stored."""


class Obstacle(Record):
    """Something from which the centre of a base keeps away."""

    shape: Shape
    reach: float
    """The distance from its edge at which routes are planned."""
    least: float
    """The least distance from its edge for the centre."""


class Room(Record):
    """The area in which the centre of a base may be."""

    bounds: tuple[float, float, float, float]
    """The bounds: left, bottom, right and top."""
    obstacles: tuple[Obstacle, ...]
    crowd: ShapeIndex
    """The shapes of the obstacles, in the order of `obstacles`."""
    most: float
    """The greatest distance that the centre must keep from any obstacle."""

    def is_line_free(self, line: Edge) -> bool:
        """Whether the base can move straight along a line."""
        x, y, dx, dy, _ = line
        left, bottom, right, top = self.bounds
        return (
            left <= x <= right
            and bottom <= y <= top
            and left <= x + dx <= right
            and bottom <= y + dy <= top
            and all(
                is_line_clear(line, obstacle.shape, obstacle.least) for obstacle in self.obstacles_near(line)
            )
        )

    def obstacles_near(self, line: Edge) -> Iterator[Obstacle]:
        """The obstacles that may be in the way along a line."""
        x, y, dx, dy, _ = line
        (left, right), (bottom, top) = sorted((x, x + dx)), sorted((y, y + dy))
        far = self.most
        numbers = self.crowd.numbers_near((left - far, bottom - far, right + far, top + far))
        return (self.obstacles[number] for number in numbers)

    def is_place_free(self, x: float, y: float) -> bool:
        """Whether the base can be at a place."""
        return self.is_line_free((x, y, 0.0, 0.0, 0.0))

    def borders(self, circle: Circle, spare: float = 0) -> list[Place]:
        """The places where a circle passes from free to other places: all of them, and a few more.

        Free places then keep `spare` more distance from everything than they must.
        """
        x, y, radius = circle
        left, bottom, right, top = self.bounds
        inside = left + radius < x < right - radius and bottom + radius < y < top - radius
        places = (
            [] if inside else [place for side in self._sides(spare) for place in edge_crossings(circle, side)]
        )
        for obstacle in self.obstacles:
            ox, oy, far = bounding_circle(obstacle.shape)
            reach = obstacle.least + spare
            if point_distance(x, y, ox, oy) < far + reach + radius:
                places += reach_crossings(circle, obstacle.shape, reach)
        return places

    def borders_along(self, line: Edge, spare: float) -> list[Place]:
        """The places where a straight line passes from free to other places (see `borders`)."""
        cuts = [at for side in self._sides(spare) if (at := crossing(line, side)) is not None]
        for obstacle in self.obstacles:
            cuts += [
                at for part in parts_within_reach(line, obstacle.shape, obstacle.least + spare) for at in part
            ]
        return [(line[0] + at * line[2], line[1] + at * line[3]) for at in cuts]

    def _sides(self, spare: float) -> tuple[Edge, ...]:
        left, bottom, right, top = self.bounds
        low, below, high, above = left + spare, bottom + spare, right - spare, top - spare
        return edges_of(((low, below), (high, below), (high, above), (low, above)))


def can_stop(ground: Ground, base: Disc) -> bool:
    """Whether a route may end with this base, as far as shapes to pass over are concerned."""
    return not any(overlap(base, shape) for shape in ground.no_stop)


def stopping_room(ground: Ground, base: int) -> Room | None:
    """The room in which a base's route may end, off shapes to pass over; None if it may end anywhere."""
    if not ground.no_stop:
        return None
    return build_room(base, Ground(table=ground.table, blockers=ground.no_stop))


def find_room(
    base: int, stops: Sequence[Point], ground: Ground, skirted: Sequence[Shape] = ()
) -> Room | None:
    """The room for a base that has to stop at some places; None if it does not fit there.

    `skirted` is slow ground that the base goes round.
    """
    if all(_fits(base, stop, ground, skirted) for stop in stops):
        return build_room(base, ground, skirted, stops)
    return None


def build_room(base: int, ground: Ground, skirted: Sequence[Shape] = (), stops: Sequence[Point] = ()) -> Room:
    """The room for a base that fits wherever it has to stop."""
    bases = [Disc(x=x, y=y, r=base) for x, y in stops]
    _, least = _leeway(base, [ground.table.gap_to_edge(stop) for stop in bases])
    obstacles = (
        *(_obstacle(base, shape, stops) for shape in sorted(ground.blockers, key=shape_sort_key)),
        *(_obstacle(base, shape, stops) for shape in sorted(skirted, key=shape_sort_key)),
        *(
            Obstacle(shape=shape, reach=base + CONTACT_CLEARANCE, least=base + CONTACT_CLEARANCE - ROUNDING)
            for shape in sorted(ground.avoided, key=shape_sort_key)
        ),
    )
    return Room(
        bounds=(least, least, ground.table.width - least, ground.table.depth - least),
        obstacles=obstacles,
        crowd=ShapeIndex(obstacle.shape for obstacle in obstacles),
        most=max((obstacle.least for obstacle in obstacles), default=0.0) + NOISE,
    )


def _fits(base: int, stop: Point, ground: Ground, skirted: Sequence[Shape]) -> bool:
    there = Disc(x=stop.x, y=stop.y, r=base)
    return (
        ground.table.contains(there)
        and not any(overlap(there, shape) for shape in ground.blockers)
        and all(gap(there, shape) >= CONTACT_CLEARANCE for shape in ground.avoided)
        and all(compare_lengths(gap(stop, shape), base) >= 0 for shape in skirted)
    )


def _obstacle(reach: float, shape: Shape, stops: Sequence[Point]) -> Obstacle:
    planned, least = _leeway(reach, [gap(stop, shape) - reach for stop in stops])
    return Obstacle(shape=shape, reach=planned, least=least)


def _leeway(reach: float, gaps: Sequence[float]) -> tuple[float, float]:
    """How far off routes are planned, and how near they may come: no farther off than the stops are."""
    planned = reach + min([0.0, *gaps])
    return planned, min(max(planned - PATH_LEEWAY, reach - TOLERANCE + ROUNDING), planned - NOISE)

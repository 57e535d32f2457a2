"""Shapes on a table, seen from above: points, discs, and simple polygons, convex or not.

Coordinates are whole hundredths of a millimetre. A shape that exists is valid: a disc has a radius, a
polygon never crosses or touches itself. An outline always makes the same polygon, in whatever order its
corners are given.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from math import sqrt
from typing import ClassVar, Final, TypeAlias, TypeVar

from edencli.field.units import unit_vector_degrees
from edencli.named_tuple import NamedTuple
from edencli.record import Record, cached_part, set_parts

Corner: TypeAlias = tuple[int, int]
Facet: TypeAlias = tuple[Corner, ...]
C = TypeVar("C", bound=Corner)
FEWEST_CORNERS: Final = 3
"""The least number of corners of a polygon."""

TURN_NUDGES: Final = (0.0, 0.01, -0.01, 0.02, -0.02, 0.05, -0.05, 0.1, -0.1)
"""Additional turns in degrees, tried until the turned polygon is valid."""

Edge: TypeAlias = tuple[float, float, float, float, float]
"""An edge: its beginning (x, y), its vector (dx, dy), and the square of its length."""

Face: TypeAlias = tuple[float, float, float, float, float]
"""A side of a convex outline: its beginning (x, y), its direction, and its length."""


class ShapeFault(Enum):
    """The fault of an outline that is no shape."""

    RADIUS = "radius"
    TOO_FEW = "too-few"
    REPEATED = "repeated"
    CROSSING = "crossing"
    FLAT = "flat"


class ShapeError(ValueError):
    """An outline that is no shape: its fault, and the corner (from 0) where it shows."""

    def __init__(self, fault: ShapeFault, corner: int = 0) -> None:
        super().__init__(f"no shape: {fault.value}, corner {corner}")
        self.fault = fault
        self.corner = corner


class Point(NamedTuple):
    """A place on the table; a shape without width."""

    x: int
    y: int

    @property
    def r(self) -> int:
        """The radius of a point as a disc: 0."""
        return 0

    @property
    def bounding_box(self) -> tuple[int, int, int, int]:
        """The extent: left, bottom, right, top."""
        return self.x, self.y, self.x, self.y


class Disc(Record):
    """A disc: a fighter's base, a round piece of scenery, a marker, an explosion."""

    x: int
    y: int
    r: int

    def __init__(self, *, x: int, y: int, r: int) -> None:
        if r <= 0:
            raise ShapeError(ShapeFault.RADIUS)
        set_parts(self, {"x": x, "y": y, "r": r})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Disc) and (self.x, self.y, self.r) == (other.x, other.y, other.r)

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.r))

    @cached_part
    def centre(self) -> Point:
        """The centre of the disc."""
        return Point(self.x, self.y)

    @cached_part
    def bounding_box(self) -> tuple[int, int, int, int]:
        """The extent: left, bottom, right, top."""
        x, y, r = self.x, self.y, self.r
        return x - r, y - r, x + r, y + r

    def moved_to(self, place: tuple[int, int]) -> "Disc":
        """This disc with its centre at another place."""
        return Disc(x=place[0], y=place[1], r=self.r)


class _Movement(NamedTuple):
    """The polygon from which another was made by moving it, and how far it was moved."""

    outline: "Polygon"
    dx: int
    dy: int


class Polygon(Record):
    """A polygon, convex or not: a piece of scenery or a template with straight sides.

    Corners are kept counterclockwise, beginning with the lowest of the leftmost ones; corners on a straight
    line are dropped.
    """

    corners: tuple[Point, ...]
    _moved_from: ClassVar[_Movement | None] = None

    def __init__(self, *, corners: Sequence[Point]) -> None:
        super().__init__(corners=_normal(corners))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polygon) and self.corners == other.corners

    def __hash__(self) -> int:
        return hash(self.corners)

    @cached_part
    def edges(self) -> tuple[Edge, ...]:
        """The edges, from corner to corner."""
        if (moved := self._moved_from) is not None:
            return _shift_edges(moved.outline.edges, moved.dx, moved.dy)
        return edges_of(self.corners)

    @cached_part
    def convex_corners(self) -> tuple[Point, ...]:
        """The corners that stick out: only there a straight line can touch the polygon."""
        if (moved := self._moved_from) is not None:
            return _shift_corners(moved.outline.convex_corners, moved.dx, moved.dy)
        return tuple(b for a, b, c in _bends(self.corners) if orientation(a, b, c) > 0)

    @cached_part
    def convex_parts(self) -> tuple[tuple[Face, ...], ...]:
        """Convex outlines that make up the polygon; a convex polygon is its own part."""
        if (moved := self._moved_from) is not None:
            return tuple(_shift_edges(part, moved.dx, moved.dy) for part in moved.outline.convex_parts)
        return tuple(_faces_of(piece) for piece in convex_pieces(self.corners))

    @cached_part
    def bounding_circle(self) -> tuple[float, float, float]:
        """A circle round the polygon: x, y, radius."""
        return _circle(self.corners)

    @cached_part
    def bounding_box(self) -> tuple[int, int, int, int]:
        """The extent: left, bottom, right, top."""
        return _box(self.corners)

    @cached_part
    def is_convex(self) -> bool:
        """Whether no corner points inwards."""
        if self._moved_from is not None:
            return self._moved_from.outline.is_convex
        return len(self.convex_corners) == len(self.corners)

    def convex_hull(self) -> "Polygon":
        """The smallest convex polygon round this one."""
        return self if self.is_convex else Polygon(corners=hull(self.corners))

    def moved(self, dx: int, dy: int) -> "Polygon":
        """This polygon at another place; everything computed for its outline is moved along."""
        twin, (x, y, radius), (left, bottom, right, top) = (
            object.__new__(Polygon),
            self.bounding_circle,
            self.bounding_box,
        )
        twin.__dict__.update(
            corners=_shift_corners(self.corners, dx, dy),
            bounding_box=(left + dx, bottom + dy, right + dx, top + dy),
            bounding_circle=(x + dx, y + dy, radius),
            _moved_from=_Movement(self, dx, dy),
        )
        return twin

    def turned(self, degrees: float) -> "Polygon":
        """This polygon turned counterclockwise about 0, 0, with rounded corners.

        If sides that hardly keep apart would then meet, it is turned slightly more or less; a tiny polygon
        of which nothing would be left stays as it is.
        """
        for hair in TURN_NUDGES:
            cos, sin = unit_vector_degrees(degrees + hair)
            try:
                return make_polygon((x * cos - y * sin, x * sin + y * cos) for x, y in self.corners)
            except ShapeError:
                continue
        return self


Shape: TypeAlias = Disc | Point | Polygon
RoundShape: TypeAlias = Disc | Point


def make_polygon(places: Iterable[tuple[float, float]]) -> Polygon:
    """Make a polygon of computed corners, each stored at the nearest hundredth of a millimetre."""
    return Polygon(corners=tuple(Point(round(x), round(y)) for x, y in places))


def bounding_circle(shape: Shape) -> tuple[float, float, float]:
    """A circle round a whole shape: x, y, radius."""
    return shape.bounding_circle if isinstance(shape, Polygon) else (shape.x, shape.y, shape.r)


def bounding_box(shape: Shape) -> tuple[int, int, int, int]:
    """The extent of a shape: left, bottom, right, top."""
    return shape.bounding_box


def shape_sort_key(shape: Shape) -> tuple[tuple[int, ...], tuple[Point, ...]]:
    """A sort key that orders shapes in one way, however they were listed."""
    return bounding_box(shape), shape.corners if isinstance(shape, Polygon) else ()


def make_edge(a: tuple[float, float], b: tuple[float, float]) -> Edge:
    """The edge from one place to another."""
    dx, dy = float(b[0] - a[0]), float(b[1] - a[1])
    return float(a[0]), float(a[1]), dx, dy, dx * dx + dy * dy


def _shift_corners(corners: tuple[Point, ...], dx: int, dy: int) -> tuple[Point, ...]:
    return tuple(Point(x + dx, y + dy) for x, y in corners)


def _shift_edges(sides: tuple[Edge, ...], dx: int, dy: int) -> tuple[Edge, ...]:
    return tuple((x + dx, y + dy, one, two, three) for x, y, one, two, three in sides)


def edges_of(corners: Sequence[tuple[float, float]]) -> tuple[Edge, ...]:
    """The edges of a closed outline."""
    return tuple(make_edge(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))


def _faces_of(corners: Sequence[tuple[int, int]]) -> tuple[Face, ...]:
    edges = ((ax, ay, dx, dy, sqrt(square)) for ax, ay, dx, dy, square in edges_of(corners))
    return tuple((ax, ay, dx / length, dy / length, length) for ax, ay, dx, dy, length in edges)


def hull(places: Iterable[tuple[int, int]]) -> tuple[Point, ...]:
    """The corners of the smallest convex outline round these places, counterclockwise."""
    ordered = sorted(Point(*place) for place in places)
    return (*_half_hull(ordered)[:-1], *_half_hull(ordered[::-1])[:-1])


def _half_hull(places: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for place in places:
        while len(chain) > 1 and orientation(chain[-2], chain[-1], place) <= 0:
            chain.pop()
        chain.append(place)
    return chain


def _normal(corners: Sequence[Point]) -> tuple[Point, ...]:
    """Check an outline and return it in its one normal form."""
    if len(corners) < FEWEST_CORNERS:
        raise ShapeError(ShapeFault.TOO_FEW)
    _check_repeats(corners)
    _check_crossings(corners)
    bent = [*_drop_straight_corners(corners)]
    if sum(a.x * b.y - b.x * a.y for a, b in _sides(bent)) < 0:  # whole numbers: their sum is exact
        bent.reverse()
    first = bent.index(min(bent))
    return (*bent[first:], *bent[:first])


def _check_repeats(corners: Sequence[Point]) -> None:
    seen: set[Point] = set()
    for number, corner in enumerate(corners):
        if corner in seen:
            raise ShapeError(ShapeFault.REPEATED, number)
        seen.add(corner)


def _check_crossings(corners: Sequence[Point]) -> None:
    """Refuse edges that meet anywhere but at their common corner."""
    for number, (a, b, c) in enumerate(_bends(corners)):
        if orientation(a, b, c) == 0 and (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0:
            raise ShapeError(ShapeFault.FLAT, number)
    if crossings := list(_crossings(corners)):
        raise ShapeError(ShapeFault.CROSSING, min(crossings)[1])


def _crossings(corners: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Pairs of sides that meet although they are not neighbours; only sides that share an x are compared."""
    last = len(corners) - 1
    sides = sorted((min(a.x, b.x), number, a, b) for number, (a, b) in enumerate(_sides(corners)))
    for at, (_, number, a, b) in enumerate(sides, 1):
        for left, other, c, d in islice(sides, at, None):
            if left > max(a.x, b.x):
                break
            if 1 < abs(number - other) < last and _meet(a, b, c, d):
                yield min(number, other), max(number, other)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two edges have a place in common, exactly."""
    if (
        max(a.x, b.x) < min(c.x, d.x)
        or max(c.x, d.x) < min(a.x, b.x)
        or max(a.y, b.y) < min(c.y, d.y)
        or max(c.y, d.y) < min(a.y, b.y)
    ):
        return False
    return not _have_same_sign(orientation(a, b, c), orientation(a, b, d)) and not _have_same_sign(
        orientation(c, d, a), orientation(c, d, b)
    )


def _have_same_sign(first: int, second: int) -> bool:
    return (first > 0 and second > 0) or (first < 0 and second < 0)


def _sides(corners: Sequence[C]) -> Iterable[tuple[C, C]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _bends(corners: Sequence[C]) -> Iterable[tuple[C, C, C]]:
    """Each corner with the one before it and the one after it, in order."""
    return zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True)


def _box(corners: Sequence[Point]) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _circle(corners: Sequence[Point]) -> tuple[float, float, float]:
    left, bottom, right, top = _box(corners)
    mx, my = (left + right) / 2, (bottom + top) / 2
    return mx, my, max(sqrt((x - mx) * (x - mx) + (y - my) * (y - my)) for x, y in corners)


def convex_pieces(corners: Sequence[Corner]) -> list[Facet]:
    """Cut a simple polygon, its corners counterclockwise, along diagonals into convex pieces.

    Corner after corner is cut off; then each cut is undone if both its sides together are convex. No piece
    keeps a corner on a straight line, so that the border turns at every corner.
    """
    if _is_convex(corners):
        return [tuple(corners)]
    piece_at = {side: piece for piece in _triangles(list(corners)) for side in _sides(piece)}
    for p, q in tuple(piece_at):
        if (q, p) in piece_at:
            whole = _merge_pieces(piece_at[p, q], piece_at[q, p], p, q)
            if _is_convex(whole):
                del piece_at[p, q], piece_at[q, p]
                piece_at.update(dict.fromkeys(_sides(whole), whole))
    return [_drop_straight_corners(piece) for piece in dict.fromkeys(piece_at.values())]


def orientation(a: Corner, b: Corner, c: Corner) -> int:
    """Twice the area of a triangle: above 0 if c lies left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _triangles(corners: list[Corner]) -> list[Facet]:
    """Cut off corners whose triangles contain no other corner; a straight corner is only dropped."""
    triangles: list[Facet] = []
    while len(corners) >= FEWEST_CORNERS:
        a, b, c = next(bend for bend in _bends(corners) if _is_ear(bend, corners))
        if orientation(a, b, c):
            triangles.append((a, b, c))
        corners.remove(b)
    return triangles


def _is_ear(bend: tuple[Corner, Corner, Corner], corners: Sequence[Corner]) -> bool:
    a, b, c = bend
    if orientation(a, b, c) <= 0:
        return orientation(a, b, c) == 0
    others = (corner for corner in corners if corner not in bend)
    return not any(
        orientation(a, b, p) >= 0 and orientation(b, c, p) >= 0 and orientation(c, a, p) >= 0 for p in others
    )


def _merge_pieces(first: Facet, second: Facet, p: Corner, q: Corner) -> Facet:
    """Two pieces joined; the side between them leads from p to q in the first one."""
    after, back = first.index(p) + 1, second.index(q) + 1
    from_p_to_q = (*second[back:], *second[:back])
    return (*first[after:], *first[:after], *from_p_to_q[1:-1])


def _drop_straight_corners(corners: Sequence[C]) -> tuple[C, ...]:
    """Drop the corners on a straight line."""
    return tuple(b for a, b, c in _bends(corners) if orientation(a, b, c))


def _is_convex(corners: Sequence[Corner]) -> bool:
    return all(orientation(*bend) >= 0 for bend in _bends(corners))

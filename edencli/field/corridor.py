"""The corridor of a line of sight, between a viewer's base and its target.

It is everything between the two outer tangents of viewer and target, without the two themselves. The target
is a disc, a point, or a polygon (whose convex hull is used).
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from edencli.field.distance import Place, gap_to_shape, point_distance
from edencli.field.ground import Limit
from edencli.field.line_parts import LinePart, clip_part, part_in_circle, part_in_convex, subtract_part
from edencli.field.shapes import Disc, Edge, Point, Polygon, RoundShape, Shape, make_edge
from edencli.field.units import FULL_TURN, NOISE, TOLERANCE, angle, unit_vector
from edencli.named_tuple import NamedTuple

ARC_STEP: Final = FULL_TURN / 72
"""The longest step in which arcs are drawn."""


class Tangent(NamedTuple):
    """A straight side of a corridor: an outer tangent of viewer and target."""

    outwards: Place
    start: Place
    way: Place
    length: float
    end: Place
    line: Edge


class Corridor(NamedTuple):
    """A corridor with some area: neither viewer nor target lies within the other."""

    viewer: Disc
    target: Shape
    """The target; a polygon is convex here."""
    left: Tangent
    right: Tangent
    limits: tuple[Limit, Limit, Limit, Limit]
    """Its straight borders: both sides, moved inwards by the tolerance, and the lines across it where it
    leaves the viewer and meets the target."""
    reach_behind: tuple[float, float]
    """How far viewer and target reach back behind those two lines, at most."""

    def misses_disc(self, x: float, y: float, radius: float) -> bool:
        """Whether a disc lies wholly outside corridor, viewer and target, or only touches them."""
        left, right, near, far = self.limits
        return (
            left[0] * x + left[1] * y - left[2] <= -radius
            or right[0] * x + right[1] * y - right[2] <= -radius
            or near[0] * x + near[1] * y - near[2] <= TOLERANCE - radius - self.reach_behind[0]
            or far[0] * x + far[1] * y - far[2] <= TOLERANCE - radius - self.reach_behind[1]
        )

    def contains(self, x: float, y: float) -> bool:
        """Whether a place lies inside, deeper than a touch."""
        left, right, near, far = self.limits
        return (
            left[0] * x + left[1] * y > left[2]
            and right[0] * x + right[1] * y > right[2]
            and near[0] * x + near[1] * y > near[2]
            and far[0] * x + far[1] * y > far[2]
            and point_distance(x, y, self.viewer.x, self.viewer.y) > self.viewer.r + TOLERANCE
            and gap_to_shape(x, y, self.target) > TOLERANCE
        )

    def parts_inside(self, line: Edge) -> list[LinePart]:
        """The parts of a straight line that run inside, deeper than a touch."""
        x, y, dx, dy, _ = line
        part: LinePart = (0.0, 1.0)
        for nx, ny, at in self.limits:
            start = nx * x + ny * y - at
            within = clip_part(part, start, start + nx * dx + ny * dy)
            if within is None:
                return []
            part = within
        viewer = self.viewer
        parts = subtract_part([part], part_in_circle(line, (viewer.x, viewer.y, viewer.r + TOLERANCE)))
        return subtract_part(parts, self._part_in_target(line))

    def _part_in_target(self, line: Edge) -> LinePart | None:
        """The part of a line inside the target, or touching it."""
        if isinstance(self.target, Polygon):
            return part_in_convex(line, self.target.convex_parts[0], TOLERANCE)
        return part_in_circle(line, (self.target.x, self.target.y, self.target.r + TOLERANCE))


def build_corridor(viewer: Disc, target: Shape) -> Corridor | None:
    """Build the corridor from a base to its target; None if one lies in the other, or right across it."""
    if isinstance(target, Polygon):
        return _corridor_to_polygon(viewer, target)
    dx, dy, narrowing = target.x - viewer.x, target.y - viewer.y, viewer.r - target.r
    if dx * dx + dy * dy <= narrowing * narrowing:
        return None
    return _bounded(viewer, target, _outer_tangent(1, viewer, target), _outer_tangent(-1, viewer, target))


def _corridor_to_polygon(viewer: Disc, target: Polygon) -> Corridor | None:
    """The corridor to the convex hull of a polygon: each side goes to its outermost corner."""
    outline = target.convex_hull()
    left, right = (
        _outermost_tangent(1, viewer, outline.convex_corners),
        _outermost_tangent(-1, viewer, outline.convex_corners),
    )
    if left is None or right is None:
        return None
    return _bounded(viewer, outline, left, right)


def _outermost_tangent(turn: int, viewer: Disc, tips: Sequence[Point]) -> Tangent | None:
    """The only outer tangent on a side; None if the base sticks out of a polygon on two sides."""
    sides = [
        _outer_tangent(turn, viewer, tip)
        for tip in tips
        if point_distance(viewer.x, viewer.y, *tip) > viewer.r
    ]
    fitting = [side for side in sides if all(_distance_outside(side, tip) <= NOISE for tip in tips)]
    nearest = min(fitting, key=lambda side: side.length, default=None)
    if nearest is None or any(_distance_outside(side, nearest.end) < -NOISE for side in fitting):
        return None
    return nearest


def _distance_outside(side: Tangent, place: Place) -> float:
    """How far a place lies outside a side."""
    return side.outwards[0] * (place[0] - side.start[0]) + side.outwards[1] * (place[1] - side.start[1])


def _outer_tangent(turn: int, viewer: Disc, target: RoundShape) -> Tangent:
    """The outer tangent on the left (1) or on the right (-1)."""
    dx, dy, narrowing = target.x - viewer.x, target.y - viewer.y, viewer.r - target.r
    apart = sqrt(dx * dx + dy * dy)
    length = sqrt(dx * dx + dy * dy - narrowing * narrowing)
    ux, uy = dx / apart, dy / apart
    lean, rise = narrowing / apart, turn * length / apart
    nx, ny = lean * ux - rise * uy, lean * uy + rise * ux
    start = viewer.x + viewer.r * nx, viewer.y + viewer.r * ny
    end = target.x + target.r * nx, target.y + target.r * ny
    return Tangent((nx, ny), start, (turn * ny, -turn * nx), length, end, make_edge(start, end))


def _bounded(viewer: Disc, target: Shape, left: Tangent, right: Tangent) -> Corridor:
    ahead = (left.way[0] + right.way[0], left.way[1] + right.way[1])
    near = _cross_limit(left.start, right.start, ahead)
    far = _cross_limit(left.end, right.end, (-ahead[0], -ahead[1]))
    limits = _inward_limit(left), _inward_limit(right), near, far
    return Corridor(viewer, target, left, right, limits, (2 * viewer.r, _depth_behind(far, target)))


def _inward_limit(side: Tangent) -> Limit:
    """A side as a border, moved inwards by the tolerance."""
    (nx, ny), (x, y) = side.outwards, side.start
    return -nx, -ny, TOLERANCE - nx * x - ny * y


def _cross_limit(left: Place, right: Place, ahead: Place) -> Limit:
    """The border through two places, its normal pointing ahead; through one place, straight across."""
    nx, ny = right[1] - left[1], left[0] - right[0]
    if nx * nx + ny * ny < NOISE:
        nx, ny = ahead
    if nx * ahead[0] + ny * ahead[1] < 0:
        nx, ny = -nx, -ny
    length = sqrt(nx * nx + ny * ny)
    nx, ny = nx / length, ny / length
    return nx, ny, nx * left[0] + ny * left[1]


def _depth_behind(limit: Limit, target: Shape) -> float:
    if not isinstance(target, Polygon):
        return 2 * target.r
    nx, ny, at = limit
    return max(at - nx * x - ny * y for x, y in target.convex_corners)


def corridor_outline(viewer: Disc, target: Shape) -> tuple[Point, ...]:
    """The outline of the corridor from a base to its target; empty if one lies in the other."""
    corridor = build_corridor(viewer, target)
    if corridor is None:
        return ()
    places = (*_arc(viewer, corridor.right.start, corridor.left.start), *_facing_border(corridor))
    return tuple(Point(round(x), round(y)) for x, y in places)


def _facing_border(corridor: Corridor) -> Iterator[Place]:
    """The part of the target's border that faces the viewer, from the corridor's left side to its right."""
    target = corridor.target
    if not isinstance(target, Polygon):
        yield from _arc(target, corridor.left.end, corridor.right.end)
        return
    tips = target.convex_corners
    first, last = _nearest_tip_number(corridor.left.end, tips), _nearest_tip_number(corridor.right.end, tips)
    yield from (tips[number % len(tips)] for number in range(first, first + (last - first) % len(tips) + 1))


def _nearest_tip_number(place: Place, tips: Sequence[Point]) -> int:
    return min(range(len(tips)), key=lambda number: point_distance(*tips[number], *place))


def _arc(base: RoundShape, start: Place, end: Place) -> Iterator[Place]:
    """Places along a base's edge, counterclockwise; for a point, the point itself."""
    yield start
    if base.r:
        begin = angle(start[0] - base.x, start[1] - base.y)
        span = (angle(end[0] - base.x, end[1] - base.y) - begin) % FULL_TURN
        steps = int(span / ARC_STEP) + 1
        ways = [unit_vector(begin + number * span / steps) for number in range(1, steps)]
        yield from ((base.x + base.r * dx, base.y + base.r * dy) for dx, dy in ways)
        yield end

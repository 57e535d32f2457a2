"""The size of a piece of scenery (territory.size).

For its size by the French book a piece may be turned and shifted as its player likes. It is compared with
the cards at every whole degree, and with each of its edges along theirs; a shape that would fit only in
between gets a larger size than it has.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from math import atan2, degrees

from edencli.field.distance import gap_to_shape
from edencli.field.shapes import Polygon, Shape
from edencli.field.units import TOLERANCE, cm, compare_lengths
from edencli.model.scenery import Size

CARD_WIDTH, CARD_LENGTH = cm(6.3), cm(8.8)
"""The sides of a card."""
BASE_RADIUS = cm(2)
"""The radius of the base that must have room beside a small piece."""


@lru_cache(maxsize=256)
def size_of(shape: Shape) -> Size:
    """The smallest size of a piece of scenery (territory.size)."""
    ways = [shape.turned(turn) for turn in sorted(_turns(shape))] if isinstance(shape, Polygon) else [shape]
    boxes = [(way, *_sides(way)) for way in ways]
    on_a_card = [way for way, wide, high in boxes if _fits(wide, CARD_WIDTH) and _fits(high, CARD_LENGTH)]
    if any(_leaves_room(way) for way in on_a_card):
        return Size.SMALL
    if on_a_card:
        return Size.MEDIUM
    beside = any(_fits(wide, 2 * CARD_WIDTH) and _fits(high, CARD_LENGTH) for _, wide, high in boxes)
    across = (
        way for way, wide, high in boxes if _fits(wide, CARD_WIDTH + CARD_LENGTH) and _fits(high, CARD_LENGTH)
    )
    return (
        Size.LARGE
        if beside or any(_fits(_height_beyond(way), CARD_WIDTH) for way in across)
        else Size.IMPOSING
    )


def _turns(shape: Polygon) -> set[float]:
    """The turns to try, in degrees: every whole one, and each that puts an edge along a side of the card."""
    corners = (*shape.corners, shape.corners[0])
    along = {-degrees(atan2(b.y - a.y, b.x - a.x)) % 90 for a, b in pairwise(corners)}
    return {turn + quarter for turn in {*map(float, range(90)), *along} for quarter in (0, 90, 180, 270)}


def _box(shape: Shape) -> tuple[float, float, float, float]:
    """The left, lowest, right and highest coordinate of a shape."""
    if isinstance(shape, Polygon):
        return shape.bounding_box
    return shape.x - shape.r, shape.y - shape.r, shape.x + shape.r, shape.y + shape.r


def _sides(shape: Shape) -> tuple[float, float]:
    left, bottom, right, top = _box(shape)
    return right - left, top - bottom


def _fits(length: float, most: float) -> bool:
    return compare_lengths(length, most) <= 0


def _leaves_room(shape: Shape) -> bool:
    """Tell whether a base in a corner of a card has room beside the shape at the card's edges or middle."""
    left, bottom, _, _ = _box(shape)
    wide, high = _sides(shape)
    shifts = product((0, 0.5, 1), repeat=2)
    corners = [*product((BASE_RADIUS, CARD_WIDTH - BASE_RADIUS), (BASE_RADIUS, CARD_LENGTH - BASE_RADIUS))]
    return any(
        _fits(
            BASE_RADIUS,
            gap_to_shape(
                x + left - part * (CARD_WIDTH - wide), y + bottom - share * (CARD_LENGTH - high), shape
            ),
        )
        for part, share in shifts
        for x, y in corners
    )


def _height_beyond(shape: Shape) -> float:
    """The height of the part beyond the first card, where a second card lies crosswise."""
    if not isinstance(shape, Polygon):
        return 2 * shape.r
    heights = sorted(_heights_beyond(shape, shape.bounding_box[0] + CARD_WIDTH + TOLERANCE))
    return heights[-1] - heights[0] if heights else 0


def _heights_beyond(shape: Polygon, x: float) -> Iterator[float]:
    """The heights of the corners right of a line, and of the points where edges cross it."""
    for a, b in pairwise((*shape.corners, shape.corners[0])):
        if a.x >= x:
            yield a.y
        if (a.x - x) * (b.x - x) < 0:
            yield a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)

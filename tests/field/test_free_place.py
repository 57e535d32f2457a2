"""The nearest free places next to one that is taken."""

from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edencli.field.distance import overlap
from edencli.field.free_place import nearest_free_places
from edencli.field.ground import Table
from edencli.field.shapes import Disc, Point, Polygon, Shape
from edencli.field.units import cm

TABLE = Table(width=cm(60), depth=cm(60))
R = cm(1.5)


def disc(x: float, y: float, r: float = 1.5) -> Disc:
    return Disc(x=cm(x), y=cm(y), r=cm(r))


def box(left: float, bottom: float, right: float, top: float) -> Polygon:
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return Polygon(corners=tuple(Point(cm(x), cm(y)) for x, y in corners))


@pytest.mark.parametrize(
    ("base", "obstacles", "places"),
    [
        (disc(20, 20), [], [(20, 20)]),
        (disc(59.5, 1), [], [(58.5, 1.5)]),
        (disc(21, 20), [disc(20, 20)], [(23, 20)]),
        (disc(20, 20), [disc(20, 20)], [(17, 20), (20, 17), (20, 23), (23, 20)]),
        (disc(21, 20), [disc(20, 20), disc(24, 20)], [(22, 17.764), (22, 22.236)]),
        (disc(10, 12), [box(0, 0, 20, 15)], [(10, 16.5)]),
        (disc(2, 2), [box(0, 0, 20, 20)], [(2, 21.5), (21.5, 2)]),
        (disc(1.5, 3), [disc(1.5, 1.5)], [(1.5, 4.5)]),
        (disc(30, 30), [box(0, 0, 60, 60)], []),
    ],
)
def test_the_nearest_free_places_are_found(
    base: Disc, obstacles: list[Shape], places: list[tuple[float, float]]
) -> None:
    found = nearest_free_places(base, TABLE, obstacles)

    assert sorted((round(place.x / 1000, 2), round(place.y / 1000, 2)) for place in found) == [
        (round(x, 2), round(y, 2)) for x, y in places
    ]


SPOTS = st.integers(0, 20_000)
BASES = st.builds(lambda x, y: Disc(x=x, y=y, r=R), SPOTS, SPOTS)
BOXES = st.builds(
    lambda x, y, w, h: box(x / 1000, y / 1000, x / 1000 + w, y / 1000 + h),
    *(SPOTS, SPOTS, st.integers(1, 6), st.integers(1, 6)),
)


@settings(max_examples=60)
@given(BASES, st.lists(st.one_of(BASES, BOXES), max_size=6))
def test_no_place_on_a_grid_is_free_and_nearer(base: Disc, obstacles: list[Shape]) -> None:
    table = Table(width=cm(20), depth=cm(20))
    found = nearest_free_places(base, table, obstacles)
    far = min((hypot(one.x - base.x, one.y - base.y) for one in found), default=float("inf"))
    grid = range(R, cm(20) - R + 1, 850)
    nearer = [Point(x, y) for x in grid for y in grid if hypot(x - base.x, y - base.y) < far - 50]

    assert all(table.contains(base.moved_to(one)) for one in found)
    assert not any(overlap(base.moved_to(one), shape) for one in found for shape in obstacles)
    assert [one for one in nearer if not any(overlap(base.moved_to(one), shape) for shape in obstacles)] == []

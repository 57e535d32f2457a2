from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random

import pytest
from field.scenes import any_shape, random_table, rectangle

from edencli.field.distance import gap
from edencli.field.shapes import (
    Disc,
    Point,
    Polygon,
    ShapeError,
    ShapeFault,
    convex_pieces,
    hull,
    make_polygon,
    orientation,
)

ELL = ((0, 0), (50, 0), (50, 10), (10, 10), (10, 30), (0, 30))


def polygon(*corners: tuple[int, int]) -> Polygon:
    return Polygon(corners=tuple(Point(*corner) for corner in corners))


def test_the_same_outline_is_the_same_polygon_however_it_was_written() -> None:
    written = polygon(*ELL)

    assert polygon(*ELL[::-1]) == polygon(*ELL[2:], *ELL[:2]) == written
    assert hash(polygon(*ELL[::-1])) == hash(written)


def test_a_corner_that_bends_nothing_is_dropped() -> None:
    assert polygon((0, 0), (5, 0), (10, 0), (10, 10), (0, 10)) == rectangle(0, 0, 10, 10)


def test_tips_are_the_corners_that_stick_out() -> None:
    assert polygon(*ELL).convex_corners == ((0, 0), (50, 0), (50, 10), (10, 30), (0, 30))
    assert not polygon(*ELL).is_convex


COMB = ((0, 0), (50, 0), (50, 30), (40, 30), (40, 10), (30, 10), (30, 30), (20, 30), (20, 10), (0, 10))
CROSS = ((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1))
SPIRAL = ((0, 0), (60, 5), (55, 50), (10, 45), (15, 20), (40, 25), (35, 35), (50, 40), (50, 12), (5, 8))


@pytest.mark.parametrize("corners", [ELL, COMB, CROSS, SPIRAL, ((0, 0), (9, 0), (9, 9))])
def test_convex_pieces_make_up_the_whole_polygon(corners: tuple[tuple[int, int], ...]) -> None:
    pieces = convex_pieces(polygon(*corners).corners)

    assert sum(map(doubled_area, pieces)) == doubled_area(polygon(*corners).corners)
    assert all(
        orientation(a, b, c) >= 0
        for piece in pieces
        for a, b, c in zip(piece, piece[1:], piece[2:], strict=False)
    )


def test_pieces_of_any_shape_bend_at_each_corner_and_make_up_the_whole() -> None:
    random = Random(5)  # noqa: S311  # shapes, not secrets
    shapes = [any_shape(random, Point(50_000, 50_000)) for _ in range(400)]

    for shape in shapes:
        if isinstance(shape, Polygon):
            pieces = convex_pieces(shape.corners)
            bends = (bend for piece in pieces for bend in bends_of(piece))
            assert all(orientation(*bend) > 0 for bend in bends)
            assert sum(map(doubled_area, pieces)) == doubled_area(shape.corners)


def bends_of(corners: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    return zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True)


def doubled_area(corners: Sequence[tuple[int, int]]) -> int:
    return sum(orientation((0, 0), a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))


def test_pieces_are_joined_as_far_as_they_stay_convex() -> None:
    assert [len(part) for part in polygon(*ELL).convex_parts] == [4, 4]
    assert len(polygon(*CROSS).convex_parts) < len(CROSS) - 2


def test_the_convex_outline_of_a_corner_piece_skips_its_inner_corner() -> None:
    assert polygon(*ELL).convex_hull() == polygon((0, 0), (50, 0), (50, 10), (10, 30), (0, 30))
    assert rectangle(0, 0, 10, 10).convex_hull() == rectangle(0, 0, 10, 10)


@pytest.mark.parametrize(
    ("corners", "fault", "corner"),
    [
        (((0, 0), (10, 0)), ShapeFault.TOO_FEW, 0),
        (((0, 0), (10, 0), (10, 10), (10, 0)), ShapeFault.REPEATED, 3),
        (((0, 0), (10, 10), (10, 0), (0, 10)), ShapeFault.CROSSING, 2),
        (((0, 0), (10, 0), (10, 10), (5, 0), (0, 10)), ShapeFault.CROSSING, 2),
        (((0, 0), (20, 0), (10, 0), (10, 10)), ShapeFault.FLAT, 1),
        (((0, 0), (10, 0), (20, 0)), ShapeFault.FLAT, 0),
    ],
)
def test_an_outline_that_is_no_polygon_says_why_and_where(
    corners: tuple[tuple[int, int], ...], fault: ShapeFault, corner: int
) -> None:
    with pytest.raises(ShapeError) as refused:
        polygon(*corners)

    assert (refused.value.fault, refused.value.corner) == (fault, corner)


@pytest.mark.parametrize("radius", [0, -5])
def test_a_disc_needs_a_radius(radius: int) -> None:
    with pytest.raises(ShapeError) as refused:
        Disc(x=0, y=0, r=radius)

    assert refused.value.fault is ShapeFault.RADIUS


def test_a_disc_moves_with_its_centre() -> None:
    assert Disc(x=1, y=2, r=15).moved_to(Point(30, 40)) == Disc(x=30, y=40, r=15)
    assert Disc(x=1, y=2, r=15).centre == Point(1, 2)


def test_a_polygon_moves_as_a_whole() -> None:
    assert rectangle(0, 0, 10, 20).moved(5, -5) == rectangle(5, -5, 15, 15)


@pytest.mark.parametrize("seed", range(8))
def test_a_polygon_that_moves_is_in_each_part_the_one_made_there(seed: int) -> None:
    """Some parts cannot differ in what makes two polygons equal."""
    random = Random(seed)  # noqa: S311  # tables, not secrets
    for shape in [Polygon(corners=tuple(Point(*at) for at in ELL)), *random_table(seed)[2]]:
        dx, dy = random.randint(-60_000, 60_000), random.randint(-60_000, 60_000)
        if isinstance(shape, Polygon):
            there = Polygon(corners=tuple(Point(x + dx, y + dy) for x, y in shape.corners))

            assert parts(shape.moved(dx, dy)) == parts(there)


def parts(shape: Polygon) -> dict[str, object]:
    found = [name for name, of in vars(Polygon).items() if isinstance(of, cached_property)]
    return {name: getattr(shape, name) for name in ("corners", *found)}


def test_quarter_turns_are_exact_and_four_of_them_are_none() -> None:
    wall = rectangle(0, 0, 4_000, 2_000)

    assert wall.turned(90) == rectangle(-2_000, 0, 0, 4_000)
    assert wall.turned(90).turned(90).turned(90).turned(90) == wall


def test_a_turned_rectangle_keeps_its_sides_to_a_hundredth_of_a_millimetre() -> None:
    turned = rectangle(0, 0, 4_000, 2_000).turned(30)

    lengths = sorted(square**0.5 for *_, square in turned.edges)
    assert lengths == pytest.approx([2_000, 2_000, 4_000, 4_000], abs=1)


def test_a_polygon_whose_sides_hardly_keep_apart_can_be_turned_by_any_angle() -> None:
    """At a fifth of these angles the fourth corner would be stored on the first edge, or beyond."""
    needle = polygon((0, 0), (10_000, 9_999), (4_000, 15_000), (5_000, 5_000), (-5_000, 9_000))

    turned = [needle.turned(degrees / 2) for degrees in range(720)]
    assert {len(shape.corners) for shape in turned} == {5}
    assert all(gap(Point(0, 0), shape) == 0 for shape in turned)


def test_computed_corners_are_stored_to_the_nearest_hundredth_of_a_millimetre() -> None:
    assert make_polygon(((0.4, -0.4), (10.2, 0), (9.6, 10.1))) == polygon((0, 0), (10, 0), (10, 10))


def test_a_hull_leaves_out_what_lies_inside_and_on_its_edges() -> None:
    assert hull([(5, 5), (0, 0), (10, 0), (5, 0), (10, 10), (0, 10)]) == ((0, 0), (10, 0), (10, 10), (0, 10))


def test_a_moved_polygon_takes_along_what_was_found_out_about_its_outline() -> None:
    shape = Polygon(corners=(Point(0, 0), Point(9_000, 0), Point(9_000, 4_000), Point(4_000, 1_000)))
    found_anew = Polygon(corners=tuple(Point(x + 700, y - 300) for x, y in shape.corners))

    twin = shape.moved(700, -300)

    assert twin == found_anew
    for name in ("edges", "convex_corners", "convex_parts", "is_convex", "bounding_box"):
        assert getattr(twin, name) == getattr(found_anew, name)
        assert name in vars(shape)
    assert vars(twin)["bounding_circle"] == pytest.approx(found_anew.bounding_circle, abs=1e-6)

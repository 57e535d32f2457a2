import pytest

from edencli.field.shapes import Disc, Point, Shape, rectangle
from edencli.field.spacing import Line, crowded, nearest, too_near

UP = Line(start=Point(20_000, 0), ahead=Point(20_000, 10))
BASE = Disc(x=10_000, y=10_000, r=1_500)


@pytest.mark.parametrize(
    ("shape", "depth", "far"),
    [
        (BASE, 8_500, 8_500),
        (Point(21_000, 5_000), -1_000, 1_000),
        (Disc(x=20_500, y=0, r=1_500), -2_000, 0),
        (rectangle(15_000, 0, 18_000, 5_000), 2_000, 2_000),
        (rectangle(15_000, 0, 25_000, 5_000), -5_000, 0),
    ],
)
def test_a_line_knows_how_deep_a_shape_lies_to_its_left(shape: Shape, depth: float, far: float) -> None:
    assert UP.depth_left(shape) == depth
    assert UP.distance(shape) == far


def test_an_oblique_line_measures_square_to_itself() -> None:
    line = Line(start=Point(0, 0), ahead=Point(30_000, 40_000))

    assert line.distance(Point(5_000, 0)) == 4_000
    assert line.depth_left(Point(0, 5_000)) == 3_000


def test_too_near_is_nearer_than_asked_beyond_the_tolerance() -> None:
    others = [Disc(x=x, y=10_000, r=1_500) for x in (17_900, 17_990, 18_000, 13_000)]

    assert too_near(BASE, others, 5_000) == (0, 3)


def test_crowded_names_every_pair_that_is_too_near() -> None:
    shapes = [
        BASE,
        Disc(x=17_000, y=10_000, r=1_500),
        rectangle(30_000, 0, 31_000, 9_000),
        Point(17_000, 14_000),
    ]

    assert crowded(shapes, 5_000) == ((0, 1), (1, 3))


def test_the_nearest_are_all_that_a_tape_cannot_tell_apart() -> None:
    others = [Disc(x=x, y=y, r=1_500) for x, y in ((20_010, 10_000), (10_000, 20_000), (40_000, 40_000))]

    assert nearest(BASE, others) == (0, 1)
    assert nearest(BASE, []) == ()


def test_of_those_that_overlap_all_are_nearest() -> None:
    others = [rectangle(0, 0, 60_000, 60_000), Disc(x=13_000, y=10_000, r=1_500)]

    assert nearest(BASE, others) == (0, 1)

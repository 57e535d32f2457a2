import pytest
from field.scenes import rectangle

from edencli.field.distance import distance, distances_to, gap, in_contact, nearest_foot, overlap, touching
from edencli.field.ground import Table
from edencli.field.shapes import Disc, Point, Shape, make_polygon

BASE = Disc(x=10_000, y=10_000, r=1_500)
HOUSE = rectangle(20_000, 5_000, 25_000, 15_000)
ELL = make_polygon(((0, 0), (8_000, 0), (8_000, 2_000), (2_000, 2_000), (2_000, 8_000), (0, 8_000)))
TABLE = Table(width=60_000, depth=60_000)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (BASE, Disc(x=14_000, y=13_000, r=2_000), 1_500),
        (BASE, Point(16_000, 18_000), 8_500),
        (Point(0, 0), Point(3_000, 4_000), 5_000),
        (BASE, HOUSE, 8_500),
        (Disc(x=28_000, y=19_000, r=1_500), HOUSE, 3_500),
        (HOUSE, rectangle(28_000, 19_000, 30_000, 20_000), 5_000),
        (ELL, Disc(x=5_000, y=5_000, r=1_500), 1_500),
        (ELL, rectangle(4_000, 4_000, 6_000, 6_000), 2_000),
    ],
)
def test_distances_run_from_edge_to_edge(a: Shape, b: Shape, expected: float) -> None:
    assert gap(a, b) == gap(b, a) == distance(a, b) == expected


@pytest.mark.parametrize(
    ("a", "b", "depth"),
    [
        (BASE, Disc(x=12_000, y=10_000, r=1_500), 1_000),
        (BASE, rectangle(11_000, 5_000, 20_000, 15_000), 500),
        (BASE, rectangle(9_000, 5_000, 20_000, 15_000), 2_500),
        (HOUSE, Point(21_000, 10_000), 1_000),
    ],
)
def test_a_gap_below_nothing_is_the_depth_of_an_overlap(a: Shape, b: Shape, depth: float) -> None:
    assert gap(a, b) == gap(b, a) == -depth
    assert distance(a, b) == 0
    assert overlap(a, b)


@pytest.mark.parametrize("off", [-10, 0, 10])
def test_a_tenth_of_a_millimetre_more_or_less_is_contact(off: int) -> None:
    beside = Disc(x=13_000 + off, y=10_000, r=1_500)

    assert in_contact(BASE, beside)
    assert not overlap(BASE, beside)


def test_distances_to_several_are_those_to_each() -> None:
    around = [Disc(x=10_000 + 37 * n, y=10_000 - 91 * n, r=1_000 + 250 * (n % 5)) for n in range(90)]

    found = distances_to(BASE, around)

    assert found == [distance(BASE, there) for there in around]
    assert found[0] == 0 < found[-1]


def test_who_touches_a_disc_is_whom_a_look_at_each_finds() -> None:
    around = [
        (off, Disc(x=10_000 + off * x // 5, y=10_000 + off * y // 5, r=1_500))
        for off in range(2_980, 3_021)
        for x, y in ((5, 0), (3, 4), (-4, 3), (0, -5))
    ]

    found = touching(BASE, around)

    assert found == [off for off, there in around if in_contact(BASE, there)]
    assert 0 < len(found) < len(around)


def test_two_tenths_of_a_millimetre_are_a_gap_or_an_overlap() -> None:
    assert not in_contact(BASE, Disc(x=13_020, y=10_000, r=1_500))
    assert overlap(BASE, Disc(x=12_980, y=10_000, r=1_500))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (rectangle(0, 0, 10_000, 10_000), rectangle(0, 0, 10_000, 10_000)),
        (rectangle(0, 0, 10_000, 10_000), rectangle(5, 5, 10_005, 10_005)),
        (rectangle(0, 4_000, 10_000, 6_000), rectangle(4_000, 0, 6_000, 10_000)),
        (rectangle(0, 0, 10_000, 10_000), rectangle(4_000, 4_000, 6_000, 6_000)),
        (ELL, rectangle(1_000, 1_000, 9_000, 9_000)),
    ],
)
def test_pieces_that_lie_on_each_other_overlap(a: Shape, b: Shape) -> None:
    assert overlap(a, b)
    assert overlap(b, a)


@pytest.mark.parametrize(
    "other",
    [
        rectangle(10_000, 0, 20_000, 10_000),
        rectangle(9_995, 0, 20_000, 10_000),
        rectangle(10_005, 10_005, 20_000, 20_000),
    ],
)
def test_pieces_that_share_an_edge_or_a_corner_touch(other: Shape) -> None:
    assert in_contact(rectangle(0, 0, 10_000, 10_000), other)
    assert not overlap(rectangle(0, 0, 10_000, 10_000), other)


def test_the_table_measures_to_its_edges_and_its_centre() -> None:
    assert TABLE.gap_to_edge(BASE) == 8_500
    assert TABLE.gap_to_edge(HOUSE) == 5_000
    assert TABLE.gap_to_edge(Disc(x=1_000, y=30_000, r=1_500)) == -500
    assert distance(BASE, TABLE.centre) == pytest.approx(20_000 * 2**0.5 - 1_500)


@pytest.mark.parametrize(("x", "expected"), [(1_500, True), (1_490, True), (1_480, False)])
def test_a_base_on_the_table_does_not_hang_over(x: int, *, expected: bool) -> None:
    assert TABLE.contains(Disc(x=x, y=30_000, r=1_500)) == expected


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Disc(x=20_000, y=10_000, r=2_000), (16_500, 10_000)),
        (BASE, (13_000, 10_000)),
        (rectangle(20_000, 5_000, 25_000, 15_000), (18_500, 10_000)),
        (rectangle(5_000, 15_000, 15_000, 25_000), (10_000, 13_500)),
        (rectangle(13_000, 14_000, 20_000, 20_000), (12_100, 12_800)),
    ],
)
def test_a_base_s_foot_is_where_it_touches_a_shape_first(shape: Shape, expected: tuple[int, int]) -> None:
    """Straight towards a disc's middle, square to an edge, towards a corner; the east of its own middle."""
    assert nearest_foot(shape, BASE.r, BASE.centre) == expected


def test_the_foot_of_a_place_within_reach_is_where_the_shortest_way_out_ends() -> None:
    """It is not on the circle round a corner that lies within reach itself."""
    beam = make_polygon(((4_980, 1_914), (12_184, 1_914), (12_184, 2_214), (4_980, 2_214)))
    mover = Disc(x=5_621, y=0, r=2_000)

    end = nearest_foot(beam, mover.r, mover.centre)

    assert end == (5_621, -86)


def test_the_shortest_way_out_of_a_nook_ends_in_contact_with_both_its_sides() -> None:
    end = nearest_foot(ELL, 1_500, (3_000, 3_100))

    assert end == (3_500, 3_500)

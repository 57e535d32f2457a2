from math import atan2, degrees

import pytest

from edencli.field.distance import gap, segment_distance
from edencli.field.shapes import Disc, Point, Polygon, make_polygon
from edencli.field.templates import best_blast, can_lay_blast, covered_bases, lay_blast, make_trapezoid
from edencli.field.units import compare_lengths

FLAME = make_trapezoid(10_000, 1_000, 4_000)
USER = Disc(x=30_000, y=30_000, r=1_500)


def base(x: int, y: int) -> Disc:
    return Disc(x=x, y=y, r=1_500)


@pytest.mark.parametrize(("x", "expected"), [(36_490, ()), (36_480, (0,)), (30_000, (0,))])
def test_a_base_that_a_template_only_touches_is_not_covered(x: int, expected: tuple[int, ...]) -> None:
    assert covered_bases(Disc(x=30_000, y=30_000, r=5_000), [base(x, 30_000)]) == expected


def test_covered_bases_are_told_by_number() -> None:
    bases = [base(30_000, 30_000), base(50_000, 30_000), base(33_000, 33_000)]

    assert covered_bases(Disc(x=30_000, y=30_000, r=5_000), bases) == (0, 2)


def test_a_blast_begins_at_its_user_s_edge_and_looks_at_its_aim() -> None:
    assert lay_blast(FLAME, USER, Point(50_000, 30_000)) == make_polygon(
        ((31_500, 29_500), (41_500, 28_000), (41_500, 32_000), (31_500, 30_500))
    )


@pytest.mark.parametrize("aim", [Point(50_000, 30_000), Point(31_000, 32_000), Point(12_345, 6_789)])
def test_a_blast_touches_its_user_and_does_not_cover_him(aim: Point) -> None:
    assert compare_lengths(gap(lay_blast(FLAME, USER, aim), USER), 0) == 0
    assert covered_bases(lay_blast(FLAME, USER, aim), [USER]) == ()


@pytest.mark.parametrize("turned", [*range(-70, 71, 5), 0.5, 9.6, 19.5])
@pytest.mark.parametrize(
    "flame", [FLAME, make_trapezoid(8_000, 200, 5_000), make_trapezoid(10_000, 2_900, 4_000)]
)
def test_a_blast_that_is_turned_touches_its_user_by_its_near_end(flame: Polygon, turned: float) -> None:
    """The middle of that end lies straight towards the aim, the axis at the angle, nothing over his base."""
    laid_so = lay_blast(flame, USER, Point(50_000, 30_000), turned)
    near, far = sorted(laid_so.edges, key=lambda side: side[4])[:2]
    middle = near[0] + near[2] / 2, near[1] + near[3] / 2
    end = far[0] + far[2] / 2, far[1] + far[3] / 2

    assert middle[1] == pytest.approx(30_000, abs=1)
    assert segment_distance(30_000, 30_000, near) == pytest.approx(1_500, abs=1.5)
    assert covered_bases(laid_so, [USER]) == ()
    assert degrees(atan2(end[1] - middle[1], end[0] - middle[0])) == pytest.approx(turned, abs=0.02)


@pytest.mark.parametrize("turned", [90, 120, 180, -100])
def test_a_blast_turned_across_its_user_lies_over_his_base(turned: float) -> None:
    assert covered_bases(lay_blast(FLAME, USER, Point(50_000, 30_000), turned), [USER]) == (0,)


def test_a_turned_blast_is_better_where_it_takes_in_one_more() -> None:
    """Straight at the nearest, or so that its flank only brushes him."""
    nearest, friend, other = base(33_200, 30_000), base(36_000, 33_200), base(38_500, 26_200)
    bases = [nearest, friend, other]

    best = best_blast(FLAME, USER, nearest, bases, worth=(1, -1, 1))
    assert best is not None
    assert best.covers == (0, 2)
    assert covered_bases(lay_blast(FLAME, USER, best.aim, best.turned), bases) == best.covers


def test_a_blast_may_lie_where_it_covers_the_nearest() -> None:
    nearest = base(36_000, 30_000)

    assert can_lay_blast(lay_blast(FLAME, USER, Point(40_000, 31_000)), USER, nearest)
    assert not can_lay_blast(lay_blast(FLAME, USER, Point(30_000, 40_000)), USER, nearest)
    assert not can_lay_blast(lay_blast(FLAME, USER, Point(40_000, 31_000)), base(20_000, 20_000), nearest)


def test_the_best_blast_covers_most_without_letting_go_of_the_nearest() -> None:
    nearest = base(34_000, 30_000)
    bases = [nearest, base(39_000, 33_900), base(39_000, 34_000), base(39_000, 26_000), base(30_000, 36_000)]

    best = best_blast(FLAME, USER, nearest, bases)

    assert best is not None
    assert best.covers == (0, 1, 2)
    assert covered_bases(lay_blast(FLAME, USER, best.aim), bases) == best.covers


def test_worth_counts_for_more_than_number() -> None:
    nearest = base(34_000, 30_000)
    bases = [nearest, base(39_000, 33_900), base(39_000, 26_000)]

    best = best_blast(FLAME, USER, nearest, bases, worth=(1, -1, 2))

    assert best is not None
    assert best.covers == (0, 2)


def test_there_is_no_blast_when_the_nearest_is_out_of_its_reach() -> None:
    far = base(45_000, 30_000)

    assert best_blast(FLAME, USER, far, [far]) is None

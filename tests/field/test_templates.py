import pytest

from edencli.field.distance import gap
from edencli.field.shapes import Disc, Point, outline
from edencli.field.templates import best_blast, covered, laid, may_lie, trapezoid
from edencli.field.units import compare

FLAME = trapezoid(10_000, 1_000, 4_000)
USER = Disc(x=30_000, y=30_000, r=1_500)


def base(x: int, y: int) -> Disc:
    return Disc(x=x, y=y, r=1_500)


@pytest.mark.parametrize(("x", "expected"), [(36_490, ()), (36_480, (0,)), (30_000, (0,))])
def test_a_base_that_a_template_only_touches_is_not_covered(x: int, expected: tuple[int, ...]) -> None:
    assert covered(Disc(x=30_000, y=30_000, r=5_000), [base(x, 30_000)]) == expected


def test_covered_bases_are_told_by_number() -> None:
    bases = [base(30_000, 30_000), base(50_000, 30_000), base(33_000, 33_000)]

    assert covered(Disc(x=30_000, y=30_000, r=5_000), bases) == (0, 2)


def test_a_blast_begins_at_its_user_s_edge_and_looks_at_its_aim() -> None:
    assert laid(FLAME, USER, Point(50_000, 30_000)) == outline(
        ((31_500, 29_500), (41_500, 28_000), (41_500, 32_000), (31_500, 30_500))
    )


@pytest.mark.parametrize("aim", [Point(50_000, 30_000), Point(31_000, 32_000), Point(12_345, 6_789)])
def test_a_blast_touches_its_user_and_does_not_cover_him(aim: Point) -> None:
    assert compare(gap(laid(FLAME, USER, aim), USER), 0) == 0
    assert covered(laid(FLAME, USER, aim), [USER]) == ()


def test_a_blast_may_lie_where_it_covers_the_nearest() -> None:
    nearest = base(36_000, 30_000)

    assert may_lie(laid(FLAME, USER, Point(40_000, 31_000)), USER, nearest)
    assert not may_lie(laid(FLAME, USER, Point(30_000, 40_000)), USER, nearest)
    assert not may_lie(laid(FLAME, USER, Point(40_000, 31_000)), base(20_000, 20_000), nearest)


def test_the_best_blast_covers_most_without_letting_go_of_the_nearest() -> None:
    nearest = base(34_000, 30_000)
    bases = [nearest, base(39_000, 33_900), base(39_000, 34_000), base(39_000, 26_000), base(30_000, 36_000)]

    best = best_blast(FLAME, USER, nearest, bases)

    assert best is not None
    assert best.covers == (0, 1, 2)
    assert covered(laid(FLAME, USER, best.aim), bases) == best.covers


def test_worth_counts_for_more_than_number() -> None:
    nearest = base(34_000, 30_000)
    bases = [nearest, base(39_000, 33_900), base(39_000, 26_000)]

    best = best_blast(FLAME, USER, nearest, bases, worth=(1, -1, 2))

    assert best is not None
    assert best.covers == (0, 2)


def test_there_is_no_blast_when_the_nearest_is_out_of_its_reach() -> None:
    far = base(45_000, 30_000)

    assert best_blast(FLAME, USER, far, [far]) is None

from random import Random

import pytest
from field.facts import sight_facts
from field.scenes import any_shape, rectangle

from edencli.field.corridor import corridor_outline
from edencli.field.distance import gap, overlap, point_distance
from edencli.field.shapes import Disc, Point, Polygon, Shape, make_polygon
from edencli.field.sight import SightFact, find_sight_line

VIEWER = Disc(x=10_000, y=30_000, r=1_500)
TARGET = Disc(x=30_000, y=30_000, r=1_500)
ASIDE = SightFact()
HINDERS = SightFact(reaches_in=True)
CUTS = SightFact(reaches_in=True, cuts=True)


def fact(element: Shape, target: Shape = TARGET) -> SightFact:
    return sight_facts(VIEWER, target, [element])[0]


@pytest.mark.parametrize("off", [-10, 0, 10])
def test_a_base_in_line_to_a_tenth_of_a_millimetre_hides_one_of_its_size(off: int) -> None:
    assert fact(Disc(x=20_000, y=30_000 + off, r=1_500)) == CUTS


def test_a_base_two_tenths_of_a_millimetre_out_of_line_hides_nobody() -> None:
    assert fact(Disc(x=20_000, y=30_020, r=1_500)) == HINDERS


@pytest.mark.parametrize(("y", "expected"), [(33_000, ASIDE), (32_990, ASIDE), (32_980, HINDERS)])
def test_what_only_touches_the_corridor_is_not_in_it(y: int, expected: SightFact) -> None:
    assert fact(Disc(x=20_000, y=y, r=1_500)) == expected


def test_an_element_that_holds_the_whole_corridor_reaches_into_it() -> None:
    assert fact(rectangle(0, 20_000, 40_000, 40_000)) == SightFact(
        reaches_in=True, cuts=True, occupied_by_viewer=True, occupied_by_target=True
    )


@pytest.mark.parametrize(("width", "seen"), [(20, False), (21, False), (22, True), (100, True)])
def test_two_walls_close_a_slot_that_is_no_wider_than_two_tolerances(width: int, *, seen: bool) -> None:
    walls = [rectangle(15_000, 20_000, 16_000, 29_000), rectangle(15_000, 29_000 + width, 16_000, 40_000)]

    assert (find_sight_line(VIEWER, TARGET, walls) is not None) == seen


@pytest.mark.parametrize(
    "element",
    [
        Disc(x=12_000, y=30_000, r=1_000),
        Disc(x=10_000, y=30_000, r=4_000),
        rectangle(9_000, 29_000, 15_000, 31_000),
    ],
)
def test_what_the_viewer_stands_on_is_occupied_and_reaches_in_where_it_does(element: Shape) -> None:
    assert fact(element).occupied_by_viewer
    assert fact(element).reaches_in
    assert not fact(element).occupied_by_target


@pytest.mark.parametrize("target", [Point(10_500, 30_000), Disc(x=10_200, y=30_000, r=1_000)])
def test_what_lies_under_the_viewer_is_always_seen(target: Shape) -> None:
    walls = [rectangle(12_000, 20_000, 13_000, 40_000), Disc(x=10_000, y=32_000, r=1_000)]

    assert sight_facts(VIEWER, target, walls) == (ASIDE, SightFact(occupied_by_viewer=True))
    assert find_sight_line(VIEWER, target, walls) is not None


def test_a_crumb_that_the_viewer_stands_on_is_always_seen() -> None:
    crumb = rectangle(11_494, 29_998, 11_499, 30_002)

    assert sight_facts(VIEWER, crumb, [rectangle(11_500, 20_000, 12_000, 40_000)]) == (ASIDE,)


def test_a_base_in_the_pocket_of_its_target_is_not_standing_on_it() -> None:
    house = make_polygon(
        (
            (28_000, 26_000),
            (34_000, 26_000),
            (34_000, 27_000),
            (29_000, 27_000),
            (29_000, 34_000),
            (28_000, 34_000),
        )
    )

    assert fact(Disc(x=31_500, y=29_500, r=1_500), house) == ASIDE
    assert fact(Disc(x=27_000, y=30_000, r=1_200), house) == SightFact(
        reaches_in=True, occupied_by_target=True
    )


def test_the_clear_line_runs_from_edge_to_edge_past_everything() -> None:
    elements = [Disc(x=18_000, y=31_000, r=1_500), rectangle(22_000, 27_000, 23_000, 29_500)]

    start, end = find_sight_line(VIEWER, TARGET, elements) or pytest.fail("nothing is seen")

    assert point_distance(*start, VIEWER.x, VIEWER.y) == pytest.approx(VIEWER.r)
    assert point_distance(*end, TARGET.x, TARGET.y) == pytest.approx(TARGET.r)


def test_elements_that_cut_only_together_leave_no_clear_line() -> None:
    halves = [Disc(x=20_000, y=31_500, r=1_500), Disc(x=20_000, y=28_500, r=1_500)]

    assert sight_facts(VIEWER, TARGET, halves) == (HINDERS, HINDERS)
    assert find_sight_line(VIEWER, TARGET, halves) is None


@pytest.mark.parametrize("target", [TARGET, Point(25_000, 35_000), rectangle(25_000, 20_000, 33_000, 35_000)])
def test_the_drawn_corridor_runs_along_viewer_and_target(target: Shape) -> None:
    places = corridor_outline(VIEWER, target)

    assert all(min(abs(gap(place, VIEWER)), abs(gap(place, target))) <= 1 for place in places)
    assert len({*places}) == len(places)


def test_no_corridor_is_drawn_to_what_lies_under_the_viewer() -> None:
    assert corridor_outline(VIEWER, Point(10_500, 30_000)) == ()


def test_who_stands_in_a_pocket_of_the_target_sees_it_past_whatever_else_is_there() -> None:
    """He reaches into its convex outline, for which the sight line has no length; so nothing cuts it."""
    random, pockets = Random(1), 0  # noqa: S311  # shapes, not secrets
    while pockets < 150:
        target = any_shape(random, Point(30_000, 30_000))
        if not isinstance(target, Polygon) or target.is_convex:
            continue
        left, bottom, right, top = target.bounding_box
        place = random.randint(left - 1_500, right + 1_500), random.randint(bottom - 1_500, top + 1_500)
        viewer = VIEWER.moved_to(place)
        if overlap(viewer, target) or not overlap(viewer, target.convex_hull()):
            continue
        pockets += 1
        elements = [any_shape(random, Point(*place)) for _ in range(3)]

        assert find_sight_line(viewer, target, elements) == (viewer.centre, viewer.centre)
        assert not any(fact.cuts for fact in sight_facts(viewer, target, elements))

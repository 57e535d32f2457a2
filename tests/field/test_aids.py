import pytest

from edencli.field.aids import aligned, nearest_contact, places_around, snapped
from edencli.field.distance import gap, overlap
from edencli.field.ground import Ground
from edencli.field.shapes import Disc, Point, outline, rectangle
from edencli.field.sight import sight_facts
from edencli.field.table import Table
from edencli.field.units import compare

GROUND = Ground(table=Table(width=60_000, depth=60_000))
MOVER = Disc(x=10_000, y=10_000, r=1_500)
TARGET = Disc(x=20_000, y=10_000, r=2_000)
ELL = outline(
    (
        (30_000, 30_000),
        (40_000, 30_000),
        (40_000, 32_000),
        (32_000, 32_000),
        (32_000, 40_000),
        (30_000, 40_000),
    )
)


def test_an_aligned_base_hides_one_of_its_size() -> None:
    first, second = Disc(x=5_000, y=7_000, r=1_500), Disc(x=41_000, y=29_000, r=1_500)

    place = aligned(Disc(x=20_000, y=20_000, r=1_500), first, second)

    assert sight_facts(first, second, [Disc(x=place.x, y=place.y, r=1_500)])[0].cuts


@pytest.mark.parametrize(("x", "expected"), [(0, 10_000), (15_000, 15_000), (90_000, 20_000)])
def test_alignment_stays_between_the_two(x: int, expected: int) -> None:
    assert aligned(Point(x, 12_000), MOVER, TARGET) == (expected, 10_000)


def test_in_line_with_a_single_place_is_that_place() -> None:
    assert aligned(Point(0, 0), MOVER, MOVER.centre) == MOVER.centre


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (TARGET, (16_500, 10_000)),
        (rectangle(20_000, 5_000, 25_000, 15_000), (18_500, 10_000)),
        (rectangle(5_000, 15_000, 15_000, 25_000), (10_000, 13_500)),
        (rectangle(13_000, 14_000, 20_000, 20_000), (12_100, 12_800)),
    ],
)
def test_the_nearest_contact_is_straight_ahead(target: Disc, expected: tuple[int, int]) -> None:
    assert nearest_contact(GROUND, MOVER, target) == expected


def test_the_nearest_contact_keeps_out_of_what_is_in_the_way() -> None:
    friend = Disc(x=16_500, y=11_000, r=1_500)

    place = nearest_contact(Ground(table=GROUND.table, blockers=(friend,)), MOVER, TARGET)

    assert place is not None
    assert compare(gap(MOVER.at(place), TARGET), 0) == 0
    assert compare(gap(MOVER.at(place), friend), 0) == 0
    assert place.y < 10_000


def test_who_stands_in_a_piece_is_put_beside_it() -> None:
    inside = Disc(x=33_000, y=31_500, r=1_500)

    assert nearest_contact(GROUND, inside, ELL) == (33_500, 33_500)


def test_there_is_no_contact_with_what_is_walled_in() -> None:
    walls = tuple(
        TARGET.at((TARGET.x + x, TARGET.y + y)) for x in (-3_000, 0, 3_000) for y in (-3_000, 0, 3_000)
    )

    assert (
        nearest_contact(Ground(table=GROUND.table, blockers=walls), MOVER, Disc(x=20_000, y=10_000, r=500))
        is None
    )


@pytest.mark.parametrize(
    ("x", "expected"),
    [(16_000, (16_500, 10_000)), (16_900, (16_500, 10_000)), (15_900, None), (17_100, None)],
)
def test_a_base_snaps_into_contact_from_half_a_centimetre(x: int, expected: tuple[int, int] | None) -> None:
    assert snapped(GROUND, MOVER.at((x, 10_000)), TARGET, within=500) == expected


def test_places_around_a_target_are_in_contact_and_free() -> None:
    ground = Ground(table=GROUND.table, blockers=(Disc(x=24_000, y=10_000, r=1_500),))

    places = places_around(ground, MOVER, TARGET, 24)

    assert 15 < len(places) < 24
    assert all(compare(gap(MOVER.at(place), TARGET), 0) == 0 for place in places)
    assert not any(overlap(MOVER.at(place), ground.blockers[0]) for place in places)


def test_places_around_a_corner_piece_lie_on_all_its_sides() -> None:
    places = places_around(GROUND, MOVER, ELL, 48)

    assert all(compare(gap(MOVER.at(place), ELL), 0) == 0 for place in places)
    assert {place.x < 30_000 for place in places} == {place.y < 30_000 for place in places} == {True, False}


def test_places_around_keep_to_the_table() -> None:
    corner = Disc(x=2_000, y=2_000, r=1_500)

    assert all(GROUND.table.holds(MOVER.at(place)) for place in places_around(GROUND, MOVER, corner, 36))

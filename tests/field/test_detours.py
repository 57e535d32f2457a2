from edencli.field.detours import places_around
from edencli.field.distance import gap, overlap
from edencli.field.ground import Ground, Table
from edencli.field.shapes import Disc, outline
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

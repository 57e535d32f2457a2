import pytest
from field.scenes import rectangle

from edencli.field.ground import SlowGround, Table
from edencli.field.routes import Judgement, affordable_route, judge_route, price_route
from edencli.field.shapes import Disc, Point, Shape

TABLE = Table(width=60_000, depth=60_000)
BASE = 1_500
ACROSS = (Point(10_000, 10_000), Point(20_000, 10_000))
MARSH = SlowGround(shape=rectangle(14_000, 0, 16_000, 20_000), rate=2)


def judged(*route: tuple[int, int], **named: list[Shape]) -> Judgement:
    return judge_route([Point(*place) for place in route], BASE, table=TABLE, **named)


def test_a_collision_says_with_what_where_and_after_how_much() -> None:
    wall, friend = rectangle(14_000, 5_000, 15_000, 15_000), Disc(x=15_000, y=30_000, r=1_500)

    hit = judged(*ACROSS, blockers=[friend, wall]).collisions

    assert [(found.number, round(found.after), found.place) for found in hit] == [
        (1, 2_510, (12_510, 10_000))
    ]


def test_everything_in_the_way_is_told() -> None:
    discs = [Disc(x=x, y=10_000, r=500) for x in (18_000, 14_000, 40_000)]

    assert [hit.number for hit in judged(*ACROSS, blockers=discs).collisions] == [0, 1]


def test_a_base_can_turn_where_it_stands() -> None:
    stays = judged((10_000, 10_000), blockers=[Disc(x=13_000, y=10_000, r=1_500)])

    assert stays.is_open
    assert price_route([Point(10_000, 10_000)], BASE).length == 0


def test_who_stays_in_contact_is_in_contact_at_both_ends() -> None:
    contact = judged((10_000, 10_000), watched=[Disc(x=13_000, y=10_000, r=1_500)]).contacts[0]

    assert (contact.at_start, contact.at_end, contact.on_the_way) == (True, True, False)


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        (((10_000, 10_000), (5_000, 10_000)), (True, False, False)),
        (((10_000, 10_000), (10_000, 15_000)), (True, False, False)),
        (((5_000, 10_000), (10_000, 10_000)), (False, True, False)),
        (((10_000, 5_000), (10_000, 10_000)), (False, True, False)),
        (((10_000, 5_000), (10_000, 15_000)), (False, False, True)),
        (((10_000, 10_000), (10_100, 9_200), (10_400, 8_500)), (True, True, True)),
    ],
    ids=["straight off", "sideways off", "straight in", "sideways in", "past", "round"],
)
def test_a_contact_is_on_the_way_unless_it_is_left_or_met_at_once(
    route: tuple[tuple[int, int], ...], expected: tuple[bool, bool, bool]
) -> None:
    contact = judged(*route, watched=[Disc(x=13_000, y=10_000, r=1_500)]).contacts[0]

    assert (contact.at_start, contact.at_end, contact.on_the_way) == expected


def test_touching_twice_is_two_contacts() -> None:
    wall = rectangle(12_000, 11_500, 13_000, 15_000), rectangle(17_000, 11_500, 18_000, 15_000)

    contacts = judged(*ACROSS, watched=[*wall]).contacts

    assert [contact.number for contact in contacts] == [0, 1]
    assert contacts[0].ends < contacts[1].begins


def test_a_route_that_hangs_over_the_edge_says_where() -> None:
    leaves = judged((5_000, 5_000), (1_200, 8_000), (1_000, 9_000))

    assert leaves.leaves_table_at == (1_200, 8_000)
    assert not leaves.is_open


def test_markers_matter_only_where_the_route_ends() -> None:
    markers = [Disc(x=x, y=10_000, r=1_000) for x in (15_000, 21_000, 22_500)]

    assert judged(*ACROSS, markers=markers).ends_on == (1,)


def test_the_price_stands_leg_by_leg() -> None:
    priced = price_route((*ACROSS, Point(20_000, 14_000)), BASE, [MARSH])

    assert [(leg.length, leg.price) for leg in priced.legs] == [(10_000, 15_000), (4_000, 4_000)]
    assert (priced.length, priced.total, priced.is_slowed) == (14_000, 19_000, True)


def test_what_has_no_width_pays_for_the_line_it_walks() -> None:
    assert price_route(ACROSS, 0, [MARSH]).total == 12_000


def test_where_grounds_overlap_the_slowest_counts() -> None:
    deep = SlowGround(shape=rectangle(14_500, 0, 15_500, 20_000), rate=4)

    assert price_route(ACROSS, BASE, [MARSH, deep]).total == 10_000 + 1_000 + 3 * 4_000
    assert price_route(ACROSS, BASE, [deep, MARSH]).total == 23_000


@pytest.mark.parametrize("reach", [BASE, 0])
def test_sliding_along_the_edge_of_slow_ground_is_free(reach: int) -> None:
    beside = SlowGround(shape=rectangle(0, 10_000 + reach - 5, 60_000, 20_000), rate=3)

    assert not price_route(ACROSS, reach, [beside]).is_slowed


def test_who_slides_along_slow_ground_and_enters_pays_from_where_he_enters() -> None:
    marsh = SlowGround(shape=rectangle(0, 11_500, 60_000, 20_000), rate=2)
    route = (Point(10_000, 10_000), Point(20_000, 10_002), Point(20_000, 12_000))

    assert price_route(route, BASE, [marsh]).total == pytest.approx(10_000 + 2 * 2_000, abs=450)


@pytest.mark.parametrize("stops", [(), (15_000,), (12_400, 12_500, 12_600, 17_400, 17_500)])
def test_stopping_on_the_way_changes_no_price(stops: tuple[int, ...]) -> None:
    route = (ACROSS[0], *(Point(x, 10_000) for x in stops), ACROSS[1])

    assert price_route(route, BASE, [MARSH]).total == pytest.approx(15_000)


@pytest.mark.parametrize(
    ("allowance", "end"),
    [(1_000, 11_000), (2_500, 12_500), (4_500, 13_500), (12_500, 17_500), (14_000, 19_000), (14_990, 20_000)],
)
def test_an_allowance_carries_as_far_as_it_pays_for(allowance: int, end: int) -> None:
    assert affordable_route(ACROSS, BASE, allowance, [MARSH]) == (ACROSS[0], Point(end, 10_000))


def test_an_allowance_keeps_the_bends_it_passes() -> None:
    route = (*ACROSS, Point(20_000, 20_000))

    assert affordable_route(route, BASE, 12_000) == (*ACROSS, Point(20_000, 12_000))
    assert affordable_route(route, BASE, 10_000) == ACROSS
    assert affordable_route(route, BASE, 0) == ACROSS[:1]

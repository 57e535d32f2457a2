from collections.abc import Iterator

import pytest
from field.scenes import random_table, rectangle

from edencli.field.cheapest_path import contact_places
from edencli.field.distance import gap, in_contact, overlap
from edencli.field.ground import Ground, SlowGround, Table
from edencli.field.planner import plan_contact, plan_route
from edencli.field.routes import judge_route, price_route
from edencli.field.shapes import Disc, Point, make_polygon
from edencli.field.shortest_path import free_span
from edencli.field.units import FULL_TURN, compare_lengths, unit_vector_degrees

TABLE = Table(width=60_000, depth=60_000)
MOVER = Disc(x=10_000, y=10_000, r=1_500)
GOAL = Point(20_000, 10_000)
FRIEND = Disc(x=15_000, y=10_000, r=1_500)


def test_the_straight_way_is_taken_where_it_is_free() -> None:
    plan = plan_route(Ground(table=TABLE), MOVER, GOAL)

    assert plan is not None
    assert plan.route == (MOVER.centre, GOAL)
    assert plan.price.total == 10_000


def test_who_stays_where_he_is_needs_no_way() -> None:
    plan = plan_route(Ground(table=TABLE), MOVER, MOVER.centre)

    assert plan is not None
    assert (plan.route, plan.price.total) == ((MOVER.centre,), 0)


def test_a_way_round_comes_no_nearer_than_a_touch() -> None:
    plan = plan_route(Ground(table=TABLE, blockers=(FRIEND,)), MOVER, GOAL)

    assert plan is not None
    assert plan.price.total == pytest.approx(11_861, abs=5)
    assert all(gap(MOVER.moved_to(place), FRIEND) >= -1 for place in plan.route)


@pytest.mark.parametrize(("allowance", "expected"), [(11_850, None), (11_860, True), (12_000, True)])
def test_a_way_is_planned_within_the_allowance_or_not_at_all(
    allowance: int, *, expected: bool | None
) -> None:
    plan = plan_route(Ground(table=TABLE, blockers=(FRIEND,)), MOVER, GOAL, allowance)

    assert (plan and True) == expected


@pytest.mark.parametrize(
    "ground",
    [
        Ground(table=TABLE, blockers=(Disc(x=21_000, y=10_000, r=1_500),)),
        Ground(table=TABLE, blockers=(Disc(x=11_000, y=10_000, r=1_500),)),
        Ground(table=TABLE, avoided=(Disc(x=23_000, y=10_000, r=1_500),)),
        Ground(table=Table(width=21_000, depth=60_000)),
    ],
    ids=["overlap at the goal", "overlap at the start", "contact at the goal", "off the table"],
)
def test_no_way_leads_where_the_base_cannot_be(ground: Ground) -> None:
    assert plan_route(ground, MOVER, GOAL) is None


def test_a_base_squeezes_through_a_gap_just_as_wide_as_itself() -> None:
    gate = tuple(rectangle(14_000, y, 16_000, y + 20_000) for y in (11_500, -11_500))

    plan = plan_route(Ground(table=TABLE, blockers=gate), MOVER, GOAL, 10_000)

    assert plan is not None
    assert plan.route == (MOVER.centre, GOAL)


def test_what_is_avoided_is_not_touched_on_the_way() -> None:
    plan = plan_route(Ground(table=TABLE, avoided=(FRIEND,)), MOVER, GOAL)

    assert plan is not None
    assert judge_route(plan.route, MOVER.r, table=TABLE, watched=[FRIEND]).contacts == ()


def test_who_sets_off_in_contact_with_what_he_avoids_leaves_it_at_once() -> None:
    enemies = Disc(x=13_000, y=10_000, r=1_500), Disc(x=10_000, y=13_000, r=1_500)

    plan = plan_route(Ground(table=TABLE, avoided=enemies), MOVER, GOAL)

    assert plan is not None
    contacts = judge_route(plan.route, MOVER.r, table=TABLE, watched=enemies).contacts
    assert [(contact.at_start, contact.on_the_way) for contact in contacts] == [(True, False)] * 2


def test_who_is_ringed_by_what_he_avoids_stays() -> None:
    ways = [unit_vector_degrees(60 * number) for number in range(6)]
    ring = tuple(Disc(x=round(10_000 + 3_000 * x), y=round(10_000 + 3_000 * y), r=1_500) for x, y in ways)

    assert plan_route(Ground(table=TABLE, avoided=ring), MOVER, GOAL) is None


@pytest.mark.parametrize(
    ("at", "turn", "expected"), [(0, 1, 1), (0, -1, FULL_TURN - 2), (1.5, 1, 0), (2, 1, FULL_TURN - 1)]
)
def test_a_way_follows_a_ring_until_it_is_blocked(at: float, turn: int, expected: float) -> None:
    assert free_span([(1, 1)], at, turn) == pytest.approx(expected)


def test_contact_with_a_piece_is_met_square_to_its_edge() -> None:
    plan = plan_contact(Ground(table=TABLE), MOVER, rectangle(15_000, 5_000, 20_000, 15_000))

    assert plan is not None
    assert plan.route == (MOVER.centre, Point(13_500, 10_000))


def test_contact_with_a_piece_is_met_at_its_corner_from_beside() -> None:
    corner = rectangle(14_000, 13_000, 20_000, 20_000)

    plan = plan_contact(Ground(table=TABLE), MOVER, corner)

    assert plan is not None
    assert plan.price.total == pytest.approx(5_000 - 1_500, abs=1)
    assert compare_lengths(gap(MOVER.moved_to(plan.route[-1]), corner), 0) == 0


LOW_WALL = rectangle(19_500, 6_000, 20_500, 14_000)
BEHIND_WALL = Disc(x=22_000, y=10_000, r=1_500)


def test_no_way_leads_to_where_a_base_may_not_stop() -> None:
    over = Ground(table=TABLE, no_stop=(LOW_WALL,))

    assert plan_route(over, MOVER, Point(20_000, 10_000)) is None
    beyond = plan_route(over, MOVER, Point(23_000, 10_000))
    assert beyond is not None
    assert beyond.route == (MOVER.centre, Point(23_000, 10_000))


def test_contact_is_met_where_the_base_may_stop() -> None:
    """Straight over the wall it would end on it: the way goes on round the target, over 22 degrees."""
    mover = Disc(x=14_000, y=10_000, r=1_500)

    plan = plan_contact(Ground(table=TABLE, no_stop=(LOW_WALL,)), mover, BEHIND_WALL)

    assert plan is not None
    assert plan.route[-1] in {Point(22_000, 13_000), Point(22_000, 7_000)}
    assert plan.price.total == pytest.approx(7_416 + 1_153, abs=5)
    near = Ground(table=TABLE, no_stop=(LOW_WALL,))
    assert plan_contact(near, mover, BEHIND_WALL, 8_500) is None


def test_what_may_be_touched_at_the_end_alone_is_not_slid_along() -> None:
    mover = Disc(x=14_000, y=10_000, r=1_500)
    ground = Ground(table=TABLE, avoided=(BEHIND_WALL,), no_stop=(LOW_WALL,))

    plan = plan_contact(ground, mover, BEHIND_WALL)

    assert plan is not None
    judged = judge_route(plan.route, mover.r, table=TABLE, watched=[BEHIND_WALL])
    assert [(one.at_end, one.on_the_way) for one in judged.contacts] == [(True, False)]
    assert not overlap(mover.moved_to(plan.route[-1]), LOW_WALL)
    assert plan.price.total == pytest.approx(7_416 + 1_153, abs=60)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("avoids", [False, True], ids=["sliding", "not sliding"])
def test_no_way_into_contact_that_may_end_there_is_shorter(seed: int, *, avoids: bool) -> None:
    """All places round the target, one by one: where one may stop, the way there is no shorter."""
    table, (mover, target, *_), pieces = random_table(seed, fighters=2, pieces=8, size=30_000)
    crossed = tuple(pieces[::2])
    ground = Ground(
        table=table,
        blockers=tuple(pieces[1::2]),
        avoided=(target,) if avoids else (),
        no_stop=crossed,
    )
    far, around = target.r + mover.r, [unit_vector_degrees(5 * n) for n in range(72)]
    ends = [Point(round(target.x + far * dx), round(target.y + far * dy)) for dx, dy in around]
    room = ground.with_changes(blockers=(*ground.blockers, target), avoided=())
    others = [plan.price.total for end in ends if (plan := plan_route(room, mover, end))]

    plan = plan_contact(ground, mover, target)

    assert plan is not None
    end = mover.moved_to(plan.route[-1])
    judged = judge_route(plan.route, mover.r, table=table, blockers=room.blockers, watched=[target])
    assert judged.is_open
    assert in_contact(end, target)
    assert not any(overlap(end, piece) for piece in crossed)
    assert not avoids or not any(one.on_the_way for one in judged.contacts)
    assert plan.price.total <= min(others) + (60 if avoids else 5)


def test_who_is_in_contact_already_stays() -> None:
    plan = plan_contact(Ground(table=TABLE), MOVER, Disc(x=13_000, y=10_000, r=1_500))

    assert plan is not None
    assert plan.route == (MOVER.centre,)


def test_a_way_across_slow_ground_bends_where_light_would() -> None:
    wood = SlowGround(shape=rectangle(15_000, 5_000, 30_000, 25_000), rate=2)

    plan = plan_route(Ground(table=TABLE, slow=(wood,)), MOVER, Point(20_000, 16_000))

    assert plan is not None
    assert plan.price.total == pytest.approx(18_878, abs=2)


def test_a_pond_is_walked_round_where_wading_costs_more() -> None:
    pond = SlowGround(shape=Disc(x=15_000, y=10_500, r=1_500), rate=5)

    plan = plan_route(Ground(table=TABLE, slow=(pond,)), MOVER, GOAL)

    assert plan is not None
    assert not plan.price.is_slowed


def test_out_of_slow_ground_leads_the_cheapest_way_not_the_straight_one() -> None:
    marsh = SlowGround(shape=rectangle(8_000, 9_000, 30_000, 14_000), rate=3)

    plan = plan_route(Ground(table=TABLE, slow=(marsh,)), MOVER, Point(28_000, 10_000))

    assert plan is not None
    assert plan.price.total < 0.6 * price_route((MOVER.centre, Point(28_000, 10_000)), MOVER.r, [marsh]).total


def test_contact_over_slow_ground_is_reached_where_it_costs_least() -> None:
    marsh = SlowGround(shape=rectangle(12_000, 9_000, 22_000, 12_000), rate=3)
    target = Disc(x=21_000, y=9_000, r=1_500)

    plan = plan_contact(Ground(table=TABLE, slow=(marsh,)), MOVER, target)

    assert plan is not None
    straight = plan_contact(Ground(table=TABLE), MOVER, target)
    assert straight is not None
    assert plan.price.total < price_route(straight.route, MOVER.r, [marsh]).total - 1_000
    assert compare_lengths(gap(MOVER.moved_to(plan.route[-1]), target), 0) == 0


def test_a_plan_does_not_depend_on_the_order_of_things() -> None:
    blockers = (FRIEND, Disc(x=18_000, y=12_500, r=2_000), rectangle(12_000, 3_000, 13_000, 9_000))
    slow = tuple(SlowGround(shape=Disc(x=x, y=14_000, r=1_000), rate=2) for x in (13_000, 17_000))

    ground = Ground(table=TABLE, blockers=blockers, slow=slow)
    turned = Ground(table=TABLE, blockers=blockers[::-1], slow=slow[::-1])

    assert plan_route(ground, MOVER, GOAL) == plan_route(turned, MOVER, GOAL)


def test_every_plan_on_a_crowded_table_is_judged_open() -> None:
    """From a place in contact: to places, touching all or avoiding some, and into contact."""
    found = [plan for seed in range(60) for plan in plans_on_a_crowded_table(seed)]

    assert len(found) > 200
    assert all(found)


def plans_on_a_crowded_table(seed: int) -> Iterator[bool]:
    """Whether each plan that was found on this table is what it should be."""
    table, (target, mover, *others), pieces = random_table(seed)
    crowd = (*others, *pieces)
    places = contact_places(Ground(table=table, blockers=crowd), mover, target, 8)
    if not places:
        return
    mover = mover.moved_to(places[seed % len(places)])
    for x, y in ((4_000, 3_000), (-5_000, 2_000), (1_000, -6_000), (-3_000, -3_000)):
        goal = Point(mover.x + x, mover.y + y)
        if plan := plan_route(Ground(table=table, blockers=(*crowd, target)), mover, goal, 15_000):
            judged = judge_route(plan.route, mover.r, table=table, blockers=(*crowd, target))
            yield judged.is_open and plan.route[-1] == goal
        avoided = (*others, target)
        if plan := plan_route(Ground(table=table, blockers=(*pieces,), avoided=avoided), mover, goal, 15_000):
            judged = judge_route(plan.route, mover.r, table=table, blockers=pieces, watched=avoided)
            touched = any(contact.on_the_way or contact.at_end for contact in judged.contacts)
            yield judged.is_open and not touched
            straight = judge_route(
                (mover.centre, goal), mover.r, table=table, blockers=pieces, watched=avoided
            )
            if straight.is_open and not any(met.on_the_way or met.at_end for met in straight.contacts):
                yield plan.route == (mover.centre, goal)
    for aim in crowd[::4]:
        blockers = (target, *(shape for shape in crowd if shape != aim))
        if plan := plan_contact(Ground(table=table, blockers=blockers), mover, aim, 30_000):
            judged = judge_route(plan.route, mover.r, table=table, blockers=(*blockers, aim))
            yield judged.is_open and in_contact(mover.moved_to(plan.route[-1]), aim)


def test_a_plan_out_of_a_pocket_finds_its_mouth() -> None:
    corners = (
        (5_000, 5_000),
        (15_000, 5_000),
        (15_000, 15_000),
        (14_000, 15_000),
        (14_000, 6_000),
        (6_000, 6_000),
    )
    pocket = make_polygon((*corners, (6_000, 14_000), (11_000, 14_000), (11_000, 15_000), (5_000, 15_000)))

    plan = plan_route(Ground(table=TABLE, blockers=(pocket,)), MOVER, Point(20_000, 10_000))

    assert plan is not None
    lines, arcs = 3_840.6 + 1_000 + 1_000 + 6_910.1, 1_500 * (0.6173 + 1.5708 + 0.9992)
    assert plan.price.total == pytest.approx(lines + arcs, abs=5)

from random import Random

import pytest

from edencli.field import cheapest_path, shortest_path
from edencli.field.cheapest_path import contact_places
from edencli.field.distance import gap, overlap
from edencli.field.ground import Ground, SlowGround, Table
from edencli.field.planner import plan_route
from edencli.field.routes import price_route, route_cost
from edencli.field.shapes import Disc, Point, make_polygon
from edencli.field.shortest_path import Effort, find_bridge
from edencli.field.units import compare_lengths, unit_vector_degrees

WIDE = Table(width=120_000, depth=120_000)
GROUND = Ground(table=Table(width=60_000, depth=60_000))
MOVER = Disc(x=10_000, y=10_000, r=1_500)
TARGET = Disc(x=20_000, y=10_000, r=2_000)
ELL = make_polygon(
    (
        (30_000, 30_000),
        (40_000, 30_000),
        (40_000, 32_000),
        (32_000, 32_000),
        (32_000, 40_000),
        (30_000, 40_000),
    )
)


@pytest.mark.parametrize(("corners", "all_tried"), [(4, True), (8, True), (50, False), (100, False)])
def test_what_a_plan_over_detailed_slow_ground_may_cost_is_bounded(
    monkeypatch: pytest.MonkeyPatch, corners: int, *, all_tried: bool
) -> None:
    """Counted in routes that are priced; the best that was found is no dearer than straight on."""
    priced: list[object] = []
    for find in (price_route, route_cost):
        monkeypatch.setattr(
            cheapest_path, find.__name__, lambda *route, find=find: priced.append(route) or find(*route)
        )
    random, effort = Random(1), Effort()  # noqa: S311  # shapes, not secrets
    ways = [unit_vector_degrees(360 / corners * number) for number in range(corners)]
    radii = [random.randint(8_000, 20_000) for _ in ways]
    marsh = make_polygon((30_000 + r * dx, 30_000 + r * dy) for r, (dx, dy) in zip(radii, ways, strict=True))
    start, goal = Disc(x=3_000, y=29_000, r=1_500), Point(57_000, 31_000)
    slow = SlowGround(shape=marsh, rate=2)

    plan = plan_route(Ground(table=GROUND.table, slow=(slow,)), start, goal, effort=effort)

    assert plan is not None
    assert effort.is_cut_short != all_tried
    assert len(priced) < 10_000
    assert plan.price.total <= price_route((start.centre, goal), 1_500, (slow,)).total


def test_what_a_plan_through_a_crowd_of_corners_may_cost_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in lines from circle to circle: 3,600 of them stand in 150 combs."""
    lines: list[object] = []
    monkeypatch.setattr(shortest_path, "find_bridge", lambda *ends: lines.append(None) or find_bridge(*ends))
    tooth = ((0, 1), (0, 4_000), (400, 4_000), (400, 1))
    teeth = [(x + dx, y) for x in range(0, 4_800, 800) for dx, y in tooth]
    shape = make_polygon([(0, -1_000), *teeth, (4_400, -1_000)])
    combs = tuple(shape.moved(5_000 + 8_000 * (n % 15), 5_000 + 10_000 * (n // 15)) for n in range(150))
    effort = Effort()

    mover, goal = Disc(x=2_000, y=2_000, r=1_500), Point(118_000, 118_000)
    plan_route(Ground(table=WIDE, blockers=combs), mover, goal, effort=effort)

    assert effort.is_cut_short
    assert len(lines) < 2 * shortest_path.MOST_LINES


def test_places_around_a_target_are_in_contact_and_free() -> None:
    ground = Ground(table=GROUND.table, blockers=(Disc(x=24_000, y=10_000, r=1_500),))

    places = contact_places(ground, MOVER, TARGET, 24)

    assert 15 < len(places) < 24
    assert all(compare_lengths(gap(MOVER.moved_to(place), TARGET), 0) == 0 for place in places)
    assert not any(overlap(MOVER.moved_to(place), ground.blockers[0]) for place in places)


def test_places_around_a_corner_piece_lie_on_all_its_sides() -> None:
    places = contact_places(GROUND, MOVER, ELL, 48)

    assert all(compare_lengths(gap(MOVER.moved_to(place), ELL), 0) == 0 for place in places)
    assert {place.x < 30_000 for place in places} == {place.y < 30_000 for place in places} == {True, False}


def test_places_around_keep_to_the_table() -> None:
    corner = Disc(x=2_000, y=2_000, r=1_500)

    assert all(
        GROUND.table.contains(MOVER.moved_to(place)) for place in contact_places(GROUND, MOVER, corner, 36)
    )

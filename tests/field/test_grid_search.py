"""Where the shortest way costs too much, some way is found: legal, not absurd, and at a bounded cost."""

from collections.abc import Callable
from random import Random

import pytest
from field.scenes import MOST_CORNERS, random_table

from edencli.field import line_parts, shortest_path
from edencli.field.distance import gap, overlap
from edencli.field.grid_search import PathTask, find_grid_path
from edencli.field.ground import Ground, SlowGround, Table, find_room
from edencli.field.planner import plan_contact, plan_route
from edencli.field.routes import RouteGeometry, judge_route
from edencli.field.shapes import Disc, Point, Polygon, make_polygon
from edencli.field.shortest_path import Effort, PlaceGoal, find_bridge
from edencli.field.units import compare_lengths, unit_vector_degrees

WIDE = Table(width=120_000, depth=120_000)
MOVER, GOAL = Disc(x=1_700, y=1_700, r=1_500), Point(118_000, 118_000)
MOST = 200
"""Pieces on a table; the schema of scenery allows no more in a file."""


def crowd(corners: int, seed: int, *, ragged: bool) -> tuple[Polygon, ...]:
    """As many pieces as there can be, round or ragged, between which a base can just pass."""
    random = Random(seed)  # noqa: S311  # shapes, not secrets
    ways = [unit_vector_degrees(360 / corners * number) for number in range(corners)]
    made = []
    for number in range(MOST):
        x, y = 4_000 + 8_000 * (number % 15) + random.randint(-500, 500), 6_000 + 8_000 * (number // 15)
        radii = [random.randint(1_500, 2_400) if ragged else 2_300 for _ in ways]
        made.append(make_polygon((x + r * dx, y + r * dy) for r, (dx, dy) in zip(radii, ways, strict=True)))
    return tuple(made)


CROWDS = pytest.mark.parametrize(
    ("corners", "seed", "ragged"),
    [(20, 1, False), (20, 2, True), (MOST_CORNERS, 1, False), (MOST_CORNERS, 2, True)],
)


@CROWDS
def test_a_way_through_any_crowd_of_corners_is_found_and_open(
    monkeypatch: pytest.MonkeyPatch, corners: int, seed: int, *, ragged: bool
) -> None:
    """Counted in lines from circle to circle, of which 20,000 stand on the table."""
    lines: list[object] = []
    monkeypatch.setattr(shortest_path, "find_bridge", lambda *ends: lines.append(None) or find_bridge(*ends))
    pieces, effort = crowd(corners, seed, ragged=ragged), Effort()

    plan = plan_route(Ground(table=WIDE, blockers=pieces), MOVER, GOAL, effort=effort)

    assert plan is not None
    assert effort.is_cut_short
    assert judge_route(plan.route, MOVER.r, table=WIDE, blockers=pieces).is_open
    assert len(lines) < 2 * shortest_path.MOST_LINES


@CROWDS
def test_a_charge_through_any_crowd_of_corners_is_found_and_ends_in_contact(
    corners: int, seed: int, *, ragged: bool
) -> None:
    pieces, effort, target = crowd(corners, seed, ragged=ragged), Effort(), MOVER.moved_to(GOAL)

    plan = plan_contact(Ground(table=WIDE, blockers=pieces), MOVER, target, effort=effort)

    assert plan is not None
    assert effort.is_cut_short
    assert judge_route(plan.route, MOVER.r, table=WIDE, blockers=(*pieces, target)).is_open
    assert compare_lengths(gap(MOVER.moved_to(plan.route[-1]), target), 0) == 0


@CROWDS
def test_what_a_plan_over_any_crowd_of_slow_pieces_may_cost_is_bounded(
    monkeypatch: pytest.MonkeyPatch, corners: int, seed: int, *, ragged: bool
) -> None:
    """Counted in sides of convex pieces that a leg is held against."""
    sides = 0

    def counted(near: Callable[..., object], *asked: tuple[object, ...]) -> object:
        nonlocal sides
        sides += len(asked[1])
        return near(*asked)

    near_convex = line_parts.part_near_convex
    monkeypatch.setattr(line_parts, "part_near_convex", lambda *asked: counted(near_convex, *asked))
    slow = tuple(SlowGround(shape=piece, rate=2) for piece in crowd(corners, seed, ragged=ragged))
    effort = Effort()

    plan = plan_route(Ground(table=WIDE, slow=slow), MOVER, GOAL, effort=effort)

    assert plan is not None
    assert effort.is_cut_short
    assert sides < 1_000_000


def test_a_probed_way_is_open_and_hardly_longer_than_the_shortest() -> None:
    """On ordinary tables; a few gaps are too narrow for the finest grid."""
    asked = missed = 0
    for seed in range(30):
        table, (mover, *others), pieces = random_table(seed)
        goal = Point((mover.x + 30_000) % 54_000 + 3_000, (mover.y + 20_000) % 54_000 + 3_000)
        ground = Ground(table=table, blockers=(*others, *pieces))
        if any(overlap(mover.moved_to(goal), shape) for shape in ground.blockers):
            continue
        shortest = plan_route(ground, mover, goal)
        space = find_room(mover.r, (mover.centre, goal), ground)
        assert shortest is not None
        assert space is not None
        way = find_grid_path(
            PathTask(space, mover.centre, [PlaceGoal(x=goal.x, y=goal.y)], 200_000, Effort())
        )
        asked, missed = asked + 1, missed + (way is None)
        if way is not None:
            route = [Point(round(x), round(y)) for x, y in way]
            assert judge_route(route, mover.r, table=table, blockers=ground.blockers).is_open
            assert shortest.price.total - 1 <= RouteGeometry(route).length < 1.3 * shortest.price.total
    assert asked > 15
    assert missed < asked / 10

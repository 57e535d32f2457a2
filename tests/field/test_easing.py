"""Fewer bends for a planned route: as free, hardly longer, and never worse."""

from random import Random

from field.scenes import random_table

from edencli.field.distance import gap
from edencli.field.ground import Ground, Table
from edencli.field.planner import plan_route, remove_bends
from edencli.field.routes import Route, RouteGeometry, judge_route
from edencli.field.shapes import Disc, Point

TABLE = Table(width=60_000, depth=60_000)
HAIR = 100


def length(route: Route) -> float:
    return RouteGeometry(route).length


def plan_and_ease(ground: Ground, mover: Disc, goal: Point) -> tuple[Route, Route] | None:
    plan = plan_route(ground, mover, goal)
    if plan is None:
        return None

    def allows(route: Route) -> bool:
        is_open = judge_route(route, mover.r, table=ground.table, blockers=ground.blockers).is_open
        return is_open and length(route) <= plan.price.length + HAIR

    return plan.route, remove_bends(plan.route, allows)


def test_a_way_round_a_base_has_few_bends() -> None:
    ground = Ground(table=TABLE, blockers=(Disc(x=20_000, y=30_000, r=2_000),))

    both = plan_and_ease(ground, Disc(x=15_000, y=30_000, r=1_500), Point(25_000, 30_000))
    assert both is not None
    long, short = both
    assert (len(long) > 10, len(short) <= 8) == (True, True)
    assert (short[0], short[-1]) == (long[0], long[-1])


def test_a_straight_way_stays_as_it_is() -> None:
    route = (Point(0, 0), Point(9_000, 0))

    assert remove_bends(route, lambda _: True) == route
    assert remove_bends((Point(3, 3),), lambda _: True) == (Point(3, 3),)


def test_nothing_changes_where_nothing_else_is_allowed() -> None:
    route = (Point(0, 0), Point(5_000, 0), Point(5_500, 300), Point(5_700, 800), Point(5_700, 6_000))

    assert remove_bends(route, lambda _: False) == route


def test_on_random_tables_the_eased_way_is_open_and_no_longer_than_allowed() -> None:
    fewer = 0
    for seed in range(40):
        table, fighters, pieces = random_table(seed, fighters=8, pieces=6)
        mover, random = fighters[0], Random(f"goal {seed}")  # noqa: S311  # tables, not secrets
        goal = Point(random.randrange(2_000, 58_000), random.randrange(2_000, 58_000))
        ground = Ground(table=table, blockers=(*fighters[1:], *pieces))
        if any(gap(mover.moved_to(goal), shape) < 0 for shape in ground.blockers):
            continue
        both = plan_and_ease(ground, mover, goal)
        if both is None:
            continue
        planned, short = both
        assert len(short) <= len(planned)
        assert judge_route(short, mover.r, table=table, blockers=ground.blockers).is_open
        assert length(short) <= length(planned) + HAIR
        fewer += len(short) < len(planned)
    assert fewer > 10

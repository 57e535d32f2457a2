"""Fewer bends for a planned route: as free, hardly longer, and never worse."""

from math import cos, radians, sin, tan
from random import Random

import pytest
from field.scenes import random_table

from edencli.field.distance import gap
from edencli.field.easing import EasingTerms, remove_bends
from edencli.field.ground import Ground, Table
from edencli.field.planner import plan_route
from edencli.field.routes import Route, RouteGeometry, judge_route
from edencli.field.shapes import Disc, Point

TABLE = Table(width=60_000, depth=60_000)
HAIR = 100


def length(route: Route) -> float:
    return RouteGeometry(route).length


ANYTHING = EasingTerms(is_free=lambda _: True, cost=length, allows=lambda _: True)
NOTHING = EasingTerms(is_free=lambda _: False, cost=length, allows=lambda _: False)


def plan_and_ease(ground: Ground, mover: Disc, goal: Point) -> tuple[Route, Route] | None:
    plan = plan_route(ground, mover, goal)
    if plan is None:
        return None

    def is_free(route: Route) -> bool:
        return judge_route(route, mover.r, table=ground.table, blockers=ground.blockers).is_open

    def allows(route: Route) -> bool:
        return is_free(route) and length(route) <= plan.price.length + HAIR

    terms = EasingTerms(is_free=is_free, cost=length, allows=allows)
    return plan.route, remove_bends(plan.route, terms, HAIR)


def test_a_way_round_a_base_has_few_bends() -> None:
    ground = Ground(table=TABLE, blockers=(Disc(x=20_000, y=30_000, r=2_000),))

    both = plan_and_ease(ground, Disc(x=15_000, y=30_000, r=1_500), Point(25_000, 30_000))
    assert both is not None
    long, short = both
    assert (len(long) > 10, len(short) <= 8) == (True, True)
    assert (short[0], short[-1]) == (long[0], long[-1])


def test_a_straight_way_stays_as_it_is() -> None:
    route = (Point(0, 0), Point(9_000, 0))

    assert remove_bends(route, ANYTHING, HAIR) == route
    assert remove_bends((Point(3, 3),), ANYTHING, HAIR) == (Point(3, 3),)


def test_nothing_changes_where_nothing_else_is_allowed() -> None:
    route = (Point(0, 0), Point(5_000, 0), Point(5_500, 300), Point(5_700, 800), Point(5_700, 6_000))

    assert remove_bends(route, NOTHING, HAIR) == route


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


def arc(radius: int, degrees: int, steps: int) -> tuple[Point, ...]:
    """A way that comes along a tangent, goes round a disc in small steps, and leaves along a tangent."""
    turns = [radians(degrees * n / steps) for n in range(steps + 1)]
    round_it = [Point(round(radius * sin(one)), round(radius * cos(one))) for one in turns]
    out = Point(
        round(round_it[-1].x + 6_000 * cos(turns[-1])), round(round_it[-1].y - 6_000 * sin(turns[-1]))
    )
    return (Point(-6_000, radius), *round_it, out)


@pytest.mark.parametrize("degrees", [40, 90, 150])
def test_a_way_round_a_disc_has_as_few_bends_as_its_length_allows(degrees: int) -> None:
    """With k bends of equal turn a way round a disc is 2kr·tan(t/2k) long, and no k bends are shorter."""
    radius, turn = 3_500, radians(degrees)
    way = arc(radius, degrees, 48)
    needed = next(k for k in range(1, 48) if 2 * k * radius * tan(turn / (2 * k)) - radius * turn <= HAIR)

    eased = remove_bends(way, ANYTHING, HAIR)

    assert len(eased) - 2 <= needed + 1
    assert length(eased) <= length(way) + HAIR


def test_a_bend_that_is_barred_is_not_taken() -> None:
    """Where the one corner that is near enough may not be, two or more take its place."""
    way = arc(3_500, 40, 24)
    (free_corner,) = remove_bends(way, ANYTHING, 1_000)[1:-1]
    terms = EasingTerms(
        is_free=lambda part: free_corner not in part,
        cost=length,
        allows=lambda whole: free_corner not in whole,
    )

    eased = remove_bends(way, terms, 1_000)

    assert 1 < len(eased) - 2 < 24
    assert free_corner not in eased

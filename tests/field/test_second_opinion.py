"""Shapely (GEOS) as a second opinion, on thousands of random tables.

Whatever GEOS can decide exactly must agree to a millionth of a hundredth of a millimetre: distances between
points, lines and polygons, with a disc as its centre and a radius to take off. Where it needs discs made of
segments (areas, lengths inside), the two may differ within a band, given by each test: our own rule that less
than the tolerance is a touch, and the sagitta of a 256-gon, 0.4 hundredths of a millimetre at these radii.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely
from field.facts import sight_facts
from field.geos import ByTangents, Polygonised, Ways, bare, radius
from field.opinions import (
    SAGITTA,
    Question,
    differences,
    moves,
    prices,
    sights,
    solid,
    wrong_cuts,
    wrong_reach,
)
from field.scenes import random_sight, random_table, wild_table

from edencli.field.distance import gap, overlap
from edencli.field.ground import Ground, SlowGround, Table
from edencli.field.planner import plan_route
from edencli.field.routes import judge_route, price_route
from edencli.field.shapes import Disc, Point, Polygon
from edencli.field.templates import covered_bases, lay_blast, make_trapezoid
from edencli.field.units import TOLERANCE

EXACT = 1e-6
TABLES = range(200)
SIGHTS = range(1_500)

table_of = cache(random_table)
sight_of = cache(random_sight)


def random_routes(seed: int, table: Table, count: int) -> list[list[Point]]:
    random = Random(seed)  # noqa: S311  # tables, not secrets
    routes = []
    for _ in range(count):
        route = [Point(random.randrange(table.width), random.randrange(table.depth))]
        for _ in range(random.randint(1, 3)):
            dx, dy = random.randint(-5_000, 5_000), random.randint(-5_000, 5_000)
            route.append(Point(route[-1].x + dx, route[-1].y + dy))
        routes.append(route)
    return routes


def test_gaps_are_exact() -> None:
    for seed in TABLES:
        _, fighters, pieces = table_of(seed)
        shapes = [*fighters, *pieces]
        for first, second in zip(shapes, shapes[7:] + shapes[:7], strict=True):
            theirs = shapely.distance(bare(first), bare(second)) - radius(first) - radius(second)
            assert gap(first, second) == pytest.approx(theirs, abs=EXACT)


def test_depths_are_exact() -> None:
    for seed in TABLES:
        _, _, pieces = table_of(seed)
        for route, piece in zip(
            random_routes(seed, Table(width=60_000, depth=60_000), 12), pieces, strict=True
        ):
            x, y = route[0]
            inside = (
                Disc(x=round((x + 9 * piece.bounding_box[0]) / 10), y=y, r=900)
                if isinstance(piece, Polygon)
                else None
            )
            for base in (Disc(x=x, y=y, r=1_500), inside):
                if base and isinstance(piece, Polygon):
                    rim = shapely.distance(shapely.Point(base.x, base.y), bare(piece).exterior)
                    sign = -1 if shapely.contains_xy(bare(piece), base.x, base.y) else 1
                    assert gap(base, piece) == pytest.approx(sign * rim - base.r, abs=EXACT)


def test_what_reaches_into_the_corridor_covers_some_of_it() -> None:
    """Band: from nothing to twice the tolerance deep, both opinions pass; the rule itself asks for one."""
    for seed in SIGHTS:
        viewer, target, elements = sight_of(seed)
        facts = sight_facts(viewer, target, elements)
        assert not [*wrong_reach(viewer, target, elements, facts)]


def test_a_clear_line_is_clear_and_where_there_is_none_no_search_finds_one() -> None:
    """No band: GEOS measures the distance from a straight line to a polygon or a centre exactly."""
    seen = hidden = 0
    for seed in SIGHTS:
        viewer, target, elements = sight_of(seed)
        facts = sight_facts(viewer, target, elements)
        inside = [element for element, fact in zip(elements, facts, strict=True) if fact.reaches_in]
        assert not [*wrong_cuts(seed, viewer, target, inside)]
        seen += sum(not fact.cuts for fact in facts if fact.reaches_in)
        hidden += sum(fact.cuts for fact in facts)
    assert (seen > 500, hidden > 400) == (True, True), (seen, hidden)


def test_the_rivals_of_the_benchmark_see_what_we_see() -> None:
    """The one by tangents is right where elements are convex and clear of both ends."""
    compared = cut = 0
    for seed in range(12):
        _, fighters, pieces = random_table(seed, pieces=12)
        pieces = [piece for piece in pieces if not isinstance(piece, Polygon) or piece.is_convex]
        rivals = Polygonised(fighters, pieces), ByTangents(fighters, pieces)
        for viewer, target in combinations(range(6), 2):
            shapes = [*fighters, *pieces]
            ends = fighters[viewer], fighters[target]
            others = [shape for shape in shapes if shape not in ends]
            if min(gap(end, shape) for end in ends for shape in others) > 2 * TOLERANCE:
                facts = sight_facts(*ends, others)
                ours = not any(fact.cuts for fact in facts), sum(fact.reaches_in for fact in facts)
                compared, cut = compared + 1, cut + (not ours[0])
                assert rivals[1].sight(viewer, target) == ours
                assert rivals[0].sight(viewer, target)[0] == ours[0]
    assert (compared > 100, cut > 10) == (True, True), (compared, cut)


@pytest.mark.parametrize("question", [moves, prices, sights])
def test_any_shape_is_judged_as_geos_judges_it(question: Question) -> None:
    """Letters, combs, stars, blobs and scribbles; `opinions.py` asks about many more."""
    assert differences(question, 1_000) == []


def test_collisions_and_contacts_are_exact() -> None:
    for seed in TABLES:
        table, fighters, pieces = table_of(seed)
        shapes = [*fighters, *pieces]
        geometries, radii = [bare(shape) for shape in shapes], [radius(shape) for shape in shapes]
        for route in random_routes(seed, table, 10):
            judged = judge_route(route, 1_500, table=table, blockers=shapes, watched=shapes)
            apart = shapely.distance(shapely.LineString(route), geometries) - radii - 1_500
            assert [hit.number for hit in judged.collisions] == list(np.flatnonzero(apart < -TOLERANCE))
            assert sorted({met.number for met in judged.contacts}) == list(np.flatnonzero(apart < TOLERANCE))
            hangs_over = not table_inside(table).covers(shapely.LineString(route))
            assert (judged.leaves_table_at is not None) == hangs_over


def table_inside(table: Table) -> Any:
    least = 1_500 - TOLERANCE
    return shapely.box(least, least, table.width - least, table.depth - least)


@pytest.mark.parametrize("reach", [1_500, 0])
def test_prices_lie_between_what_is_deep_inside_and_what_is_inside_at_all(reach: int) -> None:
    """Band: what lies less than the tolerance deep is free on its own and paid for next to deeper parts."""
    for seed in TABLES:
        table, _, pieces = table_of(seed)
        slow = [SlowGround(shape=piece, rate=2 + number % 3) for number, piece in enumerate(pieces)]
        deep = [solid(piece, reach - TOLERANCE - SAGITTA) for piece in pieces]
        wide = [solid(piece, reach + SAGITTA) for piece in pieces]
        for route in random_routes(seed, table, 10):
            if overlapping(route, wide):
                continue
            extra = [
                shapely.length(shapely.intersection(shapely.LineString(route), zones))
                for zones in (deep, wide)
            ]
            least, most = (
                sum((piece.rate - 1) * far for piece, far in zip(slow, zone, strict=True)) for zone in extra
            )
            priced = price_route(route, reach, slow)
            assert least - EXACT <= priced.total - priced.length <= most + EXACT


def overlapping(route: list[Point], zones: list[Any]) -> bool:
    """Whether a route meets two slow grounds at once: GEOS would add up what we do not."""
    met = [zone for zone in zones if shapely.intersects(zone, shapely.LineString(route))]
    return any(shapely.intersects(one, other) for one in met for other in met if one is not other)


def test_templates_cover_what_geos_says() -> None:
    flame = make_trapezoid(10_000, 1_000, 4_000)
    for seed in TABLES:
        _, (user, *others), _ = table_of(seed)
        for aim in others:
            template = lay_blast(flame, user.moved_to((aim.x + 7_000, aim.y - 3_000)), aim.centre)
            theirs = [
                number
                for number, base in enumerate(others)
                if shapely.distance(bare(template), bare(base)) < base.r - TOLERANCE
            ]
            assert list(covered_bases(template, others)) == theirs


@pytest.mark.parametrize(("make", "tables", "planned"), [(table_of, 60, 25), (wild_table, 10, 4)])
def test_planned_routes_are_as_short_as_through_a_visibility_graph(
    make: Callable[[int], Any], tables: int, planned: int
) -> None:
    """Band: 64-gons inside the circles shorten their ways by a few, legs outside them lengthen ours."""
    differences = []
    for seed in range(tables):
        table, (mover, *others), pieces = make(seed)
        goal = Point(mover.x + (seed * 2_711) % 14_000 - 7_000, mover.y + (seed * 1_931) % 14_000 - 7_000)
        obstacles = [*others, *pieces]
        end = mover.moved_to(goal)
        if not table.contains(end) or any(overlap(end, shape) for shape in obstacles):
            continue
        plan = plan_route(Ground(table=table, blockers=tuple(obstacles)), mover, goal, 12_000)
        theirs = Ways(table, [mover, *obstacles], 12_000).shortest(mover, goal)
        if plan and theirs:
            differences.append(plan.price.total - theirs)
        else:
            assert plan is None
            assert theirs is None
    assert len(differences) > planned
    assert min(differences) > -5
    assert max(differences) < 15

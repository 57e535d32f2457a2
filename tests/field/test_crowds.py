"""A crowd gives the answers that a look at each of its shapes gives; and it looks at few."""

from itertools import permutations
from random import Random

import pytest
from field.facts import sight_facts
from field.scenes import random_table, wild_table

from edencli.field import sight
from edencli.field.ground import ShapeIndex, numbers_near
from edencli.field.routes import judge_route
from edencli.field.shapes import Disc, Point, bounding_box
from edencli.field.sight import SightFact

TABLES = range(12)


def routes(random: Random, size: int) -> list[list[Point]]:
    """Routes in up to three legs, some with none."""
    made = []
    for number in range(40):
        route = [Point(random.randrange(size), random.randrange(size))]
        for _ in range(number % 4):
            dx, dy = random.randint(-9_000, 9_000), random.randint(-9_000, 9_000)
            route.append(Point(route[-1].x + dx, route[-1].y + dy))
        made.append(route)
    return made


def test_a_crowd_knows_who_reaches_into_an_extent() -> None:
    for seed in TABLES:
        _, fighters, pieces = wild_table(seed)
        shapes = [*fighters, *pieces]
        for route in routes(Random(seed), 90_000):  # noqa: S311  # tables, not secrets
            within = bounding_box(Disc(x=route[0].x, y=route[0].y, r=3_000))
            assert list(ShapeIndex(shapes).numbers_near(within)) == list(numbers_near(shapes, within))


def test_whoever_has_to_do_with_a_sight_is_found_in_a_crowd() -> None:
    """Fighters look at each other, at points and at houses, past everything on the table."""
    for seed in TABLES:
        _, fighters, pieces = wild_table(seed)
        shapes = [*fighters, *pieces]
        crowd = ShapeIndex(shapes)
        targets = [*fighters[:5], *pieces[:5], Point(45_000, 45_000)]
        for viewer in fighters[:5]:
            for target in targets:
                assert sight_facts(viewer, target, crowd) == sight_facts(viewer, target, shapes)


def test_a_way_through_a_crowd_is_judged_as_past_each_of_it() -> None:
    for seed in TABLES:
        table, fighters, pieces = wild_table(seed)
        shapes = [*fighters, *pieces]
        crowd = ShapeIndex(shapes)
        for route in routes(Random(seed), 90_000):  # noqa: S311
            one, other = (
                judge_route(route, 1_500, table=table, blockers=some, watched=some)
                for some in (crowd, shapes)
            )
            assert one == other


def test_viewer_and_target_have_nothing_to_do_with_the_sight_between_them() -> None:
    _, fighters, pieces = random_table(3)
    shapes = [*fighters, *pieces]

    for first, second in permutations(range(6), 2):
        facts = sight_facts(shapes[first], shapes[second], shapes)
        assert (facts[first], facts[second]) == (SightFact(), SightFact())


def test_few_of_a_large_crowd_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 200 on a table of 120 cm, a tenth on the mean."""
    looked: list[object] = []
    found = sight._is_aside  # asked of each that is looked at
    monkeypatch.setattr(sight, "_is_aside", lambda *asked: looked.append(asked) or found(*asked))
    _, fighters, pieces = random_table(2, fighters=100, pieces=100, size=120_000)
    crowd = ShapeIndex([*fighters, *pieces])
    looks = [*permutations(fighters, 2)][::50]

    for viewer, target in looks:
        sight_facts(viewer, target, crowd)

    assert len(looked) < len(looks) * len(crowd) / 10

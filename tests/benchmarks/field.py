"""The speed of the field's answers, beside shapely 2 and networkx in the same run.

Run it: `python tests/benchmarks/field.py [rounds]`, and by hand, since it takes minutes, `python
tests/benchmarks/field.py --memory [queries]`. Both sides take turns, so that other work on the machine
affects them equally; the figures are ratios of medians of processor time. The other side is
`tests/field/geos.py`: its preparations are not counted. Its circles are 64-gons; 32-gons cut the corners of
paths by more than the tolerance.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import dist
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

sys.path[0] = str(Path(__file__).parents[1])  # not this file's folder, in which `field` would be this file

from benchmarks.speeds import Speed, print_speeds, rounds_given
from field.facts import sight_facts
from field.geos import ByTangents, Indexed, Legality, Polygonised, Prices, Ways
from field.scenes import random_table

from edencli.field.distance import gap, overlap
from edencli.field.ground import Ground, ShapeIndex, SlowGround, Table
from edencli.field.planner import plan_route
from edencli.field.routes import judge_route, price_route
from edencli.field.shapes import Disc, Point, Shape

ROUNDS = 11
BASE = 1_500
MOVE = 10_000
MILLION = 1_000_000
SPARE_MEMORY = 1 << 20
SIZES = (10, 100, 200)
GROWTH = {"sight": 4, "sight, what stands there looked up anew": 4}
HYBRID, TREE = "tangents with an STRtree", "shapely with an STRtree"
Answer: TypeAlias = Callable[[], object]


class Contest(NamedTuple):
    """A question that both sides answer, and the goal for the ratio of their times."""

    name: str
    ours: Answer
    theirs: Answer
    queries: int
    goal: float
    rival: str = "shapely"


class Scene(NamedTuple):
    """A table and what is on it, with questions about it."""

    table: Table
    fighters: list[Disc]
    pieces: list[Shape]

    def looks(self, count: int) -> list[tuple[int, int]]:
        """Pairs of viewer and target."""
        pairs = [*permutations(range(len(self.fighters)), 2)]
        return Random(6).sample(pairs, min(count, len(pairs)))  # noqa: S311  # nothing secret

    def routes(self, count: int, over: Sequence[Shape] = ()) -> list[list[Point]]:
        """Moves of up to 10 cm in three legs; with `over`, only those that slow ground makes dearer."""
        random = Random(7)  # noqa: S311
        slow = [SlowGround(shape=shape, rate=2) for shape in over]
        routes: list[list[Point]] = []
        while len(routes) < count:
            route = [Point(random.randrange(self.table.width), random.randrange(self.table.depth))]
            for _ in range(3):
                dx, dy = random.randint(-2_300, 2_300), random.randint(-2_300, 2_300)
                route.append(Point(route[-1].x + dx, route[-1].y + dy))
            if not slow or price_route(route, BASE, slow).is_slowed:
                routes.append(route)
        return routes

    def errands(self, count: int, *, bent: bool = False) -> list[tuple[Disc, Point]]:
        """Fighters with goals 4 to 9 cm away where they fit; if `bent`, only with something in the way."""
        random = Random(8)  # noqa: S311
        errands: list[tuple[Disc, Point]] = []
        while len(errands) < count:
            mover = random.choice(self.fighters)
            goal = Point(mover.x + random.randint(-9_000, 9_000), mover.y + random.randint(-9_000, 9_000))
            if 4_000 < dist(mover.centre, goal) < 9_000 and self.has_room(mover.moved_to(goal), mover):
                straight = judge_route(
                    (mover.centre, goal), mover.r, table=self.table, blockers=self.others(mover)
                )
                if not (bent and straight.is_open):
                    errands.append((mover, goal))
        return errands

    def has_room(self, base: Disc, mover: Disc) -> bool:
        return self.table.contains(base) and not any(overlap(base, shape) for shape in self.others(mover))

    def others(self, *but: Disc) -> list[Shape]:
        return [shape for shape in (*self.fighters, *self.pieces) if shape not in but]


def speeds(rounds: int = ROUNDS) -> Iterator[Speed]:
    """The ratio of each question, and how the time of sight grows with the table."""
    for contest in contests(Scene(*random_table(1))):
        ours, theirs = taken(contest, rounds)
        yield Speed(contest.name, contest.rival, theirs / ours, contest.goal, is_rate=True)
    yield from crowded_speeds(max(3, rounds // 3))


def crowded_speeds(rounds: int) -> Iterator[Speed]:
    """Sight and legality of moves on a large table, and how both grow from 10 elements to 200."""
    times: dict[str, list[float]] = {}
    for size in SIZES:
        scene = Scene(*random_table(2, fighters=size // 2, pieces=size - size // 2, size=120_000))
        for contest in growing(scene):
            ours, theirs = taken(contest, rounds)
            times.setdefault(contest.name, []).append(ours)
            if size in (SIZES[1], SIZES[-1]) and contest.goal:
                name = f"{contest.name}, {size} elements"
                yield Speed(name, contest.rival, theirs / ours, contest.goal, is_rate=True)
    for name, found in times.items():
        if name in GROWTH:
            yield Speed(
                f"{name}: time with {SIZES[-1]}",
                f"with {SIZES[0]} elements",
                found[-1] / found[0],
                GROWTH[name],
            )


def contests(scene: Scene) -> list[Contest]:
    """All questions on a usual table, with their goals."""
    looks, routes, errands, bent = (
        scene.looks(182),
        scene.routes(60),
        scene.errands(40),
        scene.errands(40, bent=True),
    )
    slow = scene.pieces[:4]
    wades = scene.routes(60, over=slow)
    hybrid = ByTangents(scene.fighters, scene.pieces).sight
    return [
        sights("sight", scene, looks, Polygonised(scene.fighters, scene.pieces).sight, 5),
        sights("sight, 26 elements", scene, looks, hybrid, 2)._replace(rival=HYBRID),
        legality("legality of a move", scene, routes),
        legality("legality of a move, 26 elements", scene, routes, Indexed)._replace(rival=TREE),
        prices("price of a move", slow, routes),
        prices("price of a move on slow ground", slow, wades),
        plans("shortest route within 10 cm", scene, errands, fine=16),
        plans("shortest route round something", scene, bent, fine=16),
    ]


def sights(
    name: str,
    scene: Scene,
    looks: Sequence[tuple[int, int]],
    their_sight: Callable[[int, int], object],
    goal: float,
    *,
    anew: bool = False,
) -> Contest:
    crowd = ShapeIndex(scene.others())

    def ours() -> list[tuple[bool, int]]:
        answers, shapes = [], ShapeIndex(scene.others()) if anew else crowd
        for a, b in looks:
            facts = sight_facts(scene.fighters[a], scene.fighters[b], shapes)
            answers.append((not any(fact.cuts for fact in facts), sum(fact.reaches_in for fact in facts)))
        return answers

    return Contest(name, ours, lambda: [their_sight(a, b) for a, b in looks], len(looks), goal)


def legality(
    name: str, scene: Scene, routes: Sequence[list[Point]], rival: type[Legality] = Legality
) -> Contest:
    blockers = ShapeIndex(scene.others(scene.fighters[0]))
    theirs = rival(scene.table, blockers, BASE)
    return Contest(
        name,
        lambda: [judge_route(route, BASE, table=scene.table, blockers=blockers).is_open for route in routes],
        lambda: [theirs.is_open(route) for route in routes],
        len(routes),
        goal=1,
    )


def prices(name: str, slow: Sequence[Shape], routes: Sequence[list[Point]]) -> Contest:
    grounds = [SlowGround(shape=shape, rate=2) for shape in slow]
    theirs = Prices(slow, BASE)
    return Contest(
        name,
        lambda: [price_route(route, BASE, grounds).total for route in routes],
        lambda: [theirs.total(route) for route in routes],
        len(routes),
        goal=0.77,
    )


def plans(name: str, scene: Scene, errands: Sequence[tuple[Disc, Point]], *, fine: int) -> Contest:
    theirs = Ways(scene.table, [*scene.fighters, *scene.pieces], MOVE, fine)

    def ours() -> list[object]:
        grounds = [Ground(table=scene.table, blockers=tuple(scene.others(mover))) for mover, _ in errands]
        return [
            plan_route(ground, mover, goal, MOVE)
            for ground, (mover, goal) in zip(grounds, errands, strict=True)
        ]

    return Contest(
        name,
        ours,
        lambda: [theirs.shortest(mover, goal) for mover, goal in errands],
        len(errands),
        goal=3,
        rival="shapely and networkx",
    )


def taken(contest: Contest, rounds: int = ROUNDS) -> tuple[float, float]:
    """Let both sides answer in turns; return each one's median time per question, in microseconds."""
    times: dict[Answer, list[float]] = {contest.ours: [], contest.theirs: []}
    for number in range(rounds + 1):
        for answer, spent in times.items():
            start = time.process_time()
            answer()
            if number:  # the first round warms up
                spent.append(time.process_time() - start)
    ours, theirs = (statistics.median(spent) / contest.queries * 1e6 for spent in times.values())
    return ours, theirs


def growing(scene: Scene) -> list[Contest]:
    """The questions whose growth is measured."""
    hybrid = ByTangents(scene.fighters, scene.pieces).sight
    looks, routes = scene.looks(100), scene.routes(40)
    return [
        sights("sight", scene, looks, hybrid, 2)._replace(rival=HYBRID),
        sights("sight, what stands there looked up anew", scene, looks, hybrid, 0, anew=True),
        legality("legality of a move", scene, routes, Indexed)._replace(rival=TREE),
    ]


def report_memory(scene: Scene, queries: int) -> bool:
    """Ask many questions, none twice; tell whether the memory held stays constant."""
    first = None
    for number in range(queries):
        ask(scene, number)
        if number % (queries // 10 or 1) == 0 and number:
            held = resident()
            first = first or held
            print(f"{number:>10,} {held / 1024:10.0f} KiB", flush=True)
    held = resident()
    print(f"{queries:>10,} {held / 1024:10.0f} KiB")
    return first is None or held - first < SPARE_MEMORY


def ask(scene: Scene, number: int) -> object:
    """Ask one of four questions; every hundredth time, plan a route."""
    mover = Disc(x=1_500 + number * 97 % 57_000, y=1_500 + number * 31 % 56_999, r=BASE)
    goal = Point(mover.x + number % 5_003 - 2_500, mover.y + number % 4_001 - 2_000)
    if number % 100 == 0:
        return plan_route(Ground(table=scene.table, blockers=tuple(scene.others())), mover, goal, MOVE)
    match number % 4:
        case 0:
            return sight_facts(mover, scene.fighters[number % 14], scene.pieces)
        case 1:
            return judge_route((mover.centre, goal), BASE, table=scene.table, blockers=scene.pieces)
        case 2:
            return price_route(
                (mover.centre, goal), BASE, [SlowGround(shape=scene.pieces[number % 12], rate=2)]
            )
    return gap(mover, scene.pieces[number % 12])


def resident() -> int:
    """The memory that this process holds, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--memory"]:
        queries = int(sys.argv[2]) if len(sys.argv) > 2 else MILLION
        sys.exit(0 if report_memory(Scene(*random_table(1)), queries) else 1)
    sys.exit(print_speeds(speeds(rounds_given(ROUNDS))))

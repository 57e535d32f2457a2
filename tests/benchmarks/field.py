"""How fast the field answers, beside shapely 2 and networkx in the same run.

Run it: `python tests/benchmarks/field.py [queries]`. Ours and theirs take turns, so that whatever else the
machine does falls on both; the figures are medians of processor time. What theirs is stands in
`tests/field/geos.py`: what it prepares beforehand is not counted. Circles of it are 64-gons; 32-gons cut the
corners of their ways by more than the tolerance, and are shown for comparison. The last part asks `queries`
questions (a million unless told otherwise) and watches the memory.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import permutations
from math import dist, inf
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

sys.path[0] = str(Path(__file__).parents[1])  # not the folder of this file, which has its subject's name

from field.geos import ByTangents, Indexed, Legality, Polygonised, Prices, Ways  # noqa: E402  # found only now
from field.scenes import random_table  # noqa: E402

from edencli.field.distance import gap, overlap  # noqa: E402
from edencli.field.ground import Ground, ShapeIndex, SlowGround, Table  # noqa: E402
from edencli.field.planner import plan_route  # noqa: E402
from edencli.field.routes import judge_route, price_route  # noqa: E402
from edencli.field.shapes import Disc, Point, Shape  # noqa: E402
from edencli.field.sight import sight_facts  # noqa: E402

ROUNDS = 11
BASE = 1_500
MOVE = 10_000
MILLION = 1_000_000
SPARE_MEMORY = 1 << 20
Answer: TypeAlias = Callable[[], object]


class Contest(NamedTuple):
    """A question that both answer, and the limit that ours has to keep."""

    name: str
    ours: Answer
    theirs: Answer
    queries: int
    times_as_fast: float = 0
    """At least."""
    share_of_time: float = inf
    """At most."""


def main() -> int:
    """Measure, print a line a question, and tell whether all are within their limits."""
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else MILLION
    print("14 fighters and 12 pieces (a query: ours, theirs)")
    within = [report(contest) for contest in contests(Scene(*random_table(1)))]
    print("\nfrom 10 to 200 elements on 120 cm (the same, and how many times as long ours takes at last)")
    report_growth()
    print(f"\nmemory over {queries:,} queries")
    return 0 if report_memory(Scene(*random_table(1)), queries) and all(within) else 1


class Scene(NamedTuple):
    """A table and what stands on it, with questions to ask about it."""

    table: Table
    fighters: list[Disc]
    pieces: list[Shape]

    def looks(self, count: int) -> list[tuple[int, int]]:
        """Who looks at whom."""
        pairs = [*permutations(range(len(self.fighters)), 2)]
        return Random(6).sample(pairs, min(count, len(pairs)))  # noqa: S311  # tables, not secrets

    def routes(self, count: int, over: Sequence[Shape] = ()) -> list[list[Point]]:
        """Moves of up to 10 cm in three legs; if asked for, only those that slow ground makes dearer."""
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
        """Who goes where: places 4 to 9 cm away where he can stand; if asked for, only round something."""
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


def contests(scene: Scene) -> list[Contest]:
    """All questions, with the limits that the field is held to."""
    looks, routes, errands, bent = (
        scene.looks(182),
        scene.routes(60),
        scene.errands(40),
        scene.errands(40, bent=True),
    )
    slow = scene.pieces[:4]
    wades = scene.routes(60, over=slow)
    return [
        sights("sight, obstacles counted", scene, looks, Polygonised(scene.fighters, scene.pieces).sight, 2),
        sights(
            "  theirs by hand-made tangents", scene, looks, ByTangents(scene.fighters, scene.pieces).sight
        ),
        legality("legality of a move", scene, routes),
        legality("  theirs with a tree", scene, routes, Indexed),
        prices("price of a move", slow, routes),
        prices("  that slow ground makes dearer", slow, wades),
        plans("shortest route within 10 cm", scene, errands, fine=16, times_as_fast=3),
        plans("  round something", scene, bent, fine=16, times_as_fast=3),
        plans("  theirs too coarse to be legal", scene, bent, fine=8),
    ]


def sights(
    name: str,
    scene: Scene,
    looks: Sequence[tuple[int, int]],
    their_sight: Callable[[int, int], object],
    times_as_fast: float = 0,
) -> Contest:
    crowd = ShapeIndex(scene.others())

    def ours() -> list[tuple[bool, int]]:
        answers = []
        for a, b in looks:
            facts = sight_facts(scene.fighters[a], scene.fighters[b], crowd)
            answers.append((not any(fact.cuts for fact in facts), sum(fact.reaches_in for fact in facts)))
        return answers

    return Contest(name, ours, lambda: [their_sight(a, b) for a, b in looks], len(looks), times_as_fast)


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
        share_of_time=1.3,
    )


def prices(name: str, slow: Sequence[Shape], routes: Sequence[list[Point]]) -> Contest:
    grounds = [SlowGround(shape=shape, rate=2) for shape in slow]
    theirs = Prices(slow, BASE)
    return Contest(
        name,
        lambda: [price_route(route, BASE, grounds).total for route in routes],
        lambda: [theirs.total(route) for route in routes],
        len(routes),
        share_of_time=1.3,
    )


def plans(
    name: str, scene: Scene, errands: Sequence[tuple[Disc, Point]], *, fine: int, times_as_fast: float = 0
) -> Contest:
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
        times_as_fast,
    )


def report(contest: Contest) -> bool:
    """Print a line, and tell whether ours keeps its limit."""
    ours, theirs = taken(contest)
    kept = theirs >= contest.times_as_fast * ours and ours <= contest.share_of_time * theirs
    verdict = f"{theirs / ours:5.2f} times as fast"
    if contest.times_as_fast:
        verdict += f", at least {contest.times_as_fast}"
    elif contest.share_of_time < inf:
        verdict = f"{ours / theirs:5.2f} of their time, at most {contest.share_of_time}"
    print(f"{contest.name:32} {ours:8.1f} µs {theirs:8.1f} µs  {verdict}{'' if kept else '   TOO SLOW'}")
    return kept


def taken(contest: Contest, rounds: int = ROUNDS) -> tuple[float, float]:
    """Let both answer in turns; give each one's median time for a query, in microseconds."""
    times: dict[Answer, list[float]] = {contest.ours: [], contest.theirs: []}
    for number in range(rounds + 1):
        for answer, spent in times.items():
            start = time.process_time()
            answer()
            if number:  # the first round warms up
                spent.append(time.process_time() - start)
    ours, theirs = (statistics.median(spent) / contest.queries * 1e6 for spent in times.values())
    return ours, theirs


def report_growth() -> None:
    """Print how the time of a query grows with what stands on the table."""
    sizes = (10, 25, 50, 100, 200)
    rows: dict[str, list[tuple[float, float]]] = {}
    for size in sizes:
        scene = Scene(*random_table(2, fighters=size // 2, pieces=size - size // 2, size=120_000))
        for contest in growing(scene):
            rows.setdefault(contest.name, []).append(taken(contest, rounds=3))
    print(f"{'':20}" + "".join(f"{size:>22}" for size in sizes))
    for name, times in rows.items():
        print(
            f"{name:20}"
            + "".join(f"{ours:9.1f} {theirs:9.1f} µs" for ours, theirs in times)
            + f"{times[-1][0] / times[0][0]:7.1f}"
        )


def growing(scene: Scene) -> list[Contest]:
    """The questions whose growth is watched."""
    polygonised = Polygonised(scene.fighters, scene.pieces)
    return [
        sights("sight", scene, scene.looks(100), polygonised.sight),
        legality("legality", scene, scene.routes(40)),
        legality("  theirs with a tree", scene, scene.routes(40), Indexed),
        prices("price", scene.pieces, scene.routes(40)),
        plans("shortest route", scene, scene.errands(10), fine=16),
    ]


def report_memory(scene: Scene, queries: int) -> bool:
    """Ask question after question, none twice; tell whether what is held in memory stays the same."""
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
    """Ask one of four questions; every hundredth time, for a route."""
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
    """The memory that this program holds, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    sys.exit(main())

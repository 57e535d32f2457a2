"""Shapely (GEOS) as a second opinion on any shapes: letters, combs, stars, blobs and scribbles.

`python tests/field/opinions.py 100000 [first seed]` compares that many moves, prices and sights, and prints
the differences.

Results that GEOS can compute exactly must agree to a thousandth of a hundredth of a millimetre. Where it
needs discs made of segments (lengths inside, areas), each question allows a tolerance: our own rule that less
than the tolerance is a touch, and the sagitta of a 256-gon.
"""

import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from math import pi
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
import shapely

sys.path[:0] = [str(Path(__file__).parents[1])]

from field.facts import sight_facts  # noqa: E402
from field.geos import bare, grown, radius  # noqa: E402  # after the path was set
from field.scenes import any_shape, any_sight  # noqa: E402

from edencli.field.distance import gap, overlap  # noqa: E402
from edencli.field.ground import SlowGround, Table  # noqa: E402
from edencli.field.routes import judge_route, price_route  # noqa: E402
from edencli.field.shapes import Disc, Point, Polygon, Shape, bounding_box  # noqa: E402
from edencli.field.sight import SightFact, find_sight_line  # noqa: E402
from edencli.field.units import TOLERANCE, unit_vector_degrees  # noqa: E402

EXACT: Final = 1e-3
SAGITTA: Final = 0.4
FINE: Final = 64
MIDDLE: Final = Point(50_000, 50_000)
TABLE: Final = Table(width=100_000, depth=100_000)
ROUTES: Final = 12
"""The number of routes past each shape."""
Route: TypeAlias = list[Point]
Question: TypeAlias = Callable[[int], Iterator[str]]
"""Compare the questions of a seed; yield for each the difference, or an empty text."""


def moves(seed: int) -> Iterator[str]:
    """Whether a route collides with a shape, and whether it touches it, without tolerance."""
    random = Random(seed)  # noqa: S311  # nothing secret
    shape, base = any_shape(random, MIDDLE), random.choice((1_500, 2_000))
    theirs = bare(shape)
    for route in _routes(random, shape, base):
        apart = shapely.distance(shapely.LineString(route), theirs) - radius(shape) - base
        judged = judge_route(route, base, table=TABLE, blockers=[shape], watched=[shape])
        yield _differs(apart, -TOLERANCE, bool(judged.collisions), (seed, route, "collides")) or _differs(
            apart, TOLERANCE, bool(judged.contacts), (seed, route, "touches")
        )


def prices(seed: int) -> Iterator[str]:
    """What slow ground adds to a route. Band: less than the tolerance deep is free on its own."""
    random = Random(seed)  # noqa: S311
    shape, base = any_shape(random, MIDDLE), random.choice((1_500, 2_000))
    deep, wide = solid(shape, base - TOLERANCE - SAGITTA), solid(shape, base + SAGITTA)
    for route in _routes(random, shape, base):
        least, most = (
            shapely.length(shapely.intersection(shapely.LineString(route), s)) for s in (deep, wide)
        )
        priced = price_route(route, base, [SlowGround(shape=shape, rate=2)])
        extra = priced.total - priced.length
        within = least - EXACT <= extra <= most + EXACT
        yield "" if within else f"{seed}: {route} costs {extra} more, not {least} to {most}"


def sights(seed: int) -> Iterator[str]:
    """Whether each element reaches into a corridor, and which cut it, alone and together."""
    first, goal, elements = any_sight(seed)
    for viewer, target in _turned_round(first, goal):
        facts = sight_facts(viewer, target, elements)
        inside = [element for element, fact in zip(elements, facts, strict=True) if fact.reaches_in]
        found = [
            *wrong_reach(viewer, target, elements, facts),
            *wrong_cuts(seed, viewer, target, inside),
        ]
        yield f"{seed}: {viewer}, {target}: {found[0]}" if found else ""


def _turned_round(viewer: Disc, target: Shape) -> Iterator[tuple[Disc, Shape]]:
    """The pair itself, and with a base or a point also rotated around what is between."""
    yield viewer, target
    if isinstance(target, Polygon):
        return
    mx, my = (viewer.x + target.x) / 2, (viewer.y + target.y) / 2
    for degrees in (50, 100, 150):
        dx, dy = unit_vector_degrees(degrees)
        px, py = viewer.x - mx, viewer.y - my
        away = round(px * dx - py * dy), round(px * dy + py * dx)
        there = round(mx - away[0]), round(my - away[1])
        here = viewer.moved_to((round(mx + away[0]), round(my + away[1])))
        yield here, target.moved_to(there) if isinstance(target, Disc) else Point(*there)


def wrong_reach(
    viewer: Disc, target: Shape, elements: list[Shape], facts: tuple[SightFact, ...]
) -> Iterator[str]:
    """The elements judged otherwise by GEOS; up to twice the tolerance both opinions are accepted."""
    between = corridor(viewer, target)
    deep = between.buffer(-2 * TOLERANCE)
    for element, fact in zip(elements, facts, strict=True):
        if fact.reaches_in and not shapely.intersects(between, solid(element, SAGITTA)):
            yield f"{element} does not reach in"
        if not fact.reaches_in and shapely.intersects(deep, solid(element)):
            yield f"{element} reaches in"


def wrong_cuts(seed: int, viewer: Disc, target: Shape, inside: list[Shape]) -> Iterator[str]:
    """The groups wrongly said to be clear by a line, or wrongly said to cut; without tolerance.

    A viewer inside the target's convex outline (in a pocket of it, say) has lines of sight without length.
    """
    if isinstance(target, Polygon) and overlap(viewer, target.convex_hull()):
        return
    for group in [*([element] for element in inside), *([inside] if inside[1:] else [])]:
        line = find_sight_line(viewer, target, group)
        if line and not (
            clearance(shapely.LineString(line), group) > TOLERANCE
            and runs_from_edge_to_edge(line, viewer, target)
        ):
            yield f"{line} is not clear of {group}"
        if not line and found_clear(seed, viewer, target, group):
            yield f"a line is clear of {group}"


def solid(shape: Shape, more: float = 0) -> Any:
    """A shape grown by a distance, with circles as 256-gons."""
    return grown(shape, more, FINE)


def corridor(viewer: Disc, target: Shape) -> Any:
    ends = shapely.union(solid(viewer), solid(target).convex_hull)
    return ends.convex_hull.difference(ends)


def clearance(lines: Any, group: list[Shape]) -> Any:
    """The distance of lines from the nearest shape of a group."""
    theirs = [bare(shape) for shape in group]
    shapely.prepare(theirs)
    far = [shapely.distance(one, lines) - radius(shape) for one, shape in zip(theirs, group, strict=True)]
    return np.min(far, axis=0)


def runs_from_edge_to_edge(line: tuple[Any, Any], viewer: Disc, target: Shape) -> bool:
    ends = [(line[0], bare(viewer), viewer.r), (line[1], bare(target).convex_hull, radius(target))]
    off = [shapely.distance(shapely.Point(end), base) - far for end, base, far in ends]
    within = [shapely.distance(shapely.LineString(line), base) - far for _, base, far in ends]
    return max(map(abs, off)) < EXACT and min(within) > -EXACT


def found_clear(seed: int, viewer: Disc, target: Shape, group: list[Shape]) -> bool:
    """Tell whether a search finds a clear line: random ones, then nearer and nearer to the best of them."""
    random = np.random.default_rng(seed)
    lines, places = sight_lines(viewer, target, random.random((240, 2)))
    for spread in (0.02, 0.005, 0.001, 0.0002):
        if not len(places):
            return False
        clear = clearance(lines, group)
        if clear.max() > TOLERANCE + EXACT:
            return True
        best = places[np.argsort(clear)[-8:]]
        nearer = np.repeat(best, 10, axis=0)
        nearer += random.normal(0, spread, nearer.shape)
        lines, places = sight_lines(viewer, target, np.concatenate([best, nearer]) % 1)
    return bool(len(places) and clearance(lines, group).max() > TOLERANCE + EXACT)


def sight_lines(viewer: Disc, target: Shape, places: Any) -> tuple[Any, Any]:
    """The lines between places on both edges (from 0 to 1 around each) that cross neither base."""
    turns = places[:, 0] * 2 * pi
    starts = np.stack([viewer.x + viewer.r * np.cos(turns), viewer.y + viewer.r * np.sin(turns)], axis=1)
    if isinstance(target, Polygon):
        rim = solid(target).convex_hull
        ends = shapely.get_coordinates(
            shapely.line_interpolate_point(rim.exterior, places[:, 1], normalized=True)
        )
        inside = shapely.intersection(shapely.linestrings(np.stack([starts, ends], 1)), rim)
        facing = shapely.length(inside) < EXACT
    else:
        ways = np.stack([np.cos(places[:, 1] * 2 * pi), np.sin(places[:, 1] * 2 * pi)], axis=1)
        ends = np.array([target.x, target.y]) + target.r * ways
        facing = (ways * (starts - ends)).sum(axis=1) >= 0
    facing &= ((starts - [viewer.x, viewer.y]) * (ends - starts)).sum(axis=1) >= 0
    return shapely.linestrings(np.stack([starts, ends], axis=1)[facing]), places[facing]


def _routes(random: Random, shape: Shape, base: int) -> Iterator[Route]:
    """Routes past a shape: straight from one free place to another, or random ones of up to three legs."""
    for number in range(ROUTES):
        route = [_beside(random, shape, base)]
        for _ in range(number % 4):
            dx, dy = random.randint(-6_000, 6_000), random.randint(-6_000, 6_000)
            route.append(Point(route[-1].x + dx, route[-1].y + dy))
        yield route if route[1:] else [_free(random, shape, base), _free(random, shape, base)]


def _beside(random: Random, shape: Shape, base: int) -> Point:
    left, bottom, right, top = bounding_box(shape)
    far = 2 * base
    return Point(random.randint(left - far, right + far), random.randint(bottom - far, top + far))


def _free(random: Random, shape: Shape, base: int) -> Point:
    """A place where a base fits beside a shape."""
    places = (_beside(random, shape, base) for _ in range(1_000))
    return next(place for place in places if gap(place, shape) >= base)


def _differs(apart: float, limit: float, ours: bool, about: tuple[int, Route, str]) -> str:  # noqa: FBT001
    seed, route, what = about
    agreed = ours == (apart < limit) or abs(apart - limit) < EXACT
    return "" if agreed else f"{seed}: {route} {what}: {ours}, {apart} from it"


def differences(question: Question, count: int, first: int = 0) -> list[str]:
    """Compare a question for `count` seeds; list the differences."""
    asked = (answer for seed in range(first, sys.maxsize) for answer in question(seed))
    return [answer for answer in islice(asked, count) if answer]


def main() -> int:
    """Compare all questions, print how often they differ, and return 1 if any does."""
    count = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    total = 0
    for question in (moves, prices, sights):
        begun = time.process_time()
        found = differences(question, count, first)
        total += len(found)
        spent = time.process_time() - begun
        lines = (f"    {line[:1_000]}\n" for line in found[:20])
        sys.stdout.write(f"{question.__name__:8}{count:>9,} asked, {len(found)} differ, {spent:.0f} s\n")
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())

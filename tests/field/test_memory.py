"""A million queries leave nothing behind: the field keeps no caches.

The million itself is counted by the benchmark; here a thousand must not leave what one query would.
"""

import gc
import tracemalloc

from field.facts import sight_facts
from field.scenes import random_table

from edencli.field.ground import Ground, SlowGround
from edencli.field.planner import plan_contact, plan_route
from edencli.field.routes import geometry_of, judge_route, price_route
from edencli.field.shapes import Disc, Point
from edencli.field.sight import find_sight_line
from edencli.field.templates import best_blast, make_trapezoid

LEFT = 9_216
"""Bytes; one kept answer in ten would be more."""


def ask_everything(seed: int) -> None:
    """Ask questions that were never asked before."""
    table, fighters, pieces = TABLE
    mover = Disc(x=1_500 + 97 * (seed % 500), y=1_500 + 57 * seed % 50_000, r=1_500)
    goal = Point(mover.x + 3_000 + seed % 7, mover.y + 2_500)
    target, *others = fighters
    sight_facts(mover, target, [*others, *pieces])
    find_sight_line(mover, target, [*others, *pieces])
    judge_route((mover.centre, goal), mover.r, table=table, blockers=pieces, watched=fighters)
    slow = (SlowGround(shape=pieces[seed % 12], rate=2),)
    price_route((mover.centre, goal), mover.r, slow)
    plan_route(Ground(table=table, blockers=(*fighters, *pieces)), mover, goal, 10_000)
    plan_contact(Ground(table=table, blockers=(*others, *pieces)), mover, target, 10_000)
    best_blast(FLAME, mover, target, fighters)


TABLE = random_table(1)
FLAME = make_trapezoid(10_000, 1_000, 4_000)


def test_a_thousand_queries_leave_nothing_behind() -> None:
    for seed in range(30):
        ask_everything(seed)
    gc.collect()
    tracemalloc.start()
    try:
        ask_everything(100)
        geometry_of.cache_clear()  # it is bounded, and holds what was asked last
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for seed in range(101, 213):
            ask_everything(seed)
        geometry_of.cache_clear()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert after - before < LEFT

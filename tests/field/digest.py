"""A digest of many answers of the field, exact to the last bit: `python tests/field/digest.py` prints it.

Needs only the package itself, so that it runs with any Python.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from field.facts import sight_facts  # noqa: E402
from field.scenes import random_sight, random_table  # noqa: E402  # after the path was set

from edencli.field.cheapest_path import contact_places  # noqa: E402
from edencli.field.corridor import corridor_outline  # noqa: E402
from edencli.field.distance import gap, nearest_foot  # noqa: E402
from edencli.field.ground import Ground, SlowGround  # noqa: E402
from edencli.field.planner import plan_contact, plan_route  # noqa: E402
from edencli.field.routes import affordable_route, judge_route, price_route  # noqa: E402
from edencli.field.shapes import Point, Shape  # noqa: E402
from edencli.field.sight import find_sight_line  # noqa: E402
from edencli.field.templates import best_blast, make_trapezoid  # noqa: E402
from edencli.field.units import angle, unit_vector, unit_vector_degrees  # noqa: E402
from edencli.record import Record  # noqa: E402

FLAME = make_trapezoid(10_000, 1_000, 4_000)


def digest() -> dict[str, str]:
    """Digest all answers, subject by subject."""
    subjects: tuple[Callable[[], Iterator[object]], ...] = (angles, tables, sights, routes, plans, placements)
    return {subject.__name__: _hashed(subject()) for subject in subjects}


def angles() -> Iterator[object]:
    for number in range(1_000):
        yield (
            angle(number - 500.5, 3.25 * number - 777),
            unit_vector(number / 7),
            unit_vector_degrees(number / 3),
        )


def tables() -> Iterator[object]:
    for seed in range(40):
        _, fighters, pieces = random_table(seed)
        shapes = [*fighters, *pieces]
        yield [gap(first, second) for first in shapes for second in shapes]
        yield list(pieces)


def sights() -> Iterator[object]:
    for seed in range(600):
        viewer, target, elements = random_sight(seed)
        yield sight_facts(viewer, target, elements), find_sight_line(viewer, target, elements)
        yield corridor_outline(viewer, target)


def routes() -> Iterator[object]:
    for seed in range(40):
        table, (mover, *others), pieces = random_table(seed)
        slow = [SlowGround(shape=piece, rate=2 + number % 2) for number, piece in enumerate(pieces)]
        for goal in others:
            route = mover.centre, Point((mover.x + goal.x) // 2, goal.y), goal.centre
            yield judge_route(route, 1_500, table=table, blockers=pieces, watched=others, markers=others)
            for base in (1_500, 0):
                yield price_route(route, base, slow), affordable_route(route, base, 10_000, slow)


def plans() -> Iterator[object]:
    for seed in range(12):
        table, (mover, target, *others), pieces = random_table(seed)
        crowd: tuple[Shape, ...] = (*others, *pieces[2:])
        slow = tuple(SlowGround(shape=piece, rate=2) for piece in pieces[:2])
        yield plan_route(Ground(table=table, blockers=(*crowd, target)), mover, Point(30_000, 30_000))
        yield plan_contact(Ground(table=table, blockers=crowd), mover, target)
        yield plan_contact(Ground(table=table, blockers=crowd, slow=slow), mover, target, 20_000)


def placements() -> Iterator[object]:
    for seed in range(12):
        table, (user, nearest, *others), pieces = random_table(seed)
        yield best_blast(FLAME, user, user.moved_to((user.x + 6_000, user.y + 1_000)), [nearest, *others])
        yield contact_places(Ground(table=table, blockers=tuple(others)), user, pieces[0])
        yield [nearest_foot(piece, 1_500, user.centre) for piece in pieces]


def _hashed(answers: Iterable[object]) -> str:
    text = "\n".join(json.dumps(_written(answer)) for answer in answers)
    return sha256(text.encode()).hexdigest()[:16]


def _written(answer: object) -> object:
    """A text of an answer that shows every bit of every number."""
    match answer:
        case float():
            return answer.hex()
        case Enum():
            return answer.value
        case list() | tuple():
            return [_written(part) for part in answer]
        case Record():
            return [_written(part) for part in answer.as_dict().values()]
        case _ if is_dataclass(answer):
            return [_written(getattr(answer, field.name)) for field in fields(answer) if field.compare]
    return answer


if __name__ == "__main__":
    json.dump(digest(), sys.stdout, indent=4)

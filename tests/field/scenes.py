"""Random tables, the same for the same seed: fighters and pieces of scenery that keep off each other."""

from collections.abc import Callable
from random import Random

from edencli.field.angle import heading
from edencli.field.distance import gap
from edencli.field.ground import Table
from edencli.field.shapes import Disc, Point, Polygon, Shape, outline

SPACING = 1_000


def rectangle(left: int, bottom: int, right: int, top: int) -> Polygon:
    return outline(((left, bottom), (right, bottom), (right, top), (left, top)))


def random_table(
    seed: int, fighters: int = 14, pieces: int = 12, size: int = 60_000
) -> tuple[Table, list[Disc], list[Shape]]:
    """A table with fighters (30 and 40 mm) and pieces: walls, L walls, hexagons and discs in turn."""
    random = Random(seed)  # noqa: S311  # tables, not secrets
    table = Table(width=size, depth=size)
    scenery: list[Shape] = []
    for number in range(pieces):
        make = (_wall, _ell, _hexagon, _wall, _ell, _round)[number % 6]
        scenery.append(_placed(random, table, make, scenery, SPACING))
    bases: list[Disc] = []
    for _ in range(fighters):
        bases.append(_placed(random, table, _base, [*scenery, *bases], 0))
    return table, bases, scenery


def _placed(
    random: Random, table: Table, make: Callable[[Random, Point], Shape], others: list[Shape], spacing: int
) -> Shape:
    for _ in range(10_000):
        shape = make(random, Point(random.randrange(table.width), random.randrange(table.depth)))
        if table.holds(shape) and all(gap(shape, other) >= spacing for other in others):
            return shape
    raise ValueError("the table is full")


def _wall(random: Random, at: Point) -> Polygon:
    width, height = random.randint(800, 3_000), random.randint(3_000, 8_000)
    return rectangle(at.x, at.y, at.x + width, at.y + height).turned(random.choice((0, 0, 30, 45, 71, 118.5)))


def _ell(random: Random, at: Point) -> Polygon:
    long, short, thick = (
        random.randint(4_000, 7_000),
        random.randint(3_000, 5_000),
        random.randint(800, 1_500),
    )
    corners = ((0, 0), (long, 0), (long, thick), (thick, thick), (thick, short), (0, short))
    return outline((at.x + x, at.y + y) for x, y in corners).turned(random.choice((0, 90, 200, 333.3)))


def _hexagon(random: Random, at: Point) -> Polygon:
    far, first = random.randint(1_500, 3_000), random.randint(0, 59)
    ways = [heading(first + 60 * number) for number in range(6)]
    return outline((at.x + far * dx, at.y + far * dy) for dx, dy in ways)


def _round(random: Random, at: Point) -> Disc:
    return Disc(x=at.x, y=at.y, r=random.randint(800, 3_000))


def _base(random: Random, at: Point) -> Disc:
    return Disc(x=at.x, y=at.y, r=random.choice((1_500, 1_500, 2_000)))


def random_sight(seed: int) -> tuple[Disc, Shape, list[Shape]]:
    """A viewer, a target (base, point or house) apart from him, and a few elements mostly between them."""
    random = Random(seed)  # noqa: S311  # tables, not secrets
    viewer = Disc(x=30_000, y=30_000, r=random.choice((1_500, 2_000)))
    far, (dx, dy) = random.choice((4_500, 8_000, 16_000, 25_000)), heading(random.uniform(0, 360))
    at = Point(round(viewer.x + far * dx), round(viewer.y + far * dy))
    target = random.choice((_base, _base, _base, _point, _wall))(random, at)
    if gap(viewer, target) < 0:
        return random_sight(seed + 1_000_003)
    return viewer, target, [_between(random, viewer, at) for _ in range(random.randint(1, 3))]


def _between(random: Random, viewer: Disc, at: Point) -> Shape:
    part = random.uniform(-0.1, 1.1)
    x = viewer.x + part * (at.x - viewer.x) + random.gauss(0, 2_000)
    y = viewer.y + part * (at.y - viewer.y) + random.gauss(0, 2_000)
    make = random.choice((_base, _base, _round, _wall, _ell, _horseshoe))
    shape = make(random, Point(round(x), round(y)))
    if isinstance(shape, Polygon):
        return shape.moved(round(x - shape.circle[0]), round(y - shape.circle[1]))
    return shape


def _point(_: Random, at: Point) -> Point:
    return at


def _horseshoe(random: Random, at: Point) -> Polygon:
    wide, deep, thick = random.randint(5_500, 9_000), random.randint(3_500, 7_000), random.randint(300, 1_500)
    left = random.randint(thick + 100, thick + 1_500)
    right = random.randint(left + 300, wide - thick - 100)
    corners = (
        (0, 0),
        (wide, 0),
        (wide, deep),
        (right, deep),
        (right, deep - thick),
        (wide - thick, deep - thick),
    )
    inner = (
        (wide - thick, thick),
        (thick, thick),
        (thick, deep - thick),
        (left, deep - thick),
        (left, deep),
        (0, deep),
    )
    return outline((at.x + x, at.y + y) for x, y in (*corners, *inner)).turned(random.uniform(0, 360))

"""Random shapes and tables, equal for equal seeds.

`random_table` has the scenery of an ordinary table. `any_shape` has anything a scenery file may hold: letters
and combs (whose convex pieces meet in flat corners), stars, blobs and scribbles, of up to 100 corners.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from edencli.field.distance import crossing, gap
from edencli.field.ground import Table
from edencli.field.shapes import Disc, Point, Polygon, Shape, ShapeError, edges_of, make_polygon
from edencli.field.units import unit_vector_degrees

Make = Callable[[Random, Point], Shape]
SPACING = 1_000
MOST_CORNERS = 100
"""The most corners that the schema of scenery allows."""

LETTERS = {
    "L": ((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)),
    "T": ((1, 0), (2, 0), (2, 2), (3, 2), (3, 3), (0, 3), (0, 2), (1, 2)),
    "U": ((0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)),
    "Z": ((0, 0), (2, 0), (2, 2), (3, 2), (3, 3), (1, 3), (1, 1), (0, 1)),
    "steps": ((0, 0), (3, 0), (3, 3), (2, 3), (2, 2), (1, 2), (1, 1), (0, 1)),
    "F": ((0, 0), (1, 0), (1, 2), (3, 2), (3, 3), (1, 3), (1, 4), (3, 4), (3, 5), (0, 5)),
    "H": ((0, 0), (1, 0), (1, 1), (2, 1), (2, 0), (3, 0), (3, 3), (2, 3), (2, 2), (1, 2), (1, 3), (0, 3)),
    "E": ((0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (3, 2), (3, 3), (1, 3), (1, 4), (3, 4), (3, 5), (0, 5)),
    "+": ((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)),
}
"""The corners of letters on a grid whose lines are placed at random."""


def rectangle(left: int, bottom: int, right: int, top: int) -> Polygon:
    return make_polygon(((left, bottom), (right, bottom), (right, top), (left, top)))


def turned(shape: Polygon, degrees: float) -> Polygon:
    """Turn a polygon around the middle of its extent."""
    cos, sin = unit_vector_degrees(degrees)
    mx, my, _ = shape.bounding_circle
    arms = [(x - mx, y - my) for x, y in shape.corners]
    return make_polygon((mx + x * cos - y * sin, my + x * sin + y * cos) for x, y in arms)


def random_table(
    seed: int, fighters: int = 14, pieces: int = 12, size: int = 60_000
) -> tuple[Table, list[Disc], list[Shape]]:
    """A table with fighters (30 and 40 mm) and pieces: walls, L walls, hexagons and discs in turn."""
    random = Random(seed)  # noqa: S311  # nothing secret
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
        if table.contains(shape) and all(gap(shape, other) >= spacing for other in others):
            return shape
    raise ValueError("the table is full")


def _wall(random: Random, at: Point) -> Polygon:
    width, height = random.randint(800, 3_000), random.randint(3_000, 8_000)
    wall = rectangle(at.x, at.y, at.x + width, at.y + height)
    return turned(wall, random.choice((0, 0, 30, 45, 71, 118.5)))


def _ell(random: Random, at: Point) -> Polygon:
    long, short, thick = (
        random.randint(4_000, 7_000),
        random.randint(3_000, 5_000),
        random.randint(800, 1_500),
    )
    corners = ((0, 0), (long, 0), (long, thick), (thick, thick), (thick, short), (0, short))
    ell = make_polygon((at.x + x, at.y + y) for x, y in corners)
    return turned(ell, random.choice((0, 90, 200, 333.3)))


def _hexagon(random: Random, at: Point) -> Polygon:
    far, first = random.randint(1_500, 3_000), random.randint(0, 59)
    ways = [unit_vector_degrees(first + 60 * number) for number in range(6)]
    return make_polygon((at.x + far * dx, at.y + far * dy) for dx, dy in ways)


def _round(random: Random, at: Point) -> Disc:
    return Disc(x=at.x, y=at.y, r=random.randint(800, 3_000))


def _base(random: Random, at: Point) -> Disc:
    return Disc(x=at.x, y=at.y, r=random.choice((1_500, 1_500, 2_000)))


def random_sight(seed: int) -> tuple[Disc, Shape, list[Shape]]:
    """A viewer, a target (base, point or house) apart from it, and a few elements mostly between them."""
    return _sight(seed, (_base, _base, _round, _wall, _ell, _horseshoe), _wall)


def any_sight(seed: int) -> tuple[Disc, Shape, list[Shape]]:
    """A viewer, a target and elements, with any shapes as elements and as houses."""
    return _sight(seed, (_base, any_shape, any_shape, any_shape), any_shape)


def _sight(seed: int, makes: Sequence[Make], house: Make) -> tuple[Disc, Shape, list[Shape]]:
    random = Random(seed)  # noqa: S311  # nothing secret
    viewer = Disc(x=30_000, y=30_000, r=random.choice((1_500, 2_000)))
    far, (dx, dy) = random.choice((4_500, 8_000, 16_000, 25_000)), unit_vector_degrees(random.uniform(0, 360))
    at = Point(round(viewer.x + far * dx), round(viewer.y + far * dy))
    target = random.choice((_base, _base, _base, _point, house))(random, at)
    if gap(viewer, target) < 0:
        return _sight(seed + 1_000_003, makes, house)
    return viewer, target, [_between(random, viewer, at, makes) for _ in range(random.randint(1, 3))]


def _between(random: Random, viewer: Disc, at: Point, makes: Sequence[Make]) -> Shape:
    part = random.uniform(-0.1, 1.1)
    x = viewer.x + part * (at.x - viewer.x) + random.gauss(0, 2_000)
    y = viewer.y + part * (at.y - viewer.y) + random.gauss(0, 2_000)
    shape = random.choice(makes)(random, Point(round(x), round(y)))
    if isinstance(shape, Polygon):
        return shape.moved(round(x - shape.bounding_circle[0]), round(y - shape.bounding_circle[1]))
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
    shoe = make_polygon((at.x + x, at.y + y) for x, y in (*corners, *inner))
    return turned(shoe, random.uniform(0, 360))


def any_shape(random: Random, at: Point) -> Shape:
    """Any piece of scenery that a file may hold, with its middle at a place."""
    make = random.choice((_letter, _letter, _comb, _star, _blob, _scribble, _wall, _round))
    shape = make(random, at)
    if not isinstance(shape, Polygon):
        return shape
    shape = shape.turned(random.choice((0, 0, 90, 45, random.uniform(0, 360))))
    return shape.moved(round(at.x - shape.bounding_circle[0]), round(at.y - shape.bounding_circle[1]))


def wild_table(seed: int, fighters: int = 14, pieces: int = 12) -> tuple[Table, list[Disc], list[Shape]]:
    """A table like `random_table`'s, with any shapes on it."""
    random = Random(seed)  # noqa: S311  # nothing secret
    table = Table(width=90_000, depth=90_000)
    scenery: list[Shape] = []
    for _ in range(pieces):
        scenery.append(_placed(random, table, any_shape, scenery, SPACING))
    bases: list[Disc] = []
    for _ in range(fighters):
        bases.append(_placed(random, table, _base, [*scenery, *bases], 0))
    return table, bases, scenery


def _letter(random: Random, _: Point) -> Polygon:
    corners = random.choice(list(LETTERS.values()))
    thick, wide = random.randint(300, 1_500), random.randint(300, 5_000)
    xs, ys = ([_grown(random, thick, wide, line) for line in range(6)] for _ in "xy")
    return make_polygon((_sums(xs, x), _sums(ys, y)) for x, y in corners)


def _grown(random: Random, thick: int, wide: int, line: int) -> int:
    """The distance to the next line of a letter's grid: a stroke, or the gap between strokes."""
    return random.randint(thick, 2 * thick) if line % 2 == 0 else random.randint(wide, 2 * wide)


def _sums(widths: list[int], lines: int) -> int:
    return sum(widths[:lines])


def _comb(random: Random, _: Point) -> Polygon:
    teeth = random.choice((2, 3, 5, 8, MOST_CORNERS // 4))
    back, deep = random.randint(300, 2_000), random.randint(500, 8_000)
    corners: list[tuple[int, int]] = []
    x = 0
    for _ in range(teeth):
        thick, free = random.randint(200, 1_000), random.randint(100, 4_000 if teeth < 10 else 500)
        corners += [(x, back), (x, back + deep), (x + thick, back + deep), (x + thick, back)]
        x += thick + free
    return make_polygon((*corners[1:-1], (corners[-1][0], 0), (0, 0)))


def _star(random: Random, at: Point) -> Polygon:
    spikes = random.choice((3, 4, 5, 8, MOST_CORNERS // 2))
    far, near = random.randint(2_000, 9_000), random.randint(500, 1_900)
    ways = [unit_vector_degrees(180 / spikes * number) for number in range(2 * spikes)]
    radii = [(far, near)[number % 2] for number in range(2 * spikes)]
    return make_polygon((at.x + r * dx, at.y + r * dy) for r, (dx, dy) in zip(radii, ways, strict=True))


def _blob(random: Random, at: Point) -> Polygon:
    corners = random.choice((3, 5, 8, 20, MOST_CORNERS))
    ways = [unit_vector_degrees(360 / corners * number) for number in range(corners)]
    return make_polygon(
        (at.x + r * dx, at.y + r * dy) for dx, dy in ways for r in (random.randint(1_500, 8_000),)
    )


def _scribble(random: Random, at: Point) -> Polygon:
    """Random corners in an order in which no edges cross."""
    wide, count = random.randint(3_000, 15_000), random.randint(4, 24)
    corners = [Point(at.x + random.randrange(wide), at.y + random.randrange(wide)) for _ in range(count)]
    while True:
        try:
            return Polygon(corners=tuple(corners))
        except ShapeError:
            if not _untangled(corners):
                return _scribble(random, at)


def _untangled(corners: list[Point]) -> bool:
    """Reverse the part between two edges that cross; tell whether there were any."""
    edges = edges_of(corners)
    for first, second in combinations(range(len(corners)), 2):
        apart = second - first > 1 and (first, second) != (0, len(corners) - 1)
        if apart and crossing(edges[first], edges[second]) is not None:
            corners[first + 1 : second + 1] = corners[second:first:-1]
            return True
    return False

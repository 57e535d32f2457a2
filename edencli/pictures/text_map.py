"""The text map: a table drawn in characters, a column for a centimetre if the field fits, a row for two.

Fighters are drawn over scenery, scenery over what an answer adds. Red stands in round brackets, blue in
square ones, and a base of 40 mm shows its letter twice where there is room, so that nothing depends on
colour. Bases too close for a letter each share a number; such numbers follow those of the scenery.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from itertools import pairwise
from math import sqrt
from typing import Final

from edencli.field.distance import gap_to_shape
from edencli.field.shapes import Point, Polygon, Shape, bounding_circle, hull
from edencli.field.units import PER_CM
from edencli.match.pieces import Side
from edencli.model.terms import SightBlocking
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import Paint
from edencli.pictures.scene import HEIGHT_KEYWORDS, WATER, Figure, Scene, SceneryItem

MAX_COLUMNS: Final = 70
"""The most columns for the field; ruler, frame and indentation take the rest of a terminal's 80."""
COLUMN_SCALES: Final = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
"""The centimetres that a column may stand for."""
FITTED_SCALES: Final = tuple(n / 4 for n in range(4, 41))
"""The centimetres that a column may stand for if the height of the picture is bounded."""
AROUND_ROWS: Final = 3
"""Lines of a picture besides the rows of the field: the frame, and the ruler below."""
AROUND_COLUMNS: Final = 6
"""Columns of a picture besides those of the field: the ruler at the left, and the frame."""
GRID_STEP: Final = 10 * PER_CM

SIGHT_SIGNS: Final = {SightBlocking.BLOCK: "#", SightBlocking.OBSTACLE: "%", SightBlocking.NONE: "~"}
WAVES: Final = "≈"
RAISED, BURNING, SERVES, HIDES = "▲", "^", "°", "◌"
"""Marks behind the sign of scenery or a fighter: raised, burning, serving fighters nearby, hidden."""
CORRIDOR: Final = "░"
TEMPLATE: Final = "▒"
WALKED: Final = "•"
ONE_MOVE, ALL_MOVES = "one-move", "all-moves"
NEAR, FAR = TEMPLATE, CORRIDOR
"""The signs of places within one Move, and within all Moves."""
CROSS: Final = "·"
BRACKETS: Final = {Side.RED: ("(", ")"), Side.BLUE: ("[", "]"), None: ("<", ">")}
LARGE_RADIUS: Final = 2_000
"""The radius from which a base counts as large."""


GridPlace = tuple[int, int]
"""A column and a row."""


class Cell(NamedTuple):
    """One character of the picture, and how it is painted."""

    sign: str
    style: str = ""


class MapRoom(NamedTuple):
    """The room for the field in a picture: its columns, and its rows if they are bounded."""

    columns: int = MAX_COLUMNS
    rows: int | None = None


DEFAULT_ROOM: Final = MapRoom()


class MapSign(NamedTuple):
    """A sign that stands for fighters: the letter of one, or a number that several share."""

    text: str
    figures: tuple[Figure, ...]
    cells: tuple[GridPlace, ...]


class _Canvas:
    """A grid of cells over the field, the northernmost row first."""

    def __init__(self, scene: Scene, room: MapRoom) -> None:
        self.step = column_scale(scene, room)
        self.scene = scene
        self.columns = -int(-scene.width // self.step)
        self.rows = -int(-scene.depth // (2 * self.step))
        self.cells = [[Cell(" ") for _ in range(self.columns)] for _ in range(self.rows)]
        self.signs = tuple(_figure_signs(self))
        cells = {cell for sign in self.signs for cell in sign.cells}
        self.taken = {(column + way, row) for column, row in cells for way in (-1, 0, 1)}

    def put(self, column: int, row: int, sign: str, style: str = "") -> None:
        """Write a sign into a cell; outside the field nothing is written."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.cells[row][column] = Cell(sign, style)

    def write(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write a text that begins in a column, moved if necessary so that all of it is on the field."""
        begin = max(0, min(column, self.columns - len(text)))
        for n, sign in enumerate(text):
            self.put(begin + n, row, sign, style)

    def free_cells(self, column: int, row: int, length: int, taken: Container[GridPlace]) -> list[GridPlace]:
        """The cells nearest to a place in which a text of some length covers no taken cell."""
        begin = max(0, min(column, self.columns - length))
        places = ((x, y) for y in range(self.rows) for x in range(self.columns - length + 1))

        def far(place: GridPlace) -> tuple[int, GridPlace]:
            dx, dy = place[0] - begin, 2 * (place[1] - row)
            return dx * dx + dy * dy, place

        wanted = [(begin + n, row) for n in range(length)]
        if not any(cell in taken for cell in wanted):
            return wanted
        free = (one for one in places if not any((one[0] + n, one[1]) in taken for n in range(length)))
        x, y = min(free, key=far, default=(begin, row))
        return [(x + n, y) for n in range(length)]

    def cell_at(self, place: tuple[float, float]) -> tuple[int, int]:
        """The column and row of a place on the field."""
        column = min(int(place[0] / self.step), self.columns - 1)
        return column, min(max(0, int((self.scene.depth - place[1]) / (2 * self.step))), self.rows - 1)

    def sample_points(self, column: int, row: int) -> Iterator[tuple[float, float]]:
        """Eight places spread over a cell."""
        for x in (0.25, 0.75):
            for y in (0.125, 0.375, 0.625, 0.875):
                yield (column + x) * self.step, self.scene.depth - (row + y) * 2 * self.step

    def covered_cells(self, shape: Shape, least: int) -> list[tuple[int, int]]:
        """The cells of which a shape covers at least that many eighths."""
        x, y, radius = bounding_circle(shape)
        left, top = self.cell_at((max(0.0, x - radius), y + radius))
        right, bottom = self.cell_at((x + radius, y - radius))
        return [
            (column, row)
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
            if sum(gap_to_shape(*place, shape) <= 0 for place in self.sample_points(column, row)) >= least
        ]


def column_scale(scene: Scene, room: MapRoom) -> float:
    """How much of the field a column stands for: as little as fits into the room."""
    width, depth = scene.width / PER_CM, scene.depth / PER_CM
    if room.rows is None:
        fitting = (step for step in COLUMN_SCALES if width / step <= min(room.columns, MAX_COLUMNS))
        return next(fitting, COLUMN_SCALES[-1]) * PER_CM
    in_both = (
        step for step in FITTED_SCALES if width / step <= room.columns and depth / step <= 2 * room.rows
    )
    return next(in_both, FITTED_SCALES[-1]) * PER_CM


def draw_text_map(
    scene: Scene, paint: Paint, north: str, south: str, room: MapRoom = DEFAULT_ROOM
) -> list[str]:
    """Draw a scene as lines of text, with the names of two sides of the field on the frame."""
    canvas = _Canvas(scene, room)
    for draw in (_draw_ground, _draw_overlay, _draw_items, _draw_route, _draw_flags, _draw_figures):
        draw(canvas)
    return _add_frame(canvas, paint, north, south)


def shared_signs(scene: Scene, room: MapRoom = DEFAULT_ROOM) -> list[MapSign]:
    """The numbers in a picture that stand for several fighters each."""
    return [sign for sign in _Canvas(scene, room).signs if len(sign.figures) > 1]


def _draw_ground(canvas: _Canvas) -> None:
    """Draw crosses every ten centimetres, and the line between the halves."""
    scene = canvas.scene
    for x in range(GRID_STEP, scene.width, GRID_STEP):
        for y in range(GRID_STEP, scene.depth, GRID_STEP):
            canvas.put(*canvas.cell_at((x, y)), CROSS, "faint")
    if not scene.zones:
        return
    column, row = canvas.cell_at((scene.width / 2, scene.depth / 2))
    if scene.zones[0].half in {"south", "north"}:
        for n in range(canvas.columns):
            canvas.put(n, row, "╌", "faint")
    else:
        for n in range(canvas.rows):
            canvas.put(column, n, "╎", "faint")


def _draw_overlay(canvas: _Canvas) -> None:
    """Draw a corridor, the places that can be reached, lines of sight, or a template."""
    overlay = canvas.scene.overlay
    if overlay.corridor:  # it bends round the bases; they are drawn over it
        for cell in canvas.covered_cells(Polygon(corners=hull(overlay.corridor)), 2):
            canvas.put(*cell, CORRIDOR, "warning")
    for name, sign in ((ALL_MOVES, FAR), (ONE_MOVE, NEAR)):
        for place in overlay.reached.get(name, ()):
            for column in _grid_columns(canvas, place, overlay.grain):
                canvas.put(column, canvas.cell_at(place)[1], sign, "warning")
    for ray in overlay.rays:
        for spot in _places_along(ray.ends, canvas.step / 2) if ray.clear else ():
            canvas.put(*canvas.cell_at(spot), WALKED, "warning")
    if overlay.template is not None:
        for cell in canvas.covered_cells(overlay.template, 3):
            canvas.put(*cell, TEMPLATE, "warning")


def _grid_columns(canvas: _Canvas, place: Point, grain: int) -> Iterator[int]:
    """The columns that a place covers which stands for a square of the grid."""
    first, _ = canvas.cell_at((place.x - grain / 2 + 1, place.y))
    last, _ = canvas.cell_at((place.x + grain / 2 - 1, place.y))
    yield from range(first, last + 1)


def _draw_items(canvas: _Canvas) -> None:
    """Draw scenery, what blocks sight over what does not, with its numbers."""
    order = {SightBlocking.NONE: 0, SightBlocking.OBSTACLE: 1, SightBlocking.BLOCK: 2}
    items = sorted(canvas.scene.scenery, key=lambda item: order[item.sight])
    inside = {item.sign: canvas.covered_cells(item.shape, 4) for item in items}
    for item in items:
        for cell in inside[item.sign]:
            canvas.put(*cell, WAVES if item.has_any(WATER) else SIGHT_SIGNS[item.sight])
    for item in items:
        column, row = _middle(canvas, item, inside[item.sign])
        canvas.write(column, row, f"{item.sign}{''.join(item_marks(item))}", "strong")


def item_marks(one: SceneryItem | Figure) -> Iterator[str]:
    """The marks behind a sign: scenery that is raised, burns or serves; a fighter that is raised or hides."""
    if isinstance(one, Figure):
        told = {RAISED: one.raised, HIDES: one.hidden}
    else:
        told = {RAISED: one.has_any(HEIGHT_KEYWORDS), BURNING: one.burn > 0, SERVES: one.field > 0}
    yield from (mark for mark, is_so in told.items() if is_so)


def _middle(canvas: _Canvas, item: SceneryItem, inside: list[tuple[int, int]]) -> tuple[int, int]:
    """The cell for a piece's number: the nearest to its middle, and under no fighter's sign if possible."""
    x, y, _ = bounding_circle(item.shape)
    centre = canvas.cell_at((x, y))

    def rank(cell: tuple[int, int]) -> tuple[bool, float, tuple[int, int]]:
        dx, dy = cell[0] - centre[0], 2 * (cell[1] - centre[1])
        return cell in canvas.taken, sqrt(dx * dx + dy * dy), cell

    return min(inside, key=rank, default=centre)


def _draw_route(canvas: _Canvas) -> None:
    """Draw the line along which a base's centre moves, and the base where it ends."""
    route, mover = canvas.scene.overlay.route, canvas.scene.overlay.mover
    for place in _places_along(route, canvas.step / 2):
        canvas.put(*canvas.cell_at(place), WALKED, "warning")
    if route and mover is not None:
        sign = next(figure.sign for figure in canvas.scene.figures if figure.base == mover)
        column, row = canvas.cell_at(route[-1])
        canvas.write(column - 1, row, f"{{{sign}}}", "warning")


def _places_along(route: tuple[Point, ...], step: float) -> Iterator[tuple[float, float]]:
    """Places along a route, at most one step apart."""
    for (x, y), (ex, ey) in pairwise(route):
        length = sqrt((ex - x) * (ex - x) + (ey - y) * (ey - y))
        parts = int(length / step) + 1
        yield from ((x + n * (ex - x) / parts, y + n * (ey - y) / parts) for n in range(parts + 1))


def _draw_flags(canvas: _Canvas) -> None:
    for flag in canvas.scene.tokens:
        cells = canvas.free_cells(*canvas.cell_at(flag.disc.centre), len(flag.sign), canvas.taken)
        for cell, sign in zip(cells, flag.sign, strict=True):
            canvas.put(*cell, sign, "strong")


def _draw_figures(canvas: _Canvas) -> None:
    """Draw the signs of fighters: all brackets before all letters, so that no letter is covered."""
    for sign in canvas.signs:
        (left, row), (right, _) = sign.cells[0], sign.cells[-1]
        first, last = sign.figures[0], sign.figures[-1]
        canvas.put(left - 1, row, BRACKETS[first.piece.side][0], _style(first))
        canvas.put(right + 1, row, BRACKETS[last.piece.side][1], _style(last))
        for n, mark in enumerate(item_marks(first) if first is last else (), right + 2):
            if (n, row) not in canvas.taken:
                canvas.put(n, row, mark, _style(first))
    for sign in canvas.signs:
        for cell, text in zip(sign.cells, sign.text, strict=True):
            canvas.put(*cell, text, _style(sign.figures[0]) if len(sign.figures) == 1 else "strong")


def _figure_signs(canvas: _Canvas) -> Iterator[MapSign]:
    """The sign of each fighter, in the middle of its base. Fighters in one cell share a number."""
    standing: dict[GridPlace, list[Figure]] = {}
    for figure in canvas.scene.figures:
        standing.setdefault(_sign_cells(canvas, figure, 1)[0], []).append(figure)
    taken = set(standing)
    alone = {cell: figures[0] for cell, figures in standing.items() if len(figures) == 1}
    for cell, figure in alone.items():
        cells = _sign_cells(canvas, figure, 2) if figure.base.r >= LARGE_RADIUS else [cell]
        if cell not in cells or taken.intersection(cells) - {cell}:
            cells = [cell]
        taken.update(cells)
        yield MapSign(figure.sign * len(cells), (figure,), tuple(cells))
    crowds = ((cell, figures) for cell, figures in standing.items() if len(figures) > 1)
    for number, (cell, figures) in enumerate(crowds, len(canvas.scene.scenery) + 1):
        text = str(number)
        cells = canvas.free_cells(*cell, len(text), taken - {cell})
        taken.update(cells)
        yield MapSign(text, tuple(sorted(figures, key=lambda one: one.base.x)), tuple(cells))


def _sign_cells(canvas: _Canvas, figure: Figure, length: int) -> list[GridPlace]:
    """The cells in the middle of a base, moved so that its brackets are on the field."""
    left = int(figure.base.x / canvas.step - length / 2 - 0.5)
    first, row = max(0, min(left, canvas.columns - length - 2)) + 1, canvas.cell_at(figure.base.centre)[1]
    return [(first + n, row) for n in range(length)]


def _style(figure: Figure) -> str:
    return {Side.RED: "error", Side.BLUE: "name", None: "strong"}[figure.piece.side]


def _add_frame(canvas: _Canvas, paint: Paint, north: str, south: str) -> list[str]:
    """Put a frame and rulers round a canvas."""
    lines = [f"    ┌{f' {north} ':─^{canvas.columns}}┐"]
    for number, row in enumerate(canvas.cells):
        lines.append(f"{_height(canvas, number):>3} │{_paint_row(row, paint)}│")
    lines.append(f"    └{f' {south} ':─^{canvas.columns}}┘")
    return [*lines, _ruler(canvas).rstrip()]


def _height(canvas: _Canvas, number: int) -> str:
    """The label of a row at the left ruler: the multiple of ten that lies in it, or empty."""
    top = canvas.scene.depth - 2 * number * canvas.step
    rule = int(top // GRID_STEP) * GRID_STEP
    return str(rule // PER_CM) if rule > max(0.0, top - 2 * canvas.step) else ""


def _ruler(canvas: _Canvas) -> str:
    """The ruler below: each number begins in the column of its centimetre."""
    line = [" "] * (canvas.columns + 3)
    for x in range(0, canvas.scene.width, GRID_STEP):
        begin = int(x / canvas.step)
        line[begin : begin + 3] = f"{x // PER_CM:<3}"
    return "     " + "".join(line)


def _paint_row(row: list[Cell], paint: Paint) -> str:
    """Paint a row of cells; neighbours of one style are painted together."""
    dress: Mapping[str, Callable[[str], str]] = {
        "": str,
        "faint": paint.faint,
        "strong": paint.strong,
        "name": paint.name,
        "warning": paint.warning,
        "error": paint.error,
    }
    parts: list[list[str]] = []
    for cell in row:
        if parts and parts[-1][0] == cell.style:
            parts[-1][1] += cell.sign
        else:
            parts.append([cell.style, cell.sign])
    return "".join(dress[style](text) for style, text in parts)

"""A table drawn as SVG: a centimetre on the field is a centimetre on paper, north is up; with a key below.

Sides differ in more than colour (red is filled, blue is a ring, no side is dashed), scenery by its pattern.
Colour-blind readers can tell the colours apart. All text from files is escaped; there is no script.
"""

import textwrap
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from edencli.field.distance import gap_to_shape
from edencli.field.shapes import Disc, Point, Shape, bounding_box
from edencli.field.units import PER_CM
from edencli.files.writing import PAGE_MARKS
from edencli.lang import Words, clean
from edencli.match.pieces import Piece, Side
from edencli.model.terms import Deployment, SightBlocking
from edencli.named_tuple import NamedTuple
from edencli.pictures.scene import DANGER_KEYWORDS, HEIGHT_KEYWORDS, WATER, Figure, Scene, SceneryItem, Zone
from edencli.pictures.svg_elements import (
    AREA,
    CUT,
    CUT_OFF,
    DANGER,
    DASHED,
    EXTRA,
    FIRE,
    HEIGHT_STYLE,
    HIDES,
    IN_RANGE,
    INK,
    KEY_HEIGHT,
    LETTER,
    MINUS_ONE,
    NAME_HEIGHT,
    RAISED_SIGN,
    REACH_STYLE,
    SIDE_COLOURS,
    SIGHT_PATTERNS,
    SPENT,
    WAY,
    Box,
    Label,
    LabelPlacer,
    Plane,
    draw_cross,
    draw_key,
    draw_names,
    key_columns,
    key_samples,
    names_per_row,
    svg_element,
    svg_patterns,
    svg_text,
    text_width,
)
from edencli.pictures.svg_standings import draw_standing

PAPER_MARGIN: Final = 2.2
"""Paper around the field, in centimetres, for its rulers."""
FONT: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
GRID_STEP: Final = 10 * PER_CM
LINE: Final = NAME_HEIGHT * 1.3
NAME_COLOUR: Final = "#3d382f"
RING_WIDTH: Final = 0.31
"""How far a ring round a base reaches beyond it, in centimetres."""
ROUND_OFF: Final = {"stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}
SPOT_GRID: Final = 12
"""How many parts the width and the depth of a shape are divided into to find the spot for its name."""


def draw_svg(scene: Scene, words: Words, title: str) -> str:
    """Draw a scene as a whole SVG file, as wide as its paper unless the window is narrower."""
    width, depth = scene.width / PER_CM, scene.depth / PER_CM
    key, plane = key_samples(scene), Plane(scene.depth)
    placed, unplaced = place_names(scene, plane)
    below = depth + PAPER_MARGIN + -(-len(key) // key_columns(width)) * KEY_HEIGHT
    names = -(-len(unplaced) // names_per_row(unplaced, width)) * NAME_HEIGHT * 1.4 if unplaced else 0.0
    caption = textwrap.wrap(scene.overlay.caption, int(width / (NAME_HEIGHT * LETTER)))
    top = PAPER_MARGIN + NAME_HEIGHT * 1.8 + len(caption) * LINE
    paper = width + 2 * PAPER_MARGIN, top + below + names + PAPER_MARGIN / 2
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{PAGE_MARKS["svg"]}\n' + svg_element(
        "svg",
        (
            svg_element("title", _title_content(title)),
            svg_patterns(),
            svg_element("clipPath", (svg_element("rect", width=width, height=depth),), id="table"),
            svg_element("rect", x=-PAPER_MARGIN, y=-top, width=paper[0], height=paper[1], fill="#ffffff"),
            svg_text(
                title,
                x=0,
                y=-PAPER_MARGIN - len(caption) * LINE,
                font_size=NAME_HEIGHT * 1.5,
                font_weight="bold",
            ),
            *(svg_text(line, x=0, y=-PAPER_MARGIN - n * LINE) for n, line in enumerate(reversed(caption))),
            *draw_field(scene, plane, words),
            *_draw_table(scene, plane),
            *(draw_label(one) for one in placed),
            *draw_key(key, words, width, depth + PAPER_MARGIN),
            *draw_names(unplaced, width, below),
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=f"{paper[0]:g}cm",
        height=f"{paper[1]:g}cm",
        style="max-width:100%;height:auto;color-scheme:only light",
        viewBox=f"{-PAPER_MARGIN:g} {-top:g} {paper[0]:g} {paper[1]:g}",
        role="img",
        font_family=FONT,
        font_size=NAME_HEIGHT,
        fill=INK,
    )


def _title_content(title: str) -> str:
    """A title as the escaped content of an element."""
    return svg_text(title).removeprefix("<text>").removesuffix("</text>\n")


def draw_field(scene: Scene, plane: Plane, words: Words) -> Iterator[str]:
    """Draw the field itself: zones, a grid of ten centimetres, rulers, the names of two edges."""
    width, depth = scene.width / PER_CM, scene.depth / PER_CM
    yield svg_element("rect", width=width, height=depth, fill="#fdfdfb")
    yield from draw_zones(scene)
    thin = {"stroke": "#c9c9c9", "stroke_width": 0.04}
    for at in range(0, scene.width + 1, GRID_STEP):
        x = plane.x(at)
        yield svg_element("line", x1=x, y1=0, x2=x, y2=depth, **thin)
        yield svg_text(f"{at // PER_CM}", x=x, y=depth + 1, font_size=0.75, text_anchor="middle")
    for at in range(0, scene.depth + 1, GRID_STEP):
        y = plane.y(at)
        yield svg_element("line", x1=0, y1=y, x2=width, y2=y, **thin)
        yield svg_text(f"{at // PER_CM}", x=-0.3, y=y + 0.27, font_size=0.75, text_anchor="end")
    yield svg_element("rect", width=width, height=depth, fill="none", stroke=INK, stroke_width=0.12)
    for name, y in (("north", -0.4), ("south", depth + 1)):
        x = width // 20 * 10 + 5  # between two numbers of the ruler
        yield svg_text(words.say(AREA, name), x=x, y=y, font_size=0.75, text_anchor="middle")


def draw_zones(scene: Scene) -> Iterator[str]:
    """Draw where the sides deploy, and the line between the halves, if they are known."""
    for zone in scene.zones:
        yield _draw_zone(scene, zone)
    width, depth = scene.width / PER_CM, scene.depth / PER_CM
    if scene.zones:
        ends = {"x1": 0.0, "y1": depth / 2, "x2": width, "y2": depth / 2}
        if scene.zones[0].half in {"west", "east"}:
            ends = {"x1": width / 2, "y1": 0.0, "x2": width / 2, "y2": depth}
        yield svg_element("line", **ends, stroke=INK, stroke_width=0.06, stroke_dasharray="0.8 0.4")


def _draw_zone(scene: Scene, zone: Zone) -> str:
    """Draw where a side deploys: beyond a line, or in its half without a disc round the centre."""
    width, depth, least = scene.width / PER_CM, scene.depth / PER_CM, float(zone.least)
    across, along = (depth, width) if zone.half in {"south", "north"} else (width, depth)
    far = across / 2 if zone.kind is Deployment.AMBUSH else across / 2 - least
    outline = f"M0,0H{along:g}V{far:g}"
    if zone.kind is Deployment.AMBUSH:
        outline += f"H{along / 2 + least:g}A{least:g},{least:g},0,0,0,{along / 2 - least:g},{far:g}"
    turned = {
        "north": None,
        "south": f"translate(0 {depth:g}) scale(1 -1)",
        "west": "matrix(0 1 1 0 0 0)",
        "east": f"matrix(0 1 -1 0 {width:g} 0)",
    }
    colour = SIDE_COLOURS[zone.side]
    return svg_element(
        "path",
        d=f"{outline}H0Z",
        transform=turned[zone.half],
        fill=colour,
        fill_opacity=0.07,
        stroke=colour,
        stroke_width=0.08,
        stroke_dasharray="0.25 0.25",
    )


def _draw_table(scene: Scene, plane: Plane) -> Iterator[str]:
    """Draw everything on the field but names, from the ground up."""
    yield from draw_scenery(scene, plane)
    yield from draw_ground_overlay(scene, plane)
    yield from draw_route(scene, plane)
    yield from draw_tokens(scene, plane)
    for figure in scene.figures:
        yield from draw_figure(scene, plane, figure)
    for standing in scene.standings:
        yield from draw_standing(plane, standing)
    yield from draw_marks(scene, plane)


def draw_scenery(scene: Scene, plane: Plane) -> Iterator[str]:
    """Draw all scenery, what does not affect sight lowest, over the areas that beacons and idols serve."""
    for item in scene.scenery:
        if item.field:
            yield _draw_item_field(plane, item)
    for item in sorted(scene.scenery, key=lambda item: item.sight is not SightBlocking.NONE):
        yield from _draw_item(scene, plane, item)


def draw_tokens(scene: Scene, plane: Plane) -> Iterator[str]:
    """Draw the markers on the field."""
    for flag in scene.tokens:
        yield plane.shape(flag.disc, fill="#ffffff", stroke=INK, stroke_width=0.1)
        yield _draw_star(plane, flag.disc.centre, flag.disc.r / PER_CM)


def draw_marks(scene: Scene, plane: Plane) -> Iterator[str]:
    """Cross out what blocks a line of sight."""
    blocks = scene.overlay.blocks
    for figure in scene.figures:
        if figure.piece in blocks:
            arm = figure.base.r / PER_CM * 1.15
            yield draw_cross(_box_around(plane.x(figure.base.x), plane.y(figure.base.y), arm), gap=0.55)
    for item in scene.scenery:
        if item.name in blocks:
            box = _box(plane, item.shape)
            arm = max(0.8, min(2.5, (box.right - box.left) / 2, (box.bottom - box.top) / 2))
            x, y = _label_spot(item.shape, arm * PER_CM)
            yield draw_cross(_box_around(plane.x(x), plane.y(y), arm))


def _box_around(x: float, y: float, arm: float) -> Box:
    """A square box round a place."""
    return Box(x - arm, y - arm, x + arm, y + arm)


def _shapes(scene: Scene, named: frozenset[Piece | str]) -> list[Shape]:
    """The outlines of the scenery and the bases of the fighters that are named."""
    items = [item.shape for item in scene.scenery if item.name in named]
    return [*items, *(figure.base for figure in scene.figures if figure.piece in named)]


def _draw_item_field(plane: Plane, item: SceneryItem) -> str:
    """Draw the part of the table that the field of a beacon or an idol reaches."""
    on_field = {"clip_path": "url(#table)"}
    if isinstance(item.shape, Disc):
        wide = Disc(x=item.shape.x, y=item.shape.y, r=item.shape.r + item.field * PER_CM)
        return plane.shape(
            wide, fill=REACH_STYLE["fill"], fill_opacity=REACH_STYLE["fill_opacity"], **on_field
        )
    shade = {
        "stroke": REACH_STYLE["fill"],
        "stroke_opacity": REACH_STYLE["fill_opacity"],
        "stroke_linejoin": "round",
    }
    return plane.shape(item.shape, fill="none", stroke_width=2 * item.field, **shade, **on_field)


def _draw_item(scene: Scene, plane: Plane, item: SceneryItem) -> Iterator[str]:
    """Draw a piece of scenery: its pattern, waves if slow, a broken outline if crossable, red if it burns.

    Keywords show as water, as a thick rim for a height, and as dots for a danger.
    """
    counts = item.name in scene.overlay.counts
    rim = {
        "stroke": INK if counts else "#6b6458",
        "stroke_width": 0.3 if counts else 0.12,
        "stroke_dasharray": "0.5 0.3" if item.crossable else None,
        "stroke_linejoin": "round",
    }
    pattern = "water" if item.has_any(WATER) else SIGHT_PATTERNS[item.sight]
    yield plane.shape(
        item.shape, fill=f"url(#{pattern})", **(HEIGHT_STYLE if item.has_any(HEIGHT_KEYWORDS) else rim)
    )
    if item.destroyed:
        yield plane.shape(item.shape, fill="url(#ruin)")
    if item.slow:
        yield plane.shape(item.shape, fill="url(#slow)")
    if item.has_any(DANGER_KEYWORDS):
        yield plane.shape(item.shape, **DANGER)
    if item.burn:
        yield plane.shape(item.shape, **FIRE)


def draw_ground_overlay(scene: Scene, plane: Plane) -> Iterator[str]:
    """Draw what an answer shows on the ground: a corridor, a template, all that can be reached."""
    overlay = scene.overlay
    rim = {"fill": EXTRA, "fill_opacity": 0.28, "stroke": "#8a5f00", "stroke_width": 0.09}
    if overlay.in_range is not None:
        yield plane.shape(overlay.in_range, **IN_RANGE, clip_path="url(#table)")
    if overlay.corridor:
        yield svg_element(
            "polygon", points=plane.points(overlay.corridor), **(CUT_OFF if overlay.is_cut else rim)
        )
    for fill, places in ((WAY, overlay.reached.get("one-move")), (EXTRA, overlay.reached.get("all-moves"))):
        grain = overlay.grain / PER_CM
        for place in places or ():
            x, y = plane.x(place.x) - grain / 2, plane.y(place.y) - grain / 2
            yield svg_element("rect", x=x, y=y, width=grain, height=grain, fill=fill, fill_opacity=0.4)
    for ray in overlay.rays:
        how = {} if ray.clear else DASHED
        yield _line(plane, ray.ends, stroke=WAY if ray.clear else CUT, stroke_width=0.18, **how)
    if overlay.template is not None:
        yield plane.shape(overlay.template, **rim)


def _line(plane: Plane, route: tuple[Point, ...], **attributes: object) -> str:
    return svg_element("polyline", points=plane.points(route), **ROUND_OFF, **attributes)


def draw_route(scene: Scene, plane: Plane) -> Iterator[str]:
    """Draw a route: the strip that its base covers, the centre's line, the bends, the base at the end."""
    overlay = scene.overlay
    if len(overlay.route) > 1 and overlay.mover is not None:
        way = svg_element("polyline", points=plane.points(overlay.route), id="route")
        swath = {"stroke": WAY, "stroke_opacity": 0.22, "stroke_width": 2 * overlay.mover.r / PER_CM}
        strokes = (swath, {"stroke": "#ffffff", "stroke_width": 0.4}, {"stroke": WAY, "stroke_width": 0.2})
        drawn = (svg_element("use", href="#route", **stroke) for stroke in strokes)
        yield svg_element("g", (svg_element("defs", way), *drawn), **ROUND_OFF)
        bends = (svg_element("circle", cx=plane.x(x), cy=plane.y(y), r=0.25) for x, y in overlay.route[1:-1])
        yield svg_element("g", bends, fill=WAY) if len(overlay.route) > 2 else ""  # noqa: PLR2004  # its ends
        end = {"fill": "none", "stroke": WAY, "stroke_width": 0.16, "stroke_dasharray": "0.4 0.25"}
        yield plane.shape(overlay.mover.moved_to(overlay.route[-1]), **end)
        if overlay.allowance_end is not None:
            yield plane.shape(overlay.mover.moved_to(overlay.allowance_end), **SPENT)


def draw_figure(scene: Scene, plane: Plane, figure: Figure) -> Iterator[str]:
    """Draw a fighter's base with its letter; the rim lies inside, so that bases in contact touch."""
    colour, radius = SIDE_COLOURS[figure.piece.side], figure.base.r / PER_CM
    broken = None if figure.piece.side else "0.5 0.3"
    rim = {"stroke": colour, "stroke_width": 0.35, "stroke_dasharray": broken}
    filled = figure.piece.side is Side.RED
    x, y = plane.x(figure.base.x), plane.y(figure.base.y)
    yield svg_element("circle", cx=x, cy=y, r=radius - 0.175, fill=colour if filled else "#ffffff", **rim)
    if figure.piece in scene.overlay.counts:
        yield draw_ring(plane, figure)
    if figure.hidden:
        yield svg_element("circle", cx=x, cy=y, r=radius + RING_WIDTH / 2, **HIDES)
    if figure.raised:
        yield svg_text(RAISED_SIGN, x=x + radius * 0.9, y=y - radius * 0.5, font_size=1.1, fill=INK)
    ink = {"fill": "#ffffff" if filled else colour, "font_weight": "bold", "text_anchor": "middle"}
    size = radius * (0.95 if scene.standings else 1.15)
    yield svg_text(figure.sign, x=x, y=y + size * 0.36, font_size=size, **ink)


def draw_ring(plane: Plane, figure: Figure) -> str:
    """Draw a ring round a base that counts in an answer."""
    x, y, radius = plane.x(figure.base.x), plane.y(figure.base.y), figure.base.r / PER_CM
    ring = {"fill": "none", "stroke": INK, "stroke_width": 0.22}
    return svg_element("circle", cx=x, cy=y, r=radius + RING_WIDTH - 0.11, **ring)


def _draw_star(plane: Plane, place: Point, radius: float) -> str:
    """Draw the asterisk of a marker."""
    x, y, arm = plane.x(place.x), plane.y(place.y), radius * 0.6
    arms = f"M{x:g},{y - arm:g}v{2 * arm:g}M{x - 0.87 * arm:g},{y - arm / 2:g}l{1.74 * arm:g},{arm:g}"
    arms += f"M{x - 0.87 * arm:g},{y + arm / 2:g}l{1.74 * arm:g},{-arm:g}"
    return svg_element("path", d=arms, stroke=INK, stroke_width=0.14, stroke_linecap="round")


class PlacedLabel(NamedTuple):
    """A text with its place, colour and weight, and the sign of what it names, if any."""

    label: Label
    colour: str
    weight: str = "normal"
    sign: str = ""


class _LabelRequest(NamedTuple):
    """A name to be placed: the box of what it names, its colour, its sign, and its scenery, if any."""

    name: str
    box: Box
    colour: str
    sign: str = ""
    item: SceneryItem | None = None
    weight: str = "normal"


def place_names(scene: Scene, plane: Plane) -> tuple[list[PlacedLabel], list[tuple[str, str]]]:
    """Find room for all names; return those that are placed, and the others, each with its sign.

    No name covers a base, a marker or another name, or stands nearer to another base than to its own. The
    labels of an answer are placed first.
    """
    overlay, paper = scene.overlay, Box(0, 0, scene.width / PER_CM, scene.depth / PER_CM)
    ringed = overlay.counts | overlay.blocks
    bases = [
        _box(plane, figure.base, RING_WIDTH if figure.piece in ringed else 0.0) for figure in scene.figures
    ]
    flags = [_box(plane, flag.disc) for flag in scene.tokens]
    ends = [place for place in (overlay.allowance_end, *overlay.route[-1:]) if place and overlay.mover]
    stands = [_box(plane, overlay.mover.moved_to(place)) for place in ends if overlay.mover]
    labels = LabelPlacer(paper, [*bases, *flags], stands)
    wanted = [_LabelRequest(name, box, colour) for name, box, colour in _overlay_labels(scene, plane)]
    wanted += [
        _LabelRequest(figure.piece.name, box, SIDE_COLOURS[figure.piece.side], figure.sign, weight="bold")
        for figure, box in zip(scene.figures, bases, strict=True)
    ]
    wanted += [
        _LabelRequest(flag.name, box, INK, flag.sign) for flag, box in zip(scene.tokens, flags, strict=True)
    ]
    wanted += [
        _LabelRequest(item.name, _box(plane, item.shape), NAME_COLOUR, item.sign, item)
        for item in scene.scenery
    ]
    placed, unplaced = [], []
    for one in wanted:
        label = _place(labels, plane, one, f"{one.sign} {one.name}" if one.item else one.name)
        if label is None and one.sign:
            unplaced.append((one.sign, clean(one.name)))
            label = None if one.weight == "bold" else _place(labels, plane, one, one.sign)
        if label is not None:
            placed.append(PlacedLabel(label, one.colour, one.weight, one.sign))
    return placed, unplaced


def _place(labels: LabelPlacer, plane: Plane, one: _LabelRequest, name: str) -> Label | None:
    """Find room for a name: on a piece of scenery that is large enough, else beside what it names."""
    shown, heart = clean(name), None
    if one.item is not None:
        place = _label_spot(one.item.shape, text_width(shown) * PER_CM)
        heart = plane.x(place[0]), plane.y(place[1])
    return labels.place(shown, one.box, heart)


def _overlay_labels(scene: Scene, plane: Plane) -> Iterator[tuple[str, Box, str]]:
    """The labels of an answer: −1 at each obstacle, the length of each leg, where an allowance ends."""
    overlay = scene.overlay
    if overlay.corridor:
        for shape in _shapes(scene, overlay.counts - overlay.blocks):
            yield MINUS_ONE, _box(plane, shape), INK
    if overlay.allowance_end and overlay.mover:
        yield overlay.allowance, _box(plane, overlay.mover.moved_to(overlay.allowance_end)), CUT
    for (start, end), leg in zip(pairwise(overlay.route), overlay.legs, strict=False):
        x, y = plane.x((start.x + end.x) / 2), plane.y((start.y + end.y) / 2)
        yield leg, Box(x - 0.2, y - 0.2, x + 0.2, y + 0.2), WAY


def draw_label(one: PlacedLabel) -> str:
    """Draw a text over a light rim, so that it can be read over any pattern."""
    at = {
        "x": one.label.x,
        "y": one.label.y + NAME_HEIGHT * 0.34,
        "text_anchor": "middle",
        "font_weight": one.weight,
    }
    halo = {"stroke": "#ffffff", "stroke_width": 0.28, "stroke_linejoin": "round", "fill": "#ffffff"}
    return svg_text(one.label.text, **at, **halo) + svg_text(one.label.text, **at, fill=one.colour)


@lru_cache(maxsize=1024)
def _label_spot(shape: Shape, width: float) -> tuple[float, float]:
    """The spot in a shape at which most of a label of that width lies inside, out of a grid of spots."""
    left, bottom, right, top = bounding_box(shape)
    ways = [n / SPOT_GRID for n in range(1, SPOT_GRID)]

    def outside(place: tuple[float, float]) -> tuple[int, float]:
        x, y = place
        stops = [gap_to_shape(x + part * width, y, shape) for part in (-0.5, -0.25, 0, 0.25, 0.5)]
        return sum(far > 0 for far in stops), max(stops)

    places = [(left + x * (right - left), bottom + y * (top - bottom)) for y in ways for x in ways]
    return min(places, key=outside)


def _box(plane: Plane, shape: Shape, more: float = 0.0) -> Box:
    left, bottom, right, top = bounding_box(shape)
    return Box(plane.x(left) - more, plane.y(top) - more, plane.x(right) + more, plane.y(bottom) + more)

"""A table drawn as SVG: a centimetre on the field is a centimetre on paper, north is up; with a key below.

Sides differ in more than colour (red is filled, blue is a ring, nobody's is dashed), scenery by its pattern.
The colours are told apart by colour-blind readers. Whatever came from a file is escaped; there is no script.
"""

import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from edencli.field.distance import from_edge
from edencli.field.shapes import Disc, Point, Shape, extent
from edencli.field.units import PER_CM
from edencli.lang import Words, clean
from edencli.match.pieces import Piece, Side
from edencli.model.terms import Deployment, Sight
from edencli.pictures.scene import DANGERS, HEIGHTS, WATER, Figure, Item, Scene, Zone
from edencli.pictures.svg_elements import (
    ABOVE,
    AREA,
    CUT,
    CUT_OFF,
    DANGER,
    DASHED,
    EXTRA,
    FIELD,
    FILL,
    FIRE,
    HEIGHT,
    HIDES,
    INK,
    KEY_HEIGHT,
    LETTER,
    MINUS_ONE,
    SIDE,
    SIZE,
    SPENT,
    WAY,
    Box,
    Label,
    Labels,
    Plane,
    crossed,
    element,
    key_columns,
    key_drawn,
    key_of,
    names_abreast,
    names_drawn,
    patterns,
    text,
    width_of,
)

MARGIN: Final = 2.2
"""Paper around the field, in centimetres, for its rulers."""
FONT: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
RULE: Final = 10 * PER_CM
LINE: Final = SIZE * 1.3
NAMED: Final = "#3d382f"
RING: Final = 0.31
"""How far what marks a base reaches beyond it, in centimetres."""
FINE: Final = 12
"""Into so many parts a shape is divided to find its heart."""


def drawing(scene: Scene, words: Words, title: str) -> str:
    """Draw a scene as a whole SVG file, as broad as its paper where that fits."""
    width, depth = scene.width / PER_CM, scene.depth / PER_CM
    key, plane = key_of(scene), Plane(scene.depth)
    placed, unplaced = _names(scene, plane)
    below = depth + MARGIN + -(-len(key) // key_columns(width)) * KEY_HEIGHT
    names = -(-len(unplaced) // names_abreast(unplaced, width)) * SIZE * 1.4 if unplaced else 0.0
    caption = textwrap.wrap(scene.overlay.caption, int(width / (SIZE * LETTER)))
    top = MARGIN + SIZE * 1.8 + len(caption) * LINE
    paper = width + 2 * MARGIN, top + below + names + MARGIN / 2
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element(
        "svg",
        (
            element("title", _plain(title)),
            patterns(),
            element("clipPath", (element("rect", width=width, height=depth),), id="table"),
            element("rect", x=-MARGIN, y=-top, width=paper[0], height=paper[1], fill="#ffffff"),
            text(title, x=0, y=-MARGIN - len(caption) * LINE, font_size=SIZE * 1.5, font_weight="bold"),
            *(text(line, x=0, y=-MARGIN - n * LINE) for n, line in enumerate(reversed(caption))),
            *_field(scene, plane, words),
            *_things(scene, plane),
            *(_written(one) for one in placed),
            *key_drawn(key, words, width, depth + MARGIN),
            *names_drawn(unplaced, width, below),
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=f"{paper[0]:g}cm",
        height=f"{paper[1]:g}cm",
        style="max-width:100%;height:auto;color-scheme:only light",
        viewBox=f"{-MARGIN:g} {-top:g} {paper[0]:g} {paper[1]:g}",
        role="img",
        font_family=FONT,
        font_size=SIZE,
        fill=INK,
    )


def _plain(title: str) -> str:
    """A title as the content of an element."""
    return text(title).removeprefix("<text>").removesuffix("</text>\n")


def _field(scene: Scene, plane: Plane, words: Words) -> Iterator[str]:
    """The field itself: zones, a grid of ten centimetres, rulers, the names of two edges."""
    width, depth = scene.width / PER_CM, scene.depth / PER_CM
    yield element("rect", width=width, height=depth, fill="#fdfdfb")
    for zone in scene.zones:
        yield _zone(scene, zone)
    thin = {"stroke": "#c9c9c9", "stroke_width": 0.04}
    for at in range(0, scene.width + 1, RULE):
        x = plane.x(at)
        yield element("line", x1=x, y1=0, x2=x, y2=depth, **thin)
        yield text(f"{at // PER_CM}", x=x, y=depth + 1, font_size=0.75, text_anchor="middle")
    for at in range(0, scene.depth + 1, RULE):
        y = plane.y(at)
        yield element("line", x1=0, y1=y, x2=width, y2=y, **thin)
        yield text(f"{at // PER_CM}", x=-0.3, y=y + 0.27, font_size=0.75, text_anchor="end")
    yield from _centre_line(scene)
    yield element("rect", width=width, height=depth, fill="none", stroke=INK, stroke_width=0.12)
    for name, y in (("north", -0.4), ("south", depth + 1)):
        x = width // 20 * 10 + 5  # between two numbers of the ruler
        yield text(words.say(AREA, name), x=x, y=y, font_size=0.75, text_anchor="middle")


def _centre_line(scene: Scene) -> Iterator[str]:
    """The line between the halves, once they are known."""
    width, depth = scene.width / PER_CM, scene.depth / PER_CM
    if scene.zones:
        ends = {"x1": 0.0, "y1": depth / 2, "x2": width, "y2": depth / 2}
        if scene.zones[0].half in {"west", "east"}:
            ends = {"x1": width / 2, "y1": 0.0, "x2": width / 2, "y2": depth}
        yield element("line", **ends, stroke=INK, stroke_width=0.06, stroke_dasharray="0.8 0.4")


def _zone(scene: Scene, zone: Zone) -> str:
    """Where a side deploys: beyond a line, or its half without a disc round the centre."""
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
    colour = SIDE[zone.side]
    return element(
        "path",
        d=f"{outline}H0Z",
        transform=turned[zone.half],
        fill=colour,
        fill_opacity=0.07,
        stroke=colour,
        stroke_width=0.08,
        stroke_dasharray="0.25 0.25",
    )


def _things(scene: Scene, plane: Plane) -> Iterator[str]:
    """What lies on the field, from the ground up, and the names over all."""
    for item in scene.items:
        if item.field:
            yield _reach_of(plane, item)
    for item in sorted(scene.items, key=lambda item: item.sight is not Sight.NONE):
        yield from _item(scene, plane, item)
    yield from _asked(scene, plane)
    yield from _walked(scene, plane)
    for flag in scene.flags:
        yield plane.shape(flag.disc, fill="#ffffff", stroke=INK, stroke_width=0.1)
        yield _star(plane, flag.disc.centre, flag.disc.r / PER_CM)
    for figure in scene.figures:
        yield from _figure(scene, plane, figure)
    yield from _marks(scene, plane)


def _marks(scene: Scene, plane: Plane) -> Iterator[str]:
    """What the answer says of single things: what cuts a line of sight off is crossed out."""
    blocks = scene.overlay.blocks
    for figure in scene.figures:
        if figure.piece in blocks:
            arm = figure.base.r / PER_CM * 1.15
            yield crossed(_round(plane.x(figure.base.x), plane.y(figure.base.y), arm), gap=0.55)
    for item in scene.items:
        if item.name in blocks:
            box = _box(plane, item.shape)
            arm = max(0.8, min(2.5, (box.right - box.left) / 2, (box.bottom - box.top) / 2))
            x, y = _heart(item.shape, arm * PER_CM)
            yield crossed(_round(plane.x(x), plane.y(y), arm))


def _round(x: float, y: float, arm: float) -> Box:
    """A box round a place."""
    return Box(x - arm, y - arm, x + arm, y + arm)


def _shapes(scene: Scene, named: frozenset[Piece | str]) -> list[Shape]:
    """The shapes of what is called so."""
    items = [item.shape for item in scene.items if item.name in named]
    return [*items, *(figure.base for figure in scene.figures if figure.piece in named)]


def _reach_of(plane: Plane, item: Item) -> str:
    """All of the table that lies no farther from a piece than its field reaches."""
    on_field = {"clip_path": "url(#table)"}
    if isinstance(item.shape, Disc):
        wide = Disc(x=item.shape.x, y=item.shape.y, r=item.shape.r + item.field * PER_CM)
        return plane.shape(wide, fill=FIELD["fill"], fill_opacity=FIELD["fill_opacity"], **on_field)
    shade = {"stroke": FIELD["fill"], "stroke_opacity": FIELD["fill_opacity"], "stroke_linejoin": "round"}
    return plane.shape(item.shape, fill="none", stroke_width=2 * item.field, **shade, **on_field)


def _item(scene: Scene, plane: Plane, item: Item) -> Iterator[str]:
    """A piece of scenery: its pattern, waves if it slows, a broken outline if it may be crossed, red fire.

    Its keywords are water, a thick rim for a height, and dots for what strikes who is at it.
    """
    counts = item.name in scene.overlay.counts
    rim = {
        "stroke": INK if counts else "#6b6458",
        "stroke_width": 0.3 if counts else 0.12,
        "stroke_dasharray": "0.5 0.3" if item.crossable else None,
        "stroke_linejoin": "round",
    }
    pattern = "water" if item.is_any(WATER) else FILL[item.sight]
    yield plane.shape(item.shape, fill=f"url(#{pattern})", **(HEIGHT if item.is_any(HEIGHTS) else rim))
    if item.destroyed:
        yield plane.shape(item.shape, fill="url(#ruin)")
    if item.slow:
        yield plane.shape(item.shape, fill="url(#slow)")
    if item.is_any(DANGERS):
        yield plane.shape(item.shape, **DANGER)
    if item.burn:
        yield plane.shape(item.shape, **FIRE)


def _asked(scene: Scene, plane: Plane) -> Iterator[str]:
    """What a question shows on the ground: a corridor, a template, the way that a base takes."""
    overlay = scene.overlay
    rim = {"fill": EXTRA, "fill_opacity": 0.28, "stroke": "#8a5f00", "stroke_width": 0.09}
    if overlay.corridor:
        yield element("polygon", points=plane.points(overlay.corridor), **(CUT_OFF if overlay.cut else rim))
    for fill, places in ((WAY, overlay.reached.get("one-move")), (EXTRA, overlay.reached.get("all-moves"))):
        grain = overlay.grain / PER_CM
        for place in places or ():
            x, y = plane.x(place.x) - grain / 2, plane.y(place.y) - grain / 2
            yield element("rect", x=x, y=y, width=grain, height=grain, fill=fill, fill_opacity=0.4)
    for ray in overlay.rays:
        how = {} if ray.clear else DASHED
        yield _line(plane, ray.ends, stroke=WAY if ray.clear else CUT, stroke_width=0.18, **how)
    if overlay.template is not None:
        yield plane.shape(overlay.template, **rim)
    if len(overlay.route) > 1 and overlay.mover is not None:
        swath = {"stroke": WAY, "stroke_opacity": 0.22, "stroke_width": 2 * overlay.mover.r / PER_CM}
        yield _line(plane, overlay.route, **swath)


def _line(plane: Plane, route: tuple[Point, ...], **attributes: object) -> str:
    round_off = {"stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}
    return element("polyline", points=plane.points(route), **round_off, **attributes)


def _walked(scene: Scene, plane: Plane) -> Iterator[str]:
    """The line that a base's centre walks, its bends, and the base where it ends."""
    overlay = scene.overlay
    if len(overlay.route) > 1 and overlay.mover is not None:
        yield _line(plane, overlay.route, stroke="#ffffff", stroke_width=0.4)
        yield _line(plane, overlay.route, stroke=WAY, stroke_width=0.2)
        for place in overlay.route[1:-1]:
            yield element("circle", cx=plane.x(place.x), cy=plane.y(place.y), r=0.25, fill=WAY)
        end = {"fill": "none", "stroke": WAY, "stroke_width": 0.16, "stroke_dasharray": "0.4 0.25"}
        yield plane.shape(overlay.mover.at(overlay.route[-1]), **end)
        if overlay.short is not None:
            yield plane.shape(overlay.mover.at(overlay.short), **SPENT)


def _figure(scene: Scene, plane: Plane, figure: Figure) -> Iterator[str]:
    """A fighter's base with his letter; the rim is drawn inside, so that contact shows as contact."""
    colour, radius = SIDE[figure.piece.side], figure.base.r / PER_CM
    broken = None if figure.piece.side else "0.5 0.3"
    rim = {"stroke": colour, "stroke_width": 0.35, "stroke_dasharray": broken}
    filled = figure.piece.side is Side.RED
    x, y = plane.x(figure.base.x), plane.y(figure.base.y)
    yield element("circle", cx=x, cy=y, r=radius - 0.175, fill=colour if filled else "#ffffff", **rim)
    if figure.piece in scene.overlay.counts:
        yield element(
            "circle", cx=x, cy=y, r=radius + RING - 0.11, fill="none", stroke=INK, stroke_width=0.22
        )
    if figure.hidden:
        yield element("circle", cx=x, cy=y, r=radius + RING / 2, **HIDES)
    if figure.raised:
        yield text(ABOVE, x=x + radius * 0.9, y=y - radius * 0.5, font_size=1.1, fill=INK)
    ink = {"fill": "#ffffff" if filled else colour, "font_weight": "bold", "text_anchor": "middle"}
    size = radius * 1.15
    yield text(figure.sign, x=x, y=y + size * 0.36, font_size=size, **ink)


def _star(plane: Plane, place: Point, radius: float) -> str:
    """A marker's asterisk."""
    x, y, arm = plane.x(place.x), plane.y(place.y), radius * 0.6
    arms = f"M{x:g},{y - arm:g}v{2 * arm:g}M{x - 0.87 * arm:g},{y - arm / 2:g}l{1.74 * arm:g},{arm:g}"
    arms += f"M{x - 0.87 * arm:g},{y + arm / 2:g}l{1.74 * arm:g},{-arm:g}"
    return element("path", d=arms, stroke=INK, stroke_width=0.14, stroke_linecap="round")


class _Written(NamedTuple):
    """A text with its place and how it is dressed."""

    label: Label
    colour: str
    weight: str = "normal"


class _Wanted(NamedTuple):
    """A name that wants room: around what, in which colour, with which letter or number; on which scenery."""

    name: str
    box: Box
    colour: str
    sign: str = ""
    item: Item | None = None
    weight: str = "normal"


def _names(scene: Scene, plane: Plane) -> tuple[list[_Written], list[tuple[str, str]]]:
    """What is written on the field, and the names without room there, each with its sign.

    No name covers a base, a marker or another name, or stands nearer to another's base than to its own.
    What an answer says of single things comes first.
    """
    overlay, paper = scene.overlay, Box(0, 0, scene.width / PER_CM, scene.depth / PER_CM)
    ringed = overlay.counts | overlay.blocks
    bases = [_box(plane, figure.base, RING if figure.piece in ringed else 0.0) for figure in scene.figures]
    flags = [_box(plane, flag.disc) for flag in scene.flags]
    ends = [place for place in (overlay.short, *overlay.route[-1:]) if place and overlay.mover]
    stands = [_box(plane, overlay.mover.at(place)) for place in ends if overlay.mover]
    labels = Labels(paper, [*bases, *flags], stands)
    wanted = [_Wanted(name, box, colour) for name, box, colour in _said(scene, plane)]
    wanted += [
        _Wanted(figure.piece.name, box, SIDE[figure.piece.side], figure.sign, weight="bold")
        for figure, box in zip(scene.figures, bases, strict=True)
    ]
    wanted += [_Wanted(flag.name, box, INK, flag.sign) for flag, box in zip(scene.flags, flags, strict=True)]
    wanted += [_Wanted(item.name, _box(plane, item.shape), NAMED, item.sign, item) for item in scene.items]
    placed, unplaced = [], []
    for one in wanted:
        label = _place(labels, plane, one, f"{one.sign} {one.name}" if one.item else one.name)
        if label is None and one.sign:
            unplaced.append((one.sign, clean(one.name)))
            label = None if one.weight == "bold" else _place(labels, plane, one, one.sign)
        if label is not None:
            placed.append(_Written(label, one.colour, one.weight))
    return placed, unplaced


def _place(labels: Labels, plane: Plane, one: _Wanted, name: str) -> Label | None:
    """Find room for a name: on a piece of scenery that is big enough, else beside what it names."""
    shown, heart = clean(name), None
    if one.item is not None:
        place = _heart(one.item.shape, width_of(shown) * PER_CM)
        heart = plane.x(place[0]), plane.y(place[1])
    return labels.place(shown, one.box, heart)


def _said(scene: Scene, plane: Plane) -> Iterator[tuple[str, Box, str]]:
    """What is written of an answer: −1 at each obstacle, the length of each leg, where an allowance ends."""
    overlay = scene.overlay
    if overlay.corridor:
        for shape in _shapes(scene, overlay.counts - overlay.blocks):
            yield MINUS_ONE, _box(plane, shape), INK
    if overlay.short and overlay.mover:
        yield overlay.allowance, _box(plane, overlay.mover.at(overlay.short)), CUT
    for (start, end), leg in zip(pairwise(overlay.route), overlay.legs, strict=False):
        x, y = plane.x((start.x + end.x) / 2), plane.y((start.y + end.y) / 2)
        yield leg, Box(x - 0.2, y - 0.2, x + 0.2, y + 0.2), WAY


def _written(one: _Written) -> str:
    """A text over a light rim, so that it can be read over any pattern."""
    at = {
        "x": one.label.x,
        "y": one.label.y + SIZE * 0.34,
        "text_anchor": "middle",
        "font_weight": one.weight,
    }
    halo = {"stroke": "#ffffff", "stroke_width": 0.28, "stroke_linejoin": "round", "fill": "#ffffff"}
    return text(one.label.text, **at, **halo) + text(one.label.text, **at, fill=one.colour)


def _heart(shape: Shape, width: float) -> tuple[float, float]:
    """Of some places spread over a shape, the one round which most of a name of that width is inside."""
    left, bottom, right, top = extent(shape)
    ways = [n / FINE for n in range(1, FINE)]

    def outside(place: tuple[float, float]) -> tuple[int, float]:
        x, y = place
        stops = [from_edge(x + part * width, y, shape) for part in (-0.5, -0.25, 0, 0.25, 0.5)]
        return sum(far > 0 for far in stops), max(stops)

    places = [(left + x * (right - left), bottom + y * (top - bottom)) for y in ways for x in ways]
    return min(places, key=outside)


def _box(plane: Plane, shape: Shape, more: float = 0.0) -> Box:
    left, bottom, right, top = extent(shape)
    return Box(plane.x(left) - more, plane.y(top) - more, plane.x(right) + more, plane.y(bottom) + more)

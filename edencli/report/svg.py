"""A table drawn as SVG: a centimetre on the field is a centimetre on paper, north is up; with a key below.

Sides differ in more than colour (red is filled, blue is a ring, nobody's is dashed), scenery by its pattern.
The colours are told apart by colour-blind readers. Whatever came from a file is escaped; there is no script.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from edencli.field.distance import from_edge
from edencli.field.shapes import Point, Shape, extent
from edencli.field.units import PER_CM
from edencli.lang import Words
from edencli.match.pieces import Side
from edencli.model.terms import Deployment, Sight
from edencli.report.scene import Figure, Item, Scene, Zone
from edencli.report.svgpaper import SIZE, Box, Labels, Plane, element, text, width_of

INK: Final = "#1a1a1a"
SIDE: Final = {Side.RED: "#b5400a", Side.BLUE: "#005a9c", None: "#4d4d4d"}
FILL: Final = {Sight.BLOCK: "blocks", Sight.OBSTACLE: "low", Sight.NONE: "flat"}
EXTRA: Final = "#e69f00"
WAY: Final = "#007a5a"

KEY_WIDTH: Final = 15.0
"""The room of one entry, in centimetres."""
KEY_HEIGHT: Final = 1.6

AREA: Final = "table"


class Sample(NamedTuple):
    """A sample of what is drawn, and its meaning by the end of its message id."""

    meaning: str
    drawn: dict[str, object]


def columns(width: float) -> int:
    """How many entries stand side by side under a field of that width."""
    return max(1, int(width // KEY_WIDTH))


def key_of(scene: Scene) -> Sequence[Sample]:
    """Find what has to be explained in a scene."""
    return (*_sides(scene), *_ground(scene), *_extras(scene))


def _sides(scene: Scene) -> Iterator[Sample]:
    there = {figure.piece.side for figure in scene.figures}
    for side, colour in SIDE.items():
        if side in there:
            fill, broken = colour if side is Side.RED else "#ffffff", None if side else "0.4 0.25"
            rim = {"stroke": colour, "stroke_width": 0.3, "stroke_dasharray": broken, "rx": 0.6}
            yield Sample(side or "nobody", {"fill": fill, **rim})


def _ground(scene: Scene) -> Iterator[Sample]:
    rim = {"stroke": "#6b6458", "stroke_width": 0.1}
    for sight, pattern in FILL.items():
        if any(item.sight is sight for item in scene.items):
            yield Sample(pattern, {"fill": f"url(#{pattern})", **rim})
    if any(item.slow for item in scene.items):
        yield Sample("slow", {"fill": "url(#slow)", **rim})
    if any(item.crossable for item in scene.items):
        yield Sample("crossable", {"fill": "none", **rim, "stroke_dasharray": "0.4 0.25"})


def _extras(scene: Scene) -> Iterator[Sample]:
    overlay = scene.overlay
    if scene.zones:
        rim = {"stroke": INK, "stroke_width": 0.08, "stroke_dasharray": "0.25 0.25"}
        yield Sample("zone", {"fill": "none", **rim})
    for meaning, there in (("corridor", overlay.corridor), ("template", overlay.template)):
        if there:
            rim = {"stroke": "#8a5f00", "stroke_width": 0.09}
            yield Sample(meaning, {"fill": EXTRA, "fill_opacity": 0.28, **rim})
    if overlay.route:
        yield Sample("route", {"fill": WAY, "fill_opacity": 0.22, "stroke": WAY, "stroke_width": 0.15})


def key_drawn(key: Sequence[Sample], words: Words, width: float, top: float) -> Iterator[str]:
    """Draw a key in columns, from a height on downwards."""
    broad = columns(width)
    for n, entry in enumerate(key):
        x, y = n % broad * width / broad, top + n // broad * KEY_HEIGHT
        yield element("rect", x=x + 0.1, y=y, width=1.2, height=1.2, **entry.drawn)
        yield text(words.say(AREA, f"key.{entry.meaning}"), x=x + 1.8, y=y + 0.9, font_size=0.85)


MARGIN: Final = 2.2
"""Paper around the field, in centimetres, for its rulers."""
FONT: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
RULE: Final = 10 * PER_CM
FINE: Final = 12
"""Into so many parts a shape is divided to find its heart."""


def drawing(scene: Scene, words: Words, title: str) -> str:
    """Draw a scene as a whole SVG file."""
    width, depth = scene.width / PER_CM, scene.depth / PER_CM
    key = key_of(scene)
    rows = -(-len(key) // columns(width))
    paper = width + 2 * MARGIN, depth + 2 * MARGIN + SIZE * 1.8 + rows * KEY_HEIGHT
    top = MARGIN + SIZE * 1.8
    plane = Plane(scene.depth)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element(
        "svg",
        (
            element("title", _plain(title)),
            _patterns(),
            element("rect", x=-MARGIN, y=-top, width=paper[0], height=paper[1], fill="#ffffff"),
            text(title, x=0, y=-MARGIN, font_size=SIZE * 1.5, font_weight="bold"),
            *_field(scene, plane, words),
            *_things(scene, plane),
            *key_drawn(key, words, width, depth + MARGIN),
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=f"{paper[0]:g}cm",
        height=f"{paper[1]:g}cm",
        viewBox=f"{-MARGIN:g} {-top:g} {paper[0]:g} {paper[1]:g}",
        role="img",
        font_family=FONT,
        font_size=SIZE,
        fill=INK,
    )


def _plain(title: str) -> str:
    """A title as the content of an element."""
    return text(title).removeprefix("<text>").removesuffix("</text>\n")


def _patterns() -> str:
    """What scenery is filled with: crossed lines, lines, dots; waves over it where it slows."""

    def pattern(name: str, size: float, *content: str) -> str:
        units = {"patternUnits": "userSpaceOnUse"}
        return element("pattern", content, id=name, width=size, height=size, **units)

    line = {"stroke": "#6b6458", "stroke_width": 0.07, "fill": "none"}
    return element(
        "defs",
        (
            pattern(
                "blocks",
                0.7,
                element("rect", width=0.7, height=0.7, fill="#cfc8ba"),
                element("path", d="M0,0L.7,.7M.7,0L0,.7", **line),
            ),
            pattern(
                "low",
                0.7,
                element("rect", width=0.7, height=0.7, fill="#ece7dc"),
                element("path", d="M-.1,.1L.1,-.1M0,.7L.7,0M.6,.8L.8,.6", **line),
            ),
            pattern(
                "flat",
                0.9,
                element("rect", width=0.9, height=0.9, fill="#f6f3ec"),
                element("circle", cx=0.45, cy=0.45, r=0.08, fill="#6b6458"),
            ),
            pattern("slow", 1.8, element("path", d="M0,.9Q.45,.45,.9,.9T1.8,.9", **line)),
        ),
    )


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
    for item in sorted(scene.items, key=lambda item: item.sight is not Sight.NONE):
        yield from _item(scene, plane, item)
    yield from _asked(scene, plane)
    yield from _walked(scene, plane)
    for flag in scene.flags:
        yield plane.shape(flag.disc, fill="#ffffff", stroke=INK, stroke_width=0.1)
        yield _star(plane, flag.disc.centre, flag.disc.r / PER_CM)
    for figure in scene.figures:
        yield from _figure(scene, plane, figure)
    yield from _names(scene, plane)


def _item(scene: Scene, plane: Plane, item: Item) -> Iterator[str]:
    """A piece of scenery: its pattern, waves if it slows, a broken outline if it may be crossed."""
    counts = item.name in scene.overlay.counts
    rim = {
        "stroke": INK if counts else "#6b6458",
        "stroke_width": 0.3 if counts else 0.12,
        "stroke_dasharray": "0.5 0.3" if item.crossable else None,
        "stroke_linejoin": "round",
    }
    yield plane.shape(item.shape, fill=f"url(#{FILL[item.sight]})", **rim)
    if item.slow:
        yield plane.shape(item.shape, fill="url(#slow)")


def _asked(scene: Scene, plane: Plane) -> Iterator[str]:
    """What a question shows on the ground: a corridor, a template, the way that a base takes."""
    overlay = scene.overlay
    rim = {"fill": EXTRA, "fill_opacity": 0.28, "stroke": "#8a5f00", "stroke_width": 0.09}
    if overlay.corridor:
        yield element("polygon", points=plane.points(overlay.corridor), **rim)
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


def _figure(scene: Scene, plane: Plane, figure: Figure) -> Iterator[str]:
    """A fighter's base with his letter; the rim is drawn inside, so that contact shows as contact."""
    colour, radius = SIDE[figure.piece.side], figure.base.r / PER_CM
    broken = None if figure.piece.side else "0.5 0.3"
    rim = {"stroke": colour, "stroke_width": 0.35, "stroke_dasharray": broken}
    filled = figure.piece.side is Side.RED
    x, y = plane.x(figure.base.x), plane.y(figure.base.y)
    yield element("circle", cx=x, cy=y, r=radius - 0.175, fill=colour if filled else "#ffffff", **rim)
    if figure.piece in scene.overlay.counts:
        yield element("circle", cx=x, cy=y, r=radius + 0.2, fill="none", stroke=INK, stroke_width=0.22)
    ink = {"fill": "#ffffff" if filled else colour, "font_weight": "bold", "text_anchor": "middle"}
    size = radius * 1.15
    yield text(figure.sign, x=x, y=y + size * 0.36, font_size=size, **ink)


def _star(plane: Plane, place: Point, radius: float) -> str:
    """A marker's asterisk."""
    x, y, arm = plane.x(place.x), plane.y(place.y), radius * 0.6
    arms = f"M{x:g},{y - arm:g}v{2 * arm:g}M{x - 0.87 * arm:g},{y - arm / 2:g}l{1.74 * arm:g},{arm:g}"
    arms += f"M{x - 0.87 * arm:g},{y + arm / 2:g}l{1.74 * arm:g},{-arm:g}"
    return element("path", d=arms, stroke=INK, stroke_width=0.14, stroke_linecap="round")


def _names(scene: Scene, plane: Plane) -> Iterator[str]:
    """The names of everything, with a light rim so that they can be read over any pattern."""
    bases = [_box(plane, figure.base) for figure in scene.figures]
    flags = [_box(plane, flag.disc) for flag in scene.flags]
    labels = Labels(Box(0, 0, scene.width / PER_CM, scene.depth / PER_CM), [*bases, *flags])
    placed = [
        (labels.place(figure.piece.name, box), SIDE[figure.piece.side], "bold")
        for figure, box in zip(scene.figures, bases, strict=True)
    ]
    placed += [
        (labels.place(flag.name, box), INK, "normal") for flag, box in zip(scene.flags, flags, strict=True)
    ]
    for item in scene.items:
        name, box = f"{item.sign} {item.name}", _box(plane, item.shape)
        place = _heart(item.shape, width_of(name) * PER_CM)
        heart = plane.x(place[0]), plane.y(place[1])
        placed.append((labels.place(name, box, heart), "#3d382f", "normal"))
    halo = {"stroke": "#ffffff", "stroke_width": 0.28, "paint_order": "stroke", "stroke_linejoin": "round"}
    for label, colour, weight in placed:
        halo = {
            "stroke": "#ffffff",
            "stroke_width": 0.28,
            "paint_order": "stroke",
            "stroke_linejoin": "round",
        }
        at = {"x": label.x, "y": label.y + SIZE * 0.34, "text_anchor": "middle"}
        yield text(label.text, **at, fill=colour, font_weight=weight, **halo)


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


def _box(plane: Plane, shape: Shape) -> Box:
    left, bottom, right, top = extent(shape)
    return Box(plane.x(left), plane.y(top), plane.x(right), plane.y(bottom))

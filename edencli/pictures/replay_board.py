"""The board of a replay page: the drawing of `svg` in layers, of which a frame holds those that changed.

Each base and each name is drawn once, at the origin, and placed by reference at each moment. Knows scenes,
and no event.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from edencli.field.shapes import Disc
from edencli.field.units import PER_CM
from edencli.lang import Words
from edencli.match.pieces import Piece
from edencli.output.sheet import Data
from edencli.pictures.replay_lines import safe_text
from edencli.pictures.scene import NO_OVERLAY, Figure, Overlay, Scene, scene_from
from edencli.pictures.svg import (
    FONT,
    PlacedLabel,
    draw_field,
    draw_figure,
    draw_ground_overlay,
    draw_label,
    draw_marks,
    draw_ring,
    draw_route,
    draw_scenery,
    draw_tokens,
    draw_zones,
    place_names,
)
from edencli.pictures.svg_elements import (
    AREA,
    COUNTS,
    CROSS,
    INK,
    NAME_HEIGHT,
    Box,
    KeySample,
    Label,
    Plane,
    draw_cross,
    key_samples,
    svg_element,
    svg_patterns,
    svg_text,
)

MARGIN: Final = 1.9
"""Paper round the field for its rulers, in centimetres."""
SIGN_SIZE: Final = 1.4
"""The width and height of a sample in the key, in centimetres."""

Layers = list[tuple[str, str]]
"""The markup of each layer, by the name of its slot."""

_SHOWN: Final = ("side", "name", "sign", "at", "base", "raised", "hidden")
"""The parts of a fighter's data that the board shows."""


class BoardArtist:
    """Draws the board of one match at each moment, given all fighters that ever join it."""

    def __init__(self, table: Data, pieces: Sequence[Piece]) -> None:
        self._bare = scene_from(table | {"fighters": [], "scenery": [], "markers": [], "zones": []})
        self._plane = Plane(self._bare.depth)
        self._pieces = pieces
        self._shapes: dict[str, str] = {}
        self._names_of_shapes: dict[object, str] = {}
        self._key: dict[str, KeySample] = {}
        self._drawn: object = None
        self._scenery: tuple[object, str] = ((), "")

    def changed_layers(self, table: Data, overlay: Overlay) -> Layers:
        """Draw all layers of a moment; none if it looks like the moment before."""
        parts = [{key: one[key] for key in _SHOWN if key in one} for one in table["fighters"]]
        drawn = parts, table["scenery"], table["markers"], table["zones"], overlay
        if drawn == self._drawn:
            return []
        scene, self._drawn = scene_from(table, overlay), drawn
        self._key |= {one.meaning: one for one in key_samples(scene)}
        return [(name, _compact(line)) for name, line in self._draw_layers(scene)]

    def _draw_layers(self, scene: Scene) -> Iterator[tuple[str, str]]:
        plane, plain = self._plane, scene._replace(overlay=NO_OVERLAY)
        yield "zones", "".join(draw_zones(scene)) if scene.zones else ""
        yield "scenery", self._draw_scenery(plain)
        yield "ground", "".join(draw_ground_overlay(scene, plane))
        yield "route", "".join(draw_route(scene, plane))
        yield "tokens", "".join(draw_tokens(scene, plane))
        bases = {figure.piece: self._base(plain, figure) for figure in scene.figures}
        for n, piece in enumerate(self._pieces):
            yield f"base-{n}", bases.get(piece, "")
        yield "marks", "".join((*self._counted(scene), *draw_marks(scene, plane)))
        yield from self._names(scene)

    def _draw_scenery(self, scene: Scene) -> str:
        """Draw all scenery, unless none of it has changed."""
        if self._scenery[0] != scene.scenery:
            self._scenery = scene.scenery, "".join(draw_scenery(scene, self._plane))
        return self._scenery[1]

    def _base(self, scene: Scene, figure: Figure) -> str:
        """A fighter's base: drawn once at the origin, and placed where the fighter stands."""
        x, y, radius = figure.base.x, figure.base.y, figure.base.r
        at_origin = figure._replace(base=Disc(x=0, y=scene.depth, r=radius))
        name = self._shape(at_origin, lambda: "".join(draw_figure(scene, self._plane, at_origin)))
        return _put(name, self._plane.x(x), self._plane.y(y))

    def _counted(self, scene: Scene) -> Iterator[str]:
        """Draw a ring round each fighter and a strong rim round each piece that counts in an answer."""
        for figure in scene.figures:
            if figure.piece in scene.overlay.counts:
                yield draw_ring(self._plane, figure)
        for item in scene.scenery:
            if item.name in scene.overlay.counts:
                yield self._plane.shape(item.shape, **COUNTS)

    def _names(self, scene: Scene) -> Iterator[tuple[str, str]]:
        """The names of fighters, each in a slot of its own, and all other names in one slot."""
        signs = {figure.sign: figure.piece for figure in scene.figures}
        written: dict[Piece | None, str] = {}
        for one in place_names(scene, self._plane)[0]:
            bearer = signs.get(one.sign)
            written[bearer] = written.get(bearer, "") + self._name(one)
        for n, piece in enumerate(self._pieces):
            yield f"name-{n}", written.get(piece, "")
        yield "names", written.get(None, "")

    def _name(self, placed: PlacedLabel) -> str:
        """A name: drawn once at the origin, and placed where there is room for it."""
        label = placed.label
        at_origin = placed._replace(label=Label(label.text, 0.0, 0.0, Box(0, 0, 0, 0)))
        return _put(self._shape(at_origin, lambda: draw_label(at_origin)), label.x, label.y)

    def _shape(self, what: object, draw: Callable[[], str]) -> str:
        """The id of a shape at the origin, which is drawn when it is first needed."""
        if what not in self._names_of_shapes:
            self._names_of_shapes[what] = self._shapes.setdefault(draw(), f"d{len(self._shapes)}")
        return self._names_of_shapes[what]

    def page_svg(self, words: Words, layers: str, title: str) -> str:
        """The board as an SVG element, given the markup of its layers."""
        width, depth = self._bare.width / PER_CM, self._bare.depth / PER_CM
        shapes = (svg_element("g", drawn, id=name) for drawn, name in self._shapes.items())
        return svg_element(
            "svg",
            (
                svg_patterns(),
                svg_element("clipPath", (svg_element("rect", width=width, height=depth),), id="table"),
                svg_element("defs", shapes),
                *draw_field(self._bare, self._plane, words),
                layers,
            ),
            id="board",
            viewBox=f"{-MARGIN:g} {-MARGIN:g} {width + 2 * MARGIN:g} {depth + 2 * MARGIN:g}",
            role="img",
            aria_label=title,
            font_family=FONT,
            font_size=NAME_HEIGHT,
            fill=INK,
        )

    def key_html(self, words: Words) -> str:
        """The key: what each sign means that any moment shows."""
        return "".join(
            f"<li>{_sample(entry)} {safe_text(words.say(AREA, f'key.{entry.meaning}'))}</li>\n"
            for entry in self._key.values()
        )


def _compact(drawn: str) -> str:
    """Shorten markup for JSON, which would escape line ends and double quotes."""
    short = drawn.replace("\n", "")
    return short if "'" in short else short.replace('"', "'")


def _put(name: str, x: float, y: float) -> str:
    """Place a shape that was drawn at the origin."""
    return svg_element("use", href=f"#{name}", x=x, y=y).rstrip()


def _sample(entry: KeySample) -> str:
    """The sample of an entry of the key, as a small picture."""
    sign = draw_cross(Box(0.1, 0.1, 1.3, 1.3)) if entry.sign == CROSS else ""
    if entry.sign and not sign:
        sign = svg_text(entry.sign, x=0.7, y=1.0, font_size=0.85, text_anchor="middle")
    drawn = svg_element("rect", x=0.1, y=0.1, width=1.2, height=1.2, **entry.drawn)
    size = f"0 0 {SIGN_SIZE} {SIGN_SIZE}"
    return svg_element("svg", (drawn, sign), viewBox=size, class_="sample", aria_hidden="true").rstrip()

"""The parts of an SVG picture: elements with escaped text, room for names, the key, and fill patterns."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Final
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

from edencli.field.shapes import Disc, Polygon, Shape
from edencli.field.units import PER_CM
from edencli.lang import Words, clean
from edencli.match.pieces import Side
from edencli.model.terms import SightBlocking
from edencli.named_tuple import NamedTuple
from edencli.pictures.scene import DANGER_KEYWORDS, HEIGHT_KEYWORDS, WATER, Overlay, Scene


def svg_element(name: str, content: Iterable[str] | str = "", /, **attributes: object) -> str:
    """Make one SVG element. An underscore in an attribute's name becomes a hyphen; None leaves it out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(clean(_number_text(value)))}"
        for key, value in attributes.items()
        if value is not None
    )
    inner = content if isinstance(content, str) else "".join(content)
    return f"<{name}{written}>{inner}</{name}>\n" if inner else f"<{name}{written}/>\n"


def svg_text(content: str, /, **attributes: object) -> str:
    """Make an SVG element of text."""
    return svg_element("text", escape(clean(content)), **attributes)


def _number_text(value: object) -> str:
    """A number with the decimals it needs, three at most."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


class Plane:
    """Converts places on the field into places on paper: north is up, a centimetre is a centimetre."""

    def __init__(self, depth: int) -> None:
        self._depth = depth

    def x(self, x: float) -> float:
        """The distance of a place from the left edge."""
        return x / PER_CM

    def y(self, y: float) -> float:
        """The distance of a place from the top edge."""
        return (self._depth - y) / PER_CM

    def points(self, places: Iterable[tuple[float, float]]) -> str:
        """Places as the `points` of a polygon or a polyline."""
        return " ".join(f"{_number_text(self.x(x))},{_number_text(self.y(y))}" for x, y in places)

    def shape(self, shape: Shape, /, **attributes: object) -> str:
        """Draw a shape; a point is a circle of radius 0."""
        if isinstance(shape, Polygon):
            return svg_element("polygon", points=self.points(shape.corners), **attributes)
        radius = shape.r / PER_CM if isinstance(shape, Disc) else 0.0
        return svg_element("circle", cx=self.x(shape.x), cy=self.y(shape.y), r=radius, **attributes)


NAME_HEIGHT: Final = 0.95
"""The height of a name in centimetres."""
LETTER_WIDTHS: Final = (("ijl.,:;'|!()[] -", 0.34), ("mwMW@%", 0.95))
"""The largest width of narrow and of wide letters, as a share of their height."""
CAPITAL, LETTER, BOLD = 0.78, 0.6, 1.08


class Box(NamedTuple):
    """A rectangle on paper: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def is_within(self, paper: "Box") -> bool:
        """Tell whether the whole box lies inside another one."""
        across = paper.left <= self.left and self.right <= paper.right
        return across and paper.top <= self.top and self.bottom <= paper.bottom

    def overlap_area(self, other: "Box") -> float:
        """The area that this box shares with another one."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)

    def middle(self) -> tuple[float, float]:
        """The centre of the box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def distance(self, x: float, y: float) -> float:
        """The distance of a place from the nearest edge; 0 inside."""
        return hypot(max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom))


class Label(NamedTuple):
    """A name, its centre, and the box that it takes."""

    text: str
    x: float
    y: float
    box: Box


class LabelPlacer:
    """Finds room for names one by one: on the paper, off everything taken, and off each other.

    The name of a bearer, a base or a marker, stands nearer to it than to any other bearer.
    """

    def __init__(self, paper: Box, bearers: Iterable[Box], taken: Iterable[Box] = ()) -> None:
        self._paper = paper
        self._bearers = list(bearers)
        self._taken = [*self._bearers, *taken]

    def place(self, text: str, around: Box, heart: tuple[float, float] | None = None) -> Label | None:
        """Place a name at the `heart` of its box if it fits there, else beside the box; None without room."""
        rivals = self._rivals(around)
        free = (
            label
            for label in _label_positions(text, around, heart)
            if self._is_free(label.box) and _is_nearest(label, around, rivals)
        )
        found = next(free, None)
        if found is not None:
            self._taken.append(found.box)
        return found

    def _is_free(self, box: Box) -> bool:
        return box.is_within(self._paper) and not any(box.overlap_area(other) for other in self._taken)

    def _rivals(self, around: Box) -> list[Box]:
        """All other bearers, if the box is that of a bearer; names of legs and scenery have no rivals."""
        others = [one for one in self._bearers if one.middle() != around.middle()]
        return others if len(others) < len(self._bearers) else []


def _is_nearest(label: Label, around: Box, rivals: list[Box]) -> bool:
    """Tell whether the centre of a name is nearer to its own box than to any rival."""
    own = around.distance(label.x, label.y)
    return all(own < rival.distance(label.x, label.y) for rival in rivals)


def text_width(text: str, size: float = NAME_HEIGHT) -> float:
    """The largest width of a name in bold, in any of the fonts."""
    return sum(map(_wide, text)) * size * BOLD


def _wide(letter: str) -> float:
    """The largest width of a letter, as a share of its height."""
    own = next((width for letters, width in LETTER_WIDTHS if letter in letters), None)
    if own is not None:
        return own
    if east_asian_width(letter) in "WF":
        return 1.0
    return CAPITAL if letter.isupper() else LETTER


def _label_positions(text: str, around: Box, heart: tuple[float, float] | None) -> Iterator[Label]:
    """The places for a name, the best first."""
    width, (x, y) = text_width(text), around.middle()
    if heart and around.right - around.left >= width and around.bottom - around.top >= 3 * NAME_HEIGHT:
        for dy in (0.0, 1.0, -1.0, 2.0, -2.0):
            yield _label(text, heart[0], heart[1] + dy * NAME_HEIGHT, width)
    for gap in (0.15, 0.7, 1.1):
        below, above = around.bottom + gap + NAME_HEIGHT / 2, around.top - gap - NAME_HEIGHT / 2
        right, left = around.right + gap + width / 2, around.left - gap - width / 2
        yield from (_label(text, *place, width) for place in ((x, below), (x, above), (right, y), (left, y)))
        for up in (below, above):
            yield from (_label(text, x + way * width / 2, up, width) for way in (1, -1))
            yield from (_label(text, beside, up, width) for beside in (right, left))


def _label(text: str, x: float, y: float, width: float) -> Label:
    return Label(text, x, y, Box(x - width / 2, y - NAME_HEIGHT / 2, x + width / 2, y + NAME_HEIGHT / 2))


INK: Final = "#1a1a1a"
SIDE_COLOURS: Final = {Side.RED: "#b5400a", Side.BLUE: "#005a9c", None: "#4d4d4d"}
SIGHT_PATTERNS: Final = {
    SightBlocking.BLOCK: "blocks",
    SightBlocking.OBSTACLE: "low",
    SightBlocking.NONE: "flat",
}
EXTRA: Final = "#e69f00"
WAY: Final = "#007a5a"
CUT: Final = "#b00020"
CLEAR: Final = {"fill": EXTRA, "fill_opacity": 0.28, "stroke": "#8a5f00", "stroke_width": 0.09}
FIRE: Final = {"fill": "none", "stroke": "#d9480f", "stroke_width": 0.3}
HEIGHT_STYLE: Final = {"stroke": "#3d382f", "stroke_width": 0.5, "stroke_linejoin": "round"}
DANGER: Final = {"fill": "none", "stroke": "#7b2d8b", "stroke_width": 0.25, "stroke_dasharray": "0.1 0.45"}
REACH_STYLE: Final = {"fill": "#56b4e9", "fill_opacity": 0.18, "stroke": "#0072b2", "stroke_width": 0.08}
HIDES: Final = {"fill": "none", "stroke": INK, "stroke_width": 0.14, "stroke_dasharray": "0.12 0.22"}
RAISED_SIGN: Final = "▲"
COUNTS: Final = {"fill": "none", "stroke": INK, "stroke_width": 0.25}
CUT_OFF: Final = {"fill": "url(#cut)", "stroke": CUT, "stroke_width": 0.12}
DASHED: Final = {"stroke_dasharray": "0.4 0.25"}
IN_RANGE: Final = {"fill": EXTRA, "fill_opacity": 0.06, "stroke": "#8a5f00", "stroke_width": 0.1, **DASHED}
SPENT: Final = {"fill": "none", "stroke": CUT, "stroke_width": 0.2, "stroke_dasharray": "0.15 0.2"}
CROSS, MINUS_ONE = "×", "−1"

KEY_WIDTH: Final = 15.0
"""The width of one entry of the key, in centimetres."""
KEY_HEIGHT: Final = 1.6

AREA: Final = "table"


class KeySample(NamedTuple):
    """An entry of the key: the end of its message id, how its sample is drawn, and a sign drawn over it."""

    meaning: str
    drawn: dict[str, object]
    sign: str = ""


def key_columns(width: float) -> int:
    """How many entries of the key stand side by side under a field of that width."""
    return max(1, int(width // KEY_WIDTH))


def key_samples(scene: Scene) -> Sequence[KeySample]:
    """The entries that the key of a scene needs."""
    return (*_sides(scene), *_standings(scene), *_ground(scene), *_chapter(scene), *_extras(scene))


def _sides(scene: Scene) -> Iterator[KeySample]:
    there = {figure.piece.side for figure in scene.figures}
    for side, colour in SIDE_COLOURS.items():
        if side in there:
            fill, broken = colour if side is Side.RED else "#ffffff", None if side else "0.4 0.25"
            rim = {"stroke": colour, "stroke_width": 0.3, "stroke_dasharray": broken, "rx": 0.6}
            yield KeySample(side or "nobody", {"fill": fill, **rim})


def _standings(scene: Scene) -> Iterator[KeySample]:
    """Entries for the marks on bases."""
    bare: dict[str, object] = {"fill": "none"}
    if any(one.leader for one in scene.standings):
        yield KeySample("leader", bare, "★")
    if any(one.activated for one in scene.standings):
        yield KeySample("activated", bare, "✓")
    if any(one.lost for one in scene.standings):
        yield KeySample("lost", bare, "−1")
    if any(one.ap for one in scene.standings):
        yield KeySample("ap", bare, "•")


def _ground(scene: Scene) -> Iterator[KeySample]:
    rim = {"stroke": "#6b6458", "stroke_width": 0.1}
    for sight, pattern in SIGHT_PATTERNS.items():
        if any(item.sight is sight for item in scene.scenery):
            yield KeySample(pattern, {"fill": f"url(#{pattern})", **rim})
    if any(item.slow for item in scene.scenery):
        yield KeySample("slow", {"fill": "url(#slow)", **rim})
    if any(item.crossable for item in scene.scenery):
        yield KeySample("crossable", {"fill": "none", **rim, "stroke_dasharray": "0.4 0.25"})
    if any(item.burn for item in scene.scenery):
        yield KeySample("burning", FIRE)


def _chapter(scene: Scene) -> Iterator[KeySample]:
    """Entries for keywords of scenery, and for fighters that stand on scenery or hide in it."""
    rim = {"stroke": "#6b6458", "stroke_width": 0.1}
    for meaning, drawn, shown in (
        ("water", {"fill": "url(#water)", **rim}, WATER),
        ("height", {"fill": "#ffffff", **HEIGHT_STYLE}, HEIGHT_KEYWORDS),
        ("danger", DANGER, DANGER_KEYWORDS),
    ):
        if any(item.has_any(shown) for item in scene.scenery):
            yield KeySample(meaning, drawn)
    if any(item.destroyed for item in scene.scenery):
        yield KeySample("destroyed", {"fill": "url(#ruin)", **rim})
    if any(item.field for item in scene.scenery):
        yield KeySample("field", REACH_STYLE)
    if any(figure.raised for figure in scene.figures):
        yield KeySample("raised", {"fill": "none"}, RAISED_SIGN)
    if any(figure.hidden for figure in scene.figures):
        yield KeySample("hidden", HIDES | {"rx": 0.6})


def _extras(scene: Scene) -> Iterator[KeySample]:
    overlay = scene.overlay
    if scene.zones:
        rim = {"stroke": INK, "stroke_width": 0.08, "stroke_dasharray": "0.25 0.25"}
        yield KeySample("zone", {"fill": "none", **rim})
    if scene.tokens:
        yield KeySample("token", {"fill": "#ffffff", "stroke": INK, "stroke_width": 0.1, "rx": 0.6}, "*")
    yield from _sight_samples(overlay)
    if overlay.in_range:
        yield KeySample("in-range", IN_RANGE)
    if overlay.template:
        yield KeySample("template", CLEAR)
        if overlay.counts:
            yield KeySample("covered", COUNTS)
    yield from _route_samples(overlay)


def _sight_samples(overlay: Overlay) -> Iterator[KeySample]:
    """Entries for a line of sight."""
    if overlay.corridor:
        yield KeySample("cut", CUT_OFF) if overlay.is_cut else KeySample("corridor", CLEAR)
        if overlay.counts - overlay.blocks:
            yield KeySample("counts", COUNTS, MINUS_ONE)
    if overlay.blocks:
        yield KeySample("blocker", {"fill": "none"}, CROSS)
    if overlay.rays:
        yield KeySample("seen", {"fill": WAY})
    if not all(ray.clear for ray in overlay.rays):
        yield KeySample("unseen", {"fill": "none", "stroke": CUT, "stroke_width": 0.15, **DASHED})


def _route_samples(overlay: Overlay) -> Iterator[KeySample]:
    """Entries for a route, and for the places that can be reached."""
    if overlay.route:
        yield KeySample("route", {"fill": WAY, "fill_opacity": 0.22, "stroke": WAY, "stroke_width": 0.15})
        if overlay.counts:
            yield KeySample("slowing", COUNTS)
    if overlay.allowance_end:
        yield KeySample("short", SPENT | {"rx": 0.6})
    for meaning, fill in (("one-move", WAY), ("all-moves", EXTRA)):
        if overlay.reached.get(meaning):
            yield KeySample(meaning, {"fill": fill, "fill_opacity": 0.4})


def draw_key(key: Sequence[KeySample], words: Words, width: float, top: float) -> Iterator[str]:
    """Draw the key in columns, downwards from `top`."""
    broad = key_columns(width)
    for n, entry in enumerate(key):
        x, y = n % broad * width / broad, top + n // broad * KEY_HEIGHT
        yield svg_element("rect", x=x + 0.1, y=y, width=1.2, height=1.2, **entry.drawn)
        if entry.sign == CROSS:
            yield draw_cross(Box(x + 0.1, y, x + 1.3, y + 1.2))
        elif entry.sign:
            yield svg_text(entry.sign, x=x + 0.7, y=y + 0.9, font_size=0.85, text_anchor="middle")
        yield svg_text(words.say(AREA, f"key.{entry.meaning}"), x=x + 1.8, y=y + 0.9, font_size=0.85)


def draw_cross(box: Box, gap: float = 0.0) -> str:
    """Draw two strokes across a box; `gap` is the share of each stroke left out around the middle."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    corners = [(right, bottom) for right in (box.left, box.right) for bottom in (box.top, box.bottom)]
    strokes = "".join(f"M{x + gap * (cx - x):g},{y + gap * (cy - y):g}L{cx:g},{cy:g}" for cx, cy in corners)
    broad = svg_element("path", d=strokes, stroke="#ffffff", stroke_width=0.6, fill="none")
    return broad + svg_element("path", d=strokes, stroke=CUT, stroke_width=0.32, fill="none")


def draw_names(names: Sequence[tuple[str, str]], width: float, top: float) -> Iterator[str]:
    """Draw the names that had no room on the field, each beside its letter or number."""
    broad = names_per_row(names, width)
    for n, (sign, name) in enumerate(names):
        x, y = n % broad * width / broad, top + n // broad * NAME_HEIGHT * 1.4
        yield svg_text(sign, x=x + 0.7, y=y + 0.9, font_size=0.85, font_weight="bold", text_anchor="middle")
        yield svg_text(name, x=x + 1.8, y=y + 0.9, font_size=0.85)


def names_per_row(names: Sequence[tuple[str, str]], width: float) -> int:
    """How many of these names stand side by side."""
    longest = max((text_width(name) for _, name in names), default=0.0)
    return max(1, int(width // max(KEY_WIDTH, longest + 3)))


WET: Final = {"stroke": "#0072b2", "stroke_width": 0.07, "fill": "none"}


def svg_patterns() -> str:
    """The patterns that fill scenery: crossed lines, lines, dots, water, ruins; waves over slow ground."""

    def pattern(name: str, size: float, *content: str) -> str:
        units = {"patternUnits": "userSpaceOnUse"}
        return svg_element("pattern", content, id=name, width=size, height=size, **units)

    line = {"stroke": "#6b6458", "stroke_width": 0.07, "fill": "none"}
    return svg_element(
        "defs",
        (
            pattern(
                "blocks",
                0.7,
                svg_element("rect", width=0.7, height=0.7, fill="#cfc8ba"),
                svg_element("path", d="M0,0L.7,.7M.7,0L0,.7", **line),
            ),
            pattern(
                "low",
                0.7,
                svg_element("rect", width=0.7, height=0.7, fill="#ece7dc"),
                svg_element("path", d="M-.1,.1L.1,-.1M0,.7L.7,0M.6,.8L.8,.6", **line),
            ),
            pattern(
                "flat",
                0.9,
                svg_element("rect", width=0.9, height=0.9, fill="#f6f3ec"),
                svg_element("circle", cx=0.45, cy=0.45, r=0.08, fill="#6b6458"),
            ),
            pattern(
                "cut",
                0.8,
                svg_element("rect", width=0.8, height=0.8, fill="#f6dcd6", fill_opacity=0.75),
                svg_element("path", d="M-.1,.1L.1,-.1M0,.8L.8,0M.7,.9L.9,.7", stroke=CUT, stroke_width=0.1),
            ),
            pattern(
                "water",
                1.8,
                svg_element("rect", width=1.8, height=1.8, fill="#d9ecf7"),
                svg_element("path", d="M0,.5Q.45,.05,.9,.5T1.8,.5M0,1.4Q.45,.95,.9,1.4T1.8,1.4", **WET),
            ),
            pattern(
                "ruin",
                1.2,
                svg_element("path", d="M.1,.3l.4,-.2M.7,.9l.4,.1M.2,1l.1,-.4M.8,.4l-.1,-.3", **line),
            ),
            pattern("slow", 1.8, svg_element("path", d="M0,.9Q.45,.45,.9,.9T1.8,.9", **line)),
        ),
    )

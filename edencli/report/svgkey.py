"""The key of a drawn table: what its colours and patterns mean, as far as they are used."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from edencli.lang import Words
from edencli.match.pieces import Side
from edencli.model.terms import Sight
from edencli.report.scene import Scene
from edencli.report.svgtags import element, text

INK: Final = "#1a1a1a"
SIDE: Final = {Side.RED: "#b5400a", Side.BLUE: "#005a9c", None: "#4d4d4d"}
FILL: Final = {Sight.BLOCK: "blocks", Sight.OBSTACLE: "low", Sight.NONE: "flat"}
EXTRA: Final = "#e69f00"
WAY: Final = "#007a5a"

KEY_WIDTH: Final = 15.0
"""The room of one entry, in centimetres."""
KEY_HEIGHT: Final = 1.6

_AREA: Final = "table"


class Entry(NamedTuple):
    """A sample of what is drawn, and its meaning by the end of its message id."""

    meaning: str
    drawn: dict[str, object]


def columns(width: float) -> int:
    """How many entries stand side by side under a field of that width."""
    return max(1, int(width // KEY_WIDTH))


def key_of(scene: Scene) -> Sequence[Entry]:
    """Find what has to be explained in a scene."""
    return (*_sides(scene), *_ground(scene), *_extras(scene))


def _sides(scene: Scene) -> Iterator[Entry]:
    there = {figure.piece.side for figure in scene.figures}
    for side, colour in SIDE.items():
        if side in there:
            fill, broken = colour if side is Side.RED else "#ffffff", None if side else "0.4 0.25"
            rim = {"stroke": colour, "stroke_width": 0.3, "stroke_dasharray": broken, "rx": 0.6}
            yield Entry(side or "nobody", {"fill": fill, **rim})


def _ground(scene: Scene) -> Iterator[Entry]:
    rim = {"stroke": "#6b6458", "stroke_width": 0.1}
    for sight, pattern in FILL.items():
        if any(item.scenery.sight is sight for item in scene.items):
            yield Entry(pattern, {"fill": f"url(#{pattern})", **rim})
    if any(item.scenery.slow for item in scene.items):
        yield Entry("slow", {"fill": "url(#slow)", **rim})
    if any(item.scenery.crossable for item in scene.items):
        yield Entry("crossable", {"fill": "none", **rim, "stroke_dasharray": "0.4 0.25"})


def _extras(scene: Scene) -> Iterator[Entry]:
    extra = scene.extra
    if scene.zones:
        rim = {"stroke": INK, "stroke_width": 0.08, "stroke_dasharray": "0.25 0.25"}
        yield Entry("zone", {"fill": "none", **rim})
    for meaning, there in (("corridor", extra.corridor), ("template", extra.template)):
        if there:
            rim = {"stroke": "#8a5f00", "stroke_width": 0.09}
            yield Entry(meaning, {"fill": EXTRA, "fill_opacity": 0.28, **rim})
    if extra.route:
        yield Entry("route", {"fill": WAY, "fill_opacity": 0.22, "stroke": WAY, "stroke_width": 0.15})


def key_drawn(key: Sequence[Entry], words: Words, width: float, top: float) -> Iterator[str]:
    """Draw a key in columns, from a height on downwards."""
    broad = columns(width)
    for n, entry in enumerate(key):
        x, y = n % broad * width / broad, top + n // broad * KEY_HEIGHT
        yield element("rect", x=x + 0.1, y=y, width=1.2, height=1.2, **entry.drawn)
        yield text(words.say(_AREA, f"key.{entry.meaning}"), x=x + 1.8, y=y + 0.9, font_size=0.85)

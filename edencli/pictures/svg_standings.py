"""Marks on a fighter's base in SVG, beside its letter: leader, activated, lost CP, AP left.

All marks lie within the base, so that no name and no ring covers them. A replay page shows these facts on
cards, and draws bare bases.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final

from edencli.field.units import PER_CM
from edencli.match.pieces import Side
from edencli.pictures.scene import Standing
from edencli.pictures.svg_elements import SIDE_COLOURS, Plane, svg_element, svg_text

STAR_OFFSET: Final = 0.44
"""How far left of the base's centre and above it the star stands, as a share of the base's radius."""
MOST_DOTS: Final = 6
"""The most AP that are drawn as dots; more are written as a number."""


def draw_standing(plane: Plane, one: Standing) -> Iterator[str]:
    """Draw a fighter's marks: star and tick above the letter, lost CP between them, AP below."""
    base, side = one.figure.base, one.figure.piece.side
    x, y, r = plane.x(base.x), plane.y(base.y), base.r / PER_CM
    ink = "#ffffff" if side is Side.RED else SIDE_COLOURS[side]
    if one.leader:
        yield svg_element("path", d=_star(x - STAR_OFFSET * r, y - STAR_OFFSET * r, 0.17 * r), fill=ink)
    if one.activated:
        tick = f"M{x + 0.31 * r:g},{y - 0.45 * r:g}l{0.09 * r:g},{0.1 * r:g}l{0.17 * r:g},{-0.22 * r:g}"
        yield svg_element("path", d=tick, fill="none", stroke=ink, stroke_width=0.09 * r)
    if one.lost:
        at = {"x": x, "y": y - 0.46 * r, "font_size": 0.34 * r, "text_anchor": "middle", "fill": ink}
        yield svg_text(f"−{one.lost}", font_weight="bold", **at)
    yield from _ap_marks(one.ap, x, y + 0.6 * r, r, ink)


def _ap_marks(ap: int, x: float, y: float, r: float, ink: str) -> Iterator[str]:
    """Draw a dot for each AP, or their number if there are too many."""
    if ap > MOST_DOTS:
        at = {"x": x, "y": y + 0.12 * r, "font_size": 0.36 * r, "text_anchor": "middle", "fill": ink}
        yield svg_text(f"{ap}", font_weight="bold", **at)
        return
    for n in range(ap):
        yield svg_element("circle", cx=x + (n - (ap - 1) / 2) * 0.17 * r, cy=y, r=0.065 * r, fill=ink)


def _star(x: float, y: float, size: float) -> str:
    """The path of a star with five points."""
    corners = [
        (x + size * far * sin(n * pi / 5), y - size * far * cos(n * pi / 5))
        for n, far in enumerate((1.0, 0.45) * 5)
    ]
    return "M" + "L".join(f"{round(cx, 3):g},{round(cy, 3):g}" for cx, cy in corners) + "Z"

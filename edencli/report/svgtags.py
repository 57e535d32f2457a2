"""SVG in the making: elements with their attributes, all text made safe, all lengths in centimetres."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from edencli.field.shapes import Disc, Polygon, Shape
from edencli.field.units import PER_CM
from edencli.lang import clean


def element(name: str, content: Iterable[str] | str = "", /, **attributes: object) -> str:
    """Make one element; an underscore in an attribute's name stands for a hyphen."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(clean(_shown(value)))}"
        for key, value in attributes.items()
        if value is not None
    )
    inner = content if isinstance(content, str) else "".join(content)
    return f"<{name}{written}>{inner}</{name}>\n" if inner else f"<{name}{written}/>\n"


def text(content: str, /, **attributes: object) -> str:
    """Make an element of text."""
    return element("text", escape(clean(content)), **attributes)


def _shown(value: object) -> str:
    """A number with the decimals it needs, three at the most."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


class Plane:
    """A field on paper: north up, a centimetre for a centimetre."""

    def __init__(self, depth: int) -> None:
        self._depth = depth

    def x(self, x: float) -> float:
        """Where a place lies from left to right."""
        return x / PER_CM

    def y(self, y: float) -> float:
        """Where a place lies from top to bottom."""
        return (self._depth - y) / PER_CM

    def points(self, places: Iterable[tuple[float, float]]) -> str:
        """Places as a polygon or a polyline lists them."""
        return " ".join(f"{_shown(self.x(x))},{_shown(self.y(y))}" for x, y in places)

    def shape(self, shape: Shape, /, **attributes: object) -> str:
        """Draw a shape."""
        if isinstance(shape, Polygon):
            return element("polygon", points=self.points(shape.corners), **attributes)
        radius = shape.r / PER_CM if isinstance(shape, Disc) else 0.0
        return element("circle", cx=self.x(shape.x), cy=self.y(shape.y), r=radius, **attributes)

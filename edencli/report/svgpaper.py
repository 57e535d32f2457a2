"""The paper that a table is drawn on: SVG elements, all text made safe, and where names find room on it."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
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


SIZE: Final = 0.95
"""The height of a name in centimetres."""
WIDE: Final = 0.56
"""How wide a letter is on average, by its height."""


class Box(NamedTuple):
    """A rectangle on paper: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: "Box") -> float:
        """How much of the paper two boxes share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


class Label(NamedTuple):
    """A name, the middle of its line, and the box that it takes."""

    text: str
    x: float
    y: float
    box: Box


class Labels:
    """Finds room for names, one by one; where there is none, the least of evils."""

    def __init__(self, paper: Box, taken: Iterable[Box]) -> None:
        self._paper = paper
        self._taken = list(taken)

    def place(self, text: str, around: Box, heart: tuple[float, float] | None = None) -> Label:
        """Write a name at the heart of a box that has one and is big enough, else beside it."""
        ways = list(_ways(text, around, heart))
        best = min(ways, key=lambda label: (self._cost(label.box), ways.index(label)))
        self._taken.append(best.box)
        return best

    def _cost(self, box: Box) -> float:
        paper = self._paper
        own = (box.right - box.left) * (box.bottom - box.top)
        return sum(box.shared(other) for other in self._taken) + 4 * (own - box.shared(paper))


def width_of(text: str) -> float:
    """How wide a name is, about."""
    return len(text) * WIDE * SIZE


def _ways(text: str, around: Box, heart: tuple[float, float] | None) -> Iterator[Label]:
    """The places for a name, the best first."""
    width, x, y = width_of(text), (around.left + around.right) / 2, (around.top + around.bottom) / 2
    if heart and around.right - around.left >= width and around.bottom - around.top >= 3 * SIZE:
        for dy in (0.0, 1.0, -1.0, 2.0, -2.0):
            yield _label(text, heart[0], heart[1] + dy * SIZE, width)
    for gap in (0.15, 1.1):
        yield _label(text, x, around.bottom + gap + SIZE / 2, width)
        yield _label(text, x, around.top - gap - SIZE / 2, width)
        yield _label(text, around.right + gap + width / 2, y, width)
        yield _label(text, around.left - gap - width / 2, y, width)


def _label(text: str, x: float, y: float, width: float) -> Label:
    return Label(text, x, y, Box(x - width / 2, y - SIZE / 2, x + width / 2, y + SIZE / 2))

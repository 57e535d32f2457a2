"""Pieces of scenery: an outline, what the players agreed of it, and its keywords."""

from collections.abc import Mapping
from types import MappingProxyType

from edencli.model.terms import Sight
from edencli.record import Record


class Outline(Record):
    """A footprint in centimetres about its own origin: a disc by its radius, or a polygon by its corners."""

    radius: float | None = None
    corners: tuple[tuple[float, float], ...] = ()


class Scenery(Record):
    """One piece of scenery.

    `sight` is what the players agreed for the basic rules: it blocks, it counts as an obstacle, or neither.
    `element` names its line in a rulebook's list; keywords and size serve the optional chapter.
    """

    name: str
    outline: Outline
    sight: Sight = Sight.BLOCK
    crossable: bool = False
    slow: bool = False
    element: str | None = None
    keywords: Mapping[str, int | None] = MappingProxyType({})
    size: str | None = None
    cost: int | None = None

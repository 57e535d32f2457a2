"""Pieces of scenery: an outline, what the players agreed about it, and the words of the rulebooks' lists."""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Self

from edencli.model.terms import SightBlocking
from edencli.record import Record


class ElementName(enum.StrEnum):
    """The elements that the rulebooks list; each book decides which it has, and at what price."""

    TREE = "tree"
    BUSHES = "bushes"
    CAR_WRECK = "car-wreck"
    WALL = "wall"
    CRUMBLING_WALL = "crumbling-wall"
    DARK_WOOD = "dark-wood"
    POND = "pond"
    DEVASTATED_AREA = "devastated-area"
    ENERGY_BEACON = "energy-beacon"
    QUARTERIST_IDOL = "quarterist-idol"
    WASTE_PILE = "waste-pile"
    LAKE = "lake"
    DEEP_RIVER = "deep-river"
    OIL_SLICK = "oil-slick"


class Keyword(enum.StrEnum):
    """The special rules that scenery may have.

    The number in brackets is from 1 to `most`; if `bare`, it may be left out, and with `most` 0 there is
    none.
    """

    bare: bool
    most: int
    about: str

    def __new__(cls, key: str, bare: bool = False, most: int = 0, about: str = "") -> Self:  # noqa: FBT001, FBT002  # a column
        """Make a row."""
        row = str.__new__(cls, key)
        row._value_, row.bare, row.most, row.about = key, bare, most, about
        return row

    CORROSION = (
        *("corrosion", True, 0),
        "Wounds the legs of whoever wears technological protection (French book only).",
    )
    DESTRUCTION = "destruction", False, 20, "May be attacked; this many attacks destroy it."
    HIDING = (
        *("hiding", True, 2),
        "Fighters may hide in it. The French book gives a number by base size: 1 for 30 mm, 2 for 40 mm too.",
    )
    ELEVATION = (
        *("elevation", True, 0),
        "Has a raised place: better melee against those below, longer range.",
    )
    CLIMBING = (
        *("climbing", False, 10),
        "Its raised place is reached by a SPD roll of this difficulty. Only together with elevation.",
    )
    CROSSING = "crossing", True, 0, "Fighters may cross it, but not stop inside."
    IMPENETRABLE = (
        *("impenetrable", True, 0),
        "Cuts every line of sight that passes entirely through it.",
    )
    FLAMMABLE = (
        *("flammable", True, 0),
        "May burn, and sets fire to whoever touches it while it does.",
    )
    OBSTACLE = "obstacle", False, 20, "Counts as this many obstacles in a line of sight."
    OBSTRUCTION = "obstruction", False, 20, "A centimetre in it costs this many."
    OCCUPATION = "occupation", True, 0, "Fighters may cross it and stop in it."
    SWIMMING = (
        *("swimming", False, 10),
        "Crossed only by swimming: a VIG roll of this difficulty.",
    )
    HOSTILE_PRESENCE = (
        *("hostile-presence", False, 20),
        "Wounds whoever lingers in it or touches it, this many times.",
    )
    JUMP = "jump", False, 10, "Crossed by a jump: a SPD roll of this difficulty."
    MEPHITIC_VAPOURS = (
        *("mephitic-vapours", False, 20),
        "Poisons whoever lingers in it or touches it: this many markers (French book only).",
    )


class Size(enum.StrEnum):
    """The size of an element, which counts in its price in the French book."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    IMPOSING = "imposing"


class Outline(Record):
    """A footprint in centimetres around its own origin: a disc with a radius, or a polygon with corners."""

    radius: float | None = None
    corners: tuple[tuple[float, float], ...] = ()


class Scenery(Record):
    """A piece of scenery.

    `sight` is what the players agreed for the basic rules: it blocks, it counts as an obstacle, or neither.
    `element` is its entry in a rulebook's list; keywords and size are for the optional chapter.
    """

    name: str
    outline: Outline
    sight: SightBlocking = SightBlocking.BLOCK
    crossable: bool = False
    slow: bool = False
    element: ElementName | None = None
    keywords: Mapping[Keyword, int | None] = MappingProxyType({})
    size: Size | None = None
    cost: int | None = None

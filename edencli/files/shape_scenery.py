"""The shape of a scenery file: pieces with their outlines, agreements about them, and keywords."""

from collections.abc import Callable
from typing import Any

from edencli.files.grammar import (
    Boolean,
    ExactlyOne,
    KeyedMapping,
    ListOf,
    Number,
    OneOf,
    ValueShape,
    WholeNumber,
    optional,
    required,
)
from edencli.files.shapes import LENGTH, NAME, FileShape
from edencli.model.scenery import ElementName, Keyword, Outline, Scenery, Size
from edencli.model.terms import SightBlocking


def _disc(radius: float) -> Outline:
    return Outline(radius=radius)


def _rectangle(sides: tuple[float, ...]) -> Outline:
    x, y = sides[0] / 2, sides[1] / 2
    return Outline(corners=((-x, -y), (x, -y), (x, y), (-x, y)))


def _polygon(corners: tuple[tuple[float, float], ...]) -> Outline:
    return Outline(corners=corners)


_OUTLINES: dict[str, Callable[[Any], Outline]] = {"disc": _disc, "rectangle": _rectangle, "polygon": _polygon}


def _piece(**parts: Any) -> Scenery:
    (shape,) = _OUTLINES.keys() & parts.keys()
    return Scenery(outline=_OUTLINES[shape](parts.pop(shape)), **parts)


def _keywords(**numbers: int) -> dict[Keyword, int | None]:
    given = {Keyword(name.replace("_", "-")): number for name, number in numbers.items()}
    return {keyword: None if number is True else number for keyword, number in given.items()}


def _number(keyword: Keyword) -> ValueShape:
    if keyword.bare:
        return OneOf((True, *range(1, keyword.most + 1)))
    return WholeNumber(1, keyword.most)


_POINT = ListOf(Number(-120, 120).with_about("A coordinate in centimetres."), least=2, most=2).as_definition(
    "point", "A point: x and y in centimetres."
)
_ELEMENT = KeyedMapping(
    {
        "name": required(NAME, "The piece's name."),
        "disc": optional(LENGTH, "The outline is a disc with this radius, in centimetres, about the origin."),
        "rectangle": optional(
            ListOf(LENGTH, least=2, most=2),
            "The outline is a rectangle about the origin: width and depth in centimetres.",
        ),
        "polygon": optional(
            ListOf(_POINT, least=3, most=100),
            "The outline is a polygon: its corners in order, in centimetres. Its sides do not cross.",
        ),
        "sight": optional(
            OneOf(SightBlocking),
            "What the players agreed for the basic rules: the piece blocks a line of sight that it cuts, "
            "counts as an obstacle, or does nothing. Without it, it blocks.",
            default="block",
        ),
        "crossable": optional(
            Boolean(), "Whether the players agreed that fighters may cross it (basic rules).", default=False
        ),
        "slow": optional(
            Boolean(),
            "Whether the players agreed that a centimetre in it costs two (basic rules).",
            default=False,
        ),
        "element": optional(
            OneOf(ElementName),
            "Which element of a rulebook's list it is (chapter territory). Its keywords, size and price are "
            "the list's; the keys below say them for a rulebook that does not list it.",
        ),
        "keywords": optional(
            KeyedMapping(
                {keyword: optional(_number(keyword), keyword.about) for keyword in Keyword}, make=_keywords
            ),
            "Its special rules (chapter territory). A keyword without a number is written as true. Without "
            "this key, those of its element in the rulebook's list.",
        ),
        "size": optional(
            OneOf(Size),
            "Its size (French book), which is part of its price: small fits on one card together with a base "
            "of 40 mm, medium on one card, large on two.",
        ),
        "cost": optional(
            WholeNumber(0, 100),
            "Its price in scenery points (chapter territory), as the players agreed on it; the French book "
            "prices it by size and keywords.",
        ),
    },
    ExactlyOne("rectangle", "polygon", "disc"),
    make=_piece,
).as_definition(
    "element",
    "One piece of scenery, about an origin of its own. Its outline is a disc, a rectangle or a polygon.",
)


def _pieces(elements: tuple[Scenery, ...]) -> tuple[Scenery, ...]:
    return elements


SHAPE = FileShape(
    "scenery",
    "Scenery for Eden",
    "Pieces of scenery: their outline, what the players agreed of them, and their keywords.",
    {"elements": required(ListOf(_ELEMENT, least=1, most=200), "The pieces of scenery.")},
    make=_pieces,
)

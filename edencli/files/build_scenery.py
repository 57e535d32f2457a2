"""Scenery from plain data."""

from edencli.files.build_fighter import NAME
from edencli.files.build_readers import (
    Path,
    Reader,
    Unfit,
    flag,
    items,
    member,
    number,
    one_of,
    record,
    whole,
)
from edencli.model.scenery import ElementName, Keyword, Outline, Scenery, Size
from edencli.model.terms import Sight

LENGTH = number(0, 120, above=True)


def _number(keyword: Keyword) -> Reader[int]:
    if keyword.bare:
        return one_of((True, *range(1, keyword.most + 1)))
    return whole(1, keyword.most)


_KEYWORDS: dict[str, Reader[object]] = {keyword: _number(keyword) for keyword in Keyword}
_PAIR = items(number(-120, 120), least=2, most=2)


def _disc(data: object, path: Path) -> Outline:
    return Outline(radius=LENGTH(data, path))


def _rectangle(data: object, path: Path) -> Outline:
    width, depth = items(LENGTH, least=2, most=2)(data, path)
    x, y = width / 2, depth / 2
    return Outline(corners=((-x, -y), (x, -y), (x, y), (-x, y)))


def _polygon(data: object, path: Path) -> Outline:
    corners = items(_PAIR, least=3, most=100)(data, path)
    return Outline(corners=tuple((x, y) for x, y in corners))


def _keywords(data: object, path: Path) -> dict[Keyword, int | None]:
    given = record(_KEYWORDS)(data, path)
    return {Keyword(keyword): None if x is True else x for keyword, x in given.items()}


_OUTLINES: dict[str, Reader[Outline]] = {"disc": _disc, "rectangle": _rectangle, "polygon": _polygon}
_ELEMENT = record(
    {
        "name": NAME,
        **_OUTLINES,
        "sight": member(Sight),
        "crossable": flag,
        "slow": flag,
        "element": member(ElementName),
        "keywords": _keywords,
        "size": member(Size),
        "cost": whole(0, 100),
    },
    needed=["name"],
)


def _element(data: object, path: Path) -> Scenery:
    parts = _ELEMENT(data, path)
    outlines = [parts.pop(shape) for shape in _OUTLINES if shape in parts]
    if len(outlines) != 1:
        raise Unfit(path)
    return Scenery(outline=outlines[0], **parts)


_SCENERY = record(
    {"kind": one_of(["scenery"]), "elements": items(_element, least=1, most=200)},
    needed=["kind", "elements"],
)


def build_scenery(data: object) -> tuple[Scenery, ...]:
    """Build the pieces of scenery of one file; raises `Unfit` at the first thing that does not fit."""
    elements: tuple[Scenery, ...] = _SCENERY(data, ())["elements"]
    return elements

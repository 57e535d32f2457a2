"""One piece of scenery as a player would like to see it, under the basic rules and with its keywords."""

from collections.abc import Iterator, Mapping
from typing import Any

from edencli.lang import Words, clean
from edencli.model.scenery import Scenery
from edencli.report.gear import term
from edencli.report.sheet import Sheet
from edencli.rulebooks.plain import plain

_AREA = "sheet"


def write_piece(sheet: Sheet, words: Words, piece: Scenery, book: str) -> None:
    """Write a piece: its outline, what the players agreed, and what it is in that book's list."""
    said = words.area(_AREA)
    sheet.title(clean(piece.name))
    sheet.aside(about_piece(words, piece))
    rows = [(said["basic"], "; ".join(_agreed(words, piece)))]
    if piece.element or piece.keywords:
        rows.append((said["territory"], "; ".join(_as_element(words, piece, _listed(piece, book)))))
    sheet.points(rows)


def _agreed(words: Words, piece: Scenery) -> Iterator[str]:
    """What the players agreed of it."""
    said = words.area(_AREA)
    yield said["sight"][piece.sight]
    yield said["crossable" if piece.crossable else "not-crossable"]
    if piece.slow:
        yield said["slow"]


def about_piece(words: Words, piece: Scenery) -> str:
    """Tell the size of its outline."""
    outline = piece.outline
    if outline.radius is not None:
        return words.say(_AREA, "outline.disc", radius=words.decimal(f"{outline.radius:g}"))
    width, depth = (max(axis) - min(axis) for axis in zip(*outline.corners, strict=True))
    size = {"width": words.decimal(f"{width:g}"), "depth": words.decimal(f"{depth:g}")}
    return words.say(_AREA, "outline.corners", **size, corners=len(outline.corners))


def _listed(piece: Scenery, book: str) -> Mapping[str, Any]:
    """Its line in that book's list, empty when there is none."""
    elements = (plain(book).get("territory") or {}).get("elements", ())
    return next((line for line in elements if line["name"] == piece.element), {})


def _as_element(words: Words, piece: Scenery, line: Mapping[str, Any]) -> Iterator[str]:
    """Its element, price, size and keywords; what its own card does not say, the list does."""
    yield _element(words, piece, line)
    cost = line.get("cost") if piece.cost is None else piece.cost
    yield words.say(_AREA, "price.by-size" if cost is None else "price", cost=cost)
    size = piece.size or line.get("size")
    if size:
        yield term(words, size)
    keywords = piece.keywords or line.get("keywords", {})
    yield words.listed(_keyword(words, name, x) for name, x in keywords.items())


def _element(words: Words, piece: Scenery, line: Mapping[str, Any]) -> str:
    if piece.element is None:
        return words.say(_AREA, "element.unnamed")
    name = term(words, piece.element)
    return name if line else words.say(_AREA, "element.unknown", element=name)


def _keyword(words: Words, name: str, x: int | None) -> str:
    return term(words, name) if x is None else words.say(_AREA, "keyword", keyword=term(words, name), x=x)

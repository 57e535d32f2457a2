"""Scenery with keywords (the optional chapter on territory): which it has, what it and its height are worth.

Every part of the chapter asks here; this asks none of them.
"""

from collections.abc import Mapping

from edencli.match.match import Match, Query
from edencli.match.reasons import Part, Parts
from edencli.model.scenery import ElementName, Keyword
from edencli.model.terms import Characteristic
from edencli.rulebooks.values import Element, Territory
from edencli.rules.acts import Armed, Attack, Melee

DEFAULT_X = 1  # territory.default-value
_CHEAPEST = 1  # H-36: an element that costs nothing would never end the duty to spend all points
_LOST_TO_FIRE = {Keyword.CROSSING, Keyword.OCCUPATION, Keyword.OBSTRUCTION}

Keywords = Mapping[Keyword, int | None]


class MeleeAtScenery(Attack):
    """An attack hand to hand that is aimed at a piece of scenery."""

    scenery: str


class ShotAtScenery(Armed):
    """A shot that is aimed at a piece of scenery."""

    scenery: str


def rules_of(match: Match) -> Territory:
    """What the book says of the chapter, in a match that plays it."""
    rules = match.book.territory
    assert rules is not None, "no game plays a chapter that its book lacks"  # noqa: S101  # a law of files
    return rules


def listed(match: Match, name: ElementName | None) -> Element | None:
    """The line of the book's list that an element is, if it has one."""
    return next((line for line in rules_of(match).elements if line.name == name), None)


def keywords(match: Match, name: str) -> Keywords:
    """The keywords that an element has now (territory.destruction, territory.flammable).

    What the book lists for it, or its own; destroyed, those of a devastated area; burning, without some.
    """
    lying = match.state.scenery[name]
    if lying.destroyed:
        return own_keywords(match, ElementName.DEVASTATED_AREA, {})
    piece = match.setup.scenery[name]
    own = own_keywords(match, piece.element, piece.keywords)
    if not lying.burn:
        return own
    obstacle = (value_of(own, Keyword.OBSTACLE) or 0) + 1
    return {key: x for key, x in own.items() if key not in _LOST_TO_FIRE} | {Keyword.OBSTACLE: obstacle}


def own_keywords(match: Match, element: ElementName | None, otherwise: Keywords) -> Keywords:
    """The keywords that the book lists for an element, or those that it is otherwise given."""
    line = listed(match, element)
    return otherwise if line is None else {Keyword(key): x for key, x in line.keywords.items()}


def value_of(having: Keywords, keyword: Keyword) -> int | None:
    """The number of a keyword, 1 where none is given, or None without it (territory.default-value)."""
    return (having[keyword] or DEFAULT_X) if keyword in having else None


def elevation(match: Match, query: Query) -> Parts:
    """Contribute the bonus of striking at somebody below (territory.elevation)."""
    act, chapter = query.act, match.book.territory
    if chapter is None or query.what != Characteristic.CBT or not isinstance(act, Melee):
        return ()
    if act.fighter == query.of and (act.above or _is_above(match, act)):
        return (Part("territory.elevation", chapter.elevation_cbt),)
    return ()


def _is_above(match: Match, act: Melee) -> bool:
    """Tell whether who strikes stands on a raised place, and whom he strikes on none."""
    return match.of(act.fighter).raised is not None and match.of(act.target).raised is None


def price(chapter: Territory, *, size: str, keywords: Mapping[str, int | None]) -> int:
    """What an element costs in a book that prices scenery by size and keywords (territory.cost)."""
    return max(
        _CHEAPEST, chapter.sizes[size] + sum(_price(chapter, *keyword) for keyword in keywords.items())
    )


def _price(chapter: Territory, keyword: str, x: int | None) -> int:
    part = (x or DEFAULT_X) if keyword in chapter.keyword_adds_x else 0
    return chapter.keyword_costs[keyword] + part

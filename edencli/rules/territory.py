"""Scenery with keywords (the optional chapter on territory): what it costs, what standing above is worth."""

from collections.abc import Mapping

from edencli.match.match import Match, Query
from edencli.match.reasons import Part, Parts
from edencli.model.terms import Characteristic
from edencli.rulebooks.values import Territory
from edencli.rules.acts import Melee

DEFAULT_X = 1  # territory.default-value
_CHEAPEST = 1  # H-36: an element that costs nothing would never end the duty to spend all points


def elevation(match: Match, query: Query) -> Parts:
    """Contribute the bonus of striking at somebody below (territory.elevation)."""
    act, chapter = query.act, match.book.territory
    if chapter is None or query.what != Characteristic.CBT or not isinstance(act, Melee):
        return ()
    if act.above and act.fighter == query.of:
        return (Part("territory.elevation", chapter.elevation_cbt),)
    return ()


def price(chapter: Territory, *, size: str, keywords: Mapping[str, int | None]) -> int:
    """What an element costs in a book that prices scenery by size and keywords (territory.cost)."""
    return max(
        _CHEAPEST, chapter.sizes[size] + sum(_price(chapter, *keyword) for keyword in keywords.items())
    )


def _price(chapter: Territory, keyword: str, x: int | None) -> int:
    part = (x or DEFAULT_X) if keyword in chapter.keyword_adds_x else 0
    return chapter.keyword_costs[keyword] + part

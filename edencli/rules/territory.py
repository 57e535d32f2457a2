"""Scenery with keywords (the optional chapter on territory): the keywords of elements, and their prices.

All other modules of the chapter use this one; it uses none of them.
"""

from collections.abc import Iterator, Mapping

from edencli.field.units import PER_CM
from edencli.match.match import Match, Query, only_for
from edencli.match.pieces import Piece
from edencli.match.reasons import Part, Parts
from edencli.model.names import fold
from edencli.model.scenery import ElementName, Keyword
from edencli.model.terms import Characteristic
from edencli.rulebooks.values import BeaconServes, Element, Territory
from edencli.rules.acts import ArmedAttack, Attack, Melee, Shot

DEFAULT_X = 1  # territory.default-value
LOWEST_COST = 1  # H-36: the duty to spend all points would never end with elements that are free
_LOST_TO_FIRE = {Keyword.CROSSING, Keyword.OCCUPATION, Keyword.OBSTRUCTION}

Keywords = Mapping[Keyword, int | None]


CROSSING_RULE = "territory.crossing"


class MeleeAtScenery(Attack):
    """An attack hand to hand that is aimed at a piece of scenery."""

    scenery: str


class ShotAtScenery(ArmedAttack):
    """A shot that is aimed at a piece of scenery."""

    scenery: str


def territory_of(match: Match) -> Territory:
    """The book's numbers for the chapter, in a match that plays it."""
    rules = match.book.territory
    assert rules is not None, "no game plays a chapter that its book lacks"  # noqa: S101  # by the reader
    return rules


def listed_element(match: Match, name: ElementName | None) -> Element | None:
    """The row of the book's list for an element, or None."""
    lines = match.cache_for_setup("lines", lambda: {line.name: line for line in territory_of(match).elements})
    return None if name is None else lines.get(name)


def keywords_of(match: Match, name: str) -> Keywords:
    """The keywords that an element has now (territory.destruction, territory.flammable).

    Those in the book's list, or its own; if destroyed, those of a devastated area; while burning, without
    some.
    """
    return match.cache_for_scenery("keywords", name, _find_keywords)


def _find_keywords(match: Match, name: str) -> Keywords:
    lying = match.state.scenery[name]
    if lying.destroyed:
        return own_keywords(match, ElementName.DEVASTATED_AREA, {})
    piece = match.setup.scenery[name]
    own = own_keywords(match, piece.element, piece.keywords)
    if not lying.burn:
        return own
    obstacle = (keyword_value(own, Keyword.OBSTACLE) or 0) + 1
    return {key: x for key, x in own.items() if key not in _LOST_TO_FIRE} | {Keyword.OBSTACLE: obstacle}


def own_keywords(match: Match, element: ElementName | None, otherwise: Keywords) -> Keywords:
    """The keywords that the book lists for an element, or those of `otherwise` that the book has."""
    rules, line = territory_of(match), listed_element(match, element)
    if line is not None:
        return {Keyword(key): x for key, x in line.keywords.items()}
    return {key: x for key, x in otherwise.items() if key in rules.keywords}


def keyword_value(having: Keywords, keyword: Keyword) -> int | None:
    """The number of a keyword, 1 if none is given, or None without the keyword (territory.default-value)."""
    return (having[keyword] or DEFAULT_X) if keyword in having else None


@only_for(Melee)
def elevation(match: Match, query: Query) -> Parts:
    """Contribute the bonus for striking at a fighter below (territory.elevation)."""
    act, chapter = query.act, match.book.territory
    if chapter is None or query.what != Characteristic.CBT or not isinstance(act, Melee):
        return ()
    if act.fighter == query.fighter and (act.above or _is_above(match, act)):
        return (Part("territory.elevation", chapter.elevation_cbt),)
    return ()


def _is_above(match: Match, act: Melee) -> bool:
    """Tell whether the attacker stands on a raised place, and the target on none."""
    return match.state_of(act.fighter).raised is not None and match.state_of(act.target).raised is None


def elements_of_kind(match: Match, element: ElementName) -> Iterator[str]:
    """The elements of a kind that the book lists, without destroyed ones."""
    if listed_element(match, element) is not None:
        for name, lying in match.state.scenery.items():
            if match.setup.scenery[name].element is element and not lying.destroyed:
                yield name


def _is_near(match: Match, piece: Piece, element: ElementName, far: int) -> bool:
    """Tell whether an element of a kind stands within some centimetres of a fighter."""
    there = list(elements_of_kind(match, element))
    if not there:
        return False
    from edencli.rules.ground import is_near_scenery  # noqa: PLC0415  # a duel has no places, and needs no geometry

    return any(is_near_scenery(match, piece, name, far * PER_CM) for name in there)


@only_for(ArmedAttack)
def beacon_shield(match: Match, query: Query) -> Parts:
    """Contribute the field of an Energy Beacon, against ranged attacks (territory.energy-beacon, H-125).

    If it protects only the target, a fighter hit in its place gets nothing. On a bare table the shot
    lists the fighters it shields.
    """
    rules, act = territory_of(match), query.act
    if rules.beacon_reach is None or rules.beacon_protection is None or not isinstance(act, ArmedAttack):
        return ()
    if (
        rules.beacon_serves is BeaconServes.ITS_TARGET
        and isinstance(act, Shot)
        and act.target != query.fighter
    ):
        return ()
    declared = isinstance(act, Shot) and query.fighter in act.shielded
    if not declared and not _is_near(match, query.fighter, ElementName.ENERGY_BEACON, rules.beacon_reach):
        return ()
    return (Part("territory.energy-beacon", rules.beacon_protection),)


def idol_psi_bonus(match: Match, query: Query) -> Parts:
    """Contribute what a Quarterist Idol gives Sisters near it (territory.quarterist-idol, H-126)."""
    rules, types = territory_of(match), map(fold, match.types_of(query.fighter))
    if rules.idol_reach is None or rules.idol_psi is None or rules.idol_inspires is None:
        return ()
    if fold(rules.idol_inspires) not in types:
        return ()
    if not _is_near(match, query.fighter, ElementName.QUARTERIST_IDOL, rules.idol_reach):
        return ()
    return (Part("territory.quarterist-idol", rules.idol_psi),)


def price_by_keywords(chapter: Territory, *, size: str, keywords: Mapping[str, int | None]) -> int:
    """The price of an element in a book that prices scenery by size and keywords (territory.cost)."""
    return max(
        LOWEST_COST, chapter.sizes[size] + sum(_price(chapter, *keyword) for keyword in keywords.items())
    )


def _price(chapter: Territory, keyword: str, x: int | None) -> int:
    part = (x or DEFAULT_X) if keyword in chapter.keyword_adds_x else 0
    return chapter.keyword_costs[keyword] + part

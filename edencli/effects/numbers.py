"""Numbers computed from other numbers, from a fighter's card (CP, words), and from the faces of dice.

`NUMBER_COUNTS` has a row for each. `Scope.amount` asks here, and keeps the result within the budget.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import TYPE_CHECKING, Any

from edencli.match.match import Query
from edencli.match.pieces import Piece
from edencli.match.rules_api import total_value
from edencli.model.card_words import CardLimb, CpCount, HowMany, Who
from edencli.model.names import fold
from edencli.model.terms import LimbName

if TYPE_CHECKING:
    from edencli.effects.scope import Scope


def divide_rounded(counted: int, number: HowMany) -> int:
    """Divide a counted number by `per`: rounded down, up, or to the nearest, halves up."""
    if number.nearest:
        return (2 * counted + number.per) // (2 * number.per)
    return -(-counted // number.per) if number.up else counted // number.per


def _made_of(part: str, make: Callable[[list[int]], int]) -> Callable[["Scope", HowMany], int]:
    """Return a counter for a number that is computed from others, each counted by itself."""

    def count(scope: "Scope", number: HowMany) -> int:
        return make([scope.amount(one) for one in getattr(number, part) or ()])

    return count


def _cp(scope: "Scope", number: HowMany) -> int:
    """Return the CP of a fighter, or of one limb: left, lost, or printed."""
    of = scope.fighter_in_role(number.of)
    if of is None:
        return 0
    fighter = scope.match.state_of(of)
    printed = sum(fighter.card.limbs[limb].cp for limb in _limbs(scope, number.limb))
    lost = sum(fighter.lost.get(limb, 0) for limb in _limbs(scope, number.limb))
    found = {CpCount.PRINTED: printed, CpCount.LOST: lost, CpCount.LEFT: printed - lost}
    return 0 if number.cp is None else found[number.cp]


def _limbs(scope: "Scope", limb: CardLimb | None) -> tuple[LimbName, ...]:
    if limb is None:
        return tuple(LimbName)
    if limb is CardLimb.SAME:
        return () if scope.event_limb is None else (scope.event_limb,)
    return (LimbName(limb),)


def _mentions(scope: "Scope", number: HowMany) -> int:
    """Count how often a word occurs on a fighter's card and equipment, as a whole word."""
    of = scope.fighter_in_role(number.of)
    if of is None or number.mentions is None:
        return 0
    return sum(count_word(text, number.mentions) for text in _texts(scope, of))


def count_word(text: str, word: str) -> int:
    """Count how often a word occurs in a text, as a whole word."""
    return len(re.findall(rf"\b{re.escape(fold(word))}\b", fold(text)))


def _texts(scope: "Scope", piece: Piece) -> Iterator[str]:
    """Give the texts printed on a fighter's card, its types, and the equipment it has now."""
    card = scope.match.state_of(piece).card
    yield from (card.name, *card.factions, *scope.types_of(piece))
    yield from (text for ability in card.abilities for text in (ability.name, ability.text))
    for item in scope.match.equipment_of(piece):
        yield item.name
        yield from (str(effect) for use in item.uses for effect in use.effects)


def _shows(scope: "Scope", number: HowMany) -> int:
    """Count the dice of the current roll that show one of some faces."""
    dice: tuple[int, ...] = getattr(scope.event, "dice", ())
    return sum(face in (number.shows or ()) for face in dice)


def _stat(scope: "Scope", number: HowMany) -> int:
    of = scope.fighter_in_role(number.of)
    return 0 if of is None or number.stat is None else total_value(scope.match, Query(number.stat, of))


def _markers(scope: "Scope", number: HowMany) -> int:
    of = scope.fighter_in_role(number.of)
    if of is None or number.markers is None:
        return 0
    return scope.match.state_of(of).markers.get(number.markers, 0)


def _worth(scope: "Scope", number: HowMany) -> int:
    meant = scope.matching_fighters(number.worth or Who())
    return sum(scope.match.state_of(piece).card.value_in(scope.match.book.key) for piece in meant)


NUMBER_COUNTS: Mapping[str, Callable[[Any, Any], int]] = {
    "cp": _cp,
    "mentions": _mentions,
    "shows": _shows,
    "stat": _stat,
    "markers": _markers,
    "worth": _worth,
    "sum": _made_of("sum", sum),
    "product": _made_of("product", prod),
    "difference": _made_of("difference", lambda both: both[0] - sum(both[1:])),
    "smallest": _made_of("smallest", min),
    "largest": _made_of("largest", max),
}
"""How each number is counted, by the part of `HowMany` that names it."""

"""The odds of dice without an attack around them: a characteristic, an opposition, burn dice."""

from typing import NamedTuple

from edencli.odds.dice import SIDES, Counts, exactly, first_wins
from edencli.rulebooks.values import Rulebook
from edencli.rules.rolls import pool_of


class ThrowOdds(NamedTuple):
    """So many dice, each of which succeeds from `needed` on: the cases by successes, out of a denominator.

    Where no face is enough, `needed` is above six.
    """

    dice: int
    needed: int
    denominator: int
    by_successes: Counts


class Contest(NamedTuple):
    """Two numbers opposed: the cases that each wins in the end, and those in which the first dice tie."""

    one: int
    other: int
    denominator: int
    wins: tuple[int, int]
    again: int


def throw(book: Rulebook, pool: int, difficulty: int) -> ThrowOdds:
    """Count a roll of a characteristic (roll.characteristic)."""
    dice, needed = pool_of(pool, difficulty, book.rolls.highest_difficulty)
    return _throw(dice, needed)


def burn_throw(book: Rulebook, vig: int) -> ThrowOdds:
    """Count the wounds of the burn dice: those strictly above VIG (state.burn)."""
    return _throw(book.conditions.burn_dice, vig + 1)


def contest(one: int, other: int) -> Contest:
    """Count an opposition to its end, however often it must be thrown again (roll.opposition)."""
    wins = first_wins(one, other)
    per = SIDES * SIDES
    return Contest(one, other, per, (wins, per - wins), SIDES if one == other else 0)


def burning(vig: int) -> int:
    """Count the faces strictly above VIG."""
    return good_from(vig + 1)


def good_from(needed: int) -> int:
    """Count the faces that are enough."""
    return min(SIDES, max(0, SIDES + 1 - needed))


def _throw(dice: int, needed: int) -> ThrowOdds:
    return ThrowOdds(dice, needed, SIDES**dice, exactly(dice, good_from(needed)))

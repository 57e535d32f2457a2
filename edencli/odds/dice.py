"""Throws of dice, counted: how many of the 6**n throws of n dice bring so many successes.

`good` is how many of a die's six faces succeed. Then the odds of dice without an attack around them: a
characteristic, an opposition, burn dice.
"""

from functools import cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from edencli.rulebooks.values import Rulebook
from edencli.rules.rolls import pool_of

SIDES = 6

Counts = tuple[int, ...]


@cache
def exactly(dice: int, good: int) -> Counts:
    """Count the throws with s successes, for every s from none to all."""
    bad = SIDES - good
    return tuple(comb(dice, s) * good**s * bad ** (dice - s) for s in range(dice + 1))


@cache
def at_least(dice: int, good: int) -> Counts:
    """Count the throws with s successes or more."""
    return tuple(accumulate(reversed(exactly(dice, good))))[::-1]


@cache
def at_most(dice: int, good: int) -> Counts:
    """Count the throws with s successes or fewer."""
    return tuple(accumulate(exactly(dice, good)))


def first_wins(one: int, other: int) -> int:
    """Count the throws of two dice, of 36, after which the first of two opposed numbers is ahead.

    Equal sums go to the higher number. Equal numbers throw again until somebody is ahead, which is as likely
    to be the one as the other.
    """
    if one == other:
        return SIDES * SIDES // 2
    if one < other:
        return SIDES * SIDES - first_wins(other, one)
    overtaking = max(0, SIDES - 1 - (one - other))
    return SIDES * SIDES - overtaking * (overtaking + 1) // 2


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

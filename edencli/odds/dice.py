"""Throws of dice, counted: how many of the 6**n throws of n dice bring so many successes.

`good` is how many of a die's six faces succeed. Knows no rule.
"""

from functools import cache
from itertools import accumulate
from math import comb

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

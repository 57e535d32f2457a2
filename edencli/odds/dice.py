"""Count throws of dice: how many of the 6**n throws of n dice bring s successes.

`good` is how many of a die's six faces succeed. Then the odds of rolls outside attacks: a characteristic, an
opposition, burn dice. Then luck: how often rolls like those of a match come out this well or better, where
each die succeeds with its own chance.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, zip_longest
from math import comb

from edencli.match.events import Event, Rolled
from edencli.match.pieces import Side
from edencli.named_tuple import NamedTuple
from edencli.rulebooks.values import Rulebook
from edencli.rules.rolls import pool_of

DIE_SIDES = 6

Counts = tuple[int, ...]


@cache
def exactly(dice: int, good: int) -> Counts:
    """Count the throws with s successes, for every s from 0 to all dice."""
    bad = DIE_SIDES - good
    return tuple(comb(dice, s) * good**s * bad ** (dice - s) for s in range(dice + 1))


@cache
def count_with_rerolls(dice: int, good: int, again: tuple[int, ...]) -> Counts:
    """Count the throws with s successes, with one reroll of up to n failed dice for each n in `again`."""
    counts = exactly(dice, good)
    for most in again:
        more, before = [0] * (dice + 1), counts
        for s, n in enumerate(before):
            left = min(most, dice - s)
            for extra, ways in enumerate(exactly(left, good)):
                more[s + extra] += n * ways * DIE_SIDES ** (min(most, dice) - left)
        counts = tuple(more)
    return counts


@cache
def count_at_least(dice: int, good: int) -> Counts:
    """Count the throws with s successes or more."""
    return tuple(accumulate(reversed(exactly(dice, good))))[::-1]


@cache
def count_at_most(dice: int, good: int) -> Counts:
    """Count the throws with s successes or fewer."""
    return tuple(accumulate(exactly(dice, good)))


def opposition_wins(one: int, other: int) -> int:
    """Count the throws of two dice, of 36, after which the first of two opposed numbers wins.

    Equal sums go to the higher number. Equal numbers are thrown again until one is ahead, which is equally
    likely for both.
    """
    if one == other:
        return DIE_SIDES * DIE_SIDES // 2
    if one < other:
        return DIE_SIDES * DIE_SIDES - opposition_wins(other, one)
    overtaking = max(0, DIE_SIDES - 1 - (one - other))
    return DIE_SIDES * DIE_SIDES - overtaking * (overtaking + 1) // 2


class ThrowOdds(NamedTuple):
    """The odds of a throw: its dice, the face each needs, and the cases by successes out of a denominator.

    Where no face succeeds, `needed` is above six.
    """

    dice: int
    needed: int
    denominator: int
    by_successes: Counts


class OppositionOdds(NamedTuple):
    """The odds of an opposition: the cases that each side wins, and those in which the first dice tie."""

    one: int
    other: int
    denominator: int
    wins: tuple[int, int]
    again: int


def throw_odds(book: Rulebook, pool: int, difficulty: int) -> ThrowOdds:
    """The odds of a roll of a characteristic (roll.characteristic)."""
    dice, needed = pool_of(pool, difficulty, book.rolls.highest_difficulty)
    return _throw(dice, needed)


def rolled_odds(roll: Rolled) -> ThrowOdds:
    """The odds that a roll had before it was made, from its dice and the face they needed."""
    return _throw(len(roll.dice), roll.needed)


def burn_throw_odds(book: Rulebook, vig: int) -> ThrowOdds:
    """The odds of the burn dice: each face strictly above VIG is a wound (state.burn)."""
    return _throw(book.conditions.burn_dice, vig + 1)


def opposition_odds(one: int, other: int) -> OppositionOdds:
    """The odds of an opposition, rerolled ties included (roll.opposition)."""
    wins = opposition_wins(one, other)
    per = DIE_SIDES * DIE_SIDES
    return OppositionOdds(one, other, per, (wins, per - wins), DIE_SIDES if one == other else 0)


def burn_faces(vig: int) -> int:
    """The number of faces strictly above VIG."""
    return good_faces(vig + 1)


def good_faces(needed: int) -> int:
    """The number of faces that succeed, from the lowest that is enough."""
    return min(DIE_SIDES, max(0, DIE_SIDES + 1 - needed))


def _throw(dice: int, needed: int) -> ThrowOdds:
    return ThrowOdds(dice, needed, DIE_SIDES**dice, exactly(dice, good_faces(needed)))


class Luck(NamedTuple):
    """All rolls of one player: dice, successes, and the `ways` out of `of` to do as well or better.

    `expected` is the average number of successes, in sixths.
    """

    dice: int
    successes: int
    expected: int
    ways: int
    of: int


def is_roll_of(side: Side, event: Event) -> bool:
    """Tell whether an event is a roll for successes by a fighter of this side; fire rolls for no side."""
    return isinstance(event, Rolled) and event.by is not None and event.by.side is side


def luck(events: Iterable[Event], side: Side) -> Luck:
    """Compute the luck of one player over all rolls for successes by that player's fighters."""
    rolls = [event for event in events if isinstance(event, Rolled) and is_roll_of(side, event)]
    chances = [0] * (DIE_SIDES + 1)
    for roll in rolls:
        chances[good_faces(roll.needed)] += len(roll.dice)
    got, spread = sum(roll.successes for roll in rolls), success_distribution(chances)
    expected = sum(chance * dice for chance, dice in enumerate(chances))
    dice = sum(chances)
    return Luck(dice=dice, successes=got, expected=expected, ways=sum(spread[got:]), of=DIE_SIDES**dice)


def success_distribution(chances: Sequence[int]) -> list[int]:
    """Count the throws with 0, 1, 2, … successes, where `chances[k]` dice succeed on k faces each.

    The counts are the coefficients of P, the product of all (miss + hit x). Since Q P' = R P, where Q has
    each factor once, a coefficient follows from the last few: the work grows with the dice, not with their
    square.
    """
    never, always = chances[0], chances[DIE_SIDES]
    factors = [(DIE_SIDES - k, k, dice) for k, dice in enumerate(chances) if dice and 0 < k < DIE_SIDES]
    known, others = [1], [0]
    for miss, hit, dice in factors:
        others = _add_polynomials(
            _multiply_polynomial(others, miss, hit), [dice * hit * one for one in known]
        )
        known = _multiply_polynomial(known, miss, hit)
    spread = [1]
    for miss, _, dice in factors:
        spread[0] *= miss**dice
    terms = [(i, one, factor) for i, (one, factor) in enumerate(zip_longest(others, known[1:], fillvalue=0))]
    for n in range(sum(dice for *_, dice in factors)):
        ways = sum([(one - factor * (n - i)) * spread[n - i] for i, one, factor in terms if i <= n])
        spread.append(ways // (known[0] * (n + 1)))
    scale = DIE_SIDES ** (never + always)
    return [0] * always + [scale * ways for ways in spread] + [0] * never


def _multiply_polynomial(row: Sequence[int], miss: int, hit: int) -> list[int]:
    """A polynomial times (miss + hit x)."""
    return [miss * one + hit * before for one, before in zip([*row, 0], [0, *row], strict=True)]


def _add_polynomials(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The sum of two polynomials."""
    return [n + m for n, m in zip_longest(one, other, fillvalue=0)]

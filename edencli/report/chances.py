"""Chances as people read them; and luck: how often rolls like those of a match come out this well, or better.

Every die of a roll that counts successes is a success or none, with a chance of its own; the sum of all of
them is counted exactly, in whole numbers: of 6 to the power of the dice, how many throws are as good.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from edencli.match.events import Event, Rolled
from edencli.match.pieces import Side

NEVER = "-"
ALWAYS = "100%"


def percent(cases: int, of: int) -> str:
    """Show cases out of a denominator: `12.3%`, `<0.1%`, `>99.9%`, `-` for never, `100%` for always."""
    if cases == 0:
        return NEVER
    if cases == of:
        return ALWAYS
    tenths = (cases * 1000 + of // 2) // of
    if tenths == 0:
        return "<0.1%"
    return ">99.9%" if tenths == 1000 else f"{tenths // 10}.{tenths % 10}%"  # noqa: PLR2004  # all of them


SIDES = 6


class Luck(NamedTuple):
    """All the rolls of one player: dice, successes, and `ways` out of `of` to do so well or better.

    `expected` is the average number of successes, in sixths.
    """

    dice: int
    successes: int
    expected: int
    ways: int
    of: int


def is_roll_of(side: Side, event: Event) -> bool:
    """Tell whether an event is a roll for successes by one of a player's fighters; fire rolls for nobody."""
    return isinstance(event, Rolled) and event.by is not None and event.by.side is side


def luck(events: Iterable[Event], side: Side) -> Luck:
    """Weigh all that one player's fighters rolled for successes."""
    rolls = [event for event in events if isinstance(event, Rolled) and is_roll_of(side, event)]
    chances = [0] * (SIDES + 1)
    for roll in rolls:
        chances[ways_to_succeed(roll.needed)] += len(roll.dice)
    got, spread = sum(roll.successes for roll in rolls), distribution(chances)
    expected = sum(chance * dice for chance, dice in enumerate(chances))
    dice = sum(chances)
    return Luck(dice=dice, successes=got, expected=expected, ways=sum(spread[got:]), of=SIDES**dice)


def ways_to_succeed(needed: int) -> int:
    """Count the faces that reach what is needed."""
    return min(SIDES, max(0, SIDES + 1 - needed))


def distribution(chances: Sequence[int]) -> list[int]:
    """Count the throws with 0, 1, 2, … successes; `chances[k]` dice succeed on k faces each.

    They are the coefficients of P, the product of all (miss + hit x). Since Q P' = R P, where Q has each
    factor once, a coefficient follows from the last few: the work grows with the dice, not with their square.
    """
    never, always = chances[0], chances[SIDES]
    factors = [(SIDES - k, k, dice) for k, dice in enumerate(chances) if dice and 0 < k < SIDES]
    known, others = [1], [0]
    for miss, hit, dice in factors:
        others = _plus(_times(others, miss, hit), [dice * hit * one for one in known])
        known = _times(known, miss, hit)
    spread = [1]
    for miss, _, dice in factors:
        spread[0] *= miss**dice
    for n in range(sum(dice for *_, dice in factors)):
        ways = sum([one * spread[n - i] for i, one in enumerate(others) if i <= n])
        ways -= sum([known[i] * (n + 1 - i) * spread[n + 1 - i] for i in range(1, min(len(known), n + 2))])
        spread.append(ways // (known[0] * (n + 1)))
    scale = SIDES ** (never + always)
    return [0] * always + [scale * ways for ways in spread] + [0] * never


def _times(row: Sequence[int], miss: int, hit: int) -> list[int]:
    """A polynomial times (miss + hit x)."""
    return [miss * one + hit * before for one, before in zip([*row, 0], [0, *row], strict=True)]


def _plus(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The sum of two polynomials."""
    return [n + m for n, m in zip_longest(one, other, fillvalue=0)]

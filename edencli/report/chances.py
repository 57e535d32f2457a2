"""Chances as people read them; and luck: how often rolls like those of a match come out this well, or better.

Every die of a roll that counts successes is a success or none, with a chance of its own; the sum of all of
them is counted exactly, in whole numbers: of 6 to the power of the dice, how many throws are as good.
"""

from collections.abc import Iterable, Sequence
from math import comb
from typing import NamedTuple

from edencli.match.events import Event, Rolled
from edencli.match.pieces import Side

NEVER = "-"
ALWAYS = "100"


def percent(cases: int, of: int) -> str:
    """Show cases out of a denominator: `12.3%`, `<0.1%`, `>99.9%`, `-` for never, `100` for always."""
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
    """Count the throws with 0, 1, 2, … successes; `chances[k]` dice succeed on k faces each."""
    spread = [1]
    for faces, dice in enumerate(chances):
        hits = [comb(dice, n) * faces**n * (SIDES - faces) ** (dice - n) for n in range(dice + 1)]
        spread = _sum(spread, hits)
    return spread


def _sum(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The distribution of the sum of two independent counts."""
    total = [0] * (len(one) + len(other) - 1)
    for n, ways in enumerate(one):
        for m, more in enumerate(other):
            total[n + m] += ways * more
    return total

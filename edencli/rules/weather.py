"""Climatic conditions: the table of the sums of two dice, and what several rolls combine to.

The effects of a condition are where they apply (movement, sight, deployment, the end of a round).
"""

from collections.abc import Iterable, Sequence

from edencli.rulebooks.values import Weather

SUMS = range(2, 13)
TWO_DICE_THROWS = 36


def ways_to_sum(total: int) -> int:
    """The number of throws of two dice, out of 36, with this sum."""
    return 6 - abs(total - 7)


def condition_of_sum(table: Iterable[Weather], total: int) -> Weather:
    """The condition that a sum brings (weather.roll)."""
    return next(line for line in table if total in line.sums)


def combine_conditions(table: Sequence[Weather], totals: Iterable[int]) -> tuple[Weather, ...]:
    """All the conditions that several throws bring, each once, in order (weather.combine)."""
    return tuple({line.name: line for line in (condition_of_sum(table, total) for total in totals)}.values())

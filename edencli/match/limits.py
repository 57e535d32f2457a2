"""The budget of a match: how much one answer may set off, counted and never timed.

Cards may set each other off without end, or multiply the dice. At a limit the procedure fails, nothing of
the answer remains, and the cards are named. Each limit is far above what any real match needs. Knows
nothing about the match.
"""

from collections.abc import Iterable
from typing import Final, Literal

EVENTS_PER_ANSWER: Final = 5_000
"""Events that one answer may lead to, including later answers about orders, dice and choices of cards."""

DICE_PER_THROW: Final = 99

LARGEST_NUMBER: Final = 999
"""The largest number that one effect of a card may have; its negative is the smallest."""

ACTIVATIONS_PER_FIGHTER: Final = 4
"""Activations in a round, for each fighter on the field: cards may ready fighters again."""

EVALUATIONS_PER_ANSWER: Final = 100_000
"""How much `steady` may evaluate for one answer; then it plays the best that it has found.

Attacks, trials on a copy of the match and their events count, each about a millisecond. In random matches
at 20 a side it needed 4,004 at most.
"""

CHAIN_DEPTH: Final = 20
"""How many effects may set each other off."""

Bound = Literal["depth", "events", "dice", "activations"]


class OverBudgetError(RuntimeError):
    """An answer would exceed the budget of a match: which limit, and the cards behind it."""

    def __init__(self, bound: Bound, cards: Iterable[str] = ()) -> None:
        self.bound = bound
        self.cards = tuple(dict.fromkeys(cards))
        super().__init__(bound, *self.cards)

    def name_cards(self, cards: Iterable[str]) -> None:
        """Name the cards behind it, unless some are named already."""
        self.cards = self.cards or tuple(dict.fromkeys(cards))

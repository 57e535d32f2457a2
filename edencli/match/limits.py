"""The budget of a match: how much one answer may set off, in counts and never by the clock.

Cards may set each other off without end, or multiply what is thrown. At a bound the procedure fails, nothing
of the answer remains, and the cards are named. Each bound is far above what any real match needs. Knows
nothing of the match.
"""

from collections.abc import Iterable
from typing import Final, Literal

EVENTS_PER_ANSWER: Final = 5_000
"""Events that one answer may lead to, with what is answered meanwhile: orders, dice, choices of cards."""

DICE_PER_THROW: Final = 99

LARGEST_NUMBER: Final = 999
"""What one effect of a card counts is never more, nor less than its contrary."""

ACTIVATIONS_PER_FIGHTER: Final = 4
"""Activations of a round, for each fighter on the field: cards may ready fighters again."""

EVALUATIONS_PER_ANSWER: Final = 100_000
"""What `steady` may weigh for one answer; then it plays the best that it has found.

Attacks, trials on a copy of the match and the events of these, about a millisecond each. In random matches at
20 a side it weighed 4,004 at most.
"""

CHAIN_DEPTH: Final = 20
"""How many effects may set each other off."""

Bound = Literal["depth", "events", "dice", "activations"]


class OverBudgetError(RuntimeError):
    """An answer would set off more than a match has a budget for: which bound, and the cards behind it."""

    def __init__(self, bound: Bound, cards: Iterable[str] = ()) -> None:
        self.bound = bound
        self.cards = tuple(dict.fromkeys(cards))
        super().__init__(bound, *self.cards)

    def name_cards(self, cards: Iterable[str]) -> None:
        """Name the cards behind it, unless they are named already."""
        self.cards = self.cards or tuple(dict.fromkeys(cards))

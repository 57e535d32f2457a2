"""Who answers in a duel: one source of dice, one reaction, one way to shift; all else takes its course."""

from collections.abc import Callable
from typing import Any

from edencli.match.questions import Choice, Question, Roll
from edencli.players.dice import Dice
from edencli.rules.melee import Reaction

Shift = Callable[[Question[Any]], int | None]


class Duelist:
    """Answers all that one attack asks. The loser of a response strikes back; effects go in their order."""

    def __init__(self, dice: Dice, reaction: Reaction, shift: Shift) -> None:
        self._dice = dice
        self._reaction = reaction
        self._shift = shift

    def __call__(self, question: Question[Any]) -> Any:
        """Answer one question."""
        if isinstance(question, Roll):
            return self._dice.throw(question)
        if question.rule == "melee.reaction":
            return self._reaction
        if question.rule == "roll.location-shift":
            return self._shift(question)
        assert isinstance(question, Choice)  # noqa: S101  # a duel asks nothing else
        return question.allowed()[0]

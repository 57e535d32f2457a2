"""A player who answers everything at random, always legally, and rather wants blood.

He lists no positions: he thinks of a place, a route or an act, asks the question's own predicate, and thinks
again. `play_out` carries a match to its end with him.
"""

from collections.abc import Callable
from typing import Any

from edencli.match.match import Match
from edencli.match.questions import Bid, Choice, Deed, Hand, Question, Roll, Spot
from edencli.players.chance import Chance
from edencli.players.dice import Dice
from edencli.players.random_agreement import think_of_agreement
from edencli.players.random_deed import Whim
from edencli.players.random_place import think_of_place
from edencli.referee.referee import Referee
from edencli.rules.activation import PASS

# How likely an optional question is answered, by its rule; what is not named here is left to a coin.
ANSWERED = {
    "activation.interrupt": 0.3,
    "disengage.strikes": 0.8,
    "tactical-phase.play": 0.7,
    "mission.immediate": 0.0,
    "card-over-rule": 0.0,
    "intendancy.1": 0.0,
    "intendancy.6": 0.3,
    "intendancy.10": 0.0,
    "score.end": 0.0,
}
PASSES = 0.02
AGREES = 0.02


class Endless(RuntimeError):  # noqa: N818  # the match is
    """A match that did not end within as many answers as were allowed."""


class RandomPlayer:
    """Answers every question of a match but the dice; `agreements` lets him also agree on small changes."""

    def __init__(self, match: Match, seed: int, *, agreements: bool = False) -> None:
        self._match = match
        self._chance = Chance(seed)
        self._whim = Whim(match, self._chance)
        self._agrees = AGREES if agreements else 0.0
        self._by_kind: dict[str, Callable[[Any], Any]] = {
            Choice.kind: self._choose,
            Bid.kind: self._bid,
            Hand.kind: self._take,
            Spot.kind: self._put,
            Deed.kind: self._act,
        }

    def __call__(self, question: Question[Any]) -> Any:
        """Give a legal answer; None declines an optional question."""
        if self._agrees and question.agreeable and self._chance.happens(self._agrees):
            return think_of_agreement(self._match, self._chance)
        return self._by_kind[question.kind](question)

    def _choose(self, question: Choice[Any]) -> Any:
        if question.optional and not self._chance.happens(ANSWERED.get(question.rule, 0.5)):
            return None
        allowed = question.allowed()
        if PASS in allowed and len(allowed) > 1 and not self._chance.happens(PASSES):
            allowed.remove(PASS)
        return self._chance.one_of(allowed)

    def _bid(self, question: Bid) -> int:
        """Bid, mostly little."""
        return min(self._chance.below(question.most + 1), self._chance.below(question.most + 1))

    def _take(self, question: Hand) -> tuple[str, ...]:
        return self._chance.some_of(question.deck, question.n)

    def _put(self, question: Spot[Any]) -> Any:
        return think_of_place(self._match, self._chance, question)

    def _act(self, question: Deed[Any]) -> Any:
        return self._whim.act(question)


def play_out(
    referee: Referee, player: Callable[[Question[Any]], Any], dice: Dice, *, most: int = 20_000
) -> int:
    """Play a match to its end; returns how many answers a player gave, dice not counted.

    Raises Endless when it does not end within `most` answers, dice counted.
    """
    answers = 0
    for _ in range(most):
        question = referee.question
        if question is None:
            return answers
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
        else:
            answers += 1
            referee.answer(player(question))
    raise Endless(f"no end after {most} answers, in round {referee.match.state.round}")

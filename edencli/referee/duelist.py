"""Answers for one attack: one source of dice, one reaction, one way to shift; the rest follows defaults.

The location die is shifted by a policy, after the die has fallen; the odds decide with the same function.
"""

from collections.abc import Callable
from copy import copy
from typing import Any

from edencli.match.events import AttackEnded, Reacted, Rolled
from edencli.match.match import Match
from edencli.match.questions import Choice, Question, Roll
from edencli.match.rules_api import perform
from edencli.named_tuple import NamedTuple
from edencli.odds.attack import choose_face
from edencli.odds.shifting import Policy
from edencli.referee.answers import drive
from edencli.referee.dice import Dice
from edencli.rules.acts import Melee, Shot, attack_fighters
from edencli.rules.melee import Reaction, response_blow
from edencli.rules.questions import LocationRoll, ReactionChoice, ShiftChoice

Shift = Callable[[ShiftChoice], int | None]


class Duelist:
    """Answers every question of one attack.

    The loser of a response strikes back, and simultaneous effects go in their order.
    """

    def __init__(self, act: object, dice: Dice, reaction: Reaction, shift: Shift) -> None:
        self._act = act
        self._dice = dice
        self._reaction = reaction
        self._shift = shift

    def __call__(self, question: Question[Any]) -> Any:
        """Answer one question."""
        if isinstance(question, Roll):
            return self._dice.throw(question)
        if isinstance(question, ReactionChoice):
            return self._reaction
        if isinstance(question, ShiftChoice):
            return self._shift(question)
        return usual_answer(question, self._act)


class UnsettledQuestion(Exception):  # noqa: N818  # nothing is wrong: only a match can answer it
    """An attack asks a question that has no usual answer, such as where a card puts a fighter."""

    def __init__(self, question: Question[Any]) -> None:
        super().__init__(question.rule)
        self.question = question


def usual_answer(question: Question[Any], act: object) -> Any:
    """The default answer of a duel: the first option, and for optional questions the fighters' cards alone.

    Cards of fighters in the attack are used; other cards are declined where they are optional.
    """
    if not isinstance(question, Choice):
        raise UnsettledQuestion(question)
    is_declined = question.optional and question.fighter not in attack_fighters(act)
    return None if is_declined else question.allowed_options()[0]


def shift_by_policy(match: Match, act: object, policy: Policy) -> Shift:
    """Answer the shifts of one attack, and of the blow that answers it, by a policy; None keeps the face."""

    def shift(question: ShiftChoice) -> int | None:
        if policy is Policy.NONE or not isinstance(act, Melee | Shot):
            return None
        blow, dodging = blow_in_progress(match, act, question.victim)
        return choose_face(match, blow, policy, question.hits, question.face, dodging=dodging)

    return shift


def fresh_copy(match: Match) -> Match:
    """Copy a match with an empty log."""
    fresh = copy(match)
    fresh.state, fresh.log = match.state.copy(), []
    fresh.skipped = []
    return fresh


class RollToLocation(NamedTuple):
    """A roll whose location die has just fallen: the blow, and whether its target dodges.

    `kept` successes may not be spent.
    """

    act: Melee | Shot
    hits: int
    face: int
    dodging: bool
    kept: int


def throw_to_location(
    match: Match, act: Melee | Shot, reaction: Reaction, dice: Dice
) -> RollToLocation | None:
    """Throw the dice of an attack up to its first location die; None when it misses before.

    The match does not change, and dice that were not needed stay in their source.
    """
    trial = fresh_copy(match)
    duelist = Duelist(act, dice, reaction, lambda _: None)

    def answer(question: Question[Any]) -> Any:
        if isinstance(question, LocationRoll):
            (face,) = dice.throw(question)
            raise _LocationDieFallen(question.victim, face)
        return duelist(question)

    try:
        drive(perform(trial, act), answer)
    except _LocationDieFallen as fallen:
        victim, face = fallen.args
        hits = next(event.successes for event in reversed(trial.log) if isinstance(event, Rolled))
        blow, dodging = blow_in_progress(trial, act, victim)
        attacks = match.book.attacks
        kept = attacks.melee_successes_kept if isinstance(act, Melee) else attacks.shooting_successes_kept
        return RollToLocation(blow, hits, face, dodging, kept)
    return None


class _LocationDieFallen(Exception):  # noqa: N818  # nothing is wrong: the die fell
    """The first location die has fallen; its arguments are the victim and the face."""


def blow_in_progress(match: Match, act: Melee | Shot, victim: object) -> tuple[Melee | Shot, bool]:
    """The blow of an attack that strikes this victim, and whether the victim dodges it."""
    if isinstance(act, Melee) and victim != act.target:
        return response_blow(act), False
    return act, is_dodged(match)


def is_dodged(match: Match) -> bool:
    """Tell whether the target dodges the blow in progress."""
    for event in reversed(match.log):
        if isinstance(event, Reacted):
            return event.reaction == Reaction.DODGE
        if isinstance(event, AttackEnded):
            return False
    return False

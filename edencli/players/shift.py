"""Who moves the location die by a policy, after dice that have fallen; odds decide by the same function."""

from collections.abc import Callable
from typing import Any

from edencli.match.events import AttackEnded, Reacted
from edencli.match.match import Match
from edencli.match.questions import Question
from edencli.odds import Policy, choose
from edencli.rules.acts import Melee, Shot
from edencli.rules.melee import Reaction, answer_to


def shifting(match: Match, act: object, policy: Policy) -> Callable[[Question[Any]], int | None]:
    """Answer the shifts of one attack, and of the blow that answers it, by a policy; None keeps the face."""

    def shift(question: Question[Any]) -> int | None:
        if policy is Policy.NONE or not isinstance(act, Melee | Shot):
            return None
        about = question.about
        answered = isinstance(act, Melee) and about["victim"] != act.target
        blow = answer_to(act) if isinstance(act, Melee) and answered else act
        dodging = not answered and _is_dodged(match)
        return choose(match, blow, policy, about["hits"], about["face"], dodging=dodging)

    return shift


def _is_dodged(match: Match) -> bool:
    """Tell whether the blow in progress is one that its target dodges."""
    for event in reversed(match.log):
        if isinstance(event, Reacted):
            return event.reaction == Reaction.DODGE
        if isinstance(event, AttackEnded):
            return False
    return False

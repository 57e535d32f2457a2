"""Cards that remind: their text is shown at its moment, and the players may carry it out by agreement.

The text is on a card in force, or on one that was just played; nothing here reads a hand.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.scope import Scope
from edencli.match.card_events import CardReminded
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Side
from edencli.match.rules_api import do
from edencli.model.effect import holds_word
from edencli.model.operation import Operation, Remind
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.agreement import offer_agreements
from edencli.rules.missions import mission_of
from edencli.rules.questions import CardOffer
from edencli.rules.tactics import tactic_of


def remind(scope: Scope, op: Remind) -> Procedure[None]:  # noqa: ARG001  # every handler's shape
    """Show the text of the card, and let the players agree on what it does now."""
    match, source = scope.match, scope.source
    side = source.side or match.first_player
    text = source.ability.text if source.ability is not None else _text_of_side(match, side, source.card)
    event = CardReminded(
        rule=CARD_OVER_RULE, card=source.card, side=source.side, fighter=source.user, text=_in_one_line(text)
    )
    yield from do(match, event)
    yield from offer_agreements(match, side, CardOffer, card=source.card, mid_act=True)


def _text_of_side(match: Match, side: Side, card: str) -> str:
    """Return the text of a tactical card or a revealed mission: its immediate effect, else its objectives."""
    tactic, mission = tactic_of(match, side, card), mission_of(match, side)
    if tactic is not None:
        return tactic.text
    if mission is None:
        return ""
    return mission.immediate or " ".join(one.text for one in mission.objectives)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {Remind: remind}


def reminds(value: Any) -> bool:
    """Tell whether a card, or anything within its effects, leaves something to an agreement."""
    return holds_word(value, lambda word: isinstance(word, Remind))

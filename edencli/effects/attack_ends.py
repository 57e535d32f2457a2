"""What lasts for one attack: it ends with the attack of the fighter who made it, or as the next one begins.

A response and the strike back that follows it belong to the attack. Who never comes to strike has the rest of
the activation to do so (`edencli.rules.tactics.end_lasting_effects`).
"""

from collections.abc import Iterable, Iterator
from functools import partial

from edencli.effects.cards import still_lasting
from edencli.match.card_events import EffectEnded
from edencli.match.events import AttackBegun, AttackEnded, AttackPrevented, Event
from edencli.match.match import Match, Procedure, Trigger
from edencli.match.rules_api import do
from edencli.match.state import LastingEffect
from edencli.model.effect import CardEffect, lasting_effects
from edencli.model.terms import Duration, Manner
from edencli.rules.acts import CARD_OVER_RULE

ENDS_OF_ATTACKS = frozenset({AttackBegun, AttackEnded, AttackPrevented})
"""The events upon which something ends that lasts for one attack."""


def last_for_attacks(effects: Iterable[CardEffect]) -> bool:
    """Tell whether anything that some cards may begin lasts for one attack."""
    return any(one.until is Duration.ATTACK for one in lasting_effects(effects))


def end_with_attack(match: Match, event: Event) -> Iterator[Trigger]:
    """What ends now that lasts for one attack, after all else that the event sets off."""
    if not isinstance(event, AttackBegun | AttackEnded | AttackPrevented):
        return
    if isinstance(event, AttackBegun) and event.how == Manner.STRIKE_BACK:
        return
    for begun in match.state.lasting_effects:
        if begun.until is Duration.ATTACK and begun.doer == event.attacker:
            yield Trigger(begun.card, partial(_end, match, begun), is_last=True)


def _end(match: Match, begun: LastingEffect) -> Procedure[None]:
    """End what lasts, if it does still."""
    now = still_lasting(match.state, begun)
    if now is not None:
        yield from do(match, EffectEnded(rule=CARD_OVER_RULE, **now._asdict()))

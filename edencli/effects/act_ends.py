"""The end of effects that last for one attack, or until their user acts again.

What lasts for one attack ends with the attack of the fighter that made it, or when its next attack begins: a
response and the strike back that follows it belong to the attack. A fighter that does not come to strike has
the rest of the activation to do so (`edencli.rules.tactics.end_lasting_effects`). Reactions do not count as
the user's own acts.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from edencli.effects.cards import still_lasting
from edencli.match.card_events import EffectEnded
from edencli.match.events import AttackBegun, AttackEnded, AttackPrevented, Event, Used
from edencli.match.match import Match, Procedure, Trigger
from edencli.match.rules_api import do
from edencli.match.state import LastingEffect
from edencli.model.effect import CardEffect, lasting_effects
from edencli.model.terms import REACTIONS, Duration, Manner
from edencli.rules.acts import CARD_OVER_RULE

_ENDS: dict[Duration, frozenset[type[Event]]] = {
    Duration.ATTACK: frozenset({AttackBegun, AttackEnded, AttackPrevented}),
    Duration.NEXT_ACT: frozenset({Used}),
}
"""The events that may end a lasting effect, by its duration."""


def ends_awaited(effects: Iterable[CardEffect]) -> frozenset[type[Event]]:
    """Return the events that may end the lasting effects that some cards can begin."""
    return frozenset(kind for one in lasting_effects(effects) for kind in _ENDS.get(one.until, ()))


def end_with_act(match: Match, event: Event) -> Iterator[Trigger]:
    """Give the triggers that end lasting effects with an attack or an act, after all others of the event."""
    for begun in match.state.lasting_effects:
        if _is_over(match, begun, event):
            yield Trigger(begun.card, partial(_end, match, begun), is_last=True)


def _is_over(match: Match, begun: LastingEffect, event: Event) -> bool:
    """Tell whether an event ends a lasting effect."""
    if begun.until is Duration.NEXT_ACT:
        return isinstance(event, Used) and event.fighter == begun.user and _is_own_act(match, event)
    if begun.until is not Duration.ATTACK or not isinstance(
        event, AttackBegun | AttackEnded | AttackPrevented
    ):
        return False
    is_same_attack = isinstance(event, AttackBegun) and event.how == Manner.STRIKE_BACK
    return event.attacker == begun.doer and not is_same_attack


def _is_own_act(match: Match, used: Used) -> bool:
    """Tell whether a use was an act of the fighter's own: neither a reaction nor a permanent ability."""
    return any(row.rule == used.rule and row.on_cards not in REACTIONS for row in match.acts.values())


def _end(match: Match, begun: LastingEffect) -> Procedure[None]:
    """End a lasting effect, if it has not ended yet."""
    now = still_lasting(match.state, begun)
    if now is not None:
        yield from do(match, EffectEnded(rule=CARD_OVER_RULE, **now._asdict()))

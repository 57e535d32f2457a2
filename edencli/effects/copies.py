"""The operation by which a card becomes a copy of another: it does what the other does, as printed.

The effects of copies are looked up with all other cards (`edencli.effects.cards`).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from edencli.effects.cards import CardsInPlay
from edencli.effects.memory import forget_fighters, naming_parts
from edencli.effects.operations import ask_to_pick, perform_operations
from edencli.effects.provisos import provisos_hold
from edencli.effects.scope import Scope
from edencli.match.card_events import CardCameToNothing, CardCopied, EffectEnded
from edencli.match.match import Procedure
from edencli.match.pieces import OwnedCard
from edencli.match.rules_api import do
from edencli.model.card_words import Owner
from edencli.model.effect import Now
from edencli.model.operation import CopyCard, Operation
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.tactics import tactic_of


def _copy(scope: Scope, op: CopyCard) -> Procedure[None]:
    """Make the card a copy of another, and do what that one does when played. A copy cannot copy again."""
    source, match = scope.source, scope.match
    own = (source.card, source.side, source.user)
    originals = list(_originals(scope, op))
    names = [one.card or "" for one in originals]
    if not originals or any(one[:3] == own for one in match.state.copies):
        yield from do(match, CardCameToNothing(**naming_parts(scope)))
        return
    chosen = 0
    if len(originals) > 1:
        chosen = yield from ask_to_pick(scope, Owner.OWN, names)
    original = originals[chosen]
    yield from _end_what_it_began(scope)
    event = CardCopied(
        rule=CARD_OVER_RULE,
        card=source.card,
        side=source.side,
        user=source.user,
        of=names[chosen],
        of_side=original.side,
        of_user=original.user,
    )
    if (yield from do(match, event)) is not None and source.user is None:
        yield from _do_at_once(scope)


def _originals(scope: Scope, op: CopyCard) -> Iterator[OwnedCard]:
    """Give the cards that it may copy: one that was shown, or abilities of its own kind."""
    match, shown = scope.match, scope.shown
    if op.who is not None and scope.source.ability is not None:
        for piece in scope.matching_fighters(op.who):
            for ability in match.state_of(piece).card.abilities:
                if ability.kind is scope.source.ability.kind and ability.effects:
                    yield OwnedCard(piece.side, piece, ability.name)
    elif op.who is None and shown is not None and scope.source.user is None:
        tactics = (tactic_of(match, shown.side, card) for card in shown.cards or ())
        yield from (OwnedCard(shown.side, None, one.name) for one in tactics if one is not None)


def _end_what_it_began(scope: Scope) -> Procedure[None]:
    """End all that lasts because of the card, and have it forget all fighters."""
    match, source = scope.match, scope.source
    for begun in match.state.lasting_effects:
        if (begun.card, begun.side, begun.user) == (source.card, source.side, source.user):
            yield from do(match, EffectEnded(rule=CARD_OVER_RULE, **begun._asdict()))
    yield from forget_fighters(scope, scope.remembered_fighters())


def _do_at_once(scope: Scope) -> Procedure[None]:
    """Do what the copied card does when it is played."""
    cards: CardsInPlay | None = scope.match.cards
    source = scope.source if cards is None else cards.source_of(scope.match.state, scope.source)
    then = Scope(scope.match, source, {})
    for effect in source.effects:
        if isinstance(effect, Now) and provisos_hold(then, effect.only_if):
            yield from perform_operations(then, effect.do, effect.choose)


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {CopyCard: _copy}

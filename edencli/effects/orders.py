"""Acts that cards order: one that a fighter may do at once, and those it must do before all others.

The possible acts are found as for a player that asks for them. A fighter is not bound by an act that depends
on facts not yet judged by eye.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from edencli.effects.cards import CardsInPlay
from edencli.effects.scope import Scope
from edencli.effects.standing_effects import faced_fighters, is_about, kind_on_cards
from edencli.match.match import Act, ActDuty, Match, Procedure
from edencli.match.needed_facts import first_objection
from edencli.match.pieces import Piece
from edencli.match.questions import cache_last_allowed
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, perform
from edencli.model import operation as words
from edencli.model.card_words import Who
from edencli.model.effect import Duty
from edencli.model.terms import ActKind
from edencli.rules.actions import next_act_question, why_not_declare
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.questions import ActQuestion


def find_open_act(match: Match, fighter: Piece, objection: Callable[[Act], Refusal | None]) -> Act | None:
    """Find an act of a fighter that is known to be allowed, or None."""
    from edencli.rules.options import FighterOptions  # noqa: PLC0415  # plans ways, for who must act alone

    question = ActQuestion(
        asked=fighter.side, fighter=fighter, ap=match.state_of(fighter).ap, objection=objection
    )
    for option in FighterOptions(match, fighter, question):
        if option.objection is None and option.falls_short is False:
            found: Act = option.act
            return found
    return None


def find_duty(cards: CardsInPlay, match: Match, fighter: Piece) -> ActDuty | None:
    """Return the duty of a fighter to act before anything else, if a card orders that and it can."""
    duties = list(cards.effects_in_force(match, Duty))
    if not duties:
        return None

    def objection(act: Act) -> Refusal | None:
        if any(is_about(cards, match, *duty, act) for duty in duties):
            return None
        about = {"fighter": fighter, "card": duties[0][0].card}
        return Refusal(rule=CARD_OVER_RULE, reason="duty-first", about=about)

    example = find_open_act(
        match, fighter, lambda act: objection(act) or why_not_declare(match, fighter, act)
    )
    return None if example is None else ActDuty(example, objection)


def order_act(scope: Scope, op: words.ExtraAct) -> Procedure[None]:
    """Let each of some fighters do one of the ordered acts at once; if it is no duty, it may be declined."""
    match = scope.match
    price = None if op.price is None else max(0, scope.amount(op.price))
    is_free = price is None and not op.paid

    def why_not_offered(piece: Piece, act: Act) -> Refusal | None:
        if kind_on_cards(match, act) in op.acts and _is_aimed_so(scope, op.against, act):
            return why_not_declare(match, piece, act, free=is_free, price=price, despite=op.despite)
        about = {"fighter": piece, "card": scope.source.card}
        return Refusal(rule=CARD_OVER_RULE, reason="not-offered", about=about)

    def offer(piece: Piece) -> Procedure[None]:
        def objection(act: Act) -> Refusal | None:
            return first_objection(match, partial(why_not_offered, piece, act))

        must = find_open_act(match, piece, partial(why_not_offered, piece)) if op.duty else None
        question = next_act_question(match, piece).with_changes(
            objection=cache_last_allowed(objection),
            optional=must is None,
            agreeable=False,
            mid_act=True,
            must=must,
        )
        act: Act | None = yield from ask(question)
        if act is not None:
            yield from perform(match, act.with_changes(free=is_free, price=price, despite=op.despite))

    yield from scope.do_to_each(op.who, offer)


def _is_aimed_so(scope: Scope, against: Who | None, act: Act) -> bool:
    """Tell whether an act is aimed at a fighter that the card means."""
    return against is None or any(scope.matches(against, piece) for piece in faced_fighters(scope.match, act))


def may_do_such(scope: Scope, piece: Piece, acts: Sequence[ActKind], against: Who | None) -> bool:
    """Tell whether a fighter may do one of some acts now; if asked while that is being found out, no."""
    match = scope.match
    if piece in match.asked_to_act or not match.is_on_field(piece):
        return False

    def objection(act: Act) -> Refusal | None:
        if kind_on_cards(match, act) in acts and _is_aimed_so(scope, against, act):
            return why_not_declare(match, piece, act)
        about = {"fighter": piece, "card": scope.source.card}
        return Refusal(rule=CARD_OVER_RULE, reason="not-offered", about=about)

    match.asked_to_act.append(piece)
    try:
        return find_open_act(match, piece, objection) is not None
    finally:
        match.asked_to_act.remove(piece)


OPERATIONS: Mapping[type[words.Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.ExtraAct: order_act
}

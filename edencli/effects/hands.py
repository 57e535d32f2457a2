"""Operations with tactical hands: look at, reveal, discard, draw, take back and play cards.

The shown cards are known to the operations that follow because of them, and to nothing later.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edencli.effects.chance import draw_number
from edencli.effects.operations import perform_upon
from edencli.effects.scope import Scope
from edencli.effects.tactic_cards import is_such_tactic
from edencli.match.card_events import HandShown
from edencli.match.match import Procedure
from edencli.match.pieces import Side
from edencli.match.reasons import Amount, Part
from edencli.match.rules_api import do
from edencli.model import operation as words
from edencli.model.card_words import Owner
from edencli.model.operation import Operation
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.hands import deck_of, discard, discard_question, draw, pick_cards, take_back
from edencli.rules.questions import PickChoice
from edencli.rules.tactics import play_card, why_not_play


def _show(scope: Scope, op: words.LookAtHand | words.RevealHand, to: Side | None) -> Procedure[None]:
    """Show cards of a hand to one player or to both, and do what follows; an empty hand does nothing."""
    side = scope.side_of(op.hand)
    hand = scope.match.state.sides[side].hand
    n = len(hand) if op.n is None else scope.amount(op.n)
    cards = yield from _draw_at_random(scope, hand, n)
    if cards:
        known = tuple(Side) if to is None else tuple(dict.fromkeys((side, to)))
        shown = HandShown(rule=CARD_OVER_RULE, side=side, cards=cards, n=len(cards), to=to, known_to=known)
        yield from do(scope.match, shown)
        such = tuple(card for card in cards if is_such_tactic(scope.match, op.card, side, card))
        meant = shown.with_changes(cards=such or cards)
        yield from perform_upon(scope._replace(shown=meant), op.do if such else op.otherwise, None)


def _discard(scope: Scope, op: words.DiscardCards) -> Procedure[None]:
    """Discard cards of a hand: at random, picked by its player, or by the card's player if shown."""
    side = scope.side_of(op.hand)
    hand = scope.match.state.sides[side].hand
    shown = scope.shown if scope.shown is not None and scope.shown.side is side else None
    among, picks = hand, side
    if shown is not None:
        among = tuple(card for card in shown.cards or () if card in hand)
        picks = scope.side_of(Owner.OWN)
    n = scope.amount(op.n)
    if op.random:
        cards = yield from _draw_at_random(scope, among, n)
    else:
        source = scope.source
        question = discard_question(picks, side, source.card, source.user, may=op.may)
        cards = yield from pick_cards(among, n, question)
    yield from discard(scope.match, side, cards, shown=shown)


def _take_back(scope: Scope, op: words.TakeBackCards) -> Procedure[None]:
    """Let a player take back cards that were discarded, or that were played and are no longer in force."""
    side = scope.side_of(op.hand)
    player = scope.match.state.sides[side]
    played = tuple(card for card in player.played if card not in player.in_force)
    among = played if op.played else player.discarded
    cards = yield from pick_cards(among, scope.amount(op.n), _card_question(scope, side))
    yield from take_back(scope.match, side, cards, played=op.played)


def _draw(scope: Scope, op: words.DrawCards) -> Procedure[None]:
    """Have a player take cards that the card means from the deck into the hand."""
    match, side = scope.match, scope.side_of(op.hand)
    among = [card for card in deck_of(match, side) if is_such_tactic(match, op.card, side, card)]
    n = scope.amount(op.n)
    if op.random:
        cards = yield from _draw_at_random(scope, among, n)
    else:
        question = _card_question(scope, side).with_changes(optional=op.may)
        cards = yield from pick_cards(among, n, question)
    yield from draw(match, side, cards)


def _play(scope: Scope, op: words.PlayCard) -> Procedure[None]:
    """Have a player play a card of the hand that the card means, if one can be played."""
    match, side = scope.match, scope.side_of(op.hand)
    price = None
    if not op.paid:
        n = 0 if op.price is None else max(0, scope.amount(op.price))
        price = Amount((Part(CARD_OVER_RULE, n, scope.source.card),))
    total = None if price is None else price.total
    among = [
        card
        for card in match.state.sides[side].hand
        if is_such_tactic(match, op.card, side, card) and why_not_play(match, side, card, total) is None
    ]
    if op.random:
        cards = yield from _draw_at_random(scope, among, 1)
    else:
        cards = yield from pick_cards(among, 1, _card_question(scope, side))
    for card in cards:
        yield from play_card(match, side, card, price)


def _card_question(scope: Scope, side: Side) -> PickChoice:
    """Ask a player to pick some of their cards, unseen by the opponent."""
    source = scope.source
    return PickChoice(
        asked=side, card=source.card, fighter=source.user, options=(), names=(), private=True, mid_act=True
    )


def _draw_at_random(scope: Scope, cards: Sequence[str], n: int) -> Procedure[tuple[str, ...]]:
    """Draw n cards at random, in the order of the draw; drawing all of them needs no dice."""
    left, drawn = list(cards), list[str]()
    if n >= len(left):
        return tuple(left)
    while len(drawn) < n:
        drawn.append(left.pop((yield from draw_number(scope, len(left)))))
    return tuple(drawn)


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.LookAtHand: lambda scope, op: _show(scope, op, scope.side_of(Owner.OWN)),
    words.RevealHand: lambda scope, op: _show(scope, op, None),
    words.DiscardCards: _discard,
    words.TakeBackCards: _take_back,
    words.DrawCards: _draw,
    words.PlayCard: _play,
}

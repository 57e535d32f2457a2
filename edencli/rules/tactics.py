"""The tactical phase (chapter 4.B): one card for each player, the first player first."""

from typing import Any

from edencli.match.card_events import EffectEnded, TacticCancelled, TacticInForce, TacticPlayed, TokenRemoved
from edencli.match.match import Match, Procedure, SideQuery
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Amount, Refusal
from edencli.match.rules_api import ask, cache_objections, do, skip, value
from edencli.match.state import Gone, LastingEffect, Token
from edencli.model.game import Tactic
from edencli.model.terms import Duration, Payment, Quantity
from edencli.rulebooks.values import LeaderNeeded
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.agreement import ask_between_acts, offer_agreements
from edencli.rules.hands import pay_cards, why_too_few_cards
from edencli.rules.preparation import sides_in_order
from edencli.rules.purse import pay_sp, spendable_sp
from edencli.rules.questions import CancelChoice, CardOffer, TacticPlay


def tactical_phase(match: Match) -> Procedure[None]:
    """Let each player play a card or none, and carry out agreements meanwhile (tactical-phase.play)."""
    for side in sides_in_order(match):
        yield from _offer(match, side)


def _offer(match: Match, side: Side) -> Procedure[None]:
    card = yield from ask_between_acts(match, lambda: _card_question(match, side))
    if card is not None:
        yield from play_card(match, side, card)


def _card_question(match: Match, side: Side) -> TacticPlay | None:
    """The question which card a player plays, or None if no card of its deck could be played.

    Whether it is asked must not depend on what the opponent may not know.
    """
    question = tactic_question(match, side)
    deck = {*(card.name for card in match.setup.bands[side].tactics), *match.state.sides[side].hand}
    if not match.state.sides[side].hand or all(why_not_play(match, side, card) for card in deck):
        skip(
            match,
            lambda: question,
            lambda _, card: _why_not_in_hand(match, side, card) or question.refusal(card),
        )
        return None
    return question


def _why_not_in_hand(match: Match, side: Side, card: str) -> Refusal | None:
    player = match.state.sides[side]
    if card in (*player.hand, *player.played):
        return None
    return Refusal(rule=TacticPlay.rule, reason="not-in-hand", about={"side": side, "card": card})


def why_not_out_of_phase(match: Match, side: Side, card: str) -> Refusal | None:
    """The reason why a card may not be played outside the tactical phase, or None (tactical.phase-only)."""
    refusal = _why_not_in_hand(match, side, card) or why_not_play(match, side, card)
    tactic = tactic_of(match, side, card)
    if refusal is None and tactic is not None and tactic.tactical and match.state.step != "tactical-phase":
        about = {"side": side, "card": card}
        return Refusal(rule="tactical.phase-only", reason="phase-only", about=about)
    return refusal


def tactic_question(match: Match, side: Side) -> TacticPlay:
    """The question which card a player plays."""
    player = match.state.sides[side]
    return TacticPlay(
        asked=side,
        options=(*player.hand, *player.played),
        objection=cache_objections(match, lambda card: why_not_play(match, side, card)),
        optional=True,
        agreeable=True,
        private=True,
    )


def can_afford_card(match: Match, side: Side) -> bool:
    """Tell whether a player may be able to play some card: it has the price, and a leader.

    A card that only its player knows may cost nothing.
    """
    band, player = match.setup.bands.get(side), match.state.sides[side]
    names = [card.name for card in band.tactics if card.name not in player.played] if band else []
    least = min((tactic_price(match, side, card).total for card in names), default=0)
    return player.sp >= least and _is_led(match, side)


def why_not_play(match: Match, side: Side, card: str, price: int | None = None) -> Refusal | None:
    """The reason why a player may not play a card, at its price or at another, or None."""
    about: dict[str, Any] = {"side": side, "card": card}
    if card in match.state.sides[side].played:
        return Refusal(rule="tactical.once", reason="already-played", about=about)
    price = tactic_price(match, side, card).total if price is None else price
    has = spendable_sp(match, side, Payment.TACTIC, card)
    if has < price:
        about |= {"needed": price, "has": has}
        return Refusal(rule="tactical-phase.cost", reason="too-few-sp", about=about)
    tactic = tactic_of(match, side, card)
    if tactic is not None and tactic.cost.cards:
        own = 1  # the card itself is in the hand
        if refusal := why_too_few_cards(match, side, tactic.cost.cards, card, besides=own):
            return refusal
    if not _is_led(match, side):
        return Refusal(rule="tactical-phase.leader", reason="no-leader", about=about)
    if tactic is not None and tactic.first_round and match.state.round != 1:
        return Refusal(rule="tactical.first-round", reason="first-round-only", about=about)
    return None


def tactic_price(match: Match, side: Side, card: str) -> Amount:
    """The SP that a tactical card costs a player, with the rules for it (tactical-phase.cost)."""
    return value(match, SideQuery(Quantity.TACTIC, side, card))


def _is_led(match: Match, side: Side) -> bool:
    """Tell whether a player has a leader, as the book requires (tactical-phase.leader)."""
    leader = match.state.sides[side].leader
    if leader is None:
        return False
    if match.book.tactics.leader is LeaderNeeded.NOT_INCAPACITATED:
        return match.state_of(leader).gone is not Gone.INCAPACITATED
    return match.is_on_field(leader)


def tactic_of(match: Match, side: Side, card: str) -> Tactic | None:
    """The card of this name in a player's deck, or None."""
    return next((tactic for tactic in match.setup.bands[side].tactics if tactic.name == card), None)


def play_card(match: Match, side: Side, card: str, price: Amount | None = None) -> Procedure[None]:
    """Pay for a card, show it, let the opponent cancel it, and put it in force (tactical-phase.cost)."""
    price, tactic = price or tactic_price(match, side, card), tactic_of(match, side, card)
    if price.total:
        rule, on = price.parts[-1].reason, Payment.TACTIC
        yield from pay_sp(match, side, price.total, rule=rule, why=card, on=on, card=card)
    yield from do(match, TacticPlayed(rule="tactical-phase.play", side=side, card=card, sp=price.total))
    if tactic is not None:
        yield from pay_cards(match, side, tactic.cost.cards, card=card, fighter=None)
    if tactic is not None and (yield from _cancel(match, side.other, tactic)):
        return
    if (yield from do(match, TacticInForce(rule="tactical.duration", side=side, card=card))) is None:
        yield from do(match, TacticCancelled(rule=CARD_OVER_RULE, side=side.other, card=card))
        return
    if tactic is None or not tactic.effects:
        yield from offer_agreements(match, side, CardOffer)


def stays_in_force(match: Match, side: Side, card: str) -> bool:
    """Tell whether a card has effect until the match ends, by its text (tactical.duration)."""
    tactic = tactic_of(match, side, card)
    return tactic is not None and tactic.stays


def end_lasting_effects(
    match: Match, until: Duration, rule: str, user: Piece | None = None
) -> Procedure[None]:
    """End effects and markers of cards that last until now, of one user or all (tactical.duration)."""
    for begun in match.state.lasting_effects:
        if _is_over(match, begun, until) and user in {None, begun.user}:
            yield from do(match, EffectEnded(rule=rule, **begun._asdict()))
    for token in match.state.tokens:
        if _is_over(match, token, until) and user in {None, token.user}:
            yield from do(match, TokenRemoved(rule=rule, token=token))


def _is_over(match: Match, one: LastingEffect | Token, until: Duration) -> bool:
    """Tell whether something ends at this moment; what outlasts a round ends with a later round."""
    if one.until is Duration.NEXT_ROUND:
        return until is Duration.ROUND and (one.ends or 0) <= match.state.round
    is_of_attack = one.until is Duration.ATTACK and until is not Duration.NEXT_ACTIVATION
    return is_of_attack or one.until is until


def _cancel(match: Match, opponent: Side, tactic: Tactic) -> Procedure[bool]:
    """Offer the opponent to pay and cancel the card (tactical.cancellation); returns whether it did."""
    price, card = tactic.cancellation or 0, tactic.name
    question = CancelChoice(asked=opponent, card=card, price=price, options=(True,), optional=True)
    if reason := _why_not_cancel(match, opponent, tactic):
        skip(match, lambda: question, lambda *_: reason)
        return False
    if not (yield from ask(question)):
        return False
    rule, on = "tactical.cancellation", Payment.CANCELLATION
    yield from pay_sp(match, opponent, price, rule=rule, why=card, on=on)
    yield from do(match, TacticCancelled(rule="tactical.cancellation", side=opponent, card=card))
    return True


def _why_not_cancel(match: Match, opponent: Side, tactic: Tactic) -> Refusal | None:
    """The reason why an opponent may not cancel a card, or None: it has no such price, or SP are lacking."""
    rule, has = CancelChoice.rule, spendable_sp(match, opponent, Payment.CANCELLATION)
    if tactic.cancellation is None:
        return Refusal(rule=rule, reason="not-cancellable", about={"card": tactic.name})
    if has >= tactic.cancellation:
        return None
    about = {"side": opponent, "card": tactic.name, "needed": tactic.cancellation, "has": has}
    return Refusal(rule=rule, reason="too-few-sp", about=about)

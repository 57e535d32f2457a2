"""Tactical hands that cards look into and change: what is shown, discarded or taken back.

Both players know how many cards a hand has; which cards they are is known to its player, and to those to
which they were shown. Whether something is asked here depends on numbers of cards alone.
"""

from collections.abc import Sequence

from edencli.match.card_events import CardsDiscarded, CardsDrawn, CardsTakenBack, HandShown
from edencli.match.match import Act, Match, Procedure
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do
from edencli.rules.acts import ABILITY_COST_RULE, CARD_OVER_RULE, UseAbility
from edencli.rules.questions import DiscardChoice, PickChoice


def why_too_few_cards(
    match: Match, side: Side | None, needed: int, what: str, *, besides: int = 0
) -> Refusal | None:
    """The reason why a hand cannot pay `needed` cards and keep `besides` others, or None (ability.cost)."""
    has = 0 if side is None else max(0, len(match.state.sides[side].hand) - besides)
    if needed <= has:
        return None
    about = {"what": what, "side": side, "needed": needed, "has": has}
    return Refusal(rule=ABILITY_COST_RULE, reason="too-few-cards", about=about)


def refuse_too_few_cards(match: Match, act: Act) -> Refusal | None:
    """Refuse an ability if the hand lacks the cards of its price (ability.cost)."""
    assert isinstance(act, UseAbility)  # noqa: S101  # its row in the registry is for abilities
    return why_too_few_cards(match, act.fighter.side, act.ability.cost.cards, act.ability.name)


def pay_cards(
    match: Match, side: Side | None, n: int, *, card: str, fighter: Piece | None
) -> Procedure[None]:
    """Discard n cards of a hand, picked by its player, as the price of an ability (ability.cost)."""
    if side is not None and n:
        hand = match.state.sides[side].hand
        cards = yield from pick_cards(hand, n, discard_question(side, side, card, fighter))
        yield from discard(match, side, cards, rule=ABILITY_COST_RULE)


def pick_cards(cards: Sequence[str], n: int, question: PickChoice) -> Procedure[tuple[str, ...]]:
    """Let a player pick n cards, one after the other; or fewer, where the question is optional.

    The question says which player picks for what; its options are filled in here.
    """
    left, picked = list(cards), list[str]()
    if n >= len(left) and not question.optional:
        return tuple(left)
    while left and len(picked) < n:
        at: int | None = yield from ask(question.with_changes(options=range(len(left)), names=tuple(left)))
        if at is None:
            break
        picked.append(left.pop(at))
    return tuple(picked)


def discard_question(
    asked: Side, hand: Side, card: str, fighter: Piece | None, *, may: bool = False
) -> DiscardChoice:
    """The question which card of a hand is discarded because of `card`."""
    return DiscardChoice(
        asked=asked,
        hand=hand,
        card=card,
        fighter=fighter,
        options=(),
        names=(),
        optional=may,
        private=True,
        mid_act=True,
    )


def discard(
    match: Match,
    side: Side,
    cards: tuple[str, ...],
    *,
    rule: str = CARD_OVER_RULE,
    shown: HandShown | None = None,
) -> Procedure[None]:
    """Discard cards of a hand, if there are any; a player that was shown them before knows which they are."""
    if cards:
        event = CardsDiscarded(
            rule=rule,
            side=side,
            cards=cards,
            n=len(cards),
            known_to=(side,) if shown is None else shown.known_to,
            is_open=shown is not None and shown.is_open,
        )
        yield from do(match, event)


def deck_of(match: Match, side: Side) -> tuple[str, ...]:
    """The cards of a player that are neither in the hand nor discarded or played."""
    player = match.state.sides[side]
    left = {*player.hand, *player.discarded, *player.played, *player.in_force}
    return tuple(card.name for card in match.setup.bands[side].tactics if card.name not in left)


def draw(match: Match, side: Side, cards: tuple[str, ...]) -> Procedure[None]:
    """Take cards of the deck into a hand; only its player knows which they are."""
    if cards:
        event = CardsDrawn(rule=CARD_OVER_RULE, side=side, cards=cards, n=len(cards), known_to=(side,))
        yield from do(match, event)


def take_back(match: Match, side: Side, cards: tuple[str, ...], *, played: bool) -> Procedure[None]:
    """Put discarded or played cards back into a hand; both players know which of the played ones they are."""
    if cards:
        event = CardsTakenBack(
            rule=CARD_OVER_RULE,
            side=side,
            cards=cards,
            n=len(cards),
            known_to=(side,),
            is_open=played,
            played=played,
        )
        yield from do(match, event)

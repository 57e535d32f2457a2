"""Tactical cards as other cards name them: by symbol, name, printed price, or the numbers they raise."""

from collections.abc import Iterator

from edencli.effects.event_parts import event_name, event_player
from edencli.effects.numbers import count_word
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.model.card_words import CardEvent, CardSymbol, NumberWord, TacticFilter
from edencli.model.effect import Adds, CardEffect, lasting_effects
from edencli.model.game import Tactic
from edencli.rules.tactics import tactic_of


def is_such_tactic(match: Match, wanted: TacticFilter | None, side: Side, card: str) -> bool:
    """Tell whether a filter matches a tactical card of a player's deck; true without a filter."""
    if wanted is None:
        return True
    tactic = tactic_of(match, side, card)
    if tactic is None:
        return False
    printed = match.book.tactics.sp if tactic.cost.sp is None else tactic.cost.sp
    return (
        wanted.symbol in {None, _symbol_of(tactic)}
        and (wanted.word is None or count_word(tactic.name, wanted.word) > 0)
        and wanted.cancellable in {None, tactic.cancellation is not None}
        and wanted.least <= printed
        and (wanted.most is None or printed <= wanted.most)
        and (wanted.raises is None or _raises(tactic, wanted.raises))
    )


def is_of_tactic(
    match: Match, wanted: TacticFilter | None, kind: str, side: Side | None, card: str | None
) -> bool:
    """Tell whether an event of some kind is about such a tactical card; true without a filter.

    A cancelled card belongs to the opponent of the player that cancels it.
    """
    if wanted is None:
        return True
    if side is None or card is None:
        return False
    return is_such_tactic(match, wanted, side.other if kind == CardEvent.TACTIC_CANCELLED else side, card)


def is_event_of_tactic(match: Match, wanted: TacticFilter | None, event: Event) -> bool:
    """Tell whether an event is about such a tactical card; true without a filter."""
    if wanted is None:
        return True
    kind = CardEvent(event.kind)
    return is_of_tactic(match, wanted, kind, event_player(event, kind), event_name(event, kind))


def _symbol_of(tactic: Tactic) -> CardSymbol | None:
    if tactic.symbol is None:
        return None
    return CardSymbol.STIGMA if tactic.symbol.faction is None else CardSymbol.FACTION


def _raises(tactic: Tactic, number: NumberWord) -> bool:
    """Tell whether an effect of a card raises a number; a counted amount is taken to do so."""
    return any(
        effect.to is number and (effect.by.n > 0 or not effect.by.is_plain)
        for effect in _all_effects(tactic.effects)
        if isinstance(effect, Adds)
    )


def _all_effects(effects: tuple[CardEffect, ...]) -> Iterator[CardEffect]:
    yield from effects
    yield from (effect for op in lasting_effects(effects) for effect in op.effects)

"""What cards keep for later: lasting effects, counters, remembered fighters, SP set apart.

All of it is part of the state, and is changed by events alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from edencli.effects.cards import CardWithEffects, spending_operations, still_lasting
from edencli.effects.operations import to_player
from edencli.effects.past_events import last_round
from edencli.effects.scope import Scope, count_counters, counter_name
from edencli.match.card_events import (
    CardCameToNothing,
    CountersAdded,
    CountersRemoved,
    EffectBegun,
    EffectCounted,
    EffectEnded,
    FighterForgotten,
    FighterRemembered,
    FighterRevealed,
    SpSetApart,
)
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece
from edencli.match.rules_api import do
from edencli.model import operation as words
from edencli.model.card_words import CardLimb, EventNumber, HowMany, OnceIn, Role, SceneryFilter
from edencli.model.effect import Instead, Lasting, When, lasting_effects, words_within
from edencli.model.operation import Operation
from edencli.model.terms import MOST_COUNTED, Duration, MissionKind
from edencli.record import Record
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.missions import mission_of

MOST_REMEMBERED = 20
"""The most fighters that a card can remember."""


def naming_parts(scope: Scope) -> dict[str, Any]:
    """Return the parts of an event that name its card, and how secret it is."""
    source = scope.source
    named = {"rule": CARD_OVER_RULE, "card": source.card, "side": source.side, "fighter": source.user}
    return {**named, "secrecy": card_secrecy(scope)}


def card_secrecy(scope: Scope) -> MissionKind:
    """Return whether a card is a secret mission; all other cards are known once they work."""
    source = scope.source
    mission = mission_of(scope.match, source.side) if source.side and source.user is None else None
    return mission.kind if mission and mission.name == source.card else MissionKind.REVEALED


# ── what lasts, or waits ─────────────────────────────────────────────────────────────────────────────────


def _begin_lasting(scope: Scope, op: Lasting) -> Procedure[None]:
    """Begin a lasting effect, with what it keeps of this moment; one begun twice works twice."""
    source = scope.source
    event = EffectBegun(
        rule=CARD_OVER_RULE,
        card=source.card,
        side=source.side,
        user=source.user,
        n=next(n for n, one in enumerate(lasting_effects(source.effects)) if one is op),
        target=scope.fighter_in_role(Role.TARGET),
        until=op.until,
        times=op.times,
        ends=last_round(scope.match, op.until, op.rounds),
        **{part: _KEPT[part](scope) for part in _kept_parts(op)},
    )
    yield from do(scope.match, event)


# How a lasting effect gets what it keeps of the moment when it began.
_KEPT: Mapping[str, Callable[[Scope], Any]] = {
    "doer": lambda scope: scope.fighter_in_role(Role.DOER),
    "sufferer": lambda scope: scope.fighter_in_role(Role.SUFFERER),
    "amount": lambda scope: scope.event_value(EventNumber.AMOUNT),
    "face": lambda scope: scope.event_value(EventNumber.FACE),
    "limb": lambda scope: scope.event_limb,
    "scenery": lambda scope: scope.chosen_scenery,
}


def _kept_parts(op: Lasting) -> frozenset[str]:
    """Return what a lasting effect keeps, because its words use it; numbers of dice are not kept."""
    whose = ("doer",) if op.until is Duration.ATTACK else ()
    return frozenset((*whose, *_spoken_of(op.effects))) & _KEPT.keys()


def _spoken_of(value: Any) -> Iterator[str]:
    """Give the values of an event that a word uses."""
    if isinstance(value, tuple):
        for one in value:
            yield from _spoken_of(one)
    elif isinstance(value, Record):
        if isinstance(value, HowMany) and value.event is not None and str(value.event) in _KEPT:
            yield str(value.event)
        if isinstance(value, SceneryFilter) and value.chosen:
            yield "scenery"
        for one in value.as_dict().values():
            if one is CardLimb.SAME:
                yield "limb"
            elif isinstance(one, Role) and one in {Role.DOER, Role.SUFFERER}:
                yield str(one)
            elif isinstance(one, tuple | Record):
                yield from _spoken_of(one)


def count_firing(match: Match, source: CardWithEffects) -> Procedure[None]:
    """Count that a lasting effect worked, if its uses are limited; the last one ends it."""
    begun = still_lasting(match.state, source.begun) if source.begun else None
    if begun is None or begun.times is None:
        return
    if begun.times == 1:
        yield from do(match, EffectEnded(rule=CARD_OVER_RULE, **begun._asdict()))
    else:
        yield from do(match, EffectCounted(rule=CARD_OVER_RULE, **begun._asdict()))


def once_number(source: CardWithEffects, effect: When | Instead) -> int | None:
    """Return the number, within its card, of an effect that works once in a while; None if unlimited."""
    if effect.once is None:
        return None
    inner = (one for op in lasting_effects(source.effects) for one in op.effects)
    return next(n for n, one in enumerate((*source.effects, *inner)) if one is effect)


def may_work_once_more(match: Match, source: CardWithEffects, effect: When | Instead) -> bool:
    """Tell whether an effect has not worked yet in the time in which it works only once."""
    n = once_number(source, effect)
    return n is None or not any(
        (one.card, one.side, one.user, one.n) == (source.card, source.side, source.user, n)
        and (effect.once is OnceIn.MATCH or one.round == match.state.round)
        for one in match.state.spent_effects
    )


# ── counters ─────────────────────────────────────────────────────────────────────────────────────────────


def _give_counters(scope: Scope, op: words.GiveCounters) -> Procedure[None]:
    def give(piece: Piece) -> Procedure[None]:
        name = counter_name(scope, piece, op.name)
        room = MOST_COUNTED - count_counters(scope, piece, name)
        if (n := min(room, scope.amount(op.n))) > 0:
            yield from do(scope.match, CountersAdded(rule=CARD_OVER_RULE, fighter=piece, name=name, n=n))

    yield from scope.do_to_each(op.who, give, any_order=_is_plain(op.n))


def _take_counters(scope: Scope, op: words.TakeCounters) -> Procedure[None]:
    def take(piece: Piece) -> Procedure[None]:
        name = counter_name(scope, piece, op.name)
        has = count_counters(scope, piece, name)
        if (n := has if op.n is None else min(has, scope.amount(op.n))) > 0:
            yield from do(scope.match, CountersRemoved(rule=CARD_OVER_RULE, fighter=piece, name=name, n=n))

    yield from scope.do_to_each(op.who, take, any_order=op.n is None or _is_plain(op.n))


def _is_plain(number: HowMany) -> bool:
    return number == HowMany(n=number.n)


# ── remembered fighters ──────────────────────────────────────────────────────────────────────────────────


def _remember(scope: Scope, op: words.RememberFighters) -> Procedure[None]:
    for piece in scope.matching_fighters(op.who):
        if not (yield from remember_fighter(scope, piece, secret=op.secret)):
            return


def remember_fighter(scope: Scope, piece: Piece, *, secret: bool = False) -> Procedure[bool]:
    """Have a card remember a fighter; returns whether it had room for one more."""
    known = scope.remembered_fighters()
    if piece not in known and len(known) >= MOST_REMEMBERED:
        yield from do(scope.match, CardCameToNothing(**naming_parts(scope)))
        return False
    if piece not in known:
        yield from do(scope.match, FighterRemembered(**_memory_parts(scope, piece), secret=secret))
    return True


def reveal_remembered(scope: Scope, effect: When | Instead) -> Procedure[None]:
    """Reveal the fighters remembered in secret that an effect names, when it works.

    Those are the ones that take part in its event, or all of them if none does.
    """
    hidden = [one.fighter for one in scope.kept_in_mind() if one.secret]
    if hidden and any(Role.REMEMBERED in word.as_dict().values() for word in words_within(effect)):
        meant = [piece for piece in hidden if piece in scope.roles.values()]
        for piece in meant or hidden:
            yield from do(scope.match, FighterRevealed(**_memory_parts(scope, piece)))


def _forget(scope: Scope, op: words.ForgetFighters) -> Procedure[None]:
    meant = [
        piece
        for piece in scope.remembered_fighters()
        if scope.matches(op.who, piece) or scope.matches(op.who.with_changes(out=True), piece)
    ]
    yield from forget_fighters(scope, meant)


def forget_fighters(scope: Scope, pieces: Sequence[Piece]) -> Procedure[None]:
    """Have a card forget fighters."""
    secret = {one.fighter: one.secret for one in scope.kept_in_mind()}
    for piece in pieces:
        parts = _memory_parts(scope, piece)
        yield from do(scope.match, FighterForgotten(**parts, secret=secret.get(piece, False)))


def _memory_parts(scope: Scope, piece: Piece) -> dict[str, Any]:
    source = scope.source
    named = {"rule": CARD_OVER_RULE, "card": source.card, "side": source.side, "user": source.user}
    return {**named, "fighter": piece, "secrecy": card_secrecy(scope)}


# ── points that are set apart ────────────────────────────────────────────────────────────────────────────


def _give_sp(scope: Scope, op: words.GiveSp) -> Procedure[None]:
    """Give SP to a player, and set them apart if they are only for some payments."""
    match, source, side = scope.match, scope.source, scope.side_of(op.to)
    before = match.state.sides[side].sp
    yield from to_player("sp", 1)(scope, op)
    given = match.state.sides[side].sp - before
    if op.only_for and given > 0:
        n = next(n for n, one in enumerate(spending_operations(source.effects)) if one is op)
        own: dict[str, Any] = {
            "card": source.card,
            "side": source.side,
            "user": source.user,
            "n": n,
            "sp": given,
        }
        yield from do(match, SpSetApart(rule=CARD_OVER_RULE, **own, secrecy=card_secrecy(scope)))


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {
    Lasting: _begin_lasting,
    words.GiveCounters: _give_counters,
    words.TakeCounters: _take_counters,
    words.RememberFighters: _remember,
    words.ForgetFighters: _forget,
    words.GiveSp: _give_sp,
}

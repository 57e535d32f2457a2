"""The operations of cards. What players could agree on is done by the same changes as an agreement.

Operations that need a module of their own are carried out there (`_HANDLED_IN`), in its `OPERATIONS`; that
module is imported when a card of the match first needs it.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from edencli.effects.chance import draw_number
from edencli.effects.provisos import provisos_hold
from edencli.effects.scope import Scope
from edencli.match.card_events import Exhausted, Readied, UsesRestored
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Agreement
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do
from edencli.match.table_events import FirstPlayerSet
from edencli.model import operation as words
from edencli.model.card_words import TARGET, CardEvent, HowMany, Owner, Role, SceneryFilter
from edencli.model.effect import Lasting
from edencli.model.names import fold
from edencli.model.operation import Choosing, Operation
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.agreement import CHANGES, why_not_agree
from edencli.rules.questions import PickChoice, TargetChoice
from edencli.rules.wounds import refuse_unhurt

Handler = Callable[[Scope, Any], Procedure[None]]


def perform_operations(
    scope: Scope, operations: Sequence[Operation], choose: Choosing | None
) -> Procedure[None]:
    """Let a player choose the card's targets, if it has any, and do what it says to each of them."""
    if choose is not None and choose.scenery is not None:
        yield from _upon_scenery(scope, operations, choose, choose.scenery)
        return
    targets: Sequence[Piece | None] = (yield from _targets(scope, operations, choose)) if choose else (None,)
    for target in targets:
        yield from perform_upon(scope, operations, target)


def _upon_scenery(
    scope: Scope, operations: Sequence[Operation], choose: Choosing, what: SceneryFilter
) -> Procedure[None]:
    """Let a player choose a piece of scenery, if there is one, and do what the card says because of it."""

    def play(match: Match, n: int) -> Procedure[None]:
        yield from perform_upon(scope._replace(match=match, scenery=names[n]), operations, None)

    names = scope.scenery_to_choose(what, choose.who)
    if names:
        n = (yield from ask_to_pick(scope, choose.by, names, play)) if len(names) > 1 else 0
        yield from play(scope.match, n)


def perform_upon(scope: Scope, operations: Sequence[Operation], target: Piece | None) -> Procedure[None]:
    """Do what a card says to one target, or without one."""
    roles = scope.roles if target is None else {**scope.roles, Role.TARGET: target}
    for operation in operations:
        yield from operation_handler(type(operation))(scope._replace(roles=roles), operation)


def operation_handler(kind: type[Operation]) -> Handler:
    """Return the function that carries out an operation of this kind."""
    if kind in OPERATIONS:
        return OPERATIONS[kind]
    handled_in = next(name for name, kinds in _HANDLED_IN.items() if kind in kinds)
    handler: Handler = import_module(f"edencli.effects.{handled_in}").OPERATIONS[kind]
    return handler


def can_choose(scope: Scope, operations: Sequence[Operation], choose: Choosing) -> bool:
    """Tell whether there is something that a player may choose."""
    if choose.scenery is not None:
        return bool(scope.scenery_to_choose(choose.scenery, choose.who))
    return bool(possible_targets(scope, operations, choose))


def possible_targets(scope: Scope, operations: Sequence[Operation], choose: Choosing) -> list[Piece]:
    """Return the fighters that a player may choose; some books exclude unhurt ones from healing."""
    found = scope.targets_to_choose(choose.who)
    heals = any(isinstance(one, words.HealCp) and one.who == TARGET for one in operations)
    return [piece for piece in found if not heals or refuse_unhurt(scope.match, piece) is None]


def refuse_healing(scope: Scope, operations: Sequence[Operation], choose: Choosing | None) -> Refusal | None:
    """Refuse an effect that only heals, if none of its possible targets may be healed."""
    if not all(isinstance(one, words.HealCp) for one in operations):
        return None
    is_chosen = choose is not None and choose.scenery is None
    meant = (
        [choose.who]
        if choose and is_chosen
        else [one.who for one in operations if isinstance(one, words.HealCp)]
    )
    refusals = [refuse_unhurt(scope.match, one) for who in meant for one in scope.targets_to_choose(who)]
    return next(iter(refusals), None) if all(refusals) else None


def _targets(scope: Scope, operations: Sequence[Operation], choose: Choosing) -> Procedure[list[Piece]]:
    """Ask for the targets one by one, or draw them by dice."""
    chosen: list[Piece] = []
    while len(chosen) < choose.most:
        options = tuple(piece for piece in possible_targets(scope, operations, choose) if piece not in chosen)
        if not options:
            break
        if choose.random:
            chosen.append(options[(yield from draw_number(scope, len(options)))])
            continue
        question = TargetChoice(
            asked=scope.side_of(choose.by),
            card=scope.source.card,
            fighter=scope.source.user,
            options=options,
            optional=choose.most > 1,
            private=choose.secret,
            mid_act=True,
            trial=lambda match, piece: perform_upon(scope._replace(match=match), operations, piece),
        )
        target = yield from ask(question)
        if target is None:
            break
        chosen.append(target)
    return chosen


def _apply_if_possible(scope: Scope, change: Agreement) -> Procedure[None]:
    """Change what two players might have agreed on, if that is possible."""
    if why_not_agree(scope.match, change) is None:
        yield from CHANGES[change.what](scope.match, change)


def _to_fighters(what: str, sign: int, detail: str = "") -> Handler:
    """Return an operation that changes AP or markers of fighters, or takes them off the field."""

    def handle(scope: Scope, op: Any) -> Procedure[None]:
        def change(piece: Piece) -> Procedure[None]:
            number = getattr(op, "n", None) or HowMany(n=_all_of(scope, op, piece))
            named = getattr(op, detail) if detail else None
            agreed = Agreement(what=what, subject=piece, n=sign * scope.amount(number), detail=named)
            yield from _apply_if_possible(scope, agreed)

        yield from scope.do_to_each(op.who, change, any_order=_is_any_order(scope, op, what))

    return handle


def _is_any_order(scope: Scope, op: Any, what: str) -> bool:
    """Tell whether the order in which fighters gain or lose this does not matter: no card hears of it."""
    number = getattr(op, "n", None)
    is_plain = number is None or number.is_plain
    return what in _LOOKED_AT and is_plain and scope.match.heard_by_cards.isdisjoint(_LOOKED_AT[what])


_LOOKED_AT: Mapping[str, frozenset[str]] = {
    "ap": frozenset(),
    "marker": frozenset({CardEvent.MARKERS_ADDED, CardEvent.MARKERS_REMOVED}),
}
"""The changes that affect one fighter alone, and the events by which cards hear of them."""


def _pass_markers(scope: Scope, op: words.PassMarkers) -> Procedure[None]:
    """Move markers of one fighter to others, as far as they can be taken and given."""
    match, of = scope.match, scope.fighter_in_role(op.of)

    def hand_over(piece: Piece) -> Procedure[None]:
        if of is None or piece == of:
            return
        has = match.state_of(of).markers.get(op.marker, 0)
        n = has if op.n is None else max(0, min(has, scope.amount(op.n)))
        given = Agreement(what="marker", subject=piece, n=n, detail=op.marker)
        if why_not_agree(match, given) is None:
            yield from _apply_if_possible(scope, given.with_changes(subject=of, n=-n))
            left = match.state_of(of).markers.get(op.marker, 0)
            yield from _apply_if_possible(scope, given.with_changes(n=has - left))

    yield from scope.do_to_each(op.who, hand_over)


def _all_of(scope: Scope, op: Any, piece: Piece) -> int:
    """Return the number of all markers of a kind that a fighter has, if they are to be taken."""
    return scope.match.state_of(piece).markers.get(op.marker, 0) if isinstance(op, words.TakeMarkers) else 0


def to_player(what: str, sign: int) -> Handler:
    """Return an operation that changes the points of a player."""

    def handle(scope: Scope, op: Any) -> Procedure[None]:
        n = sign * scope.amount(op.n)
        yield from _apply_if_possible(scope, Agreement(what=what, subject=scope.side_of(op.to), n=n))

    return handle


def _go_first(scope: Scope, op: words.GoFirst) -> Procedure[None]:
    side = scope.side_of(op.to)
    if side is not scope.match.first_player:
        yield from do(scope.match, FirstPlayerSet(rule=CARD_OVER_RULE, side=side))


def _rounds(sign: int) -> Handler:
    def handle(scope: Scope, op: Any) -> Procedure[None]:
        n = sign * scope.amount(op.n)
        yield from _apply_if_possible(scope, Agreement(what="rounds", subject=Side.RED, n=n))

    return handle


def ask_to_pick(
    scope: Scope,
    by: Owner,
    names: Sequence[str],
    trial: Callable[[Match, int], Procedure[None]] | None = None,
    *,
    optional: bool = False,
) -> Procedure[Any]:
    """Ask a player for the number of one of several things; None if that is `optional` and declined."""
    question = PickChoice(
        asked=scope.side_of(by),
        card=scope.source.card,
        fighter=scope.source.user,
        options=range(len(names)),
        names=tuple(names),
        optional=optional,
        mid_act=True,
        trial=trial,
    )
    return (yield from ask(question))


def _pick_one(scope: Scope, op: words.PickOne) -> Procedure[None]:

    def play(match: Match, chosen: int) -> Procedure[None]:
        yield from perform_operations(scope._replace(match=match), op.options[chosen].do, None)

    chosen = yield from ask_to_pick(scope, op.by, [option.name for option in op.options], play)
    yield from play(scope.match, chosen)


def _repeat(scope: Scope, op: words.Repeat) -> Procedure[None]:
    """Repeat operations while their condition holds; the number of times is counted at the start."""
    for _ in range(scope.amount(op.n)):
        if not provisos_hold(scope, op.only_if):
            break
        yield from perform_operations(scope, op.do, op.choose)


def _restore(scope: Scope, op: words.RestoreUses) -> Procedure[None]:
    """Give uses back: of acts by what they count as, of an ability or a weapon by its name."""
    wanted = {row.counts_as for row in scope.match.acts.values() if row.on_cards in op.acts}

    def is_meant(what: str) -> bool:
        return what in wanted or (op.named is not None and fold(_named_in(what)) == fold(op.named))

    def restore(piece: Piece) -> Procedure[None]:
        for what in filter(is_meant, tuple(scope.match.state_of(piece).used_match)):
            event = UsesRestored(rule=CARD_OVER_RULE, fighter=piece, what=what, n=scope.amount(op.n))
            yield from do(scope.match, event)

    yield from scope.do_to_each(op.who, restore)


def _named_in(what: str) -> str:
    """Return the name of the ability or the weapon that is counted: `ability.NAME`, `gear.NAME.CATEGORY`."""
    kind, _, named = what.partition(".")
    return named.rpartition(".")[0] if kind == "gear" else named


def _ready(scope: Scope, op: words.ReadyFighter) -> Procedure[None]:
    def ready(piece: Piece) -> Procedure[None]:
        if scope.match.state_of(piece).activated:
            yield from do(scope.match, Readied(rule=CARD_OVER_RULE, fighter=piece))

    yield from scope.do_to_each(op.who, ready)


def _exhaust(scope: Scope, op: words.ExhaustFighter) -> Procedure[None]:
    def exhaust(piece: Piece) -> Procedure[None]:
        if not scope.match.state_of(piece).activated:
            yield from do(scope.match, Exhausted(rule=CARD_OVER_RULE, fighter=piece, side=scope.source.side))

    yield from scope.do_to_each(
        op.who, exhaust, any_order=CardEvent.EXHAUSTED not in scope.match.heard_by_cards
    )


def _prevent(scope: Scope, _: words.PreventChange) -> Procedure[None]:
    """Prevent the change that comes after this."""
    yield from ()
    if scope.prevented is not None:
        scope.prevented.append(scope.match)


OPERATIONS: Mapping[type[Operation], Handler] = {
    words.GiveMarkers: _to_fighters("marker", 1, "marker"),
    words.TakeMarkers: _to_fighters("marker", -1, "marker"),
    words.PassMarkers: _pass_markers,
    words.GiveAp: _to_fighters("ap", 1),
    words.TakeAp: _to_fighters("ap", -1),
    words.RemoveFighters: _to_fighters("removed", 1),
    words.TakeSp: to_player("sp", -1),
    words.GiveVp: to_player("vp", 1),
    words.TakeVp: to_player("vp", -1),
    words.GoFirst: _go_first,
    words.ShortenMatch: _rounds(-1),
    words.LengthenMatch: _rounds(1),
    words.RestoreUses: _restore,
    words.ReadyFighter: _ready,
    words.ExhaustFighter: _exhaust,
    words.PickOne: _pick_one,
    words.PreventChange: _prevent,
    words.Repeat: _repeat,
}

_HANDLED_IN: Mapping[str, tuple[type[Operation], ...]] = {
    "copies": (words.CopyCard,),
    "arrivals": (words.BringBack, words.PlaceNpf),
    "limbs": (words.LoseCp, words.DealWounds, words.HealCp),
    "leaving": (words.PutOut, words.DiscardGear),
    "dice_operations": (words.PlainDice, words.MakeRoll, words.Oppose, words.Explode),
    "hands": (
        *(words.LookAtHand, words.RevealHand, words.DiscardCards, words.TakeBackCards),
        *(words.DrawCards, words.PlayCard),
    ),
    "memory": (
        *(Lasting, words.GiveCounters, words.TakeCounters),
        *(words.RememberFighters, words.ForgetFighters, words.GiveSp),
    ),
    "movements": (words.WalkFighters, words.Push, words.MoveToken),
    "orders": (words.ExtraAct,),
    "places": (
        *(words.LayToken, words.LiftTokens, words.TakeUpToken, words.PutDownToken),
        *(words.PutFighters, words.Swap),
    ),
    "reminders": (words.Remind,),
}

"""Operations that hurt or heal limbs: a named one, that of the event, or those that location dice show.

Location dice are rolled as in the rulebook, by the player that rolls for the acting fighter, or else by the
card's player.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.operations import ask_to_pick
from edencli.effects.scope import Scope
from edencli.match.events import Cause
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece
from edencli.model import operation as words
from edencli.model.card_words import CardLimb, Owner
from edencli.model.operation import Operation
from edencli.model.terms import LimbName
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.rolls import limb_at, roll_location, rolling_side
from edencli.rules.wounds import heal, lose_cp, wound


def find_limbs(scope: Scope, limb: CardLimb | None, victim: Piece) -> Procedure[tuple[LimbName, ...]]:
    """Find the limbs that a card means: one, that of the event if it has one, or all if none is named."""
    if limb is None:
        return tuple(LimbName)
    if limb is CardLimb.SAME:
        return () if scope.event_limb is None else (scope.event_limb,)
    if limb is not CardLimb.ROLLED:
        return (LimbName(limb),)
    if not scope.match.is_on_field(victim):
        return ()
    by = scope.acting_fighter
    thrower = scope.side_of(Owner.OWN) if by is None else rolling_side(scope.match, by, victim)
    face = yield from roll_location(scope.match, thrower, victim, step=CARD_OVER_RULE)
    return (limb_at(scope.match, victim, face),)


def _find_loss(
    scope: Scope, op: words.LoseCp | words.DealWounds, victim: Piece
) -> Procedure[dict[LimbName, int]]:
    """Find the loss of each limb: an amount for one limb, or for all. An amount of 0 throws no die."""
    n = scope.amount(op.n)
    return dict.fromkeys((yield from find_limbs(scope, op.limb, victim)), n) if n > 0 else {}


def _lose_cp(scope: Scope, op: words.LoseCp) -> Procedure[None]:
    def lose(piece: Piece) -> Procedure[None]:
        loss = yield from _find_loss(scope, op, piece)
        yield from lose_cp(scope.match, piece, loss, Cause(scope.acting_fighter))

    yield from scope.do_to_each(op.who, lose)


def _deal_wounds(scope: Scope, op: words.DealWounds) -> Procedure[None]:
    def deal(piece: Piece) -> Procedure[None]:
        loss = yield from _find_loss(scope, op, piece)
        cause = Cause(scope.acting_fighter)
        yield from wound(scope.match, piece, loss, None, step=CARD_OVER_RULE, cause=cause)

    yield from scope.do_to_each(op.who, deal)


def _heal(scope: Scope, op: words.HealCp) -> Procedure[None]:
    def recover(piece: Piece) -> Procedure[None]:
        def cure(match: Match, limb: LimbName) -> Procedure[None]:
            yield from heal(match, piece, limb, scope.amount(op.n))

        def try_cure(match: Match, n: int | None) -> Procedure[None]:
            if n is not None:
                yield from cure(match, hurt[n])

        lost = scope.match.state_of(piece).lost
        limbs = yield from find_limbs(scope, op.limb, piece)
        if op.limb is not None and not op.may:
            for limb in limbs:
                yield from cure(scope.match, limb)
        elif hurt := [limb for limb in limbs if lost.get(limb)]:
            n: int | None = yield from ask_to_pick(scope, op.by, hurt, try_cure, optional=op.may)
            if n is not None:
                yield from cure(scope.match, hurt[n])

    yield from scope.do_to_each(op.who, recover)


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.LoseCp: _lose_cp,
    words.DealWounds: _deal_wounds,
    words.HealCp: _heal,
}

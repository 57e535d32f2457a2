"""Operations with dice: plain throws, rolls against a difficulty or an opponent, and explosions.

What is done because of dice may use their numbers. Rolls and explosions are the rulebook's own procedures.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.landmarks import last_base
from edencli.effects.operations import perform_upon
from edencli.effects.scope import Scope
from edencli.effects.token_places import tokens_named
from edencli.match.card_events import DiceThrown
from edencli.match.events import Cause
from edencli.match.limits import DICE_PER_THROW, OverBudgetError
from edencli.match.match import Match, Procedure, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Amount, Part
from edencli.match.rules_api import ask, do, field_fact, resolve_simultaneous, value
from edencli.model import operation as words
from edencli.model.card_words import EventNumber, Owner, Role
from edencli.model.operation import Operation
from edencli.rules.acts import CARD_OVER_RULE, UNAIMED
from edencli.rules.gear import explode_upon
from edencli.rules.questions import CardRoll
from edencli.rules.rolls import count_successes, roll, roll_opposition


def _throw_dice(scope: Scope, op: words.PlainDice) -> Procedure[None]:
    """Throw plain dice, once or for each of some fighters; with 0 dice nothing is done."""

    def throw_for(piece: Piece | None) -> Procedure[None]:
        dice, needed = scope.amount(op.dice), None if op.at_least is None else scope.amount(op.at_least)
        if dice > DICE_PER_THROW:
            raise OverBudgetError("dice", (scope.source.card,))
        if dice > 0:
            yield from _throw_once(scope, op, dice, needed, piece)

    if op.who is None:
        yield from throw_for(None)
    else:
        yield from scope.do_to_each(op.who, throw_for)


def _throw_once(  # the operation, its numbers, and the fighter it is for
    scope: Scope, op: words.PlainDice, dice: int, needed: int | None, piece: Piece | None
) -> Procedure[None]:
    card, side = scope.source.card, scope.side_of(Owner.OWN)
    faces = yield from ask(
        CardRoll(asked=side, by=scope.source.user, dice=dice, needed=needed, card=card, mid_act=True)
    )
    hits = None if needed is None else count_successes(faces, needed)
    event = DiceThrown(rule=CARD_OVER_RULE, card=card, side=side, dice=faces, needed=needed, successes=hits)
    yield from do(scope.match, event)
    numbers = {EventNumber.DIE: sum(faces)} if hits is None else {EventNumber.SUCCESSES: hits}
    then = scope._replace(thrown=numbers)
    if hits != 0:
        yield from perform_upon(then, op.do, piece)
    for outcome in op.outcomes:
        if sum(faces) in outcome.faces:
            yield from perform_upon(then, outcome.do, piece)


def _roll(scope: Scope, op: words.MakeRoll) -> Procedure[None]:
    """Have each of some fighters roll, and do what the result says."""
    match = scope.match

    def try_it(piece: Piece) -> Procedure[None]:
        foe = None if op.against is None else scope.fighter_in_role(op.against)
        if op.against is not None and foe is None:
            return
        pool = value(match, Query(op.stat, piece))
        difficulty = Amount((Part(CARD_OVER_RULE, scope.amount(op.difficulty), scope.source.card),))
        hits = yield from roll(
            match, piece, pool, difficulty, step=CARD_OVER_RULE, victim=foe, card=scope.source.card
        )
        then = scope._replace(thrown={EventNumber.SUCCESSES: hits})
        yield from perform_upon(then, op.passed if hits else op.failed, _target(op.against, piece))

    yield from scope.do_to_each(op.who, try_it)


def _oppose(scope: Scope, op: words.Oppose) -> Procedure[None]:
    """Have each of some fighters roll against one fighter, and do what the result says."""

    def measure(piece: Piece) -> Procedure[None]:
        foe = scope.fighter_in_role(op.against)
        if foe is None or foe == piece:
            return
        winner = yield from roll_opposition(scope.match, piece, foe, op.stat, step=CARD_OVER_RULE)
        yield from perform_upon(scope, op.won if winner == piece else op.lost, _target(op.against, piece))

    yield from scope.do_to_each(op.who, measure)


def _target(against: Role | None, piece: Piece) -> Piece | None:
    """Return the target of what follows: the fighter that rolled, unless it rolled against the target."""
    return None if against is Role.TARGET else piece


def _explode(scope: Scope, op: words.Explode) -> Procedure[None]:
    """Explode at each place that the card means; friends and enemies under the template are rolled for."""
    match, by = scope.match, scope.fighter_in_role(op.of)
    at = None if op.near is not None else scope.fighter_in_role(op.at)
    if by is None:
        return
    power = Amount((Part(CARD_OVER_RULE, scope.amount(op.strength), scope.source.card),))
    for place in _places(match, at, op.near or ""):
        if place is not None:
            from edencli.rules.targets import fighters_in_explosion  # noqa: PLC0415  # the same as in an attack

            victims = fighters_in_explosion(match, by, place, at, scope.source.card)
        else:
            victims = [at] if at is not None and match.is_on_field(at) else []
        yield from resolve_simultaneous(
            match,
            victims,
            lambda victim: _explode_upon(match, by, power, victim),
            victims,
            still=match.is_on_field,
        )


def _explode_upon(match: Match, by: Piece, power: Amount, victim: Piece) -> Procedure[None]:
    yield from explode_upon(match, by, power, victim, cause=Cause(by))


@field_fact
def _places(match: Match, at: Piece | None, name: str) -> list[tuple[int, int] | None]:
    """Return where something explodes: at a fighter, or at each marker of a name; None without a place."""
    if at is None:
        return [token.place for token in tokens_named(match, name) if token.place is not None]
    here = last_base(match, at)
    return [None if here is None else here.centre]


@_places.when_unmeasured
def _(match: Match, at: Piece | None, name: str) -> list[tuple[int, int] | None]:
    """Explode once, at a fighter or for all markers of a name: unmeasured, the players see who is hit."""
    return [UNAIMED] if at is not None or tokens_named(match, name) else []


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.PlainDice: _throw_dice,
    words.MakeRoll: _roll,
    words.Oppose: _oppose,
    words.Explode: _explode,
}

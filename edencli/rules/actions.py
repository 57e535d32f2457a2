"""What an activated fighter does (chapter 5): Move, charge, attack, ability, putting out fire.

Move      1 AP, thrice    leave contact, walk            action.move
charge    2 AP, once      run, touch, strike             action.charge action.charge-failed
attack    1 AP, twice     melee or ranged                action.attack
ability   its card's      its card's                     action.ability

What each of them costs, and what speaks against it, is its row of the registry. Who leaves the contact of
enemies disengages:

1 SPD against the highest SPD in contact        disengage.roll
2 one success, and nobody may strike
3 else each enemy in contact may pay for one    disengage.strikes
  attack, met passively; then the fighter goes
"""

from collections.abc import Callable, Sequence
from typing import Any

from edencli.field.distance import in_contact
from edencli.match.doors import ask, do, falls_short, measured, one_by_one, perform, value, why_not
from edencli.match.facts import Arriving
from edencli.match.match import Act, Match, Procedure, Quantity, Query
from edencli.match.pieces import Piece
from edencli.match.questions import ActQuestion, Choice, once
from edencli.match.reasons import Amount, Refusal
from edencli.match.table_events import AbilityUsed, ChargeFailed, FoundTooFar, Moved, SpSpent
from edencli.match.trying import objection_to
from edencli.model.terms import AbilityKind, Characteristic
from edencli.rules.acts import Charge, Melee, Move, StrikeAtLeaver, UseAbility, pay
from edencli.rules.agreement import ask_openly
from edencli.rules.ground import (
    base,
    base_at,
    bring_together,
    enemies,
    keep_free,
    touch,
    touched_enemies,
)
from edencli.rules.melee import strike_out
from edencli.rules.movement import Path, allowance, has_room, paid_part, way_cost
from edencli.rules.rolls import roll, thrower


def take_actions(match: Match, fighter: Piece) -> Procedure[None]:
    """Let an activated fighter act till he is done, spent, or gone."""
    while True:
        act = yield from ask_openly(match, lambda: _next_action(match, fighter))
        if act is None or not (yield from perform(match, act)):
            return


def _next_action(match: Match, fighter: Piece) -> ActQuestion[Act] | None:
    """The question what a fighter does next, unless he is gone or has nothing left to do."""
    return what_next(match, fighter) if match.present(fighter) and may_go_on(match, fighter) else None


def what_next(match: Match, fighter: Piece) -> ActQuestion[Act]:
    """The question what a fighter does."""
    return ActQuestion(
        asked=fighter.side,
        rule="action.cost",
        fighter=fighter,
        ap=match.of(fighter).ap,
        objection=once(lambda act: objection_to(match, lambda: why_not_tell(match, fighter, act))),
        optional=True,
        agreeable=True,
    )


def may_go_on(match: Match, fighter: Piece) -> bool:
    """Tell whether a fighter has anything left to do: AP, or an ability that costs none."""
    state = match.of(fighter)
    return state.ap > 0 or any(
        why_not(match, UseAbility(fighter=fighter, ability=ability)) is None
        for ability in state.card.abilities
        if ability.kind is AbilityKind.ACTION
    )


def why_not_tell(match: Match, fighter: Piece, act: Act, *, free: bool = False) -> Refusal | None:
    """Say why an activated fighter may not be told to do something, or nothing.

    His player has no say in another's acts, in what is part of one, in its price, nor in what the field adds.
    What a card lets him do is `free`.
    """
    if act.fighter != fighter:
        about: dict[str, Any] = {"fighter": act.fighter, "active": fighter}
        return Refusal(rule="activation.designate", reason="not-active", about=about)
    row = match.acts.get(type(act))
    if (
        row is None
        or row.perform is None
        or act.free
        or (isinstance(act, Melee) and (act.above or act.below))
    ):
        return Refusal(rule="action.cost", reason="no-deed", about={"fighter": fighter})
    return why_not(match, act.but(free=True) if free else act)


def move(match: Match, act: Move) -> Procedure[None]:
    """Pay, leave the contact of enemies, and walk (action.move)."""

    def know() -> None:
        keep_free(match, act.fighter)
        for piece in act.touching:
            bring_together(match, act.fighter, piece)

    yield from pay(match, act)
    yield from _walk(match, act.fighter, act.path, how="move", know=know)


def move_short(match: Match, act: Move, rule: str) -> Procedure[None]:
    """Pay for a Move that proves too long, and walk as far as it goes, or not at all (H-148)."""
    yield from pay(match, act)
    yield from do(match, FoundTooFar(rule=rule, fighter=act.fighter, act="move"))
    way = paid_part(match, act.fighter, act.path, allowance(match, act))
    if next(falls_short(match, act.but(path=way)), None) is None:
        yield from _walk(match, act.fighter, way, how="move")


def _walk(
    match: Match, fighter: Piece, path: Path, *, how: str, know: Callable[[], None] | None = None
) -> Procedure[None]:
    """Leave the contact of enemies, if they let him, and go; then `know` what is certain of where he is."""
    foes = touched_enemies(match, fighter)
    if foes and not (yield from disengage(match, fighter, foes)):
        return
    rule = "action.charge" if how == "charge" else "action.move"
    paid = round(way_cost(match, fighter, path))
    yield from do(match, Moved(rule=rule, fighter=fighter, how=how, path=path, cost=paid), know=know)


def charge(match: Match, act: Charge) -> Procedure[bool]:
    """Run, touch, and strike; or fall short (action.charge)."""
    way = paid_part(match, act.fighter, act.path, allowance(match, act))
    if not _arrives(match, act, way):
        return (yield from _fall_short(match, act, way))

    def know() -> None:
        if not match.turns_back:
            bring_together(match, act.fighter, act.target)

    yield from pay(match, act)
    yield from _walk(match, act.fighter, way, how="charge", know=know)
    target = yield from _target(match, act)
    if target is not None:
        blow = Melee(fighter=act.fighter, target=target, free=True)
        if why_not(match, blow) is None:
            yield from perform(match, blow)
    return True


@measured
def _arrives(match: Match, act: Charge, way: Path) -> bool:
    """Tell whether a charge comes into contact with an enemy."""
    return bool(enemies_at(match, act.fighter, way[-1]))


@_arrives.told
def _(match: Match, act: Charge, _: Path) -> bool:
    return bool(match.fact(Arriving(mover=act.fighter, target=act.target)))


def enemies_at(match: Match, fighter: Piece, place: tuple[int, int]) -> list[Piece]:
    """The enemies whom a fighter would touch if he stood there."""
    there = base_at(match.of(fighter).card, place)
    return [enemy for enemy in enemies(match, fighter) if in_contact(there, base(match, enemy))]


def _fall_short(match: Match, act: Charge, way: Path) -> Procedure[bool]:
    """Turn a charge that reached nobody into a Move, or into nothing at all (action.charge-failed)."""
    instead = Move(fighter=act.fighter, path=way, free=act.free)
    if why_not(match, instead) is None and has_room(match, act.fighter):
        yield from do(match, ChargeFailed(rule="action.charge-failed", fighter=act.fighter, becomes="move"))
        yield from move(match, instead)
        return True
    yield from pay(match, act)
    yield from do(match, ChargeFailed(rule="action.charge-failed", fighter=act.fighter, becomes="nothing"))
    return False


def _target(match: Match, act: Charge) -> Procedure[Piece | None]:
    """Name the target of a charge among the enemies touched: the declared one if he is there."""
    if match.present(act.fighter, act.target) and touch(match, act.fighter, act.target):
        return act.target
    touched = touched_enemies(match, act.fighter)
    if not match.present(act.fighter) or not touched:
        return None
    question = Choice(
        asked=act.fighter.side,
        rule="action.charge",
        fighter=act.fighter,
        options=tuple(touched),
    )
    return (yield from ask(question))


def use_ability(match: Match, act: UseAbility) -> Procedure[None]:
    """Pay for an action ability and announce it; what it does is agreed on (ability.action)."""
    sp = value(match, Query(Quantity.SP, act.fighter, act)).total
    yield from pay(match, act)
    if sp and act.fighter.side is not None:
        event = SpSpent(rule="ability.cost", side=act.fighter.side, n=sp, why=act.ability.name)
        yield from do(match, event)
    yield from do(match, AbilityUsed(rule="ability.action", fighter=act.fighter, ability=act.ability.name))


def disengage(match: Match, leaver: Piece, enemies: Sequence[Piece]) -> Procedure[bool]:
    """Let a fighter leave the enemies he touches; returns whether he is still there to go."""
    spd = value(match, Query(Characteristic.SPD, leaver))
    hits = yield from roll(
        match, leaver, spd, fastest(match, enemies), step="disengage.roll", facing=enemies[0]
    )
    if not hits:
        able = [enemy for enemy in enemies if can_strike(match, enemy, leaver)]
        yield from one_by_one(
            match,
            able,
            lambda enemy: _may_strike(match, enemy, leaver),
            able,
            still=lambda enemy: can_strike(match, enemy, leaver),
        )
    return match.present(leaver)


def fastest(match: Match, enemies: Sequence[Piece]) -> Amount:
    """The highest SPD among enemies in contact, whether or not its owner could strike (disengage.roll)."""
    amounts = [value(match, Query(Characteristic.SPD, enemy)) for enemy in enemies]
    return max(amounts, key=lambda amount: amount.total)


def can_strike(match: Match, enemy: Piece, leaver: Piece) -> bool:
    """Tell whether an enemy can pay for a strike at a leaver who is still there (disengage.strikes)."""
    return match.present(enemy, leaver) and why_not(match, StrikeAtLeaver(fighter=enemy)) is None


def _may_strike(match: Match, enemy: Piece, leaver: Piece) -> Procedure[None]:
    """Offer one enemy his strike; nobody is activated by it (disengage.not-activated)."""
    question = Choice(
        asked=thrower(match, enemy, leaver),
        rule="disengage.strikes",
        fighter=enemy,
        target=leaver,
        options=(True, False),
        optional=True,
        mid_act=True,
    )
    if (yield from ask(question)):
        yield from pay(match, StrikeAtLeaver(fighter=enemy))
        blow = Melee(fighter=enemy, target=leaver, free=True)
        yield from strike_out(match, blow, rule="disengage.strikes", how="strike")

"""What an activated fighter does (chapter 5): Move, charge, attack, ability, putting out fire.

Move      1 AP, thrice    leave contact, walk            action.move
charge    2 AP, once      run, touch, strike             action.charge action.charge-failed
attack    1 AP, twice     melee or ranged                action.attack
ability   its card's      its card's                     action.ability
"""

from typing import Any

from edencli.field.distance import in_contact
from edencli.match.doors import ask, do, value, why_not
from edencli.match.events import AttackBegun
from edencli.match.match import Act, Match, Procedure, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Choice, Deed, Refusal, once
from edencli.match.table_events import AbilityUsed, ChargeFailed, Moved, SpSpent
from edencli.model.terms import AbilityKind, Category
from edencli.rules.acts import Burst, Charge, Extinguish, Melee, Move, Shot, UseAbility, pay
from edencli.rules.agreement import ask_openly
from edencli.rules.attack import attack
from edencli.rules.conditions import extinguish
from edencli.rules.disengage import disengage
from edencli.rules.gear import spend
from edencli.rules.ground import base, base_at, enemies, touched_enemies
from edencli.rules.melee import ended
from edencli.rules.movement import Path, allowance, chargeable, cost, movable, within
from edencli.rules.targets import aimable, aimed, has_target

# What a fighter may be told to do; its price and all that the field adds are not his player's to say.
DEEDS = Move | Charge | Melee | Shot | Burst | UseAbility | Extinguish

# Which categories of equipment shoot, and which are aimed at a point.
MADE_FOR = {Shot: {Category.SHOOTING}, Burst: {Category.PROJECTILE, Category.BLAST}}


def perform(match: Match, fighter: Piece) -> Procedure[None]:
    """Let an activated fighter act till he is done, spent, or gone."""
    while True:
        act = yield from ask_openly(match, lambda: _next_deed(match, fighter))
        if act is None or not (yield from carry_out(match, act)):
            return


def _next_deed(match: Match, fighter: Piece) -> Deed[Act] | None:
    """The question what a fighter does next, unless he is gone or has nothing left to do."""
    return deed(match, fighter) if match.present(fighter) and may_go_on(match, fighter) else None


def deed(match: Match, fighter: Piece) -> Deed[Act]:
    """The question what a fighter does."""
    return Deed(
        asked=fighter.side,
        rule="action.cost",
        about={"fighter": fighter, "ap": match.of(fighter).ap},
        fighter=fighter,
        objection=once(lambda act: why_not_do(match, fighter, act)),
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


def why_not_do(match: Match, fighter: Piece, act: Act) -> Refusal | None:
    """Say why a fighter may not do something now, or nothing."""
    if act.fighter != fighter:
        about: dict[str, Any] = {"fighter": act.fighter, "active": fighter}
        return Refusal(rule="activation.designate", reason="not-active", about=about)
    return (
        _no_deed(match, act)
        or why_not(match, act)
        or movable(match, act)
        or chargeable(match, act)
        or aimable(match, act)
    )


def _no_deed(match: Match, act: Act) -> Refusal | None:
    """Object to what nobody can be told to do: no act of one's own, one for nothing, another's ability."""
    about: dict[str, Any] = {"fighter": act.fighter}
    if not isinstance(act, DEEDS) or act.free or (isinstance(act, Melee) and act.above):
        return Refusal(rule="action.cost", reason="no-deed", about=about)
    if isinstance(act, UseAbility) and act.ability not in match.of(act.fighter).card.abilities:
        about["what"] = act.ability.name
        return Refusal(rule="ability.action", reason="no-such-ability", about=about)
    if isinstance(act, Shot | Burst) and act.use.category not in MADE_FOR[type(act)]:
        about["weapon"] = act.weapon.name
        return Refusal(rule="gear.category", reason="not-made-for-it", about=about)
    return None


def carry_out(match: Match, act: Act) -> Procedure[bool]:
    """Do one deed; returns whether the activation may go on."""
    if isinstance(act, Charge):
        return (yield from charge(match, act))
    if isinstance(act, Move):
        yield from move(match, act)
    elif isinstance(act, UseAbility):
        yield from use_ability(match, act)
    elif isinstance(act, Extinguish):
        yield from extinguish(match, act.fighter)
    elif isinstance(act, Shot) and not has_target(match, act):
        yield from shoot_at_nobody(match, act)
    elif isinstance(act, Melee | Shot | Burst):
        yield from attack(match, aimed(match, act))
    return True


def move(match: Match, act: Move) -> Procedure[None]:
    """Pay, leave the contact of enemies, and walk (action.move)."""
    yield from pay(match, act)
    yield from _walk(match, act.fighter, act.path, how="move")


def _walk(match: Match, fighter: Piece, path: Path, *, how: str) -> Procedure[None]:
    foes = touched_enemies(match, fighter)
    if foes and not (yield from disengage(match, fighter, foes)):
        return
    rule = "action.charge" if how == "charge" else "action.move"
    paid = round(cost(match, fighter, path))
    yield from do(match, Moved(rule=rule, fighter=fighter, how=how, path=path, cost=paid))


def charge(match: Match, act: Charge) -> Procedure[bool]:
    """Run, touch, and strike; or fall short (action.charge)."""
    way = within(match, act.fighter, act.path, allowance(match, act))
    if not enemies_at(match, act.fighter, way[-1]):
        return (yield from _fall_short(match, act, way))
    yield from pay(match, act)
    yield from _walk(match, act.fighter, way, how="charge")
    target = yield from _target(match, act)
    if target is not None:
        blow = Melee(fighter=act.fighter, target=target, free=True)
        if why_not(match, blow) is None:
            yield from attack(match, blow)
    return True


def enemies_at(match: Match, fighter: Piece, place: tuple[int, int]) -> list[Piece]:
    """The enemies whom a fighter would touch if he stood there."""
    there = base_at(match.of(fighter).card, place)
    return [enemy for enemy in enemies(match, fighter) if in_contact(there, base(match, enemy))]


def _fall_short(match: Match, act: Charge, way: Path) -> Procedure[bool]:
    """Turn a charge that reached nobody into a Move, or into nothing at all (action.charge-failed)."""
    instead = Move(fighter=act.fighter, path=way)
    if why_not(match, instead) is None and movable(match, instead) is None:
        yield from do(match, ChargeFailed(rule="action.charge-failed", fighter=act.fighter, becomes="move"))
        yield from move(match, instead)
        return True
    yield from pay(match, act)
    yield from do(match, ChargeFailed(rule="action.charge-failed", fighter=act.fighter, becomes="nothing"))
    return False


def _target(match: Match, act: Charge) -> Procedure[Piece | None]:
    """Name the target of a charge among the enemies touched: the declared one if he is there."""
    touched = touched_enemies(match, act.fighter)
    if not match.present(act.fighter) or not touched:
        return None
    if act.target in touched:
        return act.target
    question = Choice(
        asked=act.fighter.side,
        rule="action.charge",
        about={"what": "target", "fighter": act.fighter},
        options=tuple(touched),
    )
    return (yield from ask(question))


def shoot_at_nobody(match: Match, shot: Shot) -> Procedure[None]:
    """Spend a shot for which there is no legal target, in the books where it fails (shoot.no-target)."""
    yield from pay(match, shot)
    begun = AttackBegun(
        rule="shoot.no-target",
        attacker=shot.fighter,
        target=shot.target,
        how=shot.use.category,
        weapon=shot.weapon.name,
    )
    yield from do(match, begun)
    yield from spend(match, shot)
    yield from ended(match, shot, shot.target)


def use_ability(match: Match, act: UseAbility) -> Procedure[None]:
    """Pay for an action ability and announce it; what it does is agreed on (ability.action)."""
    sp = value(match, Query("sp", act.fighter, act)).total
    yield from pay(match, act)
    if sp and act.fighter.side is not None:
        event = SpSpent(rule="ability.cost", side=act.fighter.side, n=sp, why=act.ability.name)
        yield from do(match, event)
    yield from do(match, AbilityUsed(rule="ability.action", fighter=act.fighter, ability=act.ability.name))

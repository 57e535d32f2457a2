"""Equipment (chapter 8): bonuses, strength, uses, and the effects that it has on a victim."""

from collections.abc import Iterable

from edencli.match.events import Cause, Used
from edencli.match.match import Match, Procedure, Query, only_for
from edencli.match.pieces import Piece
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.match.rules_api import do, value
from edencli.model.fighter import Equipment, Use
from edencli.model.terms import Characteristic, LimbName, WeaponEffect
from edencli.rules.acts import ATTACK_BY_CATEGORY, ArmedAttack, cause_of
from edencli.rules.conditions import add_markers
from edencli.rules.rolls import roll
from edencli.rules.wounds import wound

EXPLOSION_STEP = "gear.explosive"

WeaponUse = tuple[Equipment, Use]
"""A piece of equipment, and one of its uses."""


def ranged_uses(gear: Iterable[Equipment]) -> list[WeaponUse]:
    """The uses of equipment for attacks that are not made hand to hand (gear.category)."""
    return [(item, use) for item in gear for use in item.uses if use.category in ATTACK_BY_CATEGORY]


@only_for(ArmedAttack)
def bonus(match: Match, query: Query) -> Parts:  # noqa: ARG001  # every contributor's shape
    """Contribute what a weapon adds to a characteristic while it is used (gear.bonus)."""
    act = query.act
    if not isinstance(act, ArmedAttack) or act.fighter != query.fighter or query.what not in act.use.bonus:
        return ()
    return (Part("gear.bonus", act.use.bonus[Characteristic(query.what)], act.weapon.name),)


@only_for(ArmedAttack)
def strength(_: Match, query: Query) -> Parts:
    """Contribute the strength of a weapon (gear.strength)."""
    act = query.act
    if not isinstance(act, ArmedAttack) or act.use.strength is None:
        return ()
    return (Part("gear.strength", act.use.strength, act.weapon.name),)


def printed_range(_: Match, query: Query) -> Parts:
    """Contribute how far a weapon reaches, unless that is as far as its user sees (gear.range)."""
    act = query.act
    if not isinstance(act, ArmedAttack) or act.use.range is None:
        return ()
    return (Part("gear.range", act.use.range, act.weapon.name),)


def weapon_usage_key(act: ArmedAttack) -> str:
    """The key under which uses of a weapon are counted: each category of a piece of equipment has its own."""
    return f"gear.{act.weapon.name}.{act.use.category}"


def refuse_wrong_category(_: Match, act: ArmedAttack) -> Refusal | None:
    """Refuse to shoot, throw or blast with equipment of another category (gear.category)."""
    if ATTACK_BY_CATEGORY.get(act.use.category) is type(act):
        return None
    about = {"fighter": act.fighter, "weapon": act.weapon.name}
    return Refusal(rule="gear.category", reason="not-made-for-it", about=about)


def refuse_not_carried(match: Match, act: ArmedAttack) -> Refusal | None:
    """Refuse a weapon that the fighter does not have (card.equipment)."""
    if act.weapon in match.equipment_of(act.fighter) and act.use in act.weapon.uses:
        return None
    about = {"fighter": act.fighter, "weapon": act.weapon.name}
    return Refusal(rule="card.equipment", reason="not-carried", about=about)


def refuse_used_up(match: Match, act: ArmedAttack) -> Refusal | None:
    """Refuse a weapon that has been used as often as it may be (gear.per-round, gear.per-match)."""
    fighter, uses, name = match.state_of(act.fighter), act.use.uses, weapon_usage_key(act)
    for rule, limit, used in (
        ("gear.per-match", uses.per_match, fighter.used_match),
        ("gear.per-round", uses.per_round, fighter.used_round),
    ):
        if limit is not None and used.get(name, 0) >= limit:
            about = {"fighter": act.fighter, "weapon": act.weapon.name, "limit": limit}
            return Refusal(rule=rule, reason="weapon-used-up", about=about)
    return None


def count_weapon_use(match: Match, act: ArmedAttack) -> Procedure[None]:
    """Count one use of a limited weapon, whether or not the attack succeeds."""
    uses = act.use.uses
    if uses.per_round is not None or uses.per_match is not None:
        rule = "gear.per-round" if uses.per_round is not None else "gear.per-match"
        yield from do(match, Used(rule=rule, fighter=act.fighter, what=weapon_usage_key(act)))


def leave_weapon_markers(match: Match, act: ArmedAttack, victim: Piece, *, step: str) -> Procedure[None]:
    """Leave a weapon's markers on a victim: the effects that the rulebook has (gear.burn, gear.fear, …)."""
    cause = cause_of(act)
    for effect in WeaponEffect:
        n = act.use.effects.get(effect)
        if n and effect.lays and effect in match.book.equipment.effects:
            rule = f"gear.{effect}"
            yield from add_markers(match, victim, effect.lays, n, rule=rule, step=step, cause=cause)


def explode(match: Match, act: ArmedAttack, victim: Piece) -> Procedure[int]:
    """Roll an explosion against one covered fighter: any success wounds every limb past protection.

    Rule gear.explosive. Returns the CP lost; the weapon's other effects follow, wounded or not.
    """
    power = Amount((Part(EXPLOSION_STEP, act.use.explosive or 0, act.weapon.name),))
    return (yield from explode_upon(match, act.fighter, power, victim, cause=cause_of(act), act=act))


def explode_upon(
    match: Match, by: Piece, power: Amount, victim: Piece, *, cause: Cause, act: ArmedAttack | None = None
) -> Procedure[int]:
    """Roll the strength of an explosion against one fighter, and wound it; returns the CP lost."""
    vig = value(match, Query(Characteristic.VIG, victim, act))
    if not (yield from roll(match, by, power, vig, step=EXPLOSION_STEP, victim=victim, cause=cause)):
        return 0
    wounds = dict.fromkeys(LimbName, match.book.attacks.explosion_wounds)
    return (yield from wound(match, victim, wounds, act, step=EXPLOSION_STEP, bypass=True, cause=cause))

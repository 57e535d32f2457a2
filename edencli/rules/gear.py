"""Equipment (chapter 8): bonuses, strength, uses, and the effects that it leaves on a victim."""

from edencli.match.amounts import Amount, Part, Parts
from edencli.match.doors import do, value
from edencli.match.events import Used
from edencli.match.match import Act, Match, Procedure, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Refusal
from edencli.model.fighter import Use
from edencli.model.terms import CHARACTERISTICS, Characteristic, Effect, LimbName
from edencli.rules.acts import Armed
from edencli.rules.conditions import add
from edencli.rules.rolls import roll
from edencli.rules.wounds import wound


def bonus(match: Match, query: Query) -> Parts:  # noqa: ARG001  # every contributor's shape
    """Contribute what a weapon brings to its use (gear.bonus, gear.strength, gear.range)."""
    act = query.act
    if not isinstance(act, Armed) or act.fighter != query.of:
        return ()
    if query.what == "strength" and act.use.strength is not None:
        return (Part("gear.strength", act.use.strength, act.weapon.name),)
    if query.what == "range" and act.use.range is not None:
        return (Part("gear.range", act.use.range, act.weapon.name),)
    if query.what in CHARACTERISTICS and query.what in act.use.bonus:
        return (Part("gear.bonus", act.use.bonus[Characteristic(query.what)], act.weapon.name),)
    return ()


def tally(act: Armed) -> str:
    """Name what a use of a weapon counts as: each category of a piece of equipment has its own uses."""
    return f"gear.{act.weapon.name}.{act.use.category}"


def not_carried(match: Match, act: Act) -> Refusal | None:
    """Object to a weapon that the fighter does not have (card.equipment)."""
    if not isinstance(act, Armed):
        return None
    if act.weapon in match.of(act.fighter).card.equipment and act.use in act.weapon.uses:
        return None
    about = {"fighter": act.fighter, "weapon": act.weapon.name}
    return Refusal(rule="card.equipment", reason="not-carried", about=about)


def used_up(match: Match, act: Act) -> Refusal | None:
    """Object to a weapon that was used as often as it may be (gear.per-round, gear.per-match)."""
    if not isinstance(act, Armed):
        return None
    fighter, uses, name = match.of(act.fighter), act.use.uses, tally(act)
    for rule, limit, used in (
        ("gear.per-match", uses.per_match, fighter.used_match),
        ("gear.per-round", uses.per_round, fighter.used_round),
    ):
        if limit is not None and used.get(name, 0) >= limit:
            about = {"fighter": act.fighter, "weapon": act.weapon.name, "limit": limit}
            return Refusal(rule=rule, reason="weapon-used-up", about=about)
    return None


def spend(match: Match, act: Armed) -> Procedure[None]:
    """Count one use of a limited weapon, whatever comes of it."""
    uses = act.use.uses
    if uses.per_round is not None or uses.per_match is not None:
        rule = "gear.per-round" if uses.per_round is not None else "gear.per-match"
        yield from do(match, Used(rule=rule, fighter=act.fighter, what=tally(act)))


def effects(match: Match, use: Use, victim: Piece, *, step: str) -> Procedure[None]:
    """Leave a weapon's markers on a victim: those effects that the rulebook has (gear.burn, gear.fear, …)."""
    for effect in Effect:
        n = use.effects.get(effect)
        if n and effect.lays and effect in match.book.equipment.effects:
            yield from add(match, victim, effect.lays, n, rule=f"gear.{effect}", step=step)


def explode(match: Match, act: Armed, victim: Piece) -> Procedure[int]:
    """Try one covered fighter: any success wounds every limb past protection (gear.explosive).

    Returns the CP lost; what else the weapon does follows in `effects`, wounded or not.
    """
    power = Amount((Part("gear.explosive", act.use.explosive or 0, act.weapon.name),))
    vig = value(match, Query(Characteristic.VIG, victim, act))
    if not (yield from roll(match, act.fighter, power, vig, step="gear.explosive", victim=victim)):
        return 0
    wounds = dict.fromkeys(LimbName, match.book.attacks.explosion_wounds)
    return (yield from wound(match, victim, wounds, act, step="gear.explosive", bypass=True))

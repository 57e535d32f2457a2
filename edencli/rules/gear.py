"""Equipment (chapter 8): bonuses, strength, uses, and the effects that it leaves on a victim."""

from edencli.match.doors import do, value
from edencli.match.events import Used
from edencli.match.match import Match, Procedure, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.model.fighter import Use
from edencli.model.terms import Characteristic, Effect, LimbName
from edencli.rules.acts import ARMED, Armed
from edencli.rules.conditions import add
from edencli.rules.rolls import roll
from edencli.rules.wounds import wound


def bonus(match: Match, query: Query) -> Parts:  # noqa: ARG001  # every contributor's shape
    """Contribute what a weapon adds to a characteristic in its use (gear.bonus)."""
    act = query.act
    if not isinstance(act, Armed) or act.fighter != query.of or query.what not in act.use.bonus:
        return ()
    return (Part("gear.bonus", act.use.bonus[Characteristic(query.what)], act.weapon.name),)


def strength(_: Match, query: Query) -> Parts:
    """Contribute the strength of a weapon (gear.strength)."""
    act = query.act
    if not isinstance(act, Armed) or act.use.strength is None:
        return ()
    return (Part("gear.strength", act.use.strength, act.weapon.name),)


def printed_reach(_: Match, query: Query) -> Parts:
    """Contribute how far a weapon reaches, if not as far as one sees (gear.range)."""
    act = query.act
    if not isinstance(act, Armed) or act.use.range is None:
        return ()
    return (Part("gear.range", act.use.range, act.weapon.name),)


def tally_of_use(act: Armed) -> str:
    """Name what a use of a weapon counts as: each category of a piece of equipment has its own uses."""
    return f"gear.{act.weapon.name}.{act.use.category}"


def not_made_for_it(_: Match, act: Armed) -> Refusal | None:
    """Object to shooting, throwing or blasting with what is not made for it (gear.category)."""
    if ARMED.get(act.use.category) is type(act):
        return None
    about = {"fighter": act.fighter, "weapon": act.weapon.name}
    return Refusal(rule="gear.category", reason="not-made-for-it", about=about)


def not_carried(match: Match, act: Armed) -> Refusal | None:
    """Object to a weapon that the fighter does not have (card.equipment)."""
    if act.weapon in match.carried(act.fighter) and act.use in act.weapon.uses:
        return None
    about = {"fighter": act.fighter, "weapon": act.weapon.name}
    return Refusal(rule="card.equipment", reason="not-carried", about=about)


def used_up(match: Match, act: Armed) -> Refusal | None:
    """Object to a weapon that was used as often as it may be (gear.per-round, gear.per-match)."""
    fighter, uses, name = match.of(act.fighter), act.use.uses, tally_of_use(act)
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
        yield from do(match, Used(rule=rule, fighter=act.fighter, what=tally_of_use(act)))


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

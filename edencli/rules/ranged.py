"""Ranged attacks (chapter 6.B, 7.B in the French book): shooting, projectile, blast.

Possible targets, and what lies between, are facts of the field: here the target is already chosen, the
obstacles are counted, and the fighters on a point or under a template are known.

    2 CBT against SPD, less the obstacles           shoot.roll shoot.obstacles
      an odd roll into a melee hits another         shoot.engaged
    3 location                                      shoot.location
    4 successes shift it                            shoot.location
    5 the rest strengthens the weapon               shoot.strength
    6 strength against VIG                          shoot.strength
    7 each success wounds                           shoot.wounds
    8 an explosive weapon explodes                  gear.explosive
"""

from collections.abc import Callable

from edencli.match.events import AttackBegun, Redirected
from edencli.match.match import Match, Procedure, Query, only_for
from edencli.match.pieces import Piece, are_enemies
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.match.rules_api import ask, do, field_fact, resolve_simultaneous, total_value, value
from edencli.match.table_events import FoundTooFar
from edencli.model.terms import Characteristic, LimbName, Quantity
from edencli.rules.acts import UNAIMED, AreaAttack, Blast, Shot, Throw, cause_of, pay, usage_key
from edencli.rules.gear import count_weapon_use, explode, leave_weapon_markers
from edencli.rules.melee import begin_attack, end_attack, skip_reaction
from edencli.rules.questions import StrayTarget
from edencli.rules.rolls import limb_at, roll, roll_location, rolling_side, shift_location, skip_shift
from edencli.rules.wounds import wound

NO_TARGET_RULE = "shoot.no-target"
ATTACK_STEP = "shoot.roll"
THROW_STEP = "throw.effect"
BLAST_STEPS = "blast.wounds", "blast.effects"
LOCATION_STEP = "shoot.location"
WOUND_STEP = "shoot.wounds"


@only_for(Shot)
def obstacles(match: Match, query: Query) -> Parts:
    """Contribute the penalty for obstacles in the line of a shot (shoot.obstacles)."""
    act = query.act
    if (
        query.what == Characteristic.CBT
        and isinstance(act, Shot)
        and act.fighter == query.fighter
        and act.obstacles
    ):
        return (Part("shoot.obstacles", -match.book.attacks.obstacle_penalty * act.obstacles),)
    return ()


def refuse_hopeless_shot(match: Match, shot: Shot) -> Refusal | None:
    """Refuse a shot of a fighter with CBT 0; if obstacles reduce it to 0, the shot only fails (roll.zero)."""
    if total_value(match, Query(Characteristic.CBT, shot.fighter, shot.with_changes(obstacles=0))):
        return None
    return Refusal(rule="roll.zero", reason="no-dice", about={"fighter": shot.fighter, "what": "cbt"})


def shoot(match: Match, shot: Shot) -> Procedure[None]:
    """Pay for a shot at its target, and resolve it, steps 2 to 7; a lost shot hits nothing."""
    shooter, target = shot.fighter, shot.target
    begun = yield from _begin(match, shot, NO_TARGET_RULE if shot.lost else "shoot.target", target)
    if shot.lost:
        yield from end_attack(match, shot, target)
    if shot.lost or not begun:
        return
    skip_reaction(match, shot, target)
    cbt = value(match, Query(Characteristic.CBT, shooter, shot))
    spd = value(match, Query(Characteristic.SPD, target, shot))
    hits = yield from roll(match, shooter, cbt, spd, step=ATTACK_STEP, facing=target, cause=cause_of(shot))
    kept = match.book.attacks.shooting_successes_kept
    if not hits or not match.is_on_field(shooter, target):
        skip_shift(match, shooter, target, kept, step="shoot.location")
        yield from end_attack(match, shot, target)
        return
    victim = yield from _redirect(match, shot, hits)
    face = yield from roll_location(match, rolling_side(match, shooter, victim), victim, step=LOCATION_STEP)
    face, hits = yield from shift_location(match, shooter, victim, face, hits, kept, step=LOCATION_STEP)
    limb = limb_at(match, victim, face)
    explosion = _explosion(match, shot, victim) if hits and shot.use.explosive is not None else None
    wounds = lost = 0
    if match.is_on_field(shooter, victim):
        wounds = yield from _roll_strength(match, shot, victim, hits)
    if wounds and match.is_on_field(shooter, victim):
        lost = yield from wound(match, victim, {limb: wounds}, shot, step=WOUND_STEP)
    if explosion is None and (lost or match.ruling("shooting-effects") == "always"):
        yield from leave_weapon_markers(match, shot, victim, step=WOUND_STEP)
    yield from end_attack(match, shot, victim, limb=limb, wounds=wounds, cp_lost=lost)
    if explosion is not None:
        yield from _all_suffer(match, explosion, _explode_on_victim)


def _explosion(match: Match, shot: Shot, victim: Piece) -> Throw:
    """The explosion that a hit with an explosive weapon causes at the victim, friend and foe alike (H-143).

    It is determined before any fighter falls. It has the effects of a projectile, on every fighter
    covered.
    """
    place = match.state_of(victim).place or (0, 0)
    burst = Throw(fighter=shot.fighter, weapon=shot.weapon, use=shot.use, point=place, at=victim)
    if not match.field.answers_about(victim):
        return burst.with_changes(victims=tuple(dict.fromkeys((victim, *shot.covered))))
    from edencli.rules.targets import fighters_covered  # noqa: PLC0415  # a duel has no places, and needs no geometry

    return burst.with_changes(victims=tuple(fighters_covered(match, burst)))


def _roll_strength(match: Match, shot: Shot, victim: Piece, hits: int) -> Procedure[int]:
    """Roll the weapon's strength, raised by the successes left, against VIG."""
    strength = value(match, Query(Quantity.STRENGTH, shot.fighter, shot))
    power = Amount((*strength.parts, Part("shoot.strength", hits))) if hits else strength
    vig = value(match, Query(Characteristic.VIG, victim, shot))
    cause = cause_of(shot)
    return (
        yield from roll(match, shot.fighter, power, vig, step="shoot.strength", facing=victim, cause=cause)
    )


def victim_of(shot: Shot, hits: int) -> Piece:
    """The fighter that a shot hits: if an enemy engages the target, an odd roll hits the nearest in contact.

    That may be a fighter of either side (shoot.engaged).
    """
    engaged = any(are_enemies(bystander, shot.target) for bystander in shot.bystanders)
    return shot.bystanders[0] if engaged and hits % 2 else shot.target


def _redirect(match: Match, shot: Shot, hits: int) -> Procedure[Piece]:
    """Redirect a shot to the fighter that it hits; among equally near ones the first player chooses."""
    victim = victim_of(shot, hits)
    if victim == shot.target:
        return victim
    if shot.tied > 1:
        question = StrayTarget(
            asked=match.first_player,
            fighter=shot.fighter,
            target=shot.target,
            options=shot.bystanders[: shot.tied],
        )
        victim = yield from ask(question)
    event = Redirected(
        rule="shoot.engaged", shooter=shot.fighter, target=shot.target, victim=victim, successes=hits
    )
    done = yield from do(match, event)
    return done.victim if done else shot.target


def throw(match: Match, burst: Throw) -> Procedure[None]:
    """Pay for a projectile, and let it affect its point, without a roll to hit (throw.effect)."""
    if (yield from _begin(match, burst, "throw.point", burst.at)):
        yield from _all_suffer(match, burst, _explode_on_victim)


def blast(match: Match, burst: Blast) -> Procedure[None]:
    """Pay for a blast: it wounds every limb of every fighter covered, past protection (blast.wounds)."""
    if (yield from _begin(match, burst, "blast.template", burst.at)):
        yield from _all_suffer(match, burst, _blast_victim)


def attack_too_far(match: Match, act: Shot | AreaAttack, rule: str) -> Procedure[None]:
    """Pay for an attack that proves to be out of range."""
    if (yield from _begin(match, act, rule, act.target if isinstance(act, Shot) else None)):
        yield from do(match, FoundTooFar(rule=rule, fighter=act.fighter, act=usage_key(match, act)))


def _begin(match: Match, act: Shot | AreaAttack, rule: str, target: Piece | None) -> Procedure[bool]:
    """Pay for an attack, and count the use of its weapon; returns whether the attack goes on."""
    if not (yield from pay(match, act)):
        return False
    event = AttackBegun(
        rule=rule,
        attacker=act.fighter,
        target=target,
        how=act.use.category,
        weapon=act.weapon.name,
        place=_aim(match, act),
        turned=act.turned if isinstance(act, Blast) else 0.0,
    )
    goes_on = yield from begin_attack(match, event)
    yield from count_weapon_use(match, act)
    return goes_on and match.is_on_field(act.fighter)


@field_fact
def _aim(match: Match, act: Shot | AreaAttack) -> tuple[int, int] | None:
    """The point at which a projectile or a blast is aimed; None on a bare table."""
    return act.point if isinstance(act, AreaAttack) and match.field.knows_places(act.fighter) else None


@_aim.when_unmeasured
def _(_: Match, act: Shot | AreaAttack) -> tuple[int, int] | None:
    return act.point if isinstance(act, AreaAttack) and act.point != UNAIMED else None


def _all_suffer(
    match: Match, burst: AreaAttack, suffer: Callable[[Match, AreaAttack, Piece], Procedure[None]]
) -> Procedure[None]:
    """Treat every victim, in the order that the first player chooses."""
    yield from resolve_simultaneous(
        match,
        burst.victims,
        lambda victim: suffer(match, burst, victim),
        burst.victims,
        still=match.is_on_field,
    )


def _explode_on_victim(match: Match, burst: AreaAttack, victim: Piece) -> Procedure[None]:
    """Explode upon one fighter, if the projectile does, and leave the weapon's markers on it either way."""
    lost = 0
    if burst.use.explosive is not None:
        lost = yield from explode(match, burst, victim)
    yield from leave_weapon_markers(match, burst, victim, step=THROW_STEP)
    yield from end_attack(match, burst, victim, cp_lost=lost, automatic=True)


def _blast_victim(match: Match, burst: AreaAttack, victim: Piece) -> Procedure[None]:
    """Wound every limb of one fighter, and leave the weapon's markers on it."""
    wounds = dict.fromkeys(LimbName, match.book.attacks.blast_wounds)
    wounding, leaving = BLAST_STEPS
    lost = yield from wound(match, victim, wounds, burst, step=wounding, bypass=True)
    yield from leave_weapon_markers(match, burst, victim, step=leaving)
    yield from end_attack(match, burst, victim, cp_lost=lost, automatic=True)

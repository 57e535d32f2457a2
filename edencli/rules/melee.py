"""Melee (chapter 6.A, 7.A in the French book): target, reaction, blow.

    1 the attacker names an enemy in contact        melee.target
    2 the target reacts, and pays for it            melee.reaction
    3 CBT against VIG                               melee.passive
    4 location                                      melee.location
    5 successes shift it; one must stay             melee.location
    6 a dodging target rolls SPD against CBT        melee.dodge
    7 the successes left wound                      melee.success

A response opposes CBT first; the winner strikes, then the loser may (melee.response).
"""

import enum
from collections.abc import Mapping

from edencli.match.events import AttackBegun, AttackEnded, AttackPrevented, Cancelled, Reacted
from edencli.match.match import Match, Procedure, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Amount, Refusal
from edencli.match.rules_api import ask, cache_objections, do, skip, value, why_not
from edencli.model.terms import Characteristic, LimbName, Manner
from edencli.rules.acts import Attack, Dodge, Melee, Respond, StayPassive, cause_of, pay, why_absent
from edencli.rules.questions import ReactionChoice, StrikeBack
from edencli.rules.rolls import (
    limb_at,
    roll,
    roll_location,
    roll_opposition,
    rolling_side,
    shift_location,
    skip_shift,
)
from edencli.rules.wounds import wound

ATTACK_STEP = "melee.passive"
RESPONSE_STEP = "melee.response"
LOCATION_STEP = "melee.location"
WOUND_STEP = "melee.success"


class Reaction(enum.StrEnum):
    """How the target of a melee attack reacts."""

    PASSIVE = "passive"
    DODGE = "dodge"
    RESPONSE = "response"


def melee(match: Match, attack: Melee) -> Procedure[None]:
    """Pay for a melee attack and resolve it, from the naming of the target to the last blow."""
    if not (yield from pay(match, attack)):
        return
    event = AttackBegun(rule="melee.target", attacker=attack.fighter, target=attack.target, how="melee")
    goes_on = yield from begin_attack(match, event)
    if not goes_on or not match.is_on_field(attack.fighter, attack.target):
        return
    reaction = yield from react(match, attack)
    if not match.is_on_field(attack.fighter, attack.target):
        return
    if reaction is Reaction.RESPONSE:
        yield from respond(match, attack)
    else:
        yield from strike(match, attack, dodging=reaction is Reaction.DODGE)


def react(match: Match, attack: Melee) -> Procedure[Reaction]:
    """Ask for the target's reaction and take its price, before any die (melee.reaction)."""
    target = attack.target
    reaction = yield from ask(_reaction_question(match, target, attack.fighter))
    act = reaction_of(target, reaction, attack.fighter)
    if reaction is not Reaction.PASSIVE:
        yield from pay(match, act)
    yield from do(match, Reacted(rule=match.acts[type(act)].rule, fighter=target, reaction=reaction))
    return reaction


def _reaction_question(match: Match, target: Piece, attacker: Piece) -> ReactionChoice[Reaction]:
    """The question how a target reacts to an attack."""
    return ReactionChoice(
        asked=rolling_side(match, target, attacker),
        fighter=target,
        attacker=attacker,
        options=tuple(Reaction),
        objection=cache_objections(match, lambda reaction: why_not_react(match, target, reaction, attacker)),
    )


_ACTS: Mapping[Reaction, type[Dodge | Respond | StayPassive]] = {
    Reaction.PASSIVE: StayPassive,
    Reaction.DODGE: Dodge,
    Reaction.RESPONSE: Respond,
}


def reaction_of(
    target: Piece, reaction: Reaction, attacker: Piece | None = None
) -> Dodge | Respond | StayPassive:
    """The act of a reaction, to one attacker if it is known."""
    return _ACTS[reaction](fighter=target, target=attacker)


def why_not_react(
    match: Match, target: Piece, reaction: Reaction, attacker: Piece | None = None
) -> Refusal | None:
    """The reason why a target may not react in this way, or None.

    A target that can do nothing else may always stay passive.
    """
    refusal = why_not(match, reaction_of(target, reaction, attacker))
    others = (reaction_of(target, one, attacker) for one in Reaction if one is not reaction)
    if refusal and reaction is Reaction.PASSIVE and all(why_not(match, other) for other in others):
        return None
    return refusal


def usual_reaction(match: Match, target: Piece, attacker: Piece | None = None) -> Reaction:
    """The default reaction of a target: passive if allowed, else a response (infestation.response)."""
    return next(
        (
            one
            for one in (Reaction.PASSIVE, Reaction.RESPONSE)
            if why_not_react(match, target, one, attacker) is None
        ),
        Reaction.PASSIVE,
    )


def strike(match: Match, attack: Melee, *, dodging: bool = False) -> Procedure[None]:
    """Deal one blow, steps 3 to 7: the target is passive, or dodges."""
    attacker, target = attack.fighter, attack.target
    if not match.is_on_field(attacker, target):
        return
    cbt = value(match, Query(Characteristic.CBT, attacker, attack))
    vig = value(match, Query(Characteristic.VIG, target, attack))
    hits = yield from roll(match, attacker, cbt, vig, step=ATTACK_STEP, facing=target, cause=cause_of(attack))
    kept = match.book.attacks.melee_successes_kept
    if not hits or not match.is_on_field(attacker, target):
        skip_shift(match, attacker, target, kept, step="melee.location")
        yield from end_attack(match, attack, target)
        return
    face = yield from roll_location(match, rolling_side(match, attacker, target), target, step=LOCATION_STEP)
    face, hits = yield from shift_location(match, attacker, target, face, hits, kept, step=LOCATION_STEP)
    if dodging and match.is_on_field(attacker, target):
        hits = yield from dodge(match, attack, hits)
    limb = limb_at(match, target, face)
    lost = 0
    if hits and match.is_on_field(attacker, target):
        lost = yield from wound(match, target, {limb: hits}, attack, step=WOUND_STEP)
    yield from end_attack(match, attack, target, limb=limb, wounds=hits, cp_lost=lost)


def dodge_numbers(match: Match, attack: Melee) -> tuple[Amount, Amount]:
    """The numbers of a dodge: its pool, the target's SPD, and its difficulty, the attacker's CBT."""
    target = attack.target
    spd = value(match, Query(Characteristic.SPD, target, Dodge(fighter=target, target=attack.fighter)))
    counted = attack if match.ruling("dodge-difficulty") == "every-modifier" else None
    return spd, value(match, Query(Characteristic.CBT, attack.fighter, counted))


def dodge(match: Match, attack: Melee, hits: int) -> Procedure[int]:
    """Roll the target's SPD to cancel successes; returns those that are left."""
    target = attack.target
    spd, cbt = dodge_numbers(match, attack)
    dodged = yield from roll(match, target, spd, cbt, step="melee.dodge", facing=attack.fighter)
    left = max(0, hits - dodged)
    if not dodged:
        return hits
    event = Cancelled(rule="melee.dodge", by=target, attacker=attack.fighter, n=hits - left, left=left)
    done = yield from do(match, event)
    return done.left if done else hits


def response_blow(attack: Melee) -> Melee:
    """The blow of a target that responds, already paid for by its response."""
    above, below = attack.below, attack.above
    return Melee(fighter=attack.target, target=attack.fighter, free=True, above=above, below=below)


def respond(match: Match, attack: Melee) -> Procedure[None]:
    """Roll opposed CBT for the first strike; the loser, if still there and in contact, may strike back."""
    attacker, target = attack.fighter, attack.target
    answer = response_blow(attack)
    winner = yield from roll_opposition(match, attack, answer, Characteristic.CBT, step=RESPONSE_STEP)
    first, second = (attack, answer) if winner == attacker else (answer, attack)
    skip(match, lambda: _strike_back_question(match, first), lambda *_: _refuse_winner(winner))
    yield from strike(match, first)
    if not match.is_on_field(attacker, target) or _are_apart(match, attacker, target):
        skip(
            match, lambda: _strike_back_question(match, second), lambda *_: why_absent(match, second.fighter)
        )
    elif (yield from ask(_strike_back_question(match, second))):
        yield from strike_unanswered(match, second, rule=RESPONSE_STEP, how="strike-back")


def _strike_back_question(match: Match, blow: Melee) -> StrikeBack:
    """The question whether a fighter strikes back after a response."""
    asked = rolling_side(match, blow.fighter, blow.target)
    return StrikeBack(asked=asked, fighter=blow.fighter, target=blow.target, options=(True, False))


def _refuse_winner(winner: Piece) -> Refusal:
    return Refusal(rule=StrikeBack.rule, reason="opposition-won", about={"fighter": winner})


def skip_reaction(match: Match, attack: Attack, target: Piece) -> None:
    """Record that an attack asks for no reaction; only a melee attack does."""
    skip(
        match,
        lambda: _reaction_question(match, target, attack.fighter),
        lambda *_: Refusal(rule=ReactionChoice.rule, reason="no-reaction", about={"fighter": target}),
    )


def strike_unanswered(match: Match, blow: Melee, *, rule: str, how: str) -> Procedure[None]:
    """Announce a blow without a reaction, and deal it."""
    event = AttackBegun(rule=rule, attacker=blow.fighter, target=blow.target, how=how)
    if (yield from begin_attack(match, event)):
        yield from strike(match, blow.with_changes(how=Manner(how)))


def begin_attack(match: Match, event: AttackBegun) -> Procedure[bool]:
    """Announce an attack that has been paid for; returns whether it goes on, which a card may prevent."""
    begun = yield from do(match, event)
    if begun is None:
        yield from do(match, AttackPrevented(**event.as_dict()))
    return begun is not None


def end_attack(
    match: Match,
    attack: Attack,
    victim: Piece,
    *,
    limb: LimbName | None = None,
    wounds: int = 0,
    cp_lost: int = 0,
    automatic: bool = False,
) -> Procedure[None]:
    """Announce how a blow or a shot ends (attack.success).

    It is a success if at least one CP was lost, or if attacks of its kind succeed automatically.
    """
    cause = cause_of(attack)
    event = AttackEnded(
        rule="attack.success",
        attacker=attack.fighter,
        victim=victim,
        limb=limb,
        wounds=wounds,
        cp_lost=cp_lost,
        success=automatic or cp_lost > 0,
        how=cause.how,
        weapon=cause.weapon,
    )
    yield from do(match, event)


def _are_apart(match: Match, one: Piece, other: Piece) -> bool:
    """Tell whether two fighters do not touch; a duel is on a bare table, and needs no geometry."""
    if not match.field.answers_about(one, other):
        return False
    from edencli.rules.ground import are_apart  # noqa: PLC0415  # see above

    return are_apart(match, one, other)

"""Physical and psychological conditions (chapter 9): burn, fear, poison, rage, slowdown.

Knows what the markers do while fighters have them, and how they are removed. Must not know which fighter
is treated when: that is `intendancy`.
"""

from edencli.match.events import NO_CAUSE, ApSpent, Cause, MarkersAdded, MarkersRemoved, Rolled
from edencli.match.match import Act, Match, Procedure, Query
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.match.rules_api import ask, do, value
from edencli.model.terms import Characteristic, Marker
from edencli.rules.acts import Extinguish, pay
from edencli.rules.questions import BurnRoll
from edencli.rules.rolls import count_successes, limb_at, roll, roll_location
from edencli.rules.wounds import wound

BURN_STEP = "intendancy.3"


def marker_modifier(match: Match, query: Query) -> Parts:
    """Contribute what poison and rage do to a characteristic (state.poison, state.rage)."""
    lying, rules = match.state_of(query.fighter).markers, match.book.conditions
    parts = []
    if lying.get(Marker.POISON):
        parts.append(Part("state.poison", -rules.poison_penalty))
    if rage := lying.get(Marker.RAGE):
        parts.append(Part("state.rage", rage * getattr(rules, f"rage_{query.what}")))
    return parts


def refuse_in_fear(match: Match, act: Act) -> Refusal | None:
    """Refuse what a frightened fighter may not do: of all actions it has only the Move (state.fear)."""
    if not match.state_of(act.fighter).markers.get(Marker.FEAR):
        return None
    about = {"fighter": act.fighter, "act": match.acts[type(act)].rule}
    return Refusal(rule="state.fear", reason="afraid", about=about)


def refuse_extinguish_in_fear(match: Match, act: Extinguish) -> Refusal | None:
    """Refuse to put out fire in fear, in a match where that is forbidden (state.fear)."""
    return None if match.ruling("extinguish-under-fear") else refuse_in_fear(match, act)


def refuse_not_burning(match: Match, act: Extinguish) -> Refusal | None:
    """Refuse to put out a fire if the fighter does not burn (action.extinguish)."""
    if match.state_of(act.fighter).markers.get(Marker.BURN):
        return None
    return Refusal(rule="action.extinguish", reason="no-burn", about={"fighter": act.fighter})


def add_markers(
    match: Match,
    fighter: Piece,
    marker: Marker,
    n: int,
    *,
    rule: str,
    step: str,
    cause: Cause = NO_CAUSE,
) -> Procedure[None]:
    """Add n markers to a fighter, if it is still on the field."""
    if n and match.is_on_field(fighter):
        event = MarkersAdded(rule=rule, step=step, fighter=fighter, marker=marker, n=n, **cause._asdict())
        yield from do(match, event)


def remove_markers(match: Match, fighter: Piece, marker: Marker, n: int, *, rule: str) -> Procedure[None]:
    """Take up to n markers from a fighter, if it is still on the field."""
    taken = min(n, match.state_of(fighter).markers.get(marker, 0))
    if taken and match.is_on_field(fighter):
        yield from do(match, MarkersRemoved(rule=rule, fighter=fighter, marker=marker, n=taken))


def treat_burning_fighter(match: Match, victim: Piece, thrower: Side) -> Procedure[None]:
    """Treat one burning fighter (intendancy.3).

    Each die strictly above VIG wounds one location, protection counts, and one marker goes. The dice are
    not rolled against a difficulty, so a VIG of 6 or more cannot burn.
    """
    rules = match.book.conditions
    vig = value(match, Query(Characteristic.VIG, victim))
    difficulty = (*vig.parts, Part(BurnRoll.rule, 1))
    question = BurnRoll(
        asked=thrower,
        by=None,
        dice=rules.burn_dice,
        needed=vig.total + 1,
        difficulty=difficulty,
        step=BURN_STEP,
        victim=victim,
    )
    faces = yield from ask(question)
    event = Rolled(
        rule=BurnRoll.rule,
        step=BURN_STEP,
        by=None,
        pool=(Part(BurnRoll.rule, rules.burn_dice),),
        difficulty=difficulty,
        needed=vig.total + 1,
        dice=faces,
        successes=count_successes(faces, vig.total + 1),
        victim=victim,
        against=victim,
    )
    done = yield from do(match, event)
    face = yield from roll_location(match, thrower, victim, step=BURN_STEP)
    if done and done.successes:
        wounds = {limb_at(match, victim, face): done.successes}
        yield from wound(match, victim, wounds, None, step=BURN_STEP)
    yield from remove_markers(match, victim, Marker.BURN, rules.burn_removed, rule=BURN_STEP)


def extinguish(match: Match, act: Extinguish) -> Procedure[None]:
    """Pay to take off one burn marker during the fighter's activation (action.extinguish)."""
    yield from pay(match, act)
    yield from remove_markers(match, act.fighter, Marker.BURN, 1, rule="action.extinguish")


def roll_off_fear(match: Match, fighter: Piece) -> Procedure[None]:
    """Roll PSI to shake off fear: each success removes one marker (intendancy.4)."""
    psi = value(match, Query(Characteristic.PSI, fighter))
    difficulty = Amount((Part("state.fear", match.book.conditions.fear_difficulty),))
    hits = yield from roll(match, fighter, psi, difficulty, step="intendancy.4")
    yield from remove_markers(match, fighter, Marker.FEAR, hits, rule="intendancy.4")


def reduce_poison(match: Match, fighter: Piece) -> Procedure[None]:
    """Remove the poison markers that wear off in a round (intendancy.5)."""
    n = match.book.conditions.poison_removed
    yield from remove_markers(match, fighter, Marker.POISON, n, rule="intendancy.5")


def reduce_rage(match: Match, fighter: Piece) -> Procedure[None]:
    """Remove the rage markers that may go in a round, as the fighter's player chose (intendancy.6)."""
    n = match.book.conditions.rage_removed
    yield from remove_markers(match, fighter, Marker.RAGE, n, rule="intendancy.6")


def apply_slowdown(match: Match, fighter: Piece) -> Procedure[None]:
    """Take the AP that slowdown costs, and one of its markers (intendancy.9)."""
    state, rules = match.state_of(fighter), match.book.conditions
    if not state.markers.get(Marker.SLOWDOWN):
        return
    lost = min(rules.slowdown_ap, state.ap)
    if lost:
        yield from do(match, ApSpent(rule="state.slowdown", fighter=fighter, n=lost, act="intendancy.9"))
    yield from remove_markers(match, fighter, Marker.SLOWDOWN, rules.slowdown_removed, rule="intendancy.9")

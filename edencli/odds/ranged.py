"""The odds of shots, projectiles and blasts."""

from edencli.match.doors import value
from edencli.match.match import Match, Quantity, Query
from edencli.match.pieces import Piece, opposes
from edencli.model.terms import Characteristic
from edencli.odds.blow import Blow, Strength
from edencli.odds.body import UNHARMED, Harm, body_of
from edencli.odds.dice import SIDES, Counts, exactly
from edencli.odds.outcome import Caught, Odds, alone
from edencli.odds.shifting import Policy
from edencli.odds.spread import spread
from edencli.rules.acts import Blast, Burst, Shot, Throw
from edencli.rules.ranged import victim_of
from edencli.rules.rolls import pool_of


def shot_odds(match: Match, shot: Shot, policy: Policy) -> Odds:
    """Count the cases of a shot; into a melee, an odd roll finds another victim (shoot.engaged)."""
    blow = volley(match, shot, shot.target)
    if victim_of(shot, 1) == shot.target:
        return alone(None, blow.body, *spread(blow, policy))
    other = volley(match, shot, victim_of(shot, 1))
    hits = exactly(blow.dice, blow.good)
    even, odd = spread(blow, policy, _only(hits, 0)), spread(other, policy, _only(hits, 1))
    per = max(even.per, odd.per)
    joint: dict[tuple[Harm, ...], int] = {}
    for harm, n in zip(blow.body.harms, even.weights, strict=True):
        if n:
            joint[harm, UNHARMED] = n * (per // even.per)
    for harm, n in zip(other.body.harms, odd.weights, strict=True):
        if n:
            joint[UNHARMED, harm] = n * (per // odd.per)
    return Odds(None, per, (blow.body, other.body), joint)


def volley(match: Match, shot: Shot, victim: Piece) -> Blow:
    """Put a shot that hits this victim into numbers: it was aimed at the target's SPD, whomever it hits."""
    book = match.book
    highest = book.rolls.highest_difficulty
    cbt = value(match, Query(Characteristic.CBT, shot.fighter, shot)).total
    spd = value(match, Query(Characteristic.SPD, shot.target, shot)).total
    strength = value(match, Query(Quantity.STRENGTH, shot.fighter, shot))
    vig = value(match, Query(Characteristic.VIG, victim, shot)).total
    dice, needed = pool_of(cbt, spd, highest)
    return Blow(
        body=body_of(match, victim, shot),
        dice=dice,
        good=SIDES + 1 - needed,
        met=Strength(sum(part.n for part in strength.parts), vig, highest),
        kept=book.attacks.shooting_successes_kept,
        lowest=book.rolls.location_lowest,
        highest=book.rolls.location_highest,
        spared=not opposes(shot.fighter, victim),
    )


def burst_odds(match: Match, burst: Throw | Blast) -> tuple[Caught, ...]:
    """Count the cases of each fighter under a blast, or on the point of a projectile."""
    return tuple(_caught(match, burst, victim) for victim in burst.victims)


def _caught(match: Match, burst: Burst, victim: Piece) -> Caught:
    """Count the cases of one: a blast is certain, an explosion needs one success against VIG."""
    body, attacks = body_of(match, victim, burst), match.book.attacks
    if isinstance(burst, Blast):
        return Caught(body, 1, 1, _everywhere(attacks.blast_wounds, body.left))
    if burst.use.explosive is None:
        return Caught(body, 1, 0, _everywhere(0, body.left))
    vig = value(match, Query(Characteristic.VIG, victim, burst)).total
    dice, needed = pool_of(burst.use.explosive, vig, match.book.rolls.highest_difficulty)
    per = SIDES**dice
    misses = exactly(dice, SIDES + 1 - needed)[0]
    return Caught(body, per, per - misses, _everywhere(attacks.explosion_wounds, body.left))


def _everywhere(wounds: int, left: tuple[int, ...]) -> tuple[int, ...]:
    """Lose so many CP on every limb, as far as it has them."""
    return tuple(min(wounds, cp) for cp in left)


def _only(hits: Counts, parity: int) -> Counts:
    """Leave only the throws with an even, or an odd, number of successes."""
    return tuple(n if s % 2 == parity else 0 for s, n in enumerate(hits))

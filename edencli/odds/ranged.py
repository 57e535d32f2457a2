"""The odds of shots, projectiles and blasts."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from typing import NamedTuple

from edencli.match.doors import value
from edencli.match.match import Match, Quantity, Query
from edencli.match.pieces import Piece, opposes
from edencli.model.terms import Characteristic
from edencli.odds.blow import LIMBS, UNHARMED, Blow, Harm, Strength, body_of, sure_changes
from edencli.odds.dice import SIDES, Counts, exactly
from edencli.odds.outcome import Caught, Losses, Odds, alone
from edencli.odds.shifting import Policy, land, spread
from edencli.rules.acts import Blast, Shot, Throw
from edencli.rules.ranged import victim_of
from edencli.rules.rolls import pool_of


def shot_odds(match: Match, shot: Shot, policy: Policy) -> Odds:
    """Count the cases of a shot; into a melee, an odd roll finds another victim (shoot.engaged)."""
    blow = volley(match, shot, shot.target)
    if victim_of(shot, 1) == shot.target:
        return alone(None, blow.body, *spread(blow, policy))
    other = volley(match, shot, victim_of(shot, 1))
    hits = blow.thrown
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
    sure = sure_changes(match, shot.fighter, victim, "shoot.roll", "shoot.wounds")
    return Blow(
        body=body_of(match, victim, shot),
        dice=dice,
        good=SIDES + 1 - needed,
        met=Strength(sum(part.n for part in strength.parts), vig, highest),
        kept=book.attacks.shooting_successes_kept,
        lowest=book.rolls.location_lowest,
        highest=book.rolls.location_highest,
        spared=not opposes(shot.fighter, victim),
        again=sure.again,
        more=sure.more,
    )


def burst_odds(match: Match, burst: Throw | Blast) -> tuple[Caught, ...]:
    """Count the cases of each fighter under a blast, or on the point of a projectile."""
    return tuple(_caught(match, burst, victim) for victim in burst.victims)


def _caught(match: Match, burst: Throw | Blast, victim: Piece) -> Caught:
    """Count the cases of one: a blast is certain, an explosion needs one success against VIG."""
    body = body_of(match, victim, burst)
    unhurt = (0,) * len(body.left)
    if isinstance(burst, Blast):
        return Caught(body, 1, {_everywhere(match.book.attacks.blast_wounds, body.left): 1})
    if burst.use.explosive is None:
        return Caught(body, 1, {unhurt: 1})
    per, hit = _explosion(match, burst, victim)
    cases = {_everywhere(match.book.attacks.explosion_wounds, body.left): hit, unhurt: per - hit}
    return Caught(body, per, {losses: n for losses, n in cases.items() if n})


def _explosion(match: Match, burst: Throw, victim: Piece) -> tuple[int, int]:
    """Of how many throws of an explosion so many have a success against one fighter's VIG."""
    vig = value(match, Query(Characteristic.VIG, victim, burst)).total
    dice, needed = pool_of(burst.use.explosive or 0, vig, match.book.rolls.highest_difficulty)
    per = SIDES**dice
    return per, per - exactly(dice, SIDES + 1 - needed)[0]


def _everywhere(wounds: int, left: Losses) -> Losses:
    """Lose so many CP on every limb, as far as it has them."""
    return tuple(min(wounds, cp) for cp in left)


class Hit(NamedTuple):
    """Whom a shot may hit: the cases by limb and by successes left, of so many as the shot has in all."""

    piece: Piece
    blow: Blow
    landed: list[list[int]]


def explosive_odds(match: Match, shot: Shot, policy: Policy) -> tuple[Caught, ...]:
    """Count the cases of everybody whom a shot with an explosive weapon may harm (gear.explosive).

    The location die is moved for the shot's own sake; what explodes is a hit with a success left after it.
    """
    hits = _hits(match, shot, policy)
    pieces = dict.fromkeys((*(hit.piece for hit in hits), *shot.covered))
    return tuple(_shot_at(match, shot, piece, hits) for piece in pieces)


def _hits(match: Match, shot: Shot, policy: Policy) -> list[Hit]:
    """Whom an even and an odd number of successes find; often the same."""
    blow, odd = volley(match, shot, shot.target), victim_of(shot, 1)
    hits = blow.thrown
    if odd == shot.target:
        return [Hit(odd, blow, land(blow, policy, hits))]
    other = volley(match, shot, odd)
    return [
        Hit(shot.target, blow, land(blow, policy, _only(hits, 0))),
        Hit(odd, other, land(other, policy, _only(hits, 1))),
    ]


def _shot_at(match: Match, shot: Shot, piece: Piece, hits: list[Hit]) -> Caught:
    """Count the cases of one fighter: hit himself, or under the explosion of a hit, on himself or another."""
    burst = Throw(fighter=shot.fighter, weapon=shot.weapon, use=shot.use)
    body = body_of(match, piece, burst)
    per = SIDES ** (shot.use.explosive or 0)
    widest = max(hit.blow.reach().per for hit in hits)
    denominator = hits[0].blow.throws * SIDES * widest * per
    cases: Counter[Losses] = Counter()
    for hit in hits:
        if hit.piece == piece or piece in shot.covered:
            for losses, n, explodes in _struck(hit, piece, widest):
                tried, caught = _explosion(_after(match, piece, losses), burst, piece)
                exploding = per // tried * caught if explodes else 0
                cases[losses] += n * (per - exploding)
                cases[_and_everywhere(match.book.attacks.explosion_wounds, losses, body.left)] += (
                    n * exploding
                )
    unhurt = (0,) * len(body.left)
    cases[unhurt] += denominator - cases.total()
    return Caught(body, denominator, {losses: n for losses, n in cases.items() if n})


def _after(match: Match, piece: Piece, losses: Losses) -> Match:
    """The match as it stands once a fighter has lost so much: a wounded torso has another VIG."""
    if not any(losses):
        return match
    after = copy(match)
    after.state = match.state.copy()
    fighter = after.of(piece)
    for limb, cp in zip(LIMBS, losses, strict=True):
        fighter.lost[limb] = fighter.lost.get(limb, 0) + cp
    return after


def _struck(hit: Hit, piece: Piece, widest: int) -> Iterator[tuple[Losses, int, bool]]:
    """What a hit itself costs a fighter's limbs, in how many cases, and whether it explodes upon him then."""
    reach = hit.blow.reach()
    for limb, by_left in enumerate(hit.landed):
        guard, most = hit.blow.body.guard[limb], hit.blow.body.left[limb]
        for left, n in enumerate(by_left):
            if hit.piece != piece:
                yield (0,) * len(hit.landed), n * widest, left > 0
                continue
            bring = [reach.per, *(reach.rows[guard + cp][left] for cp in range(1, most + 1)), 0]
            for cp, (more, fewer) in enumerate(pairwise(bring)):
                losses = tuple(cp if limb == other else 0 for other in range(len(hit.landed)))
                yield losses, n * (more - fewer) * (widest // reach.per), left > 0


def _and_everywhere(wounds: int, losses: Losses, left: Losses) -> Losses:
    """Add to what a shot cost what its explosion does, unless the shot was the end of him."""
    if any(cp == most > 0 for cp, most in zip(losses, left, strict=True)):
        return losses
    return tuple(min(most, cp + wounds) for cp, most in zip(losses, left, strict=True))


def _only(hits: Counts, parity: int) -> Counts:
    """Leave only the throws with an even, or an odd, number of successes."""
    return tuple(n if s % 2 == parity else 0 for s, n in enumerate(hits))

"""The odds of shots, projectiles and blasts."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import pairwise

from edencli.match.match import Match, Query
from edencli.match.pieces import Piece, are_enemies
from edencli.match.rules_api import total_value, value
from edencli.model.terms import Characteristic, Quantity
from edencli.named_tuple import NamedTuple
from edencli.odds.blow import LIMBS, UNHARMED, Blow, Harm, ShotStrength, body_of, sure_changes
from edencli.odds.dice import DIE_SIDES, Counts, exactly
from edencli.odds.outcome import BurstFate, Losses, Odds, single_victim_odds
from edencli.odds.shifting import Policy, count_landed, harm_spread
from edencli.rules.acts import Blast, Shot, Throw
from edencli.rules.ranged import ATTACK_STEP, WOUND_STEP, victim_of
from edencli.rules.rolls import pool_of, pool_of_amounts


def shot_odds(match: Match, shot: Shot, policy: Policy) -> Odds:
    """Compute the odds of a shot; into a melee, an odd roll hits another victim (shoot.engaged)."""
    blow = shot_blow(match, shot, shot.target)
    if victim_of(shot, 1) == shot.target:
        return single_victim_odds(None, blow.body, *harm_spread(blow, policy))
    other = shot_blow(match, shot, victim_of(shot, 1))
    hits = blow.throws_by_successes
    even, odd = (
        harm_spread(blow, policy, _only_parity(hits, 0)),
        harm_spread(other, policy, _only_parity(hits, 1)),
    )
    per = max(even.cases, odd.cases)
    joint: dict[tuple[Harm, ...], int] = {}
    for harm, n in zip(blow.body.harms, even.weights, strict=True):
        if n:
            joint[harm, UNHARMED] = n * (per // even.cases)
    for harm, n in zip(other.body.harms, odd.weights, strict=True):
        if n:
            joint[UNHARMED, harm] = n * (per // odd.cases)
    return Odds(None, per, (blow.body, other.body), joint)


def shot_blow(match: Match, shot: Shot, victim: Piece) -> Blow:
    """The numbers of a shot that hits this victim; it is rolled against the target's SPD all the same."""
    book = match.book
    highest = book.rolls.highest_difficulty
    cbt = value(match, Query(Characteristic.CBT, shot.fighter, shot))
    spd = value(match, Query(Characteristic.SPD, shot.target, shot))
    strength = value(match, Query(Quantity.STRENGTH, shot.fighter, shot))
    vig = total_value(match, Query(Characteristic.VIG, victim, shot))
    dice, needed = pool_of_amounts(cbt, spd, highest)
    sure = sure_changes(match, shot.fighter, victim, ATTACK_STEP, WOUND_STEP)
    return Blow(
        body=body_of(match, victim, shot),
        dice=dice,
        good=DIE_SIDES + 1 - needed,
        defence=ShotStrength(sum(part.n for part in strength.parts), vig, highest),
        kept=book.attacks.shooting_successes_kept,
        lowest=book.rolls.location_lowest,
        highest=book.rolls.location_highest,
        spared=not are_enemies(shot.fighter, victim),
        again=sure.again,
        more=sure.more,
    )


def burst_odds(match: Match, burst: Throw | Blast) -> tuple[BurstFate, ...]:
    """Compute the odds of each fighter under a blast, or at the point that a projectile hits."""
    return tuple(_burst_fate(match, burst, victim) for victim in burst.victims)


def _burst_fate(match: Match, burst: Throw | Blast, victim: Piece) -> BurstFate:
    """Compute the odds of one fighter: a blast is certain, an explosion needs one success against VIG."""
    body = body_of(match, victim, burst)
    unhurt = (0,) * len(body.left)
    if isinstance(burst, Blast):
        return BurstFate(body, 1, {_losses_everywhere(match.book.attacks.blast_wounds, body.left): 1})
    if burst.use.explosive is None:
        return BurstFate(body, 1, {unhurt: 1})
    per, hit = _explosion_throws(match, burst, victim)
    cases = {_losses_everywhere(match.book.attacks.explosion_wounds, body.left): hit, unhurt: per - hit}
    return BurstFate(body, per, {losses: n for losses, n in cases.items() if n})


def _explosion_throws(match: Match, burst: Throw, victim: Piece) -> tuple[int, int]:
    """The throws of an explosion, and how many of them have a success against one fighter's VIG."""
    vig = total_value(match, Query(Characteristic.VIG, victim, burst))
    dice, needed = pool_of(burst.use.explosive or 0, vig, match.book.rolls.highest_difficulty)
    per = DIE_SIDES**dice
    return per, per - exactly(dice, DIE_SIDES + 1 - needed)[0]


def _losses_everywhere(wounds: int, left: Losses) -> Losses:
    """The CP that each limb loses to this many wounds on every limb, up to what it has left."""
    return tuple(min(wounds, cp) for cp in left)


class ShotHit(NamedTuple):
    """One fighter that a shot may hit, with its cases by limb and by successes left."""

    piece: Piece
    blow: Blow
    landed: list[list[int]]


def explosive_odds(match: Match, shot: Shot, policy: Policy) -> tuple[BurstFate, ...]:
    """Compute the odds of every fighter that a shot with an explosive weapon may harm (gear.explosive).

    The location die is shifted for the hit alone. A hit explodes if a success is left after the shift.
    """
    hits = _hits(match, shot, policy)
    pieces = dict.fromkeys((*(hit.piece for hit in hits), *shot.covered))
    return tuple(_shot_fate(match, shot, piece, hits) for piece in pieces)


def _hits(match: Match, shot: Shot, policy: Policy) -> list[ShotHit]:
    """The fighters hit by an even and by an odd number of successes, which may be the same one."""
    blow, odd = shot_blow(match, shot, shot.target), victim_of(shot, 1)
    hits = blow.throws_by_successes
    if odd == shot.target:
        return [ShotHit(odd, blow, count_landed(blow, policy, hits))]
    other = shot_blow(match, shot, odd)
    return [
        ShotHit(shot.target, blow, count_landed(blow, policy, _only_parity(hits, 0))),
        ShotHit(odd, other, count_landed(other, policy, _only_parity(hits, 1))),
    ]


def _shot_fate(match: Match, shot: Shot, piece: Piece, hits: list[ShotHit]) -> BurstFate:
    """Compute the odds of one fighter that may be hit, be under the explosion of a hit, or both."""
    burst = Throw(fighter=shot.fighter, weapon=shot.weapon, use=shot.use)
    body = body_of(match, piece, burst)
    per = DIE_SIDES ** (shot.use.explosive or 0)
    widest = max(hit.blow.wound_table().throws for hit in hits)
    denominator = hits[0].blow.throw_count * DIE_SIDES * widest * per
    cases: Counter[Losses] = Counter()
    for hit in hits:
        if hit.piece == piece or piece in shot.covered:
            for losses, n, explodes in _hit_losses(hit, piece, widest):
                tried, caught = _explosion_throws(_match_after_losses(match, piece, losses), burst, piece)
                exploding = per // tried * caught if explodes else 0
                cases[losses] += n * (per - exploding)
                cases[_with_explosion(match.book.attacks.explosion_wounds, losses, body.left)] += (
                    n * exploding
                )
    unhurt = (0,) * len(body.left)
    cases[unhurt] += denominator - cases.total()
    return BurstFate(body, denominator, {losses: n for losses, n in cases.items() if n})


def _match_after_losses(match: Match, piece: Piece, losses: Losses) -> Match:
    """A copy of the match after a fighter lost this much, since a wounded torso changes VIG."""
    if not any(losses):
        return match
    after = copy(match)
    after.state = match.state.copy()
    fighter = after.state_of(piece)
    for limb, cp in zip(LIMBS, losses, strict=True):
        fighter.lost[limb] = fighter.lost.get(limb, 0) + cp
    return after


def _hit_losses(hit: ShotHit, piece: Piece, widest: int) -> Iterator[tuple[Losses, int, bool]]:
    """The losses of a fighter by the hit itself, each with its cases and whether the hit explodes then."""
    reach = hit.blow.wound_table()
    for limb, by_left in enumerate(hit.landed):
        guard, most = hit.blow.body.guard[limb], hit.blow.body.left[limb]
        for left, n in enumerate(by_left):
            if hit.piece != piece:
                yield (0,) * len(hit.landed), n * widest, left > 0
                continue
            bring = [reach.throws, *(reach.rows[guard + cp][left] for cp in range(1, most + 1)), 0]
            for cp, (more, fewer) in enumerate(pairwise(bring)):
                losses = tuple(cp if limb == other else 0 for other in range(len(hit.landed)))
                yield losses, n * (more - fewer) * (widest // reach.throws), left > 0


def _with_explosion(wounds: int, losses: Losses, left: Losses) -> Losses:
    """Add an explosion's wounds to the losses of a hit, unless the hit incapacitated the fighter."""
    if any(cp == most > 0 for cp, most in zip(losses, left, strict=True)):
        return losses
    return tuple(min(most, cp + wounds) for cp, most in zip(losses, left, strict=True))


def _only_parity(hits: Counts, parity: int) -> Counts:
    """Keep only the throws with an even, or an odd, number of successes."""
    return tuple(n if s % 2 == parity else 0 for s, n in enumerate(hits))

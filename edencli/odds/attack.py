"""The odds of any attack, from a match and the act that play would use, and of burning.

Also the value of every legal shift of the location die once the roll to hit is known, and the best one for
each purpose.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from math import lcm
from operator import add

from edencli.match.events import Used
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Refusal
from edencli.match.rules_api import total_value, why_not
from edencli.model.fighter import Use
from edencli.model.terms import Characteristic, LimbName, Marker, Quantity
from edencli.named_tuple import NamedTuple
from edencli.odds.blow import LIMBS, PASSIVE, UNHARMED, Blow, Body, Harm, WoundTable, body_of
from edencli.odds.dice import burn_faces
from edencli.odds.melee import dodge_odds, melee_blow, passive_odds, response_odds, with_dodge
from edencli.odds.outcome import AttackOdds, BurstFate, Losses, Odds, single_victim_odds
from edencli.odds.ranged import burst_odds, explosive_odds, shot_blow, shot_odds
from edencli.odds.shifting import (
    HarmSpreads,
    Policy,
    ShiftWay,
    harm_spread,
    kill_counts,
    loss_counts,
    plan_shifts,
    shift_ways,
)
from edencli.rules.acts import Blast, Melee, Shot, Throw, usage_key
from edencli.rules.gear import weapon_usage_key
from edencli.rules.melee import Reaction, reaction_of, usual_reaction, why_not_react
from edencli.rules.ranged import victim_of

_BY_REACTION: dict[Reaction, Callable[[Match, Melee, Blow, HarmSpreads], Odds]] = {
    Reaction.PASSIVE: passive_odds,
    Reaction.DODGE: dodge_odds,
    Reaction.RESPONSE: response_odds,
}


def attack_odds(
    match: Match,
    act: Melee | Shot | Throw | Blast,
    policy: Policy = Policy.NONE,
    reactions: Iterable[Reaction] = Reaction,
) -> AttackOdds:
    """Compute the odds of an attack: in melee a result for each allowed reaction, the others refused.

    A shot has one result, a lost shot none. An explosive shot, a blast or a projectile has one for each
    fighter it may hit. Whether the attack itself is legal is not checked here: ask `why_not`.
    """
    if isinstance(act, Shot) and act.lost:
        return AttackOdds(act, policy, (), {})
    if isinstance(act, Shot) and act.use.explosive is not None:
        return AttackOdds(act, policy, explosive_odds(match, act, policy), {})
    if isinstance(act, Shot):
        return AttackOdds(act, policy, (shot_odds(match, act, policy),), {})
    if isinstance(act, Throw | Blast):
        return AttackOdds(act, policy, burst_odds(match, act), {})
    objections = {reaction: why_not_react(match, act.target, reaction, act.fighter) for reaction in reactions}
    refused = {reaction: why for reaction, why in objections.items() if why}
    allowed = [_BY_REACTION[reaction] for reaction in objections if reaction not in refused]
    blow, spreads = melee_blow(match, act), HarmSpreads(policy)
    return AttackOdds(act, policy, tuple([odds(match, act, blow, spreads) for odds in allowed]), refused)


def free_blow_odds(match: Match, act: Melee, policy: Policy) -> Odds:
    """Compute the odds of a melee blow without any reaction."""
    return reacted_odds(match, act, policy, Reaction.PASSIVE)


def reacted_odds(match: Match, act: Melee, policy: Policy, reaction: Reaction) -> Odds:
    """Compute the odds of a melee attack whose target has chosen and paid for this reaction."""
    return _BY_REACTION[reaction](match, act, melee_blow(match, act), HarmSpreads(policy))


def burn_odds(match: Match, victim: Piece) -> Odds:
    """Compute the odds of treating one burning fighter, whose location die cannot be shifted."""
    rules = match.book.rolls
    blow = Blow(
        body=body_of(match, victim, None),
        dice=match.book.conditions.burn_dice,
        good=burn_faces(total_value(match, Query(Characteristic.VIG, victim))),
        defence=PASSIVE,
        kept=0,
        lowest=rules.location_lowest,
        highest=rules.location_highest,
    )
    return single_victim_odds(None, blow.body, *harm_spread(blow, Policy.NONE))


class TwiceOdds(NamedTuple):
    """The exact odds of an attack made twice in a row, for every fighter that it may harm.

    `refused` says why it cannot be made again even if nobody is hurt; the odds are then those of one attack.
    """

    reaction: Reaction | None
    denominator: int
    bodies: tuple[Body, ...]
    cases: Mapping[tuple[Losses, ...], int]
    refused: Refusal | None

    @property
    def fates(self) -> tuple[BurstFate, ...]:
        """The results for each fighter, taken alone."""
        return tuple(self._fate(n, body) for n, body in enumerate(self.bodies))

    def _fate(self, n: int, body: Body) -> BurstFate:
        counted: Counter[Losses] = Counter()
        for ends, cases in self.cases.items():
            counted[ends[n]] += cases
        return BurstFate(body, self.denominator, counted)


def attack_twice_odds(
    match: Match, act: Melee | Shot, policy: Policy, reaction: Reaction | None
) -> TwiceOdds:
    """Compute the odds of an attack made twice, with the AP, wounds and markers that the first one leaves.

    The target reacts in the chosen way both times, or in its usual way where that is no longer allowed.
    Incapacitated fighters take no part in the second attack.
    """
    once = _odds(match, act, policy, reaction)
    again: list[tuple[int, tuple[Losses, ...], Odds | None]] = []
    for harms, n in once.joint.items():
        ends = tuple(_harm_losses(harm) for harm in harms)
        after = _match_after(match, act, reaction, once.bodies, harms)
        fallen = {body.piece for body, harm in zip(once.bodies, harms, strict=True) if body.is_out(harm)}
        act_again = _without_fallen(act, fallen)
        goes_on = not fallen & {act.fighter, act.target} and why_not(after, act_again) is None
        again.append((n, ends, _odds(after, act_again, policy, reaction) if goes_on else None))
    per = lcm(*(odds.denominator for _, _, odds in again if odds))
    places = {body.piece: n for n, body in enumerate(once.bodies)}
    cases: Counter[tuple[Losses, ...]] = Counter()
    for n, ends, odds in again:
        if odds is None:
            cases[ends] += n * per
            continue
        for harms, more in odds.joint.items():
            total = list(ends)
            for body, harm in zip(odds.bodies, harms, strict=True):
                place = places[body.piece]
                total[place] = tuple(map(add, total[place], _harm_losses(harm)))
            cases[tuple(total)] += n * more * (per // odds.denominator)
    unharmed = _match_after(match, act, reaction, once.bodies, (UNHARMED,) * len(once.bodies))
    return TwiceOdds(reaction, once.denominator * per, once.bodies, cases, why_not(unharmed, act))


def _odds(match: Match, act: Melee | Shot, policy: Policy, reaction: Reaction | None) -> Odds:
    """The odds of one attack met by this reaction, or by the target's usual one where it is not allowed."""
    if isinstance(act, Shot):
        return shot_odds(match, act, policy)
    if reaction is None or why_not_react(match, act.target, reaction, act.fighter):
        reaction = usual_reaction(match, act.target, act.fighter)
    return reacted_odds(match, act, policy, reaction)


def _harm_losses(harm: Harm) -> Losses:
    """The CP that each limb loses to one harm."""
    limb, cp = harm
    return tuple(cp if limb is name else 0 for name in LIMBS)


def _without_fallen(act: Melee | Shot, fallen: Collection[Piece]) -> Melee | Shot:
    """The attack without the bystanders that have fallen."""
    if isinstance(act, Melee) or not fallen:
        return act
    return act.with_changes(bystanders=tuple(one for one in act.bystanders if one not in fallen))


def _match_after(
    match: Match, act: Melee | Shot, reaction: Reaction | None, bodies: Sequence[Body], harms: Sequence[Harm]
) -> Match:
    """A copy of the match after one attack: AP paid, uses counted, CP lost, markers laid."""
    after = copy(match)
    after.state = match.state.copy()
    paid: list[Act] = [act]
    if isinstance(act, Melee) and reaction is not None:
        paid.append(reaction_of(act.target, reaction, act.fighter))
    for one in paid:
        price = total_value(match, Query(Quantity.AP, one.fighter, one))
        fighter = after.state_of(one.fighter)
        fighter.ap = max(0, fighter.ap - price)
        Used(rule="", fighter=one.fighter, what=usage_key(match, one)).apply(after.state)
    if isinstance(act, Shot):
        Used(rule="", fighter=act.fighter, what=weapon_usage_key(act)).apply(after.state)
    for body, (limb, cp) in zip(bodies, harms, strict=True):
        fighter = after.state_of(body.piece)
        if limb is not None:
            fighter.lost[limb] = fighter.lost.get(limb, 0) + cp
        if isinstance(act, Shot) and lays_markers(match, limb, cp):
            for marker, n in markers_laid(match, act.use):
                fighter.markers[marker] = fighter.markers.get(marker, 0) + n
    return after


def lays_markers(match: Match, limb: LimbName | None, cp: int) -> bool:
    """Tell whether a shot that hits this limb for this many CP lays its weapon's markers."""
    return limb is not None and (cp > 0 or match.ruling("shooting-effects") == "always")


def markers_laid(match: Match, use: Use) -> list[tuple[Marker, int]]:
    """The markers that a weapon lays on a fighter it hits, as far as the rulebook has them."""
    known = match.book.equipment.effects
    return [(one.lays, n) for one, n in use.effects.items() if one.lays is not None and one in known]


ADVICE_POLICIES = (Policy.MAX_KILL, Policy.MAX_WOUNDS)


class ShiftOption(NamedTuple):
    """One choice of a face: its limb, the successes spent and left, and the counts of its results.

    `out` and `hurt` count the cases in which the victim is incapacitated or loses a CP, `lost` the CP lost
    over all cases.
    """

    face: int
    limb: LimbName
    spent: int
    left: int
    out: int
    hurt: int
    lost: int


class ShiftAdvice(NamedTuple):
    """The legal choices of a face, best first, and for each policy the one that it picks.

    A victim that is `spared` belongs to the attacker's side: the best choice then harms it least.
    """

    body: Body
    dodging: bool
    face: int
    hits: int
    denominator: int
    spared: bool
    options: tuple[ShiftOption, ...]
    best: dict[Policy, ShiftOption]


def advise_shift(
    match: Match,
    act: Melee | Shot,
    hits: int,
    face: int,
    *,
    dodging: bool = False,
    first: Policy = ADVICE_POLICIES[0],
) -> ShiftAdvice:
    """Weigh every legal face, given the successes rolled (at least one) and the face of the location die.

    The target's dodge, or the strength of the shot, is still to be thrown. `first` is the policy by which the
    choices are ordered.
    """
    blow = with_hits(blow_after_roll(match, act, hits, dodging=dodging), hits)
    reach = blow.wound_table()
    open_ways = [
        way
        for way in shift_ways(blow.body.limb_at_face, blow.lowest, blow.highest)[face - 1]
        if not way.cost or hits - way.cost >= blow.kept
    ]
    worth = plan_shifts(blow, first).worth
    open_ways.sort(key=lambda way: (-worth[way.limb][hits - way.cost], way))
    options = {way: _option(blow, reach, way, hits) for way in open_ways}
    best = {
        purpose: options[plan_shifts(blow, purpose).best_ways(face, hits)[hits]]
        for purpose in ADVICE_POLICIES
    }
    return ShiftAdvice(
        blow.body, dodging, face, hits, reach.throws, blow.spared, tuple(options.values()), best
    )


def choose_face(
    match: Match, act: Melee | Shot, policy: Policy, hits: int, face: int, *, dodging: bool = False
) -> int:
    """The face to which a policy shifts the location die, which may be the face rolled."""
    blow = with_hits(blow_after_roll(match, act, hits, dodging=dodging), hits)
    return plan_shifts(blow, policy).best_ways(face, hits)[hits].face


def blow_after_roll(match: Match, act: Melee | Shot, hits: int, *, dodging: bool) -> Blow:
    """The blow once this many successes are rolled: in a shot they decide which fighter is hit."""
    if isinstance(act, Shot):
        return shot_blow(match, act, victim_of(act, hits))
    blow = melee_blow(match, act)
    return with_dodge(match, act, blow) if dodging else blow


def with_hits(blow: Blow, hits: int) -> Blow:
    """The blow with exactly these successes to spend, even if they are more than its pool has dice."""
    return blow._replace(dice=hits)


def _option(blow: Blow, reach: WoundTable, way: ShiftWay, hits: int) -> ShiftOption:
    left = hits - way.cost
    guard, cp = blow.body.guard[way.limb], blow.body.left[way.limb]
    out, lost = kill_counts(reach, guard, cp)[left], loss_counts(reach, guard, cp)[left]
    hurt = reach.rows[guard + 1][left] if cp else 0
    return ShiftOption(way.face, LIMBS[way.limb], way.cost, left, out, hurt, lost)

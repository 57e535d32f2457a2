"""The odds of an attack of any kind, asked of a match and an act as play would ask, and of burning.

Also what every legal shift of a known roll is worth, and which is best for what.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from math import lcm
from operator import add
from typing import NamedTuple

from edencli.match.doors import value, why_not
from edencli.match.events import Used
from edencli.match.match import Act, Match, Quantity, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Refusal
from edencli.model.fighter import Use
from edencli.model.terms import Characteristic, LimbName, Marker
from edencli.odds.blow import LIMBS, PASSIVE, UNHARMED, Blow, Body, Harm, WoundTable, body_of
from edencli.odds.dice import burning
from edencli.odds.melee import blow_of, dodge_odds, dodged, passive_odds, response_odds
from edencli.odds.outcome import Caught, Losses, Odds, Outlook, alone
from edencli.odds.ranged import burst_odds, explosive_odds, shot_odds, volley
from edencli.odds.shifting import Policy, Spend, Spreads, aim, kills, losses, spread, ways
from edencli.rules.acts import Blast, Melee, Shot, Throw, tally
from edencli.rules.gear import tally_of_use
from edencli.rules.melee import Reaction, may_react, reaction_of, usual_reaction
from edencli.rules.ranged import victim_of

_BY_REACTION: dict[Reaction, Callable[[Match, Melee, Blow, Spreads], Odds]] = {
    Reaction.PASSIVE: passive_odds,
    Reaction.DODGE: dodge_odds,
    Reaction.RESPONSE: response_odds,
}


def attack_odds(
    match: Match,
    act: Melee | Shot | Throw | Blast,
    policy: Policy = Policy.NONE,
    reactions: Iterable[Reaction] = Reaction,
) -> Outlook:
    """Foresee an attack that may be made: a melee by each reaction that is allowed, the others with why not.

    A shot has one result; one that explodes, a blast or a projectile one for each fighter under it. Whether
    the attack itself may be made is for `why_not` to say.
    """
    if isinstance(act, Shot) and act.use.explosive is not None:
        return Outlook(act, policy, explosive_odds(match, act, policy), {})
    if isinstance(act, Shot):
        return Outlook(act, policy, (shot_odds(match, act, policy),), {})
    if isinstance(act, Throw | Blast):
        return Outlook(act, policy, burst_odds(match, act), {})
    objections = {reaction: may_react(match, act.target, reaction) for reaction in reactions}
    refused = {reaction: why for reaction, why in objections.items() if why}
    allowed = [_BY_REACTION[reaction] for reaction in objections if reaction not in refused]
    blow, spreads = blow_of(match, act), Spreads(policy)
    return Outlook(act, policy, tuple([odds(match, act, blow, spreads) for odds in allowed]), refused)


def free_blow_odds(match: Match, act: Melee, policy: Policy) -> Odds:
    """Count the cases of a blow to which nobody reacts."""
    return _BY_REACTION[Reaction.PASSIVE](match, act, blow_of(match, act), Spreads(policy))


def burn_odds(match: Match, victim: Piece) -> Odds:
    """Count the cases of treating one burning fighter; nobody may move his location die."""
    rules = match.book.rolls
    blow = Blow(
        body=body_of(match, victim, None),
        dice=match.book.conditions.burn_dice,
        good=burning(value(match, Query(Characteristic.VIG, victim)).total),
        met=PASSIVE,
        kept=0,
        lowest=rules.location_lowest,
        highest=rules.location_highest,
    )
    return alone(None, blow.body, *spread(blow, Policy.NONE))


class Twice(NamedTuple):
    """The exact odds of an attack that is made twice in a row, for everybody whom it may harm.

    `refused` says why it cannot be made again, even if nobody was hurt: then once is all.
    """

    reaction: Reaction | None
    denominator: int
    bodies: tuple[Body, ...]
    cases: Mapping[tuple[Losses, ...], int]
    refused: Refusal | None

    @property
    def fates(self) -> tuple[Caught, ...]:
        """What becomes of each of them, for himself."""
        return tuple(self._fate(n, body) for n, body in enumerate(self.bodies))

    def _fate(self, n: int, body: Body) -> Caught:
        counted: Counter[Losses] = Counter()
        for ends, cases in self.cases.items():
            counted[ends[n]] += cases
        return Caught(body, self.denominator, counted)


def attack_twice(match: Match, act: Melee | Shot, policy: Policy, reaction: Reaction | None) -> Twice:
    """Foresee an attack that is made again at once, with the AP, wounds and markers that the first leaves.

    It is met by the same reaction, or as the target still can. Whoever is out takes no part.
    """
    once = _odds(match, act, policy, reaction)
    again: list[tuple[int, tuple[Losses, ...], Odds | None]] = []
    for harms, n in once.joint.items():
        ends = tuple(_lost(harm) for harm in harms)
        after = _left_by(match, act, reaction, once.bodies, harms)
        fallen = {body.piece for body, harm in zip(once.bodies, harms, strict=True) if body.is_out(harm)}
        act_again = _without(act, fallen)
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
                total[place] = tuple(map(add, total[place], _lost(harm)))
            cases[tuple(total)] += n * more * (per // odds.denominator)
    unharmed = _left_by(match, act, reaction, once.bodies, (UNHARMED,) * len(once.bodies))
    return Twice(reaction, once.denominator * per, once.bodies, cases, why_not(unharmed, act))


def _odds(match: Match, act: Melee | Shot, policy: Policy, reaction: Reaction | None) -> Odds:
    """The odds of one attack, by that reaction if it is allowed, else as its target would react."""
    if isinstance(act, Shot):
        return shot_odds(match, act, policy)
    if reaction is None or may_react(match, act.target, reaction):
        reaction = usual_reaction(match, act.target)
    return _BY_REACTION[reaction](match, act, blow_of(match, act), Spreads(policy))


def _lost(harm: Harm) -> Losses:
    """The CP that each limb loses to one harm."""
    limb, cp = harm
    return tuple(cp if limb is name else 0 for name in LIMBS)


def _without(act: Melee | Shot, fallen: Collection[Piece]) -> Melee | Shot:
    """The same attack, when some of those beside its target are there no more."""
    if isinstance(act, Melee) or not fallen:
        return act
    return act.but(bystanders=tuple(one for one in act.bystanders if one not in fallen))


def _left_by(
    match: Match, act: Melee | Shot, reaction: Reaction | None, bodies: Sequence[Body], harms: Sequence[Harm]
) -> Match:
    """The match as one attack leaves it: what was paid and counted, CP lost, markers laid."""
    after = copy(match)
    after.state = match.state.copy()
    paid: list[Act] = [act]
    if isinstance(act, Melee) and reaction is not None:
        paid.append(reaction_of(act.target, reaction))
    for one in paid:
        price = value(match, Query(Quantity.AP, one.fighter, one)).total
        fighter = after.of(one.fighter)
        fighter.ap = max(0, fighter.ap - price)
        Used(rule="", fighter=one.fighter, what=tally(match, one)).apply(after.state)
    if isinstance(act, Shot):
        Used(rule="", fighter=act.fighter, what=tally_of_use(act)).apply(after.state)
    for body, (limb, cp) in zip(bodies, harms, strict=True):
        fighter = after.of(body.piece)
        if limb is not None:
            fighter.lost[limb] = fighter.lost.get(limb, 0) + cp
        if isinstance(act, Shot) and strikes(match, limb, cp):
            for marker, n in laid_by(match, act.use):
                fighter.markers[marker] = fighter.markers.get(marker, 0) + n
    return after


def strikes(match: Match, limb: LimbName | None, cp: int) -> bool:
    """Tell whether a shot that did this lays its weapon's markers."""
    return limb is not None and (cp > 0 or match.ruling("shooting-effects") == "always")


def laid_by(match: Match, use: Use) -> list[tuple[Marker, int]]:
    """The markers that a weapon leaves on whom it strikes, as far as the rulebook has them."""
    known = match.book.equipment.effects
    return [(one.lays, n) for one, n in use.effects.items() if one.lays is not None and one in known]


PURPOSES = (Policy.MAX_KILL, Policy.MAX_WOUNDS)


class Option(NamedTuple):
    """One choice: its face and limb, the successes spent and left, and what may come of it.

    That is the cases in which the victim is out and is hurt, and the CP that he loses over all cases.
    """

    face: int
    limb: LimbName
    spent: int
    left: int
    out: int
    hurt: int
    lost: int


class Advice(NamedTuple):
    """The legal choices, best first, and for each purpose the one that its policy takes.

    A victim who is `spared` is one's own: best is then what harms him least.
    """

    body: Body
    dodging: bool
    face: int
    hits: int
    denominator: int
    spared: bool
    options: tuple[Option, ...]
    best: dict[Policy, Option]


def advise(
    match: Match,
    act: Melee | Shot,
    hits: int,
    face: int,
    *,
    dodging: bool = False,
    first: Policy = PURPOSES[0],
) -> Advice:
    """Weigh every choice that an attacker has who rolled so many successes (one at least) and this face.

    The target's dodge, or the strength of the shot, is still to be thrown. `first` says by which purpose the
    choices are ordered.
    """
    blow = sized(blow_at(match, act, hits, dodging=dodging), hits)
    reach = blow.reach()
    open_ways = [
        way
        for way in ways(blow.body.at, blow.lowest, blow.highest)[face - 1]
        if not way.cost or hits - way.cost >= blow.kept
    ]
    worth = aim(blow, first).worth
    open_ways.sort(key=lambda way: (-worth[way.limb][hits - way.cost], way))
    options = {way: _option(blow, reach, way, hits) for way in open_ways}
    best = {purpose: options[aim(blow, purpose).best(face, hits)[hits]] for purpose in PURPOSES}
    return Advice(blow.body, dodging, face, hits, reach.per, blow.spared, tuple(options.values()), best)


def choose_face(
    match: Match, act: Melee | Shot, policy: Policy, hits: int, face: int, *, dodging: bool = False
) -> int:
    """Name the face that a policy moves the location die to; the one that fell is a choice too."""
    blow = sized(blow_at(match, act, hits, dodging=dodging), hits)
    return aim(blow, policy).best(face, hits)[hits].face


def blow_at(match: Match, act: Melee | Shot, hits: int, *, dodging: bool) -> Blow:
    """Put the attack into numbers as it stands once so many successes are rolled."""
    if isinstance(act, Shot):
        return volley(match, act, victim_of(act, hits))
    blow = blow_of(match, act)
    return dodged(match, act, blow) if dodging else blow


def sized(blow: Blow, hits: int) -> Blow:
    """Weigh exactly the successes that were rolled, be they more than the pool could bring."""
    return blow._replace(dice=hits)


def _option(blow: Blow, reach: WoundTable, way: Spend, hits: int) -> Option:
    left = hits - way.cost
    guard, cp = blow.body.guard[way.limb], blow.body.left[way.limb]
    out, lost = kills(reach, guard, cp)[left], losses(reach, guard, cp)[left]
    hurt = reach.rows[guard + 1][left] if cp else 0
    return Option(way.face, LIMBS[way.limb], way.cost, left, out, hurt, lost)

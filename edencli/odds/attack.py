"""The odds of an attack of any kind, asked of a match and an act as play would ask, and of burning.

Also what every legal shift of a known roll is worth, and which is best for what.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece
from edencli.model.terms import Characteristic, LimbName
from edencli.odds.blow import LIMBS, PASSIVE, Blow, Body, WoundTable, body_of
from edencli.odds.dice import burning
from edencli.odds.melee import blow_of, dodge_odds, dodged, passive_odds, response_odds
from edencli.odds.outcome import Odds, Outlook, alone
from edencli.odds.ranged import burst_odds, explosive_odds, shot_odds, volley
from edencli.odds.shifting import Policy, Spend, Spreads, aim, kills, losses, spread, ways
from edencli.rules.acts import Blast, Melee, Shot, Throw
from edencli.rules.melee import Reaction, may_react
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

"""What every legal shift of a known roll is worth, and which is best for what."""

from typing import NamedTuple

from edencli.match.match import Match
from edencli.model.terms import LimbName
from edencli.odds.blow import LIMBS, Blow, Body, WoundTable
from edencli.odds.melee import dodged, strike
from edencli.odds.ranged import volley
from edencli.odds.shifting import Policy, Spend, aim, kills, losses, ways
from edencli.rules.acts import Melee, Shot
from edencli.rules.ranged import victim_of

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


def choose(
    match: Match, act: Melee | Shot, policy: Policy, hits: int, face: int, *, dodging: bool = False
) -> int:
    """Name the face that a policy moves the location die to; the one that fell is a choice too."""
    blow = sized(blow_at(match, act, hits, dodging=dodging), hits)
    return aim(blow, policy).best(face, hits)[hits].face


def blow_at(match: Match, act: Melee | Shot, hits: int, *, dodging: bool) -> Blow:
    """Put the attack into numbers as it stands once so many successes are rolled."""
    if isinstance(act, Shot):
        return volley(match, act, victim_of(act, hits))
    blow = strike(match, act)
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

"""The attacks of the odds computed with icepool, as an expert in that library would write them.

It works from the printed numbers of two profiles and shares nothing with the odds. Some things are written
twice, although once would be clearer, for speed: sums of dice and values of choices are cached.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import icepool
from icepool import Die, d6
from odds.profiles import CBT, LIMBS, SPD, VIG, Profile

MISS: tuple[int, int] = (-1, 0)

# icepool caches the sums of a die object, so each of these is made once.
SUCCESS = {needed: d6 >= needed for needed in range(1, 7)}
ARMS = 1

Harm = tuple[int, int]


class Aim(NamedTuple):
    """The purpose of spending successes, how many must be kept, and whether the victim is to be spared."""

    policy: str
    kept: int = 1
    spared: bool = False


def pool(dice: int, difficulty: int) -> Any:
    """The successes of a roll; each point of difficulty above six costs a die."""
    dice -= max(0, difficulty - 6)
    return dice @ SUCCESS[min(6, max(1, difficulty))] if dice > 0 else Die([0])


def passive(cbt: int, vig: int, victim: Profile, aim: Aim) -> Any:
    """A blow at a passive target."""
    return blow(pool(cbt, vig), victim, aim, lambda left: Die([left]))


def dodge(cbt: int, vig: int, victim: Profile, aim: Aim) -> Any:
    """A blow that is dodged."""
    dodged = pool(victim.has(SPD), cbt)
    return blow(pool(cbt, vig), victim, aim, lambda left: dodged.map(lambda n: max(0, left - n)))


def shot(hits: Any, strength: int, victim: Profile, aim: Aim) -> Any:
    """A shot with these successes, which must still wound."""
    return blow(hits, victim, aim, lambda left: pool(strength + left, victim.has(VIG)))


def blow(hits: Any, victim: Profile, aim: Aim, wounds: Callable[[int], Any]) -> Any:
    """Successes, the location die and its shift, and the CP lost: a die of (limb, CP)."""
    left, wounds = victim.left, cache(wounds)

    @cache
    def loss(limb: int, successes: int) -> Any:
        return wounds(successes).map(lambda n: min(left[limb], max(0, n - victim.guard[limb])))

    @cache
    def worth(limb: int, successes: int) -> tuple[Fraction, Fraction]:
        die = loss(limb, successes)
        out = die.probability("==", left[limb]) if left[limb] else Fraction(0)
        pair = (out, die.mean()) if aim.policy == "max-kill" else (die.mean(), out)
        return (-pair[0], -pair[1]) if aim.spared else pair

    def land(successes: int, face: int) -> Harm:
        if not successes or aim.policy == "none":
            return (victim.at[face - 1], successes) if successes else MISS
        reach = max(0, successes - aim.kept)
        best = max(
            range(max(1, face - reach), min(6, face + reach) + 1),
            key=lambda to: (worth(victim.at[to - 1], successes - abs(to - face)), -abs(to - face), -to),
        )
        return victim.at[best - 1], successes - abs(best - face)

    def end(limb: int, successes: int) -> Any:
        return loss(limb, successes).map(lambda n: (limb, n)) if limb >= 0 else MISS

    return icepool.map(land, hits, d6).map(end, star=True)


def response(attacker: Profile, target: Profile, aim: Aim) -> Any:
    """Both blows of a response: a die of the harm to the target, and to the attacker."""
    ours, theirs = attacker.has(CBT), target.has(CBT)

    def first(one: int, other: int) -> Any:
        if ours == theirs and one == other:
            return icepool.Reroll
        return (ours + one, ours) > (theirs + other, theirs)

    ahead = order(attacker, target, aim)
    behind = order(target, attacker, aim).map(lambda harm, other: (other, harm), star=True)
    return icepool.map(first, d6, d6).map({True: ahead, False: behind})


def order(first: Profile, second: Profile, aim: Aim) -> Any:
    """The blows once it is settled who strikes first: a die of the harm to the second, then to the first."""

    @cache
    def reply(cbt: int) -> Any:
        return passive(cbt, first.has(VIG), first, aim)

    def answered(limb: int, cp: int) -> Any:
        harm = (limb, cp)
        if limb >= 0 and cp == second.left[limb]:
            return (harm, MISS)
        lost = tuple(n + cp * (at == limb) for at, n in enumerate(second.lost))
        return reply(second.after(lost, CBT)).map(lambda *other: (harm, other), star=True)

    return passive(first.has(CBT), second.has(VIG), second, aim).map(answered, star=True)


def fractions(die: Any) -> dict[Any, Fraction]:
    """The probabilities of a die of harms, or of pairs of harms, with limbs by name."""
    whole = die.denominator()
    return {named(outcome): Fraction(n, whole) for outcome, n in die.items()}


def named(outcome: Any) -> Any:
    """One harm, or two, with the names of their limbs."""
    if isinstance(outcome[0], int):
        limb, cp = outcome
        return ((None if limb < 0 else LIMBS[limb], cp),)
    return tuple(one for harm in outcome for one in named(harm))

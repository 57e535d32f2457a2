"""The speed of the odds, beside equal attacks computed with icepool, and the memory after a million attacks.

Run it: `python tests/benchmarks/odds.py [rounds]`, and by hand, since it takes minutes, `python
tests/benchmarks/odds.py --memory [attacks]`. Both programs take turns over the same fighters, and only their
own processor time counts; the figures are ratios of medians within this run. Each may keep what it caches
from one attack to the next (above all sums of dice).

Two things are timed: the whole answer, for which edencli first gets every number from the rules, while
icepool is given them; and the computation alone, where both are given the numbers of one blow.

The last million attacks ended at 37.5 MB, from 37.3 MB after 200,000; they took 735 seconds.
"""

import random
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

# The tests' folder instead of this script's, in which `odds` would be the script itself.
sys.path[0] = str(Path(__file__).parents[1])

from benchmarks.speeds import Speed, print_speeds
from odds import with_icepool
from odds.profiles import CBT, SPD, VIG, Profile, blow, chance, gun, shot, table
from odds.with_icepool import Aim

from edencli.match.match import Match
from edencli.match.rules_api import perform
from edencli.odds.attack import attack_odds
from edencli.odds.blow import Blow
from edencli.odds.melee import melee_blow, with_dodge
from edencli.odds.outcome import single_victim_odds
from edencli.odds.ranged import shot_blow
from edencli.odds.shifting import Policy, harm_spread
from edencli.referee.answers import drive
from edencli.referee.dice import SeededDice
from edencli.referee.duelist import Duelist, shift_by_policy
from edencli.rulebooks.values import rulebook
from edencli.rules.melee import Reaction

AT_LEAST = 20
ROUNDS = 5
STRENGTH = 4
GUN = gun(STRENGTH)
BLOW = blow()
SHOT = shot(GUN)
PAIRS = 40
MILLION = 1_000_000


class Fight(NamedTuple):
    """Two fighters, as numbers and on the table."""

    attacker: Profile
    target: Profile
    match: Match


class Race(NamedTuple):
    """One question, answered by edencli and by icepool."""

    name: str
    ours: Callable[[Fight], Any]
    theirs: Callable[[Fight], Any]


def fighters(lowest: int, highest: int) -> list[Fight]:
    """Draw pairs of fighters with a CBT in that range."""
    dice = chance(lowest)
    pairs = [(_drawn(dice, lowest, highest), _drawn(dice, lowest, highest)) for _ in range(PAIRS)]
    return [Fight(one, other, table(rulebook("en"), one, other, gear=GUN)) for one, other in pairs]


def _drawn(dice: random.Random, lowest: int, highest: int) -> Profile:
    white = (4, dice.randint(lowest, highest), dice.randint(3, 6), dice.randint(3, 8))
    one, two, three, four = (dice.randint(1, 3) for _ in range(4))
    return Profile(
        white=white,
        red=(3, white[1] - 1, white[2] - 1, white[3] - 1),
        white_cp=(one, two, three, four),
        red_cp=(four, three, two, one),
        guard=(dice.choice((0, 1, 2)), 0, dice.choice((0, 1)), 0),
    )


def races(policy: Policy) -> list[Race]:
    """The questions under one policy."""
    aim, shot_aim = Aim(policy), Aim(policy, kept=0)

    def melee(fight: Fight) -> Any:
        one, other, _ = fight
        return (
            with_icepool.passive(one.has(CBT), other.has(VIG), other, aim),
            with_icepool.dodge(one.has(CBT), other.has(VIG), other, aim),
            with_icepool.response(one, other, aim),
        )

    def passive(fight: Fight) -> Any:
        return with_icepool.passive(fight.attacker.has(CBT), fight.target.has(VIG), fight.target, aim)

    def dodge(fight: Fight) -> Any:
        return with_icepool.dodge(fight.attacker.has(CBT), fight.target.has(VIG), fight.target, aim)

    def shoot(fight: Fight) -> Any:
        hits = with_icepool.pool(fight.attacker.has(CBT), fight.target.has(SPD))
        return with_icepool.shot(hits, STRENGTH, fight.target, shot_aim)

    return [
        Race("melee, all reactions", lambda fight: attack_odds(fight.match, BLOW, policy), melee),
        Race("shot", lambda fight: attack_odds(fight.match, SHOT, policy), shoot),
        Race("passive, numbers given", _reckoning(policy, _passive), passive),
        Race("dodge, numbers given", _reckoning(policy, _dodged), dodge),
        Race("shot, numbers given", _reckoning(policy, _shot), shoot),
    ]


def _passive(match: Match) -> Blow:
    return melee_blow(match, BLOW)


def _dodged(match: Match) -> Blow:
    return with_dodge(match, BLOW, melee_blow(match, BLOW))


def _shot(match: Match) -> Blow:
    return shot_blow(match, SHOT, SHOT.target)


def _reckoning(policy: Policy, numbers: Callable[[Match], Blow]) -> Callable[[Fight], Any]:
    """A function that computes one blow whose numbers were prepared."""
    known: dict[int, Blow] = {}

    def reckon(fight: Fight) -> Any:
        given = known.get(id(fight))
        if given is None:
            given = known[id(fight)] = numbers(fight.match)
        return single_victim_odds(None, given.body, *harm_spread(given, policy))

    return reckon


def speeds(rounds: int = ROUNDS) -> Iterator[Speed]:
    """The ratio of each answer's times."""
    for size, fights in (("CBT 3-5", fighters(3, 5)), ("CBT 10-12", fighters(10, 12))):
        for policy in Policy:
            for race in races(policy):
                ours, theirs = _timed(race, fights, rounds)
                work = f"{race.name}, {size}, {policy}"
                yield Speed(work, "the same by icepool", theirs / ours, AT_LEAST, is_rate=True)


def _timed(race: Race, fights: list[Fight], rounds: int) -> tuple[float, float]:
    """The median seconds of one answer, of edencli and of icepool."""
    taken: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds + 1):
        for answer, times in zip((race.ours, race.theirs), taken, strict=True):
            start = time.process_time()
            for fight in fights:
                answer(fight)
            if turn:
                times.append((time.process_time() - start) / len(fights))
    return statistics.median(taken[0]), statistics.median(taken[1])


def remember(attacks: int) -> None:
    """Resolve this many attacks with seeded dice, and print the memory that the process holds."""
    dice, fights = SeededDice(1), [*fighters(3, 5), *fighters(10, 12)]
    start = time.perf_counter()
    for n in range(attacks):
        if n % (attacks // 10) == 0:
            print(f"{n:>9} attacks  {_held():7.1f} MB  {time.perf_counter() - start:6.0f} s", flush=True)
        fight, reaction = fights[n % len(fights)], tuple(Reaction)[n % 3]
        match = table(rulebook("en"), Profile(), Profile(), gear=GUN)
        match.state = fight.match.state.copy()
        act = SHOT if n % 4 == 0 else BLOW
        drive(perform(match, act), Duelist(act, dice, reaction, shift_by_policy(match, act, Policy.MAX_KILL)))
    print(f"{attacks:>9} attacks  {_held():7.1f} MB  {time.perf_counter() - start:6.0f} s")


def _held() -> float:
    """The most memory that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(arguments: list[str]) -> int:
    """Compare the speeds, or resolve attacks and print the memory."""
    if arguments[:1] == ["--memory"]:
        remember(int(arguments[1]) if arguments[1:] else MILLION)
        return 0
    return print_speeds(speeds(int(arguments[0]) if arguments else ROUNDS))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

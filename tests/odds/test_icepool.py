"""The odds are exactly icepool's: fractions, cell by cell, over hundreds of random fighters."""

from fractions import Fraction
from typing import Any

import icepool
import pytest
from duels import DODGE, ELENIA, PASSIVE, RESPONSE, VLADD, YURI
from odds import with_icepool
from odds.profiles import (
    CBT,
    SPD,
    VIG,
    Chance,
    Profile,
    at_random,
    blow,
    bomb,
    burst,
    chance,
    gun,
    shot,
    table,
)
from odds.with_icepool import MISS, Aim, fractions

from edencli.odds.attack import attack_odds, burn_odds
from edencli.odds.dice import opposition_odds, throw_odds
from edencli.odds.outcome import Odds
from edencli.odds.shifting import Policy
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import Rulebook, rulebook

POLICIES = tuple(Policy)


def ours(odds: Any) -> dict[Any, Fraction]:
    """Our odds as fractions, having seen that they are whole."""
    assert isinstance(odds, Odds)
    assert sum(odds.joint.values()) == odds.denominator
    return {harms: Fraction(n, odds.denominator) for harms, n in odds.joint.items()}


def drawn(number: int) -> tuple[Chance, Rulebook, Policy, Profile, Profile]:
    """A book, a policy and two fighters."""
    dice = chance(number)
    book, policy = rulebook(dice.choice(BOOKS)), dice.choice(POLICIES)
    return dice, book, policy, at_random(dice, most=10), at_random(dice, most=10)


@pytest.mark.parametrize("number", range(300))
def test_a_blow_met_passively(number: int) -> None:
    _, book, policy, yuri, elenia = drawn(number)

    (odds,) = attack_odds(table(book, yuri, elenia), blow(), policy, [PASSIVE]).results

    die = with_icepool.passive(yuri.has(CBT), elenia.has(VIG), elenia, Aim(policy))
    assert ours(odds) == fractions(die)


@pytest.mark.parametrize("number", range(300))
def test_a_blow_dodged(number: int) -> None:
    _, book, policy, yuri, elenia = drawn(number)

    (odds,) = attack_odds(table(book, yuri, elenia), blow(), policy, [DODGE]).results

    die = with_icepool.dodge(yuri.has(CBT), elenia.has(VIG), elenia, Aim(policy))
    assert ours(odds) == fractions(die)


@pytest.mark.parametrize("number", range(100))
def test_a_response(number: int) -> None:
    _, book, policy, yuri, elenia = drawn(number)

    (odds,) = attack_odds(table(book, yuri, elenia), blow(), policy, [RESPONSE]).results

    assert ours(odds) == fractions(with_icepool.response(yuri, elenia, Aim(policy)))


@pytest.mark.parametrize("number", range(300))
def test_a_shot(number: int) -> None:
    dice, book, policy, yuri, elenia = drawn(number)
    weapon, obstacles = gun(dice.randrange(6)), dice.randrange(3)
    act = shot(weapon, obstacles=obstacles)

    (odds,) = attack_odds(table(book, yuri, elenia, gear=weapon), act, policy).results

    hits = with_icepool.pool(yuri.has(CBT) - obstacles, elenia.has(SPD))
    aim = Aim(policy, kept=1 if book.key == "de" else 0)
    assert ours(odds) == fractions(with_icepool.shot(hits, act.use.strength, elenia, aim))


@pytest.mark.parametrize("number", range(100))
def test_a_shot_into_a_melee_where_an_odd_roll_hits_a_friend(number: int) -> None:
    dice, book, policy, yuri, elenia = drawn(number)
    weapon, vladd = gun(dice.randrange(4)), at_random(dice)
    match = table(book, yuri, elenia, gear=weapon, others={VLADD: vladd})
    act = shot(weapon, bystanders=(VLADD,))

    (odds,) = attack_odds(match, act, policy).results

    kept = 1 if book.key == "de" else 0

    def end(hits: int) -> Any:
        if not hits:
            return (MISS, MISS)
        victim = vladd if hits % 2 else elenia
        aim = Aim(policy, kept, spared=victim is vladd)
        harm = with_icepool.shot(icepool.Die([hits]), act.use.strength, victim, aim)
        return harm.map(lambda *one: (MISS, one) if hits % 2 else (one, MISS), star=True)

    hits = with_icepool.pool(yuri.has(CBT), elenia.has(SPD))
    assert ours(odds) == fractions(hits.map(end))


@pytest.mark.parametrize("number", range(50))
def test_burning(number: int) -> None:
    _, book, _, yuri, elenia = drawn(number)

    odds = burn_odds(table(book, yuri, elenia), ELENIA)

    wounds = 3 @ (icepool.d6 > elenia.has(VIG))
    die = with_icepool.blow(wounds, elenia, Aim("none"), lambda n: icepool.Die([n]))
    assert ours(odds) == fractions(die)


@pytest.mark.parametrize("number", range(50))
def test_an_explosion(number: int) -> None:
    dice, book, _, yuri, elenia = drawn(number)
    weapon = bomb(dice.randrange(6))
    match = table(book, yuri, elenia, gear=weapon)

    caught, self_caught = attack_odds(match, burst(weapon, ELENIA, YURI)).results

    for one, profile in ((caught, elenia), (self_caught, yuri)):
        die = with_icepool.pool(weapon.uses[0].explosive, profile.has(VIG))
        assert Fraction(one.hurt, one.denominator) == die.probability(">=", 1)
        lost = {losses for losses, n in one.cases.items() if n and any(losses)}
        assert lost == ({(1, 1, 1, 1)} if one.hurt else set())
        assert one.out == (one.hurt if 1 in profile.left else 0)


@pytest.mark.parametrize("pool", range(9))
@pytest.mark.parametrize("difficulty", range(13))
def test_a_plain_roll(pool: int, difficulty: int) -> None:
    thrown = throw_odds(rulebook("en"), pool, difficulty)

    die = with_icepool.pool(pool, difficulty)
    cases = {n: Fraction(w, thrown.denominator) for n, w in enumerate(thrown.by_successes) if w}
    assert cases == {n: Fraction(w, die.denominator()) for n, w in die.items()}


@pytest.mark.parametrize("one", range(9))
@pytest.mark.parametrize("other", range(9))
def test_an_opposition(one: int, other: int) -> None:
    odds = opposition_odds(one, other)

    def winner(first: int, second: int) -> Any:
        again = one == other and first == second
        return icepool.Reroll if again else (one + first, one) > (other + second, other)

    die = icepool.map(winner, icepool.d6, icepool.d6)
    assert Fraction(odds.wins[0], odds.denominator) == die.probability("==", True)  # noqa: FBT003  # its API
    assert sum(odds.wins) == odds.denominator

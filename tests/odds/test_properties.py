"""What is true of all odds: they are whole, they agree, and no policy beats the one for its own aim."""

from fractions import Fraction
from typing import Any

import pytest
from duels import DODGE, ELENIA, PASSIVE, RESPONSE
from hypothesis import given, settings
from hypothesis import strategies as st
from odds.profiles import Profile, at_random, blow, chance, gun, shot, table

from edencli.match.match import Match
from edencli.odds.attack import attack_odds, burn_odds
from edencli.odds.outcome import Fate, Odds
from edencli.odds.shifting import Policy
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook

FIGHTERS = st.builds(lambda seed, most: at_random(chance(seed), most=most), st.integers(), st.integers(1, 14))
POLICIES = st.sampled_from(Policy)
GUN = gun(3)


@st.composite
def attacks(draw: Any) -> tuple[Match, Any, Any]:
    """Any match, an attack in it, and how it is met."""
    book = rulebook(draw(st.sampled_from(BOOKS)))
    match = table(book, draw(FIGHTERS), draw(FIGHTERS), gear=GUN)
    reaction = draw(st.sampled_from([None, PASSIVE, DODGE, RESPONSE]))
    return match, shot(GUN) if reaction is None else blow(), reaction


def odds_of(attack: tuple[Match, Any, Any], policy: Policy) -> Odds:
    """The odds of such an attack."""
    match, act, reaction = attack
    (odds,) = attack_odds(match, act, policy, [reaction] if reaction else [PASSIVE]).results
    assert isinstance(odds, Odds)
    return odds


@given(attacks(), POLICIES)
@settings(max_examples=150)
def test_all_cases_are_counted_once(attack: Any, policy: Policy) -> None:
    odds = odds_of(attack, policy)

    assert sum(odds.joint.values()) == odds.denominator
    assert all(weight > 0 for weight in odds.joint.values())
    for fate in odds.fates:
        assert sum(fate.weights.values()) == odds.denominator
        assert sum(fate.by_cp) == odds.denominator


@given(attacks(), POLICIES)
@settings(max_examples=150)
def test_what_becomes_of_a_fighter_agrees_with_what_becomes_of_his_limbs(attack: Any, policy: Policy) -> None:
    odds = odds_of(attack, policy)

    for fate in odds.fates:
        assert fate.out <= fate.hurt == sum(limb.hit for limb in fate.by_limb)
        assert fate.out == sum(limb.out for limb in fate.by_limb)
        assert fate.lost == sum(cp * cases for cp, cases in enumerate(fate.by_cp))
        assert all(limb.turned + limb.out <= limb.hit for limb in fate.by_limb)


@given(attacks())
@settings(max_examples=150)
def test_no_policy_puts_a_victim_out_more_often_than_the_one_for_it(attack: Any) -> None:
    if attack[2] is RESPONSE:
        return

    none, kill, wounds = (odds_of(attack, policy).fates[0] for policy in Policy)

    assert share(kill, kill.out) >= max(share(none, none.out), share(wounds, wounds.out))
    assert share(wounds, wounds.lost) >= max(share(none, none.lost), share(kill, kill.lost))


@given(FIGHTERS, FIGHTERS, POLICIES, st.sampled_from(BOOKS))
@settings(max_examples=100)
def test_dodging_never_hurts_the_target(yuri: Profile, elenia: Profile, policy: Policy, book: str) -> None:
    match = table(rulebook(book), yuri, elenia)

    passive, dodged = (odds_of((match, blow(), reaction), policy).fates[0] for reaction in (PASSIVE, DODGE))

    assert share(dodged, dodged.hurt) <= share(passive, passive.hurt)
    if policy is Policy.MAX_KILL:
        assert share(dodged, dodged.out) <= share(passive, passive.out)


@given(FIGHTERS, st.sampled_from(BOOKS))
@settings(max_examples=60)
def test_a_fighter_whose_vig_no_die_beats_cannot_burn(elenia: Profile, book: str) -> None:
    odds = burn_odds(table(rulebook(book), Profile(), elenia), ELENIA)

    assert sum(odds.joint.values()) == odds.denominator
    if elenia.white[2] >= 6 and elenia.red[2] >= 6:
        assert odds.fates[0].hurt == 0


@pytest.mark.parametrize("policy", Policy)
def test_odds_ask_and_change_nothing(policy: Policy) -> None:
    match = table(rulebook("en"), Profile(), Profile(lost=(1, 0, 1, 0)), gear=GUN)
    before = match.state.copy()

    attack_odds(match, blow(), policy)
    attack_odds(match, shot(GUN), policy)

    assert match.state == before
    assert match.log == []


def share(fate: Fate, cases: int) -> Fraction:
    """Cases as a fraction."""
    return Fraction(cases, fate.denominator)

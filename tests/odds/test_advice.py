"""A known roll: every legal shift is weighed, and the policies take the best of them."""

from fractions import Fraction
from typing import Any

import icepool
import pytest
from duels import DODGE, ELENIA, PASSIVE, RESPONSE, VLADD, YURI
from odds import with_icepool
from odds.profiles import CBT, LIMBS, SPD, VIG, Profile, at_random, blow, chance, gun, shot, table

from edencli.match.pieces import Side
from edencli.match.questions import Choice, Question
from edencli.match.rules_api import perform
from edencli.odds.attack import ShiftAdvice, advise_shift, choose_face
from edencli.odds.shifting import Policy
from edencli.referee.answers import drive
from edencli.referee.dice import ListedDice
from edencli.referee.duelist import Duelist, RollToLocation, shift_by_policy, throw_to_location
from edencli.rulebooks.values import rulebook
from edencli.rules.melee import response_blow
from edencli.rules.rolls import shift_location

PURPOSES = (Policy.MAX_KILL, Policy.MAX_WOUNDS)


def weighed(advice: ShiftAdvice) -> dict[int, tuple[Fraction, Fraction]]:
    """By face, the chance that the victim is out and the CP that he loses on average."""
    per = advice.denominator
    return {one.face: (Fraction(one.out, per), Fraction(one.lost, per)) for one in advice.options}


def by_icepool(advice: ShiftAdvice, victim: Profile, wounds: Any) -> dict[int, tuple[Fraction, Fraction]]:
    """The same with the other library."""
    found = {}
    for one in advice.options:
        limb = LIMBS.index(one.limb)
        left, guard = victim.left[limb], victim.guard[limb]
        lost = wounds(one.left).map(lambda n, left=left, guard=guard: min(left, max(0, n - guard)))
        found[one.face] = (lost.probability("==", left) if left else Fraction(0), lost.mean())
    return found


@pytest.mark.parametrize("number", range(60))
def test_every_choice_is_worth_what_icepool_says(number: int) -> None:
    dice = chance(number)
    yuri, elenia, weapon = at_random(dice), at_random(dice), gun(dice.randrange(5))
    match = table(rulebook(dice.choice(("en", "de"))), yuri, elenia, gear=weapon)
    hits, face = dice.randint(1, 8), dice.randint(1, 6)

    passive = advise_shift(match, blow(), hits, face)
    dodged = advise_shift(match, blow(), hits, face, dodging=True)
    shot_at = advise_shift(match, shot(weapon), hits, face)

    cancelled, strength = with_icepool.pool(elenia.has(SPD), yuri.has(CBT)), weapon.uses[0].strength or 0
    assert weighed(passive) == by_icepool(passive, elenia, lambda n: icepool.Die([n]))
    assert weighed(dodged) == by_icepool(dodged, elenia, lambda n: cancelled.map(lambda d: max(0, n - d)))
    assert weighed(shot_at) == by_icepool(
        shot_at, elenia, lambda n: with_icepool.pool(strength + n, elenia.has(VIG))
    )


@pytest.mark.parametrize("book", ["en", "de"])
@pytest.mark.parametrize("hits", range(1, 8))
def test_the_choices_are_those_that_the_rules_would_allow(book: str, hits: int) -> None:
    weapon = gun(2)
    match = table(rulebook(book), Profile(), Profile(), gear=weapon)
    attacks = match.book.attacks

    for face in range(1, 7):
        for act, kept in (
            (blow(), attacks.melee_successes_kept),
            (shot(weapon), attacks.shooting_successes_kept),
        ):
            asked: list[Question[Any]] = []
            drive(shift_location(match, YURI, ELENIA, face, hits, kept, step="here"), asked.append)

            allowed = asked[0].allowed_options() if asked and isinstance(asked[0], Choice) else [face]
            assert sorted(one.face for one in advise_shift(match, act, hits, face).options) == allowed


@pytest.mark.parametrize("number", range(40))
def test_the_best_choice_stands_first_and_is_the_one_that_a_policy_takes(number: int) -> None:
    dice = chance(number)
    match = table(rulebook("en"), at_random(dice), at_random(dice))
    hits, face, dodging = dice.randint(1, 6), dice.randint(1, 6), dice.random() < 0.5

    for purpose in PURPOSES:
        advice = advise_shift(match, blow(), hits, face, dodging=dodging, first=purpose)

        worth = [
            (one.out, one.lost) if purpose is Policy.MAX_KILL else (one.lost, one.out)
            for one in advice.options
        ]
        assert worth == sorted(worth, reverse=True)
        assert advice.best[purpose] == advice.options[0]
        assert choose_face(match, blow(), purpose, hits, face, dodging=dodging) == advice.options[0].face


def test_of_equal_choices_the_cheapest_is_taken_and_then_the_lowest_face() -> None:
    nobody_feels_it = Profile(guard=(9, 9, 9, 9))
    alike = Profile(at=(0, 1, 2, 3, 0, 0), lost=(3, 0, 3, 0), guard=(0, 9, 0, 9))
    match = table(rulebook("en"), Profile(), nobody_feels_it)
    twins = table(rulebook("en"), Profile(), alike)

    assert choose_face(match, blow(), Policy.MAX_KILL, 6, 4) == 4
    assert choose_face(twins, blow(), Policy.MAX_KILL, 6, 2) == 1
    assert choose_face(twins, blow(), Policy.MAX_KILL, 6, 4) == 3


def test_no_policy_leaves_the_die_where_it_fell() -> None:
    match = table(rulebook("en"), Profile(), Profile(lost=(3, 0, 0, 0)))

    assert choose_face(match, blow(), Policy.NONE, 6, 2) == 2


def test_a_comrade_who_is_hit_is_spared() -> None:
    weapon, weak = gun(2), Profile(lost=(3, 0, 0, 0))
    match = table(rulebook("en"), Profile(), Profile(), gear=weapon, others={VLADD: weak})
    into_melee = shot(weapon, bystanders=(VLADD,))

    advice = advise_shift(match, into_melee, 3, 1)

    assert advice.body.piece == VLADD
    assert advice.options[0].limb is not LIMBS[0]
    assert advice.best[Policy.MAX_KILL] == advice.options[0]
    assert advice.options[0].out == min(one.out for one in advice.options)


def test_play_moves_the_die_as_the_policy_says() -> None:
    match = table(rulebook("en"), Profile(), Profile(lost=(0, 0, 3, 0)))
    dice = ListedDice([6, 6, 6, 6, 3])

    drive(
        perform(match, blow()),
        Duelist(blow(), dice, PASSIVE, shift_by_policy(match, blow(), Policy.MAX_KILL)),
    )

    assert not match.is_on_field(ELENIA)


def test_in_a_response_each_blow_is_moved_by_the_policy_of_its_own_attacker() -> None:
    match = table(rulebook("en"), Profile(lost=(0, 0, 3, 0)), Profile())
    elenia_first = [1, 6, 6, 6, 6, 6, 3]

    drive(
        perform(match, blow()),
        Duelist(blow(), ListedDice(elenia_first), RESPONSE, shift_by_policy(match, blow(), Policy.MAX_KILL)),
    )

    assert not match.is_on_field(YURI)


def test_a_roll_is_known_once_its_location_die_has_fallen() -> None:
    match = table(rulebook("en"), Profile(), Profile())
    before = match.state.copy()

    known = throw_to_location(match, blow(), DODGE, ListedDice([6, 5, 4, 1, 2]))

    assert known == RollToLocation(blow(), hits=3, face=2, dodging=True, kept=1)
    assert (match.state, match.log) == (before, [])


def test_a_roll_that_misses_is_not_known() -> None:
    match = table(rulebook("en"), Profile(), Profile())

    assert throw_to_location(match, blow(), PASSIVE, ListedDice([1, 1, 1, 1])) is None


def test_the_blow_that_is_known_is_the_one_that_is_struck_first() -> None:
    match = table(rulebook("en"), Profile(), Profile())

    known = throw_to_location(match, blow(), RESPONSE, ListedDice([1, 6, 6, 6, 6, 6, 5]))

    assert known == RollToLocation(response_blow(blow()), hits=4, face=5, dodging=False, kept=1)
    assert known.act.fighter.side is Side.BLUE

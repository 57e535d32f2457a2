"""Disengagement (chapter 5 under Move, 6 in the French book)."""

from collections.abc import Sequence

import pytest
from duels import (
    ARMS,
    BLUE,
    ELENIA,
    FEAR,
    HEAD,
    RAGE,
    RED,
    SPD,
    YLISS,
    YURI,
    Duel,
    fighter,
)

from edencli.match.events import ApSpent, AttackEnded, Reacted, Rolled
from edencli.match.match import Query
from edencli.match.pieces import Piece
from edencli.match.rules_api import value
from edencli.rulebooks.values import Rulebook
from edencli.rules.actions import disengage

BOTH = (ELENIA, YLISS)


def leaves(duel: Duel, enemies: Sequence[Piece], dice: str, **answers: object) -> bool:
    rules = {"strike": "disengage.strikes", "order": "simultaneous"}
    named = {rules[name]: given for name, given in answers.items()}
    return duel.play(disengage(duel.match, YURI, enemies), dice, named)


@pytest.mark.rule("disengage.roll")
def test_one_success_against_the_highest_speed_is_enough(book: Rulebook) -> None:
    duel = Duel(book, fighter(spd=3), fighter(spd=4), yliss=fighter(spd=6))

    assert leaves(duel, BOTH, "611") is True
    assert duel.last(Rolled).needed == 6
    assert duel.events(AttackEnded) == []


@pytest.mark.rule("disengage.roll")
def test_the_speed_of_who_cannot_strike_counts_all_the_same(book: Rulebook) -> None:
    """H-64."""
    duel = Duel(book, fighter(spd=2), fighter(spd=3), yliss=fighter(spd=5))
    duel[YLISS].markers, duel[ELENIA].ap = {FEAR: 1}, 0

    assert leaves(duel, BOTH, "44") is True
    assert duel.last(Rolled).needed == 5


@pytest.mark.rule("disengage.roll", "state.rage")
def test_speeds_are_those_of_the_moment(book: Rulebook) -> None:
    duel = Duel(book, fighter(spd=2), fighter(spd=3))
    duel[ELENIA].markers = {RAGE: 2}

    assert value(duel.match, Query(SPD, ELENIA)).total == 5
    leaves(duel, [ELENIA], "51")
    assert duel.last(Rolled).needed == 5


@pytest.mark.rule("disengage.strikes")
def test_after_a_failure_each_enemy_may_pay_for_a_strike(book: Rulebook) -> None:
    """H-63: one by one, in the order of the first player."""
    duel = Duel(book, yliss=fighter(cbt=2))
    duel.match.state.first_player = BLUE

    assert leaves(duel, BOTH, "1111  41 2  4111 1", order=1, strike=[True, True]) is True

    assert duel.asked[1].asked is BLUE
    assert [event.attacker for event in duel.events(AttackEnded)] == [YLISS, ELENIA]
    assert duel[YURI].lost == {ARMS: 1, HEAD: 1}
    assert (duel[ELENIA].ap, duel[YLISS].ap) == (2, 2)


@pytest.mark.rule("disengage.strikes")
def test_the_leaver_is_passive(book: Rulebook) -> None:
    """H-72; the German "may only react" is a slip."""
    duel = Duel(book)

    leaves(duel, [ELENIA], "1111  4111 2", strike=True)

    assert duel.events(Reacted) == []
    assert "melee.reaction" not in duel.rules_asked()
    assert duel[YURI].ap == 3


@pytest.mark.rule("disengage.strikes", "disengage.not-activated")
def test_a_strike_counts_as_an_attack_and_activates_nobody(book: Rulebook) -> None:
    duel = Duel(book)
    duel[ELENIA].used_round = {"attack": 1}

    leaves(duel, [ELENIA], "1111  1111", strike=True)

    assert duel.last(ApSpent).act == "disengage.strikes"
    assert duel[ELENIA].used_round == {"attack": 2}
    assert duel[ELENIA].activated is False


@pytest.mark.rule("disengage.strikes")
def test_a_strike_may_be_declined(book: Rulebook) -> None:
    """H-67: then he simply goes."""
    duel = Duel(book)

    assert leaves(duel, [ELENIA], "1111", strike=False) is True
    assert leaves(duel, [ELENIA], "1111") is True
    assert duel.rules_asked() == ["roll.characteristic", "disengage.strikes"]
    assert duel.events(ApSpent) == []


@pytest.mark.rule("disengage.roll")
def test_who_may_not_strike_is_not_asked(book: Rulebook) -> None:
    duel = Duel(book, yliss=fighter())
    duel[ELENIA].ap = 0
    duel[YLISS].used_round = {"attack": 2}

    assert leaves(duel, BOTH, "1111") is True
    assert duel.rules_asked() == ["roll.characteristic"]


@pytest.mark.rule("disengage.strikes")
def test_only_those_who_may_strike_are_put_in_order(book: Rulebook) -> None:
    duel = Duel(book, yliss=fighter())
    duel[YLISS].markers = {FEAR: 1}

    leaves(duel, BOTH, "1111  1111", strike=True)

    assert "simultaneous" not in duel.rules_asked()
    assert duel.last(AttackEnded).attacker == ELENIA


@pytest.mark.rule("disengage.strikes", "wound.incapacitated")
def test_who_is_put_out_by_a_strike_goes_nowhere(book: Rulebook) -> None:
    """H-65; and nobody strikes at the fallen."""
    duel = Duel(book, fighter(cp={ARMS: (1, 0)}), yliss=fighter())
    duel.match.state.first_player = RED

    assert leaves(duel, BOTH, "1111  4111 2", order=0, strike=True) is False
    assert duel[YLISS].ap == 3


@pytest.mark.rule("disengage.roll", "roll.zero")
def test_who_has_no_speed_fails(book: Rulebook) -> None:
    duel = Duel(book, fighter(spd=0))

    assert leaves(duel, [ELENIA], "") is True

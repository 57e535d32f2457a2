"""Melee attacks: target, reaction, the blow step by step (chapter 6.A, 7.A in the French book)."""

import pytest
from duels import (
    ARMS,
    CBT,
    DODGE,
    ELENIA,
    FEAR,
    HEAD,
    LEGS,
    PASSIVE,
    POISON,
    RAGE,
    RESPONSE,
    SPD,
    TORSO,
    YURI,
    Duel,
    complete,
    fighter,
)

from edencli.match.events import (
    ApSpent,
    AttackBegun,
    AttackEnded,
    Cancelled,
    Located,
    Opposed,
    Reacted,
    Rolled,
    Wounded,
)
from edencli.match.pieces import Side
from edencli.match.questions import Choice
from edencli.match.reasons import Part
from edencli.referee.answers import IllegalAnswer
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Dodge, Melee


@pytest.mark.rule("melee.target", "melee.reaction")
def test_the_attacker_names_his_target_and_the_targets_player_chooses_the_reaction(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("1111")

    assert duel.last(AttackBegun).target == ELENIA
    assert (duel.asked[0].rule, duel.asked[0].asked) == ("melee.reaction", Side.BLUE)
    assert [type(event) for event in duel.match.log].index(Reacted) < [
        type(event) for event in duel.match.log
    ].index(Rolled)


@pytest.mark.rule("melee.reaction")
def test_any_of_three_reactions_may_be_chosen(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("1111")

    reaction = duel.asked[0]
    assert isinstance(reaction, Choice)
    assert reaction.allowed_options() == [PASSIVE, DODGE, RESPONSE]


@pytest.mark.rule("melee.passive", "melee.location", "melee.success", "attack.success")
def test_a_passive_target_suffers_a_wound_for_each_success(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=5), fighter(vig=4))

    duel.strikes("13456  4")

    assert duel.rules_asked() == [
        "melee.reaction",
        "roll.characteristic",
        "roll.location",
        "roll.location-shift",
    ]
    assert [event.step for event in (duel.last(Rolled), duel.last(Located), duel.last(Wounded))] == [
        "melee.passive",
        "melee.location",
        "melee.success",
    ]
    assert duel.asked[-1].about["step"] == "melee.location"
    assert duel[ELENIA].lost == {TORSO: 3}
    assert duel.last(AttackEnded) == AttackEnded(
        rule="attack.success",
        attacker=YURI,
        victim=ELENIA,
        limb=TORSO,
        wounds=3,
        cp_lost=3,
        success=True,
        how="melee",
    )


@pytest.mark.rule("melee.passive")
def test_the_vigor_of_the_target_is_the_difficulty(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=4), fighter(vig=8))

    duel.strikes("65  1")

    assert duel.last(Rolled).needed == 6
    assert duel[ELENIA].lost == {HEAD: 1}


@pytest.mark.rule("melee.passive")
def test_without_a_success_nothing_is_located(book: Rulebook) -> None:
    """H-28."""
    duel = Duel(book, fighter(cbt=2), fighter(vig=4))

    duel.strikes("33")

    assert duel.events(Located) == []
    assert duel.last(AttackEnded) == AttackEnded(
        rule="attack.success",
        attacker=YURI,
        victim=ELENIA,
        limb=None,
        wounds=0,
        cp_lost=0,
        success=False,
        how="melee",
    )


@pytest.mark.rule("melee.passive", "roll.zero")
def test_an_attack_without_cbt_fails_by_itself(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=1))
    duel[YURI].markers = {POISON: 1}

    duel.strikes("")

    assert duel.last(AttackEnded).success is False


@pytest.mark.rule("melee.location", "roll.location-shift")
def test_successes_move_the_location_and_what_is_left_wounds(book: Rulebook) -> None:
    """All books but a slip in `it` say that only what remains wounds."""
    duel = Duel(book)

    duel.strikes("4441  5", shift=6)

    assert duel[ELENIA].lost == {LEGS: 2}
    assert duel.asked[3].asked is Side.RED


@pytest.mark.rule("melee.location", "roll.location-shift")
def test_one_success_must_be_kept(book: Rulebook) -> None:
    duel = Duel(book)

    with pytest.raises(IllegalAnswer) as illegal:
        duel.strikes("4411  5", shift=3)

    assert illegal.value.refusal.rule == "melee.location"
    assert duel.asked[-1].allowed_options() == [4, 5, 6]  # type: ignore[attr-defined]


@pytest.mark.rule("melee.location")
def test_a_single_success_leaves_nothing_to_shift_with(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("4111  5")

    assert duel.rules_asked()[-1] == "roll.location"
    assert duel[ELENIA].lost == {TORSO: 1}


@pytest.mark.rule("attack.success", "melee.success", "gear.protection")
def test_an_attack_that_protection_absorbs_is_a_failure(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(gear=[complete(2)]))

    duel.strikes("4411  5")

    assert duel.last(Wounded).absorbed == 2
    assert (duel.last(AttackEnded).wounds, duel.last(AttackEnded).success) == (2, False)


@pytest.mark.rule("melee.dodge")
def test_each_success_of_a_dodge_cancels_one_of_the_attack(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=5), fighter(vig=4, spd=4))

    duel.strikes("44441  2  5421", DODGE)

    assert duel.last(Rolled).needed == 5
    assert (duel.last(Rolled).step, duel.last(Rolled).by) == ("melee.dodge", ELENIA)
    assert duel.last(Cancelled) == Cancelled(rule="melee.dodge", by=ELENIA, attacker=YURI, n=1, left=3)
    assert duel[ELENIA].lost == {ARMS: 3}


@pytest.mark.rule("melee.dodge", "attack.success")
def test_a_dodge_may_cancel_every_success_and_no_more(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("4111  2  4444", DODGE)

    assert (duel.last(Cancelled).n, duel.last(Cancelled).left) == (1, 0)
    assert duel[ELENIA].lost == {}
    assert duel.last(AttackEnded).success is False


@pytest.mark.rule("melee.dodge", "melee.location")
def test_a_dodge_cancels_what_the_shift_has_left(book: Rulebook) -> None:
    """H-78: spent first, dodged after; the location stays."""
    duel = Duel(book)

    duel.strikes("4444  5  4111", DODGE, shift=6)

    assert duel[ELENIA].lost == {LEGS: 2}


@pytest.mark.rule("melee.dodge", "roll.difficulty-over-6")
def test_a_cbt_over_six_costs_the_dodger_dice(book: Rulebook) -> None:
    """H-77: the attacker's CBT in this attack, every modifier included."""
    duel = Duel(book, fighter(cbt=6), fighter(spd=5))
    duel[YURI].markers = {RAGE: 2}

    duel.strikes("44111111  2  666", DODGE)

    assert duel.last(Rolled).pool[-1].n == -2
    assert duel[ELENIA].lost == {}


@pytest.mark.rule("melee.dodge", "action.cost")
def test_a_dodge_is_paid_before_any_die_and_kept_when_the_attack_misses(book: Rulebook) -> None:
    """H-70, H-28: no success, no dodge roll, and the AP is gone."""
    duel = Duel(book)

    duel.strikes("1111", DODGE)

    kinds = [event.kind for event in duel.match.log]
    assert kinds.index("attack-begun") < kinds.index("ap-spent", kinds.index("attack-begun"))
    assert (
        kinds.index("ap-spent", kinds.index("attack-begun")) < kinds.index("reacted") < kinds.index("rolled")
    )
    assert len(duel.events(Rolled)) == 1
    assert duel[ELENIA].ap == 2


@pytest.mark.rule("melee.dodge", "melee.reaction", "action.cost")
def test_a_fighter_dodges_as_often_as_he_can_pay(book: Rulebook) -> None:
    duel = Duel(book)
    duel[YURI].ap = 4
    duel.strikes("1111", DODGE)
    duel.strikes("1111", DODGE)
    duel[YURI].used_round = {}
    duel.strikes("1111", DODGE)
    assert (duel[ELENIA].ap, duel[ELENIA].used_round["dodge"]) == (0, 3)

    assert duel.refusal(Dodge(fighter=ELENIA)).rule == "action.cost"  # type: ignore[union-attr]
    duel.strikes("1111", reaction=None)


@pytest.mark.rule("melee.dodge", "state.fear")
def test_a_frightened_fighter_may_dodge_but_not_respond(book: Rulebook) -> None:
    """H-73; the Italian card's "reactions" is a slip against its own text."""
    duel = Duel(book)
    duel[ELENIA].markers = {FEAR: 1}

    duel.strikes("4111  2  4111", DODGE)
    assert duel[ELENIA].lost == {}

    with pytest.raises(IllegalAnswer) as illegal:
        duel.strikes("", RESPONSE)
    assert illegal.value.refusal.rule == "state.fear"


@pytest.mark.rule("melee.reaction", "melee.passive")
def test_who_can_pay_for_nothing_is_passive_unasked(book: Rulebook) -> None:
    duel = Duel(book)
    duel[ELENIA].ap = 0

    duel.strikes("1111", reaction=None)

    assert duel.last(Reacted).reaction == "passive"
    assert duel.last(Reacted).rule == "melee.passive"


@pytest.mark.rule("melee.response", "roll.opposition")
def test_the_winner_of_a_response_strikes_first_and_the_loser_may_strike_back(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=4), fighter(cbt=4))

    duel.strikes("1 2  4111 2  4411 6", RESPONSE, strike_back=True)

    assert (duel.last(Opposed).winner, duel.last(Opposed).step) == (ELENIA, "melee.response")
    assert [event.attacker for event in duel.events(AttackEnded)] == [ELENIA, YURI]
    assert (duel[YURI].lost, duel[ELENIA].lost) == ({ARMS: 1}, {LEGS: 2})


@pytest.mark.rule("melee.response")
def test_the_attacker_who_wins_strikes_first(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("2 1  4111 2  1111", RESPONSE, strike_back=True)

    assert [event.attacker for event in duel.events(AttackEnded)] == [YURI, ELENIA]


@pytest.mark.rule("melee.response")
def test_the_loser_may_decline_to_strike_back(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("2 1  4111 2", RESPONSE, strike_back=False)

    assert duel.asked[-1].asked is Side.BLUE
    assert len(duel.events(AttackEnded)) == 1


@pytest.mark.rule("melee.response", "wound.incapacitated", "action.cost")
def test_who_is_put_out_does_not_strike_back_and_has_paid(book: Rulebook) -> None:
    """H-75."""
    duel = Duel(book, elenia=fighter(cp={ARMS: (1, 0)}))

    duel.strikes("2 1  4111 2", RESPONSE)

    assert not duel.match.is_on_field(ELENIA)
    assert (duel[ELENIA].ap, duel[ELENIA].used_round) == (2, {"attack": 1})


@pytest.mark.rule("melee.response", "wound.incapacitated")
def test_the_attacker_may_be_put_out_by_the_response(book: Rulebook) -> None:
    """H-76."""
    duel = Duel(book, fighter(cp={HEAD: (1, 0)}))

    duel.strikes("1 2  4111 1", RESPONSE)

    assert not duel.match.is_on_field(YURI)
    assert [event.attacker for event in duel.events(AttackEnded)] == [ELENIA]


@pytest.mark.rule("melee.response", "wound.wounded-limb")
def test_wounded_arms_weaken_the_blow_that_is_struck_back(book: Rulebook) -> None:
    """H-74: the first blow's wounds count in the second."""
    duel = Duel(book, elenia=fighter(cbt=4, hurt={CBT: 2}, cp={ARMS: (1, 2)}))

    duel.strikes("2 1  4111 2  44 6", RESPONSE, strike_back=True)

    assert len(duel.last(Rolled).dice) == 2
    assert duel[YURI].lost == {LEGS: 2}


@pytest.mark.rule("melee.response", "melee.location")
def test_both_blows_of_a_response_are_met_passively_and_may_be_shifted(book: Rulebook) -> None:
    """H-72: nobody reacts twice."""
    duel = Duel(book)

    duel.strikes("2 1  4411 2  4411 2", RESPONSE, shift=[1, 3], strike_back=True)

    assert duel.rules_asked().count("melee.reaction") == 1
    assert (duel[ELENIA].lost, duel[YURI].lost) == ({HEAD: 1}, {ARMS: 1})


@pytest.mark.rule("melee.response", "action.per-round")
def test_a_response_is_one_of_the_two_attacks_of_the_round(book: Rulebook) -> None:
    duel = Duel(book)
    duel[ELENIA].used_round = {"attack": 1}

    duel.strikes("2 1  1111", RESPONSE, strike_back=False)
    assert duel[ELENIA].used_round == {"attack": 2}

    with pytest.raises(IllegalAnswer) as illegal:
        duel.strikes("", RESPONSE)
    assert illegal.value.refusal.rule == "action.per-round"


@pytest.mark.rule("melee.response", "action.cost")
def test_a_response_costs_an_action_point_even_when_it_loses(book: Rulebook) -> None:
    duel = Duel(book)

    duel.strikes("2 1  1111", RESPONSE, strike_back=False)

    paid = [(event.fighter, event.n, event.act) for event in duel.events(ApSpent)]
    assert paid == [(YURI, 1, "action.attack"), (ELENIA, 1, "melee.response")]


@pytest.mark.rule("melee.response", "roll.opposition", "state.rage")
def test_a_response_opposes_cbt_as_it_is_now(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=4), fighter(cbt=4))
    duel[ELENIA].markers = {RAGE: 1}

    duel.strikes("3 2  11111", RESPONSE, strike_back=False)

    assert duel.last(Opposed).winner == ELENIA


@pytest.mark.rule("melee.dodge", "wound.wounded-limb")
def test_wounded_legs_dodge_with_their_red_value(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(spd=5, hurt={SPD: 1}, cp={LEGS: (1, 2)}))
    duel[ELENIA].lost = {LEGS: 1}

    duel.strikes("4111  2  3", DODGE)

    assert duel[ELENIA].lost == {LEGS: 1, ARMS: 1}


@pytest.mark.rule("territory.elevation", "melee.passive", books="en fr it pt")
def test_who_stands_above_strikes_better(book: Rulebook) -> None:
    """The French edition gives one point, the others two."""
    points = {"fr": 1}.get(book.key, 2)
    duel = Duel(book, fighter(cbt=3))

    duel.attacks(Melee(fighter=YURI, target=ELENIA, above=True), "1" * (3 + points), reaction=PASSIVE)

    assert duel.last(Rolled).pool[-1] == Part("territory.elevation", points)


@pytest.mark.rule("territory.elevation", "melee.dodge", "melee.response", books="en fr it pt")
def test_height_counts_wherever_cbt_is_used_in_that_attack(book: Rulebook) -> None:
    """H-77, H-80: in the opposition and as the difficulty of a dodge."""
    points = {"fr": 1}.get(book.key, 2)
    duel = Duel(book, fighter(cbt=3), fighter(cbt=3))
    attack = Melee(fighter=YURI, target=ELENIA, above=True)

    duel.attacks(attack, "4" + "1" * (2 + points) + "  2  1111", reaction=DODGE)
    assert duel.last(Rolled).needed == 3 + points

    duel.attacks(attack, "1 1  " + "1" * (3 + points), reaction=RESPONSE, strike_back=False)
    assert duel.last(Opposed).winner == YURI


@pytest.mark.rule("melee.dodge", books="en fr it pt")
def test_a_table_may_rule_that_a_dodge_meets_profile_and_markers_only(book: Rulebook) -> None:
    """H-77 decided otherwise: height does not count, rage does."""
    points = {"fr": 1}.get(book.key, 2)
    duel = Duel(book, fighter(cbt=3), rulings={"dodge-difficulty": "profile-and-markers"})
    duel[YURI].markers = {RAGE: 1}
    attack = Melee(fighter=YURI, target=ELENIA, above=True)

    duel.attacks(attack, "4" + "1" * (3 + points) + "  2  4111", reaction=DODGE)

    assert duel.last(Rolled).needed == 4
    assert duel[ELENIA].lost == {}

"""Attacks that somebody meddles with: what is replaced counts, and who is gone strikes nobody."""

import pytest
from duels import (
    ARMS,
    BLAST,
    BURN,
    DODGE,
    ELENIA,
    LEGS,
    PASSIVE,
    PROJECTILE,
    RED,
    RESPONSE,
    SHOOTING,
    TORSO,
    VLADD,
    YLISS,
    YURI,
    Duel,
    fighter,
    item,
    use,
)
from listeners import Card, dice, loses

from edencli.match.events import (
    ApSpent,
    AttackBegun,
    AttackEnded,
    Cancelled,
    CpLost,
    Healed,
    Left,
    LimbChanged,
    Located,
    MarkersAdded,
    Opposed,
    Reacted,
    Redirected,
    Rolled,
    Shifted,
    Wounded,
)
from edencli.model.fighter import UseLimits
from edencli.model.terms import Category
from edencli.rulebooks.values import rulebook
from edencli.rules.actions import disengage
from edencli.rules.conditions import treat_burning_fighter
from edencli.rules.wounds import heal

EN = rulebook("en")


def test_dice_thrown_again_count() -> None:
    duel = Duel(EN, listeners=[Card(Rolled, step="melee.passive", instead=dice(6, 6, 6, 1))])

    duel.strikes("1111  2")

    assert duel[ELENIA].lost == {ARMS: 3}


def test_a_roll_that_is_forbidden_has_no_success() -> None:
    duel = Duel(EN, listeners=[Card(Rolled, step="melee.passive", instead=lambda _: None)])

    duel.strikes("6666")

    assert duel.last(AttackEnded).success is False


def test_a_location_that_is_replaced_counts() -> None:
    moved = Card(Located, instead=lambda located: located.with_changes(face=6, limb=LEGS))
    duel = Duel(EN, listeners=[moved])

    duel.strikes("4111  2")

    assert duel[ELENIA].lost == {LEGS: 1}


def test_a_shift_that_is_forbidden_costs_nothing() -> None:
    duel = Duel(EN, listeners=[Card(Shifted, instead=lambda _: None)])

    duel.strikes("4411  5", shift=6)

    assert duel[ELENIA].lost == {TORSO: 2}


def test_a_dodge_that_is_forbidden_cancels_nothing() -> None:
    duel = Duel(EN, listeners=[Card(Cancelled, instead=lambda _: None)])

    duel.strikes("4411  5  4444", DODGE)

    assert duel[ELENIA].lost == {TORSO: 2}


def test_an_opposition_may_be_given_to_the_other() -> None:
    duel = Duel(EN, listeners=[Card(Opposed, instead=lambda opposed: opposed.with_changes(winner=ELENIA))])

    duel.strikes("6 1  1111", RESPONSE, strike_back=False)

    assert duel.last(AttackEnded).attacker == ELENIA


def test_a_shot_may_be_kept_on_its_target() -> None:
    bow = item("Bow", use(SHOOTING, strength=1))
    duel = Duel(
        EN, fighter(gear=[bow]), vladd=fighter(), listeners=[Card(Redirected, instead=lambda _: None)]
    )

    duel.shoots("4111  6  41", bystanders=(VLADD,))

    assert duel[ELENIA].lost == {LEGS: 1}


def test_wounds_may_be_forbidden() -> None:
    duel = Duel(EN, listeners=[Card(Wounded, instead=lambda _: None)])

    duel.strikes("4111  2")

    assert (duel[ELENIA].lost, duel.last(AttackEnded).success) == ({}, False)


def test_lost_cp_may_be_moved_to_another_limb_which_is_then_wounded() -> None:
    moved = Card(CpLost, instead=lambda lost: lost.with_changes(limbs={LEGS: 1}))
    duel = Duel(EN, elenia=fighter(cp={LEGS: (1, 2)}), listeners=[moved])

    duel.strikes("4111  2")

    assert duel[ELENIA].lost == {LEGS: 1}
    assert [event.limb for event in duel.events(LimbChanged)] == [LEGS]


def test_an_attack_that_is_forbidden_is_paid_and_goes_no_further() -> None:
    duel = Duel(EN, listeners=[Card(AttackBegun, instead=lambda _: None)])

    duel.strikes("", reaction=None)

    happened = ["ap-spent", "used", "attack-prevented"]
    assert (duel[YURI].ap, [event.kind for event in duel.match.log]) == (2, happened)


def test_an_attacker_who_falls_after_his_roll_wounds_nobody() -> None:
    duel = Duel(EN, listeners=[Card(Rolled, step="melee.passive", then=loses(YURI))])

    duel.strikes("4444")

    assert duel.events(Located) == []
    assert duel.last(AttackEnded).success is False


def test_an_attacker_who_falls_at_the_location_wounds_nobody() -> None:
    duel = Duel(EN, listeners=[Card(Located, then=loses(YURI))])

    duel.strikes("4111  2", DODGE)

    assert [event.step for event in duel.events(Rolled)] == ["melee.passive"]
    assert duel[ELENIA].lost == {}


def test_an_attacker_who_falls_while_he_pays_attacks_nobody() -> None:
    duel = Duel(EN, listeners=[Card(ApSpent, then=loses(YURI))])

    duel.strikes("", reaction=None)

    assert duel.events(AttackBegun) == []


def test_a_target_who_falls_when_attacked_is_not_asked() -> None:
    duel = Duel(EN, listeners=[Card(AttackBegun, then=loses(ELENIA))])

    duel.strikes("", reaction=None)

    assert duel.events(Reacted) == []


def test_a_target_who_falls_as_he_reacts_is_not_struck() -> None:
    duel = Duel(EN, listeners=[Card(Reacted, then=loses(ELENIA))])

    duel.strikes("", PASSIVE)

    assert duel.events(Rolled) == []


def test_who_falls_as_he_responds_opposes_nobody() -> None:
    duel = Duel(EN, listeners=[Card(Reacted, then=loses(ELENIA))])

    duel.strikes("", RESPONSE)

    assert duel.events(Opposed) == []


def test_an_attacker_who_falls_by_wounding_has_wounded() -> None:
    duel = Duel(EN, listeners=[Card(CpLost, then=loses(YURI))])

    duel.strikes("4111  2")

    assert duel[ELENIA].lost == {ARMS: 1}
    assert duel.last(AttackEnded).success is True


def test_who_falls_after_the_opposition_neither_strikes_nor_is_struck() -> None:
    duel = Duel(EN, listeners=[Card(Opposed, then=loses(ELENIA))])

    duel.strikes("6 1", RESPONSE)

    assert duel.events(Rolled) == []


def test_who_falls_by_striking_first_is_not_struck_back() -> None:
    duel = Duel(EN, listeners=[Card(CpLost, then=loses(YURI))])

    duel.strikes("6 1  4111  2", RESPONSE)

    assert len(duel.events(AttackEnded)) == 1


@pytest.mark.parametrize(("step", "dice_thrown"), [("shoot.roll", "4411"), ("shoot.strength", "4411 2 444")])
def test_a_shooter_who_falls_in_mid_shot_wounds_nobody(step: str, dice_thrown: str) -> None:
    bow = item("Bow", use(SHOOTING, strength=1))
    duel = Duel(EN, fighter(gear=[bow]), listeners=[Card(Rolled, step=step, then=loses(YURI))])

    duel.shoots(dice_thrown)

    assert (duel[ELENIA].lost, duel.last(AttackEnded).success) == ({}, False)


def test_a_victim_who_leaves_by_losing_cp_is_not_put_out_besides() -> None:
    duel = Duel(EN, elenia=fighter(cp={ARMS: (1, 0)}), listeners=[Card(CpLost, then=loses(ELENIA))])

    duel.strikes("4111  2")

    assert len(duel.events(Left)) == 1


def test_lost_cp_may_be_forbidden_and_the_attack_then_fails() -> None:
    duel = Duel(EN, listeners=[Card(CpLost, instead=lambda _: None)])

    duel.strikes("4111  2")

    assert duel[ELENIA].lost == {}
    assert (duel.last(AttackEnded).cp_lost, duel.last(AttackEnded).success) == (0, False)


def test_healing_may_be_forbidden() -> None:
    duel = Duel(EN, listeners=[Card(Healed, instead=lambda _: None)])
    duel[ELENIA].lost = {ARMS: 1}

    assert duel.play(heal(duel.match, ELENIA, ARMS, 1)) == 0
    assert duel[ELENIA].lost == {ARMS: 1}


def test_a_burn_that_is_forbidden_wounds_nobody() -> None:
    duel = Duel(EN, listeners=[Card(Rolled, step="intendancy.3", instead=lambda _: None)])
    duel[ELENIA].markers = {BURN: 1}

    duel.play(treat_burning_fighter(duel.match, ELENIA, RED), "666  2")

    assert (duel[ELENIA].lost, duel[ELENIA].markers) == ({}, {})


@pytest.mark.parametrize(
    "card",
    [Card(AttackBegun, instead=lambda _: None), Card(AttackBegun, then=loses(YURI))],
    ids=["forbidden", "fallen"],
)
def test_a_shot_that_does_not_come_about_has_used_its_weapon(card: Card) -> None:
    duel = Duel(
        EN, fighter(gear=[item("Bow", use(SHOOTING, UseLimits(per_match=1), strength=1))]), listeners=[card]
    )

    duel.shoots("")

    assert duel[YURI].used_match == {"attack": 1, "gear.Bow.shooting": 1}
    assert duel.events(Rolled) == []


@pytest.mark.parametrize("category", [PROJECTILE, BLAST])
def test_who_is_gone_when_his_turn_comes_is_spared(category: Category) -> None:
    bottle = item("Bottle", use(category, fear=1))
    duel = Duel(
        EN, fighter(gear=[bottle]), yliss=fighter(), listeners=[Card(MarkersAdded, then=loses(YLISS))]
    )

    duel.attacks(duel.burst(ELENIA, YLISS), order=0)

    assert [event.victim for event in duel.events(AttackEnded)] == [ELENIA]
    assert duel[YLISS].lost == {}


def test_who_falls_while_paying_for_a_strike_does_not_strike() -> None:
    duel = Duel(EN, listeners=[Card(ApSpent, then=loses(ELENIA))])

    stays = duel.play(disengage(duel.match, YURI, [ELENIA]), "1111", {"disengage.strikes": True})

    assert stays is True
    assert duel.events(AttackEnded) == []


def test_who_falls_before_his_strike_is_not_asked() -> None:
    duel = Duel(EN, yliss=fighter(), listeners=[Card(AttackEnded, then=loses(YLISS))])

    duel.play(
        disengage(duel.match, YURI, [ELENIA, YLISS]),
        "1111  1111",
        {"disengage.strikes": True, "simultaneous": 0},
    )

    assert duel.rules_asked().count("disengage.strikes") == 1


def test_a_blast_succeeds_whatever_comes_of_it() -> None:
    torch = item("Torch", use(BLAST))
    duel = Duel(EN, fighter(gear=[torch]), listeners=[Card(CpLost, instead=lambda _: None)])

    duel.attacks(duel.burst(ELENIA))

    assert (duel.last(AttackEnded).cp_lost, duel.last(AttackEnded).success) == (0, True)

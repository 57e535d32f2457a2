"""Ranged attacks: shooting, projectiles, blasts (chapter 6.B, 7.B in the French book).

Whom a shot may be aimed at, and what lies under a template, are facts of the field: here they are given.
"""

from typing import Any

import pytest
from duels import (
    ARMS,
    BLAST,
    BLUE,
    BURN,
    CBT,
    ELENIA,
    FEAR,
    HEAD,
    LEGS,
    POISON,
    PR,
    PROJECTILE,
    RAGE,
    SHOOTING,
    SLOWDOWN,
    TORSO,
    VLADD,
    YLISS,
    YURI,
    Duel,
    complete,
    fighter,
    helmet,
    item,
    use,
)
from matches import active

from edencli.match.events import (
    AttackBegun,
    AttackEnded,
    CpLost,
    Located,
    MarkersAdded,
    Redirected,
    Rolled,
    Wounded,
)
from edencli.match.match import Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Part
from edencli.match.rules_api import value
from edencli.match.state import Gone
from edencli.model.fighter import Equipment
from edencli.model.terms import Characteristic, LimbName
from edencli.referee.answers import IllegalAnswer
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Shot


def knives(strength: int = 3, **values: object) -> Equipment:
    return item("Throwing knives", use(SHOOTING, strength=strength, **values))


def grenade(**values: object) -> Equipment:
    return item("Grenade", use(PROJECTILE, **values))


def thrower_of(**values: object) -> Equipment:
    return item("Flamethrower", use(BLAST, **values))


@pytest.mark.rule("shoot.roll", "shoot.location", "shoot.strength", "shoot.wounds", "attack.success")
def test_a_shot_rolls_to_hit_then_its_strength_then_wounds(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=4, gear=[knives(3)]), fighter(spd=5, vig=3))

    duel.shoots("5611  2  33211")

    assert [event.step for event in duel.events(Rolled)] == ["shoot.roll", "shoot.strength"]
    assert [event.needed for event in duel.events(Rolled)] == [5, 3]
    assert (duel.last(Located).step, duel.last(Wounded).step) == ("shoot.location", "shoot.wounds")
    assert duel.asked[2].about["step"] == "shoot.location"
    assert duel.last(AttackBegun).weapon == "Throwing knives"
    assert duel[ELENIA].lost == {ARMS: 2}
    assert duel.last(AttackEnded).success is True


@pytest.mark.rule("shoot.strength", "attack.success")
@pytest.mark.parametrize(
    ("dice", "wounds", "cp"), [("5111 2 1111", 0, 0), ("5111 2 4111", 1, 0), ("5111 2 4411", 2, 1)]
)
def test_a_shot_ends_with_as_many_wounds_and_cp_as_it_came_to(
    book: Rulebook, dice: str, wounds: int, cp: int
) -> None:
    """A sleeve takes one of the wounds."""
    sleeve = item("Sleeve", use(PR, protection={ARMS: 1}))
    duel = Duel(book, fighter(gear=[knives(3)]), fighter(spd=5, vig=4, gear=[sleeve]))

    duel.shoots(dice)

    ended = duel.last(AttackEnded)
    assert (ended.wounds, ended.cp_lost) == (wounds, cp)


@pytest.mark.rule("shoot.roll")
def test_a_shot_without_success_ends_at_once(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives()]))

    duel.shoots("1233")

    assert duel.events(Located) == []
    assert (duel.last(AttackEnded).victim, duel.last(AttackEnded).success) == (ELENIA, False)


@pytest.mark.rule("shoot.roll")
def test_nobody_reacts_to_a_shot(book: Rulebook) -> None:
    """H-72: neither dodge nor response, and nothing to pay."""
    duel = Duel(book, fighter(gear=[knives()]))

    duel.shoots("1233")

    assert duel.rules_asked() == ["roll.characteristic"]
    assert duel[ELENIA].ap == 3


@pytest.mark.rule("shoot.roll", "gear.bonus")
def test_the_weapons_bonus_counts_when_it_is_shot(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=3, gear=[knives(bonus={CBT: 2})]))

    duel.shoots("11233")

    assert Part("gear.bonus", 2, "Throwing knives") in duel.last(Rolled).pool


@pytest.mark.rule("shoot.obstacles")
def test_each_obstacle_costs_a_point_of_cbt(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=4, gear=[knives()]))

    duel.shoots("11", obstacles=2)

    assert Part("shoot.obstacles", -2) in duel.last(Rolled).pool


def test_obstacles_lower_the_shooters_cbt_and_no_other_number(book: Rulebook) -> None:
    bow = knives()
    duel = Duel(book, fighter(gear=[bow]))
    shot = Shot(fighter=YURI, weapon=bow, use=bow.uses[0], target=ELENIA, obstacles=2)

    lowered = {
        (piece, what)
        for piece in (YURI, ELENIA)
        for what in Characteristic
        for part in value(duel.match, Query(what, piece, shot)).parts
        if part.reason == "shoot.obstacles"
    }
    assert lowered == {(YURI, Characteristic.CBT)}


@pytest.mark.rule("shoot.obstacles", "roll.zero", "action.cost")
def test_obstacles_may_leave_nothing_to_roll(book: Rulebook) -> None:
    """H-86: the shot fails by itself, and is paid."""
    duel = Duel(book, fighter(cbt=2, gear=[knives()]))

    duel.shoots("", obstacles=3)

    assert duel.last(AttackEnded).success is False
    assert (duel[YURI].ap, duel[YURI].used_round) == (2, {"attack": 1})


@pytest.mark.rule("roll.zero")
def test_who_has_no_cbt_may_not_shoot(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=1, gear=[knives()]))
    duel[YURI].markers = {POISON: 1}

    refusal = duel.refusal(duel.shot())

    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("roll.zero", "no-dice")


@pytest.mark.rule("shoot.engaged")
def test_an_odd_roll_at_an_engaged_target_hits_the_nearest_who_touches_it(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(1)]), vladd=fighter(vig=3), yliss=fighter())

    duel.shoots("4111  6  31", bystanders=(VLADD, YLISS))

    assert duel.last(Redirected).victim == VLADD
    assert (duel[VLADD].lost, duel[ELENIA].lost) == ({LEGS: 1}, {})


@pytest.mark.rule("shoot.engaged")
def test_it_may_be_a_comrade_of_the_target(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(1)]), vladd=fighter(), yliss=fighter())

    duel.shoots("4441  6  4111", bystanders=(YLISS, VLADD))

    assert duel[YLISS].lost == {LEGS: 1}


@pytest.mark.rule("shoot.roll")
def test_an_even_roll_hits_an_engaged_target(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(1)]), vladd=fighter())

    duel.shoots("4411  6  411", bystanders=(VLADD,))

    assert duel.events(Redirected) == []
    assert duel[ELENIA].lost == {LEGS: 1}


@pytest.mark.rule("shoot.roll")
def test_a_target_that_only_comrades_touch_is_free(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(1)]), yliss=fighter())

    duel.shoots("4111  6  41", bystanders=(YLISS,))

    assert duel[ELENIA].lost == {LEGS: 1}


@pytest.mark.rule("shoot.engaged", "roll.location")
def test_the_new_target_brings_its_own_limbs_vigor_and_protection(book: Rulebook) -> None:
    """H-85; the speed that was rolled against was the first target's."""
    victim = fighter(vig=6, spd=6, gear=[helmet(1)])
    duel = Duel(book, fighter(gear=[knives(2)]), fighter(vig=1, spd=2), vladd=victim)

    duel.shoots("2111  1  665", bystanders=(VLADD,))

    assert [event.needed for event in duel.events(Rolled)] == [2, 6]
    assert duel[VLADD].lost == {HEAD: 1}


@pytest.mark.rule("shoot.engaged", "roll.location-shift", books="en fr it pt")
def test_the_parity_is_that_of_the_roll_whatever_is_spent(book: Rulebook) -> None:
    """H-84: three successes, all of them spent, are odd."""
    duel = Duel(book, fighter(gear=[knives(2)]), vladd=fighter())

    duel.shoots("4441  3  11", bystanders=(VLADD,), shift=6)

    assert duel.last(Redirected).successes == 3


@pytest.mark.rule("shoot.location", "shoot.strength", "roll.location-shift", books="en fr it pt")
def test_a_shooter_may_spend_every_success_on_the_location(book: Rulebook) -> None:
    """H-29: the weapon then has its own strength, no more."""
    duel = Duel(book, fighter(gear=[knives(2)]))

    duel.shoots("4411  4  44", shift=6)

    assert duel.last(Rolled).pool == (Part("gear.strength", 2, "Throwing knives"),)
    assert duel[ELENIA].lost == {LEGS: 2}


@pytest.mark.rule("shoot.location", "roll.location-shift", books="de")
def test_a_shooter_must_keep_one_success(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(2)]))

    duel.shoots("4411  4  441", shift=5)
    assert duel[ELENIA].lost == {TORSO: 2}

    with pytest.raises(IllegalAnswer):
        duel.shoots("4411  4", shift=6)


@pytest.mark.rule("shoot.location", books="de")
def test_a_shooters_only_success_moves_nothing(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(2)]))

    duel.shoots("4111  4  444")

    assert "roll.location-shift" not in duel.rules_asked()


@pytest.mark.rule("shoot.strength")
def test_what_is_left_of_the_successes_strengthens_the_weapon(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(2)]))

    duel.shoots("4441  4  4444", shift=5)

    assert duel.last(Rolled).pool == (
        Part("gear.strength", 2, "Throwing knives"),
        Part("shoot.strength", 2),
    )


@pytest.mark.rule("shoot.strength", "gear.strength")
def test_strength_is_no_characteristic(book: Rulebook) -> None:
    """Neither poison, nor rage, nor the weapon's bonus touches it."""
    duel = Duel(book, fighter(cbt=4, gear=[knives(2, bonus={CBT: 1})]))
    duel[YURI].markers = {POISON: 1, RAGE: 2}

    duel.shoots("411111  4  111")

    assert duel.last(Rolled).pool == (
        Part("gear.strength", 2, "Throwing knives"),
        Part("shoot.strength", 1),
    )


@pytest.mark.rule("shoot.strength", "roll.difficulty-over-6")
def test_a_vigor_over_six_costs_dice_of_strength(book: Rulebook) -> None:
    """H-22."""
    duel = Duel(book, fighter(gear=[knives(3)]), fighter(vig=8))

    duel.shoots("4111  4  66")

    assert duel[ELENIA].lost == {TORSO: 2}


@pytest.mark.rule("shoot.strength", "roll.zero")
def test_a_weapon_without_strength_wounds_only_by_successes(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(0)]), fighter(vig=7))

    duel.shoots("4111  4")

    assert duel.last(AttackEnded).success is False


@pytest.mark.rule("shoot.wounds", "gear.burn", "gear.fear")
def test_a_shot_that_costs_a_cp_leaves_the_weapons_markers(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(2, burn=2, fear=1)]))

    duel.shoots("4111  4  411")

    assert duel[ELENIA].markers == {BURN: 2, FEAR: 1}
    assert [(event.rule, event.step) for event in duel.events(MarkersAdded)] == [
        ("gear.burn", "shoot.wounds"),
        ("gear.fear", "shoot.wounds"),
    ]


@pytest.mark.rule("shoot.wounds", "gear.protection", "attack.success")
def test_a_shot_that_costs_no_cp_leaves_no_marker(book: Rulebook) -> None:
    """H-87."""
    duel = Duel(book, fighter(gear=[knives(2, burn=2)]), fighter(gear=[complete(1)]))

    duel.shoots("4111  4  411")

    assert (duel.last(Wounded).step, duel.last(Wounded).absorbed) == ("shoot.wounds", 1)
    assert duel[ELENIA].markers == {}
    assert duel.last(AttackEnded).success is False


@pytest.mark.rule("shoot.wounds", "gear.burn")
def test_a_table_may_rule_that_every_hit_leaves_its_markers(book: Rulebook) -> None:
    """H-87 decided otherwise; a shot that misses still leaves none."""
    bow = item("Bow", use(SHOOTING, strength=2, burn=2))
    duel = Duel(
        book, fighter(gear=[bow]), fighter(gear=[complete(1)]), rulings={"shooting-effects": "always"}
    )

    duel.shoots("1111")
    assert duel[ELENIA].markers == {}

    duel.shoots("4111  4  411")
    assert (duel[ELENIA].lost, duel[ELENIA].markers) == ({}, {BURN: 2})


@pytest.mark.rule("gear.poison", "gear.slowdown", books="fr")
def test_weapons_may_poison_and_slow_down(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(2, poison=1, slowdown=2)]))

    duel.shoots("4111  4  411")

    assert duel[ELENIA].markers == {POISON: 1, SLOWDOWN: 2}
    assert duel[ELENIA].ap == 3


@pytest.mark.rule("shoot.wounds", books="en de it pt")
def test_no_weapon_poisons_or_slows_down(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(2, poison=1, slowdown=2)]))

    duel.shoots("4111  4  411")

    assert duel[ELENIA].markers == {}


@pytest.mark.rule("shoot.wounds", "wound.incapacitated")
def test_a_shot_that_puts_out_leaves_no_marker_on_nobody(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[knives(2, burn=1)]), fighter(cp={TORSO: (1, 0)}))

    duel.shoots("4111  4  411")

    assert not duel.match.is_on_field(ELENIA)
    assert duel.events(MarkersAdded) == []


@pytest.mark.rule("throw.effect", "gear.burn")
def test_a_projectile_affects_who_is_on_its_point_without_any_roll(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=0, gear=[grenade(burn=1)]), yliss=fighter())

    duel.attacks(duel.burst(ELENIA, YLISS), order=1)

    assert (duel[ELENIA].markers, duel[YLISS].markers) == ({BURN: 1}, {BURN: 1})
    assert duel.events(Rolled) == []
    assert [event.fighter for event in duel.events(MarkersAdded)] == [YLISS, ELENIA]


@pytest.mark.rule("throw.effect", "attack.success")
def test_a_throw_succeeds_whatever_it_does(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[grenade(fear=1)]))

    duel.attacks(duel.burst(ELENIA))

    assert (duel.last(AttackEnded).cp_lost, duel.last(AttackEnded).success) == (0, True)


@pytest.mark.rule("gear.explosive")
def test_an_explosion_tries_everybody_it_covers(book: Rulebook) -> None:
    """H-90: a roll each, friends and the thrower too, in the order of the first player."""
    duel = Duel(book, fighter(vig=6, gear=[grenade(explosive=3)]), vladd=fighter(vig=2))

    duel.attacks(duel.burst(ELENIA, VLADD, YURI), "111  441  555", order=[1, 0])

    assert [event.victim for event in duel.events(AttackEnded)] == [VLADD, ELENIA, YURI]
    assert [event.needed for event in duel.events(Rolled)] == [2, 4, 6]
    assert (duel[VLADD].lost, duel[YURI].lost) == ({}, {})


@pytest.mark.rule("gear.explosive", "wound.wound")
def test_one_success_wounds_every_limb_once_past_protection(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[grenade(explosive=3)]), fighter(gear=[complete(3)]))

    duel.attacks(duel.burst(ELENIA), "445")

    assert duel[ELENIA].lost == dict.fromkeys(LimbName, 1)
    assert len(duel.events(CpLost)) == 1
    assert {(event.step, event.protection) for event in duel.events(Wounded)} == {("gear.explosive", ())}
    assert duel.last(Rolled).step == "gear.explosive"


@pytest.mark.rule("gear.explosive", "throw.effect", "gear.fear")
def test_an_explosion_leaves_its_markers_on_the_unhurt(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[grenade(explosive=2, fear=1)]))

    duel.attacks(duel.burst(ELENIA), "33")

    assert (duel[ELENIA].lost, duel[ELENIA].markers) == ({}, {FEAR: 1})
    assert (duel.last(AttackEnded).cp_lost, duel.last(AttackEnded).success) == (0, True)


@pytest.mark.rule("gear.explosive", "roll.difficulty-over-6")
def test_a_vigor_over_six_costs_dice_of_an_explosion(book: Rulebook) -> None:
    """H-22."""
    duel = Duel(book, fighter(gear=[grenade(explosive=3)]), fighter(vig=8))

    duel.attacks(duel.burst(ELENIA), "6")

    assert duel[ELENIA].lost == dict.fromkeys(LimbName, 1)


@pytest.mark.rule("gear.explosive", "roll.zero")
def test_an_explosion_may_have_no_die_left(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[grenade(explosive=1)]), fighter(vig=7))

    duel.attacks(duel.burst(ELENIA))

    assert duel[ELENIA].lost == {}


@pytest.mark.rule("gear.explosive", "state.rage")
def test_an_explosion_meets_the_vigor_of_the_moment(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[grenade(explosive=2)]), fighter(vig=4))
    duel[ELENIA].markers = {RAGE: 2}

    duel.attacks(duel.burst(ELENIA), "12")

    assert duel.last(Rolled).needed == 2


@pytest.mark.rule("blast.wounds", "wound.wound")
def test_a_blast_wounds_every_limb_of_everybody_past_protection(book: Rulebook) -> None:
    """Friends too, in every book; the English card's "opponents" is a slip."""
    duel = Duel(book, fighter(gear=[thrower_of()]), fighter(gear=[complete(3)]), vladd=fighter())

    duel.attacks(duel.burst(ELENIA, VLADD), order=0)

    assert duel[ELENIA].lost == duel[VLADD].lost == dict.fromkeys(LimbName, 1)
    assert duel.events(Rolled) == []


@pytest.mark.rule("blast.effects", "gear.burn")
def test_a_blast_leaves_its_markers(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[thrower_of(burn=2)]))

    duel.attacks(duel.burst(ELENIA))

    assert duel[ELENIA].markers == {BURN: 2}
    assert (duel.last(AttackEnded).cp_lost, duel.last(AttackEnded).success) == (4, True)


@pytest.mark.rule("blast.effects", "gear.poison", books="fr")
def test_a_blast_may_poison(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[thrower_of(poison=1)]))

    duel.attacks(duel.burst(ELENIA))

    assert duel[ELENIA].markers == {POISON: 1}


@pytest.mark.rule("blast.wounds", "simultaneous")
def test_the_first_player_orders_the_victims(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[thrower_of()]), vladd=fighter(), yliss=fighter())
    duel.match.state.first_player = BLUE

    duel.attacks(duel.burst(ELENIA, VLADD, YLISS), order=[2, 0])

    assert [question.asked for question in duel.asked] == [BLUE, BLUE]
    assert [question.about["names"] for question in duel.asked] == [(ELENIA, VLADD, YLISS), (ELENIA, VLADD)]
    assert [event.victim for event in duel.events(AttackEnded)] == [YLISS, ELENIA, VLADD]


@pytest.mark.rule("blast.wounds", "wound.incapacitated")
def test_a_blast_that_kills_by_one_limb_counts_all_four(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[thrower_of(burn=1)]), fighter(cp={HEAD: (1, 0), LEGS: (1, 2)}))

    duel.attacks(duel.burst(ELENIA))

    assert duel.last(AttackEnded).cp_lost == 4
    assert duel[ELENIA].markers == {}


LAUNCHER = item("Launcher", use(SHOOTING, strength=1, explosive=2, burn=1))


def launching(book: Rulebook, **given: Any) -> Duel:
    """Face Elenia with a weapon that shoots and explodes."""
    return Duel(book, fighter(cbt=3, gear=[LAUNCHER]), **given)


@pytest.mark.rule("gear.explosive", "shoot.wounds")
def test_an_explosive_shot_wounds_and_then_explodes(book: Rulebook) -> None:
    """H-143: the shot's own wound to the legs, then one to every limb."""
    duel = launching(book)

    duel.shoots("411  6  41  41")

    assert [event.step for event in duel.events(Rolled)] == ["shoot.roll", "shoot.strength", "gear.explosive"]
    assert duel[ELENIA].lost == {HEAD: 1, ARMS: 1, TORSO: 1, LEGS: 2}
    assert [event.success for event in duel.events(AttackEnded)] == [True, True]


@pytest.mark.rule("gear.explosive")
def test_the_markers_of_an_explosive_shot_are_laid_once_by_its_explosion(book: Rulebook) -> None:
    duel = launching(book)

    duel.shoots("411  6  41  11")

    assert duel[ELENIA].markers == {BURN: 1}
    assert [event.step for event in duel.events(MarkersAdded)] == ["throw.effect"]


@pytest.mark.rule("gear.explosive")
def test_an_explosion_finds_the_target_however_little_the_shot_does_to_him(book: Rulebook) -> None:
    duel = launching(book)

    duel.shoots("411  6  11  41")

    assert duel[ELENIA].lost == dict.fromkeys(LimbName, 1)


@pytest.mark.rule("shoot.roll")
def test_a_shot_that_misses_does_not_explode(book: Rulebook) -> None:
    duel = launching(book)

    duel.shoots("111")

    assert (duel[ELENIA].lost, duel[ELENIA].markers) == ({}, {})


@pytest.mark.rule("roll.location-shift", books="en fr it pt")
def test_a_shot_whose_every_success_moved_the_location_does_not_explode(book: Rulebook) -> None:
    """H-143: a hit is a success that is left after the location."""
    duel = launching(book)

    duel.shoots("411  6  4", shift=5)

    assert duel[ELENIA].lost == {TORSO: 1}
    assert duel[ELENIA].markers == {BURN: 1}


@pytest.mark.rule("gear.explosive", "simultaneous")
def test_an_explosion_is_suffered_by_whom_it_covers_the_shooter_too(book: Rulebook) -> None:
    duel = launching(book, vladd=fighter())
    shot = duel.shot(covered=(YURI, VLADD))

    duel.attacks(shot, "411  6  11  11  41  11", order=[1, 1])

    assert [event.victim for event in duel.events(Rolled) if event.step == "gear.explosive"] == [
        YURI,
        VLADD,
        ELENIA,
    ]
    assert duel[VLADD].lost == dict.fromkeys(LimbName, 1)
    assert duel[YURI].markers == duel[VLADD].markers == duel[ELENIA].markers == {BURN: 1}


@pytest.mark.rule("gear.explosive", "shoot.engaged")
def test_an_explosion_follows_the_shot_to_whom_it_finds(book: Rulebook) -> None:
    duel = launching(book, vladd=fighter())

    duel.shoots("411  6  11  41", bystanders=(VLADD,))

    assert duel[VLADD].lost == dict.fromkeys(LimbName, 1)
    assert duel[ELENIA].lost == {}


@pytest.mark.rule("gear.explosive", "wound.incapacitated")
def test_an_explosion_finds_those_beside_a_target_whom_the_shot_put_out(book: Rulebook) -> None:
    """On the field, the template lies where he stood."""
    frail = fighter(cp={LEGS: (1, 0)})
    places = {YURI: (8, 30), ELENIA: (16, 30), YLISS: (20, 30), VLADD: (40, 30)}
    cards = {YURI: fighter(cbt=3, gear=[LAUNCHER]), ELENIA: frail}
    game = active(book, places, cards=cards)

    game.play("Yuri shoots Elenia", "411", "6", "41", "11")

    assert game[ELENIA].gone is Gone.INCAPACITATED
    assert [event.victim for event in game.events(Rolled) if event.step == "gear.explosive"] == [YLISS]


@pytest.mark.rule("gear.explosive", "simultaneous")
def test_a_shooter_who_stands_too_near_is_under_his_own_explosion(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (16, 30)}, cards={YURI: fighter(cbt=3, gear=[LAUNCHER])})

    game.play("Yuri shoots Elenia", "411", "6", "11", "red picks Yuri", "41", "11")

    assert game[YURI].lost == dict.fromkeys(LimbName, 1)
    assert (game[ELENIA].lost, game[ELENIA].markers) == ({}, {BURN: 1})


@pytest.mark.rule("shoot.engaged")
def test_an_explosion_lies_where_whom_the_shot_finds_stands(book: Rulebook) -> None:
    """An odd roll finds Vlädd, who touches Elenia; from him, and not from her, Yliss is within 5 cm."""
    places = {YURI: (8, 30), ELENIA: (20, 30), VLADD: (23, 30), YLISS: (29, 30)}
    game = active(book, places, cards={YURI: fighter(cbt=3, gear=[LAUNCHER])})

    game.play("Yuri shoots Elenia", "411", "6", "11")

    assert set(game.question.names) == {VLADD, ELENIA, YLISS}  # type: ignore[attr-defined]


@pytest.mark.rule("shoot.engaged")
@pytest.mark.parametrize(("y", "asked"), [(30, 1), (33, 0)])
def test_only_among_equally_near_fighters_it_is_asked_whom_a_stray_shot_hits(
    book: Rulebook, y: float, asked: int
) -> None:
    """Vlädd stands 3 cm east of Elenia; his comrade 3 cm west of her, or on the far side from Yuri."""
    comrade = Piece(YURI.side, "Boris")
    places = {YURI: (20, 20), ELENIA: (20, 30), VLADD: (23, 30), comrade: (17, 30) if asked else (20, y)}
    game = active(book, places, cards={YURI: fighter(cbt=3, gear=[knives(range=30)])})

    game.play("Yuri shoots Elenia", "411", *["red picks Vlädd"] * asked)

    assert game.rules_asked().count("shoot.engaged") == asked
    assert game.last(Redirected).victim == VLADD

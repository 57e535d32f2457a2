"""Equipment: categories, bonuses, protection, effects and uses (chapter 8, 9 in the French book)."""

import pytest
from duels import (
    ARMS,
    BLAST,
    BURN,
    CBT,
    ELENIA,
    FEAR,
    HEAD,
    LEGS,
    PR,
    PROJECTILE,
    RAGE,
    SHOOTING,
    TECH,
    TORSO,
    VIG,
    YURI,
    Duel,
    complete,
    fighter,
    helmet,
    item,
    use,
)

from edencli.match.events import AttackEnded, Rolled, Used, Wounded
from edencli.match.match import Query
from edencli.match.reasons import Part
from edencli.match.rules_api import value
from edencli.model.fighter import UseLimits
from edencli.model.terms import LimbName
from edencli.rulebooks.values import Rulebook
from edencli.rules.wounds import wound


def suffered(duel: Duel, wounds: dict[LimbName, int], *, bypass: bool = False) -> int:
    return duel.play(wound(duel.match, ELENIA, wounds, None, step="melee.success", bypass=bypass))


@pytest.mark.rule("gear.bonus")
def test_a_bonus_counts_only_while_the_equipment_is_used(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=3, gear=[item("Rifle", use(SHOOTING, bonus={CBT: 2}, strength=1))]))

    assert value(duel.match, Query(CBT, YURI)).total == 3
    assert value(duel.match, Query(CBT, YURI, duel.shot())).total == 5
    duel.strikes("111")


@pytest.mark.rule("gear.bonus")
def test_a_penalty_is_a_negative_bonus(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=3, gear=[item("Cannon", use(SHOOTING, bonus={CBT: -2}, strength=5))]))

    assert value(duel.match, Query(CBT, YURI, duel.shot())).parts[-1] == Part("gear.bonus", -2, "Cannon")
    duel.shoots("1")


@pytest.mark.rule("gear.bonus", "state.rage")
def test_the_reasons_of_a_number_are_told_from_the_card_outwards(book: Rulebook) -> None:
    """What is printed, then what lies beside him, then what he holds, then what stands in the way."""
    duel = Duel(book, fighter(cbt=3, gear=[item("Rifle", use(SHOOTING, bonus={CBT: 2}, strength=1))]))
    duel[YURI].markers = {RAGE: 1}

    parts = value(duel.match, Query(CBT, YURI, duel.shot(obstacles=1))).parts

    assert [part.reason for part in parts] == [
        "card.characteristic",
        "state.rage",
        "gear.bonus",
        "shoot.obstacles",
    ]
    duel.shoots("111111")


@pytest.mark.rule("gear.bonus")
def test_a_weapon_helps_nobody_but_its_user(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[item("Odd gun", use(SHOOTING, bonus={VIG: 3}, strength=1))]))

    assert value(duel.match, Query(VIG, ELENIA, duel.shot())).total == 4


@pytest.mark.rule("gear.protection")
def test_protection_is_taken_off_the_wounds_of_its_limb_once(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(gear=[helmet(1)]))

    assert suffered(duel, {HEAD: 3}) == 2
    assert suffered(duel, {LEGS: 1}) == 1
    assert duel[ELENIA].lost == {HEAD: 2, LEGS: 1}


@pytest.mark.rule("gear.protection")
def test_several_protections_add_up(book: Rulebook) -> None:
    """H-97."""
    mask = item("Mask", use(PR, protection={HEAD: 1, ARMS: 1}))
    duel = Duel(book, elenia=fighter(gear=[helmet(1), mask, complete(1)]))

    assert suffered(duel, {HEAD: 4, ARMS: 3, TORSO: 2}) == 3
    assert duel[ELENIA].lost == {HEAD: 1, ARMS: 1, TORSO: 1}
    assert [len(event.protection) for event in duel.events(Wounded)] == [3, 2, 1]


@pytest.mark.rule("gear.protection")
def test_complete_protection_covers_every_limb(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(gear=[complete(1)]))

    assert suffered(duel, dict.fromkeys(LimbName, 2)) == 4


@pytest.mark.rule("gear.protection")
def test_protection_never_takes_more_than_there_is(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(gear=[complete(5)]))

    assert suffered(duel, {HEAD: 2}) == 0
    assert duel.last(Wounded).absorbed == 2


@pytest.mark.rule("wound.wound")
def test_some_wounds_pass_protection(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(gear=[complete(5)]))

    assert suffered(duel, {HEAD: 2}, bypass=True) == 2


@pytest.mark.rule("gear.category", "gear.tech")
def test_technology_alone_does_nothing(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(gear=[item("Scanner", use(TECH))]))

    duel.strikes("4111  1")

    assert duel[ELENIA].lost == {HEAD: 1}


@pytest.mark.rule("gear.protection", "gear.category", "gear.tech")
def test_protection_may_be_technology_too(book: Rulebook) -> None:
    field = item("Field", use(PR, protection={HEAD: 1}), use(TECH))
    duel = Duel(book, elenia=fighter(gear=[field]))

    assert suffered(duel, {HEAD: 2}) == 1


@pytest.mark.rule("gear.strength")
def test_strength_is_the_weapons_own(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[item("Bow", use(SHOOTING, strength=2))]))

    assert value(duel.match, Query("strength", YURI, duel.shot())).total == 2
    assert value(duel.match, Query("strength", YURI)).total == 0


@pytest.mark.rule("gear.two-categories")
def test_each_of_two_categories_has_its_own_effects(book: Rulebook) -> None:
    """H-94: which it is, is said when it is used."""
    bottle = item("Bottle", use(PROJECTILE, burn=1), use(BLAST, fear=2))
    duel = Duel(book, fighter(gear=[bottle]))

    duel.attacks(duel.burst(ELENIA))
    assert (duel[ELENIA].markers, duel[ELENIA].lost) == ({BURN: 1}, {})

    duel.attacks(duel.burst(ELENIA, category=1))
    assert (duel[ELENIA].markers, len(duel[ELENIA].lost)) == ({BURN: 1, FEAR: 2}, 4)


@pytest.mark.rule("gear.two-categories", "gear.per-match")
def test_each_of_two_categories_has_its_own_uses(book: Rulebook) -> None:
    bottle = item(
        "Bottle", use(PROJECTILE, UseLimits(per_match=1), burn=1), use(BLAST, UseLimits(per_match=1))
    )
    duel = Duel(book, fighter(gear=[bottle]))

    duel.attacks(duel.burst(ELENIA))

    assert duel.refusal(duel.burst(ELENIA)).rule == "gear.per-match"  # type: ignore[union-attr]
    duel.attacks(duel.burst(ELENIA, category=1))


@pytest.mark.rule("gear.per-round")
def test_equipment_may_be_used_so_often_a_round(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[item("Bow", use(SHOOTING, UseLimits(per_round=1), strength=1))]))

    duel.shoots("1111")
    assert duel.last(Used).rule == "gear.per-round"
    refusal = duel.refusal(duel.shot())
    assert refusal is not None
    assert (refusal.rule, refusal.about["limit"]) == ("gear.per-round", 1)

    duel[YURI].used_round = {}
    duel.shoots("1111")


@pytest.mark.rule("gear.per-match")
def test_equipment_may_be_used_so_often_a_match(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[item("Bow", use(SHOOTING, UseLimits(per_match=1), strength=1))]))

    duel.shoots("1111")
    assert duel.last(Used).rule == "gear.per-match"
    duel[YURI].used_round = {}

    refusal = duel.refusal(duel.shot())
    assert refusal is not None
    assert (refusal.rule, refusal.about["limit"]) == ("gear.per-match", 1)


@pytest.mark.rule("gear.per-match", "gear.per-round")
def test_both_limits_bind(book: Rulebook) -> None:
    duel = Duel(
        book, fighter(gear=[item("Bow", use(SHOOTING, UseLimits(per_round=1, per_match=2), strength=1))])
    )

    duel.shoots("1111")
    assert duel.refusal(duel.shot()).rule == "gear.per-round"  # type: ignore[union-attr]

    duel[YURI].used_round = {}
    duel.shoots("1111")
    duel[YURI].used_round = {}
    assert duel.refusal(duel.shot()).rule == "gear.per-match"  # type: ignore[union-attr]


@pytest.mark.rule("gear.per-match")
def test_a_use_counts_whatever_comes_of_it(book: Rulebook) -> None:
    """H-94: a miss is a use."""
    duel = Duel(book, fighter(gear=[item("Bow", use(SHOOTING, UseLimits(per_match=1), strength=1))]))

    duel.shoots("1111")

    assert duel.last(AttackEnded).success is False
    assert duel[YURI].used_match["gear.Bow.shooting"] == 1


@pytest.mark.rule("shoot.roll")
def test_equipment_without_a_limit_is_not_counted(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[item("Bow", use(SHOOTING, strength=1))]))

    duel.shoots("1111")

    assert [event.what for event in duel.events(Used)] == ["attack"]


@pytest.mark.rule("gear.explosive")
def test_an_explosions_dice_are_the_weapons(book: Rulebook) -> None:
    duel = Duel(book, fighter(gear=[item("Mine", use(PROJECTILE, explosive=2))]))

    duel.attacks(duel.burst(ELENIA), "11")

    assert duel.last(Rolled).pool == (Part("gear.explosive", 2, "Mine"),)


@pytest.mark.rule("card.equipment")
def test_a_weapon_that_the_fighter_lacks_is_refused(book: Rulebook) -> None:
    bow = item("Bow", use(SHOOTING, strength=1))
    duel = Duel(book, fighter(gear=[bow]))

    refusal = duel.refusal(duel.shot().with_changes(weapon=item("Rifle", use(SHOOTING, strength=5))))

    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("card.equipment", "not-carried")
    assert duel.refusal(duel.shot()) is None

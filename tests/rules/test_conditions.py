"""Physical and psychological conditions (chapter 9, 10 in the French book; intendancy steps 3 to 9)."""

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
    PROJECTILE,
    PSI,
    RAGE,
    RED,
    SHOOTING,
    SLOWDOWN,
    SPD,
    TORSO,
    VIG,
    YURI,
    Duel,
    fighter,
    helmet,
    item,
    use,
)

from edencli.match.events import ApSpent, Located, MarkersRemoved, Rolled, Wounded
from edencli.match.match import Query
from edencli.match.questions import Roll
from edencli.match.reasons import Part
from edencli.match.rules_api import value
from edencli.model.fighter import Ability
from edencli.model.terms import AbilityKind
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Charge, Dodge, Extinguish, Melee, Move, Respond, StrikeAtLeaver, UseAbility
from edencli.rules.conditions import (
    apply_slowdown,
    extinguish,
    reduce_poison,
    reduce_rage,
    roll_off_fear,
    treat_burning_fighter,
)


def characteristics(duel: Duel) -> tuple[int, ...]:
    return tuple(value(duel.match, Query(what, YURI)).total for what in (PSI, CBT, VIG, SPD))


@pytest.mark.rule("state.burn")
def test_each_burn_die_above_vigor_wounds_one_location(book: Rulebook) -> None:
    duel = Duel(book, fighter(vig=4))
    duel[YURI].markers = {BURN: 2}

    duel.play(treat_burning_fighter(duel.match, YURI, RED), "456  2")

    assert duel.last(Rolled) == Rolled(
        rule="state.burn",
        step="intendancy.3",
        by=None,
        pool=(Part("state.burn", 3),),
        difficulty=(Part("card.characteristic", 4, "vig"), Part("state.burn", 1)),
        needed=5,
        dice=(4, 5, 6),
        successes=2,
        victim=YURI,
        against=YURI,
    )
    assert (duel.last(Located).step, duel.last(Wounded).step) == ("intendancy.3", "intendancy.3")
    assert (duel[YURI].lost, duel[YURI].markers) == ({ARMS: 2}, {BURN: 1})
    assert duel.last(MarkersRemoved).rule == "intendancy.3"


@pytest.mark.rule("state.burn")
def test_who_throws_for_a_fire_sees_what_each_die_needs(book: Rulebook) -> None:
    duel = Duel(book, fighter(vig=4))
    duel[YURI].markers = {BURN: 1}

    duel.play(treat_burning_fighter(duel.match, YURI, BLUE), "111  2")

    throw, location = duel.asked
    assert isinstance(throw, Roll)
    assert (throw.rule, throw.asked, throw.dice, throw.needed) == ("state.burn", BLUE, 3, 5)
    assert throw.about["difficulty"] == duel.last(Rolled).difficulty
    assert (throw.about["step"], location.about["step"]) == ("intendancy.3", "intendancy.3")


@pytest.mark.rule("state.burn", "gear.protection")
def test_protection_counts_against_the_total_of_a_burn(book: Rulebook) -> None:
    """Printed in all but the French book, where they are wounds like others."""
    duel = Duel(book, fighter(gear=[helmet(1)]))
    duel[YURI].markers = {BURN: 1}

    duel.play(treat_burning_fighter(duel.match, YURI, RED), "555  1")

    assert (duel.last(Wounded).wounds, duel.last(Wounded).absorbed) == (3, 1)
    assert duel[YURI].lost == {HEAD: 2}


@pytest.mark.rule("state.burn")
def test_a_vigor_of_six_does_not_burn(book: Rulebook) -> None:
    """H-23: strictly above, and no difficulty that could be lowered to 6."""
    duel = Duel(book, fighter(vig=6))
    duel[YURI].markers = {BURN: 1}

    duel.play(treat_burning_fighter(duel.match, YURI, RED), "666  1")

    assert duel[YURI].lost == {}
    assert duel[YURI].markers == {}


@pytest.mark.rule("state.burn")
def test_a_burn_throws_three_dice_however_many_markers_lie(book: Rulebook) -> None:
    """H-102."""
    duel = Duel(book)
    duel[YURI].markers = {BURN: 5}

    duel.play(treat_burning_fighter(duel.match, YURI, RED), "111  6")

    assert duel[YURI].markers == {BURN: 4}


@pytest.mark.rule("state.burn", "wound.incapacitated")
def test_a_burn_may_put_out(book: Rulebook) -> None:
    duel = Duel(book, fighter(cp={LEGS: (1, 0)}))
    duel[YURI].markers = {BURN: 2}

    duel.play(treat_burning_fighter(duel.match, YURI, RED), "511  6")

    assert not duel.match.is_on_field(YURI)
    assert duel.events(MarkersRemoved) == []


@pytest.mark.rule("action.extinguish", "action.cost")
def test_a_fighter_pays_a_point_to_put_out_a_burn_marker(book: Rulebook) -> None:
    duel = Duel(book)
    duel[YURI].markers = {BURN: 2}

    duel.play(extinguish(duel.match, Extinguish(fighter=YURI)))
    assert (duel[YURI].markers, duel[YURI].ap) == ({BURN: 1}, 2)
    assert duel.last(MarkersRemoved).rule == "action.extinguish"

    duel.play(extinguish(duel.match, Extinguish(fighter=YURI)))
    assert (duel[YURI].markers, duel[YURI].ap) == ({}, 1)

    refusal = duel.refusal(Extinguish(fighter=YURI))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("action.extinguish", "no-burn")


@pytest.mark.rule("action.extinguish", "action.cost")
def test_who_has_no_point_left_cannot_put_it_out(book: Rulebook) -> None:
    duel = Duel(book)
    duel[YURI].markers, duel[YURI].ap = {BURN: 1}, 0

    refusal = duel.refusal(Extinguish(fighter=YURI))

    assert refusal is not None
    assert (refusal.rule, refusal.about["needed"]) == ("action.cost", 1)


@pytest.mark.rule("action.extinguish")
def test_fear_does_not_keep_from_putting_out_a_fire(book: Rulebook) -> None:
    """H-68: it is no action."""
    duel = Duel(book)
    duel[YURI].markers = {BURN: 1, FEAR: 1}

    assert duel.refusal(Extinguish(fighter=YURI)) is None
    duel.play(extinguish(duel.match, Extinguish(fighter=YURI)))


@pytest.mark.rule("action.extinguish", "state.fear")
def test_a_table_may_rule_that_fear_does(book: Rulebook) -> None:
    duel = Duel(book, rulings={"extinguish-under-fear": False})
    duel[YURI].markers = {BURN: 1, FEAR: 1}

    assert duel.refusal(Extinguish(fighter=YURI)).rule == "state.fear"  # type: ignore[union-attr]

    duel[YURI].markers = {BURN: 1}
    assert duel.refusal(Extinguish(fighter=YURI)) is None
    duel.play(extinguish(duel.match, Extinguish(fighter=YURI)))


@pytest.mark.rule("state.fear")
def test_fear_bars_every_action_but_the_move_and_of_the_reactions_the_response(book: Rulebook) -> None:
    trick = Ability(name="Trick", kind=AbilityKind.ACTION, text="")
    arsenal = item("Arsenal", use(SHOOTING, strength=1), use(PROJECTILE), use(BLAST))
    duel = Duel(book, fighter(gear=[arsenal]).with_changes(abilities=(trick,)))
    duel[YURI].markers = {FEAR: 1}

    barred = (
        Charge(fighter=YURI, path=(), target=ELENIA),
        UseAbility(fighter=YURI, ability=trick),
        Melee(fighter=YURI, target=ELENIA),
        duel.shot(),
        duel.burst(ELENIA, category=1),
        duel.burst(ELENIA, category=2),
        Respond(fighter=YURI),
        StrikeAtLeaver(fighter=YURI),
    )
    assert [duel.refusal(act).rule for act in barred] == ["state.fear"] * 8  # type: ignore[union-attr]
    assert duel.refusal(Dodge(fighter=YURI)) is None
    assert duel.refusal(Move(fighter=YURI, path=())) is None


@pytest.mark.rule("state.fear")
def test_each_success_of_the_mind_takes_a_fear_marker(book: Rulebook) -> None:
    """The `it` and `pt` chapters' single marker gives way to the step's "for each success"."""
    duel = Duel(book, fighter(psi=4))
    duel[YURI].markers = {FEAR: 3}

    duel.play(roll_off_fear(duel.match, YURI), "4556")

    assert duel.last(Rolled).needed == 5
    assert duel.last(Rolled).step == "intendancy.4"
    assert duel[YURI].markers == {}
    assert (duel.last(MarkersRemoved).n, duel.last(MarkersRemoved).rule) == (3, "intendancy.4")


@pytest.mark.rule("state.fear")
def test_fear_may_stay(book: Rulebook) -> None:
    duel = Duel(book, fighter(psi=2))
    duel[YURI].markers = {FEAR: 1}

    duel.play(roll_off_fear(duel.match, YURI), "44")

    assert duel[YURI].markers == {FEAR: 1}


@pytest.mark.rule("state.fear", "state.poison")
def test_poison_still_weakens_the_roll_against_fear(book: Rulebook) -> None:
    """H-103: fear is treated before poison."""
    duel = Duel(book, fighter(psi=3))
    duel[YURI].markers = {FEAR: 1, POISON: 2}

    duel.play(roll_off_fear(duel.match, YURI), "55")

    assert duel[YURI].markers == {POISON: 2}


@pytest.mark.rule("state.poison")
def test_poison_takes_one_from_everything_however_many_markers_lie(book: Rulebook) -> None:
    """H-100."""
    duel = Duel(book, fighter(psi=3, cbt=4, vig=5, spd=6))
    duel[YURI].markers = {POISON: 3}

    assert characteristics(duel) == (2, 3, 4, 5)
    duel.strikes("111")


@pytest.mark.rule("state.poison")
def test_poison_wears_off_by_a_marker(book: Rulebook) -> None:
    duel = Duel(book)
    duel[YURI].markers = {POISON: 2}
    duel.strikes("111")

    duel.play(reduce_poison(duel.match, YURI))

    assert duel[YURI].markers == {POISON: 1}
    assert duel.last(MarkersRemoved).rule == "intendancy.5"


@pytest.mark.rule("state.rage")
def test_rage_gives_and_takes_as_many_points_as_markers(book: Rulebook) -> None:
    """H-100; the `pt` text loses PSI, its French parent keeps it."""
    duel = Duel(book, fighter(psi=3, cbt=4, vig=5, spd=6))
    duel[YURI].markers = {RAGE: 2}

    assert characteristics(duel) == (1, 6, 3, 8)
    duel.strikes("111111")


@pytest.mark.rule("state.rage")
def test_rage_goes_by_one_marker(book: Rulebook) -> None:
    duel = Duel(book)
    duel[YURI].markers = {RAGE: 2}
    duel.strikes("111111")

    duel.play(reduce_rage(duel.match, YURI))

    assert duel[YURI].markers == {RAGE: 1}
    assert duel.last(MarkersRemoved).rule == "intendancy.6"


@pytest.mark.rule("state.rage", "state.poison")
def test_poison_and_rage_work_together_on_red_values_too(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=5, hurt={CBT: 3}, cp={ARMS: (1, 3)}))
    duel[YURI].lost, duel[YURI].markers = {ARMS: 1}, {RAGE: 1, POISON: 1}

    duel.strikes("111")

    assert characteristics(duel) == (2, 3, 2, 4)


@pytest.mark.rule("state.slowdown")
def test_slowdown_takes_one_point_and_one_marker_at_its_step(book: Rulebook) -> None:
    """H-101: one of each, however many markers lie."""
    duel = Duel(book)
    duel[YURI].markers = {SLOWDOWN: 2}

    duel.play(apply_slowdown(duel.match, YURI))

    assert (duel[YURI].ap, duel[YURI].markers) == (2, {SLOWDOWN: 1})
    assert (duel.last(ApSpent).rule, duel.last(ApSpent).act) == ("state.slowdown", "intendancy.9")
    assert duel.last(MarkersRemoved).rule == "intendancy.9"


@pytest.mark.rule("state.slowdown")
def test_the_last_slowdown_marker_still_costs_a_point(book: Rulebook) -> None:
    duel = Duel(book)
    duel[YURI].markers = {SLOWDOWN: 1}

    duel.play(apply_slowdown(duel.match, YURI))

    assert (duel[YURI].ap, duel[YURI].markers) == (2, {})


def test_who_is_not_slowed_down_loses_nothing(book: Rulebook) -> None:
    duel = Duel(book)

    duel.play(apply_slowdown(duel.match, YURI))

    assert duel.match.log == []


@pytest.mark.rule("state.burn", "state.rage")
def test_a_raging_fighter_burns_more_easily(book: Rulebook) -> None:
    duel = Duel(book, fighter(vig=5))
    duel[YURI].markers = {BURN: 1, RAGE: 2}

    duel.play(treat_burning_fighter(duel.match, YURI, RED), "345  4")

    assert duel[YURI].lost == {TORSO: 2}

"""Wounds, the loss of CP, wounded limbs, incapacitation and healing (chapter 2.F, cards 1.D, glossaries)."""

import pytest
import rule_report
from duels import (
    ARMS,
    CBT,
    ELENIA,
    HEAD,
    LEGS,
    PSI,
    TORSO,
    VIG,
    YURI,
    Duel,
    complete,
    fighter,
    helmet,
)

from edencli.match.events import CpLost, Healed, Left, LimbChanged, Wounded
from edencli.match.match import Query
from edencli.match.rules_api import do, value
from edencli.match.state import Gone
from edencli.model.terms import LimbName
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Melee
from edencli.rules.wounds import heal, lose_cp, refuse_unhurt, wound


def wounded(duel: Duel, wounds: dict[LimbName, int]) -> int:
    return duel.play(wound(duel.match, ELENIA, wounds, None, step="melee.success"))


def healed(duel: Duel, limb: LimbName, n: int) -> int:
    return duel.play(heal(duel.match, ELENIA, limb, n))


@pytest.mark.rule("wound.wound", "wound.cp-loss")
def test_a_wound_costs_its_limb_a_cp(book: Rulebook) -> None:
    duel = Duel(book)

    assert wounded(duel, {ARMS: 2}) == 2
    assert duel[ELENIA].lost == {ARMS: 2}


@pytest.mark.rule("wound.wounded-limb")
def test_a_limb_is_wounded_when_its_last_white_cp_is_lost(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(vig=5, hurt={VIG: 3}, cp={TORSO: (2, 2)}))

    wounded(duel, {TORSO: 1})
    assert value(duel.match, Query(VIG, ELENIA)).total == 5
    assert duel.events(LimbChanged) == []

    wounded(duel, {TORSO: 1})
    assert value(duel.match, Query(VIG, ELENIA)).total == 3
    assert duel.last(LimbChanged) == LimbChanged(
        rule="wound.wounded-limb", victim=ELENIA, limb=TORSO, wounded=True, characteristic=3
    )


@pytest.mark.rule("wound.wounded-limb")
def test_a_wounded_limb_is_told_of_once(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(cp={HEAD: (1, 3)}))

    wounded(duel, {HEAD: 1})
    wounded(duel, {HEAD: 1})

    assert [event.limb for event in duel.events(LimbChanged)] == [HEAD]


@pytest.mark.rule("wound.wounded-limb")
def test_a_red_value_may_be_the_higher(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(cbt=2, hurt={CBT: 5}, cp={ARMS: (1, 2)}))

    wounded(duel, {ARMS: 1})

    assert value(duel.match, Query(CBT, ELENIA)).total == 5


@pytest.mark.rule("wound.wound")
def test_a_limb_without_red_cp_is_never_wounded(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(psi=5, hurt={PSI: 1}, cp={HEAD: (3, 0)}))

    wounded(duel, {HEAD: 2})

    assert value(duel.match, Query(PSI, ELENIA)).total == 5
    assert duel.events(LimbChanged) == []


@pytest.mark.rule("wound.incapacitated")
def test_the_last_cp_of_any_limb_puts_a_fighter_out(book: Rulebook) -> None:
    """The glossaries' "more wounds than CP" is a slip: as many are enough."""
    duel = Duel(book, elenia=fighter(cp={LEGS: (1, 1)}))

    wounded(duel, {LEGS: 1})
    assert duel.match.is_on_field(ELENIA)

    wounded(duel, {LEGS: 1})
    assert duel[ELENIA].gone is Gone.INCAPACITATED
    assert duel.last(Left).rule == "wound.incapacitated"


@pytest.mark.rule("wound.wound", "wound.incapacitated")
def test_wounds_beyond_the_last_cp_are_lost_on_nobody(book: Rulebook) -> None:
    """H-96."""
    duel = Duel(book, elenia=fighter(cp={HEAD: (1, 1)}))

    assert wounded(duel, {HEAD: 5}) == 2
    assert duel[ELENIA].lost == {HEAD: 2}


@pytest.mark.rule("wound.wound", "wound.cp-loss", "wound.incapacitated")
def test_a_wound_to_each_limb_is_suffered_at_once(book: Rulebook) -> None:
    """H-98: all four are counted before checking whether he is out."""
    duel = Duel(book, elenia=fighter(cp={HEAD: (1, 0), LEGS: (1, 0)}))

    assert wounded(duel, dict.fromkeys(LimbName, 1)) == 4
    assert duel.last(CpLost).limbs == {HEAD: 1, ARMS: 1, TORSO: 1, LEGS: 1}
    assert len(duel.events(Left)) == 1


@pytest.mark.rule("wound.cp-loss")
def test_a_direct_loss_of_cp_passes_protection(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(gear=[complete(3)]))

    assert duel.play(lose_cp(duel.match, ELENIA, {HEAD: 1, LEGS: 2})) == 3
    assert duel[ELENIA].lost == {HEAD: 1, LEGS: 2}
    assert duel.events(Wounded) == []
    assert duel.play(lose_cp(duel.match, ELENIA, {HEAD: 0})) == 0
    assert len(duel.events(CpLost)) == 1


@pytest.mark.rule("wound.wound", "wound.cp-loss", "wound.wounded-limb")
def test_a_direct_loss_of_cp_ticks_boxes_like_a_wound(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(gear=[helmet(1)], cp={HEAD: (1, 1)}))

    wounded(duel, {HEAD: 1})
    assert duel[ELENIA].lost == {}

    duel.play(lose_cp(duel.match, ELENIA, {HEAD: 1}))
    assert duel.last(LimbChanged).limb is HEAD


@pytest.mark.rule("wound.incapacitated", "wound.removed")
def test_who_is_out_may_do_nothing_and_loses_nothing_more(book: Rulebook) -> None:
    duel = Duel(book, elenia=fighter(cp={HEAD: (1, 0)}))
    wounded(duel, {HEAD: 1})
    told = len(duel.match.log)

    refusal = duel.refusal(Melee(fighter=ELENIA, target=YURI))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("wound.removed", "gone")
    assert duel.play(lose_cp(duel.match, ELENIA, {LEGS: 1})) == 0
    assert len(duel.match.log) == told


@pytest.mark.rule("wound.removed")
def test_who_is_removed_is_not_incapacitated(book: Rulebook) -> None:
    duel = Duel(book)

    duel.play(do(duel.match, Left(rule="wound.removed", fighter=ELENIA, why=Gone.REMOVED)))

    assert duel[ELENIA].gone is Gone.REMOVED
    assert duel.refusal(Melee(fighter=ELENIA, target=YURI)) is not None


@pytest.mark.rule("wound.heal")
def test_healing_clears_as_many_boxes_as_were_ticked(book: Rulebook) -> None:
    duel = Duel(book)
    duel[ELENIA].lost = {ARMS: 2}

    assert healed(duel, ARMS, 3) == 2
    assert duel[ELENIA].lost == {}
    assert duel.last(Healed).n == 2


@pytest.mark.rule("wound.heal", "wound.wounded-limb")
def test_a_healed_limb_has_its_white_value_again_at_once(book: Rulebook) -> None:
    """H-99."""
    duel = Duel(book, elenia=fighter(cbt=5, hurt={CBT: 3}, cp={ARMS: (2, 2)}))
    duel[ELENIA].lost = {ARMS: 3}

    healed(duel, ARMS, 1)
    assert value(duel.match, Query(CBT, ELENIA)).total == 3
    assert duel.events(LimbChanged) == []

    healed(duel, ARMS, 1)
    assert value(duel.match, Query(CBT, ELENIA)).total == 5
    assert duel.last(LimbChanged).wounded is False


@pytest.mark.rule("wound.heal")
def test_healing_a_limb_that_lost_nothing_does_nothing(book: Rulebook) -> None:
    duel = Duel(book)
    duel[ELENIA].lost = {ARMS: 1}

    assert healed(duel, HEAD, 1) == 0
    assert healed(duel, ARMS, 1) == 1


@pytest.mark.rule("wound.heal", books="fr de")
def test_who_lost_nothing_may_not_be_healed(book: Rulebook) -> None:
    duel = Duel(book)

    refusal = refuse_unhurt(duel.match, ELENIA)
    rule_report.note(refusal)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("wound.heal", "unhurt")

    duel[ELENIA].lost = {LEGS: 1}
    assert refuse_unhurt(duel.match, ELENIA) is None


@pytest.mark.rule("wound.heal", books="en it pt")
def test_healing_who_lost_nothing_is_allowed_and_does_nothing(book: Rulebook) -> None:
    duel = Duel(book)

    assert refuse_unhurt(duel.match, ELENIA) is None
    assert healed(duel, HEAD, 1) == 0
    assert duel.match.log == []

    duel[ELENIA].lost = {HEAD: 1}
    assert healed(duel, HEAD, 1) == 1

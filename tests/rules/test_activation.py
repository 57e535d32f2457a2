"""The activation phase: designation, interruption, passing, its end (chapter 4.B)."""

from typing import Any

import pytest
from duels import BLUE, ELENIA, HEAD, POISON, RED, SLOWDOWN, VLADD, YLISS, YURI, fighter
from matches import Game

from edencli.match.pieces import Piece
from edencli.match.state import Gone
from edencli.match.table_events import (
    Activated,
    ActivationEnded,
    Designated,
    FirstPlayerSet,
    Interrupted,
    Passed,
    StepBegun,
)
from edencli.rulebooks.values import Rulebook
from edencli.rules.activation import why_not_designate

FOUR = {YURI: (10, 10), VLADD: (20, 10), ELENIA: (10, 50), YLISS: (20, 50)}
# Yuri 4, Elenia 5, Vlädd 6, Yliss 7: each may interrupt the one before.
RISING = {YURI: fighter(spd=4), ELENIA: fighter(spd=5), VLADD: fighter(spd=6), YLISS: fighter(spd=7)}


def phase(book: Rulebook, **before: Any) -> Game:
    """Stand at the first activation of a round, speeds rising."""
    named = {"yuri": YURI, "vladd": VLADD, "elenia": ELENIA, "yliss": YLISS, "state": "state"}
    return Game(book, FOUR, cards=RISING, before={named[name]: parts for name, parts in before.items()})


def activated(game: Game) -> list[Piece]:
    return [event.fighter for event in game.events(Activated)]


@pytest.mark.rule("activation.designate", "activation.once", "activation.next")
def test_the_first_player_names_a_fighter_and_his_speed_and_the_opponent_is_next(book: Rulebook) -> None:
    game = phase(book, yliss={"ap": 0})

    game.play("red activates Vlädd", "Vlädd is done")

    assert game.last(Designated) == Designated(rule="activation.designate", fighter=VLADD, spd=6)
    assert game.last(ActivationEnded) == ActivationEnded(rule="activation.next", fighter=VLADD)
    assert (game.question.asked, game.state.first_player) == (BLUE, BLUE)
    assert game[VLADD].activated is True


@pytest.mark.rule("activation.designate")
def test_only_a_fighter_of_ones_own_is_named(book: Rulebook) -> None:
    assert phase(book).objection("red activates Elenia") == ("activation.designate", "not-an-option")


@pytest.mark.rule("activation.interrupt")
def test_a_faster_enemy_may_interrupt_and_a_slower_or_equal_one_may_not(book: Rulebook) -> None:
    game = phase(book)
    game.play("red activates Vlädd")

    assert (game.question.rule, game.question.asked) == ("activation.interrupt", BLUE)
    refusal = game.refuse("blue interrupts with Elenia")
    assert (refusal.rule, refusal.about["spd"], refusal.about["other"]) == ("activation.interrupt", 5, 6)

    game = phase(book)
    game[ELENIA].card = fighter(spd=6)
    game.play("red activates Vlädd")
    assert game.refuse("blue interrupts with Elenia").reason == "not-faster"


@pytest.mark.rule("activation.interrupt", "activation.once", "activation.next")
def test_the_interrupter_is_activated_and_the_interrupted_side_is_next(book: Rulebook) -> None:
    """H-50: who was interrupted is not activated, and may be named again."""
    game = phase(book)

    game.play("red activates Yuri", "blue interrupts with Elenia", "red does not interrupt")
    assert game.state.first_player is BLUE
    game.play("Elenia is done")

    assert game.last(Interrupted).as_dict() == {
        "rule": "activation.interrupt",
        "fighter": ELENIA,
        "spd": 5,
        "interrupted": YURI,
    }
    assert activated(game) == [ELENIA]
    assert (game.question.asked, game.objection("red activates Yuri")) == (RED, None)


@pytest.mark.rule("activation.interrupt")
def test_interruptions_go_back_and_forth_while_somebody_is_faster(book: Rulebook) -> None:
    """H-49: only who was named last is activated."""
    game = phase(book)

    game.play("red activates Yuri", "blue interrupts with Elenia", "red interrupts with Vlädd")
    game.play("blue interrupts with Yliss")

    assert [event.fighter for event in game.events(Interrupted)] == [ELENIA, VLADD, YLISS]
    assert activated(game) == [YLISS]
    assert game.rules_asked()[-1] == "action.cost"
    game.play("Yliss is done")
    assert [game[piece].activated for piece in (YURI, VLADD, ELENIA)] == [False, False, False]


@pytest.mark.rule("activation.interrupt")
def test_speed_is_what_it_is_now(book: Rulebook) -> None:
    """H-26: poison slows."""
    game = phase(book, elenia={"markers": {POISON: 1}})
    game.play("red activates Yuri")

    refusal = game.refuse("blue interrupts with Elenia")

    assert (refusal.reason, refusal.about["spd"], refusal.about["other"]) == ("not-faster", 4, 4)


@pytest.mark.rule("activation.once")
def test_nobody_is_activated_twice_in_a_round_even_with_points_left(book: Rulebook) -> None:
    game = phase(book, yuri={"activated": True}, state={"last_activator": RED})

    assert game.objection("red activates Yuri") == ("activation.once", "activated")


@pytest.mark.rule("activation.once", "activation.interrupt")
def test_who_was_activated_does_not_interrupt(book: Rulebook) -> None:
    game = phase(book, yliss={"activated": True})
    game.play("red activates Yuri")

    assert game.refuse("blue interrupts with Yliss").rule == "activation.once"


@pytest.mark.rule("activation.no-ap")
def test_who_had_no_points_left_is_not_activated_though_he_is_given_some(book: Rulebook) -> None:
    """Source: en 404, fr 546, de 753-755, it and pt 448: till the next round."""
    game = phase(book)
    game.play("red activates Yuri", "Yuri is done", "by agreement: Elenia loses 3 AP")
    game.play("by agreement: Elenia gains 2 AP")

    assert game[ELENIA].ap == 2
    assert game.objection("blue activates Elenia") == ("activation.no-ap", "had-no-ap")


def test_who_had_no_points_left_interrupts_nobody(book: Rulebook) -> None:
    game = phase(book, elenia={"spent": True}, yliss={"spent": True})

    game.play("red activates Yuri")

    assert "activation.interrupt" not in game.rules_asked()


@pytest.mark.rule("activation.first")
def test_who_had_no_points_left_is_no_activation_that_opened_the_phase(book: Rulebook) -> None:
    game = phase(book, elenia={"spent": True})

    assert game.objection("red passes") == ("activation.first", "must-begin")


def test_a_phase_is_over_when_all_who_are_left_had_no_points(book: Rulebook) -> None:
    game = phase(book, vladd={"spent": True}, elenia={"spent": True}, yliss={"spent": True})

    game.play("Yuri is done")

    assert game.state.step == "intendancy.1"


@pytest.mark.rule("activation.no-ap", "state.slowdown")
def test_who_is_slowed_down_to_nothing_counts_as_activated_in_the_next_round(book: Rulebook) -> None:
    """He begins it without AP; what a tactical card gives him then comes too late."""
    slow = {"markers": {SLOWDOWN: 1}, "ap": 1}
    five = {**FOUR, Piece(RED, "Otto"): (30, 10)}
    game = Game(book, five, step="intendancy.9", before={YURI: slow, RED: {"sp": 0}, BLUE: {"sp": 0}})
    game.pass_over("intendancy.10", "intendancy.10").play("6", "1", "by agreement: Yuri gains 2 AP")

    assert game.state.round == 2
    assert game[YURI].ap == 2
    assert game.objection("red activates Yuri") == ("activation.no-ap", "had-no-ap")


def test_a_new_round_forgets_who_had_no_points_left(book: Rulebook) -> None:
    game = Game(book, FOUR, step="intendancy.8", before={YURI: {"spent": True, "ap": 0}})
    game.pass_over("intendancy.10", "intendancy.10")

    assert (game.state.round, game[YURI].ap, game[YURI].spent) == (2, 3, False)


def test_who_spends_his_last_points_while_he_acts_was_activated_and_nothing_else(book: Rulebook) -> None:
    game = phase(book).play("red activates Vlädd", "by agreement: Vlädd loses 3 AP")

    assert (game[VLADD].activated, game[VLADD].spent) == (True, False)


@pytest.mark.rule("activation.no-ap")
def test_who_has_no_points_left_counts_as_activated(book: Rulebook) -> None:
    """H-54."""
    game = phase(book, yuri={"ap": 0}, yliss={"ap": 0}, elenia={"activated": True})

    assert game.objection("red activates Yuri") == ("activation.no-ap", "no-ap")
    game.play("red activates Vlädd", "Vlädd is done")

    assert "activation.interrupt" not in game.rules_asked()
    assert game.state.step == "intendancy.1"


@pytest.mark.rule("activation.first")
def test_the_phase_does_not_begin_with_a_pass(book: Rulebook) -> None:
    assert phase(book).objection("red passes") == ("activation.first", "must-begin")


@pytest.mark.rule("activation.first", "activation.pass", "activation.interrupt")
def test_being_interrupted_satisfies_that_duty(book: Rulebook) -> None:
    """Source: de 743: one must try."""
    game = phase(book)
    assert game.objection("red passes") == ("activation.first", "must-begin")

    game.play("red activates Yuri", "blue interrupts with Elenia", "Elenia is done", "red passes")

    assert game.last(Passed) == Passed(rule="activation.pass", side=RED, forced=False)


@pytest.mark.rule("activation.forced-pass", "activation.pass")
def test_the_duty_is_the_openers_alone(book: Rulebook) -> None:
    """H-52: when the opener has nobody, he passes, and so may his opponent."""
    game = phase(book, yuri={"ap": 0}, vladd={"ap": 0})

    assert game.last(Passed) == Passed(rule="activation.forced-pass", side=RED, forced=True)
    game.play("blue passes")

    assert game.state.step == "intendancy.1"


@pytest.mark.rule("activation.pass")
def test_in_the_midst_of_a_round_a_position_may_go_on_with_a_pass(book: Rulebook) -> None:
    """A position need not tell who was activated last."""
    game = phase(book, elenia={"activated": True})

    game.play("red passes")

    assert game.question.asked is BLUE


@pytest.mark.rule("activation.pass", "activation.next")
def test_who_passed_may_activate_later(book: Rulebook) -> None:
    """H-53."""
    game = phase(book).play("red activates Vlädd", "Vlädd is done", "blue passes", "red activates Yuri")
    game.play("Yuri is done", "blue activates Elenia", "Elenia is done")

    assert activated(game) == [VLADD, YURI, ELENIA]
    assert [(event.side, event.forced) for event in game.events(Passed)] == [(BLUE, False), (RED, True)]
    assert game.question.asked is BLUE


@pytest.mark.rule("activation.pass", "activation.end")
def test_two_passes_running_end_the_phase_for_everybody(book: Rulebook) -> None:
    """The last activator is first in intendancy, whoever passed last."""
    game = phase(book).play("red activates Yuri", "Yuri is done", "blue activates Elenia", "Elenia is done")
    game.play("red passes", "blue passes")
    assert game.last(FirstPlayerSet) == FirstPlayerSet(rule="activation.end", side=BLUE)
    assert activated(game) == [YURI, ELENIA]


@pytest.mark.parametrize(
    ("left", "objection"),
    [
        ({"place": None, "on_field": False}, ("setup.7-deploy", "not-on-field")),
        ({"place": None, "on_field": False, "gone": Gone.REMOVED}, ("wound.removed", "gone")),
    ],
)
def test_who_is_not_on_the_field_is_activated_by_nobody_whatever_ap_he_has(
    book: Rulebook, left: dict[str, Any], objection: tuple[str, str]
) -> None:
    game = phase(book, vladd=left)

    refusal = why_not_designate(game.match, VLADD)
    assert game[VLADD].ap > 0
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == objection


@pytest.mark.parametrize("passes", [0, 1, 2])
def test_a_match_begun_after_two_passes_asks_for_no_further_activation(book: Rulebook, passes: int) -> None:
    game = phase(book, state={"passes": passes, "last_activator": BLUE})

    assert ("activation.designate" in game.rules_asked()) is (passes < 2)


@pytest.mark.rule("activation.pass")
def test_the_first_of_two_who_pass_may_have_been_the_last_to_activate(book: Rulebook) -> None:
    game = phase(book).play("red activates Yuri", "Yuri is done", "blue passes", "red passes")

    assert (game.state.first_player, game.state.step) == (RED, "intendancy.1")
    assert activated(game) == [YURI]


@pytest.mark.rule("activation.end")
def test_the_last_to_activate_is_first_for_what_follows(book: Rulebook) -> None:
    game = phase(book, yuri={"activated": True}, yliss={"activated": True}, vladd={"activated": True})

    game.play("blue activates Elenia", "Elenia is done")

    assert game.last(FirstPlayerSet) == FirstPlayerSet(rule="activation.end", side=BLUE)
    assert game.last(StepBegun).step == "intendancy.1"


@pytest.mark.rule("activation.pass", "activation.end")
def test_passes_that_an_activation_parts_do_not_end_the_phase(book: Rulebook) -> None:
    """The Italian "if both players pass" too wants them one after the other."""
    game = phase(book).play("red activates Yuri", "Yuri is done", "blue passes", "red activates Vlädd")
    game.play("Vlädd is done", "blue activates Elenia", "Elenia is done")

    assert [event.forced for event in game.events(Passed)] == [False, True]
    assert game.state.step == "activation"
    game.play("blue activates Yliss", "Yliss is done")
    assert game.last(FirstPlayerSet) == FirstPlayerSet(rule="activation.end", side=BLUE)


@pytest.mark.rule("activation.forced-pass", "activation.next")
def test_who_cannot_activate_anybody_passes_by_himself(book: Rulebook) -> None:
    """The other activates the rest in the order he likes."""
    game = phase(book, elenia={"activated": True}, yliss={"activated": True})

    game.play("red activates Yuri", "Yuri is done", "red activates Vlädd", "Vlädd is done")

    assert [(event.side, event.forced) for event in game.events(Passed)] == [(BLUE, True)]
    assert game.state.step == "intendancy.1"


@pytest.mark.rule("activation.end")
def test_the_phase_ends_when_nobody_is_left(book: Rulebook) -> None:
    game = phase(book, **{name: {"activated": True} for name in ("yuri", "vladd", "elenia")})
    game.play("blue activates Yliss", "Yliss is done")

    assert (game.state.step, game.state.first_player) == ("intendancy.1", BLUE)


def test_a_round_in_which_nobody_can_be_activated_goes_to_intendancy(book: Rulebook) -> None:
    """H-55: then the first player stays."""
    spent = {piece: {"ap": 0} for piece in FOUR}
    game = Game(book, FOUR, step="tactical-phase", before=spent)

    assert (game.state.step, game.state.first_player) == ("intendancy.1", RED)
    assert game.events(Passed) == []


@pytest.mark.rule("activation.next", "wound.incapacitated", "activation.once")
def test_who_is_put_out_in_his_activation_has_ended_it(book: Rulebook) -> None:
    """H-76: by the answer to his own blow."""
    frail = fighter(spd=4, cp={HEAD: (1, 0)})
    game = Game(book, {YURI: (10, 10), VLADD: (30, 10), ELENIA: (13, 10)}, cards={YURI: frail})

    game.play("red activates Yuri", "Yuri attacks Elenia", "Elenia responds", "1", "6", "4111", "1")

    assert game.last(ActivationEnded).fighter == YURI
    assert (game.question.rule, game.question.asked) == ("activation.designate", BLUE)

"""The tactical phase, and what tactical cards print (chapters 1.D, 4.B)."""

from typing import Any

import pytest
import rule_report
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from matches import Game, active, tactic

from edencli.match.card_events import TacticCancelled, TacticEnded, TacticInForce, TacticPlayed
from edencli.match.pieces import Side
from edencli.match.state import Gone
from edencli.match.table_events import SpSpent
from edencli.notation.errors import Unsuited
from edencli.notation.reader import read_answer
from edencli.rulebooks.values import Rulebook
from edencli.rules.tactics import why_not_play

FOUR = {YURI: (10, 10), VLADD: (20, 10), ELENIA: (10, 50), YLISS: (20, 50)}
RUSE, RUSH, OPENING = tactic("Ruse", cancellation=2), tactic("Rush"), tactic("Opening", first_round=True)


def phase(book: Rulebook, *, round_: int = 1, red: Any = None, blue: Any = None, **yuri: Any) -> Game:
    """Stand at the tactical phase, red with Ruse, Rush and Opening, blue with Ruse."""
    before = {
        RED: {"sp": 5, "leader": YURI, "hand": ("Ruse", "Rush", "Opening"), **(red or {})},
        BLUE: {"sp": 5, "leader": ELENIA, "hand": ("Ruse",), **(blue or {})},
        YURI: yuri,
    }
    decks = {RED: [RUSE, RUSH, OPENING], BLUE: [RUSE]}
    return Game(book, FOUR, step="tactical-phase", round_=round_, tactics=decks, before=before)


def unplayable(game: Game, side: Side, card: str) -> tuple[str, str] | None:
    """Say by which rule and reason a player may not play a card; who may play none is not asked."""
    refusal = why_not_play(game.match, side, card)
    rule_report.note(refusal)
    return (refusal.rule, refusal.reason) if refusal else None


@pytest.mark.rule("tactical-phase.play", "tactical-phase.cost", "tactical.duration")
def test_each_may_play_one_card_for_two_points_the_first_player_first(book: Rulebook) -> None:
    game = phase(book)

    assert (game.question.rule, game.question.asked) == ("tactical-phase.play", RED)
    game.play("red plays Rush", "blue plays Ruse", "red does not cancel Ruse", "blue adds nothing")

    assert [(event.side, event.card) for event in game.events(TacticPlayed)] == [
        (RED, "Rush"),
        (BLUE, "Ruse"),
    ]
    assert [(event.side, event.n) for event in game.events(SpSpent)] == [(RED, 2), (BLUE, 2)]
    assert (game.side(RED).hand, game.side(RED).in_force) == (("Ruse", "Opening"), ("Rush",))
    assert game.question.rule == "activation.designate"


@pytest.mark.rule("tactical-phase.play", "card-over-rule")
def test_what_a_card_does_is_agreed_before_the_opponent_plays_his(book: Rulebook) -> None:
    game = phase(book)

    game.play("red plays Rush")
    assert (game.question.rule, game.question.asked) == ("card-over-rule", RED)
    game.play("by agreement: Yuri gains 1 AP", "blue plays Ruse")

    kinds = [event.kind for event in game.match.log]
    assert kinds.index("ap-given") < len(kinds) - 1 - kinds[::-1].index("tactic-played")


LURE = tactic("Lure").with_changes(tactical=False)


def acting(book: Rulebook, **red: Any) -> Game:
    """Let Yuri act, red with Lure, which has its own moment, and with Ruse, which has its phase."""
    before = {RED: {"sp": 5, "leader": YURI, "hand": ("Lure", "Ruse"), **red}}
    return active(book, FOUR, tactics={RED: [LURE, RUSE]}, before=before)


@pytest.mark.rule("tactical-phase.play")
def test_who_holds_no_card_is_not_asked_for_one(book: Rulebook) -> None:
    """The band has cards that could be played; all of them were played, or none was drawn."""
    game = phase(book, red={"hand": ()})

    assert (game.question.rule, game.question.asked) == ("tactical-phase.play", BLUE)
    assert game.rules_asked() == ["tactical-phase.play"]


@pytest.mark.rule("tactical-phase.cost", "tactical.duration")
def test_a_card_that_is_not_tactical_is_played_at_its_moment_by_agreement(book: Rulebook) -> None:
    game = acting(book).play("by agreement: red plays Lure")
    assert game.question.rule == "card-over-rule"

    game.play("by agreement: Yuri gains 1 AP", "red adds nothing")

    assert (game.side(RED).sp, game.side(RED).hand) == (5 - book.tactics.sp, ("Ruse",))
    assert game.side(RED).in_force == ("Lure",)
    assert game.question.rule == "action.cost"


@pytest.mark.rule("tactical.phase-only")
def test_a_tactical_card_is_played_in_its_phase_only(book: Rulebook) -> None:
    assert acting(book).refuse("by agreement: red plays Ruse").rule == "tactical.phase-only"


@pytest.mark.rule("tactical-phase.cost")
def test_a_card_is_paid_for_whenever_it_is_played(book: Rulebook) -> None:
    assert acting(book, sp=1).refuse("by agreement: red plays Lure").rule == "tactical-phase.cost"


@pytest.mark.rule("tactical-phase.leader")
def test_a_card_needs_a_leader_whenever_it_is_played(book: Rulebook) -> None:
    assert acting(book, leader=None).refuse("by agreement: red plays Lure").rule == "tactical-phase.leader"


@pytest.mark.rule("tactical.once")
def test_a_card_that_was_played_is_not_played_again_by_agreement(book: Rulebook) -> None:
    game = acting(book, hand=("Ruse",), played=("Lure",))

    assert game.refuse("by agreement: red plays Lure").rule == "tactical.once"


@pytest.mark.rule("tactical-phase.play")
def test_a_card_that_is_not_in_the_hand_is_not_played(book: Rulebook) -> None:
    refusal = acting(book, hand=("Ruse",)).refuse("by agreement: red plays Lure")

    assert (refusal.rule, refusal.reason) == ("tactical-phase.play", "not-in-hand")


@pytest.mark.rule("tactical-phase.play")
def test_nobody_has_to_play(book: Rulebook) -> None:
    game = phase(book)

    game.play("red plays nothing", "blue plays nothing")

    assert game.match.log[:-1] == []
    assert game.question.rule == "activation.designate"


@pytest.mark.rule("tactical-phase.cost")
def test_who_cannot_pay_plays_nothing(book: Rulebook) -> None:
    game = phase(book, red={"sp": 1})

    assert game.question.asked is BLUE
    assert unplayable(game, RED, "Rush") == ("tactical-phase.cost", "too-few-sp")


@pytest.mark.rule("tactical-phase.leader")
def test_without_a_leader_nobody_plays(book: Rulebook) -> None:
    game = phase(book, gone=Gone.INCAPACITATED, place=None, on_field=False)

    assert game.question.asked is BLUE
    assert unplayable(game, RED, "Rush") == ("tactical-phase.leader", "no-leader")


@pytest.mark.rule("tactical-phase.leader", books="en fr it pt")
def test_a_leader_must_be_on_the_field(book: Rulebook) -> None:
    """H-45: removed, not incapacitated, is not on the field either."""
    game = phase(book, gone=Gone.REMOVED, place=None, on_field=False)

    assert unplayable(game, RED, "Rush") == ("tactical-phase.leader", "no-leader")


@pytest.mark.rule("tactical-phase.leader", books="en fr it pt")
def test_a_leader_who_was_left_out_is_not_on_the_field(book: Rulebook) -> None:
    game = phase(book, place=None, on_field=False)

    assert unplayable(game, RED, "Rush") == ("tactical-phase.leader", "no-leader")


@pytest.mark.rule("tactical-phase.play", books="de")
def test_a_german_leader_must_only_not_be_incapacitated(book: Rulebook) -> None:
    """Source: de 710."""
    game = phase(book, gone=Gone.REMOVED, place=None, on_field=False)

    game.play("red plays Rush")

    assert game.last(TacticPlayed).card == "Rush"


@pytest.mark.rule("tactical.first-round")
def test_a_first_round_card_is_played_in_the_first_round_only(book: Rulebook) -> None:
    assert phase(book).objection("red plays Opening") is None
    assert phase(book, round_=2).objection("red plays Opening") == (
        "tactical.first-round",
        "first-round-only",
    )


@pytest.mark.rule("tactical.once", "tactical-phase.play")
def test_a_card_is_played_once_in_a_match(book: Rulebook) -> None:
    game = phase(book, red={"hand": ("Ruse",), "played": ("Rush",)})

    assert game.objection("red plays Rush") == ("tactical.once", "already-played")
    assert game.objection("red plays Ruse") is None


@pytest.mark.rule("tactical.once", "tactical-phase.play")
def test_the_opponent_may_play_his_own_copy(book: Rulebook) -> None:
    """Source: fr 526."""
    game = phase(book, red={"hand": ("Rush",), "played": ("Ruse",)})

    assert game.objection("red plays Ruse") == ("tactical.once", "already-played")
    game.play("blue plays Ruse", "red does not cancel Ruse")
    assert game.side(BLUE).played == ("Ruse",)


@pytest.mark.rule("tactical.cancellation")
def test_a_card_is_cancelled_for_its_price_before_it_takes_effect(book: Rulebook) -> None:
    """H-47: the card and its points are lost."""
    game = phase(book)

    game.play("red plays Ruse", "blue cancels Ruse")

    assert game.last(TacticCancelled) == TacticCancelled(rule="tactical.cancellation", side=BLUE, card="Ruse")
    assert game.events(TacticInForce) == []
    assert (game.side(RED).sp, game.side(BLUE).sp) == (3, 3)
    assert game.side(RED).hand == ("Rush", "Opening")


@pytest.mark.rule("tactical.cancellation", "tactical.duration")
def test_cancelling_is_optional(book: Rulebook) -> None:
    game = phase(book)

    game.play("red plays Ruse", "blue does not cancel Ruse")

    assert game.last(TacticInForce) == TacticInForce(rule="tactical.duration", side=RED, card="Ruse")
    assert game.side(BLUE).sp == 5


@pytest.mark.rule("tactical-phase.play")
def test_who_cannot_pay_or_meets_a_card_without_the_rule_is_not_asked_to_cancel(book: Rulebook) -> None:
    poor = phase(book, blue={"sp": 1}).play("red plays Ruse")
    plain = phase(book).play("red plays Rush")

    assert poor.side(RED).in_force == ("Ruse",)
    assert "tactical.cancellation" not in (*poor.rules_asked(), *plain.rules_asked())


@pytest.mark.rule("tactical.duration", "intendancy.11")
def test_a_card_lasts_to_the_end_of_the_round_and_leaves_the_match(book: Rulebook) -> None:
    """Source of the example: en 435, fr 574, de 810, it 703, pt 476."""
    game = phase(book, red={"hand": ("Rush",)}, blue={"hand": ()})
    game.play("red plays Rush", "red activates Yuri", "Yuri is done", "blue passes", "red passes")

    game.pass_over(*["intendancy.1"] * 2, *["intendancy.10"] * 2)

    assert game.last(TacticEnded) == TacticEnded(rule="intendancy.11", side=RED, card="Rush")
    assert (game.side(RED).in_force, game.side(RED).hand, game.side(RED).played) == ((), (), ("Rush",))


@pytest.mark.rule("tactical.phase-only")
def test_a_card_is_played_in_its_phase_and_at_no_other_moment(book: Rulebook) -> None:
    game = phase(book)
    game.play("red plays nothing", "blue plays nothing")

    with pytest.raises(Unsuited):
        read_answer("red plays Rush", game.match, game.question)

    assert game.question.rule == "activation.designate"
    assert game.side(RED).hand == ("Ruse", "Rush", "Opening")


@pytest.mark.rule("tactical.cancellation")
def test_the_last_points_cancel_a_card_and_one_too_few_do_not(book: Rulebook) -> None:
    enough, too_few = (phase(book, blue={"sp": n}).play("red plays Ruse") for n in (2, 1))

    enough.play("blue cancels Ruse")

    assert enough.side(BLUE).sp == 0
    assert not enough.events(TacticInForce)
    assert too_few.side(RED).in_force == ("Ruse",)

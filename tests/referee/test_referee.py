"""The referee: wrong answers change nothing, forced ones are given, and a failure takes the last one back."""

from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from listeners import Card
from matches import Game, active, mission, prepare, tactic

from edencli.field.shapes import Point
from edencli.match.events import AttackEnded, Event
from edencli.match.match import Match, Procedure
from edencli.match.position import dump_position
from edencli.match.questions import Agreement, OrderChoice, Roll
from edencli.match.table_events import BidsRevealed, LeaderNamed, Moved, RoundBegun, StepBegun
from edencli.referee.answers import IllegalAnswer, check_answer, drive
from edencli.referee.referee import ProcedureFailed, Referee
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Melee, Move
from edencli.rules.questions import Interruption, LeaderChoice

EN = rulebook("en")
FACING = {YURI: (10, 30), VLADD: (30, 50), ELENIA: (13, 30)}


def snapshot(game: Game) -> tuple[Any, ...]:
    return (
        dump_position(game.state),
        list(game.match.log),
        game.referee.question,
        list(game.referee.forced_answers),
    )


def refused(game: Game, answers: list[Any]) -> None:
    """Give answers that will not do, each of which must change nothing."""
    for wrong in answers:
        before = snapshot(game)
        with pytest.raises(IllegalAnswer) as illegal:
            game.referee.answer(wrong)
        assert illegal.value.question is game.referee.question
        assert snapshot(game) == before, wrong


def test_an_illegal_bid_changes_nothing() -> None:
    game = prepare(EN, (YURI, ELENIA), "setup.3-bid", before={RED: {"sp": 3}})

    refused(game, [None, -1, 4, Agreement(what="sp", subject=RED, n=1)])


def test_an_illegal_choice_changes_nothing() -> None:
    game = prepare(EN, (YURI, VLADD, ELENIA), "setup.4-leader")

    refused(game, [None, ELENIA, "Yuri", 3, Agreement(what="sp", subject=RED, n=1)])


def test_an_illegal_hand_changes_nothing() -> None:
    deck = [tactic(f"Card {n}") for n in range(6)]
    before = {RED: {"leader": YURI}, BLUE: {"leader": ELENIA}}
    game = prepare(EN, (YURI, ELENIA), "setup.8-hand", tactics={RED: deck}, before=before)

    refused(game, [None, (), ("Card 1",), ("Card 1",) * 4, ("Card 1", "Card 2", "Card 3", "Bluff")])


def test_an_illegal_deed_changes_nothing() -> None:
    game = active(EN, FACING)
    elsewhere = Move(fighter=YURI, path=(Point(10_000, 30_000), Point(30_000, 30_000)))

    refused(game, [Melee(fighter=YURI, target=VLADD), Melee(fighter=VLADD, target=ELENIA), elsewhere])


def test_illegal_dice_change_nothing() -> None:
    game = active(EN, FACING).play("Yuri attacks Elenia", "Elenia stays passive")

    assert isinstance(game.question, Roll)
    refused(game, [None, (1, 2, 3), (1, 2, 3, 4, 5), (1, 2, 3, 7), (0, 1, 2, 3)])


def test_after_a_wrong_answer_the_right_one_is_taken_as_if_nothing_had_been() -> None:
    game, other = (active(EN, FACING) for _ in range(2))

    refused(game, [Melee(fighter=YURI, target=VLADD)])
    for one in (game, other):
        one.play("Yuri attacks Elenia", "Elenia dodges", "4411", "2", "4111")

    assert (game.match.log, dump_position(game.state)) == (other.match.log, dump_position(other.state))


def test_a_question_with_one_answer_is_not_asked_and_told_as_forced() -> None:
    game = prepare(EN, (YURI, ELENIA), "setup.4-leader")

    asked = [(question.rule, given) for question, given in game.referee.forced_answers]
    assert asked[:2] == [("setup.4-leader", YURI), ("setup.4-leader", ELENIA)]
    assert [event.fighter for event in game.events(LeaderNamed)] == [YURI, ELENIA]


def test_each_answer_of_a_player_counts_once_and_no_refused_or_forced_one() -> None:
    game = Game(EN, FACING)

    game.play("red activates Yuri")
    refused(game, [Melee(fighter=YURI, target=VLADD)])
    game.play("Yuri attacks Elenia", "Elenia stays passive")

    answered = game.referee.answer_count
    assert answered == len(game.referee.player_answers)
    game.play("1111")
    assert game.referee.answer_count == answered + 1


def test_forced_answers_are_those_since_the_last_answer() -> None:
    game = prepare(EN, (YURI, VLADD, ELENIA), "setup.4-leader")
    assert game.referee.forced_answers == []

    game.play("red is led by Vlädd")

    assert [question.asked for question, _ in game.referee.forced_answers][:1] == [BLUE]


def test_an_optional_question_is_asked_though_it_has_one_answer() -> None:
    choice = Interruption(asked=RED, options=(YURI,), optional=True)

    assert choice.only_answer() is None
    assert check_answer(choice, None) is None
    assert choice.with_changes(optional=False).only_answer() == YURI


def test_what_must_be_answered_is_not_declined() -> None:
    choice = LeaderChoice(asked=RED, options=(YURI, VLADD))

    with pytest.raises(IllegalAnswer) as illegal:
        check_answer(choice, None)
    assert illegal.value.refusal.reason == "must-answer"


@pytest.mark.parametrize("step", ["setup.3-bid", "setup.4-leader", "setup.7-deploy", "first-player"])
def test_nothing_is_agreed_on_where_the_match_waits_for_a_certain_answer(step: str) -> None:
    game = prepare(EN, (YURI, VLADD, ELENIA, YLISS), step, before={RED: {"sp": 3}})

    with pytest.raises(IllegalAnswer) as illegal:
        game.referee.answer(Agreement(what="vp", subject=RED, n=1))
    assert illegal.value.refusal.reason == "no-agreement-now"


def test_nothing_is_agreed_on_in_the_midst_of_an_attack() -> None:
    game = active(EN, FACING).play("Yuri attacks Elenia")
    agreed = Agreement(what="vp", subject=RED, n=1)

    refused(game, [agreed])
    game.play("Elenia stays passive")
    refused(game, [agreed])
    game.play("4411", "2")
    refused(game, [agreed])


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ("tactical-phase", "tactical-phase.play"),
        ("activation", "activation.designate"),
        ("intendancy.1", "intendancy.1"),
        ("intendancy.10", "intendancy.10"),
    ],
)
def test_between_acts_something_may_be_agreed_on_and_the_question_stands(step: str, rule: str) -> None:
    before = {RED: {"sp": 5, "leader": YURI, "hand": ("Ruse",)}}
    game = Game(EN, FACING, step=step, tactics={RED: [tactic("Ruse")]}, before=before)

    game.play("by agreement: red gains 1 VP")

    assert (game.question.rule, game.side(RED).vp) == (rule, 1)


def test_an_agreement_on_what_cannot_be_changes_nothing() -> None:
    game = active(EN, FACING)
    nowhere = Agreement(what="token", subject=RED, detail="Grave", place=(99_000, 0))
    onto_another = Agreement(what="place", subject=YURI, place=(13_000, 30_000))

    refused(game, [nowhere, onto_another])


def test_a_match_that_is_over_asks_nothing() -> None:
    game = Game(EN, FACING, step="intendancy.12", round_=5).pass_over("score.end", "score.end")

    assert (game.referee.is_over, game.referee.question) == (True, None)
    with pytest.raises(ValueError, match="nothing is asked"):
        game.referee.answer(None)


class Faulty(Exception):  # noqa: N818  # the card is
    """What a broken card raises."""


def breaks(kind: type[Event], *, times: int = 1) -> Card:
    """A card that fails when something happens, so many times, and then works."""
    left = [times]

    def effect(match: Match) -> Procedure[None]:
        yield from ()
        del match
        if left[0]:
            left[0] -= 1
            raise Faulty("a loop of cards")

    return Card(kind, then=effect)


def test_a_failure_takes_the_last_answer_back_and_the_match_goes_on() -> None:
    game = active(EN, FACING, listeners=[breaks(AttackEnded)])
    game.play("Yuri attacks Elenia", "Elenia dodges", "4411", "2")
    game.play("Yuri does not shift")
    before = snapshot(game)[:2]

    with pytest.raises(ProcedureFailed, match="a loop of cards") as broken:
        game.play("1111")

    assert isinstance(broken.value.__cause__, Faulty)
    assert isinstance(game.question, Roll)
    assert snapshot(game)[:2] == before
    game.play("1111")
    assert game.last(AttackEnded).cp_lost == 2


def test_what_was_answered_before_a_failure_stands() -> None:
    whole = active(EN, FACING).play("Yuri moves to 10, 22", "6611", "Yuri moves to 10, 20")
    game = active(EN, FACING, listeners=[breaks(Moved)])
    game.play("Yuri moves to 10, 22")
    before = snapshot(game)[:2]

    with pytest.raises(ProcedureFailed):
        game.play("6611")

    assert snapshot(game)[:2] == before
    game.play("6611", "Yuri moves to 10, 20")
    assert (game.match.log, dump_position(game.state)) == (whole.match.log, dump_position(whole.state))


def test_a_failure_in_the_step_that_follows_takes_back_the_answer_that_led_there() -> None:
    """The step of the answer is over, and is begun again."""
    game = Game(EN, FACING, step="intendancy.10", listeners=[breaks(RoundBegun)])
    game.pass_over("intendancy.10")
    before = snapshot(game)[:2]

    with pytest.raises(ProcedureFailed):
        game.referee.answer(None)

    assert snapshot(game)[:2] == before
    assert (game.state.step, game.question.asked) == ("intendancy.10", BLUE)
    game.pass_over("intendancy.10")
    assert game.state.round == 2


def test_a_failure_in_a_forced_answer_takes_back_the_one_that_was_given() -> None:
    game = prepare(EN, (YURI, VLADD, ELENIA), "setup.4-leader", listeners=[breaks(StepBegun)])

    with pytest.raises(ProcedureFailed):
        game.play("red is led by Yuri")

    assert (game.question.rule, game.match.log) == ("setup.4-leader", [])
    game.play("red is led by Vlädd")
    assert [event.fighter for event in game.events(LeaderNamed)] == [VLADD, ELENIA]


def test_a_card_that_always_fails_never_lets_the_answer_through() -> None:
    game = active(EN, FACING, listeners=[breaks(Moved, times=9)]).play("Yuri moves to 10, 22")

    for _ in range(3):
        before = snapshot(game)[:2]
        with pytest.raises(ProcedureFailed):
            game.play("6611")
        assert snapshot(game)[:2] == before


def test_a_secret_that_was_bid_is_asked_again_after_a_failure() -> None:
    game = prepare(EN, (YURI, ELENIA), "setup.3-bid", before={RED: {"sp": 3}, BLUE: {"sp": 3}})
    game.match.add_listeners([breaks(BidsRevealed)])
    game.play("red bids 2")

    with pytest.raises(ProcedureFailed):
        game.play("blue bids 1")

    assert (game.question.asked, game.side(RED).sp) == (BLUE, 3)
    game.play("blue bids 0", "red goes first")
    assert (game.side(RED).sp, game.side(BLUE).sp) == (1, 3)


def test_one_procedure_alone_is_driven_the_same() -> None:
    def procedure() -> Procedure[str]:
        one = yield OrderChoice(asked=RED, options=(3,), names=())
        two = yield OrderChoice(asked=RED, options=(1, 2), names=())
        return f"{one}{two}"

    assert drive(procedure(), lambda question: question.options[1]) == "32"  # type: ignore[attr-defined]
    with pytest.raises(IllegalAnswer):
        drive(procedure(), lambda _: 9)


def test_a_referee_may_begin_at_any_step() -> None:
    decks = {RED: [mission("A"), mission("B")], BLUE: [mission("C"), mission("D")]}
    game = prepare(EN, (YURI, ELENIA), "setup.5-mission", missions=decks)

    again = Referee(game.match)

    assert again.question is not None
    assert again.question.rule == "setup.5-mission"
    assert again.events is game.match.log

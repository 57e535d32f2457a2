"""What is proposed can be taken: `y` after a hint or a repair, `auto` for a preparation, undone at once."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from random_matches import COMBINATIONS, begin_match
from sessions import WORDS, Lines, again, duel, sit, stand_up

from edencli.bots import BOTS
from edencli.bots.random_player import RandomPlayer
from edencli.games.session import Session
from edencli.match.facts import Arriving, Touching
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import HandQuestion, Question, Roll, fact_question
from edencli.notation.reader import read_answer
from edencli.prompt.answer_list import numbered_act_lines
from edencli.prompt.interpret import interpret_line, line_for_enter
from edencli.prompt.offers import offers
from edencli.prompt.proposals import hinted_answer, is_preparing
from edencli.prompt.screen import TerminalPlay
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.rules.questions import ActQuestion, RoundBid

BOOKS = ("en", "fr", "de", "it", "pt")
STEADY = {Side.BLUE: BOTS["steady"]}


def type_lines(session: Session, *lines: str, viewer: Audience = PUBLIC, two: bool = False) -> TerminalPlay:
    """Sit down at a match and type these lines."""
    table = TerminalPlay(WORDS, session, viewer, bots={} if two else STEADY, typist=Lines(*lines))
    table.run(anew=True)
    return table


def answers_of(session: Session) -> list[str]:
    return [line.text for line in session.lines if line.kind == "answer"]


# ── auto ─────────────────────────────────────────────────────────────────────────────────────────────────


ALL_CHAPTERS = len(COMBINATIONS) - 1
MANY = int(os.environ.get("EDENCLI_PROPOSALS", "3"))  # by hand: a hundred
NUMBERS = [n for n in range(ALL_CHAPTERS, (MANY + 1) * 2 * len(COMBINATIONS), len(COMBINATIONS)) if n % 3][
    :MANY
]
"""Random matches of all chapters that begin before the preparation."""


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("number", NUMBERS)
def test_auto_is_legal_at_any_step_of_a_random_preparation(book: str, number: int) -> None:
    """Some questions are answered by chance, the others by `auto`; what is illegal raises."""
    referee = Referee(begin_match(book, number))
    match, dice, delegated = referee.match, SeededDice(number), 0
    player, typed = RandomPlayer(match, number), number // len(COMBINATIONS) * 3 % 20
    while (question := referee.question) is not None and is_preparing(match):
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
        elif typed > 0:
            typed -= 1
            referee.answer(player(question))
        else:
            delegated += 1
            referee.answer(hinted_answer(match, question))

    assert delegated


@pytest.mark.parametrize("game", ["drowned-market.yaml", "mill-pond.yaml"])
def test_auto_does_all_that_is_left_of_a_preparation(game: str) -> None:
    session = sit(game)

    type_lines(session, "auto")

    assert not is_preparing(session.match)


def test_auto_with_a_number_gives_so_many_answers() -> None:
    session = sit("lanterns.yaml")

    type_lines(session, "auto 1")

    assert [line.side for line in session.lines if line.kind == "answer"].count("red") == 1


def test_undo_after_auto_leaves_what_was_typed_before(capsys: pytest.CaptureFixture[str]) -> None:
    """The bids were typed and the dice fell; all that follows was `auto`, and is taken back at once."""
    session = sit("lanterns.yaml")

    table = type_lines(session, "red bids 0", "auto", "undo")

    red = [line.text for line in session.lines if line.kind == "answer" and line.side == "red"]
    assert red == ["red bids 0"]
    assert is_preparing(session.match)
    assert not table.delegated.covers(session, session.question)  # type: ignore[arg-type]
    assert capsys.readouterr().out.count("taken back: red") > 5


def test_what_auto_answered_is_in_the_record_like_any_answer(tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    session = sit("lanterns.yaml", record)
    type_lines(session, "auto")
    stand_up(session)

    assert answers_of(again(record)) == answers_of(session)
    kinds = {json.loads(line).get("text") for line in record.read_text("utf-8").splitlines()[1:]}
    assert not kinds & {"auto", "rest"}


def test_auto_at_a_table_without_places_does_the_preparation() -> None:
    session = sit("kitchen-table.yaml")

    type_lines(session, "", "auto", "", "auto", two=True)

    assert isinstance(session.question, RoundBid) or not is_preparing(session.match)


def test_what_auto_chose_in_secret_stands_on_no_public_screen(capsys: pytest.CaptureFixture[str]) -> None:
    session = sit("lanterns.yaml")

    type_lines(session, "", "auto", "", "auto", two=True)
    shown = capsys.readouterr().out

    hand = session.match.state.sides[Side.RED].hand
    assert hand
    assert "secrets red" in shown
    assert not any(card in shown for card in hand)


def test_auto_after_the_preparation_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    session = sit("lanterns.yaml")

    type_lines(session, "auto", "auto")

    assert "auto answers the preparation, and that is over" in " ".join(capsys.readouterr().out.split())


# ── y ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_y_takes_the_hint_directly_above() -> None:
    session = sit("lanterns.yaml")

    type_lines(session, "hint", "y")

    assert answers_of(session)[0] == "red bids 0"


def test_y_is_no_proposal_once_something_else_was_typed() -> None:
    session = sit("lanterns.yaml")

    type_lines(session, "hint", "score", "y")

    assert not session.inputs


def test_y_takes_a_repair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = duel(tmp_path)

    type_lines(session, "red activates Yuri", "Yuri movs to 20, 24", "y", two=True)

    assert "did you mean" in capsys.readouterr().out
    assert answers_of(session)[-1] == "Yuri moves to 20, 24"


def test_y_takes_a_warned_act(tmp_path: Path) -> None:
    """A charge that falls short is asked about once; `y` does it all the same."""
    session = duel(tmp_path)

    type_lines(session, "red activates Yuri", "charges Abama", "y", two=True)

    assert any(text.startswith("Yuri charges Abama") for text in answers_of(session))


def test_y_means_yes_where_that_is_asked_and_nothing_is_proposed() -> None:
    table = type_lines(sit("lanterns.yaml"), "auto", viewer=Side.RED)

    assert table.accept_proposal("y") == "y"


def test_a_key_pressed_where_only_enter_goes_on_is_said_to_be_lost(
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = sit("lanterns.yaml")

    type_lines(session, "3", "", "red bids 2", two=True)

    assert "Only Enter goes on here" in capsys.readouterr().out
    assert answers_of(session)[0] == "red bids 2"


# ── hands ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("wanted", ["numbers", "beginnings"])
def test_a_hand_is_taken_by_numbers_or_beginnings(wanted: str) -> None:
    session = sit("lanterns.yaml")
    table = type_lines(session, "red bids 0", viewer=Side.RED)
    while not isinstance(question := session.question, HandQuestion) or question.asked is not Side.RED:
        assert question is not None
        session.answer_value(hinted_answer(session.match, question))
    deck, n = list(dict.fromkeys(question.deck)), question.n
    chosen = deck[-n:]
    numbers = " ".join(str(deck.index(card) + 1) for card in chosen)

    table.take_line(numbers if wanted == "numbers" else ", ".join(card[:-1].upper() for card in chosen))

    assert list(session.match.state.sides[Side.RED].hand) == chosen


@pytest.mark.parametrize("typed", ["0 1", "1 99", "12"])
def test_numbers_that_no_card_has_take_no_hand(typed: str) -> None:
    session = sit("lanterns.yaml")
    while not isinstance(session.question, HandQuestion):
        assert session.question is not None
        session.answer_value(hinted_answer(session.match, session.question))

    assert interpret_line(WORDS, session.match, session.question, typed, None) is None


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("number", [3 * n for n in range(1, 1 + MANY // 3)])  # face to face in mid-field
def test_an_answer_by_number_is_the_answer_in_words(book: str, number: int) -> None:
    """Every answer that is listed with a number, in matches that `random` plays."""
    referee = Referee(begin_match(book, number))
    match, dice, player = referee.match, SeededDice(number), RandomPlayer(referee.match, number)
    compared = 0
    while (question := referee.question) is not None and compared < 150:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
            continue
        for key, line in numbered_answers(match, question):
            guess = interpret_line(WORDS, match, question, key, None)
            assert guess is not None, (key, line)
            by_number, in_words = (read_answer(one, match, question) for one in (guess.line, line))
            assert by_number == in_words
            assert question.refusal(by_number) is None
            compared += 1
        referee.answer(player(question))

    assert compared >= 150


def numbered_answers(match: Match, question: Question[Any]) -> list[tuple[str, str]]:
    """The numbers that a prompt shows, each with the words beside it."""
    if isinstance(question, ActQuestion):
        told = [line.split(maxsplit=1) for line in numbered_act_lines(WORDS, match, question)]
        return [(n, text.partition(" (")[0]) for n, text in told]
    listed = offers(WORDS, match, question, None)
    return [(one.key, one.line) for one in listed if one.key and not one.objection]


# ── at the table ─────────────────────────────────────────────────────────────────────────────────────────


def test_no_half_is_asked_for_where_there_is_no_field() -> None:
    session = sit("kitchen-table.yaml")

    table = type_lines(session, "", "auto", "", "auto", two=True)

    assert "red takes the south half" in answers_of(session)
    assert table.fault is None


def test_enter_after_a_declared_charge_says_that_it_arrives() -> None:
    match = sit("kitchen-table.yaml").match
    pieces = list(match.state.fighters)
    question = fact_question(Arriving(mover=pieces[0], target=pieces[-1]))

    assert read_answer(line_for_enter(match, question), match, question) is True
    assert line_for_enter(match, fact_question(Touching(one=pieces[0], other=pieces[-1]))) == ""


# ── what is advised ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("typed", ["save --all {file}", "save {file} --all"])
def test_a_match_with_secrets_is_saved_as_its_refusal_advises(
    tmp_path: Path, typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session, file = sit("lanterns.yaml"), tmp_path / "kept.yaml"

    type_lines(session, "", "red bids 2", "", f"save {file}", typed.format(file=file), two=True)

    assert "--all writes it anyway" in " ".join(capsys.readouterr().out.split())
    assert "red bids 2" in file.read_text("utf-8")

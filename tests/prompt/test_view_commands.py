"""What is asked at the prompt besides answering: the table, chances, the score, rules, cards."""

import re
from pathlib import Path

import pytest
from sessions import WORDS, Lines, duel, sit

from edencli.games.session import Session
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.prompt.changing_commands import CHANGING_COMMANDS
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.view_commands import COMMANDS

FIGHT = ("moves to 24, 27", "charges abama", "2", "6 5 5 1", "3")


def told(capsys: pytest.CaptureFixture[str], session: Session, *lines: str, viewer: Audience = PUBLIC) -> str:
    """What typing these lines shows, its spaces made one."""
    capsys.readouterr()
    before = len(session.lines)
    TerminalPlay(WORDS, session, viewer, typist=Lines(*lines)).run(anew=False)
    assert len(session.lines) == before, "looking changes nothing"
    return " ".join(capsys.readouterr().out.split())


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """The duel by the English book."""
    return duel(tmp_path)


@pytest.fixture
def shifting(session: Session) -> Session:
    """The duel where Yuri's die has fallen and Abama dodges."""
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*FIGHT)).run(anew=False)
    return session


@pytest.mark.parametrize(
    "asked", ["measure Yuri Abama Big-Belly", "measure abama to yuri", "measure Yuri and Big-Belly"]
)
def test_a_distance_is_told_whatever_two_are_called(
    session: Session, asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "They are 11.73 cm apart, edge to edge." in told(capsys, session, asked)


ANSWERS = [
    ("measure Yuri 20, 30", "They are 4.82 cm apart"),
    ("sight Yuri Abama", "Yuri sees Abama Big-Belly"),
    ("sight Yuri", "Yuri sees 1 of 1 other."),
    ("route Yuri 24,27", "The shortest route is 6.71 cm long; a Move covers up to 10 cm."),
    ("route Yuri Abama", "Yuri charges Abama Big-Belly"),
    ("map", "north"),
    ("state", "Yuri: Head □□■■; Arms □□■; Torso □□□■■; Legs □□■"),
    ("show abama", "Special abilities"),
    ("score", "Blue: 0 VP, 0 SP, no fighter out."),
    ("odds Abama", "goes out of action is 4.3% if passive, 0.7% (1 in 144) with a dodge"),
    ("odds shoots Abama with throwing knives", "25.4% for Abama Big-Belly"),
    ("advise", "Yuri throws Molotov cocktail at 32, 30 –"),
]
ANSWERED_ELSEWHERE = {"?", "secrets", "why", "log", "save", "help"}


@pytest.mark.parametrize(("asked", "answer"), ANSWERS)
def test_the_table_answers(
    session: Session, asked: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer in told(capsys, session, asked)


def test_every_command_that_looks_has_its_answer_here() -> None:
    looking = COMMANDS.keys() - CHANGING_COMMANDS.keys() - ANSWERED_ELSEWHERE

    assert looking <= {asked.split()[0] for asked, _ in ANSWERS}


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("measure Yuri", "measure needs two names"),
        ("route Yuri", "route needs two names"),
        ("measure Yuri Xaver", "called 'Xaver'"),
        ("sight", "sight needs something after it"),
        ("sight Yuri Yuri", "Yuri"),
        ("show Xaver", "called 'Xaver'"),
        ("odds", "type the attack after odds"),
        ("odds moves to 20, 24", "type the attack after odds"),
        ("odds flies", "“flies” makes no sense after “Yuri”"),
    ],
)
def test_what_cannot_be_answered_is_refused_and_the_question_stands(
    session: Session, asked: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = told(capsys, session, asked)

    assert reason in answer
    assert "with 3 AP left? · Move up to 10 cm 1 Yuri " in answer
    assert answer.endswith(" ? all possible answers, with prices and chances Enter Yuri is done")


def test_boxes_that_are_lost_are_crossed_out(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    for line in ("by agreement: Yuri loses 2 CP in the head",):
        session.answer_text(line)

    assert "Yuri: Head ××■■;" in told(capsys, session, "state")


@pytest.mark.parametrize("asked", ["measure Yuri Abama", "route Yuri 24,27"])
def test_in_the_mist_the_tape_is_silent(
    tmp_path: Path, asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    misty = duel(tmp_path, book="fr", more="chapters: [weather]", weather="\n  weather: [mist]")

    answer = told(capsys, misty, asked)

    assert "weather.no-measuring" in answer
    assert " cm" not in answer


def test_the_last_refusal_is_explained_till_something_is_answered(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "The base move.base" in told(capsys, session, "moves to 24, 80", "why")
    session.answer_text("Yuri moves to 24, 27")
    assert "action.move" in told(capsys, session, "why")


def test_faces_are_weighed_at_a_shift(shifting: Session, capsys: pytest.CaptureFixture[str]) -> None:
    for asked in ("advise", "odds"):
        answer = told(capsys, shifting, asked)

        assert "3 successes and a location die of 3 against Abama Big-Belly, who dodges" in answer
        assert "3 arms 0 3 - 87.5% 1.50 max-kill, max-wounds" in answer


def test_each_reaction_has_its_odds(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*FIGHT[:2])).run(anew=False)

    assert "CP lost by Abama Big-Belly, passive" in told(capsys, session, "odds")
    assert "CP lost by Abama Big-Belly, with a dodge" in told(capsys, session, "odds dodge")


@pytest.mark.parametrize("viewer", [PUBLIC, Side.RED, Side.BLUE, None])
def test_the_cards_of_a_hand_are_shown_to_their_owner_alone(
    viewer: Audience, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sit("lanterns.yaml", seed=7)
    session.answer_text("red bids 2")
    session.answer_text("blue bids 1")
    bands = session.checked.bands
    names = {side: {card.name for card in (*bands[side].tactics, *bands[side].missions)} for side in Side}

    for side in Side:
        for name in names[side] - names[side.other]:
            answer = told(capsys, session, f"show {name}", viewer=viewer)
            assert ("nothing on this field is called" in answer) == (viewer not in {None, side})


def test_what_a_fighter_may_do_is_told_against_every_enemy(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prices, what falls short, and why the rest may not be done."""
    answer = told(capsys, session, "?")

    assert "Yuri moves to PLACE [via PLACE]… (1 AP, 10 cm at most)" in answer
    assert "Yuri charges Abama Big-Belly (11.73 of 10 cm): falls short" in answer
    assert re.search(r" Yuri shoots Abama Big-Belly with [^(]+\(1 AP, \d+% chance to hurt\)", answer)
    assert "Yuri is done" in answer

    TerminalPlay(WORDS, session, PUBLIC, typist=Lines("10 away from Abama Big-Belly")).run(anew=False)

    answer = told(capsys, session, "?")
    assert re.search(r"not possible: Yuri throws [^\[]+ out of range \(15 cm\) \[gear.range\]", answer)


@pytest.mark.parametrize("is_misty", [False, True])
def test_in_the_mist_it_is_not_told_who_falls_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, is_misty: bool
) -> None:
    more, weather = ("chapters: [weather]", "\n  weather: [mist]") if is_misty else ("", "")

    answer = told(capsys, duel(tmp_path, book="fr", more=more, weather=weather), "?")

    assert ("falls short" in answer) == (not is_misty)

"""What a move of the other side means is told in a line, where measuring is allowed."""

from pathlib import Path

import pytest
from sessions import WORDS, Lines, duel, sit

from edencli.games.session import Session
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.prompt.after_move import MOST_NAMED, movers
from edencli.prompt.screen import TerminalPlay

MEANS = "Yuri: "


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window in which no line is broken."""
    monkeypatch.setenv("COLUMNS", "100")


def seen_after(
    session: Session, capsys: pytest.CaptureFixture[str], viewer: Audience, *lines: str
) -> list[str]:
    """The lines that say what a move means, as a viewer is told them."""
    TerminalPlay(WORDS, session, viewer, typist=Lines(*lines)).run(anew=False)
    told = capsys.readouterr().out
    return [" ".join(line.split("│")[1].split()) for line in told.splitlines() if f"│   {MEANS}" in line]


@pytest.mark.parametrize("viewer", [PUBLIC, Side.BLUE, None])
def test_a_move_is_told_with_whom_it_nears_sees_and_threatens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], viewer: Audience
) -> None:
    told = seen_after(duel(tmp_path), capsys, viewer, "moves to 24, 27")

    assert told == ["Yuri: 5.04 cm from Abama Big-Belly; sees Abama Big-Belly; may charge Abama Big-Belly"]


def test_a_player_is_not_told_what_his_own_move_means(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert seen_after(duel(tmp_path), capsys, Side.RED, "moves to 24, 27") == []


def test_who_cannot_pay_for_a_charge_is_not_said_to_charge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = duel(tmp_path)
    session.answer_text("by agreement: Yuri loses 1 AP")

    told = seen_after(session, capsys, PUBLIC, "moves to 24, 27")

    assert told == ["Yuri: 5.04 cm from Abama Big-Belly; sees Abama Big-Belly"]


def test_a_charge_is_told_by_its_attack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert seen_after(duel(tmp_path), capsys, PUBLIC, "charges abama", "1", "1 1 1 1") == []


@pytest.mark.parametrize("is_misty", [False, True])
def test_in_the_mist_nothing_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, is_misty: bool
) -> None:
    more, weather = ("chapters: [weather]", "\n  weather: [mist]") if is_misty else ("", "")
    session = duel(tmp_path, book="fr", more=more, weather=weather)

    assert bool(seen_after(session, capsys, PUBLIC, "moves to 24, 27")) is not is_misty


def test_of_what_happened_before_only_the_last_activation_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = duel(tmp_path)
    session.answer_text("Yuri moves to 24, 27")

    assert seen_after(session, capsys, PUBLIC) == [], "what was told before is not told anew"
    assert (
        movers(session.events, PUBLIC)
        == movers(session.events, Side.BLUE)
        != movers(session.events, Side.RED)
    )


def test_of_many_only_the_first_are_named() -> None:
    assert MOST_NAMED == 4
    assert WORDS.say("session", "moved.others", named="A, B, C, D", n=2) == "A, B, C, D and 2 others"


def test_a_match_that_is_resumed_shows_the_last_activation_and_how_both_bands_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = sit("street-corner.yaml", seed=3)
    for line in ("blue activates Captain Moreau", "red does not interrupt", "Captain Moreau moves to 33, 38"):
        session.answer_text(line)
    capsys.readouterr()
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines()).run(anew=False)

    told = capsys.readouterr().out
    order = (
        "Blue activates Captain Moreau",
        "Round 2",
        "Red: 1 VP, 5 SP",
        "Yuri",
        "what does Captain Moreau do",
    )
    places = [told.index(text) for text in order]
    assert places == sorted(places)
    assert told.count("Blue activates Captain Moreau") == 1

"""Cards played by hand: cancelled, carried, declined at the prompt, with all that is asked explained."""

from pathlib import Path

import pytest
from prompt.test_screen import said, type_at
from sessions import sit

from edencli.games.session import Session
from edencli.match.card_events import TacticCancelled, TokenTakenUp

ROOT = Path(__file__).parents[2]
GAME = """\
kind: game
name: Cards by hand
rulebook: en
red: bands/jokers.yaml
blue: bands/isc.yaml
position:
  step: {step}
  round: 2
  first: red
  players:
    red: {{sp: 5, leader: Yuri, mission: Empty the larder, half: south, hand: [Second wind]}}
    blue: {{sp: 7, leader: Auditor Seven, half: north}}
  fighters:
    Yuri: {{at: [20, 20]}}
    Old Kazimir: {{at: [28, 20]}}
    Auditor Seven: {{at: [45, 45]}}
  markers: [{marker}]
"""
LYING, CARRIED = "{name: Larder, at: [30, 22]}", "{name: Larder, bearer: Old Kazimir}"
PAID = ("cancel", "blue cancels Second wind", "1", "y", "yes")
ALONE = ""  # Enter, when nobody else looks


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with the sample bands."""
    for name in ("bands", "cards"):
        (tmp_path / name).mkdir()
        for file in (ROOT / "samples" / name).iterdir():
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    (tmp_path / ".edencli").touch()
    return tmp_path / "game.yaml"


def at(table: Path, step: str, marker: str = LYING) -> Session:
    table.write_text(GAME.format(step=step, marker=marker), "utf-8")
    return sit(table, seed=1)


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """What was shown, its lines joined."""
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("typed", "sp"), [("cancel", 6), ("blue cancels Second wind", 6), ("1", 6), ("", 7), ("no", 7)]
)
def test_a_card_is_cancelled_by_whoever_pays_and_left_by_who_does_not(
    table: Path, typed: str, sp: int
) -> None:
    session = at(table, "tactical-phase")

    type_at(session, ALONE, "second wind", typed)

    assert session.match.state.sides["blue"].sp == sp  # type: ignore[index]
    assert any(isinstance(event, TacticCancelled) for event in session.match.log) is (sp == 6)


def test_who_may_cancel_a_card_is_told_its_price_what_it_says_and_what_it_does(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = at(table, "tactical-phase")

    type_at(session, ALONE, "second wind", "?")

    shown = told(capsys)
    assert "Blue: do you pay 1 SP to cancel Second wind? · 7 SP · Choose one of your fighters." in shown
    assert (
        "In play: the player chooses a target, one of the player's fighters; the target gains 1 AP." in shown
    )
    assert "blue cancels Second wind" in shown


@pytest.mark.parametrize(("typed", "carried"), [("1", True), ("y", True), ("", False), ("no", False)])
def test_a_marker_that_is_reached_is_taken_up_or_left(table: Path, typed: str, *, carried: bool) -> None:
    session = at(table, "activation")

    type_at(session, "kazimir", "moves to 30, 25", typed)

    assert any(isinstance(event, TokenTakenUp) for event in session.match.log) is carried
    assert said(session)[-1] == f"red {'uses' if carried else 'does not use'} Empty the larder"


def test_what_a_mission_asks_is_explained_by_what_it_says_and_does(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = at(table, "activation")

    type_at(session, "kazimir", "moves to 30, 25", "?")

    shown = told(capsys)
    assert "Empty the larder: Lay a marker, the larder," in shown
    assert "In play: when one of the player's fighters who is free moves onto “Larder”" in shown


def test_who_carries_what_stands_in_the_table(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a position, who carries a marker says where it is."""
    session = at(table, "activation", CARRIED)

    type_at(session, "state")

    assert "carries Larder" in told(capsys)


def test_a_part_of_a_name_alone_is_told_what_may_be_typed(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = at(table, "activation")

    type_at(session, "kazimir", "kazimir")

    shown = told(capsys)
    assert "“kazimir” is not complete. possible: Old Kazimir" in shown


@pytest.mark.parametrize(("typed", "sp"), [("1", 5), ("blue uses Irregularities", 5), ("", 7), ("no", 7)])
def test_the_price_of_an_ability_is_paid_or_declined(table: Path, typed: str, sp: int) -> None:
    session = at(table, "intendancy.12")

    type_at(session, typed)

    assert session.match.state.sides["blue"].sp == sp  # type: ignore[index]


def test_who_may_pay_for_an_ability_is_told_what_he_has_and_what_it_does(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = at(table, "intendancy.12")

    type_at(session, "?")

    shown = told(capsys)
    price = "Blue: does Irregularities take effect, for 2 SP? · 7 SP"
    assert f"{price} · When a round begins, pay to make the opponent lose 4 SP." in shown
    assert "In play: when a round begins: the opponent loses 4 SP." in shown

"""What stands below the line that is typed: the round, whose turn it is, AP, and the points of both sides."""

from pathlib import Path

import pytest
from sessions import SAMPLES, WORDS, Lines, duel, sit

from edencli.games.session import Session
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.status import bottom_lines


def below(session: Session, viewer: Audience = PUBLIC, width: int = 80) -> list[str]:
    return bottom_lines(WORDS, session.match, session.question, viewer, width)


def test_it_tells_round_turn_ap_and_points(tmp_path: Path) -> None:
    session = duel(tmp_path)
    assert below(session) == ["Round 1 · Red: Yuri, 3 AP · Red: 0 VP, 0 SP · Blue: 0 VP, 0 SP"]

    session.answer_text("Yuri moves to 24, 27")
    assert below(session)[0].startswith("Round 1 · Red: Yuri, 2 AP")
    session.answer_text("Yuri charges Abama Big-Belly")
    assert below(session)[0].startswith("Round 1 · Blue: Abama Big-Belly, 3 AP")


def test_before_the_first_round_it_says_so() -> None:
    assert below(sit("lanterns.yaml"))[0].startswith("Preparation · Red to answer · ")


@pytest.mark.parametrize("width", [40, 45, 60])
def test_what_does_not_fit_stands_in_a_second_line(tmp_path: Path, width: int) -> None:
    lines = below(duel(tmp_path), width=width)

    assert max(map(len, lines)) <= width
    assert len(lines) == 2
    assert " · ".join(lines) == below(duel_again(tmp_path))[0]


def duel_again(folder: Path) -> Session:
    return sit(folder / "duel.yaml", seed=None)


@pytest.fixture(scope="module")
def deploying() -> Session:
    """A match in deployment; blue plays a secret mission, which says where blue deploys."""
    session = sit("lanterns.yaml")
    text = (SAMPLES / "games" / "lanterns.yaml").read_text("utf-8")
    for line in text.partition("\nmoves:")[2].partition("  - blue deploys Howler")[0].splitlines():
        if line.startswith("  - "):
            session.answer_text(line.removeprefix("  - "), passing=True)
    return session


@pytest.mark.parametrize(("viewer", "is_told"), [(PUBLIC, False), (Side.RED, False), (Side.BLUE, True)])
def test_what_a_secret_mission_scored_is_shown_to_its_player_alone(
    deploying: Session, viewer: Audience, *, is_told: bool
) -> None:
    before = below(deploying, viewer)
    deploying.match.state.sides[Side.BLUE].vp += 7
    after = below(deploying, viewer)
    deploying.match.state.sides[Side.BLUE].vp -= 7

    assert (after != before) is is_told


@pytest.mark.parametrize(("viewer", "is_told"), [(PUBLIC, False), (Side.RED, False), (Side.BLUE, True)])
def test_where_a_secret_mission_deploys_is_told_to_its_player_alone(
    deploying: Session, capsys: pytest.CaptureFixture[str], viewer: Audience, *, is_told: bool
) -> None:
    capsys.readouterr()
    TerminalPlay(WORDS, deploying, viewer, typist=Lines("state")).run(anew=False)

    told = " ".join(capsys.readouterr().out.split())
    assert "Red deploys in the south half" in told
    assert ("Blue deploys in the north half" in told) is is_told

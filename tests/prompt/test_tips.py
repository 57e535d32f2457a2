"""What a player is told once, in one line: never again, never unless a person sits at a terminal."""

import json
from pathlib import Path

import pytest
from in_process import edencli_text
from sessions import SAMPLES, WORDS, Lines, sit

from edencli.games.session import Session
from edencli.match.pieces import PUBLIC
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.tips import TIPS, Tips

BIDS = json.loads((SAMPLES.parent / "edencli/lang/en/tips.json").read_text("utf-8"))["bid"]


def told_tips(session: Session, tips: Tips, out: pytest.CaptureFixture[str], *typed: str) -> list[str]:
    """The lines with tips that are shown to somebody who types this."""
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*typed), tips=tips).run(anew=True)
    return [line for line in out.readouterr().out.splitlines() if line.startswith("Tip: ")]


def test_a_tip_is_told_the_first_time_and_never_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "state" / "tips.json"

    first = told_tips(sit("lanterns.yaml"), Tips(kept), capsys, "", "3", "", "2")
    second = told_tips(sit("lanterns.yaml"), Tips(kept), capsys, "", "3", "", "2")

    assert len([line for line in first if "bids are secret" in line]) == 1
    assert second == []
    assert "bid" in json.loads(kept.read_text("utf-8"))


@pytest.mark.parametrize("content", ["", "{", '{"bid": 1}', "[[], 3]", "x" * 20_000])
def test_a_file_of_tips_that_was_spoilt_is_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    kept = tmp_path / "tips.json"
    kept.write_text(content, encoding="utf-8")

    assert told_tips(sit("lanterns.yaml"), Tips(kept), capsys, "", "3") != []
    assert json.loads(kept.read_text("utf-8")) != []


def test_a_tip_that_cannot_be_kept_is_told_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").touch()

    assert told_tips(sit("lanterns.yaml"), Tips(tmp_path / "state" / "tips.json"), capsys, "", "3") != []


def test_no_tip_speaks_of_places_where_nobody_measures() -> None:
    questions = {tip: kind for kind, tip in TIPS.items()}
    tips = Tips(None)
    tips._told.clear()

    for tip in ("place", "deploy"):
        assert tips.next_tip(object.__new__(questions[tip]), measured=False) == ""
        assert tips.next_tip(object.__new__(questions[tip]), measured=True) == tip


def test_no_tip_is_told_to_a_pipe(tmp_path: Path) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path)}

    ended = edencli_text("play", "-i", SAMPLES / "games" / "lanterns.yaml", stdin="", environment=state)

    assert "bids" in ended.stdout
    assert "Tip:" not in ended.stdout + ended.stderr
    assert not (tmp_path / "edencli" / "tips.json").exists()

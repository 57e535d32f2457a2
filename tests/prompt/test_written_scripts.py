"""A match of bots, one that is typed, and a record are written as game files that play out the same way."""

from pathlib import Path

import pytest
from in_process import edencli_text
from sessions import SAMPLES

CORNER = "samples/games/street-corner.yaml"
ROOT = SAMPLES.parent


def play(*arguments: str, stdin: str = "", home: Path) -> str:
    """What a match tells on stdout; its records are kept below a folder of the test's own."""
    ended = edencli_text("play", *arguments, cwd=ROOT, stdin=stdin, environment={"XDG_STATE_HOME": str(home)})
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def events_line(told: str) -> str:
    """The digest of a transcript's events."""
    return next(line for line in told.splitlines() if line.startswith("  events"))


@pytest.mark.parametrize("bot", ["steady", "random"])
def test_a_match_of_bots_is_written_as_a_script_that_plays_out_the_same(bot: str, tmp_path: Path) -> None:
    script = tmp_path / "bots.yaml"
    bots = ("--red", bot, "--blue", bot, "--seed", "4")

    told = play(CORNER, *bots, home=tmp_path)
    play(CORNER, *bots, "--no-record", "--script", str(script), home=tmp_path)
    again = play(str(script), "--root", "/", home=tmp_path)

    assert events_line(again) == events_line(told)


def test_a_match_that_is_typed_is_written_as_far_as_it_went(tmp_path: Path) -> None:
    script = tmp_path / "typed.yaml"

    play("-i", CORNER, "--no-record", "--all", "--script", str(script), stdin="blue passes\n", home=tmp_path)

    assert "blue passes" in script.read_text("utf-8")
    assert "Blue passes." in play(str(script), "--root", "/", home=tmp_path)


def test_a_record_of_a_match_that_is_under_way_is_written_and_stopped_anywhere(tmp_path: Path) -> None:
    record, script = str(tmp_path / "m.record"), tmp_path / "kept.yaml"
    play("-i", CORNER, "--record", record, stdin="blue passes\n", home=tmp_path)

    play(record, "--all", "--script", str(script), home=tmp_path)

    assert "blue passes" in script.read_text("utf-8")
    assert "Blue: which fighter" in play(record, "--until", "r2", home=tmp_path)

"""A typed match in which a bot plays a side: he answers when asked, and is taken back with the person."""

import shutil
from pathlib import Path

import pytest
from in_process import edencli

SAMPLES = Path(__file__).parents[2] / "samples"
GAME = """\
kind: game
name: Rust and water
rulebook: fr
field: {scenery: [scenery/ruins.yaml]}
red: bands/jokers.yaml
blue: bands/bamaka.yaml
dice: {seed: 7}
"""
LED = ("red bids 3", "red goes first", "red is led by Yuri")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def typed(folder: Path, *lines: str, bots: tuple[str, ...] = ("--blue", "steady")) -> tuple[int, str, str]:
    text = "".join(f"{line}\n" for line in lines).encode()
    ended = edencli("play", "-i", "game.yaml", "--record", "game.record", *bots, cwd=folder, stdin=text)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def test_a_bot_answers_when_his_side_is_asked(folder: Path) -> None:
    code, output, _ = typed(folder, *LED)

    assert code == 0
    assert "> red is led by Yuri\n      │ Yuri leads red.\n> blue is led by" in output
    assert output.rstrip().endswith("Red: which mission do you play?")


def test_his_bid_is_not_shown_before_both_are_revealed(folder: Path) -> None:
    _, output, _ = typed(folder, "red bids 3")

    assert "Blue has answered" in output
    assert "blue bids" not in output


def test_what_a_person_takes_back_takes_back_the_bots_answers_since(folder: Path) -> None:
    code, output, _ = typed(folder, *LED, "undo", "red is led by Tick-Tock")

    assert code == 0
    assert "taken back: red is led by Yuri" in output
    assert "Tick-Tock leads red." in output


def test_where_not_all_can_be_taken_back_nothing_is(folder: Path) -> None:
    """Blue's leader could be, but not the dice before it, which fell because of what red typed."""
    code, output, errors = typed(folder, "red bids 0", "undo", bots=("--seed", "1", "--blue", "steady"))
    resumed = edencli("play", "game.record", "--blue", "steady", cwd=folder).stdout.decode()

    assert code == 1
    assert "leads blue" in output
    assert "dice were rolled" in errors
    assert resumed.startswith("Red: which fighter is your leader?")


def test_two_bots_play_a_kept_match_to_its_end_without_anybody(folder: Path) -> None:
    code, output, _ = typed(folder, bots=("--red", "steady", "--blue", "random"))

    assert code == 0
    assert output.rstrip().endswith("The match is over.")
    assert edencli("play", "game.record", "--script", "again.yaml", cwd=folder).returncode == 0
    again = edencli("play", "again.yaml", cwd=folder).stdout.decode()
    assert "━━ The end" in again


def test_a_hint_is_an_answer_and_its_reason(folder: Path) -> None:
    code, output, _ = typed(folder, "red bids 3", "hint", bots=("--blue", "steady"))

    assert code == 0
    assert "blue goes first – the other side should commit itself first" in output


def test_a_hint_for_a_hidden_answer_is_given_to_its_side_alone(folder: Path) -> None:
    public = typed(folder, "hint")[1]
    (folder / "game.record").unlink()
    reds = typed(folder, "hint", bots=("--as", "red"))[1]

    assert "what red answers is hidden" in public
    assert "red bids 0 – no fighter can strike yet" in reds

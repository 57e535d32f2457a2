"""`edencli setup`: the preparation of a game, and the game that begins after it."""

import shutil
from pathlib import Path

import pytest
from in_process import edencli

SAMPLES = Path(__file__).parents[2] / "samples"
GAME = """\
kind: game
name: Rust and water
rulebook: fr
field: {scenery: [../scenery/ruins.yaml]}
red: ../bands/jokers.yaml
blue: ../bands/bamaka.yaml
dice: {seed: 7}
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder of games beside the samples' bands, cards and scenery."""
    for folder in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / folder, tmp_path / folder)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "rust.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_what_the_script_leaves_open_is_asked_for(games: Path) -> None:
    ended = edencli("setup", "games/rust.yaml", cwd=games)

    assert (ended.returncode, ended.stdout) == (1, b"")
    assert "Red: how many PS do you bid in secret, 0 to 16," in ended.stderr.decode()


def test_the_game_after_the_preparation_is_valid_and_begins_with_the_first_round(games: Path) -> None:
    ended = edencli("setup", "games/rust.yaml", "--random", "--export", "begun.yaml", cwd=games)
    assert ended.returncode == 0

    assert edencli("validate", "begun.yaml", cwd=games).returncode == 0
    told = edencli("play", "begun.yaml", "--random", cwd=games).stdout.decode()
    assert "Preparation" not in told
    assert "━━ Round 1 ━" in told
    assert "━━ The end ━" in told


def test_the_same_seed_prepares_the_same_game(games: Path) -> None:
    first = edencli("setup", "games/rust.yaml", "--random", cwd=games).stdout

    assert first == edencli("setup", "games/rust.yaml", "--random", cwd=games).stdout


def test_the_moves_of_the_preparation_are_used_up(games: Path) -> None:
    path = games / "games" / "rust.yaml"
    said = "red bids 3, blue bids 2, red goes first, red is led by Yuri, blue is led by Abama Big-Belly"
    moves = f"moves: [{said}]\n"
    path.write_text(GAME + moves, encoding="utf-8")

    ended = edencli("setup", "games/rust.yaml", "--random", cwd=games)

    assert ended.returncode == 0
    assert "leader: red Yuri" in ended.stdout.decode()
    assert "moves: []" in ended.stdout.decode()


def test_a_file_that_is_there_is_never_written_over(games: Path) -> None:
    (games / "begun.yaml").write_text("mine", encoding="utf-8")

    ended = edencli("setup", "games/rust.yaml", "--random", "--export", "begun.yaml", cwd=games)

    assert ended.returncode == 2
    assert (games / "begun.yaml").read_text(encoding="utf-8") == "mine"


def test_a_game_past_its_preparation_is_written_as_it_is(games: Path) -> None:
    """The help's first example: nothing of the activation that comes first is in the position."""
    shutil.copy(SAMPLES / "games" / "first-duel.yaml", games / "games")
    assert (
        edencli("setup", "games/first-duel.yaml", "--export", "games/begun.yaml", cwd=games).returncode == 0
    )

    begun = edencli("play", "games/begun.yaml", cwd=games)

    assert begun.returncode == 0
    assert begun.stdout == edencli("play", "games/first-duel.yaml", cwd=games).stdout


def test_the_dice_go_on_where_they_were(games: Path) -> None:
    ended = edencli("setup", "games/rust.yaml", "--random", "--seed", "77", cwd=games)

    dice = next(line for line in ended.stdout.decode().splitlines() if line.startswith("dice:"))
    assert dice.startswith("dice: {seed: 77, drawn: ")
    (games / "begun.yaml").write_bytes(ended.stdout.replace(b"../", b""))
    assert edencli("validate", "begun.yaml", cwd=games).returncode == 0

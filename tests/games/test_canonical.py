"""`play FILE --canonical` writes a script out in full: its moves anew, all else as it stands."""

import shutil
from pathlib import Path

import pytest
from in_process import edencli_text
from short_games import game

SAMPLES = Path(__file__).parents[2] / "samples"
BEGUN = """\
# A duel, as it was typed.
kind: game
name: Duel
rulebook: en
red: bands/jokers.yaml   # the gang
blue: bands/bamaka.yaml
position:
  step: activation
  fighters: {Yuri: {at: [18, 24]}, Abama Big-Belly: {at: [32, 30]}}
moves:
  # The first turn.
"""
TYPED = (
    BEGUN
    + """\
  - red activates yur   # without haste
  - "yuri moves 2 ne"

  - yuri moves to 2 away from abama
  - {by agreement: yur gains 1 AP}
  - by agreement: yur loses 1 AP
  - note: he waits
  - yur done
unfinished: true
"""
)
WRITTEN = (
    BEGUN
    + """\
  - red activates Yuri   # without haste
  - Yuri moves to 19.414, 25.414

  - Yuri moves to 17.535, 24.73
  - {by agreement: Yuri gains 1 AP}
  - by agreement: Yuri loses 1 AP
  - note: he waits
  - Yuri is done
unfinished: true
"""
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the sample bands and cards, in which games are written."""
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    (tmp_path / ".edencli").touch()
    monkeypatch.chdir(tmp_path)


def canonical(path: str | Path) -> str:
    ended = edencli_text("play", path, "--canonical")
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_moves_are_written_in_full_and_all_else_stays() -> None:
    Path("typed.yaml").write_text(TYPED, encoding="utf-8")

    assert canonical("typed.yaml") == WRITTEN


@pytest.mark.parametrize("name", ["fire-at-the-dock", "kitchen-table", "first-duel"])
def test_what_was_written_plays_the_same_and_is_written_the_same(name: str) -> None:
    sample = SAMPLES / "games" / f"{name}.yaml"

    written = canonical(sample)

    Path("games").mkdir()
    Path("games", f"{name}.yaml").write_text(written, encoding="utf-8")
    Path("games", f"{name}.transcript").write_bytes(sample.with_suffix(".transcript").read_bytes())
    assert canonical(Path("games", f"{name}.yaml")) == written
    assert edencli_text("play", "games", "--check").returncode == 0


def test_a_script_that_cannot_be_played_is_not_written() -> None:
    ended = edencli_text("play", game("red activates Yuri", "Yuri charges Nobody"), "--canonical")

    assert (ended.returncode, ended.stdout) == (1, "")
    assert "game-unreadable" in ended.stderr


@pytest.mark.parametrize("line", ["'1'", "y", "auto", "rest"])
def test_a_script_takes_words_and_neither_numbers_nor_proposals(line: str) -> None:
    ended = edencli_text("play", game("red activates Yuri", line))

    assert ended.returncode == 1
    assert "game-un" in ended.stderr

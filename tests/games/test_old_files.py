"""Files of 0.1 are read for ever: bands are valid, games end as they did, or are told what works instead."""

import json
import shutil
import tarfile
from pathlib import Path

import pytest
from in_process import edencli_text

ARCHIVE = Path(__file__).parents[1] / "corpus" / "samples-0.1.tar.xz"
with tarfile.open(ARCHIVE) as archive:
    GAMES = sorted(
        Path(name).stem
        for name in archive.getnames()
        if name.startswith("samples/games/") and name.endswith(".yaml")
    )
CHANGED = {
    "drowned-market": "this works: blue places Rat at 49.5, 47.5",
    "salt-road": "this works: blue deploys Howler at 5.5, 43.5",
}
"""Games in which fighters were put where they may only cross (H-40), with the nearest place that is free."""


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples of 0.1, in a folder of their own."""
    folder = tmp_path_factory.mktemp("old")
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder, filter="data")
    (folder / ".edencli").touch()
    return folder / "samples"


def test_every_band_card_and_piece_of_scenery_is_valid_still(old: Path) -> None:
    ended = edencli_text("validate", ".", cwd=old)

    assert ended.returncode == 0, ended.stdout
    assert " 0 errors" in ended.stderr


def test_repairs_say_who_pays_and_change_no_match(old: Path, tmp_path: Path) -> None:
    """Points were taken from a player whom the card did not name, as is still so without the repair."""
    shutil.copytree(old, tmp_path, dirs_exist_ok=True)
    (tmp_path / ".edencli").touch()
    fixed = edencli_text("validate", ".", "--fix", cwd=tmp_path)

    assert "2 repairs written, in 2 files" in fixed.stderr
    assert edencli_text("validate", ".", "--diff", cwd=tmp_path).returncode == 0
    compared = edencli_text("compare", str(old), ".", "--format", "json", cwd=tmp_path)
    told = json.loads(compared.stdout)
    assert [told[section] for section in ("files", "bands", "games", "odds")] == [[], [], [], []]


@pytest.mark.parametrize("name", [name for name in GAMES if name not in CHANGED])
def test_a_game_ends_as_it_did(name: str, old: Path) -> None:
    ended = edencli_text("play", f"games/{name}.yaml", cwd=old)
    golden = (old / "games" / f"{name}.transcript").read_text(encoding="utf-8")

    assert ended.returncode == 0, ended.stderr
    assert ending(ended.stdout) == ending(golden) != ""


def ending(transcript: str) -> str:
    """The score and the losses at the end of a transcript."""
    return transcript.partition("\nScore\n")[2].partition("\nLuck\n")[0]


@pytest.mark.parametrize("name", CHANGED)
def test_what_changed_its_meaning_is_told_with_what_works(name: str, old: Path) -> None:
    ended = edencli_text("play", f"games/{name}.yaml", cwd=old)

    assert ended.returncode == 1
    assert CHANGED[name] in ended.stderr


def test_transcripts_of_0_1_are_renewed_once(old: Path) -> None:
    """They have no digest of events, and so are held to their words until then."""
    name = "first-duel"
    before = edencli_text("play", f"games/{name}.yaml", "--check", cwd=old)
    assert before.returncode == 1
    assert "--update" in before.stdout
    assert edencli_text("play", f"games/{name}.yaml", "--update", cwd=old).returncode == 0
    assert edencli_text("play", f"games/{name}.yaml", "--check", "--strict", cwd=old).returncode == 0

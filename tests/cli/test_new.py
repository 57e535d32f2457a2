"""`edencli new` and `edencli schema`: files to begin with, samples to play with, schemas for editors."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from in_process import edencli_text
from versions import of_this_version

from edencli.commands.new import samples_data, write_samples
from edencli.lang import Words
from edencli.output.sheet import Paint, TextSheet

KINDS = ("band", "cards", "scenery", "game")
GAMES = Path(__file__).parents[2] / "samples" / "games"


def edencli(*arguments: str, at: Path) -> subprocess.CompletedProcess[str]:
    return edencli_text(*arguments, cwd=at)


def test_all_samples_can_be_had_at_once_and_are_sound(tmp_path: Path) -> None:
    copied = edencli("new", "--sample", "all", "samples", at=tmp_path).stdout.split()
    known = {name for group in samples_data()["groups"].values() for name in group}

    assert {f"samples/{name}.yaml" for name in known} <= set(copied)
    assert edencli("validate", "-q", "samples/bands", at=tmp_path).returncode == 0


def test_the_four_starters_make_a_folder_without_a_fault(tmp_path: Path) -> None:
    for kind in KINDS:
        made = edencli("new", kind, "-o", f"{kind}.yaml", at=tmp_path)
        assert made.stdout == f"{kind}.yaml\n{kind}.schema.json\n"

    checked = edencli("validate", ".", at=tmp_path)

    assert (checked.returncode, checked.stdout) == (0, "")


def test_a_starter_has_its_schema_beside_it_and_refers_to_files_that_are_there(tmp_path: Path) -> None:
    edencli("new", "cards", "-o", "cards/own.yaml", at=tmp_path)
    edencli("new", "band", "-o", "mine.yaml", at=tmp_path)
    edencli("new", "game", "-o", "games/fight.yaml", at=tmp_path)

    game = (tmp_path / "games" / "fight.yaml").read_text("utf-8")
    assert "  - cards/own.yaml\n" in (tmp_path / "mine.yaml").read_text("utf-8")
    assert "red: ../mine.yaml\nblue: ../mine.yaml\n" in game
    assert "# scenery: [scenery.yaml]" in game
    assert edencli("validate", ".", at=tmp_path).returncode == 0
    for path in tmp_path.rglob("*.yaml"):
        schema = path.read_text("utf-8").partition("\n")[0].rpartition("=")[2]
        shipped = GAMES.parents[1] / "schemas" / schema
        assert (path.parent / schema).read_text("utf-8") == shipped.read_text("utf-8")


def test_a_starter_goes_to_stdout_and_looks_for_its_schema_beside_it(tmp_path: Path) -> None:
    starter = edencli("new", "band", at=tmp_path).stdout

    assert starter.startswith("# yaml-language-server: $schema=band.schema.json\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path: Path) -> None:
    mine = tmp_path / "band.yaml"
    mine.write_text("mine\n", encoding="utf-8")

    refused = edencli("new", "band", "-o", "band.yaml", at=tmp_path)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert "nothing is written without --force" in refused.stderr
    assert mine.read_text(encoding="utf-8") == "mine\n"

    assert edencli("new", "band", "-o", "band.yaml", "--force", at=tmp_path).returncode == 0
    assert mine.read_text(encoding="utf-8").startswith("# yaml-language-server")


def test_a_sample_comes_with_all_that_it_refers_to(tmp_path: Path) -> None:
    copied = edencli("new", "--sample", "first-duel", "there", at=tmp_path)

    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert sorted(copied.stdout.splitlines()) == files
    assert {"there/games/first-duel.yaml", "there/bands/bamaka.yaml", "there/cards/jokers.yaml"} <= set(files)
    assert edencli("validate", "there", at=tmp_path).returncode == 0
    for path in tmp_path.rglob("*.yaml"):
        schema = path.read_text(encoding="utf-8").partition("\n")[0].rpartition("=")[2]
        assert (path.parent / schema).is_file()


def test_a_copied_sample_is_played_from_the_folder_in_which_it_lies(tmp_path: Path) -> None:
    edencli("new", "--sample", "first-duel", "club", at=tmp_path)
    played = edencli("play", "first-duel.yaml", at=tmp_path / "club/games")

    transcript = of_this_version((GAMES / "first-duel.transcript").read_text(encoding="utf-8"))
    assert (played.returncode, played.stdout) == (0, transcript.partition("\nChecksums of")[0])
    assert played.stderr.startswith("Blue: what do cards change in this phase"), (
        "the script ends there, and is asked this"
    )
    assert edencli("validate-band", "jokers.yaml", at=tmp_path / "club/bands").returncode == 0
    assert edencli("play", "../club/games/first-duel.yaml", at=tmp_path / "club").returncode == 0


@pytest.mark.parametrize(
    "command", ["play games/first-duel.yaml", "validate games", "show bands/jokers.yaml"]
)
@pytest.mark.parametrize("level", ["", "games", "cards"])
def test_the_shipped_samples_work_from_each_of_their_folders(command: str, level: str) -> None:
    samples = Path(__file__).parents[2] / "samples"
    verb, name = command.split()

    ended = edencli(verb, os.path.relpath(samples / name, samples / level), at=samples / level)

    assert ended.returncode == 0


def test_copying_a_sample_twice_is_nothing_but_copying_over_changes_is_refused(tmp_path: Path) -> None:
    for _ in range(2):
        assert edencli("new", "--sample", "scenery/quay", ".", at=tmp_path).returncode == 0

    changed = tmp_path / "scenery" / "quay.yaml"
    changed.write_text("kind: scenery\n", encoding="utf-8")

    assert edencli("new", "--sample", "scenery/quay", ".", at=tmp_path).returncode == 1
    assert changed.read_text(encoding="utf-8") == "kind: scenery\n"


def test_every_sample_is_listed_with_what_it_is(tmp_path: Path) -> None:
    listed = edencli("new", "--list", at=tmp_path).stdout

    assert "bands/jokers      The Rust Gang, a band of the Jokers Gang" in listed
    assert "starters" not in listed
    assert max(map(len, listed.splitlines())) <= 80


def test_the_list_is_written_from_its_data_alone(tmp_path: Path) -> None:
    sheet, data = TextSheet(Paint(colour=False)), json.loads(json.dumps(samples_data()))

    write_samples(sheet, Words(), data)

    assert edencli("new", "--list", at=tmp_path).stdout == str(sheet)
    assert len(data["groups"]["games"]) == len(list(GAMES.glob("*.yaml")))
    assert {*data["groups"], "starters"} == {path.parent.name for path in GAMES.parent.glob("*/*.yaml")}


def test_a_short_name_means_the_band_before_its_cards(tmp_path: Path) -> None:
    copied = edencli("new", "--sample", "jokers", ".", at=tmp_path).stdout.splitlines()

    assert copied[0] == "bands/jokers.yaml"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "what kind of file"),
        (("sword",), "no kind 'sword'"),
        (("--sample", "first-dual", "x"), "did you mean games/first-duel?"),
        (("--sample", "first-duel"), "where to?"),
        (("--sample", "first-duel", "x", "-o", "y"), "--output is for a new file"),
    ],
)
def test_what_is_asked_wrongly_is_refused_with_what_would_be_right(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    refused = edencli("new", *arguments, at=tmp_path)

    assert (refused.returncode, refused.stdout) == (2, "")
    assert said in refused.stderr


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    assert "a file, not a folder" in edencli("new", "--sample", "marsh", "file", at=tmp_path).stderr
    assert edencli("new", "band", "-o", "file/band.yaml", at=tmp_path).returncode == 2
    assert edencli("new", "--sample", "", "x", at=tmp_path).returncode == 2
    assert edencli("new", "--sample", "marsh", "x" * 300, at=tmp_path).returncode == 2


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to(tmp_path / "elsewhere.yaml")

    assert edencli("new", "band", "-o", "link.yaml", at=tmp_path).returncode == 1
    assert "is a link" in edencli("new", "band", "-o", "link.yaml", "--force", at=tmp_path).stderr
    assert not (tmp_path / "elsewhere.yaml").exists()


SCHEMAS = sorted((Path(__file__).parents[2] / "schemas").iterdir())


@pytest.mark.parametrize("shipped", SCHEMAS, ids=lambda path: path.name)
def test_a_schema_is_printed_as_it_is_shipped(shipped: Path, tmp_path: Path) -> None:
    kind = shipped.name.removesuffix(".schema.json")
    printed = edencli("schema", kind, at=tmp_path).stdout

    assert printed == shipped.read_text(encoding="utf-8")
    assert json.loads(printed)["$id"].endswith(f"/{shipped.name}")
    assert not re.search(r'"\$ref": "[^#]', printed)
    assert kind not in KINDS or json.loads(printed)["properties"]["kind"]["const"] == kind


def test_a_schema_of_no_kind_is_a_matter_of_usage(tmp_path: Path) -> None:
    assert edencli("schema", "sword", at=tmp_path).returncode == 2
    assert "Did you mean band?" in edencli("schema", "bnad", at=tmp_path).stderr


def test_a_device_is_no_file_to_write_and_is_not_read(tmp_path: Path) -> None:
    refused = edencli("new", "band", "-o", "/dev/zero", "--force", at=tmp_path)

    assert refused.returncode == 2

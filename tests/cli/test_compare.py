"""`edencli compare OLD NEW`: what a change of files changes, in folders and in git revisions."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from in_process import edit_once
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from edencli.cli import run
from edencli.files import trees
from edencli.games import compared_odds

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(
    json.loads((ROOT / "schemas" / "compare.schema.json").read_text(encoding="utf-8"))
)
CARDS, BAND, GAME = "cards/jokers.yaml", "bands/jokers.yaml", "games/first-duel.yaml"
CLUB = (CARDS, "cards/bamaka.yaml", "cards/missions.yaml", "cards/tactics.yaml")
BANDS = (BAND, "bands/bamaka.yaml")
NOTHING: dict[str, Any] = {"files": [], "bands": [], "games": [], "cards": [], "odds": []}


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two equal folders, `old` and `new`, in the folder one stands in."""
    for tree in ("old", "new"):
        for name in (*CLUB, *BANDS, GAME, "scenery/ruins.yaml"):
            (tmp_path / tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "samples" / name, tmp_path / tree / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    """How `edencli compare` ended, and what it printed on both streams."""
    with pytest.raises(SystemExit) as end:
        run(["compare", *arguments])
    told = capsys.readouterr()
    return end.value.code, told.out, told.err


def compared(capsys: pytest.CaptureFixture[str], old: str = "old", new: str = "new") -> dict[str, Any]:
    """What differs, as data that the schema knows."""
    code, out, err = ended(capsys, old, new, "--format", "json")
    data: dict[str, Any] = json.loads(out)
    SCHEMA.validate(data)
    assert err == ""
    assert code == (1 if any(data[section] for section in NOTHING) else 0)
    return {section: data[section] for section in NOTHING}


def test_equal_trees_differ_in_nothing(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_once(club / "new" / CARDS, "fighters:", "# Ours.\nfighters:")

    assert compared(capsys) == NOTHING


def test_a_dearer_fighter_makes_a_band_illegal_and_its_game_unplayable(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(club / "new" / CARDS, "value: 20\n", "value: 90\n")
    found = compared(capsys)
    (band,), (game,), (card,) = found["bands"], found["games"], found["cards"]

    assert (band["file"], band["how"], band["fault"]["code"]) == (BAND, "illegal", "band.budget")
    assert (band["old"]["value"], band["new"]) == (95, None)
    assert (game["file"], game["how"], game["fault"]["line"]) == (GAME, "refused", 8)
    assert (card["name"], card["old"], card["new"]) == ("Yuri", ["Yuri, 20 points"], ["Yuri, 90 points"])
    assert found["odds"] == found["files"] == []


def test_a_band_that_was_illegal_is_legal_again(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_once(club / "old" / BAND, "kind: band\n", "kind: band\nbudget: 40\n")
    (band,) = compared(capsys)["bands"]

    assert (band["how"], band["old"], band["new"]["budget"]) == ("legal", None, 100)


def test_a_value_that_fits_is_told_before_and_after(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_once(club / "new" / CARDS, "value: 20\n", "value: 21\n")
    (band,) = compared(capsys)["bands"]

    assert band["how"] == "changed"
    assert (band["old"]["value"], band["new"]["value"]) == (95, 96)


def test_a_game_is_told_where_its_events_differ_first(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_once(club / "new" / GAME, "[18, 24]", "[18, 24.5]")
    found = compared(capsys)
    (game,) = found["games"]
    lines = (club / "new" / GAME).read_text(encoding="utf-8").splitlines()

    assert found | {"games": []} == NOTHING
    assert (game["how"], game["event"]) == ("differs", 5)
    assert (game["old"]["sentence"], game["new"]["sentence"]) == (
        "Yuri moves 6.71 cm to 24, 27.",
        "Yuri moves 6.5 cm to 24, 27.",
    )
    assert lines[game["new"]["line"] - 1].strip() == "- Yuri moves to 24, 27"


def test_other_words_for_the_same_moves_change_no_game(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(club / "new" / GAME, "Yuri moves to 24, 27", "yuri moves to 24,27")

    assert compared(capsys) == NOTHING


def fighters(club: Path, *bands: str) -> set[str]:
    """The names in some bands, as their files write them."""
    listed = (YAML(typ="safe").load(club / "new" / band)["fighters"] for band in bands)
    return {name for names in listed for name in names}


def test_a_stronger_fighter_has_other_odds_against_each_fighter_of_a_band(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(club / "new" / CARDS, "cbt: {white: 4, red: 3}", "cbt: {white: 5, red: 3}")
    found = compared(capsys)
    passive = [row for row in found["odds"] if row["reaction"] == "passive" and row["attacker"] == "Yuri"]
    changed = found["cards"]

    assert [(card["name"], len(card["old"]), len(card["new"])) for card in changed] == [("Yuri", 1, 1)]
    assert {row["target"] for row in passive} == fighters(club, *BANDS)
    assert all(
        row["new"]["out"] * row["old"]["denominator"] > row["old"]["out"] * row["new"]["denominator"]
        for row in passive
    )
    assert {row["attacker"] for row in found["odds"] if row["target"] != "Yuri"} == {"Yuri"}


def test_pairs_beyond_the_bound_are_counted(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_once(club / "new" / CARDS, "cbt: {white: 4, red: 3}", "cbt: {white: 5, red: 3}")
    monkeypatch.setattr("edencli.commands.compare.MOST_PAIRS", 2)
    code, out, _ = ended(capsys, "old", "new")

    assert code == 1
    assert "further pairs were not weighed." in out
    assert compared_odds.MOST_PAIRS > 100


def test_what_a_card_says_is_told_line_by_line(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = club / "new" / "cards" / "tactics.yaml"
    text = cards.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.strip().startswith("text: "))
    edit_once(cards, line, f"{line} And then some.")
    (card,) = compared(capsys)["cards"]

    assert card["how"] == "changed"
    assert card["new"] == [f"{card['old'][0]} And then some."]


def test_files_that_are_new_gone_or_faulty_are_named(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(club / "old" / BAND, club / "new" / "bands" / "more.yaml")
    (club / "new" / GAME).unlink()
    edit_once(club / "new" / "scenery" / "ruins.yaml", "elements:", "elemnts:")
    found = [(one["file"], one["how"], one["kind"]) for one in compared(capsys)["files"]]

    assert found == [
        ("bands/more.yaml", "new", "band"),
        (GAME, "gone", "game"),
        ("scenery/ruins.yaml", "faulty", "scenery"),
    ]


def test_what_is_faulty_in_both_is_counted(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for tree in ("old", "new"):
        edit_once(club / tree / BAND, "kind: band\n", "kind: band\nbudget: 40\n")
    code, out, _ = ended(capsys, "old", "new")

    assert code == 0
    assert "2 files are faulty in both; they were not compared." in out


@pytest.mark.parametrize("columns", ["80", "45"])
def test_a_page_fits_its_terminal_and_its_markdown_holds_the_same(
    columns: str, club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    edit_once(club / "new" / CARDS, "value: 20\n", "value: 21\n")
    edit_once(club / "new" / GAME, "[18, 24]", "[18, 24.5]")
    _, text, _ = ended(capsys, "old", "new")
    _, markdown, _ = ended(capsys, "old", "new", "--format", "markdown")

    assert max(map(len, text.splitlines())) <= int(columns)
    for heading in ("Bands", "Games", "Cards"):
        assert f"\n{heading}\n" in text
        assert f"\n## {heading}\n" in markdown
    assert "- `bands/jokers.yaml` worth 96 of 100; before: 95 of 100" in markdown


# ── revisions ────────────────────────────────────────────────────────────────────────────────────────────


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    command = ["git", *who, *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(club: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two commits, in the second of which Yuri is dearer."""
    folder = club / "new"
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "one")
    edit_once(folder / CARDS, "value: 20\n", "value: 21\n")
    git(folder, "commit", "-q", "-a", "-m", "two")
    monkeypatch.chdir(folder)
    return folder


def test_two_revisions_are_compared_as_two_folders_are(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_revision = compared(capsys, "HEAD~1", "main")

    assert by_revision["bands"]
    assert by_revision == compared(capsys, str(repository.parent / "old"), str(repository))


def test_a_revision_is_compared_with_the_folder_one_stands_in(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(repository / CARDS, "value: 21\n", "value: 20\n")

    assert compared(capsys, "HEAD~1", ".") == NOTHING


@pytest.mark.parametrize("name", ["nowhere", "", "HEAD:cards", "a..b", "a\nb", "HEAD^{blob}"])
def test_what_is_neither_folder_nor_revision_ends_with_2(
    name: str, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = ended(capsys, name, "main")

    assert (code, out) == (2, "")
    assert "no folder, and no revision" in err
    assert repository.is_dir()


def test_the_name_of_a_revision_is_no_option_of_git(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = ended(capsys, "--", f"--output={repository}/made", "main")

    assert code == 2
    assert "no revision" in err
    assert not (repository / "made").exists()


def test_nothing_that_a_repository_configures_is_run(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = repository.parent / "made"
    bait = repository.parent / "bait"
    bait.write_text(f"#!/bin/sh\ntouch {made}\ncat\n", encoding="utf-8")
    bait.chmod(0o755)
    for key in ("core.pager", "core.fsmonitor", "core.sshCommand", "filter.x.smudge", "filter.x.clean"):
        git(repository, "config", key, str(bait))
    (repository / ".gitattributes").write_text("*.yaml filter=x export-subst\n", encoding="utf-8")
    git(repository, "config", "core.hooksPath", str(repository.parent))

    assert compared(capsys, "HEAD~1", "main")["bands"]
    assert not made.exists()


def test_links_are_not_followed(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = repository.parent / "outside.yaml"
    shutil.copy(repository / BAND, outside)
    (repository / "bands" / "link.yaml").symlink_to(outside)
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "three")

    assert compared(capsys, "HEAD~1", "HEAD") == NOTHING
    assert compared(capsys, "HEAD~1", ".") == NOTHING


@pytest.mark.parametrize(("bound", "most"), [("MOST_FILES", 3), ("MOST_BYTES", 100)])
def test_a_tree_beyond_the_bounds_is_refused(
    bound: str,
    most: int,
    repository: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trees, bound, most)

    for name in ("HEAD", str(repository)):
        code, _, err = ended(capsys, name, name)
        assert code == 2
        assert "YAML files" in err


def test_git_is_not_taken_from_the_folder_one_stands_in(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "git").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    (repository / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{repository}{os.pathsep}{os.environ['PATH']}")
    code, _, err = ended(capsys, "HEAD", "HEAD")

    assert code == 2
    assert "no git" in err


def test_bytes_that_are_no_utf8_are_a_fault_of_their_file(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruins = club / "new" / "scenery" / "ruins.yaml"
    ruins.write_bytes(ruins.read_bytes() + b"# \xff\xfe\n")
    (file,) = compared(capsys)["files"]

    assert (file["how"], file["fault"]["code"]) == ("faulty", "yaml-utf8")


@pytest.mark.parametrize(
    ("name", "old", "new", "section"),
    [
        (CARDS, "value: 20\n", "value: 25\n", "cards"),
        (BAND, "  - Mirka Rag-Doll\n", "", "bands"),
        (GAME, "Yuri moves to 24, 27", "Yuri moves to 24, 26.9", "games"),
        ("scenery/ruins.yaml", "disc: ", "disc: 1", "cards"),
    ],
)
def test_two_files_are_compared_as_two_folders_are(
    name: str, old: str, new: str, section: str, club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(club / "new" / name, old, new)
    (club / "new" / name).rename(club / "new" / f"{name}.yaml")
    found = compared(capsys, f"old/{name}", f"new/{name}.yaml")

    assert compared(capsys, f"old/{name}", f"old/{name}") == NOTHING
    assert [key for key, listed in found.items() if listed] == [section]
    assert found[section][0]["file"] == f"new/{name}.yaml"


def test_a_band_that_became_illegal_is_told_of_two_files(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(club / "new" / BAND, "faction: Jokers Gang", "faction: Clan Bamaka")
    (band,) = compared(capsys, f"old/{BAND}", f"new/{BAND}")["bands"]

    assert (band["how"], band["fault"]["file"]) == ("illegal", f"new/{BAND}")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (f"old/{BAND}", f"new/{CARDS}", "these are of the kinds band and cards"),
        ("plain.txt", "plain.txt", "these are of the kinds ? and ?"),
        (f"old/{BAND}", "new", "a file is compared with another file"),
        ("large.yaml", "large.yaml", "large.yaml is larger than 1024 KiB"),
    ],
)
def test_files_that_cannot_be_compared_end_with_2(
    old: str, new: str, why: str, club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (club / "plain.txt").write_text("Hello.\n", encoding="utf-8")
    (club / "large.yaml").write_text("kind: band\n" + "#" * 1024 * 1024, encoding="utf-8")
    code, out, err = ended(capsys, old, new)

    assert (code, out) == (2, "")
    assert why in " ".join(err.split())

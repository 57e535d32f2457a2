"""Matches that are kept: listed, told, checked, gone on with by name, and deleted once that is agreed to."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from in_process import edencli_text
from jsonschema import Draft202012Validator
from sessions import sit, stand_up

from edencli.files.match_record import RecordWriter

ROOT = Path(__file__).parents[2]
OVER, DUEL = "2030-01-01-1200-kitchen-table", "2030-01-02-1200-first-duel"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A match that is over, and one that is not."""
    folder = tmp_path_factory.mktemp("records")
    for name, game, seed in ((OVER, "kitchen-table.yaml", None), (DUEL, "first-duel.yaml", 7)):
        stand_up(sit(game, folder / f"{name}.record", seed=seed, moves=True))
    return {path.name: path.read_bytes() for path in folder.glob("*.record")}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, records: dict[str, bytes]) -> Path:
    """A state folder with both, the duel played last."""
    folder = tmp_path / "state" / "edencli"
    folder.mkdir(parents=True)
    for n, (name, content) in enumerate(sorted(records.items())):
        (folder / name).write_bytes(content)
        os.utime(folder / name, (1_700_000_000 + n, 1_700_000_000 + n))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return folder


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A person at the terminal, who gives these answers to what is asked before something is deleted."""
    typed: list[str] = []
    for module in ("commands.confirmation", "commands.kept_matches"):
        monkeypatch.setattr(f"edencli.{module}.is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: typed.pop(0))
    yield typed
    assert typed == []


def play(*arguments: str | Path) -> tuple[int, str, str]:
    ended = edencli_text("play", *arguments)
    return ended.returncode, ended.stdout, ended.stderr


def names_in(folder: Path) -> set[str]:
    """The records of a folder, without the endings."""
    return {path.stem for path in folder.glob("*.record")}


# ── listed ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("kept")
def test_a_list_says_when_who_which_round_and_the_score() -> None:
    code, out, _ = play("--list")

    told = " ".join(out.split())
    assert code == 0
    assert f"The Rust Gang against Keepers of Seven Springs, round 1, 0 to 0 VP edencli play {DUEL}" in told
    assert f"over in round 4, 6 to 1 VP edencli play {OVER}" in told
    assert told.index(DUEL) < told.index(OVER), "the one played last stands first"


def test_a_list_as_data_holds_to_its_schema(kept: Path) -> None:
    (kept / "broken.record").write_bytes(b'{"edencli-record": 1, "x')
    schema = json.loads((ROOT / "schemas" / "matches.schema.json").read_text("utf-8"))

    data = json.loads(play("--list", "--format", "json")[1])

    Draft202012Validator(schema).validate(data)
    assert {one["name"]: one["fault"] for one in data["matches"]} == {
        OVER: None,
        DUEL: None,
        "broken": "no-record",
    }


def test_a_second_list_plays_only_what_was_written_since(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = play("--list")
    played: list[Path] = []
    monkeypatch.setattr("edencli.games.kept_matches.record_session", played.append)

    assert play("--list") == first
    assert played == []

    monkeypatch.undo()
    monkeypatch.setenv("XDG_STATE_HOME", str(kept.parent))
    (kept / "standings.json").write_text("0\n{}\n")
    assert play("--list") == first, "what was changed by hand is found again"


# ── told, checked, gone on with ──────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("kept")
def test_a_match_that_is_over_is_told_by_its_name() -> None:
    code, out, err = play(OVER)

    assert (code, err) == (0, "")
    assert out.startswith("edencli transcript")
    assert "red wins, 6 VP to 1" in out


@pytest.mark.usefixtures("kept")
def test_a_record_is_told_with_the_rules_that_its_lines_rest_on() -> None:
    plain, cited = play(OVER)[1], play(OVER, "--cite")[1]

    assert "[" not in plain.splitlines()[20]
    assert cited != plain
    assert "[setup." in cited


@pytest.mark.usefixtures("kept")
def test_a_match_that_is_not_over_is_told_as_far_as_it_goes() -> None:
    code, out, err = play(DUEL, "--cite")

    assert code == 0
    assert "[melee." in out
    assert err.strip(), "what is asked now stands there, too"


def test_a_match_that_is_not_over_goes_on_by_its_name(kept: Path) -> None:
    before = (kept / f"{DUEL}.record").read_bytes()

    ended = edencli_text("play", DUEL, stdin="note kept on\n")

    assert ended.returncode == 0
    after = (kept / f"{DUEL}.record").read_bytes()
    assert after.startswith(before)
    assert b"kept on" in after


@pytest.mark.usefixtures("kept")
def test_a_kept_match_is_shown_by_its_name_as_by_its_record(kept: Path) -> None:
    by_name, by_record = (edencli_text("show", name) for name in (DUEL, str(kept / f"{DUEL}.record")))

    assert by_name.returncode == 0
    assert by_name.stdout == by_record.stdout


def test_a_file_comes_before_a_kept_match_of_its_name(kept: Path) -> None:
    Path(OVER).write_text("kind: game\n", encoding="utf-8")

    code, _, err = play(OVER)

    assert code == 1
    assert OVER in err
    assert str(kept) not in err


@pytest.mark.usefixtures("kept")
def test_records_are_checked_beside_games() -> None:
    game = ROOT / "samples" / "games" / "first-duel.yaml"

    code, out, err = play(OVER, DUEL, game, "--check")

    assert (code, err) == (0, "edencli: 3 games, 0 failed\n")
    assert [line.split()[0] for line in out.splitlines()] == ["ok", "ok", "ok"]


def test_a_record_that_was_edited_fails_its_check(kept: Path) -> None:
    path = kept / f"{OVER}.record"
    path.write_bytes(path.read_bytes().replace(b"blue goes first", b"blue goes third", 1))

    code, out, _ = play(OVER, "--check")

    assert code == 1
    assert "FAIL" in out
    assert "was changed after it was written" in out


def test_a_record_is_held_to_the_transcript_beside_it(kept: Path) -> None:
    (kept / f"{OVER}.transcript").write_text(play(OVER)[1].replace("Red", "Rod", 1), encoding="utf-8")

    code, out, _ = play(OVER, "--check", "--strict")

    assert code == 1
    assert "Rod" in out


# ── deleted ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_match_is_deleted_once_that_is_agreed_to(kept: Path, answers: list[str]) -> None:
    answers += ["yes"]

    code, _, err = play("--forget", OVER)

    assert (code, err) == (0, f"edencli: deleted {OVER}\n")
    assert names_in(kept) == {DUEL}


@pytest.mark.parametrize("answer", ["no", "", "y"])
def test_without_a_whole_yes_nothing_is_deleted(kept: Path, answers: list[str], answer: str) -> None:
    answers += [answer]

    assert play("--forget", OVER, DUEL)[0] == 0
    assert names_in(kept) == {OVER, DUEL}


def test_where_nobody_can_be_asked_nothing_is_deleted(kept: Path) -> None:
    assert play("--forget", OVER)[0] == 2
    assert play("--forget", "--older-than", "0")[0] == 2
    assert names_in(kept) == {OVER, DUEL}


def test_a_match_that_is_being_written_stays(kept: Path, answers: list[str]) -> None:
    answers += ["yes"]
    writer, _ = RecordWriter.resume(kept / f"{DUEL}.record")

    code, _, err = play("--forget", DUEL, OVER)

    writer.close()
    assert code == 1
    assert "has been writing" in err
    assert names_in(kept) == {DUEL}, "the other one went"


def test_only_what_has_not_been_played_for_so_many_days_goes(kept: Path, answers: list[str]) -> None:
    answers += ["yes"]
    for name, days in ((OVER, 10), (DUEL, 1)):
        then = time.time() - days * 24 * 60 * 60
        os.utime(kept / f"{name}.record", (then, then))

    assert play("--forget", "--older-than", "11")[0] == 0
    assert names_in(kept) == {OVER, DUEL}
    assert play("--forget", "--older-than", "9")[0] == 0
    assert names_in(kept) == {DUEL}


def test_nothing_but_a_record_of_the_state_folder_is_deleted(kept: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / f"{OVER}.record"
    elsewhere.write_bytes((kept / f"{OVER}.record").read_bytes())
    (kept / "notes.record").write_text("my own notes", encoding="utf-8")
    (kept / "link.record").symlink_to(elsewhere)

    for name in (elsewhere, f"../{OVER}", "notes", "link", "standings.json", "..", ""):
        code, _, err = play("--forget", name)
        assert (code, err != "") == (1, True), name

    assert {path.name for path in kept.iterdir()} >= {"notes.record", "link.record", f"{OVER}.record"}
    assert elsewhere.exists()


@pytest.mark.usefixtures("kept")
def test_a_name_that_is_nearly_right_is_named() -> None:
    assert f"did you mean {OVER}?" in " ".join(play("--forget", OVER[:-1])[2].split())


@pytest.mark.usefixtures("kept")
def test_to_forget_one_says_what() -> None:
    assert play("--forget")[0] == 2
    assert play("--forget", OVER, "--older-than", "3")[0] == 2
    assert play("--older-than", "3")[0] == 2

"""Any moment of any match: the table of a game or a record when a round begins, at a line, after an event."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from in_process import edencli
from jsonschema import Draft202012Validator
from sessions import bring_on, sit, stand_up

ROOT = Path(__file__).parents[2]
LANTERNS = ROOT / "samples" / "games" / "lanterns.yaml"  # it begins with the preparation
DUEL = ROOT / "samples" / "games" / "first-duel.yaml"


def shown(*arguments: str | Path) -> tuple[int, str, str]:
    ended = edencli("show", *arguments)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def table(*arguments: str | Path) -> dict[str, Any]:
    """The table as data, which holds to its schema."""
    code, out, err = shown(*arguments, "--format", "json")
    assert (code, err) == (0, "")
    told: dict[str, Any] = json.loads(out)
    schema = json.loads((ROOT / "schemas" / "table.schema.json").read_text("utf-8"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(told)] == []
    return told


def events(game: Path) -> list[dict[str, Any]]:
    """What happens in a game."""
    out = edencli("play", game, "--format", "json").stdout.decode()
    return [
        told
        for line in out.splitlines()
        if (told := json.loads(line))["kind"] not in {"transcript", "awaiting"}
    ]


def at(told: dict[str, Any], name: str) -> Any:
    return next((one["at"] for one in told["fighters"] if one["name"] == name), None)


def test_after_an_event_the_table_is_as_the_event_left_it() -> None:
    happened = events(LANTERNS)
    n, moved = next((n, one) for n, one in enumerate(happened, start=1) if one["kind"] == "moved")
    name = moved["fighter"].removeprefix("red ").removeprefix("blue ")

    before, after = table(LANTERNS, "--until", f"e{n - 1}"), table(LANTERNS, "--until", f"e{n}")

    assert at(after, name) == moved["path"][-1]
    assert at(before, name) == moved["path"][0]


def test_before_anybody_is_deployed_the_table_is_empty() -> None:
    told = table(LANTERNS, "--until", "e1")

    assert told["fighters"] == []
    assert len(told["absent"]) == 11


def test_a_round_and_a_line_are_the_moments_where_play_stops() -> None:
    assert table(LANTERNS, "--until", "r2")["round"] == 2
    assert at(table(DUEL, "--until", "18"), "Yuri") == [18.0, 24.0]
    assert at(table(DUEL, "--until", "19"), "Yuri") == [24.0, 27.0]


@pytest.mark.parametrize("question", [("--sight", "Yuri"), ("--route", "Yuri", "30,30"), ("--reach", "Yuri")])
def test_questions_are_answered_on_the_table_as_it_stands_then(question: tuple[str, ...]) -> None:
    early, late = (table(DUEL, "--until", line, *question) for line in ("18", "19"))

    assert early != late


def test_a_picture_shows_the_table_as_it_stands_then(tmp_path: Path) -> None:
    pictures = []
    for line in ("18", "19"):
        assert shown(DUEL, "--until", line, "--svg", tmp_path / f"{line}.svg")[0] == 0
        pictures.append((tmp_path / f"{line}.svg").read_text("utf-8"))

    assert pictures[0] != pictures[1]


QUAY = """\
kind: game
name: On the quay
rulebook: fr
chapters: [territory]
field: {scenery: [scenery/quay.yaml]}
red: bands/jokers.yaml
blue: bands/horde.yaml
position:
  step: activation
  scenery: {Net shed: {at: [20, 20]}, Flooded dock: {at: [40, 20]}}
  fighters: {Yuri: {at: [18.5, 22]}, Skarn Split-Jaw: {at: [55, 55]}}
moves:
  - red activates Yuri
  - Yuri hides in Net shed
"""


def test_a_picture_shows_from_when_on_somebody_hides(tmp_path: Path) -> None:
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(ROOT / "samples" / name, tmp_path / name)
    game = tmp_path / "quay.yaml"
    game.write_text(QUAY, encoding="utf-8")
    told = []
    for n, moment in enumerate(("14", "e4", "e5")):
        code, text, _ = shown(game, "--until", moment, "--svg", tmp_path / f"{n}.svg")
        assert code == 0
        told.append(("◌ hidden" in text, ">hidden<" in (tmp_path / f"{n}.svg").read_text("utf-8")))

    assert told == [(False, False), (False, False), (True, True)]
    assert "≈ water" in text
    assert ">water<" in (tmp_path / "2.svg").read_text("utf-8")


@pytest.mark.parametrize("until", ["x", "e", "r", "e-1", "1e", "rr1", "e1234567"])
def test_a_moment_that_is_none_is_refused(until: str) -> None:
    code, out, err = shown(DUEL, "--until", until)

    assert (code, out) == (2, "")
    assert "--until takes a round (r2), a line of the file (40) or an event (e120)" in err


def test_play_stops_after_an_event_and_says_nothing_of_what_is_asked_in_its_middle() -> None:
    ended = edencli("play", DUEL, "--until", "e7", "--format", "json")
    lines = [json.loads(line) for line in ended.stdout.splitlines()]

    assert len(lines) == 8
    assert lines[-1]["kind"] != "awaiting"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a match that was played for a while."""
    path = tmp_path / "a.record"
    session = sit("lanterns.yaml", path, seed=7)
    bring_on(session, 120)
    stand_up(session)
    return path


def test_a_record_shows_where_its_match_stands_and_what_is_asked(record: Path) -> None:
    code, out, err = shown(record)

    assert (code, err) == (0, "")
    assert out.startswith("Lanterns\n")
    assert table(record)["awaiting"]["kind"] == "awaiting"


def test_every_moment_of_a_record_can_be_looked_at(record: Path) -> None:
    last = table(record)
    del last["awaiting"]

    assert table(record, "--until", "e99999") == last
    assert table(record, "--until", "r1")["round"] == 1
    assert table(record, "--until", "1")["fighters"] == []
    assert table(record, "--until", "e1")["absent"] == table(record, "--until", "1")["absent"]


def test_looking_at_a_record_writes_nothing(record: Path) -> None:
    before = record.read_bytes()
    record.write_bytes(before + b'{"kind": "answ')

    code, _, err = shown(record)

    assert code == 0
    assert "ends in the middle of a line (14 bytes), which is ignored" in err
    assert record.read_bytes() == before + b'{"kind": "answ'


def test_what_is_secret_is_shown_to_nobody_but_its_owner(tmp_path: Path) -> None:
    record = tmp_path / "a.record"
    session = sit("lanterns.yaml", record, seed=7)
    for line in ("red bids 2", "blue bids 1", "red goes first"):
        session.answer_text(line)
    while session.question is not None and session.question.rule != "setup.5-mission":
        bring_on(session, 1)
    assert session.question is not None
    side = str(session.question.asked)
    stand_up(session)

    public, own, other = (
        table(record, *view)["awaiting"]["answers"]
        for view in ((), ("--as", side), ("--as", "red" if side == "blue" else "blue"))
    )

    assert (public, other) == ([], [])
    assert len(own) > 1
    assert table(record, "--all")["awaiting"]["answers"] == own


def test_an_edited_record_is_refused_and_its_line_is_named(record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b"red", b"RED").replace(b"blue", b"BLUE")
    record.write_bytes(b"".join(lines))

    code, out, err = shown(record)

    assert (code, out) == (2, "")
    assert f"{record}:5: this line was changed after it was written" in err


BY_EYE = """\
kind: game
name: By eye
red: {bands}/jokers.yaml
blue: {bands}/bamaka.yaml
field: none
position:
  step: activation
  fighters: {{Yuri: {{ap: 2}}, Abama Big-Belly: {{markers: {{burn: 1}}}}}}
"""


def test_where_the_miniatures_are_the_field_all_is_told_but_places(tmp_path: Path) -> None:
    """A position, and the record of a match in which a projectile was thrown at somebody."""
    shutil.copytree(ROOT / "samples" / "bands", tmp_path / "bands")
    shutil.copytree(ROOT / "samples" / "cards", tmp_path / "cards")
    game, record = tmp_path / "eye.yaml", tmp_path / "eye.record"
    game.write_text(BY_EYE.format(bands="bands"), encoding="utf-8")
    session = sit(game, record)
    for line in ("red activates Yuri", "blue does not interrupt", "Yuri throws Molotov cocktail at Abama"):
        session.answer_text(line)
    stand_up(session)

    for file in (game, record):
        told = table(file)
        code, page, _ = shown(file)

        assert not told["measured"]
        assert {"Yuri", "Abama Big-Belly"} < {one["name"] for one in told["fighters"]}
        assert not any("at" in one for one in told["fighters"])
        assert "the field is your own table" in page
        assert "Abama Big-Belly" in page
        for asked in (("--sight", "Yuri", "Abama"), ("--svg", "-")):
            code, out, said = shown(file, *asked)
            assert (code, out) == (2, "")
            assert "only you can see and measure" in said
    assert "throws Molotov cocktail at Abama Big-Belly" in record.read_text("utf-8")

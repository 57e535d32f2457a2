"""Which effects of cards games exercise: each fired, was offered, or never came up."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from edencli.cli import run

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(
    json.loads((ROOT / "schemas" / "coverage.schema.json").read_text(encoding="utf-8"))
)
CARDS = """\
kind: cards
tactics:
  - name: Hot soup
    tactical: true
    text: Your leader loses a Fear marker, and strikes harder this round.
    effects:
      - effect: now
        do:
          - {op: take-markers, marker: fear, who: {the: leader}}
          - op: lasting
            until: round
            effects:
              - {effect: adds, to: cbt, by: 1, of: {the: leader}}
              - effect: adds
                to: psi
                by: 1
                of: {the: leader}
  - name: Cold soup
    tactical: true
    text: Each enemy gains 1 Fear marker.
    effects:
      - {effect: now, do: [{op: give-markers, marker: fear, who: {side: enemies}}]}
  - name: No soup
    tactical: true
    text: By agreement.
  - name: Old bread
    tactical: true
    text: By agreement, too.
"""
BAND = """\
kind: band
name: Those {name}
faction: Jokers Gang
cards: [cards.yaml, jokers.yaml]
fighters: [{fighter}]
tactics: [{tactics}]
"""
GAME = """\
kind: game
name: Soup
rulebook: en
red: red.yaml
blue: blue.yaml
position:
  step: tactical-phase
  first: red
  players:
    red: {{sp: 9, leader: Yuri, hand: [Hot soup, Cold soup]}}
    blue: {{sp: 9, leader: Vlädd, hand: [No soup]}}
  fighters: {{Yuri: {{at: [20, 20], markers: {{fear: 1}}}}, Vlädd: {{at: [24, 20]}}}}
unfinished: true
moves:
{moves}
"""
MOVES = """\
  - red plays Hot soup
  - blue plays No soup
  - red activates Yuri
  - Yuri charges Vlädd
  - Vlädd stays passive
  - dice: [1, 1, 1, 1, 1]
"""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A club with one game, in which one of two cards that say what they do is played."""
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    shutil.copy(ROOT / "samples" / "cards" / "jokers.yaml", tmp_path)
    for side, fighter, tactics in (("red", "Yuri", "Hot soup, Cold soup"), ("blue", "Vlädd", "No soup")):
        text = BAND.format(name=f"{side} ones", fighter=fighter, tactics=tactics)
        (tmp_path / f"{side}.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "soup.yaml").write_text(GAME.format(moves=MOVES), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as end:
        run(["play", *options])
    told = capsys.readouterr()
    return end.value.code, told.out, told.err


def exercised(capsys: pytest.CaptureFixture[str], *options: str) -> list[tuple[str, str, int, str]]:
    """What became of each effect of the cards of soup: card, word, line, and that."""
    code, out, err = ended(capsys, *options, "--cards", "--format", "json")
    data: dict[str, Any] = json.loads(out)
    SCHEMA.validate(data)
    assert [game["failure"] for game in data["games"]] == [None], err
    assert code == 0
    (parts,) = (file["parts"] for file in data["files"] if file["file"] == "cards.yaml")
    assert data["effects"] == sum(len(file["parts"]) for file in data["files"])
    return [(one["card"], one["effect"], one["line"], one["exercise"]) for one in parts]


def test_each_effect_fired_was_offered_or_never_came_up(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (club / "soup.yaml").is_file()
    assert exercised(capsys, "soup.yaml") == [
        ("Hot soup", "now", 7, "fired"),
        ("Hot soup", "adds", 13, "fired"),
        ("Hot soup", "adds", 14, "offered"),
        ("Cold soup", "now", 22, "offered"),
        ("No soup", "text", 25, "fired"),
        ("Old bread", "text", 28, "never"),
    ]


def test_a_card_that_is_not_played_is_only_offered(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (club / "soup.yaml").write_text(GAME.format(moves="  - blue activates Vlädd"), encoding="utf-8")

    assert [one[3] for one in exercised(capsys, "soup.yaml")] == [
        *("offered", "never", "never"),
        *("offered", "offered", "never"),
    ]


def test_of_a_folder_that_is_named_all_cards_count(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(ROOT / "samples" / "cards" / "echoes.yaml", club)
    _, named, _ = ended(capsys, "soup.yaml", "--cards")
    _, whole, _ = ended(capsys, ".", "--cards")

    assert "echoes.yaml" not in named
    assert "echoes.yaml" in whole


def test_less_than_was_asked_for_ends_with_1(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert club.is_dir()
    percent = json.loads(ended(capsys, "soup.yaml", "--cards", "--format", "json")[1])["percent"]
    enough, _, _ = ended(capsys, "soup.yaml", "--cards", "--fail-under", str(percent))
    under, told, _ = ended(capsys, "soup.yaml", "--cards", "--fail-under", str(percent + 1))
    refused, _, why = ended(capsys, "soup.yaml", "--cards", "--fail-under", "101")

    assert (enough, under, refused) == (0, 1, 2)
    assert f"That is less than {percent + 1} %." in told
    assert "from 0 to 100" in why


def test_a_game_that_fails_ends_with_1_and_its_cards_are_told(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (club / "soup.yaml").write_text(GAME.format(moves=f"{MOVES}  - Yuri flies"), encoding="utf-8")
    code, told, _ = ended(capsys, "soup.yaml", "--cards")

    assert code == 1
    assert "FAIL  soup.yaml" in told
    assert "Cold soup" in told


def test_lcov_has_a_line_for_each_line_of_an_effect(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended(capsys, "soup.yaml", "--cards", "--lcov", "cards.lcov")
    _, _, told = (club / "cards.lcov").read_text(encoding="utf-8").partition("SF:cards.yaml\n")
    hits = dict(
        line.removeprefix("DA:").split(",") for line in told.split("end")[0].splitlines() if "DA:" in line
    )
    expected = dict.fromkeys(range(7, 14), 1) | dict.fromkeys(range(14, 18), 0) | {22: 0, 25: 1, 28: 0}

    assert {int(line): int(hit) for line, hit in hits.items()} == expected
    assert "LF:14\nLH:8\nend_of_record\n" in told


def test_copies_of_a_match_in_which_something_is_tried_count_for_nothing(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (club / "soup.yaml").write_text(
        GAME.format(moves="  - blue activates Vlädd\n  - Vlädd charges Yuri"), encoding="utf-8"
    )
    code, told, _ = ended(capsys, "soup.yaml", "--odds")

    assert code == 0
    assert told
    assert "fired" not in {one[3] for one in exercised(capsys, "soup.yaml")}

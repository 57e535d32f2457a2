"""`edencli show`: one door to bands, cards, scenery and games, in text, Markdown and JSON."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from in_process import edencli_text
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[2]


def show(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return edencli_text("show", *arguments, cwd=ROOT, environment=environment)


@pytest.mark.parametrize(
    ("target", "first"),
    [
        ("samples/bands/jokers.yaml", "The Rust Gang"),
        ("samples/bands/jokers.yaml#Yuri", "Yuri, 20 points"),
        ("samples/bands/jokers.yaml#VLADD", "Vlädd, 30 points"),
        ("samples/cards/npfs.yaml#rat", "Rat, level 1"),
        ("samples/cards/missions.yaml#Let it burn", "Let it burn"),
        ("samples/cards/tactics.yaml#Duck", "Duck"),
        ("samples/cards/jokers.yaml", "In samples/cards/jokers.yaml"),
        ("samples/scenery/quay.yaml", "In samples/scenery/quay.yaml"),
        ("samples/scenery/quay.yaml#Net shed", "Net shed"),
        ("samples/games/low-water.yaml", "In samples/games/low-water.yaml"),
        ("samples/games/first-duel.yaml", "First duel"),
        ("samples/games/street-corner.yaml#Old oak", "Old oak"),
    ],
)
def test_everything_with_a_name_can_be_shown(target: str, first: str) -> None:
    shown = show(target)

    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.splitlines()[0] == first
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_a_card_both_bands_have_is_shown_once() -> None:
    shown = show("samples/games/first-duel.yaml#Second wind")

    assert shown.stdout.count("Second wind\n") == 1


def test_the_rulebook_decides_the_value() -> None:
    assert show("samples/cards/jokers.yaml#Yuri", "--rulebook", "fr").stdout.startswith("Yuri, 25 points")
    assert show("samples/cards/jokers.yaml#Yuri", EDENCLI_RULEBOOK="pt").stdout.startswith("Yuri, 25 points")


def test_a_file_s_own_rulebook_wins_and_may_not_be_contradicted(tmp_path: Path) -> None:
    starter = edencli_text("new", "cards").stdout
    (tmp_path / "cards.yaml").write_text(starter, encoding="utf-8")
    band = (
        "kind: band\nname: Own\nrulebook: fr\ncards: [cards.yaml]\nfaction: My faction\nfighters: [Bruno]\n"
    )
    (tmp_path / "band.yaml").write_text(band, encoding="utf-8")

    assert "French rulebook" in show(str(tmp_path / "band.yaml")).stdout
    assert "French rulebook" in show(str(tmp_path / "band.yaml"), EDENCLI_RULEBOOK="de").stdout
    refused = show(str(tmp_path / "band.yaml"), "--rulebook", "en")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "is meant for the rulebook fr, not en" in refused.stderr


def test_what_is_not_there_is_answered_with_the_nearest_name() -> None:
    shown = show("samples/cards/jokers.yaml#Yurri")

    assert (shown.returncode, shown.stdout) == (1, "")
    assert "holds nothing called 'Yurri'; did you mean 'Yuri'?" in shown.stderr


def test_a_card_at_hand_needs_no_file(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    shutil.copy(ROOT / "samples" / "cards" / "jokers.yaml", tmp_path / "cards")
    one, misspelt, none = (
        edencli_text("show", name, cwd=tmp_path) for name in ("mirka", "Yurri", "Behind the sofa")
    )
    shutil.copy(ROOT / "samples" / "cards" / "jokers.yaml", tmp_path)
    several = edencli_text("show", "Yuri", cwd=tmp_path)

    assert one.stdout.startswith("Mirka Rag-Doll, ")
    assert one.stderr == "edencli: this is cards/jokers.yaml#Mirka Rag-Doll\n"
    assert (misspelt.returncode, none.returncode, several.returncode) == (1, 2, 2)
    assert "did you mean 'Yuri'?" in misspelt.stderr
    assert "there is no such file" in none.stderr
    assert "jokers.yaml#Yuri, cards/jokers.yaml#Yuri" in several.stderr


def test_a_faulty_file_is_not_shown_but_explained(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text("kind: cards\nfighters: 3\n", encoding="utf-8")

    shown = show(str(tmp_path / "cards.yaml"))

    assert (shown.returncode, shown.stdout) == (1, "")
    assert "cards.yaml:2:11: error[schema-type]" in shown.stderr


def test_a_file_that_is_not_there_is_a_matter_of_usage() -> None:
    assert show("samples/bands/nobody.yaml").returncode == 2


def test_markdown_is_the_same_card() -> None:
    shown = show("samples/cards/jokers.yaml#Yuri", "--format", "markdown")

    assert shown.stdout.startswith("# Yuri, 20 points\n")


def test_json_gives_the_card_as_its_file_writes_it() -> None:
    told = json.loads(show("samples/bands/bamaka.yaml#Ngobo Quick-Arm", "--format", "json").stdout)

    assert told["schema"] == 1
    (card,) = told["entries"]
    assert card["limbs"]["arms"] == {
        "faces": [2, 3],
        "cp": {"white": 2, "red": 2},
        "cbt": {"white": 5, "red": 4},
    }


def test_json_of_a_band_has_its_sums() -> None:
    told = json.loads(show("samples/bands/protection.yaml", "--format", "json").stdout)

    assert (told["value"], told["budget"], told["sp"]) == (100, 100, 12)


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("samples/ban", ["samples/bands/"]),
        ("samples/bands/j", ["samples/bands/jokers.yaml"]),
        (
            "samples/cards/jokers.yaml#M",
            ["samples/cards/jokers.yaml#Mirka\\ Rag-Doll", "samples/cards/jokers.yaml#Matches"],
        ),
        ("samples/bands/jokers.yaml#Yu", ["samples/bands/jokers.yaml#Yuri"]),
        ("README.md#", []),
        ("nowhere/", []),
    ],
)
def test_the_shell_completes_files_and_the_names_in_them(begun: str, offered: list[str]) -> None:
    asking = {"_EDENCLI_COMPLETE": "complete_bash", "_TYPER_COMPLETE_ARGS": f"edencli show {begun}"}
    door = Path(sys.executable).with_name("edencli")

    told = subprocess.check_output(
        [door], cwd=ROOT, env={**os.environ, **asking}, encoding="utf-8", stderr=subprocess.STDOUT
    )

    assert told.split("\n")[:-1] == (offered or [""])


def test_a_pipe_without_a_locale_gets_the_boxes_all_the_same() -> None:
    shown = show("samples/cards/jokers.yaml#Vladd", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")

    assert "Arms   2–3    □□□■■" in shown.stdout
    assert "\x1b" not in shown.stdout


@pytest.mark.parametrize(
    "target",
    [
        "samples/bands/chaos.yaml",
        "samples/bands/jokers.yaml#Yuri",
        "samples/scenery/quay.yaml#Net shed",
        "samples/cards/missions.yaml",
        "samples/scenery/quay.yaml",
        "samples/games/low-water.yaml",
    ],
)
def test_json_is_as_its_schema_describes(target: str) -> None:
    schema = json.loads((ROOT / "schemas" / "show.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)

    told = json.loads(show(target, "--format", "json").stdout)

    assert [error.message for error in Draft202012Validator(schema).iter_errors(told)] == []


def test_the_cards_of_a_band_are_printed_into_a_page_and_into_markdown(tmp_path: Path) -> None:
    page, text = tmp_path / "band.html", tmp_path / "band.md"
    shown = show(
        "samples/bands/jokers.yaml", "--html", str(page), "--markdown", str(text), "--rulebook", "fr"
    )

    assert (shown.returncode, shown.stdout) == (0, "")
    assert [re.sub(" .*/", " ", line) for line in shown.stderr.splitlines()] == [
        "wrote band.html",
        "wrote band.md",
    ]
    assert "<h3>Yuri</h3>\n<p><small>25 points;" in page.read_text(encoding="utf-8")
    assert "## Yuri\n\n25 points;" in text.read_text(encoding="utf-8")


@pytest.mark.parametrize("option", ["--html", "--markdown"])
def test_a_page_is_printed_over_an_older_one_and_never_over_the_band(tmp_path: Path, option: str) -> None:
    for folder in ("bands", "cards"):
        shutil.copytree(ROOT / "samples" / folder, tmp_path / folder)
    band, page = tmp_path / "bands/jokers.yaml", tmp_path / "page"
    kept = band.read_bytes()

    over_itself = show(str(band), option, str(band))
    twice = [show(str(band), option, str(page)).returncode for _ in range(2)]

    assert (over_itself.returncode, band.read_bytes()) == (2, kept)
    assert "the file already there is not a page made by edencli" in over_itself.stderr
    assert twice == [0, 0]


def test_only_the_cards_of_a_band_are_printed(tmp_path: Path) -> None:
    shown = show("samples/games/first-duel.yaml", "--markdown", str(tmp_path / "a.md"))

    assert shown.returncode == 2
    assert (
        "--markdown prints the cards of a band; samples/games/first-duel.yaml is a game file" in shown.stderr
    )
    assert list(tmp_path.iterdir()) == []

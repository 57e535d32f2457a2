"""`edencli validate-band --diff OLD NEW`: what differs between two bands."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from in_process import edit_once
from jsonschema import Draft202012Validator

from edencli.cli import run

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(
    json.loads((ROOT / "schemas" / "band-diff.schema.json").read_text(encoding="utf-8"))
)
OLD, NEW = "bands/jokers.yaml", "bands/mine.yaml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a band, its cards, and a copy of the band to be edited."""
    for name in ("bands", "cards"):
        shutil.copytree(ROOT / "samples" / name, tmp_path / name)
    shutil.copy(tmp_path / OLD, tmp_path / NEW)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    """How the command ended, and what it printed on both streams."""
    with pytest.raises(SystemExit) as end:
        run(["validate-band", "--diff", *arguments])
    told = capsys.readouterr()
    return end.value.code, told.out, told.err


def difference(capsys: pytest.CaptureFixture[str], old: str = OLD, new: str = NEW) -> dict[str, Any]:
    """What differs, as data that the schema knows."""
    code, out, err = ended(capsys, old, new, "--format", "json")
    data: dict[str, Any] = json.loads(out)
    SCHEMA.validate(data)
    assert err == ""
    assert code == int(data["differs"])
    return data


def moved(data: dict[str, Any], deck: str) -> tuple[list[str], list[str]]:
    """The names that joined a deck, and those that left it."""
    joined, left = ([one["name"] for one in data[deck][how]] for how in ("joined", "left"))
    return joined, left


def test_a_copy_in_another_order_does_not_differ(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_once(folder / NEW, "- Yuri", "- ?")
    edit_once(folder / NEW, "- Vlädd", "- yuri")
    edit_once(folder / NEW, "- ?", "- Vlädd")
    code, out, err = ended(capsys, OLD, NEW)

    assert (code, err) == (0, "")
    assert out.endswith("Nothing differs: 95 of 100 points in both.\n")


def test_who_joined_and_left_is_told_with_the_points_left(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(folder / NEW, "  - Vlädd\n", "")
    gone = difference(capsys)
    back = difference(capsys, NEW, OLD)

    assert gone["fighters"] == {"joined": [], "left": [{"name": "Vlädd", "value": 30}]}
    assert back["fighters"] == {"joined": [{"name": "Vlädd", "value": 30}], "left": []}
    assert [(one["value"], one["left"], one["legal"]) for one in (gone["old"], gone["new"])] == [
        (95, 5, True),
        (65, 35, True),
    ]


def test_missions_and_tactical_cards_are_told_by_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(folder / NEW, "Let it burn", "Quiet passage")
    edit_once(folder / NEW, "Smoke pots", "Bad water")
    data = difference(capsys)

    assert moved(data, "missions") == (["Quiet passage"], ["Let it burn"])
    assert moved(data, "tactics") == (["Bad water"], ["Smoke pots"])
    assert moved(data, "fighters") == ([], [])


def test_a_band_over_its_budget_is_compared_and_its_fault_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(folder / NEW, "kind: band\n", "kind: band\nbudget: 90\n")
    new = difference(capsys)["new"]
    _, out, _ = ended(capsys, OLD, NEW)

    assert (new["legal"], new["left"], new["fault"]["code"]) == (False, -5, "band.budget")
    assert f"{NEW}:{new['fault']['line']}:" in out


def test_a_fighter_who_is_named_twice_joined_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_once(folder / NEW, "  - Yuri\n", "  - Yuri\n  - Yuri\n")
    data = difference(capsys)

    assert moved(data, "fighters") == (["Yuri"], [])
    assert (data["old"]["legal"], data["new"]["legal"]) == (True, False)


def test_a_fighter_with_another_card_is_told_part_by_part(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(folder / "cards" / "jokers.yaml", folder / "cards" / "ours.yaml")
    edit_once(folder / NEW, "cards/jokers.yaml", "cards/ours.yaml")
    edit_once(folder / "cards" / "ours.yaml", "value: 20\n", "value: 21\n")
    edit_once(folder / "cards" / "ours.yaml", "cbt: {white: 4, red: 3}", "cbt: {white: 5, red: 3}")
    (one,) = difference(capsys)["changed"]
    _, out, _ = ended(capsys, OLD, NEW)

    assert (one["name"], one["old"]["value"], one["new"]["value"]) == ("Yuri", 20, 21)
    assert "- Yuri: 21 points; before: 20; CBT 5/3; before: 4/3\n" in out


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((OLD,), "--diff compares two bands; 1 is named"),
        ((OLD, NEW, OLD), "--diff compares two bands; 3 are named"),
        ((OLD, "nowhere.yaml"), "there is no such file"),
        (("cards/jokers.yaml", NEW), "kind-unexpected"),
    ],
)
def test_what_cannot_be_read_as_two_bands_ends_with_2(
    names: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert folder.is_dir()
    code, out, err = ended(capsys, *names)

    assert (code, out) == (2, "")
    assert said in err


def test_an_unknown_name_is_told_and_nothing_is_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_once(folder / NEW, "Vlädd", "Vladdo")
    code, out, err = ended(capsys, OLD, NEW)

    assert (code, out) == (2, "")
    assert "did you mean 'Vlädd'" in err


@pytest.mark.parametrize("columns", ["80", "45"])
def test_a_page_fits_its_terminal_and_its_markdown_has_the_same_parts(
    columns: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder.is_dir()
    monkeypatch.setenv("COLUMNS", columns)
    _, text, _ = ended(capsys, OLD, "bands/bamaka.yaml")
    _, markdown, _ = ended(capsys, OLD, "bands/bamaka.yaml", "--format", "markdown")

    assert max(map(len, text.splitlines())) <= int(columns)
    for heading in ("Fighters", "Missions", "Tactics"):
        assert f"\n{heading}\n" in text
        assert f"\n## {heading}\n" in markdown
    assert "| Points left | 5 " in markdown

"""Everybody against everybody: each attack of two bands, in each form, as single odds have it."""

import csv
import io
import json
import re
import shutil
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from edencli.cli import run
from edencli.lang import Words
from edencli.output.sheet import Paint, TextSheet
from edencli.pages.matrix_html import matrix_html
from edencli.pages.matrix_page import write_matrix

ROOT = Path(__file__).parents[2]
RED, BLUE = "samples/bands/jokers.yaml", "samples/bands/bamaka.yaml"
SCHEMA = Draft202012Validator(
    json.loads((ROOT / "schemas" / "matrix.schema.json").read_text(encoding="utf-8"))
)


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        run(["resolve-attack", *arguments])
    told = capsys.readouterr()
    assert ended.value.code == 0, told.err
    return told.out


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        run(["resolve-attack", *arguments])
    assert ended.value.code == 2
    return " ".join(capsys.readouterr().err.split())


KEPT: dict[tuple[str, ...], Any] = {}


def matrix(capsys: pytest.CaptureFixture[str], *more: str) -> Any:
    if more not in KEPT:
        KEPT[more] = json.loads(said([RED, BLUE, "--odds", "--matrix", "--format", "json", *more], capsys))
    return KEPT[more]


def test_a_row_is_what_the_odds_of_that_attack_alone_are(capsys: pytest.CaptureFixture[str]) -> None:
    rows = matrix(capsys)["attacks"]
    for row in Random(26).sample(rows, 12):  # noqa: S311  # no secret
        with_ = ["--with", f"{row['weapon']}/{row['how']}"] if row["weapon"] else []
        asked = [row["attacker"].partition(" ")[2], row["target"].partition(" ")[2], *with_]
        odds = json.loads(said([*asked, "--band", RED, "--band", BLUE, "--odds", "--format", "json"], capsys))
        result = next(one for one in odds["results"] if one["reaction"] == row["reaction"])
        fates = [shares(fate, result["denominator"]) for fate in result["fates"]]

        assert fates[0] == shares(row, row["denominator"])
        assert fates[1:] == [shares(one, row["denominator"]) for one in [row["attacker_risk"]] if one]
        assert [one["card"] for one in odds["unforeseen"]] == [one["card"] for one in row["unweighed"]]
        assert row["best"] == (row["reaction"] in {None, odds["best"]})


def shares(of: Any, per: int) -> list[Fraction]:
    return [Fraction(of[key], per) for key in ("out", "hurt", "cp_lost")]


def test_each_fighter_attacks_each_of_the_other_band(capsys: pytest.CaptureFixture[str]) -> None:
    data = matrix(capsys)
    red, blue = ([f"{side} {name}" for name in data["bands"][side]["fighters"]] for side in ("red", "blue"))
    pairs = {(row["attacker"], row["target"]) for row in data["attacks"]}

    assert len(red) == len(blue) == 5
    assert pairs == {(a, b) for one, other in ((red, blue), (blue, red)) for a in one for b in other}
    assert {"melee", "shooting", "projectile"} <= {row["how"] for row in data["attacks"]}
    assert {"passive", "dodge", "response", None} == {row["reaction"] for row in data["attacks"]}


def test_the_json_holds_to_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    for more in ((), ("--shift", "none"), ("--rulebook", "de")):
        assert [error.message for error in SCHEMA.iter_errors(matrix(capsys, *more))] == []
    assert matrix(capsys, "--shift", "none")["policy"] == "none"
    assert matrix(capsys, "--shift", "none")["attacks"] != matrix(capsys)["attacks"]


def test_the_csv_has_the_rows_of_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    table = list(csv.DictReader(io.StringIO(said([RED, BLUE, "--matrix", "--format", "csv"], capsys))))
    rows = matrix(capsys)["attacks"]

    assert len(table) == len(rows)
    for line, row in zip(table, rows, strict=True):
        assert f"{line['attacker_side']} {line['attacker']}" == row["attacker"]
        assert f"{line['target_side']} {line['target']}" == row["target"]
        assert (line["weapon"] or None, line["reaction"] or None) == (row["weapon"], row["reaction"])
        assert [int(line[f"{key}_cases"]) for key in ("out", "hurt", "cp_lost")] == [
            row[key] for key in ("out", "hurt", "cp_lost")
        ]
        for key, name in (("out", "out"), ("hurt", "hurt"), ("cp_lost", "average_cp_lost")):
            assert abs(Fraction(line[name]) - Fraction(row[key], row["denominator"])) <= Fraction(1, 2000000)
        assert (line["exact"] == "yes") == (row["unweighed"] == [])


@pytest.mark.parametrize("width", [45, 80])
def test_the_page_fits_its_width_and_prints_what_it_assumes(
    width: int, capsys: pytest.CaptureFixture[str]
) -> None:
    data = matrix(capsys)
    sheet = TextSheet(Paint(colour=False, width=width))
    write_matrix(sheet, Words(), data)
    text = str(sheet)
    told = " ".join(text.split())

    assert max(map(len, text.splitlines())) <= width
    assert "Both fighters are unhurt, with all their AP." in told
    assert "They are in contact for a melee attack, and in range for a weapon." in told
    assert "The line of sight is clear: no obstacle." in told
    assert "(shift max-kill)" in told
    assert told.count(" attacks ") >= 10
    assert "~ not exact: " in told


class Read(HTMLParser):
    """What a page is made of: tags, attributes, and text outside of style."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.attributes, self.texts = list[str](), set[str](), list[str]()
        self._style = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self._style = tag == "style"

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002  # as its base
        self._style = False

    def handle_data(self, data: str) -> None:
        if not self._style:
            self.texts.append(data)


@cache
def hostile() -> str:
    return "A<script>alert(1)</script>\"'&\x1b[31m"


def test_the_page_of_html_asks_for_nothing_and_says_each_number_in_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data, page = matrix(capsys), said([RED, BLUE, "--matrix", "--html", "-"], capsys)
    read = Read(page)
    numbers = [f"{100 * row['hurt'] / row['denominator']:.1f}%" for row in data["attacks"]]

    assert "default-src 'none'; style-src 'sha256-" in page
    assert {"script", "img", "link", "iframe"} & {*read.tags} == set()
    assert {"style", "src", "href", "onclick"} & read.attributes == set()
    assert "url(" not in page
    assert re.findall(r"--(?:red|green|yellow)|#[a-f0-9]*ff0000", page) == []
    assert {one for one in numbers if one not in {"0.0%", "100.0%"}} <= {*read.texts} | {">99.9%", "<0.1%"}


def test_hostile_names_are_text(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.dumps(matrix(capsys)).replace("Yuri", "NAME").replace("Throwing knives", "WEAPON")
    data = json.loads(plain.replace("NAME", json.dumps(hostile())[1:-1]).replace("WEAPON", "<b>x"))
    page = matrix_html(Words(), data)

    assert "script" not in Read(page).tags
    assert "\x1b" not in page
    assert "&lt;script&gt;" in page
    assert "&lt;b&gt;x" in page


def test_the_page_is_written_beside_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "matrix.html"
    text = said([RED, BLUE, "--matrix", "--html", str(file)], capsys)

    assert text.startswith("The Rust Gang against Keepers of Seven Springs, every attack\n")
    assert "<h1>The Rust Gang against Keepers" in file.read_text(encoding="utf-8")


def test_what_is_no_two_bands_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    cards = "samples/cards/jokers.yaml"

    assert "name two band files" in refused([RED, "--matrix"], capsys)
    assert "is a cards file" in refused([RED, cards, "--matrix"], capsys)
    assert "--format csv works only with --matrix" in refused([RED, BLUE, "--format", "csv"], capsys)
    assert "--html works only with --matrix" in refused(["Yuri", "Grin", "--html", "x.html"], capsys)
    assert "--cards does not go with --matrix" in refused([RED, BLUE, "--matrix", "--cards", cards], capsys)


def test_bands_of_two_rulebooks_are_refused_and_one_that_names_its_own_is_heeded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "samples", tmp_path, dirs_exist_ok=True)
    files = {book: tmp_path / "bands" / f"{book}.yaml" for book in ("en", "fr")}
    for book, file in files.items():
        text = (ROOT / RED).read_text(encoding="utf-8")
        file.write_text(text.replace("kind: band\n", f"kind: band\nrulebook: {book}\n"), encoding="utf-8")
    plain = str(tmp_path / "bands" / "bamaka.yaml")

    told = refused([str(files["en"]), str(files["fr"]), "--matrix"], capsys)
    assert f"{files['fr']} is for the rulebook fr, not en" in told
    told = refused([str(files["fr"]), plain, "--matrix", "--rulebook", "en"], capsys)
    assert f"{files['fr']} is for the rulebook fr, not en" in told
    found = json.loads(said([plain, str(files["fr"]), "--matrix", "--format", "json"], capsys))
    assert found["rulebook"] == "fr"

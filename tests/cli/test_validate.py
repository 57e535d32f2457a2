"""`edencli validate` and `validate-band`: what they print, in each format, and how they end."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from in_process import edencli
from jsonschema import Draft202012Validator

from edencli.commands.parameters import complete_yaml_files

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "files" / "examples"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The examples, in a folder of their own."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    return tmp_path / "examples"


def said(here: Path, *arguments: str) -> tuple[int, str]:
    ended = edencli(*arguments, cwd=here)
    return ended.returncode, ended.stdout.decode()


def band(here: Path, *lines: str) -> str:
    head = ["kind: band", "name: The Rust Gang", "cards: [cards.yaml]", "faction: Jokers Gang"]
    (here / "rust.yaml").write_text("".join(f"{line}\n" for line in (*head, *lines)), encoding="utf-8")
    return "rust.yaml"


def test_a_fault_is_shown_with_its_place_its_line_and_how_to_look_it_up(here: Path) -> None:
    code, output = said(here, "validate-band", band(here, "fighters:", "  - Yuri", "  - vladd"))

    assert code == 1
    assert (
        output
        == """\
rust.yaml:7:5: error[band.budget] the band is worth 110, the budget is 100
   7 |   - vladd
     |     ^^^^^ 90 points
   = edencli rules band.budget
"""
    )


def test_all_faults_of_a_file_are_shown_in_its_order(here: Path) -> None:
    name = band(here, "budgt: 200", "fighters: [Yuri, Yrui, 5]", "missions: Mutiny")
    code, output = said(here, "validate-band", name, "--format", "concise")

    assert code == 1
    assert (
        output
        == """\
rust.yaml:5:1: error[schema-unknown-key] unknown key 'budgt' (did you mean 'budget'?)
rust.yaml:6:18: error[reference-unknown] no fighter in these cards is called 'Yrui' (did you mean 'Yuri'?)
rust.yaml:6:24: error[schema-type] this must be text, not the number 5 (write "5")
rust.yaml:7:11: error[schema-type] this must be a list, not the text 'Mutiny' (write [Mutiny])
"""
    )


def test_a_good_band_prints_its_sheet_and_nothing_else(here: Path) -> None:
    code, output = said(here, "validate-band", "band.yaml")

    assert code == 0
    assert output.startswith("The Rust Gang\n")
    assert "20 of 100 points" in output
    assert "error" not in output


def test_a_band_with_warnings_prints_them_and_its_sheet(here: Path) -> None:
    code, output = said(here, "validate-band", band(here, "fighters: [Mudlark]"))

    assert code == 0
    assert output.startswith("rust.yaml:5:12: warning[gear.slowdown] ")
    assert "\n\nThe Rust Gang\n" in output


def test_the_sheet_can_be_pasted_as_markdown(here: Path) -> None:
    name = band(here, "fighters: [Mudlark]")
    ended = edencli("validate-band", name, "band.yaml", "--format", "markdown", cwd=here)

    assert ended.returncode == 0
    sheets = re.findall(r"^#+ The Rust Gang$", ended.stdout.decode(), re.MULTILINE)
    assert sheets == ["# The Rust Gang", "## The Rust Gang"]
    assert b"warning" not in ended.stdout
    assert b"warning[gear.slowdown]" in ended.stderr


def test_the_rulebook_decides_what_a_band_is_worth_and_what_its_gear_does(here: Path) -> None:
    name = band(here, "fighters: [Mudlark]")

    assert said(here, "validate-band", name, "--rulebook", "fr", "--format", "concise") == (0, "")
    assert "the rulebook it has" in said(here, "validate-band", name, "--rulebook", "it")[1]


def test_a_file_s_rulebook_wins_over_the_environment_and_may_not_be_contradicted(here: Path) -> None:
    environment = {"EDENCLI_RULEBOOK": "en"}
    ended = edencli("validate-band", "french.yaml", cwd=here, environment=environment)

    assert (ended.returncode, b"French" in ended.stdout) == (0, True)
    code, output = said(here, "validate-band", "french.yaml", "--rulebook", "en")
    assert code == 1
    assert (
        output
        == """\
french.yaml:4:11: error[rulebook-contradiction] this file is for the rulebook fr, not for en
   4 | rulebook: fr
     |           ^^
   = edencli rules rulebook-contradiction
"""
    )


def test_a_folder_is_searched_in_order_without_what_is_hidden(here: Path) -> None:
    shutil.copytree(here / "folder", here / ".hidden")
    (here / ".x.yaml").write_text("kind: [", encoding="utf-8")
    (here / "notes.txt").write_text("kind: [", encoding="utf-8")
    (here / "last.yml").write_text("kind: [", encoding="utf-8")

    _, output = said(here, "validate", ".", "--format", "json")

    names = [file["file"] for file in json.loads(output)["files"]]
    top = ["acid.yaml", "band.yaml", "cards.yaml", "broken.yaml", "endless-cards.yaml", "endless.yaml"]
    top += ["french.yaml", "last.yml", "latin-1.yaml"]
    assert names == [
        *top,
        *["more-cards.yaml", "scenery.yaml", "unpriced.yaml", "vents.yaml", "folder/band.yaml"],
    ]


def test_a_folder_search_follows_no_link_out_of_the_folder(here: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("token: hidden\n", encoding="utf-8")
    (here / "linked").mkdir()
    (here / "linked/out.yaml").symlink_to(secret)
    (here / "linked/round.yaml").symlink_to(here / "linked/round.yaml")
    (here / "linked/own.yaml").symlink_to(here / "linked/band.yaml")
    shutil.copy(here / "broken.yaml", here / "linked/band.yaml")

    ended = edencli("validate", "linked", cwd=here)

    assert b"hidden" not in ended.stdout
    assert b"out.yaml" not in ended.stdout + ended.stderr
    assert b"band.yaml" in ended.stdout


def test_a_folder_of_links_that_lead_out_of_it_is_said(here: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("token: hidden\n", encoding="utf-8")
    (here / "led-out").mkdir()
    (here / "led-out/out.yaml").symlink_to(tmp_path / "secret.yaml")

    code, output = said(here, "validate", "led-out")

    assert code == 2
    assert "every .yaml or .yml file in this folder is a link out of it" in output


def test_a_folder_with_nothing_to_check_is_said(here: Path) -> None:
    (here / "empty").mkdir()

    code, output = said(here, "validate", "empty")
    assert code == 2
    assert (
        output
        == """\
empty: error[file-unreadable] there is no .yaml or .yml file in this folder
   = edencli rules file-unreadable
"""
    )


def test_a_file_named_twice_is_checked_once(here: Path) -> None:
    ended = edencli("validate", "broken.yaml", "./broken.yaml", cwd=here)

    assert ended.stdout.decode().count("error[") == 1
    assert ended.stderr == b"edencli: 1 file checked: 1 error, 0 warnings\n"


def test_the_faults_of_a_file_that_is_referred_to_are_shown_too(here: Path) -> None:
    (here / "rust.yaml").write_text(
        (here / "band.yaml").read_text(encoding="utf-8").replace("cards.yaml", "broken.yaml"),
        encoding="utf-8",
    )

    _, output = said(here, "validate", "rust.yaml", "--format", "concise")

    assert output == (
        "broken.yaml:4:5: error[schema-missing-key] the key 'text' is missing\n"
        "rust.yaml:4:9: error[reference-faulty] 'broken.yaml' has errors of its own\n"
    )


def test_what_follows_from_the_faults_of_another_file_is_not_counted_again(here: Path) -> None:
    text = (here / "band.yaml").read_text(encoding="utf-8").replace("cards.yaml", "broken.yaml")
    (here / "rust.yaml").write_text(text, encoding="utf-8")

    ended = edencli("validate", "rust.yaml", cwd=here)

    assert ended.stderr == b"edencli: 2 files checked: 1 error, 0 warnings\n"


def test_more_than_fifty_faults_are_counted(here: Path) -> None:
    name = band(here, *(f"unknown{n}: 1" for n in range(60)), "fighters: [Yuri]")
    _, output = said(here, "validate", name, "--format", "concise")

    assert len(output.splitlines()) == 51
    assert output.endswith("rust.yaml: and 10 more\n")


def test_a_long_line_is_cut_around_the_fault(here: Path) -> None:
    (here / "long.yaml").write_text(
        f"kind: scenery\nelements: [{{name: Oak, element: {'x' * 500}, sight: blok, disc: 2.5}}]\n",
        encoding="utf-8",
    )
    _, output = said(here, "validate", "long.yaml")
    lines = output.splitlines()

    (line,) = (n for n, one in enumerate(lines) if "did you mean 'block'" in one)
    start, end = lines[line].index("^"), lines[line].rindex("^") + 1
    assert lines[line - 1][start:end] == "blok"
    assert max(map(len, lines)) < 130


@pytest.mark.parametrize(
    ("name", "under"),
    [("Chêne", "          ^^^^"), ("木の家", "             ^^^^"), ("e\u0301", "        ^^^^")],
)
def test_carets_stand_under_the_fault_whatever_the_width_of_letters(
    here: Path, name: str, under: str
) -> None:
    (here / "wide.yaml").write_text(
        f"kind: scenery\nelements: [{{name: {name}, sight: blok, disc: 1}}]\n", "utf-8"
    )
    _, output = said(here, "validate", "wide.yaml")

    carets = next(line for line in output.splitlines() if "did you mean 'block'" in line)
    assert carets.split("|")[1].split(" did")[0].endswith(under)


def _schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(
        (ROOT / "schemas/diagnostics.schema.json").read_text(encoding="utf-8")
    )
    return loaded


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "."],
        ["validate-band", "band.yaml", "french.yaml"],
        ["validate", "nowhere.yaml"],
        ["validate", "cards.yaml"],
    ],
)
def test_json_is_as_its_schema_describes_it_and_sorted(here: Path, arguments: list[str]) -> None:
    _, output = said(here, *arguments, "--format", "json")
    whole = json.loads(output)

    assert list(Draft202012Validator(_schema()).iter_errors(whole)) == []
    assert output == json.dumps(whole, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def test_json_holds_place_path_and_hint(here: Path) -> None:
    _, output = said(here, "validate-band", band(here, "fighters: [Yrui]"), "--format", "json")

    assert json.loads(output)["files"][0]["diagnostics"] == [
        {
            "code": "reference-unknown",
            "severity": "error",
            "message": "no fighter in these cards is called 'Yrui'",
            "hint": "did you mean 'Yuri'?",
            "path": "/fighters/0",
            "place": {"line": 5, "column": 12, "end_line": 5, "end_column": 16},
        }
    ]


def test_json_holds_what_a_good_band_amounts_to(here: Path) -> None:
    _, output = said(here, "validate-band", "band.yaml", "--format", "json")

    assert json.loads(output)["bands"] == [
        {
            "file": "band.yaml",
            "name": "The Rust Gang",
            "rulebook": "en",
            "value": 20,
            "budget": 100,
            "sp": 3,
            "hands": {"Yuri": 3},
        }
    ]


def test_github_gets_annotations_errors_first_with_everything_escaped(here: Path) -> None:
    (here / "a,b%:c.yaml").write_text(
        "kind: band\nname: X\ncards: [cards.yaml]\nfaction: Jokers Gang\n"
        "fighters: [Mudlark, '100%, really: yes']\n",
        encoding="utf-8",
    )
    _, output = said(here, "validate", "a,b%:c.yaml", "--format", "github")

    where = "file=a%2Cb%25%3Ac.yaml,line=5,endLine=5"
    error, warning = output.splitlines()
    assert error.startswith(f"::error {where},col=21,endColumn=40,title=reference-unknown::no fighter ")
    assert error.endswith("'100%25, really: yes'")
    assert warning.startswith(f"::warning {where},col=12,endColumn=19,title=gear.slowdown::Bag of ")


def test_an_annotation_has_columns_only_within_one_line(here: Path) -> None:
    (here / "short.yaml").write_text("kind: band\nname: [a,\n  b]\n", encoding="utf-8")
    (here / "slip.yaml").write_text("kind: bandd\n", encoding="utf-8")
    _, long = said(here, "validate", "short.yaml", "--format", "github")
    _, short = said(here, "validate", "slip.yaml", "--format", "github")

    properties = [line.split("::")[1].partition(" ")[2] for line in (long + short).splitlines()]
    spans = [dict(part.split("=") for part in one.split(",")) for one in properties]
    assert {one["line"] == one["endLine"] for one in spans} == {True, False}
    assert all(("col" in one) == ("endColumn" in one) == (one["line"] == one["endLine"]) for one in spans)


def test_sarif_names_no_address_that_is_not_there(here: Path) -> None:
    (here / "slip.yaml").write_text("kind: bandd\n", encoding="utf-8")
    _, output = said(here, "validate", "slip.yaml", "--format", "sarif")

    assert re.findall(r"https?://[^\"]+", output) == ["https://json.schemastore.org/sarif-2.1.0.json"]


def test_sarif_has_sorted_rules_relative_uris_and_columns_from_1(here: Path) -> None:
    (here / "Che ne.yaml").write_text(
        "kind: scenery\nelements: [{name: Oak, disc: 250, sight: x}]\n", "utf-8"
    )
    _, output = said(here, "validate", str(here / "Che ne.yaml"), "nowhere.yaml", "--format", "sarif")
    (run,) = json.loads(output)["runs"]

    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [
        "file-missing",
        "schema-enum",
        "schema-range",
    ]
    assert [(one["ruleId"], one["ruleIndex"]) for one in run["results"]] == [
        ("schema-range", 2),
        ("schema-enum", 1),
        ("file-missing", 0),
    ]
    assert run["results"][0]["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "Che%20ne.yaml"},
                "region": {"startLine": 2, "startColumn": 30, "endLine": 2, "endColumn": 33},
            }
        }
    ]
    assert "region" not in run["results"][2]["locations"][0]["physicalLocation"]


def test_a_shell_may_complete_yaml_files_and_folders(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here)
    Path("notes.txt").touch()
    Path(".hidden.yaml").touch()

    assert complete_yaml_files("b") == ["band.yaml", "broken.yaml"]
    assert complete_yaml_files("f") == ["french.yaml", "folder/"]
    assert complete_yaml_files("folder/") == ["folder/band.yaml"]
    assert complete_yaml_files("") == [*sorted(one.name for one in here.glob("[a-z]*.yaml")), "folder/"]
    assert complete_yaml_files("nowhere/x") == []


def test_scenery_larger_than_its_size_is_told_by_the_book_that_sells_by_size(here: Path) -> None:
    code, output = said(here, "validate", "scenery.yaml", "--rulebook", "fr", "--format", "concise")

    assert code == 1
    assert output.startswith("scenery.yaml:7:")
    assert "error[territory.size]" in output
    assert "write size: medium" in output
    assert said(here, "validate", "scenery.yaml", "--rulebook", "en")[0] == 0


@pytest.mark.parametrize("chapter", ["infestation", "territory"])
def test_a_chapter_without_anything_to_buy_is_told_before_it_is_played(here: Path, chapter: str) -> None:
    game = f"kind: game\nname: Corner\nred: band.yaml\nblue: band.yaml\nchapters: [{chapter}]\n"
    (here / "corner.yaml").write_text(game, encoding="utf-8")

    code, output = said(here, "validate", "corner.yaml", "--format", "concise")

    assert code == 1
    assert "corner.yaml:5:12: error[game-chapter]" in output


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("text", "cards.yaml:4:11: note[effect-none] Ruse has a text but no effects"),
        ("concise", "cards.yaml:4:11: note[effect-none] Ruse has a text but no effects"),
        (
            "github",
            "::notice file=cards.yaml,line=4,endLine=4,col=11,endColumn=22,title=effect-none::Ruse has",
        ),
        ("json", '"severity": "note"'),
        ("sarif", '"level": "note"'),
    ],
)
def test_a_card_that_no_effect_says_is_noted_and_refuses_nothing(
    form: str, told: str, tmp_path: Path
) -> None:
    """What is played by agreement is no fault: 0 is what it ends with."""
    (tmp_path / "cards.yaml").write_text("kind: cards\ntactics:\n  - name: Ruse\n    text: A few words\n")

    ended = edencli("validate", "cards.yaml", "--format", form, cwd=tmp_path)

    assert ended.returncode == 0
    assert told in ended.stdout.decode()
    assert ended.stderr == b"edencli: 1 file checked: 0 errors, 0 warnings, 1 note\n"


@pytest.mark.parametrize("command", ["validate", "validate-band"])
def test_whoever_only_checks_a_band_is_told_nothing_of_its_cards(command: str, here: Path) -> None:
    _, output = said(here, command, band(here, "fighters: [Yuri]"))

    assert "note[" not in output

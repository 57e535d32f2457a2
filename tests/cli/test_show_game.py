"""`edencli show` of a game with a position: the table, lines of sight, ways and templates, in every form."""

import json
import os
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from duels import ELENIA, YURI
from in_process import edencli_text
from jsonschema import Draft202012Validator
from matches import active

from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.lang import Words
from edencli.output.sheet import Paint, TextSheet
from edencli.pictures.sight_page import route_data, write_route
from edencli.rulebooks.values import rulebook
from edencli.rules.inquiry import way_to

ROOT = Path(__file__).parents[2]
CORNER = "samples/games/street-corner.yaml"
FRENCH = "samples/games/french-sight.yaml"
SVG = "{http://www.w3.org/2000/svg}"


def show(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return edencli_text("show", *arguments, cwd=cwd)


def told(*arguments: str) -> Any:
    shown = show(*arguments, "--format", "json")
    assert (shown.returncode, shown.stderr) == (0, "")
    return json.loads(shown.stdout)


QUESTIONS = [
    (CORNER,),
    (FRENCH,),
    ("samples/games/first-duel.yaml",),
    (CORNER, "--sight", "Yuri", "Captain Moreau"),
    (CORNER, "--sight", "Yuri", "30,48"),
    (CORNER, "--sight", "Bastien Longshot", "Old oak"),
    (CORNER, "--route", "Yuri", "38,20"),
    (CORNER, "--route", "Vlädd", "Elenia"),
    (CORNER, "--route", "Yuri", "28,29"),
    (CORNER, "--route", "Tick-Tock", "Old Kazimir"),
    (CORNER, "--sight", "Yuri"),
    (CORNER, "--reach", "Yuri"),
    (CORNER, "--blast", "Old Kazimir", "36,27"),
    (CORNER, "--blast", "Yuri", "31,14"),
    (CORNER, "--explosion", "35,28"),
    (CORNER, "--explosion", "5,5"),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_every_page_fits_a_terminal_and_a_pipe(question: tuple[str, ...]) -> None:
    shown = show(*question)

    assert (shown.returncode, shown.stderr) == (0, "")
    assert "\x1b" not in shown.stdout
    wide = [line for line in shown.stdout.splitlines() if len(line) > 80 and " via " not in line]
    assert wide == []


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_every_page_is_data_as_its_schema_describes(question: tuple[str, ...]) -> None:
    schema = json.loads((ROOT / "schemas" / "table.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)

    errors = [error.message for error in Draft202012Validator(schema).iter_errors(told(*question))]

    assert errors == []


def test_the_table_says_who_stands_where_and_who_does_not() -> None:
    shown = show(CORNER).stdout

    assert shown.startswith("At the street corner\n60 × 60 cm, round 2, Blue is first player\n")
    assert "G     Captain Moreau            36.5, 29          30    3" in shown
    assert "Removed from the field: Father Anselm." in shown
    assert "Blue deploys in the north half, 20 cm or more from the centre of the field." in shown


def test_the_table_marks_who_counts_as_activated_without_having_been(tmp_path: Path) -> None:
    game = tmp_path / "spent.yaml"
    band = os.path.relpath(ROOT / "samples/bands/jokers.yaml", tmp_path)
    game.write_text(
        f"kind: game\nname: Spent\nred: {band}\nblue: {band}\n"
        "position: {fighters: {red Yuri: {at: [10, 10], ap: 1, spent: true}, blue Yuri: {at: [20, 10]}}}\n",
        encoding="utf-8",
    )

    lines = show(str(game), "--root", "/").stdout.splitlines()
    figures = told(str(game), "--root", "/")["fighters"]

    assert ["counts as activated" in line for line in lines if line[6:10] == "Yuri"] == [True, False]
    assert [one["spent"] for one in figures] == [True, False]


def test_the_table_tells_who_stands_above_and_who_hides(tmp_path: Path) -> None:
    game = tmp_path / "above.yaml"
    band = os.path.relpath(ROOT / "samples/bands/jokers.yaml", tmp_path)
    (tmp_path / "towers.yaml").write_text(
        "kind: scenery\nelements:\n"
        "  - {name: Tower, disc: 3, keywords: {elevation: true, climbing: 4}}\n"
        "  - {name: Wreck, disc: 2, keywords: {hiding: 1}}\n",
        encoding="utf-8",
    )
    game.write_text(
        f"kind: game\nname: Above\nrulebook: en\nred: {band}\nblue: {band}\nchapters: [territory]\n"
        "field: {scenery: [towers.yaml]}\n"
        "position:\n  scenery: {Tower: {at: [10, 10]}, Wreck: {at: [30, 30]}}\n"
        "  fighters:\n    red Yuri: {at: [10, 10], raised: tower}\n"
        "    blue Yuri: {at: [26.5, 30], hidden: Wreck}\n",
        encoding="utf-8",
    )

    page, figures = show(str(game), "--root", "/").stdout, told(str(game), "--root", "/")["fighters"]

    assert "on Tower" in page
    assert "hidden in Wreck" in page
    assert [(one.get("raised"), one.get("hidden")) for one in figures] == [("Tower", None), (None, "Wreck")]


def test_sight_is_told_both_ways_with_its_rule_and_every_weapon() -> None:
    shown = show(CORNER, "--sight", "Yuri", "captain moreau").stdout

    assert "They are 12.98 cm apart, edge to edge." in shown
    assert "Yuri does not see Captain Moreau\n  sight.cut  Elenia cuts off the line of sight" in shown
    assert "Captain Moreau does not see Yuri" in shown
    knives = "Throwing knives (shooting), within its range of 20 cm: no, Elenia hides Captain"
    assert knives in " ".join(shown.split())


def test_the_worked_picture_of_the_french_book() -> None:
    """FR 2.B: Ilona yes, the Berserk-Man past the lamp-post, the Suffering-Man and Yliss not."""
    names = ("Sister Ilona", "Berserk-Man", "Suffering-Man", "Sister Yliss")
    looks = {name: told(FRENCH, "--sight", "Yuri", name)["looks"][0] for name in names}

    assert {name: (look["visible"], look["obstacles"]) for name, look in looks.items()} == {
        "Sister Ilona": (True, 0),
        "Berserk-Man": (True, 1),
        "Suffering-Man": (False, 1),
        "Sister Yliss": (False, 2),
    }
    knives = {name: look["weapons"][0]["refusal"] for name, look in looks.items()}
    assert knives["Berserk-Man"] is None
    assert knives["Sister Ilona"]["rule"] == "shoot.nearest"
    assert [one["scenery"] for one in looks["Berserk-Man"]["between"]] == ["Lamp-post"]


def test_a_way_is_written_as_it_is_typed_and_priced_leg_by_leg() -> None:
    way = told(CORNER, "--route", "Yuri", "38,20")

    assert way["move"].startswith("Yuri moves to 38, 20 via ")
    assert way["legs"][-1]["slow"] == ["Rubble"]
    assert way["legs"][-1]["price"] > way["legs"][-1]["length"]
    assert (way["fits"], way["refusal"]["rule"]) == (False, "action.move")


def test_a_way_to_an_enemy_is_a_charge() -> None:
    way = told(CORNER, "--route", "Old Kazimir", "Elenia")

    assert (way["act"], way["fits"], way["refusal"]) == ("charge", True, None)
    assert way["move"] == "Old Kazimir charges Elenia"


@pytest.mark.parametrize(("moves", "is_told"), [(0, True), (3, False)])
def test_where_a_way_too_long_would_end_is_told_to_those_who_may_go_it(moves: int, *, is_told: bool) -> None:
    game = active(rulebook("en"), {YURI: (10, 10), ELENIA: (50, 50)})
    game.match.state_of(YURI).used_round["move"] = moves
    place, sheet = Point(cm(40), cm(10)), TextSheet(Paint(colour=False))
    way = way_to(game.match, YURI, place)

    write_route(sheet, Words(), {"name": "x", **route_data(Words(), game.match, way, place)})

    assert ("The move ends at 20, 10." in str(sheet)) is is_told
    assert ("has already reached the limit this round: 3 Moves" in str(sheet)) is not is_told


def test_a_place_that_is_taken_is_named() -> None:
    shown = show(CORNER, "--route", "Yuri", "28,29").stdout

    assert "Yuri has no route to that place." in shown
    assert "Corner house is in the way of Yuri at 28, 29 [move.base]" in shown


def test_every_marker_on_the_map_can_be_looked_at() -> None:
    looks = {name: told(CORNER, "--sight", "Yuri", name)["looks"] for name in ("Leaflets", "larder")}

    assert [one["target"] for look in looks.values() for one in look] == [
        {"marker": "Leaflets"},
        {"marker": "Larder"},
    ]
    assert [look[0]["visible"] for look in looks.values()] == [False, True]
    assert "Corner house cuts" in show(CORNER, "--sight", "Yuri", "Leaflets").stdout
    assert "did you mean 'Leaflets'?" in show(CORNER, "--sight", "Yuri", "Leaflts").stderr


def test_a_blast_says_whom_it_covers_and_where_it_would_do_best() -> None:
    blast = told(CORNER, "--blast", "Old Kazimir", "36,27")

    assert [one["name"] for one in blast["covers"]] == ["Elenia", "Captain Moreau"]
    assert blast["refusal"] is None
    assert [one["name"] for one in blast["best"]["covers"]] == ["Elenia", "Captain Moreau"]


def test_a_blast_may_be_turned() -> None:
    straight, swung = (
        told(CORNER, "--blast", "Old Kazimir", "36,27"),
        told(CORNER, "--blast", "Old Kazimir", "36,27 turned -12.5"),
    )

    assert (straight["turned"], swung["turned"]) == (0, -12.5)
    assert swung["outline"] != straight["outline"]
    assert "towards 36, 27, turned by 20°" in show(CORNER, "--blast", "Old Kazimir", "36,27 turned 20").stdout


def test_a_blast_is_not_turned_by_words() -> None:
    refused = show(CORNER, "--blast", "Old Kazimir", "36,27 turned about")

    assert (refused.returncode, "is not a place" in refused.stderr) == (2, True)


def test_a_blast_past_the_nearest_enemy_may_not_lie_so() -> None:
    blast = told(CORNER, "--blast", "Old Kazimir", "20,20")

    assert blast["refusal"]["rule"] == "blast.nearest"


def test_an_explosion_lists_the_nearest_first() -> None:
    covers = told(CORNER, "--explosion", "35,28")["covers"]

    assert [(one["name"], one["distance"]) for one in covers] == [("Captain Moreau", 0.3), ("Elenia", 0.82)]


def test_whom_a_fighter_sees_is_told_at_once_as_one_by_one() -> None:
    sees = {
        one["name"]: (one["visible"], one["obstacles"]) for one in told(CORNER, "--sight", "Yuri")["sees"]
    }

    assert len(sees) == 8
    for name in ("Captain Moreau", "Tick-Tock", "Bastien Longshot"):
        look = told(CORNER, "--sight", "Yuri", name)["looks"][0]
        assert sees[name] == (look["visible"], look["obstacles"])


def test_a_sight_without_a_target_may_be_followed_by_another_option(tmp_path: Path) -> None:
    drawn = tmp_path / "sights.svg"

    assert show(CORNER, "--sight", "Yuri", "--svg", str(drawn)).returncode == 0
    assert "Yuri sees 7 of 8 others." in drawn.read_text(encoding="utf-8")


def test_the_picture_says_the_answer() -> None:
    cut = show(CORNER, "--sight", "Yuri", "Captain Moreau", "--svg", "-").stdout
    way = show(CORNER, "--route", "Yuri", "38,20", "--svg", "-").stdout
    blast = show(CORNER, "--blast", "Old Kazimir", "36,27", "--svg", "-").stdout

    assert ">Yuri does not see Captain Moreau</text>" in cut
    assert ">10 cm</text>" in way
    assert "That is 3.3 cm too far." in way
    assert ">2 bases are covered by a blast of Old Kazimir towards 36, 27.</text>" in blast


def test_a_drawing_is_to_scale_and_shows_what_was_asked(tmp_path: Path) -> None:
    drawn = tmp_path / "table.svg"

    shown = show(CORNER, "--sight", "Yuri", "Elenia", "--svg", str(drawn))

    assert shown.returncode == 0
    assert shown.stderr == f"wrote {drawn}\n"
    svg = ET.parse(drawn).getroot()  # noqa: S314  # our own file
    left, top, width, height = map(float, svg.attrib["viewBox"].split())
    assert (svg.attrib["width"], svg.attrib["height"]) == (f"{width:g}cm", f"{height:g}cm")
    assert left + width > 60
    assert top < 0
    assert {"Yuri", "Elenia", "1 Corner house", "line of sight"} <= {
        text.text for text in svg.iter(f"{SVG}text")
    }


def test_a_drawing_replaces_an_older_one_and_nothing_else(tmp_path: Path) -> None:
    old, foreign = tmp_path / "table.svg", tmp_path / "logo.svg"
    foreign.write_text("<svg/>", encoding="utf-8")
    link = tmp_path / "link.svg"
    link.symlink_to(old)

    for _ in range(2):
        assert show(CORNER, "--svg", str(old)).returncode == 0
        assert old.read_text(encoding="utf-8").startswith("<?xml")
    for name, reason in (
        (tmp_path / "game.yaml", "the name must end in .svg"),
        (foreign, "the file already there is not a page made by edencli"),
        (link, "it is a link"),
        (tmp_path / "nowhere" / "table.svg", "No such file or directory"),
    ):
        shown = show(CORNER, "--svg", str(name))
        assert (shown.returncode, shown.stdout) == (2, "")
        assert reason in shown.stderr


def test_a_drawing_can_go_to_a_pipe() -> None:
    shown = show(CORNER, "--svg", "-")

    assert ET.fromstring(shown.stdout).tag == f"{SVG}svg"  # noqa: S314  # our own text


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ((CORNER, "--sight", "Yurri", "Elenia"), 1, "did you mean 'Yuri'?"),
        ((CORNER, "--sight", "Yuri", "Father Anselm"), 1, "Father Anselm is not on the field"),
        ((CORNER, "--sight", "Old oak", "Yuri"), 2, "'Old oak' is not a fighter on this field"),
        ((CORNER, "--sight", "Yuri", "Yuri"), 2, "Yuri is named twice; name two different fighters"),
        ((CORNER, "--sight", "Yuri", "70,20"), 2, "70, 20 is not on this field of 60 × 60 cm"),
        ((CORNER, "--route", "Yuri", "Old oak"), 2, "'Old oak' is not a fighter on this field"),
        ((CORNER, "--explosion", "here"), 2, "'here' is not a place"),
        ((CORNER, "--explosion", "1.2.3,4"), 2, "'1.2.3,4' is not a place"),
        ((CORNER, "--explosion", "9" * 400 + ",1"), 2, "is not a place"),
        ((CORNER, "--explosion", "1,1", "--blast", "Yuri", "2,2"), 2, "one question at a time"),
        (("samples/starters/game.yaml", "--svg", "x.svg"), 2, "has no position"),
        (
            ("samples/bands/jokers.yaml", "--sight", "Yuri", "Vlädd"),
            2,
            "--sight is not for samples/bands/jokers.yaml, a band file",
        ),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(
    arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    shown = show(*arguments)

    assert (shown.returncode, shown.stdout) == (code, "")
    assert sentence in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_a_name_of_both_sides_needs_its_side(tmp_path: Path) -> None:
    game = tmp_path / "twins.yaml"
    band = (ROOT / "samples/bands/jokers.yaml").as_posix()
    game.write_text(
        f"kind: game\nname: Twins\nred: {os.path.relpath(band, tmp_path)}\n"
        f"blue: {os.path.relpath(band, tmp_path)}\n"
        "position: {fighters: {red Yuri: {at: [10, 10]}, blue Yuri: {at: [20, 10]}}}\n",
        encoding="utf-8",
    )

    assert (
        "'Yuri' could be any of these: red Yuri, blue Yuri"
        in show(str(game), "--root", "/", "--sight", "Yuri", "blue Yuri").stderr
    )
    assert (
        "red Yuri sees blue Yuri" in show(str(game), "--root", "/", "--sight", "red Yuri", "blue Yuri").stdout
    )


def test_a_faulty_position_is_explained_and_not_drawn(tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    text = (
        (ROOT / CORNER)
        .read_text(encoding="utf-8")
        .replace("../", f"{os.path.relpath(ROOT, tmp_path)}/samples/")
    )
    game.write_text(text.replace("Vlädd: {at: [26, 12]", "Vlädd: {at: [30, 12]"), encoding="utf-8")

    shown = show(str(game), "--root", "/")

    assert (shown.returncode, shown.stdout) == (1, "")
    assert "error[game-position-overlap] the base of Vlädd overlaps that of Yuri" in shown.stderr


def test_a_game_can_come_through_a_pipe() -> None:
    """Its references start from the working directory."""
    text = (ROOT / CORNER).read_text(encoding="utf-8").replace("../", "samples/")
    shown = edencli_text("show", "-", "--explosion", "35,28", cwd=ROOT, stdin=text)

    assert (shown.returncode, shown.stderr) == (0, "")
    assert "2 bases are covered" in shown.stdout

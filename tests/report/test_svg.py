"""A table as SVG: well made, to scale, told apart without colour, and safe whatever a file calls things."""

import re
import xml.etree.ElementTree as ET

import pytest
from duels import ELENIA, VLADD, YURI
from tables import FLAT, LOW, disc, table, wall

from edencli.field.corridor import corridor_outline
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.report.scene import Overlay, scene_of
from edencli.report.svg import drawing
from edencli.report.svgpaper import Box, Labels
from edencli.rulebooks.values import rulebook
from edencli.rules.ground import base

EN = rulebook("en")
NS = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>&\"'\x1b[31m\u202e\ufffe"


def svg(match: Match, overlay: Overlay | None = None, title: str = "A table") -> ET.Element:
    scene = scene_of(match, overlay) if overlay else scene_of(match)
    return ET.fromstring(drawing(scene, Words(), title))  # noqa: S314  # our own text


def texts(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{NS}text")]


def test_a_centimetre_is_a_centimetre_and_north_is_up() -> None:
    root = svg(table(EN, {YURI: (10, 50)}))

    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}cm", f"{height:g}cm")
    bases = [circle for circle in root.iter(f"{NS}circle") if circle.attrib.get("cx") == "10"]
    assert [circle.attrib["cy"] for circle in bases] == ["10"]
    rim = float(bases[0].attrib["r"]) + float(bases[0].attrib["stroke-width"]) / 2
    assert rim == pytest.approx(1.5)


def test_everybody_and_everything_is_named() -> None:
    match = table(
        EN, {YURI: (10, 50), ELENIA: (30, 30)}, (wall(width=9, depth=4), (40, 20)), markers={"Idol": (50, 50)}
    )

    assert {"Yuri", "Elenia", "A", "B", "1 Wall", "Idol", "A table"} <= set(texts(svg(match)))


def test_sides_differ_in_more_than_colour() -> None:
    nobody = Piece(None, "Rat")
    match = table(EN, {YURI: (10, 50), ELENIA: (30, 30), nobody: (40, 30)})
    root = svg(match)
    drawn = {
        circle.attrib["cx"]: circle.attrib
        for circle in root.iter(f"{NS}circle")
        if circle.attrib["cy"] in {"10", "30"}
    }

    red, blue, rat = drawn["10"], drawn["30"], drawn["40"]
    assert red["fill"] == red["stroke"]
    assert blue["fill"] == rat["fill"] == "#ffffff"
    assert ("stroke-dasharray" in blue, "stroke-dasharray" in rat) == (False, True)


def test_scenery_differs_by_pattern_and_the_key_explains_each() -> None:
    match = table(
        EN,
        {},
        (wall("Block", width=6, depth=6), (15, 40)),
        (wall("Low", width=6, depth=6, sight=LOW, crossable=True), (30, 40)),
        (wall("Flat", width=6, depth=6, sight=FLAT, slow=True), (45, 40)),
    )
    root = svg(match)

    fills = [polygon.attrib["fill"] for polygon in root.iter(f"{NS}polygon")]
    assert sorted(fills) == ["url(#blocks)", "url(#flat)", "url(#low)", "url(#slow)"]
    assert {pattern.attrib["id"] for pattern in root.iter(f"{NS}pattern")} >= {
        "blocks",
        "low",
        "flat",
        "slow",
    }
    assert {"blocks sight", "low: an obstacle", "flat: no obstacle", "slow ground", "may be crossed"} <= set(
        texts(root)
    )


def test_the_key_explains_nothing_that_is_not_there() -> None:
    said = set(texts(svg(table(EN, {YURI: (10, 10)}))))

    assert not {"blue", "blocks sight", "slow ground", "line of sight", "where a side deploys"} & said


def test_names_from_files_stay_text() -> None:
    match = table(EN, {Piece(Side.RED, HOSTILE): (10, 10)}, (disc(HOSTILE, radius=3), (30, 30)))
    root = svg(match, title=HOSTILE)

    assert {element.tag.removeprefix(NS) for element in root.iter()} <= {
        "svg",
        "title",
        "defs",
        "pattern",
        "rect",
        "circle",
        "path",
        "line",
        "polygon",
        "polyline",
        "text",
    }
    assert all("\x1b" not in text and "\u202e" not in text for text in texts(root))
    assert any("<script>" in text for text in texts(root))


def test_there_is_no_script_no_link_and_no_style() -> None:
    match = table(EN, {YURI: (10, 10), ELENIA: (30, 30)}, (disc(radius=3), (40, 40)))
    text = drawing(scene_of(match), Words(), "A table")

    assert not re.search(r"<script|href|\bon\w+=|<style|<foreignObject|<!ENTITY|javascript:", text)
    assert text.count("http") == 1


def test_a_corridor_shows_what_stands_in_it() -> None:
    match = table(EN, {YURI: (10, 30), ELENIA: (30, 30), VLADD: (20, 31)})
    outline = corridor_outline(base(match, YURI), base(match, ELENIA))
    root = svg(match, Overlay(corridor=outline, counts=frozenset({VLADD})))

    assert "line of sight" in texts(root)
    rings = [circle for circle in root.iter(f"{NS}circle") if circle.attrib["fill"] == "none"]
    assert [(ring.attrib["cx"], ring.attrib["cy"]) for ring in rings] == [("20", "29")]


@pytest.mark.parametrize("half", ["south", "north", "west", "east"])
def test_a_zone_lies_on_its_own_side(half: str) -> None:
    """Its outline is drawn as the north's and turned; its far side is twenty centimetres from the middle."""
    match = table(EN, {YURI: (10, 10)})
    match.setup = match.setup._replace(width=80_000)
    match.state.sides[Side.RED].half = half
    root = svg(match)

    zone = next(path for path in root.iter(f"{NS}path") if path.attrib.get("fill-opacity") == "0.07")
    wanted = {
        "north": ("M0,0H80V10H0Z", None),
        "south": ("M0,0H80V10H0Z", "translate(0 60) scale(1 -1)"),
        "west": ("M0,0H60V20H0Z", "matrix(0 1 1 0 0 0)"),
        "east": ("M0,0H60V20H0Z", "matrix(0 1 -1 0 80 0)"),
    }
    assert (zone.attrib["d"], zone.attrib.get("transform")) == wanted[half]


def test_labels_keep_off_bases_and_off_each_other() -> None:
    paper, base_box = Box(0, 0, 60, 60), Box(28.5, 28.5, 31.5, 31.5)
    labels = Labels(paper, [base_box])

    placed = [labels.place("Yuri", base_box).box for _ in range(4)]
    assert all(box.shared(base_box) == 0 for box in placed)
    assert all(one.shared(two) == 0 for one in placed for two in placed if one is not two)


def test_a_name_at_the_edge_stays_on_the_paper() -> None:
    corner = Box(0, 57, 3, 60)
    label = Labels(Box(0, 0, 60, 60), [corner]).place("Captain Moreau", corner)

    assert label.box.left >= 0
    assert label.box.bottom <= 60


def test_the_same_table_is_the_same_drawing() -> None:
    def once() -> str:
        match = table(EN, {YURI: (10, 10), ELENIA: (30, 30)}, (disc(radius=3), (40, 40)))
        return drawing(scene_of(match), Words(), "A table")

    assert once() == once()

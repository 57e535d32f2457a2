"""A table as SVG: well made, to scale, told apart without colour, and safe whatever a file calls things."""

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from duels import ELENIA, VLADD, YURI
from in_process import edencli
from matches import Game, element
from tables import FLAT, LOW, disc, table, wall

from edencli.field.corridor import corridor_outline
from edencli.field.shapes import Point
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.model.scenery import ElementName
from edencli.model.terms import LimbName
from edencli.output.sheet import Paint, TextSheet
from edencli.pictures.scene import NO_OVERLAY, Overlay, scene_from, table_data, with_standings
from edencli.pictures.svg import RING_WIDTH, draw_svg
from edencli.pictures.svg_elements import (
    DANGER,
    FIRE,
    HIDES,
    INK,
    NAME_HEIGHT,
    RAISED_SIGN,
    Box,
    LabelPlacer,
    text_width,
)
from edencli.pictures.table_page import write_table
from edencli.rulebooks.values import rulebook
from edencli.rules.ground import base

EN = rulebook("en")
NS = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>&\"'\x1b[31m\u202e\ufffe"


def svg(match: Match, overlay: Overlay = NO_OVERLAY, title: str = "A table") -> ET.Element:
    scene = scene_from(table_data(match), overlay)
    return ET.fromstring(draw_svg(scene, Words(), title))  # noqa: S314  # our own text


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


def test_what_befell_scenery_is_drawn_and_told() -> None:
    match = table(
        EN, {}, (wall("Barn", width=6, depth=6), (15, 40)), (wall("Hut", width=6, depth=6), (45, 40))
    )
    lying = match.state.scenery
    lying["Barn"] = lying["Barn"]._replace(attacks=2, burn=1)
    lying["Hut"] = lying["Hut"]._replace(destroyed=True)
    root, sheet = svg(match), TextSheet(Paint(colour=False))

    write_table(sheet, Words(), table_data(match) | {"name": "A table", "file": "a.yaml"})

    strokes = [polygon.attrib.get("stroke") for polygon in root.iter(f"{NS}polygon")]
    assert strokes.count(FIRE["stroke"]) == 1
    assert "burning" in texts(root)
    told = " ".join(str(sheet).split())
    assert "attacked 2 times; burning, 1 marker" in told
    assert "destroyed" in told


def test_what_keywords_make_of_a_table_is_drawn_and_told() -> None:
    lake = element("Lake", radius=4, swimming=4, hostile_presence=1)
    crag = element("Crag", radius=4, elevation=None, hiding=1)
    mast = element("Mast", ElementName.ENERGY_BEACON, radius=1)
    rat = Piece(None, "Rat")
    game = Game(
        EN,
        {YURI: (30, 30), ELENIA: (30, 35.5), rat: (50, 50)},
        chapters=("territory",),
        scenery=[lake, crag, mast],
        lying={"Lake": (10, 10), "Crag": (30, 30), "Mast": (50, 10)},
        before={YURI: {"raised": "Crag"}, ELENIA: {"hidden": "Crag"}},
    )
    root, sheet = svg(game.match), TextSheet(Paint(colour=False))

    write_table(sheet, Words(), table_data(game.match) | {"name": "A table", "file": "a.yaml"})

    circles = [(one.attrib["cx"], one.attrib["r"], one.attrib) for one in root.iter(f"{NS}circle")]
    at_lake = [circle for x, r, circle in circles if (x, r) == ("10", "4")]
    assert at_lake[0]["fill"] == "url(#water)"
    assert at_lake[-1]["stroke"] == DANGER["stroke"]
    assert any((x, r) == ("50", "6") for x, r, _ in circles), "its field reaches 5 cm beyond the mast"
    assert any(
        x == "30" and one.get("stroke-dasharray") == HIDES["stroke_dasharray"] for x, _, one in circles
    )
    assert texts(root).count(RAISED_SIGN) == 2, "at the fighter, and in the key"
    assert {
        "stands above",
        "hidden",
        "water",
        "has a raised place",
        "where it helps fighters",
    } <= set(texts(root))
    told = " ".join(str(sheet).split())
    assert "Swimming (4); Hostile Presence (1)" in told
    assert "helps fighters within 5 cm" in told
    assert "NPFs" in told, "also nobody's fighters are listed"


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
        "clipPath",
        "path",
        "line",
        "polygon",
        "polyline",
        "text",
    }
    assert all("\x1b" not in text and "\u202e" not in text for text in texts(root))
    assert any("<script>" in text for text in texts(root))


def test_it_looks_the_same_where_everything_else_is_dark() -> None:
    """It paints its own paper first, and asks browsers to leave its colours alone."""
    root = svg(table(EN, {YURI: (10, 10), ELENIA: (30, 30)}, (disc(radius=3), (40, 40))))
    unseen = {f"{NS}{tag}" for tag in ("title", "defs", "clipPath")}
    drawn_first = next(one for one in root if one.tag not in unseen)

    assert "color-scheme:only light" in root.attrib["style"]
    assert root.attrib["fill"] == INK
    assert drawn_first.attrib["fill"] == "#ffffff"
    assert (
        " ".join(drawn_first.attrib[part] for part in ("x", "y", "width", "height")) == root.attrib["viewBox"]
    )


def test_a_field_ends_where_the_table_does() -> None:
    mast = element("Mast", ElementName.ENERGY_BEACON, radius=1)
    game = Game(EN, {YURI: (30, 30)}, chapters=("territory",), scenery=[mast], lying={"Mast": (2, 10)})
    root = svg(game.match)

    (table_,) = [one[0].attrib for one in root.iter(f"{NS}clipPath") if one.attrib["id"] == "table"]
    (reach,) = [one.attrib for one in root.iter(f"{NS}circle") if one.attrib["r"] == "6"]
    assert (table_["width"], table_["height"]) == ("60", "60")
    assert reach["clip-path"] == "url(#table)"


def test_there_is_no_script_no_link_and_no_style() -> None:
    match = table(EN, {YURI: (10, 10), ELENIA: (30, 30)}, (disc(radius=3), (40, 40)))
    text = draw_svg(scene_from(table_data(match)), Words(), "A table")

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
    labels = LabelPlacer(paper, [base_box])

    placed = [label.box for _ in range(40) if (label := labels.place("Yuri", base_box))]
    assert len(placed) >= 4
    assert all(box.overlap_area(base_box) == 0 for box in placed)
    assert all(one.overlap_area(two) == 0 for one in placed for two in placed if one is not two)


def test_a_name_at_the_edge_stays_on_the_paper() -> None:
    corner = Box(0, 57, 3, 60)
    label = LabelPlacer(Box(0, 0, 60, 60), [corner]).place("Captain Moreau", corner)

    assert label is not None
    assert label.box.left >= 0
    assert label.box.bottom <= 60


def test_the_same_table_is_the_same_drawing() -> None:
    def once() -> str:
        match = table(EN, {YURI: (10, 10), ELENIA: (30, 30)}, (disc(radius=3), (40, 40)))
        return draw_svg(scene_from(table_data(match)), Words(), "A table")

    assert once() == once()


def crowd(names: list[str], gap: float) -> Match:
    """Fighters in a block, with a wall beside them."""
    pieces = [Piece((Side.RED, Side.BLUE)[n % 2], name) for n, name in enumerate(names)]
    places = {piece: (22 + gap * (n % 5), 20 + gap * (n // 5)) for n, piece in enumerate(pieces)}
    return table(EN, places, (wall("Long forgotten wall", width=12, depth=1), (30, 16)))


@pytest.mark.parametrize("gap", [3.0, 4.2, 6.0])
@pytest.mark.parametrize(
    "name", ["Al", "Ermengarde the Merciless", "WWWWWWWWWWWWWWWWWWWW", "灰色の狼と赤い月"]
)
def test_no_name_covers_a_base_or_another_name(name: str, gap: float) -> None:
    names = [f"{name} {n}" for n in range(20)]
    match = crowd(names, gap)
    root = svg(match)
    on_the_field = {
        one.text or "": box_of(one)
        for one in root.iter(f"{NS}text")
        if one.attrib.get("font-weight") in {"bold", "normal"} and "stroke" in one.attrib
    }

    bases = [
        Box(
            figure.base.x / 1000 - 1.5,
            58.5 - figure.base.y / 1000,
            figure.base.x / 1000 + 1.5,
            61.5 - figure.base.y / 1000,
        )
        for figure in scene_from(table_data(match)).figures
    ]
    assert [text for text, box in on_the_field.items() if any(box.overlap_area(base) for base in bases)] == []
    boxes = list(on_the_field.values())
    assert not any(one.overlap_area(two) for n, one in enumerate(boxes) for two in boxes[n + 1 :])
    assert set(names) <= set(texts(root)), "a name without room stands in the key"


@pytest.mark.parametrize("gap", [3.0, 4.2, 6.0, 9.0])
@pytest.mark.parametrize("name", ["Al", "Captain Moreau", "Ermengarde the Merciless"])
def test_no_name_is_nearer_to_the_base_of_another_than_to_its_own(name: str, gap: float) -> None:
    match = crowd([f"{name} {n}" for n in range(20)], gap)
    bases = {
        figure.piece.name: (figure.base.x / 1000, 60 - figure.base.y / 1000)
        for figure in scene_from(table_data(match)).figures
    }
    written = [one for one in svg(match).iter(f"{NS}text") if one.text in bases and "stroke" in one.attrib]

    assert written
    for one in written:
        middle = float(one.attrib["x"]), float(one.attrib["y"]) - NAME_HEIGHT * 0.34
        assert min(bases, key=lambda name: math.dist(bases[name], middle)) == one.text


def test_no_name_covers_the_ring_round_a_base() -> None:
    match = table(EN, {YURI: (10, 30), ELENIA: (30, 30), VLADD: (20, 31)})
    marked = svg(match, Overlay(counts=frozenset({VLADD}), blocks=frozenset({VLADD})))

    name = next(one for one in marked.iter(f"{NS}text") if one.text == "Vlädd")
    ring = Box(20 - 1.5 - RING_WIDTH, 29 - 1.5 - RING_WIDTH, 20 + 1.5 + RING_WIDTH, 29 + 1.5 + RING_WIDTH)
    assert box_of(name).overlap_area(ring) == 0


def box_of(text: ET.Element) -> Box:
    """The box that a name takes, in a face that is no wider than most."""
    x, y, width = (
        float(text.attrib["x"]),
        float(text.attrib["y"]) - NAME_HEIGHT * 0.34,
        text_width(text.text or ""),
    )
    return Box(
        x - width / 2 + 0.01, y - NAME_HEIGHT / 2 + 0.01, x + width / 2 - 0.01, y + NAME_HEIGHT / 2 - 0.01
    )


def test_a_line_that_is_cut_off_differs_from_a_clear_one() -> None:
    match = table(EN, {YURI: (10, 30), ELENIA: (30, 30), VLADD: (20, 31)})
    outline = corridor_outline(base(match, YURI), base(match, ELENIA))
    clear = Overlay(corridor=outline, counts=frozenset({VLADD}), caption="Yuri sees Elenia past 1 obstacle")
    cut = Overlay(
        corridor=outline,
        is_cut=True,
        counts=frozenset({VLADD}),
        blocks=frozenset({VLADD}),
        caption="Yuri does not",
    )

    assert {"−1", "line of sight", "an obstacle: −1", "Yuri sees Elenia past 1 obstacle"} <= set(
        texts(svg(match, clear))
    )
    drawn = svg(match, cut)
    assert "url(#cut)" in {polygon.attrib["fill"] for polygon in drawn.iter(f"{NS}polygon")}
    assert {"cuts off the line of sight", "line of sight, cut off", "Yuri does not"} <= set(texts(drawn))
    assert "−1" not in texts(drawn)
    strokes = [path.attrib for path in drawn.iter(f"{NS}path") if path.attrib.get("stroke") == "#b00020"]
    assert any("M" in stroke["d"] and "L" in stroke["d"] for stroke in strokes)


def test_a_way_shows_the_length_of_its_legs_and_where_its_allowance_ends() -> None:
    match = table(EN, {YURI: (10, 30)})
    route = (Point(10_000, 30_000), Point(16_000, 30_000), Point(16_000, 40_000))
    way = Overlay(
        route=route,
        legs=("6.0", "10.0"),
        allowance_end=Point(16_000, 34_000),
        allowance="10 cm",
        mover=base(match, YURI),
    )
    root = svg(match, way)

    assert {"6.0", "10.0", "10 cm", "where the movement ends"} <= set(texts(root))
    rings = {(one.attrib["cx"], one.attrib["cy"]) for one in root.iter(f"{NS}circle")}
    assert ("16", "26") in rings


def test_a_drawing_is_never_broader_than_the_page_that_shows_it() -> None:
    assert "max-width:100%" in svg(table(EN, {YURI: (10, 10)})).attrib["style"]


def test_a_base_is_marked_with_how_its_fighter_stands() -> None:
    """Yuri leads, has lost 2 CP, has 3 AP and was activated; Elenia has nothing to be marked with."""
    match = table(EN, {YURI: (10, 10), ELENIA: (40, 40)})
    yuri, elenia = match.state_of(YURI), match.state_of(ELENIA)
    match.state.sides[Side.RED].leader = YURI
    yuri.lost[LimbName.LEGS], yuri.ap, yuri.activated = 2, 3, True
    elenia.ap, elenia.lost = 0, {}
    data = table_data(match)
    bare = scene_from(data)

    drawn = draw_svg(with_standings(bare, data), Words(), "A table")

    assert "−2" in drawn
    assert {"leader", "CP lost", "AP left"} <= set(texts(ET.fromstring(drawn)))  # noqa: S314  # our own text
    dots = drawn.count("<circle") - draw_svg(bare, Words(), "A table").count("<circle")
    assert dots == 3


def test_a_drawing_is_titled_by_its_moment(tmp_path: Path) -> None:
    game = str(Path(__file__).parents[2] / "samples" / "games" / "first-duel.yaml")

    drawn = edencli("show", game, "--until", "e30", "--svg", "-", cwd=tmp_path).stdout.decode()

    assert "First duel: Round 1; Activations" in texts(ET.fromstring(drawn))  # noqa: S314  # our own text

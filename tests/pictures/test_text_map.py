"""A table in letters: true to scale, within 80 columns, every sign where it belongs."""

import pytest
from duels import ELENIA, VLADD, YLISS, YURI
from matches import Game, element
from tables import FLAT, LOW, at, disc, table, wall

from edencli.field.corridor import corridor_outline
from edencli.field.shapes import Disc
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.model.scenery import ElementName
from edencli.output.sheet import Paint, TextSheet
from edencli.pictures.scene import NO_OVERLAY, SIGNS, Overlay, scene_from, table_data
from edencli.pictures.table_page import write_table
from edencli.pictures.text_map import draw_text_map
from edencli.rulebooks.values import rulebook
from edencli.rules.ground import base

EN = rulebook("en")


def drawn(match: Match, overlay: Overlay = NO_OVERLAY, *, colour: bool = False) -> list[str]:
    scene = scene_from(table_data(match), overlay)
    return draw_text_map(scene, Paint(colour=colour), "north", "south")


def sign_at(lines: list[str], x: float, y: float) -> str:
    """The sign that stands at a place of a field of 60 cm."""
    return lines[1 + int((60 - y) / 2)][5 + int(x)]


def test_north_is_up_and_a_column_is_a_centimetre() -> None:
    lines = drawn(table(EN, {YURI: (10.5, 49), ELENIA: (50.5, 11)}))

    assert (sign_at(lines, 10, 49), sign_at(lines, 50, 11)) == ("A", "B")
    assert len(lines) == 30 + 3
    assert "north" in lines[0]
    assert "south" in lines[-2]
    assert [lines[1 + row][:5] for row in (0, 5, 25)] == [" 60 │", " 50 │", " 10 │"]


def test_sides_and_sizes_differ_without_colour() -> None:
    places = {YURI: (10.5, 31.0), VLADD: (20.0, 31.0), ELENIA: (30.5, 31.0)}
    line = drawn(table(EN, places, big=[VLADD]))[15]

    assert "(A)" in line
    assert "(BB)" in line
    assert "[C]" in line


def test_colour_changes_nothing_but_colour() -> None:
    match = table(EN, {YURI: (10, 31), ELENIA: (30, 31)}, (wall(width=6, depth=6), (40, 40)))
    plain, painted = drawn(match), drawn(match, colour=True)

    assert painted != plain
    stripped = ["".join(part.partition("m")[2] for part in f"0m{line}".split("\x1b[")) for line in painted]
    assert stripped == plain


def test_bases_in_contact_both_keep_their_letters() -> None:
    for dx, dy in ((3, 0), (0, 3), (2.122, 2.122), (1.5, 2.599)):
        text = "".join(drawn(table(EN, {YURI: (30, 30), ELENIA: (30 + dx, 30 + dy)})))

        assert "A" in text
        assert "B" in text


def test_scenery_shows_what_it_is_to_sight_and_its_number() -> None:
    match = table(
        EN,
        {YURI: (5, 5)},
        (wall("Block", width=6, depth=6), (15, 40)),
        (wall("Low", width=6, depth=6, sight=LOW), (30, 40)),
        (wall("Flat", width=6, depth=6, sight=FLAT), (45, 40)),
    )
    lines = drawn(match)

    assert [sign_at(lines, x, 42) for x in (13, 28, 43)] == ["#", "%", "~"]
    assert [number for number in "123" if any(number in line[5:-1] for line in lines[7:14])] == [
        "1",
        "2",
        "3",
    ]


@pytest.mark.parametrize("width", [45, 80])
def test_what_keywords_make_of_a_table_has_signs_and_a_legend(width: int) -> None:
    lake, crag, barn = (
        element(name, radius=5, **having)
        for name, having in [
            ("Lake", {"swimming": 4}),
            ("Crag", {"elevation": 1, "hiding": 2}),
            ("Barn", {"flammable": 1}),
        ]
    )
    game = Game(
        EN,
        {YURI: (30, 43), ELENIA: (30, 33.5)},
        chapters=("territory",),
        scenery=[lake, crag, barn, element("Mast", ElementName.ENERGY_BEACON, radius=1)],
        lying={"Lake": (10, 10), "Crag": (30, 40), "Barn": (50, 40), "Mast": (50, 10)},
        before={YURI: {"raised": "Crag"}, ELENIA: {"hidden": "Crag"}},
    )
    game.state.scenery["Barn"] = game.state.scenery["Barn"]._replace(burn=1)
    sheet = TextSheet(Paint(colour=False, width=width))
    write_table(sheet, Words(), table_data(game.match) | {"name": "A table", "file": "a.yaml"})
    picture_, _, said = str(sheet).partition("Columns of")

    for sign in ("≈1≈", "2▲", "3^", "4°", "(A)▲", "[B]◌"):
        assert sign in picture_
    legend = " ".join(said.split("Place")[0].split())
    for words in ("≈ water", "▲ raised, or stands above", "^ burning", "° helps those near it", "◌ hidden"):
        assert words in legend.replace("\u00a0", " ")
    assert max(map(len, str(sheet).splitlines())) <= width


def test_the_number_of_scenery_is_not_hidden_by_who_stands_on_it() -> None:
    match = table(EN, {YURI: (30, 31)}, (disc("Pond", radius=4, crossable=True, sight=FLAT), (30, 31)))

    assert any("1" in line[5:-1] for line in drawn(match)[1:-2])


def test_even_the_smallest_scenery_is_seen() -> None:
    assert any("1" in line[5:-1] for line in drawn(table(EN, {}, (disc(radius=0.1), (30, 31))))[1:-2])


def test_a_corridor_a_way_and_a_template_are_drawn_under_the_fighters() -> None:
    match = table(EN, {YURI: (10.5, 31), ELENIA: (40.5, 31)})
    sight = drawn(match, Overlay(corridor=corridor_outline(base(match, YURI), base(match, ELENIA))))
    way = drawn(match, Overlay(route=(at(10.5, 31), at(20.5, 31), at(20.5, 45)), mover=base(match, YURI)))
    blast = drawn(match, Overlay(template=Disc(x=30_000, y=31_000, r=5_000)))

    assert (sign_at(sight, 25, 31), sign_at(sight, 10, 31)) == ("░", "A")
    assert [sign_at(way, *place) for place in ((15, 31), (20, 40), (20, 45))] == ["•", "•", "A"]
    assert sign_at(blast, 30, 31) == "▒"


@pytest.mark.parametrize(("width", "height"), [(60, 60), (70, 60), (75, 60), (90, 60), (120, 120), (60, 120)])
def test_every_field_fits_a_terminal(width: int, height: int) -> None:
    match = table(EN, {YURI: (1.5, 1.5), ELENIA: (width - 1.5, height - 1.5)})
    match.setup = match.setup._replace(width=width * 1000, height=height * 1000)
    lines = drawn(match)

    assert max(map(len, lines)) <= 76
    assert len({len(line) for line in lines[:-1]}) == 1
    assert "(A)" in lines[-3]
    assert "[B]" in lines[1]


def test_the_halves_are_divided_once_they_are_known() -> None:
    match = table(EN, {YURI: (10, 10)})
    assert "╌" not in "".join(drawn(match))

    for side, half in zip(match.state.sides.values(), ("west", "east"), strict=True):
        side.half = half
    assert all(line[35] == "╎" for line in drawn(match)[1:31])


def test_nobody_loses_his_letter_when_another_leaves() -> None:
    match = table(EN, {YURI: (10, 10), VLADD: (20, 20), ELENIA: (30, 30), YLISS: (40, 40)})
    match.state_of(VLADD).on_field = False

    assert [figure.sign for figure in scene_from(table_data(match)).figures] == ["A", "C", "D"]
    assert len(set(SIGNS)) == len(SIGNS)


def test_the_corridor_between_bases_in_contact_is_drawn_too() -> None:
    match = table(EN, {YURI: (30, 31), ELENIA: (31.5, 33.599)})
    outline = corridor_outline(base(match, YURI), base(match, ELENIA))

    assert "A" in "".join(drawn(match, Overlay(corridor=outline)))


@pytest.mark.parametrize(("side", "gap"), [(60, 3), (120, 3), (120, 4), (90, 3.5)])
def test_a_letter_is_never_lost_however_close_the_bases_are(side: int, gap: float) -> None:
    """Sixteen bases in a block, every third a big one: more than a map of that scale has room for."""
    pieces = [Piece((Side.RED, Side.BLUE, None)[n % 3], f"Fighter {n}") for n in range(16)]
    places = {piece: (20 + gap * (n % 4), 20 + gap * (n // 4)) for n, piece in enumerate(pieces)}
    match = table(EN, places, big=pieces[::3])
    match.setup = match.setup._replace(width=side * 1000, height=side * 1000)
    text = "".join(line[5:-1] for line in drawn(match)[1:-2])

    assert {sign for sign in SIGNS[:16] if sign not in text} == set()


def test_a_marker_is_not_hidden_by_who_stands_on_it() -> None:
    match = table(EN, {YURI: (30, 31), ELENIA: (31, 33)}, markers={"Idol": (30, 31)})

    assert "*1" in "".join(drawn(match))

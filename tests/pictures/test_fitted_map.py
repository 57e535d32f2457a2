"""A picture that fits a window: as large as there is room for, every base with its sign, the names beside."""

import random
import re
from itertools import product

import pytest
from duels import ELENIA, VLADD, YURI
from matches import Game, element
from tables import disc, table

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.output.sheet import Paint, TextSheet
from edencli.pictures.fitted_map import (
    FittedMap,
    MapWindow,
    fitted_map,
    names_in_lines,
    write_fitted_map,
)
from edencli.pictures.scene import table_data
from edencli.pictures.text_map import FITTED_SCALES, MapRoom, column_scale
from edencli.rulebooks.values import rulebook

EN = rulebook("en")
WORDS = Words()
PLAIN = Paint(colour=False)


def crowd(number: int, seed: int, side: int = 60) -> Match:
    """So many fighters of both sides and of nobody, somewhere on a field, none upon another."""
    draw = random.Random(seed)  # noqa: S311  # no secret
    places = dict[Piece, tuple[float, float]]()
    while len(places) < number:
        x, y = (draw.randint(15, 10 * side - 15) / 10 for _ in range(2))
        if all((x - a) ** 2 + (y - b) ** 2 >= 9.1 for a, b in places.values()):
            places[Piece((Side.RED, Side.BLUE, None)[len(places) % 3], f"Fighter {len(places)}")] = (x, y)
    match = table(EN, places)
    match.setup = match.setup._replace(width=side * 1000, height=side * 1000)
    return match


def drawn(match: Match, columns: int, rows: int | None) -> FittedMap:
    return fitted_map(WORDS, table_data(match), PLAIN, MapWindow(columns, rows))


def page(match: Match, width: int, rows: int | None) -> list[str]:
    sheet = TextSheet(Paint(colour=False, width=width))
    write_fitted_map(sheet, WORDS, table_data(match) | {"rows": rows})
    return str(sheet).splitlines()


@pytest.mark.parametrize(
    ("columns", "rows", "side"), list(product((45, 52, 80), (12, 17, 23, 40), (60, 90, 120)))
)
def test_a_picture_is_as_large_as_the_window_allows(columns: int, rows: int, side: int) -> None:
    found = drawn(crowd(8, 3, side), columns, rows)

    assert len(found.picture) + len(found.shared) <= rows
    assert max(map(len, found.picture)) <= columns
    step = column_scale(found.scene, found.room) / 1000
    assert (
        step == FITTED_SCALES[0]
        or side / (step - 0.25) > columns - 6
        or side / (step - 0.25) > 2 * (rows - 3 - len(found.shared))
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("columns", "rows"), [(45, 12), (80, 20)])
def test_every_base_has_a_sign_of_its_own_or_a_number_that_is_explained(
    seed: int, columns: int, rows: int
) -> None:
    match = crowd(24, seed)
    found = drawn(match, columns, rows)
    inside = [line[5:-1] for line in found.picture[1:-2]]
    explained = {one.split()[0]: set(re.split(r"[ ,.]+", one.partition(" for ")[2])) for one in found.shared}

    assert all(any(number in line for line in inside) for number in explained)
    shared = set().union(*explained.values()) if explained else set()
    for figure in found.scene.figures:
        assert (figure.sign in shared) != any(figure.sign in line for line in inside)


def test_two_in_one_cell_share_a_number_behind_those_of_the_scenery() -> None:
    match = table(EN, {YURI: (30, 30), ELENIA: (33, 30)}, (disc("Pond", radius=4), (10, 10)))
    found = drawn(match, 20, 9)

    assert found.shared == ["2 stands for A, B."]
    assert any("(2]" in line for line in found.picture)
    assert not any("A" in line or "B" in line for line in found.picture[1:-2])


def test_the_legend_comes_first_and_the_picture_last_with_the_names_beside_it() -> None:
    match = Game(
        EN, {YURI: (10, 30), ELENIA: (40, 30)}, scenery=[element("Barn", radius=3)], lying={"Barn": (25, 10)}
    ).match
    told = page(match, 80, 18)

    assert told[0].startswith("Columns of 2 cm")
    assert told[-2].endswith("┘")
    assert told[-1].split() == ["0", "10", "20", "30", "40", "50"]
    for name in ("(A) Yuri", "[B] Elenia", "1 Barn"):
        assert any(re.search(rf"[│┐]  {re.escape(name)}$", line) for line in told), name


def test_where_there_is_no_room_beside_the_names_stand_before_the_picture() -> None:
    match = table(EN, {YURI: (10, 30), VLADD: (20, 30), ELENIA: (40, 30)})
    told = page(match, 45, 22)

    names = next(n for n, line in enumerate(told) if "(A) Yuri  (B) Vlädd  [C] Elenia" in line)
    assert names < next(n for n, line in enumerate(told) if "north" in line)
    assert max(map(len, told)) <= 45


def test_without_a_window_the_picture_is_as_large_as_on_pages() -> None:
    assert column_scale(drawn(crowd(3, 1), 80, None).scene, MapRoom(74)) == 1000
    assert len(page(crowd(3, 1), 80, None)) >= 33


@pytest.mark.parametrize("wide", [45, 80])
def test_the_names_of_a_map_are_whole_names(wide: int) -> None:
    match = table(EN, {Piece(Side.RED, "Sister Ilona"): (10, 10), Piece(Side.BLUE, "Old Tomas"): (40, 40)})

    shown = " ".join(page(match, wide, 12))

    assert "(A) Sister Ilona" in shown
    assert "[B] Old Tomas" in shown


def test_names_in_lines_are_never_broken() -> None:
    names = ["(A) Yuri", "(B) Vlädd", "1 Corner house"]

    assert names_in_lines(names, 20) == ["(A) Yuri  (B) Vlädd", "1 Corner house"]
    assert names_in_lines(names, 5) == names

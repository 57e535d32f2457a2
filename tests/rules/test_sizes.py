"""How large scenery is, held against cards of 6.3 x 8.8 cm and a base of 40 mm (territory.size)."""

from collections.abc import Sequence
from itertools import product
from math import cos, radians, sin

import pytest
from duels import ELENIA, YURI
from matches import At, element, prepare

from edencli.field.shapes import Disc, make_polygon
from edencli.field.units import cm
from edencli.model.scenery import Size
from edencli.rulebooks.values import Rulebook
from edencli.rules.sizes import size_of


def polygon(*corners: At) -> Size:
    """The size of a polygon, its corners in centimetres."""
    return size_of(make_polygon((cm(x), cm(y)) for x, y in corners))


def rectangle(wide: float, high: float) -> Size:
    """The size of a rectangle."""
    return polygon((0, 0), (wide, 0), (wide, high), (0, high))


@pytest.mark.rule("territory.size")
@pytest.mark.parametrize(
    ("wide", "high", "size"),
    [
        (6.3, 4.8, Size.SMALL),
        (6.3, 4.9, Size.MEDIUM),
        (2.3, 8.8, Size.SMALL),
        (2.5, 8.8, Size.MEDIUM),
        (6.3, 8.8, Size.MEDIUM),
        (8.8, 6.3, Size.MEDIUM),
        (6.4, 8.8, Size.LARGE),
        (12.6, 8.8, Size.LARGE),
        (15.1, 6.3, Size.LARGE),
        (15.1, 6.4, Size.IMPOSING),
        (12.7, 8.8, Size.IMPOSING),
        (12.6, 8.9, Size.IMPOSING),
        (17, 1, Size.IMPOSING),
    ],
)
def test_a_rectangle_has_the_size_of_the_cards_it_fits_on(wide: float, high: float, size: Size) -> None:
    assert rectangle(wide, high) is size


@pytest.mark.parametrize(
    ("radius", "size"),
    [
        (1.5, Size.SMALL),
        (2.5, Size.SMALL),
        (2.6, Size.MEDIUM),
        (3.15, Size.MEDIUM),
        (3.2, Size.LARGE),
        (4.4, Size.LARGE),
        (4.5, Size.IMPOSING),
    ],
)
def test_a_disc_has_the_size_of_the_cards_it_fits_on(radius: float, size: Size) -> None:
    assert size_of(Disc(x=0, y=0, r=cm(radius))) is size


def test_two_cards_may_lie_across_each_other() -> None:
    """A card, and one across in the middle of its long side."""
    cross = ((0, 0), (6.3, 0), (6.3, 1), (15.1, 1), (15.1, 7.3), (6.3, 7.3), (6.3, 8.8), (0, 8.8))

    assert polygon(*cross) is Size.LARGE
    assert polygon(*((-y, x) for x, y in cross)) is Size.LARGE


def test_what_is_laid_aslant_is_turned_first() -> None:
    assert polygon((0, 0), (3, 4), (-0.2, 6.4), (-3.2, 2.4)) is Size.SMALL
    assert polygon((0, 0), (6, 8), (-0.4, 12.8), (-6.4, 4.8)) is Size.LARGE


@pytest.mark.rule("territory.size")
def test_nobody_buys_what_is_larger_than_it_is_sold_for(book: Rulebook) -> None:
    hill, mound = (element(name, size=Size.MEDIUM, radius=4, obstacle=2) for name in ("Hill", "Mound"))
    mound = mound.with_changes(size=Size.LARGE)
    game = prepare(book, (YURI, ELENIA), "setup.6-scenery", chapters=("territory",), scenery=(hill, mound))

    assert game.objection("red places Hill at 30, 30") == ("territory.size", "larger-than-said")
    assert game.objection("red places Mound at 30, 30") is None


def test_what_lies_beyond_a_card_is_measured_where_its_slanting_edges_leave_it() -> None:
    """A wedge: 6.3 high at 6.3 from its broad end, which is 8.8, and no higher than a card is wide."""
    wedge = ((0, 0), (15.1, 6.25), (15.1, 6.3), (0, 8.8))
    too_high = ((0, 0), (15.1, 2.9), (15.1, 8.8), (0, 8.8))

    assert polygon(*wedge) is Size.LARGE
    assert polygon(*((x, 8.8 - y) for x, y in wedge)) is Size.LARGE
    assert polygon(*too_high) is Size.IMPOSING


def test_a_base_has_room_beside_what_lies_in_any_corner_of_a_card() -> None:
    """The last two leave room only where they are slid into the other corner; so do their mirror images."""
    step = ((0, 0), (6.3, 0), (6.3, 4.5), (2, 4.5), (2, 8.8), (0, 8.8))
    narrow = ((0, 0), (6, 0), (6, 4.7), (2.2, 4.7), (2.2, 8.7), (0, 8.7))

    slid = ((0, 0), (5.5, 0), (5.5, 8), (3.5, 8), (3.5, 4.6), (0, 4.6))
    all_the_way = ((0, 0), (5.5, 0), (5.5, 8), (3.25, 8), (3.25, 4.75), (0, 4.75))

    for shape, across, up in product((step, narrow, slid, all_the_way), (1, -1), (1, -1)):
        assert polygon(*((x * across, y * up) for x, y in shape)) is Size.SMALL


def drawn(corners: Sequence[At], turn: float) -> Size:
    """The size of a polygon that was drawn turned, in degrees."""
    cos_, sin_ = cos(radians(turn)), sin(radians(turn))
    return polygon(*((x * cos_ - y * sin_, x * sin_ + y * cos_) for x, y in corners))


@pytest.mark.rule("territory.size")
@pytest.mark.parametrize("aslant", [0, 16.26, 44.5])
@pytest.mark.parametrize(
    ("corners", "size"),
    [
        (((0, 0), (6.3, 0), (6.3, 4.5), (2, 4.5), (2, 8.8), (0, 8.8)), Size.SMALL),
        (((0, 0), (6.3, 0), (6.3, 8.8), (0, 8.8)), Size.MEDIUM),
        (
            ((0, 0), (6.3, 0), (6.3, 1), (15.1, 1), (15.1, 7.3), (6.3, 7.3), (6.3, 8.8), (0, 8.8)),
            Size.LARGE,
        ),
        (((0, 0), (15.1, 2.9), (15.1, 8.8), (0, 8.8)), Size.IMPOSING),
    ],
    ids=["step", "card", "cards across", "wedge"],
)
def test_what_size_it_is_does_not_depend_on_how_it_was_drawn(
    corners: Sequence[At], size: Size, aslant: float
) -> None:
    """Each just fits, so that it must be turned exactly; in every quarter, and seen from behind."""
    mirrored = [(-x, y) for x, y in corners]

    for quarter in (0, 90, 180, 270):
        assert drawn(corners, aslant + quarter) is drawn(mirrored, aslant + quarter) is size

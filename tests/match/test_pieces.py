"""Pieces: who opposes whom."""

import pytest

from edencli.match.pieces import Piece, Side, are_enemies

YURI, VLADD = Piece(Side.RED, "Yuri"), Piece(Side.RED, "Vlädd")
ELENIA, RAT, RAT_2 = Piece(Side.BLUE, "Elenia"), Piece(None, "Rat"), Piece(None, "Rat 2")


def test_each_side_has_an_opponent() -> None:
    assert (Side.RED.other, Side.BLUE.other) == (Side.BLUE, Side.RED)


@pytest.mark.parametrize(
    ("one", "other", "enemies"),
    [(YURI, ELENIA, True), (YURI, VLADD, False), (YURI, RAT, True), (ELENIA, RAT, True), (RAT, RAT_2, False)],
)
def test_nobodys_fighters_oppose_all_but_each_other(one: Piece, other: Piece, *, enemies: bool) -> None:
    assert are_enemies(one, other) is enemies
    assert are_enemies(other, one) is enemies


def test_the_same_name_on_both_sides_is_two_pieces() -> None:
    assert Piece(Side.RED, "Yuri") != Piece(Side.BLUE, "Yuri")

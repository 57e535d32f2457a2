"""Expectations: a partial position against the real one."""

from typing import Any

import pytest
from duels import BURN, ELENIA, LEGS, RED, VLADD, YURI
from matches import Game

from edencli.referee.expect import Unfounded, Unmet, differences
from edencli.rulebooks.values import rulebook

TWIN = ELENIA._replace(name="Yuri")


def game() -> Game:
    before = {ELENIA: {"lost": {LEGS: 2}, "markers": {BURN: 1}}, RED: {"sp": 4, "vp": 1, "hand": ("Ruse",)}}
    return Game(rulebook("en"), {YURI: (10, 30), VLADD: (30, 50), ELENIA: (13.5, 30)}, before=before)


@pytest.mark.parametrize(
    "expected",
    [
        {"Elenia": {"legs": {"lost": 2}}},
        {"blue Elenia": {"legs": {"lost": 2}, "at": [13.5, 30]}},
        {"fighters": {"Elenia": {"markers": {"burn": 1}}}},
        {"red": {"sp": 4, "vp": 1, "hand": ["Ruse"]}},
        {"players": {"red": {"sp": 4}}},
        {"step": "activation", "round": 1, "first": "red"},
    ],
)
def test_what_is_as_expected_has_no_differences(expected: dict[str, Any]) -> None:
    assert differences(game().match, expected) == []


def test_what_a_position_leaves_out_is_nothing() -> None:
    expected = {
        "Elenia": {"arms": {"lost": 0}, "markers": {"fear": 0}, "activated": False, "gone": None},
        "blue": {"sp": 0, "hand": [], "leader": None},
        "passes": 0,
        "markers": [],
    }

    assert differences(game().match, expected) == []


def test_each_difference_says_where_what_was_expected_and_what_is() -> None:
    found = differences(
        game().match, {"Elenia": {"legs": {"lost": 1}, "ap": 3}, "red": {"sp": 5}, "round": 2}
    )

    assert found == [
        Unmet(("Elenia", "legs", "lost"), 1, 2),
        Unmet(("red", "sp"), 5, 4),
        Unmet(("round",), 2, 1),
    ]


def test_lists_are_the_same_in_length_and_order() -> None:
    assert differences(game().match, {"red": {"hand": ["Ruse", "Rush"]}}) != []
    assert differences(game().match, {"Elenia": {"at": [30, 13.5]}}) != []


@pytest.mark.parametrize(
    ("expected", "path"),
    [({"Yliss": {"ap": 3}}, ("Yliss",)), ({"fighters": {"Yliss": {}}}, ("fighters", "Yliss"))],
)
def test_a_name_that_nobody_has_is_told(expected: dict[str, Any], path: tuple[str, ...]) -> None:
    with pytest.raises(Unfounded) as unknown:
        differences(game().match, expected)

    assert unknown.value.path == path


def test_a_name_that_both_sides_have_is_said_with_its_side() -> None:
    twins = Game(rulebook("en"), {YURI: (10, 30), TWIN: (40, 30)})

    assert differences(twins.match, {"blue Yuri": {"at": [40, 30]}, "red Yuri": {"at": [10, 30]}}) == []
    with pytest.raises(Unfounded):
        differences(twins.match, {"Yuri": {"ap": 3}})

"""Expectations: a partial position against the real one."""

from collections.abc import Iterator
from typing import Any

import pytest
from duels import BLUE, BURN, ELENIA, LEGS, RED, VLADD, YURI
from matches import Game

from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.match import Match
from edencli.match.position import dump
from edencli.match.state import Gone, Lying, Token
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


# Each part of a position that can be expected, as it is in `everything` and as it is not.
PARTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"step": "activation"}, {"step": "intendancy.1"}),
    ({"round": 3}, {"round": 2}),
    ({"first": "blue"}, {"first": "red"}),
    ({"passes": 1}, {"passes": 0}),
    ({"last-activator": "blue"}, {"last-activator": "red"}),
    ({"ended": "match.rounds"}, {"ended": "match.early-end"}),
    ({"scenery": {"Wall": {"at": [30, 50]}}}, {"scenery": {"Wall": {"at": [30, 51]}}}),
    ({"scenery": {"Wall": {"turn": 45}}}, {"scenery": {"Wall": {"turn": 0}}}),
    ({"markers": [{"name": "Idol", "at": [10, 10]}]}, {"markers": []}),
    (
        {"markers": [{"name": "Idol", "at": [10, 10], "radius": 1}]},
        {"markers": [{"name": "Idol", "at": [10, 11]}]},
    ),
    *(
        ({"players": {"red": right}}, {"red": wrong})
        for right, wrong in [
            ({"sp": 4}, {"sp": 0}),
            ({"vp": 2}, {"vp": 1}),
            ({"leader": "yuri"}, {"leader": "Vladd"}),
            ({"leader-lost": 2}, {"leader-lost": 0}),
            ({"mission": "Let it burn"}, {"mission": ""}),
            ({"half": "south"}, {"half": "north"}),
            ({"hand": ["Ruse"]}, {"hand": []}),
            ({"played": ["Rush"]}, {"played": ()}),
            ({"in-force": ["Rush"]}, {"in-force": ["Ruse"]}),
        ]
    ),
    *(
        ({"fighters": {"elenia": right}}, {"blue Elenia": wrong})
        for right, wrong in [
            ({"at": [13.5, 30]}, {"at": [13.5, 31]}),
            ({"ap": 1}, {"ap": 3}),
            ({"legs": {"lost": 2}}, {"legs": {"lost": 0}}),
            ({"head": {"lost": 0}}, {"head": {"lost": 1}}),
            ({"markers": {"burn": 1, "fear": 0}}, {"markers": {"burn": 0}}),
            ({"uses": {"round": {"attack": 1}}}, {"uses": {"round": {"attack": 0}}}),
            ({"uses": {"match": {"dodge": 2}}}, {"uses": {"match": {"dodge": 1}}}),
            ({"activated": True}, {"activated": False}),
        ]
    ),
    ({"Vlädd": {"gone": "removed"}}, {"Vlädd": {"gone": None}}),
]


def everything() -> Match:
    """A match in which every part of a position has a value."""
    match = game().match
    state, elenia, red = match.state, match.of(ELENIA), match.state.sides[RED]
    state.at, state.round, state.first, state.passes = "activation", 3, BLUE, 1
    state.last_activator, state.ended = BLUE, "match.rounds"
    state.scenery["Wall"] = Lying(Point(cm(30), cm(50)), 45.0)
    state.tokens = (Token("Idol", Point(cm(10), cm(10)), cm(1)),)
    red.sp, red.vp, red.leader, red.leader_lost = 4, 2, YURI, 2
    red.mission, red.half, red.played, red.in_force = "Let it burn", "south", ("Rush",), ("Rush",)
    elenia.ap, elenia.activated = 1, True
    elenia.used_round, elenia.used_match = {"attack": 1}, {"dodge": 2}
    match.of(VLADD).gone = Gone.REMOVED
    return match


@pytest.mark.parametrize(("right", "wrong"), PARTS)
def test_each_part_of_a_position_is_expected_rightly_and_wrongly(
    right: dict[str, Any], wrong: dict[str, Any]
) -> None:
    match = everything()

    assert differences(match, right) == []
    assert len(differences(match, wrong)) == 1


def test_no_part_of_a_position_is_left_out_of_what_is_tried() -> None:
    """What a schema says of a position is what `dump` writes, and each key is tried above."""
    tried = {key for right, _ in PARTS for key in _keys(right)}
    written = set(_keys(dump(everything().state)))

    assert written <= tried


def _keys(plain: Any) -> Iterator[str]:
    """The keys of a position, but for what is called by name."""
    for part in plain if isinstance(plain, list | tuple) else ():
        yield from _keys(part)
    for key, part in plain.items() if isinstance(plain, dict) else ():
        if key == key.lower() and " " not in key:
            yield key
        yield from _keys(part)

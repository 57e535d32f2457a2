"""Expectations: a partial position against the real one."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from duels import BLUE, BURN, ELENIA, LEGS, RED, VLADD, YURI
from matches import Game

from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.files.grammar import KeyedMapping, ListOf, ValueShape
from edencli.files.shapes import file_shape
from edencli.match.facts import FACT_KINDS, AtScenery, Fact, FarAcross, Seeing, Whereabouts
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.position import dump_position
from edencli.match.state import (
    CardCopy,
    Gone,
    LastingEffect,
    RememberedEvent,
    RememberedFighter,
    SceneryState,
    SetApart,
    SpentEffect,
    Token,
)
from edencli.model.terms import Duration, LimbName, Marker
from edencli.referee.expectations import UnknownExpectation, UnmetExpectation, find_differences
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
    assert find_differences(game().match, expected) == []


def test_what_a_position_leaves_out_is_nothing() -> None:
    expected = {
        "Elenia": {"arms": {"lost": 0}, "markers": {"fear": 0}, "activated": False, "gone": None},
        "blue": {"sp": 0, "hand": [], "leader": None},
        "passes": 0,
        "markers": [],
    }

    assert find_differences(game().match, expected) == []


def test_each_difference_says_where_what_was_expected_and_what_is() -> None:
    found = find_differences(
        game().match, {"Elenia": {"legs": {"lost": 1}, "ap": 3}, "red": {"sp": 5}, "round": 2}
    )

    assert found == [
        UnmetExpectation(("Elenia", "legs", "lost"), 1, 2),
        UnmetExpectation(("red", "sp"), 5, 4),
        UnmetExpectation(("round",), 2, 1),
    ]


def test_lists_are_the_same_in_length_and_order() -> None:
    assert find_differences(game().match, {"red": {"hand": ["Ruse", "Rush"]}}) != []
    assert find_differences(game().match, {"Elenia": {"at": [30, 13.5]}}) != []
    assert find_differences(game().match, {"Elenia": {"at": [13.5, 31]}}) != []
    assert find_differences(game().match, {"Elenia": {"at": [13, 30]}}) != []


@pytest.mark.parametrize(
    ("expected", "path"),
    [({"Yliss": {"ap": 3}}, ("Yliss",)), ({"fighters": {"Yliss": {}}}, ("fighters", "Yliss"))],
)
def test_a_name_that_nobody_has_is_told(expected: dict[str, Any], path: tuple[str, ...]) -> None:
    with pytest.raises(UnknownExpectation) as unknown:
        find_differences(game().match, expected)

    assert unknown.value.path == path


@pytest.mark.parametrize("name", ["Elenia", "blue Elenia"])
@pytest.mark.parametrize("span", ["round", "match"])
@pytest.mark.parametrize("n", [0, 1])
def test_a_use_of_what_no_fighter_has_is_told_with_what_was_likely_meant(
    name: str, span: str, n: int
) -> None:
    with pytest.raises(UnknownExpectation) as unknown:
        find_differences(game().match, {name: {"uses": {span: {"atack": n}}}})

    assert (unknown.value.path, unknown.value.near) == ((name, "uses", span, "atack"), "attack")
    assert find_differences(game().match, {name: {"uses": {span: {"attack": 0}}}}) == []


def test_a_name_that_both_sides_have_is_said_with_its_side() -> None:
    twins = Game(rulebook("en"), {YURI: (10, 30), TWIN: (40, 30)})

    assert find_differences(twins.match, {"blue Yuri": {"at": [40, 30]}, "red Yuri": {"at": [10, 30]}}) == []
    with pytest.raises(UnknownExpectation):
        find_differences(twins.match, {"Yuri": {"ap": 3}})


def everything() -> Match:
    """A match in which every part of a position has a value of its own, somewhere."""
    match = game().match
    state, yuri, elenia = match.state, match.state_of(YURI), match.state_of(ELENIA)
    state.step, state.round, state.first_player, state.passes = "activation", 3, BLUE, 1
    state.rounds_more, state.last_activator, state.ended = 1, BLUE, "match.rounds"
    state.weather = ("fog", "rain")
    state.scenery["Wall"] = SceneryState(Point(cm(30), cm(50)), 45.0, attacks=2, burn=1, destroyed=True)
    idol = Token("Idol", Point(cm(10), cm(12)), cm(2), area=True, bearer=YURI)
    state.tokens = (idol._replace(card="Dream", side=RED, user=YURI, until=Duration.ROUND, ends=4),)
    state.remembered_events = (
        RememberedEvent("moved", 2, YURI, YURI, "charge", hurt=True, side=RED, named="Idol"),
    )
    begun = LastingEffect("Hex", RED, YURI, 1, YURI, Duration.ROUND, times=2, ends=4)
    values = {
        "doer": YURI,
        "sufferer": YURI,
        "amount": 2,
        "face": 3,
        "limb": LimbName.ARMS,
        "scenery": "Wall",
    }
    state.lasting_effects = (begun._replace(**values),)
    state.remembered_fighters = (RememberedFighter("Hex", RED, YURI, YURI, secret=True),)
    state.copies = (CardCopy("Mirror", RED, YURI, "Hex", RED, YURI),)
    state.set_apart = (SetApart("Hex", RED, YURI, 1, 2),)
    state.spent_effects = (SpentEffect("Hex", RED, YURI, 1, 3),)
    for side, leader in ((RED, YURI), (BLUE, ELENIA)):
        player = state.sides[side]
        player.sp, player.vp, player.leader, player.leader_lost = 4, 2, leader, 2
        player.mission, player.half, player.hand = "Let it burn", "south", ("Ruse",)
        player.played, player.in_force, player.discarded = ("Rush",), ("Rush",), ("Feint",)
    yuri.lost, yuri.markers = dict.fromkeys(LimbName, 1), dict.fromkeys(Marker, 2)
    yuri.counters, yuri.discarded = {"Vigour": 2}, ("Knife",)
    yuri.spent, yuri.raised, yuri.hidden = True, "Wall", "Wall"
    elenia.ap, elenia.activated = 1, True
    elenia.used_round, elenia.used_match = {"attack": 1}, {"dodge": 2}
    match.state_of(VLADD).gone, match.state_of(VLADD).left_from = Gone.REMOVED, (cm(3), cm(4))
    state.field = ToldField(dict(facts()))
    return match


def facts() -> Iterator[tuple[Fact, Any]]:
    """One of each kind of fact, with all its parts, and what was told of it."""
    parts: dict[Any, Any] = {int: cm(7), str: "Wall", Side: RED, Side | None: RED}
    told: dict[type[Fact], Any] = {Seeing: 2, FarAcross: 3, AtScenery: Whereabouts.AWAY}
    for kind in FACT_KINDS.values():
        yield (
            kind(**{part: parts.get(of, YURI) for part, of in kind.part_types.items()}),
            told.get(kind, True),
        )


Way = tuple[str, ...]


def expectable(shape: ValueShape, way: Way = ()) -> Iterator[Way]:
    """The way to every part that the schema lets be expected; whatever has a name of its own is a star."""
    if isinstance(shape, ListOf) and isinstance(shape.item, KeyedMapping):
        yield from expectable(shape.item, way)
    elif isinstance(shape, KeyedMapping):
        for key, one in shape.keys.items():
            yield from expectable(one.shape, (*way, key))
        if shape.others is not None:
            yield from expectable(shape.others, (*way, "*"))
    else:
        yield way


EXPECTATION = next(
    one.shape
    for line in file_shape("game").keys["moves"].shape.item.shapes
    if isinstance(line, KeyedMapping)
    for key, one in line.keys.items()
    if key == "expect"
)
WAYS = [way for way in expectable(EXPECTATION) if way[-1] != "on-field"]


@pytest.mark.parametrize("key", [key for key in EXPECTATION.keys if key not in tuple(Side)])
def test_a_key_that_is_misspelt_is_told(key: str) -> None:
    with pytest.raises(UnknownExpectation) as unknown:
        find_differences(game().match, {key[:-1] + "x": {}})

    assert unknown.value.near == key


def expecting(way: Way, plain: Any, change: Callable[[Any], Any]) -> Any:
    """A part of a position that holds what is at the end of a way, changed; `...` where nothing is there."""
    if isinstance(plain, list) and way:
        rows = [{**one, way[0]: change(one[way[0]])} if way[0] in one else one for one in plain]
        return rows if any(way[0] in one for one in plain) else ...
    if not way:
        return change(plain)
    for key, part in (plain or {}).items():
        if way[0] in {"*", key} and (inside := expecting(way[1:], part, change)) is not ...:
            return {key: inside}
    return ...


def test_a_position_is_plain_data() -> None:
    """No word of it is an enum: whatever writes files takes it as it is."""
    left: list[Any] = [dump_position(everything().state)]
    kinds = set()
    for one in left:
        kinds.add(type(one))
        left += (
            [*one.keys(), *one.values()] if isinstance(one, dict) else one if isinstance(one, list) else []
        )

    assert kinds <= {dict, list, str, int, float, bool}


def otherwise(value: Any) -> Any:
    """What a part is not, of its kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case list():
            return value[::-1] if len(value) > 1 else []
    return {"red Yuri": "red Vlädd", "blue Elenia": None}.get(value, f"no {value}")


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_every_part_that_the_schema_names_is_expected_rightly_and_wrongly(way: Way) -> None:
    match = everything()
    plain = dump_position(match.state)
    of_all = plain["fighters"] if way[0] == "*" else plain | plain["players"]

    right, wrong = (expecting(way, of_all, change) for change in (lambda value: value, otherwise))

    assert right is not ..., "everything has a value there"
    assert find_differences(match, right) == []
    assert len(find_differences(match, wrong)) == 1


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ({"scenery": {"Wall": {"turn": 45}}}, {"scenery": {"Wall": {"turn": 0}}}),
        ({"markers": [{"name": "Idol", "at": [10, 12], "radius": 2}]}, {"markers": []}),
        ({"players": {"red": {"leader": "yuri"}}}, {"red": {"leader": "Vladd"}}),
        ({"players": {"red": {"hand": ["Ruse"]}}}, {"red": {"hand": []}}),
        ({"players": {"red": {"played": ("Rush",)}}}, {"red": {"played": ()}}),
        ({"fighters": {"elenia": {"ap": 1}}}, {"blue Elenia": {"ap": 0}}),
        ({"Elenia": {"head": {"lost": 0}}}, {"Elenia": {"head": {"lost": 1}}}),
        ({"Elenia": {"markers": {"burn": 1, "fear": 0}}}, {"Elenia": {"markers": {"burn": 0}}}),
        ({"Vlädd": {"gone": "removed"}}, {"Vlädd": {"gone": None}}),
    ],
)
def test_a_part_is_expected_by_any_spelling_and_as_nothing(
    right: dict[str, Any], wrong: dict[str, Any]
) -> None:
    match = everything()

    assert find_differences(match, right) == []
    assert len(find_differences(match, wrong)) == 1


def test_a_marker_without_a_radius_is_of_the_usual_size() -> None:
    match = everything()
    idol = {"name": "Idol", "at": [10, 12]}

    assert len(find_differences(match, {"markers": [idol]})) == 1
    match.state.tokens = (match.state.tokens[0]._replace(radius=cm(1)),)
    assert find_differences(match, {"markers": [idol]}) == []


def test_a_marker_that_stays_for_the_match_may_be_said_to() -> None:
    match = everything()
    (token,) = match.state.tokens
    idol = {"name": "Idol", "at": [10, 12], "radius": 2}
    lasting, passing = ({**idol, "until": str(span)} for span in (Duration.MATCH, Duration.ROUND))

    for until, right, wrong in ((Duration.MATCH, lasting, passing), (Duration.ROUND, passing, lasting)):
        match.state.tokens = (token._replace(until=until),)
        assert find_differences(match, {"markers": [right]}) == []
        assert len(find_differences(match, {"markers": [wrong]})) == 1


def test_who_is_on_a_field_that_nobody_measures_is_expected() -> None:
    match = everything()
    match.state.field = ToldField()

    assert find_differences(match, {"red Yuri": {"on-field": True}}) == []
    assert len(find_differences(match, {"red Yuri": {"on-field": False}})) == 1

"""A position: all of a state as plain data, and back."""

import json
from typing import Any

import pytest
from duels import BLUE, BURN, ELENIA, HEAD, LEGS, RAGE, RED, TORSO, VLADD, YLISS, YURI, fighter

from edencli.match.pieces import Piece
from edencli.match.position import ROUND_START, dump_position, load_position
from edencli.match.state import (
    CardCopy,
    FighterState,
    Gone,
    LastingEffect,
    RememberedEvent,
    RememberedFighter,
    SceneryState,
    SetApart,
    SideState,
    SpentEffect,
    State,
    Token,
)
from edencli.model.terms import Duration
from edencli.rulebooks.match_steps import MATCH_STEPS

CARDS = {YURI: fighter(), VLADD: fighter(), ELENIA: fighter(), YLISS: fighter()}
AP = 3


def state_of(plain: dict[str, Any]) -> State:
    return load_position(json.loads(json.dumps(plain)), CARDS, AP)


def rich_state() -> State:
    """A state in which nothing is as it was at the beginning."""
    state = State({piece: FighterState(card) for piece, card in CARDS.items()}, first=BLUE)
    state.step, state.round, state.passes = "activation", 3, 1
    state.rounds_more, state.weather = -1, ("mist", "storm")
    state.last_activator, state.ended = RED, "match.early-end"
    state.scenery = {"Old oak": SceneryState((12_345, 6_789), 37.5), "Wall": SceneryState((40_000, 40_000))}
    state.tokens = (Token("Cache", (30_001, 29_999), 1_000), Token("Cache", (5_000, 5_000), 2_500))
    laid = Token("Smoke", (9_000, 9_000), 2_000, True, None, "Pots", RED, YURI, Duration.ROUND)  # noqa: FBT003
    state.tokens = (*state.tokens, laid, Token("Idol", (0, 0), 1_000, bearer=YURI))
    yuri = state.fighters[YURI]
    yuri.put_on_field((12_345, 23_456))
    yuri.ap, yuri.activated = 2, True
    yuri.raised, yuri.hidden = "Wall", "Old oak"
    yuri.lost, yuri.markers = {HEAD: 2, LEGS: 1}, {BURN: 2, RAGE: 1}
    yuri.used_round, yuri.used_match = {"move": 2}, {"move": 5, "gear.Pistol.shooting": 1}
    state.fighters[VLADD].put_on_field((30_000, 30_000))
    state.fighters[VLADD].spent = True
    state.fighters[ELENIA].put_on_field((20_000, 20_000))
    state.fighters[ELENIA].leave_field(Gone.INCAPACITATED)
    state.fighters[ELENIA].lost = {TORSO: 6}
    state.fighters[YLISS].leave_field(Gone.REMOVED)
    state.lasting_effects = (
        LastingEffect("Hex", RED, YURI, 1, ELENIA, Duration.ROUND),
        LastingEffect("Drum", BLUE, None, 0, None, Duration.MATCH),
        LastingEffect("Oath", RED, YURI, 0, None, Duration.NEXT_ROUND, 2, 4, ELENIA, YURI, 0, 6, LEGS),
    )
    state.remembered_fighters = (RememberedFighter("Oath", RED, YURI, ELENIA),)
    state.spent_effects = (SpentEffect("Drum", BLUE, None, 0, 3),)
    state.copies = (
        CardCopy("Mimicry", RED, YURI, "Oath", BLUE, ELENIA),
        CardCopy("Echo", BLUE, None, "Drum"),
    )
    state.set_apart = (SetApart("Fund", RED, YURI, 0, 3),)
    state.fighters[YURI].counters = {"Oath": 2}
    state.fighters[YURI].discarded = ("Knives",)
    state.remembered_events = (
        RememberedEvent("healed", 0, None, YURI),
        RememberedEvent("moved", 3, ELENIA, None, "charge", hurt=True),
    )
    blue = state.sides[BLUE]
    blue.sp, blue.vp, blue.leader, blue.leader_lost = 4, 2, ELENIA, 2
    blue.mission, blue.half = "Hold: the line", "south"
    blue.hand, blue.played, blue.in_force = ("Duck", "Dust"), ("Drum",), ("Drum",)
    blue.discarded = ("Early frost",)
    return state


def test_everything_of_a_state_survives_being_written_down() -> None:
    assert state_of(dump_position(rich_state())) == rich_state()


# Cards lie at hand, and no position writes them; `seen`, what was told of a field, has tests of its own.
NOT_WRITTEN = {"fighters", "npfs", "sides", "field"}


@pytest.mark.parametrize("part", [part for part in State.__slots__ if part not in NOT_WRITTEN])
def test_the_state_above_differs_from_a_new_one_in_every_part(part: str) -> None:
    """So a part that is added later cannot be forgotten here."""
    assert getattr(rich_state(), part) != getattr(state_of({}), part)


@pytest.mark.parametrize("part", [part for part in FighterState.__slots__ if part != "card"])
def test_its_fighters_differ_from_new_ones_in_every_part(part: str) -> None:
    new = getattr(FighterState(CARDS[YURI], ap=AP), part)

    assert any(getattr(one, part) != new for one in rich_state().fighters.values())


@pytest.mark.parametrize("part", SideState.__slots__)
def test_its_players_differ_from_new_ones_in_every_part(part: str) -> None:
    assert getattr(rich_state().sides[BLUE], part) != getattr(SideState(), part)


def test_an_empty_position_is_the_first_step_of_the_first_round() -> None:
    state = state_of({})

    assert (state.step, state.round, state.first_player) == (ROUND_START, 1, RED)


def test_a_fighter_of_whom_nothing_is_said_has_all_his_ap_and_no_place() -> None:
    state = state_of({})

    assert state.fighters[YURI] == FighterState(CARDS[YURI], ap=AP)


@pytest.mark.parametrize(
    ("step", "told", "spent"),
    [
        ("activation", {"ap": 0}, True),
        ("tactical-phase", {"ap": 0}, True),
        ("first-player", {"ap": 0}, True),
        ("activation", {}, False),
        ("activation", {"ap": 2, "spent": True}, True),
        ("activation", {"ap": 0, "spent": False}, False),
        ("activation", {"ap": 0, "activated": True}, False),
        ("intendancy.8", {"ap": 0}, False),
        ("setup.8-hand", {"ap": 0}, False),
    ],
)
def test_who_has_no_ap_when_he_would_need_them_is_spent(
    step: str, told: dict[str, Any], *, spent: bool
) -> None:
    state = state_of({"step": step, "fighters": {"red Yuri": {"at": [10, 10], **told}}})

    assert state.fighters[YURI].spent is spent
    assert state_of(dump_position(state)) == state


@pytest.mark.parametrize("step", MATCH_STEPS)
def test_nobody_has_ap_before_the_first_round_unless_it_is_said(step: str) -> None:
    """Those who are deployed no more than the others."""
    told = {"red Yuri": {"at": [10, 10]}, "blue Elenia": {}, "blue Yliss": {"ap": 2}}
    state = state_of({"step": step, "fighters": told})

    has = 0 if step.startswith("setup.") else AP
    assert [state.fighters[piece].ap for piece in (YURI, ELENIA, YLISS)] == [has, has, 2]


def test_who_is_left_out_or_gone_is_not_spent() -> None:
    state = state_of({"fighters": {"red Yuri": {"ap": 0}, "blue Elenia": {"gone": "removed"}}})

    assert not state.fighters[YURI].spent
    assert not state.fighters[ELENIA].spent


def test_who_is_gone_has_no_ap_unless_it_is_said() -> None:
    state = state_of({"fighters": {"red Yuri": {"gone": "removed"}}})

    assert state.fighters[YURI].ap == 0


def test_a_fighter_may_be_named_without_his_side() -> None:
    state = state_of({"fighters": {"Yuri": {"at": [12.5, 30]}}})

    assert state.fighters[YURI].place == (12_500, 30_000)


def test_a_name_that_both_sides_have_is_told_apart_by_the_side() -> None:
    cards = {Piece(RED, "Rat"): fighter(), Piece(BLUE, "Rat"): fighter()}
    plain = {"fighters": {"red Rat": {"ap": 1}, "blue Rat": {"ap": 2}}}

    assert [one.ap for one in load_position(plain, cards, AP).fighters.values()] == [1, 2]


def test_what_has_its_default_is_not_written() -> None:
    plain = dump_position(state_of({}))

    assert plain["fighters"]["red Yuri"] == {"ap": AP}
    assert not {"passes", "players", "scenery", "markers", "ended"} & plain.keys()


def test_lengths_are_written_in_centimetres() -> None:
    plain = dump_position(rich_state())

    assert plain["fighters"]["red Yuri"]["at"] == [12.345, 23.456]
    assert plain["scenery"]["Old oak"] == {"at": [12.345, 6.789], "turn": 37.5}


def test_nobodys_fighters_have_no_ap_whatever_a_fighter_of_a_player_has() -> None:
    """The book gives AP to those of the players; so none of theirs are lost in the intendancy."""
    rat = Piece(None, "Rat")

    state = load_position({"fighters": {"Rat": {"at": [10, 10]}}}, {**CARDS, rat: fighter()}, AP)

    assert (state.fighters[rat].ap, state.fighters[YURI].ap) == (0, AP)

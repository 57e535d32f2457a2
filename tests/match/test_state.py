"""The state: cheap to copy, and its copies go their own ways."""

from collections.abc import Callable

import pytest
from duels import ARMS, BURN, HEAD, YURI, fighter

from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.state import FighterState, Gone, SceneryState, State
from edencli.rulebooks.values import rulebook


def worn() -> FighterState:
    yuri = FighterState(fighter(), ap=2, place=(1, 2))
    yuri.lost, yuri.markers = {HEAD: 1}, {BURN: 1}
    yuri.used_round, yuri.used_match = {"attack": 1}, {"attack": 2}
    return yuri


def test_a_copied_fighter_is_the_same_and_shares_nothing_that_changes() -> None:
    yuri, twin = worn(), worn().copy()
    assert twin == yuri

    twin.lost[ARMS] = 1
    twin.markers.clear()
    twin.used_round["attack"] = 2
    twin.used_match["attack"] = 3
    twin.leave_field(Gone.REMOVED)

    assert yuri == worn() != twin


def test_a_copied_table_is_the_same_and_shares_nothing_that_changes() -> None:
    state = State({YURI: worn()}, first=Side.BLUE)
    twin = state.copy()
    assert twin == state

    twin.fighters[YURI].lost[HEAD] = 2
    twin.sides[Side.RED].sp = 3
    twin.round = 3

    assert state == State({YURI: worn()}, first=Side.BLUE) != twin


def test_tables_that_differ_in_one_thing_are_not_the_same() -> None:
    state, twin = State({YURI: worn()}), State({YURI: worn()})
    twin.sides[Side.BLUE].vp = 1

    assert state.sides[Side.BLUE] != twin.sides[Side.BLUE]
    assert state != twin
    assert worn() != "worn"


def test_a_match_begins_at_its_first_round_with_nothing() -> None:
    state = State({})

    assert (state.round, state.passes, state.sides[Side.RED].sp, state.sides[Side.RED].vp) == (1, 0, 0, 0)
    assert FighterState(fighter()).ap == 0


def test_a_limb_is_wounded_when_only_red_cp_are_left() -> None:
    yuri = FighterState(fighter(cp={HEAD: (2, 1)}))

    seen = []
    for yuri.lost[HEAD] in range(4):
        seen.append((yuri.cp_left(HEAD), yuri.is_wounded(HEAD)))

    assert seen == [(3, False), (2, False), (1, True), (0, True)]


def test_who_stands_is_on_the_field_with_or_without_a_place() -> None:
    yuri = FighterState(fighter())
    assert not yuri.on_field

    yuri.put_on_field(None)

    assert (yuri.on_field, yuri.place, yuri.gone) == (True, None, None)


def test_who_leaves_is_nowhere() -> None:
    yuri = worn()
    yuri.leave_field(Gone.REMOVED)

    assert (yuri.on_field, yuri.place, yuri.gone) == (False, None, Gone.REMOVED)


SHIFTS: dict[str, Callable[[State], None]] = {
    "placed": lambda state: state.place_fighter(YURI, (3, 4)),
    "removed": lambda state: state.remove_fighter(YURI, Gone.REMOVED),
    "joins": lambda state: state.add_npf(Piece(None, "Rat"), "Rat", (5, 6)),
    "scenery": lambda state: state.lay_scenery("Hut", SceneryState((7, 8))),
    "scenery gone": lambda state: state.take_scenery("Wall"),
}


@pytest.mark.parametrize("shift", SHIFTS.values(), ids=SHIFTS)
def test_a_table_on_which_something_lies_elsewhere_has_another_layout(shift: Callable[[State], None]) -> None:
    state = State({YURI: worn()})
    state.npfs = {"Rat": fighter()}
    state.lay_scenery("Wall", SceneryState((1, 1)))
    before, twin = state.layout, state.copy()
    assert twin.layout is before

    shift(state)

    assert state.layout is not before
    assert twin.layout is before


@pytest.mark.parametrize(("what", "shift"), SHIFTS.items(), ids=SHIFTS)
def test_only_scenery_that_lies_otherwise_makes_another_ground(
    what: str, shift: Callable[[State], None]
) -> None:
    state = State({YURI: worn()})
    state.npfs = {"Rat": fighter()}
    state.lay_scenery("Wall", SceneryState((1, 1)))
    before = state.layout.ground

    shift(state)

    assert (state.layout.ground is before) is (what not in {"scenery", "scenery gone"})


def test_who_stands_elsewhere_has_another_base_and_all_others_the_same() -> None:
    state, other = State({YURI: worn()}), Piece(Side.BLUE, "Abama")
    state.layout.bases.update({YURI: "old", other: "kept"})

    state.place_fighter(YURI, (3, 4))

    assert state.layout.bases == {other: "kept"}


@pytest.mark.parametrize("shift", SHIFTS.values(), ids=SHIFTS)
def test_what_is_remembered_of_a_layout_is_forgotten_with_it(shift: Callable[[State], None]) -> None:
    state = State({YURI: worn()})
    state.lay_scenery("Wall", SceneryState((1, 1)))
    match = Match(rulebook("en"), state)
    state.npfs = {"Rat": fighter()}

    def everything() -> str:
        return match.cache_for_layout(
            "everything",
            lambda: repr([state.scenery, [one.place for one in state.fighters.values()]]),
        )

    before = everything()
    assert everything() is before

    shift(state)

    assert everything() != before

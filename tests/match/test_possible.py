"""What is left of a change that somebody made worse: nothing is taken that is not there."""

import pytest
from duels import ARMS, BLUE, BURN, ELENIA, HEAD, RED, VLADD, YURI, fighter

from edencli.match.events import ApSpent, CpLost, Event, Healed, MarkersRemoved, Reacted
from edencli.match.state import FighterState, State
from edencli.match.table_events import ApLost, BidsRevealed, SpSpent, VpScored


def table() -> State:
    """Yuri with 2 AP, 2 of 6 CP of the arms lost, and a burn; Vlädd without arms; red with 3 SP and 1 VP."""
    yuri = FighterState(fighter(), ap=2, place=(0, 0))
    yuri.lost, yuri.markers = {ARMS: 2}, {BURN: 1}
    vladd = FighterState(fighter())
    vladd.lost = {ARMS: 6}
    state = State({YURI: yuri, VLADD: vladd, ELENIA: FighterState(fighter())})
    state.sides[RED].sp, state.sides[RED].vp, state.sides[BLUE].sp = 3, 1, 1
    return state


CHANGES: list[tuple[Event, Event]] = [
    (
        CpLost(rule="wound.cp-loss", victim=YURI, limbs={ARMS: 9, HEAD: 2}),
        CpLost(rule="wound.cp-loss", victim=YURI, limbs={ARMS: 4, HEAD: 2}),
    ),
    (
        CpLost(rule="wound.cp-loss", victim=VLADD, limbs={ARMS: 1, HEAD: 1}),
        CpLost(rule="wound.cp-loss", victim=VLADD, limbs={HEAD: 1}),
    ),
    (
        Healed(rule="wound.heal", fighter=YURI, limb=ARMS, n=3),
        Healed(rule="wound.heal", fighter=YURI, limb=ARMS, n=2),
    ),
    (
        Healed(rule="wound.heal", fighter=YURI, limb=HEAD, n=3),
        Healed(rule="wound.heal", fighter=YURI, limb=HEAD, n=0),
    ),
    (
        MarkersRemoved(rule="intendancy.3", fighter=YURI, marker=BURN, n=3),
        MarkersRemoved(rule="intendancy.3", fighter=YURI, marker=BURN, n=1),
    ),
    (
        ApSpent(rule="action.cost", fighter=YURI, n=3, act="action.attack"),
        ApSpent(rule="action.cost", fighter=YURI, n=2, act="action.attack"),
    ),
    (ApLost(rule="intendancy.7", fighter=YURI, n=5), ApLost(rule="intendancy.7", fighter=YURI, n=2)),
    (
        SpSpent(rule="tactical-phase.cost", side=RED, n=4, why="Ruse"),
        SpSpent(rule="tactical-phase.cost", side=RED, n=3, why="Ruse"),
    ),
    (BidsRevealed(rule="bid", red=4, blue=2), BidsRevealed(rule="bid", red=3, blue=1)),
    (
        VpScored(rule="score.floor", side=RED, n=-4, why="card"),
        VpScored(rule="score.floor", side=RED, n=-1, why="card"),
    ),
]


@pytest.mark.parametrize(("wanted", "possible"), CHANGES)
def test_no_more_is_taken_than_there_is(wanted: Event, possible: Event) -> None:
    assert wanted.clamped(table()) == possible


@pytest.mark.parametrize("event", [possible for _, possible in CHANGES])
def test_what_is_possible_stays_and_leaves_nothing_below_zero(event: Event) -> None:
    state = table()
    assert event.clamped(state) == event

    event.apply(state)

    counts = [fighter.ap for fighter in state.fighters.values()]
    counts += [fighter.cp_left(limb) for fighter in state.fighters.values() for limb in fighter.card.limbs]
    counts += [n for side in state.sides.values() for n in (side.sp, side.vp)]
    assert min(counts) >= 0
    assert all(n > 0 for fighter in state.fighters.values() for n in fighter.markers.values())


def test_what_takes_nothing_is_as_it_is() -> None:
    event = Reacted(rule="melee.dodge", fighter=YURI, reaction="dodge")

    assert event.clamped(table()) is event

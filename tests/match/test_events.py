"""Events of an attack: each does to the state what it says, and nothing else."""

import subprocess
import sys

import pytest
from duels import ARMS, BURN, ELENIA, HEAD, LEGS, POISON, YURI, fighter

from edencli.match.events import (
    EVENT_KINDS,
    ApSpent,
    AttackBegun,
    AttackEnded,
    Cancelled,
    CpLost,
    Event,
    Healed,
    Left,
    LimbChanged,
    Located,
    MarkersAdded,
    MarkersRemoved,
    Opposed,
    Reacted,
    Redirected,
    Rolled,
    Shifted,
    Used,
    Wounded,
    event_kinds,
)
from edencli.match.pieces import Side
from edencli.match.state import FighterState, Gone, State
from edencli.model.terms import LimbName


def table() -> State:
    return State({YURI: FighterState(fighter(), ap=3, place=(0, 0)), ELENIA: FighterState(fighter(), ap=3)})


@pytest.mark.parametrize(
    ("how", "limb", "wounds", "success", "hit"),
    [
        ("melee", None, 0, False, False),
        ("melee", ARMS, 0, False, False),
        ("melee", ARMS, 1, False, True),
        ("melee", ARMS, 1, True, True),
        ("shooting", None, 0, False, False),
        ("shooting", ARMS, 0, False, True),
        ("projectile", None, 0, True, True),
    ],
)
def test_a_shot_hits_by_its_roll_and_a_blow_unless_it_was_dodged(
    how: str, limb: LimbName | None, wounds: int, *, success: bool, hit: bool
) -> None:
    ended = AttackEnded(
        rule="attack.success",
        attacker=YURI,
        victim=ELENIA,
        limb=limb,
        wounds=wounds,
        cp_lost=0,
        success=success,
        how=how,
    )

    assert ended.hit is hit


def after(*events: Event) -> FighterState:
    state = table()
    for event in events:
        event.apply(state)
    return state.fighters[YURI]


def test_lost_cp_are_ticked_and_healed_ones_cleared() -> None:
    lost = CpLost(rule="wound.cp-loss", victim=YURI, limbs={HEAD: 1, ARMS: 2})
    healed = Healed(rule="wound.heal", fighter=YURI, limb=HEAD, n=1)

    assert after(lost, lost).lost == {HEAD: 2, ARMS: 4}
    assert after(lost, healed).lost == {ARMS: 2}


def test_markers_come_and_go() -> None:
    burns = MarkersAdded(rule="gear.burn", step="blast.effects", fighter=YURI, marker=BURN, n=2)
    poisons = burns.with_changes(marker=POISON, n=1)

    assert after(burns, burns, poisons).markers == {BURN: 4, POISON: 1}
    assert after(burns, MarkersRemoved(rule="intendancy.3", fighter=YURI, marker=BURN, n=2)).markers == {}


def test_points_are_spent() -> None:
    assert after(ApSpent(rule="action.cost", fighter=YURI, n=2, act="action.attack")).ap == 1


def test_uses_count_for_the_round_and_for_the_match() -> None:
    used = Used(rule="action.attack", fighter=YURI, what="attack")

    yuri = after(used, used)

    assert (yuri.used_round, yuri.used_match) == ({"attack": 2}, {"attack": 2})


def test_who_leaves_has_no_place() -> None:
    yuri = after(Left(rule="wound.incapacitated", fighter=YURI, why=Gone.INCAPACITATED))

    assert (yuri.gone, yuri.place) == (Gone.INCAPACITATED, None)


ONLY_TOLD = (
    AttackBegun(rule="melee.target", attacker=YURI, target=ELENIA, how="melee"),
    Reacted(rule="melee.dodge", fighter=ELENIA, reaction="dodge"),
    Rolled(
        rule="roll.characteristic",
        step="melee.passive",
        by=YURI,
        pool=(),
        difficulty=(),
        needed=4,
        dice=(4,),
        successes=1,
    ),
    Opposed(
        rule="roll.opposition",
        step="melee.response",
        fighters=(YURI, ELENIA),
        amounts=((), ()),
        dice=(1, 2),
        winner=ELENIA,
    ),
    Located(rule="roll.location", step="melee.location", by=Side.RED, victim=YURI, face=6, limb=LEGS),
    Shifted(
        rule="roll.location-shift", step="melee.location", by=ELENIA, victim=YURI, spent=1, face=1, limb=HEAD
    ),
    Cancelled(rule="melee.dodge", by=YURI, attacker=ELENIA, n=1, left=0),
    Redirected(rule="shoot.engaged", shooter=ELENIA, target=YURI, victim=YURI, successes=1),
    Wounded(
        rule="wound.wound", step="melee.success", victim=YURI, limb=HEAD, wounds=1, protection=(), absorbed=0
    ),
    LimbChanged(rule="wound.wounded-limb", victim=YURI, limb=HEAD, wounded=True, characteristic=1),
    AttackEnded(
        rule="attack.success", attacker=ELENIA, victim=YURI, limb=HEAD, wounds=1, cp_lost=1, success=True
    ),
)


@pytest.mark.parametrize("event", ONLY_TOLD, ids=lambda event: event.kind)
def test_what_is_only_told_changes_nothing(event: Event) -> None:
    state = table()

    event.apply(state)

    assert state == table()


def test_every_kind_of_event_has_a_name_of_its_own() -> None:
    """A name that is taken twice would drop the first kind."""
    made = [kind for base in (Event, *Event.__subclasses__()) for kind in base.__subclasses__()]

    assert sorted(kind.__name__ for kind in EVENT_KINDS.values()) == sorted(kind.__name__ for kind in made)


def test_every_kind_of_event_is_known_to_a_program_that_plays_no_match() -> None:
    program = "from edencli.match.events import event_kinds; print(*sorted(event_kinds()))"
    known = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)

    assert known.stdout.split() == sorted(kind for kind, cls in event_kinds().items() if is_ours(cls))
    assert {"attack-begun", "moved", "token-taken-up"} <= set(known.stdout.split())


def is_ours(kind: type[Event]) -> bool:
    """Whether an event is no test's own."""
    return kind.__module__.startswith("edencli.")

"""What operations do where there is little or nothing for them to do."""

from typing import Any

import pytest
from duels import BLUE, ELENIA, FEAR, RED, YLISS, YURI
from effects.carded import Played, ability, begun, tactic

from edencli.match.card_events import Readied
from edencli.match.events import MarkersAdded, MarkersRemoved, Rolled
from edencli.match.match import Match
from edencli.match.position import dump_position
from edencli.match.reasons import Part
from edencli.match.table_events import FirstPlayerSet
from edencli.model.terms import MOST_COUNTED
from edencli.referee.referee import ProcedureFailed

PLAY = ("tactical-phase.play", "Ruse")
NEVER_LESS_AFRAID = """
- {effect: instead, event: markers-removed, sufferer: {the: user}, change: {change: prevent}}
"""


def play(does: str, *answers: tuple[str, Any], dice: str = "", **about: Any) -> Played:
    """A match in which red plays a card that does this at once."""
    match = with_fear(
        begun(tactics={RED: [tactic(f"- {{effect: now, do: [{does}]}}")]}, step="tactical-phase", **about)
    )
    return Played(match, [PLAY, *answers], dice)


def with_fear(match: Match) -> Match:
    """Yuri, who leads red, has three markers of fear."""
    match.state_of(YURI).markers[FEAR] = 3
    return match


@pytest.mark.parametrize(
    ("n", "kept", "passed"),
    [
        ("", {}, {FEAR: 3}),
        (", n: 2", {FEAR: 1}, {FEAR: 2}),
        (", n: 9", {}, {FEAR: 3}),
        (", n: -1", {FEAR: 3}, {}),
    ],
)
def test_as_many_markers_are_passed_as_the_card_says_and_the_fighter_has(
    n: str, kept: dict[str, int], passed: dict[str, int]
) -> None:
    played = play(f"{{op: pass-markers, who: {{the: enemy-leader}}, marker: fear, of: leader{n}}}")

    assert (played.match.state_of(YURI).markers, played.match.state_of(ELENIA).markers) == (kept, passed)


def test_who_has_almost_as_many_markers_as_can_be_is_passed_those_that_there_are() -> None:
    does = "{op: pass-markers, who: {the: enemy-leader}, marker: fear, n: 99, of: leader}"
    match = with_fear(
        begun(tactics={RED: [tactic(f"- {{effect: now, do: [{does}]}}")]}, step="tactical-phase")
    )
    match.state_of(ELENIA).markers[FEAR] = MOST_COUNTED - 3

    Played(match, [PLAY])

    assert match.state_of(ELENIA).markers == {FEAR: MOST_COUNTED}


def test_who_is_given_markers_second_gets_what_the_first_has_left() -> None:
    does = "{op: pass-markers, who: {side: enemies}, marker: fear, n: 2, of: leader}"

    played = play(does, ("simultaneous", 1))

    markers = [played.match.state_of(piece).markers for piece in (YURI, YLISS, ELENIA)]
    assert markers == [{}, {FEAR: 2}, {FEAR: 1}]


def test_nobody_passes_markers_to_himself() -> None:
    played = play("{op: pass-markers, who: {the: leader}, marker: fear, of: leader}")

    assert played.events(MarkersRemoved) == played.events(MarkersAdded) == []


def test_what_cannot_be_taken_from_him_is_not_given() -> None:
    does = "{op: pass-markers, who: {the: enemy-leader}, marker: fear, of: leader}"

    played = play(does, abilities={YURI: [ability(NEVER_LESS_AFRAID, name="Dread")]})

    assert played.match.state_of(YURI).markers == {FEAR: 3}
    assert played.match.state_of(ELENIA).markers == {}


def test_who_is_first_already_is_not_made_so_again() -> None:
    played = play("{op: go-first}, {op: go-first, to: opponent}, {op: go-first, to: opponent}")

    assert [event.side for event in played.events(FirstPlayerSet)] == [BLUE]
    assert played.match.first_player is BLUE


ROLL = "{{op: roll, who: {who}, stat: psi, difficulty: {difficulty}, {then}}}"
AFRAID = "failed: [{op: give-markers, marker: fear}]"
BRAVE = "passed: [{op: give-ap}]"


@pytest.mark.parametrize(("face", "markers", "ap"), [("4", {}, 4), ("3", {FEAR: 1}, 3)])
def test_what_is_done_follows_from_the_roll(face: str, markers: dict[str, int], ap: int) -> None:
    does = ROLL.format(who="{the: enemy-leader}", difficulty=4, then=f"{AFRAID}, {BRAVE}")

    played = play(does, dice=f"111{face}")

    assert (played.match.state_of(ELENIA).markers, played.match.state_of(ELENIA).ap) == (markers, ap)


def test_each_who_rolls_is_the_target_of_what_follows() -> None:
    does = ROLL.format(who="{side: enemies}", difficulty=4, then=AFRAID)

    played = play(does, ("simultaneous", 1), dice="1111 6666")

    assert [played.match.state_of(piece).markers for piece in (YLISS, ELENIA)] == [{FEAR: 1}, {}]


def test_a_roll_counts_as_any_other_and_says_whose_card_it_is() -> None:
    does = ROLL.format(who="{the: enemy-leader}", difficulty="{count: {side: own}, times: 4}", then=BRAVE)

    played = play(does, dice="66")

    (rolled,) = played.events(Rolled)
    assert rolled.difficulty == (Part("card-over-rule", 8, "Ruse"),)
    assert (rolled.needed, rolled.dice) == (6, (6, 6))
    assert played.match.state_of(ELENIA).ap == 4


def test_who_rolls_without_a_die_has_no_success() -> None:
    does = ROLL.format(who="{the: enemy-leader}", difficulty=12, then=AFRAID)

    assert play(does).match.state_of(ELENIA).markers == {FEAR: 1}


def test_what_a_roll_leads_to_may_last() -> None:
    weaker = (
        "failed: [{op: lasting, until: round, effects: [{effect: adds, to: cbt, by: -1, of: {the: target}}]}]"
    )

    played = play(ROLL.format(who="{the: enemy-leader}", difficulty=4, then=weaker), dice="1111")

    (begun_effect,) = played.match.state.lasting_effects
    assert begun_effect.target == ELENIA


def test_markers_that_are_passed_to_and_fro_are_stopped_and_nothing_has_happened() -> None:
    """Two who hand on each marker of fear as soon as they have it, and a roll that gives one the first."""
    away = "- {{effect: when, event: markers-added, sufferer: {{the: user}}, do: [{op}]}}"
    hand_on = "{{op: pass-markers, who: {{the: {to}}}, marker: fear}}"
    roll = ROLL.format(who="{the: enemy-leader}", difficulty=6, then=AFRAID)
    match = begun(
        {
            piece: [ability(away.format(op=hand_on.format(to="enemy-leader")), name=name)]
            for piece, name in ((YURI, "Snake"), (ELENIA, "Tail"))
        },
        tactics={RED: [tactic(f"- {{effect: now, do: [{roll}]}}")]},
        step="tactical-phase",
    )
    played = Played(match, [PLAY])
    before = dump_position(match.state), len(match.log)

    with pytest.raises(ProcedureFailed, match=r"Snake.*Tail|Tail.*Snake"):
        played.referee.answer((1, 1, 1, 1))

    assert (dump_position(played.match.state), len(played.match.log)) == before


def test_a_roll_of_somebody_who_is_out_by_then_is_not_made() -> None:
    """The first who fails puts all the others out, who do not roll any more."""
    fails = "failed: [{op: wound, who: {side: enemies}, n: 99}]"
    does = ROLL.format(who="{side: enemies}", difficulty=6, then=fails)

    played = play(does, ("simultaneous", 0), ("simultaneous", 0), dice="1111")

    assert len(played.events(Rolled)) == 1
    assert not any(map(played.match.is_on_field, (ELENIA, YLISS)))


def test_who_was_not_activated_is_not_readied() -> None:
    match = begun(
        tactics={RED: [tactic("- {effect: now, do: [{op: ready, who: {side: own}}]}")]}, step="tactical-phase"
    )
    match.state_of(YURI).activated = True

    played = Played(match, [PLAY, ("simultaneous", 0)])

    assert [event.fighter for event in played.events(Readied)] == [YURI]


@pytest.mark.parametrize(
    ("n", "given"),
    [
        ("{markers: fear, of: leader}", 3),
        ("{markers: fear, of: enemy-leader}", 0),
        ("{markers: burn, of: leader}", 0),
        ("{stat: psi, of: enemy-leader}", 4),
        ("{count: {side: own}}", 2),
        ("{count: {side: own, marker: burn}}", 0),
        ("{past: {event: moved}}", 0),
    ],
)
def test_a_number_is_of_what_there_is_and_nothing_where_there_is_none(n: str, given: int) -> None:
    assert play(f"{{op: give-vp, n: {n}}}").match.state.sides[RED].vp == given

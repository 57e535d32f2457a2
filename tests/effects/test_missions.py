"""Missions that count by themselves: each round, at the end, in secret, and never below nothing."""

import pytest
from duels import BLUE, ELENIA, POISON, RED, VLADD, YLISS, YURI
from effects.carded import Played, begun, mission

from edencli.effects.missions import objective_points
from edencli.match.card_events import CardTookEffect
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.state import Gone
from edencli.match.table_events import MatchEnded, VpScored
from edencli.model.game import Mission
from edencli.model.terms import MissionKind


def brings(match: Match, side: Side, own: Mission) -> list[int]:
    """What each objective of a mission brings now."""
    return [objective_points(match, side, own, objective) for objective in own.objectives]


def test_an_objective_scores_while_its_provisos_hold() -> None:
    crown = mission(
        """
        objectives:
        - text: The enemy's leader is out and yours is not.
          vp: 3
          counted: match
          only-if:
          - {test: there-are, who: {the: enemy-leader, out: true}}
          - {test: there-are, who: {the: leader}}
        """
    )
    match = begun(missions={RED: crown})
    before = brings(match, RED, crown)

    match.state.remove_fighter(ELENIA, Gone.INCAPACITATED)

    assert (before, brings(match, RED, crown)) == ([0], [3])
    match.state.remove_fighter(YURI, Gone.INCAPACITATED)
    assert brings(match, RED, crown) == [0]


def test_it_may_score_for_each_fighter_and_compare_the_sides() -> None:
    feast = mission(
        """
        objectives:
        - {text: ..., vp: 2, each: {count: {side: enemies, out: true}}}
        - {text: ..., vp: 1, only-if: [{test: more-than, who: {side: own}, than: {side: enemies}}]}
        - {text: ..., vp: 1, only-if: [{test: round, least: 3}]}
        - {text: By agreement., vp: 9}
        """
    )
    match = begun(missions={BLUE: feast})
    assert brings(match, BLUE, feast)[1] == 0, "as many are not more"

    match.state.remove_fighter(YURI, Gone.INCAPACITATED)
    match.state.remove_fighter(VLADD, Gone.REMOVED)

    assert brings(match, BLUE, feast) == [2, 1, 0, 0]

    match.state.round = 3
    assert brings(match, BLUE, feast)[2] == 1


ERRAND = """
objectives:
- {text: ..., vp: 1, only-if: [{test: there-are, who: {side: own, touching: enemy-leader}}]}
- {text: ..., vp: -3, only-if: [{test: there-are, who: {side: own, marker: poison}}]}
- {text: ..., vp: 5, counted: match, each: {count: {side: own}}}
"""
ROUND = [("first-player.bid", 0)]


@pytest.mark.rule("intendancy.10", "score.floor", books="en")
def test_a_round_is_scored_at_its_step_the_card_is_named_and_no_score_falls_below_nothing() -> None:
    errand = mission(ERRAND)
    match = begun(missions={RED: errand}, step="intendancy.10")
    match.state_of(VLADD).markers[POISON] = 1

    played = Played(match, ROUND)

    assert [(event.n, event.rule) for event in played.events(VpScored)] == [
        (1, "intendancy.10"),
        (-1, "score.floor"),
    ]
    assert played.worked == ["Errand", "Errand"]
    assert match.state.sides[RED].vp == 0


def test_the_end_is_scored_only_when_it_comes_and_before_the_match_is_won() -> None:
    errand = mission(ERRAND)
    match = begun(missions={RED: errand}, step="intendancy.12")
    match.state.round = 5

    played = Played(match, [("score.end", None), ("score.end", None)])

    assert [event.n for event in played.events(VpScored)] == [10]
    (end,) = played.events(MatchEnded)
    assert (end.winner, end.red, end.blue) == (RED, 10, 0)

    early = begun(missions={RED: errand}, step="intendancy.12")
    assert Played(early, ROUND).events(VpScored) == []


def test_what_a_secret_mission_scores_is_its_owners_business() -> None:
    errand = mission(ERRAND).with_changes(kind=MissionKind.SECRET)
    match = begun(missions={RED: errand}, step="intendancy.10")

    played = Played(match, ROUND)

    (worked,), (scored,) = played.events(CardTookEffect), played.events(VpScored)
    assert (worked.seen_by(RED), worked.seen_by(BLUE)) == (worked, None)
    assert (scored.seen_by(RED), scored.seen_by(BLUE)) == (scored, None)


@pytest.mark.parametrize(("word", "more"), [("shorten", -1), ("lengthen", 1)])
@pytest.mark.rule("setup.5-mission", books="en")
def test_a_revealed_mission_works_at_once_and_may_change_the_length_of_the_match(
    word: str, more: int
) -> None:
    errand = mission(f"{ERRAND}effects: [{{effect: now, do: [{{op: {word}}}]}}]")
    match = begun(missions={RED: errand}, step="setup.5-mission", places={})
    match.state.sides[RED].mission = None

    Played(match, [])

    assert match.state.rounds_more == more
    assert match.state.sides[RED].mission == "Errand"
    assert match.state_of(YLISS).gone is None

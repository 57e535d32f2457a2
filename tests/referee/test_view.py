"""What a player may see of the other: what was done openly, and nothing of what a secret mission brought."""

import pytest
from duels import BLUE, ELENIA, RED, YURI
from matches import REVEALED, SECRET, Game, mission
from random_matches import begin_match

from edencli.bots.random_player import RandomPlayer
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import Roll
from edencli.match.rules_api import do
from edencli.match.table_events import VpScored
from edencli.model.terms import MissionKind
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by, match_seen_by_viewer
from edencli.rulebooks.values import rulebook


@pytest.mark.parametrize(("kind", "shown"), [(SECRET, 2), (REVEALED, 5)])
def test_of_a_secret_mission_only_what_was_scored_openly_is_seen(kind: MissionKind, shown: int) -> None:
    game = Game(
        rulebook("en"),
        {YURI: (10, 30), ELENIA: (50, 30)},
        missions={BLUE: [mission("Let it burn", kind)]},
        before={BLUE: {"mission": "Let it burn"}},
    )
    for side, n, secrecy in ((BLUE, 2, REVEALED), (BLUE, 3, kind), (RED, 7, REVEALED)):
        list(do(game.match, VpScored(rule="score", side=side, n=n, why="", secrecy=secrecy)))

    view = match_seen_by(game.match, RED)

    assert (view.state.sides[BLUE].vp, view.state.sides[RED].vp) == (shown, 7)
    assert match_seen_by(game.match, BLUE).state.sides[BLUE].vp == 5


def test_what_a_view_has_not_is_not_counted_among_what_was_answered() -> None:
    """The budget of an answer begins where the log of the view does."""
    places = {YURI: (10, 30), ELENIA: (50, 30)}
    missions = {BLUE: [mission("Let it burn", SECRET)]}
    game = Game(rulebook("en"), places, missions=missions, before={BLUE: {"mission": "Let it burn"}})
    list(do(game.match, VpScored(rule="score", side=BLUE, n=3, why="", secrecy=SECRET)))
    list(do(game.match, VpScored(rule="score", side=RED, n=1, why="", secrecy=REVEALED)))
    game.match.answered_at = len(game.match.log)

    view = match_seen_by(game.match, RED)

    assert view.answered_at == len(view.log) == len(game.match.log) - 1


def test_the_referee_sees_the_match_itself_and_everybody_together_what_both_players_see() -> None:
    places = {YURI: (10, 30), ELENIA: (50, 30)}
    before = {side: {"mission": "Let it burn", "hand": ("Ruse",)} for side in (RED, BLUE)}
    missions = {side: [mission("Let it burn", SECRET)] for side in (RED, BLUE)}
    match = Game(rulebook("en"), places, missions=missions, before=before).match

    def shown(viewer: Audience) -> list[tuple[object, bool]]:
        sides = match_seen_by_viewer(match, viewer).state.sides
        return [(sides[side].mission, sides[side].hand == ("Ruse",)) for side in (RED, BLUE)]

    own, hidden = ("Let it burn", True), (None, False)
    assert match_seen_by_viewer(match, None) is match
    assert [shown(one) for one in (RED, BLUE, PUBLIC)] == [[own, hidden], [hidden, own], [hidden, hidden]]


@pytest.mark.parametrize("number", [8, 13])
def test_the_log_that_is_read_on_is_what_a_side_sees_of_all_of_it(number: int) -> None:
    """Also when answers are taken back, and others given: then another log has grown as long."""
    match = begin_match("en", number)
    referee = Referee(match)
    player, dice, marks = RandomPlayer(match, number), SeededDice(number), [referee.replay_point()]
    for n in range(400):
        if (question := referee.question) is None:
            break
        referee.answer(dice.throw(question) if isinstance(question, Roll) else player(question))
        marks.append(referee.replay_point())
        if n % 150 == 149:
            referee.rewind(marks[-5])
        if referee.is_over:
            break
        for side in Side:
            shown = match_seen_by(match, side)
            seen = [event.seen_by(side) for event in match.log]
            assert shown.log == [event for event in seen if event is not None]
            assert shown.answered_at == sum(event is not None for event in seen[: match.answered_at])
    assert any(event.seen_by(Side.RED) is None for event in match.log), "this one hides something"


def test_a_view_may_be_changed_and_leaves_the_next_as_it_was() -> None:
    match = begin_match("en", 5)
    first = match_seen_by(match, Side.RED)
    first.log.append(VpScored(rule="score.floor", side=RED, n=1, why="card"))

    assert match_seen_by(match, Side.RED).log == []


def test_a_state_found_from_one_that_was_kept_is_the_state_played_from_the_opening() -> None:
    match = begin_match("en", 6)
    referee, player, dice = Referee(match), RandomPlayer(match, 6), SeededDice(6)
    while (question := referee.question) is not None and len(match.log) < 500:
        referee.answer(dice.throw(question) if isinstance(question, Roll) else player(question))
    opening = referee.match_at(0).state
    for number, event in enumerate(match.log):
        if number % 29 == 0 or number > len(match.log) - 5:
            assert referee.match_at(number).state == opening, number
        match.apply_event(opening, event)

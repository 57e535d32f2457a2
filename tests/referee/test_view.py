"""What a player may see of the other: what was done openly, and nothing of what a secret mission brought."""

import pytest
from duels import BLUE, ELENIA, RED, YURI
from matches import REVEALED, SECRET, Game, mission

from edencli.match.pieces import PUBLIC, Audience
from edencli.match.rules_api import do
from edencli.match.table_events import VpScored
from edencli.model.terms import MissionKind
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

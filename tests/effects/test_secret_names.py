"""A name written in secret: nothing that the opponent sees depends on it until an effect names it."""

import json
from contextlib import suppress
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, YLISS, YURI
from effects.carded import Played, ability, begun, tactic

from edencli.effects.authoring import find_impossible_effects
from edencli.effects.begin import create_match_with_cards
from edencli.match.card_events import FighterRevealed
from edencli.match.events import Left
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Piece
from edencli.match.position import dump_position, load_position
from edencli.match.rules_api import do
from edencli.match.state import Gone
from edencli.pictures.scene import kept_data
from edencli.referee.view import match_seen_by, match_seen_by_viewer
from edencli.rules.acts import UseAbility
from edencli.rules.questions import TargetChoice

WRITES = """
- {effect: now, choose: {who: {side: enemies}, secret: true}, do: [{op: remember, secret: true}]}
"""
GRUDGE = """
- effect: now
  choose: {who: {side: enemies}, secret: true}
  do: [{op: remember, secret: true}]
- {effect: when, event: left, sufferer: {the: remembered, out: true}, do: [{op: give-vp, n: 2}]}
"""


def written(name: Piece) -> tuple[Match, Played]:
    """A match in which red has written down a name."""
    match = begun(tactics={RED: [tactic(GRUDGE, name="Bottle", more="stays: true")]}, step="tactical-phase")
    return match, Played(match, [("tactical-phase.play", "Bottle"), ("card-over-rule", name)])


def falls(match: Match, piece: Piece) -> None:
    falling = do(match, Left(rule="wound.incapacitated", fighter=piece, why=Gone.INCAPACITATED))
    with suppress(StopIteration):
        next(falling)
        while True:
            falling.send(0)  # the one order that there is


def told(match: Match, viewer: Any) -> str:
    """All that a viewer may read of a match: events, state, and what stands beside the table."""
    seen = match_seen_by_viewer(match, viewer)
    state = json.dumps(dump_position(seen.state), sort_keys=True)
    return f"{seen.log} {state} {kept_data(seen)}"


@pytest.mark.parametrize("viewer", [BLUE, PUBLIC])
def test_two_matches_with_other_names_look_alike(viewer: Any) -> None:
    one, other = written(ELENIA)[0], written(YLISS)[0]

    assert told(one, viewer) == told(other, viewer)
    assert told(one, RED) != told(other, RED)


def test_what_is_asked_is_the_same_whatever_the_name_and_private() -> None:
    asked = [[type(one) for one in written(name)[1].asked] for name in (ELENIA, YLISS)]
    (choice,) = (one for one in written(ELENIA)[1].asked if isinstance(one, TargetChoice))

    assert asked[0] == asked[1]
    assert choice.private


def test_another_who_falls_says_nothing_of_the_name() -> None:
    one, other = written(ELENIA)[0], written(ELENIA)[0]

    falls(one, YLISS)

    assert one.state.remembered_fighters == other.state.remembered_fighters
    assert match_seen_by(one, BLUE).state.remembered_fighters == ()
    assert not [event for event in one.log if isinstance(event, FighterRevealed)]


def test_the_name_is_shown_once_the_card_works_because_of_it() -> None:
    match = written(ELENIA)[0]

    falls(match, ELENIA)

    (shown,) = (event for event in match.log if isinstance(event, FighterRevealed))
    assert shown.seen_by(BLUE) == shown
    assert [one.fighter for one in match_seen_by(match, BLUE).state.remembered_fighters] == [ELENIA]
    assert match.state.sides[RED].vp == 2


def test_a_position_keeps_the_name_and_that_it_is_a_secret() -> None:
    match = written(ELENIA)[0]
    cards = {piece: one.card for piece, one in match.state.fighters.items()}

    state = load_position(dump_position(match.state), cards, match.book.actions.ap, match.setup)

    assert state == match.state
    again = create_match_with_cards(match.book, state, match.setup)
    assert match_seen_by(again, BLUE).state.remembered_fighters == ()


def test_a_name_that_is_forgotten_stays_a_secret() -> None:
    match = begun({YURI: [ability(WRITES + "- {effect: now, do: [{op: forget, who: {}}]}", kind="action")]})
    used = UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])

    Played(match, [("activation.designate", YURI), ("action.cost", used), ("card-over-rule", ELENIA)])

    assert match.state.remembered_fighters == ()
    assert {"fighter-remembered", "fighter-forgotten"} <= {event.kind for event in match.log}
    assert "Elenia" not in str(
        [event for event in match_seen_by(match, BLUE).log if "fighter-" in event.kind]
    )


BETRAYALS = {
    "asking": "- {effect: when, event: left, sufferer: {the: remembered}, may: true, do: [{op: remind}]}",
    "a number": "- {effect: adds, to: cbt, by: 1, against: {the: remembered}}",
    "a place": "- {effect: when, event: moved, doer: {the: remembered, within: 5}, do: [{op: give-vp}]}",
}


@pytest.mark.parametrize(
    ("said", "at"), [("asking", ("may",)), ("a number", ("effect",)), ("a place", ("doer", "within"))]
)
def test_what_would_give_the_name_away_is_refused_where_it_stands(said: str, at: tuple[str, ...]) -> None:
    card = ability(WRITES + BETRAYALS[said], kind="action")

    found = [one for one in find_impossible_effects(card) if one.rule == "effect-secret"]

    assert [one.path for one in found] == [("effects", len(card.effects) - 1, *at)]


@pytest.mark.parametrize(
    "do",
    [
        "{op: remember}",
        "{op: give-ap}",
        "{op: remember, secret: true}, {op: give-markers, marker: fear}",
        "{op: lasting, until: round, effects: [{effect: adds, to: cbt, by: 1, of: {the: target}}]}",
    ],
)
def test_who_is_chosen_in_secret_is_remembered_and_nothing_else(do: str) -> None:
    trick = ability(f"- {{effect: now, choose: {{who: {{}}, secret: true}}, do: [{do}]}}", kind="action")

    assert {one.rule for one in find_impossible_effects(trick)} == {"effect-secret"}

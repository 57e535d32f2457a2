"""Random matches from every rulebook, and what must be true of every match whatever is answered.

Thousands by hand: EDENCLI_MATCHES=2000 pytest tests/games/test_random_matches.py
"""

import os
from collections.abc import Iterator
from itertools import pairwise

import pytest
from random_matches import Played, misfits, play, seen
from rule_report import texts

from edencli.match.events import Event
from edencli.match.pieces import Side
from edencli.match.position import PREPARATION_STEPS
from edencli.match.questions import Bid
from edencli.match.table_events import HandTaken, SpSpent, VpScored
from edencli.model.terms import MissionKind
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.missions import mission_of

MATCHES = int(os.environ.get("EDENCLI_MATCHES", "100"))
TOGETHER = 10


@pytest.fixture(
    scope="module",
    params=[(book, n) for book in BOOKS for n in range(0, MATCHES, TOGETHER)],
    ids=str,
)
def matches(request: pytest.FixtureRequest) -> list[Played]:
    book, first = request.param
    return [play(book, number) for number in range(first, min(first + TOGETHER, MATCHES))]


def test_every_answer_keeps_the_table_sound_and_a_spoilt_one_changes_nothing(matches: list[Played]) -> None:
    """The faults that `random_matches` looks for after each answer.

    Nothing falls below zero, nothing is spent without its event, nobody stands on another or off the field;
    positions that are written down and read again are the same; what must be refused is, and changes nothing.
    """
    assert [fault for match in matches for fault in match.faults] == []


def test_every_match_ends_for_a_reason(matches: list[Played]) -> None:
    reasons = {match.match.state.ended for match in matches}

    assert reasons <= {"match.rounds", "match.early-end"}


def test_the_same_answers_give_the_same_events(matches: list[Played]) -> None:
    differing = [match for match in matches if match.again().log != match.match.log]

    assert differing == []


@pytest.mark.parametrize("written", [False, True], ids=["copied", "written"])
def test_a_match_plays_on_the_same_from_a_boundary(matches: list[Played], *, written: bool) -> None:
    differing = []
    for match in matches:
        boundary = match.boundaries[match.number * 7 % len(match.boundaries)]
        rest = match.rest_from(boundary, written=written)
        if rest.log != match.match.log[boundary.events :] or rest.state != match.match.state:
            differing.append(match)

    assert differing == []


def test_what_is_written_at_a_boundary_can_be_put_on_the_table(matches: list[Played]) -> None:
    """At every step of the preparation, and at some of each round."""
    faults = []
    for match in matches:
        begun = [one for one in match.boundaries if one.state.step in PREPARATION_STEPS]
        for boundary in (*begun, *match.boundaries[len(begun) + match.number % TOGETHER :: TOGETHER]):
            faults += [(match, boundary.state.step, fault) for fault in misfits(match.match, boundary.state)]

    assert faults == []


def test_events_alone_make_the_position(matches: list[Played]) -> None:
    """Whoever applies them to the opening position, and remembers them, comes to where the match stands."""
    differing = []
    for match in matches:
        state = match.boundaries[0].state.copy()
        for event in match.match.log:
            match.match.apply_event(state, event)
        if state != match.match.state:
            differing.append(match)

    assert differing == []


def test_nobody_sees_what_is_hidden_from_him(matches: list[Played]) -> None:
    leaks = [leak for match in matches for leak in _leaks(match)]

    assert leaks == []


def _leaks(played: Played) -> Iterator[str]:
    """Find secrets of one side in what the other is shown or asked."""
    for side in Side:
        secrets = _secrets(played, side)
        for number, event in enumerate(seen(played.match.log, side.other)):
            if event is not None and (
                secrets[number] & set(texts(event)) or _is_secret_score(played, event, side)
            ):
                yield f"{played!r}: {side.other} is shown {event}"
        for asked, number in zip(played.asked, played.asked_after, strict=True):
            if asked.asked is side.other and secrets[number - 1] & set(texts(asked.about)):
                yield f"{played!r}: {side.other} is asked {asked}"


def _secrets(played: Played, side: Side) -> list[set[str]]:
    """What only one side may know, at each event: its secret mission, and its hand till it is played."""
    mission = mission_of(played.match, side)
    hidden = {mission.name} if mission and mission.kind is MissionKind.SECRET else set()
    secrets = []
    for event in played.match.log:
        if isinstance(event, HandTaken) and event.side is side:
            hidden = hidden | set(event.cards or ())
        elif isinstance(event, SpSpent) and event.side is side:
            hidden = hidden - {event.why}  # to pay for a card is to name it
        secrets.append(hidden)
    return secrets


def _is_secret_score(played: Played, event: Event, side: Side) -> bool:
    mission = mission_of(played.match, side)
    secret = mission is not None and mission.kind is MissionKind.SECRET
    if event.rule == "infestation.score":  # everybody sees who falls
        return False
    return secret and isinstance(event, VpScored) and event.side is side and event.n is not None


def test_bids_stay_secret_till_both_are_made(matches: list[Played]) -> None:
    """Between two bids nothing happens that anybody could see."""
    telling = []
    for match in matches:
        asked = list(zip(match.asked, match.asked_after, strict=True))
        for (first, events), (second, later) in pairwise(asked):
            both = isinstance(first, Bid) and isinstance(second, Bid) and first.asked is not second.asked
            if both and first.asked is Side.RED and events != later:
                telling.append(match)

    assert telling == []

"""Numbers of events: one event has one number in every view, and no number betrays what is secret."""

import json
from pathlib import Path

import pytest
from duels import BLUE, RED

from edencli.games.checks import Checks, make_library
from edencli.games.play_script import PlayedGame, ScriptOptions, StopPoint, play_script
from edencli.match.events import Event
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.table_events import Passed, VpScored
from edencli.model.terms import MissionKind
from edencli.transcript.event_numbers import (
    LogNumber,
    find_event_end,
    number_events,
    parse_event_number,
)
from edencli.transcript.transcript import events_seen_by, json_lines

SAMPLES = Path(__file__).parents[2] / "samples" / "games"
WITH_SECRETS = ("kitchen-table", "cafe-des-sports", "the-night-press")


def passed() -> Event:
    return Passed(rule="r", side=RED, forced=False)


def secret(side: Side) -> Event:
    return VpScored(rule="r", side=side, n=1, why="w", secrecy=MissionKind.SECRET)


LOG = [secret(BLUE), passed(), secret(BLUE), secret(RED), secret(RED), passed(), passed()]
NUMBERS = ["e0n", "e1", "e1n", "e1a", "e1b", "e2", "e3"]


def played(name: str) -> PlayedGame:
    checks = Checks(make_library(), moves=False)
    game = play_script(checks, checks.check_file(str(SAMPLES / f"{name}.yaml"), kind="game"), ScriptOptions())
    assert game is not None
    return game


def test_what_both_see_is_counted_and_a_secret_has_a_letter_of_its_side() -> None:
    assert [str(one) for one in number_events(LOG)] == NUMBERS


def test_after_thirteen_secrets_of_a_side_the_letters_go_on() -> None:
    told = [str(one) for one in number_events([secret(RED)] * 28)]

    assert told[11:15] == ["e0l", "e0m", "e0aa", "e0ab"]
    assert told[25:] == ["e0am", "e0ba", "e0bb"]
    assert len({*told}) == len(told)


@pytest.mark.parametrize("side", Side)
def test_what_the_opponent_does_in_secret_changes_no_number_of_a_side(side: Side) -> None:
    with_secrets = [
        str(number)
        for number, event in zip(number_events(LOG), events_seen_by(LOG, side), strict=True)
        if event is not None
    ]
    without = [event for event in LOG if event.seen_by(side) is not None]

    assert with_secrets == [str(number) for number in number_events(without)]


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_read_as_it_is_written(text: str) -> None:
    assert str(parse_event_number(text)) == text
    assert str(parse_event_number(text.upper())) == text


@pytest.mark.parametrize("text", ["e", "120", "ea", "e-1", "e1234567", "e1 a", "e1abcd", "e²", "x1"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert parse_event_number(text) is None


@pytest.mark.parametrize(("text", "end"), [*zip(NUMBERS, range(1, 8), strict=True), ("e0", 0)])
def test_a_number_finds_its_event(text: str, end: int) -> None:
    number = parse_event_number(text)

    assert number is not None
    assert find_event_end(LOG, number) == end


@pytest.mark.parametrize(
    ("text", "viewer", "end"),
    [
        ("e1a", BLUE, 2),
        ("e1n", RED, 2),
        ("e1n", PUBLIC, 2),
        ("e1a", RED, 4),
        ("e1c", RED, 2),
        ("e3a", RED, None),
        ("e4", None, None),
    ],
)
def test_a_number_that_a_viewer_cannot_know_finds_the_event_before(
    text: str, viewer: Audience, end: int | None
) -> None:
    number = parse_event_number(text)

    assert number is not None
    assert find_event_end(LOG, number, viewer) == end


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_the_lines_of_every_view_have_the_numbers_at_which_a_match_can_be_stopped(name: str) -> None:
    game = played(name)
    numbers = [str(number) for number in number_events(game.events)]
    seen = {
        viewer: [json.loads(line) for line in json_lines(game.events, game.header, side=viewer)][1:]
        for viewer in (None, *Side, PUBLIC)
    }

    assert [line["number"] for line in seen[None]] == numbers
    assert [line["number"] for line in seen[PUBLIC]] == [f"e{n}" for n in range(1, len(seen[PUBLIC]) + 1)]
    for lines in seen.values():
        assert all(line["kind"] == game.events[numbers.index(line["number"])].kind for line in lines)
    for number in number_events(game.events):
        assert StopPoint(event=number).end_in(game.events) == numbers.index(str(number)) + 1


def test_a_number_beyond_the_end_is_not_reached() -> None:
    assert StopPoint(event=LogNumber(4)).end_in(LOG) is None
    assert StopPoint(event=LogNumber(99)).end_in(LOG) is None

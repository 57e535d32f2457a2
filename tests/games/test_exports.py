"""A match that is written down anywhere plays on to the same end: what is exported stands at a boundary."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from edencli.desk.checks import Checks, library
from edencli.desk.games import Course, Played, Until, play_script
from edencli.desk.preparing import begun_at
from edencli.files.library import File
from edencli.match.events import Event
from edencli.match.position import load
from edencli.players.dice import Seeded
from edencli.players.script import Script, lines_of
from edencli.referee.referee import Referee
from edencli.rules.registry import begin

SAMPLES = Path(__file__).parents[2] / "samples" / "games"
GAMES = sorted(path.name for path in SAMPLES.glob("*.yaml"))
EVERY = 5  # so many lines apart are the stops in the middle of a step


class Sample(NamedTuple):
    """A sample as it is played to its end, and what may be stopped at: before which line of the file."""

    checks: Checks
    file: File
    whole: Played
    stops: tuple[int, ...]


@cache
def sample(name: str) -> Sample:
    """Play a sample to its end."""
    checks = Checks(library(), wanted=None, default="en", moves=True)
    file = checks.file(str(SAMPLES / name), kind="game")
    whole = play_script(checks, file, Course())
    assert whole is not None
    assert whole.wrong is None
    assert file.document is not None
    lines = [spot.line for line in whole.lines if (spot := file.document.spot(("moves", line.number)))]
    return Sample(checks, file, whole, tuple(lines))


def stopped(name: str, line: int) -> Played:
    """Play a sample up to a line of its file."""
    checks, file, _, _ = sample(name)
    played = play_script(checks, file, Course(until=Until(line=line), finish=False))
    assert played is not None
    assert played.wrong is None
    return played


def play_on(name: str, played: Played) -> list[Event]:
    """Play what was written down, and then the lines that were left."""
    told = json.loads(json.dumps(begun_at(played)))
    match = played.match
    cards = {piece: fighter.card for piece, fighter in match.state.fighters.items()}
    again = begin(match.book, load(told["position"], cards, match.book.actions.ap, match.setup), match.setup)
    document = sample(name).file.document
    left: list[Any] = list(document.data["moves"])[len(played.lines) :] if document else []
    dice = Seeded(told["dice"]["seed"], told["dice"]["drawn"]) if "dice" in told else None
    referee = Referee(again)
    Script(referee, lines_of([*told["moves"], *left]), dice).play()
    return referee.events


def exports(name: str) -> Iterator[tuple[int, Played]]:
    """A sample as it stands at each new boundary, and now and then in the middle of a step."""
    seen = None
    for number, line in enumerate(sample(name).stops):
        played = stopped(name, line)
        if played.referee.boundary_at != seen or number % EVERY == 0:
            yield line, played
        seen = played.referee.boundary_at


@pytest.mark.parametrize("name", [name for name in GAMES if sample(name).stops])
def test_a_sample_that_is_exported_anywhere_plays_on_to_the_same_end(name: str) -> None:
    whole = sample(name).whole.match.log
    for line, played in exports(name):
        assert play_on(name, played) == whole[played.referee.boundary_at :], line


def test_an_export_in_the_middle_of_a_step_holds_the_answers_since() -> None:
    name = "first-duel.yaml"
    kinds = {type(line) for stop in sample(name).stops for line in begun_at(stopped(name, stop))["moves"]}

    assert kinds == {str, dict}

"""A match that is written down anywhere plays on to the same end: what is exported stands at a boundary.

Of a long match some places are tried, spread over all of it: `EDENCLI_EXPORTS=9999` tries every place.
"""

import json
import os
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import random_matches

from edencli.bots.random_player import RandomPlayer
from edencli.effects.begin import create_match_with_cards
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import begin_match
from edencli.games.setup_game import boundary_data
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.position import load_position
from edencli.match.questions import Roll
from edencli.notation.writer import write_answer
from edencli.referee.dice import SeededDice
from edencli.referee.game import cards_by_piece, npfs_named
from edencli.referee.referee import Referee
from edencli.referee.script import Script, parse_script_lines

SAMPLES = Path(__file__).parents[2] / "samples" / "games"
MANY = int(os.environ.get("EDENCLI_EXPORTS", "60"))
GAMES = sorted(path.name for path in SAMPLES.glob("*.yaml"))


class Export(NamedTuple):
    """What was written down before a line, and how far the match was: its last boundary, all its events."""

    told: dict[str, Any]
    before: int
    boundary: int
    events: int


class Sample(NamedTuple):
    """A sample that was played to its end: what its lines say, and what was written down before each."""

    match: Match
    contents: list[Any]
    exports: list[Export]


def written_down(referee: Referee, script: Script) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(boundary_data(referee, script)))
    return told


@cache
def sample(name: str) -> Sample:
    """A sample, written down all along."""
    checks = Checks(make_library(), moves=False)
    game = checks.game(checks.check_file(str(SAMPLES / name), kind="game"))
    assert game is not None
    dice = None if game.game.seed is None else SeededDice(game.game.seed, game.game.drawn)
    return written_along(begin_match(game), list(game.game.moves), dice)


def written_along(match: Match, contents: list[Any], dice: SeededDice | None) -> Sample:
    """Play a match to its end, writing it down wherever it could be stopped."""
    referee, exports = Referee(match), list[Export]()

    def write_down(_: Match, line: int) -> bool:
        if all(one.before != line for one in exports):
            exports.append(Export(written_down(referee, script), line, referee.boundary_at, len(match.log)))
        return False

    script = Script(referee, parse_script_lines(contents), dice, write_down)
    script.play()
    return Sample(match, contents, exports)


@cache
def at_random(book: str, number: int, *, blind: bool) -> Sample:
    """A match at random, measured or not, its cards included, written down all along."""
    anew = partial(random_matches.begin_blind if blind else random_matches.begin_match, book, number)

    referee, thrown = Referee(anew()), SeededDice(number)
    player = RandomPlayer(referee.match, number)
    contents = list[Any]()
    while (question := referee.question) is not None:
        answer = thrown.throw(question) if isinstance(question, Roll) else player(question)
        dice = {"dice": list(answer)} if isinstance(question, Roll) else None
        contents.append(dice or write_answer(answer, referee.match, question))
        referee.answer(answer)
    return written_along(anew(), contents, None)


def opened(played: Sample, export: Export) -> tuple[Referee, SeededDice | None]:
    """The match that begins where one was written down, and its dice."""
    book, told = played.match.book, export.told
    cards = cards_by_piece(played.match.setup.bands)
    cards |= npfs_named(told["position"], played.match.setup.npfs.values(), cards)
    position = load_position(told["position"], cards, book.actions.ap, played.match.setup)
    assert random_matches.misfits(played.match, position) == []
    dice = SeededDice(told["dice"]["seed"], told["dice"]["drawn"]) if "dice" in told else None
    return Referee(create_match_with_cards(book, position, played.match.setup)), dice


def play_on(
    played: Sample, export: Export, other: Export | None
) -> tuple[list[Event], dict[str, Any] | None]:
    """Play an export and the lines up to the next one, which is written down again, or to the end."""
    referee, dice = opened(played, export)
    left = played.contents[export.before : other.before if other else None]
    script = Script(referee, parse_script_lines([*export.told["moves"], *left]), dice)
    script.play(finish=other is None)
    return referee.events, written_down(referee, script) if other else None


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_that_is_exported_anywhere_plays_on_to_the_same_end(name: str) -> None:
    """Each export plays on to the next one and is that one there, and the last plays on to the end."""
    plays_on(sample(name))


@pytest.mark.parametrize(
    ("book", "number", "chapters", "blind"),
    [
        ("pt", 5, {"territory", "weather"}, False),
        ("fr", 10, {"infestation"}, False),
        ("en", 3, {"weather"}, False),
        ("it", 1, {"territory"}, True),
    ],
)
def test_a_match_of_the_optional_chapters_that_is_exported_anywhere_plays_on_to_the_same_end(
    book: str, number: int, chapters: set[str], *, blind: bool
) -> None:
    played = at_random(book, number, blind=blind)

    assert set(played.match.setup.chapters) == chapters
    assert len(played.exports) > 40
    plays_on(played)


def plays_on(played: Sample) -> None:
    tried = played.exports[:: len(played.exports) // MANY + 1]
    for export, other in zip_longest(tried, tried[1:]):
        events, told = play_on(played, export, other)

        assert events == played.match.log[export.boundary : other.events if other else None], export.before
        assert told == (other.told if other else None), export.before


@pytest.mark.parametrize("name", GAMES)
def test_an_export_from_the_middle_of_a_sample_plays_on_to_its_end(name: str) -> None:
    played = sample(name)
    for export in played.exports[len(played.exports) // 2 :][:1]:
        assert play_on(played, export, None)[0] == played.match.log[export.boundary :]


def test_an_export_in_the_middle_of_a_step_holds_the_answers_since() -> None:
    kinds = {type(line) for export in sample("first-duel.yaml").exports for line in export.told["moves"]}

    assert kinds == {str, dict}

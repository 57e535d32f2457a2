"""The sample games, found by directory: their transcripts, and what must be true of every match."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from ledger import Ledger
from random_matches import crowding, debts, read_again

from edencli.commands import goldens, many_games, play
from edencli.files.source import files_within
from edencli.games.checks import CheckedGame, Checks, make_library
from edencli.games.play_script import begin_match
from edencli.lang import Words
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee, ReplayPoint
from edencli.referee.script import Script, parse_script_lines
from edencli.rulebooks.raw_books import BOOKS

ROOT = Path(__file__).parents[2]
GAMES = [Path(name) for name in files_within(str(ROOT / "samples" / "games"))]
WISH = play.PlayOptions(seed=None, until=None, bots={}, cite=False, side=None, form="text")


class Watched(Referee):
    """A referee whose every answer is remembered, and after whom somebody clears up."""

    def __init__(self, match: Match) -> None:
        self.answers: list[Any] = []
        self.faults: list[str] = []
        self._ledger = Ledger(match.state)
        self._booked = 0
        self._kept: dict[int, tuple[ReplayPoint, int, Ledger, int]] = {}
        super().__init__(match, self._read_again)
        self._look()

    def answer(self, given: Any) -> None:
        """Answer, and look at the table afterwards."""
        super().answer(given)
        self.answers.append(given)
        self._look()

    def replay_point(self) -> ReplayPoint:
        """Remember what was answered and booked up to here."""
        mark = super().replay_point()
        self._kept[id(mark)] = mark, len(self.answers), deepcopy(self._ledger), self._booked
        return mark

    def rewind(self, mark: ReplayPoint) -> None:
        """Forget what was answered and booked since: an expectation looks ahead and comes back."""
        super().rewind(mark)
        _, answers, self._ledger, self._booked = self._kept[id(mark)]
        self._ledger = deepcopy(self._ledger)
        del self.answers[answers:]

    def _look(self) -> None:
        for event in self.match.log[self._booked :]:
            self._ledger.enter(event)
        self._booked = len(self.match.log)
        self.faults += self._wrong()

    def _wrong(self) -> Iterator[str]:
        yield from self._ledger.differences(self.match.state)
        yield from debts(self.match.state)
        yield from crowding(self.match)

    def _read_again(self, match: Match) -> None:
        if read_again(match, match.state) != match.state:
            self.faults.append(f"{match.state.step}: written down and read again, the position is another")


def checked(path: Path) -> CheckedGame:
    checks = Checks(make_library(root=ROOT))
    found = checks.game(checks.check_file(str(path), kind="game"))
    assert found is not None
    return found


def watched(game: CheckedGame) -> Watched:
    """Play a game by its script, under watch."""
    referee = Watched(begin_match(game))
    seed = game.game.seed
    Script(referee, parse_script_lines(game.game.moves), None if seed is None else SeededDice(seed)).play()
    return referee


def replayed(game: CheckedGame, answers: list[Any]) -> list[Event]:
    referee = Referee(begin_match(game))
    for answer in answers:
        referee.answer(answer)
    return referee.events


@pytest.fixture(params=GAMES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_a_sample_is_played_to_the_transcript_that_lies_beside_it(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = goldens.GoldenOptions(check=True, update=False)
    with pytest.raises(SystemExit) as ended:
        many_games.hold_games(Words(), Checks(make_library(root=ROOT)), [str(path)], WISH, held, None)

    output = capsys.readouterr().out
    assert ended.value.code == 0, output
    assert [line for line in output.splitlines() if not line.startswith("ok ")] == []


def test_a_sample_keeps_the_table_sound_after_each_answer(path: Path) -> None:
    """Nothing is below zero or spent without its event, nobody on another; positions read again the same."""
    assert watched(checked(path)).faults == []


def test_the_answers_of_a_sample_give_the_same_events_again(path: Path) -> None:
    game = checked(path)
    referee = watched(game)

    assert replayed(game, referee.answers) == referee.events


def test_there_is_a_whole_match_by_every_rulebook() -> None:
    """From the preparation to the end of the last round."""
    whole = set()
    for path in GAMES:
        game = checked(path)
        if game.game.position is None and game.game.moves:
            state = watched(game).match.state
            whole |= {game.book.key} if (state.ended, state.round) == ("match.rounds", 5) else set()

    assert whole == set(BOOKS)


def test_no_line_of_a_transcript_is_wider_than_80_columns() -> None:
    lines = [
        line for path in GAMES for line in path.with_suffix(goldens.GOLDEN).read_text("utf-8").splitlines()
    ]

    assert [line for line in lines if len(line) > 80] == []

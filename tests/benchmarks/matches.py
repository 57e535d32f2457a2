"""The speed of random legal matches, beside python-chess, and whether it stays constant over many matches.

Run it: `python tests/benchmarks/matches.py [rounds]`. All take turns, and only this process's own processor
time counts; the figures are ratios of rates within this run.

    playing      a random player answers, every answer is checked; dice are thrown and not counted
    replaying    the recorded answers, dice included, are given to a fresh referee, and checked again
    by eye       the same players on a field without measurements
    python-chess random legal moves until the game is over
"""

import gc
import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import chess

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks.speeds import Speed, print_speeds, rounds_given
from random_matches import FIRST_STEP, begin_match

from edencli.bots.random_player import RandomPlayer, play_out
from edencli.effects.begin import create_match_with_cards
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match
from edencli.match.questions import Question, Roll
from edencli.match.state import FighterState, State
from edencli.model.game import Band
from edencli.referee.dice import SeededDice
from edencli.referee.game import cards_by_piece
from edencli.referee.referee import Referee
from edencli.rulebooks.raw_books import BOOKS

T = TypeVar("T")

GOALS = {"no cards": 0.47, "sample cards": 0.34, "all chapters and cards": 0.23}
"""Decisions per second, in multiples of python-chess's random plies, by kind of match."""
REPLAY_GOAL = 0.79
"""1.2 times the ratio for matches without cards before cards existed."""
BY_EYE_GOAL = 0.5
ROUNDS = 60
MATCHES = 500
TOGETHER = 20
TIME_AT_MOST = 1.1
TRACED = 120
LEFT_AT_MOST = 10
ALL_CHAPTERS = 7
"""The index of the last of the eight combinations of chapters in random matches."""


class Recorder:
    """Records every answer of a player and the dice."""

    def __init__(self, player: Callable[[Question[Any]], Any], dice: SeededDice) -> None:
        self._player = player
        self._dice = dice
        self.answers: list[Any] = []

    def __call__(self, question: Question[Any]) -> Any:
        """Answer, and record the answer."""
        self.answers.append(self._player(question))
        return self.answers[-1]

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Throw, and record the throw."""
        faces = self._dice.throw(roll)
        self.answers.append(faces)
        return faces


def begin(kind: str, number: int, *, measured: bool = True) -> Match:
    """Put two bands of the samples on a table, before the preparation."""
    combination = ALL_CHAPTERS if "chapters" in kind else 0
    drawn = begin_match(BOOKS[number % len(BOOKS)], 8 * number + combination)
    setup = drawn.setup._replace(measured=measured)
    if kind == "no cards":
        setup = setup._replace(bands={side: without_cards(band) for side, band in setup.bands.items()})
    state = State({piece: FighterState(card) for piece, card in cards_by_piece(setup.bands).items()})
    state.step = FIRST_STEP
    if not measured:
        state.field = ToldField()
    return create_match_with_cards(drawn.book, state, setup)


def without_cards(band: Band) -> Band:
    """A copy of a band without abilities, missions and tactical cards."""
    fighters = tuple(card.with_changes(abilities=()) for card in band.fighters)
    return band.with_changes(fighters=fighters, missions=(), tactics=())


def play(kind: str, number: int, *, measured: bool = True) -> tuple[int, list[Any]]:
    """Play one match; return the number of decisions, and all answers."""
    match = begin(kind, number, measured=measured)
    recorder = Recorder(RandomPlayer(match, number), SeededDice(number))
    return play_out(Referee(match), recorder, recorder), recorder.answers


def replay(kind: str, number: int, answers: list[Any]) -> Referee:
    """Give recorded answers to a fresh referee."""
    referee = Referee(begin(kind, number))
    for answer in answers:
        referee.answer(answer)
    return referee


def chess_game(chance: random.Random) -> int:
    """Play random legal moves until the game is over; return how many."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return board.ply()


class Clock:
    """Adds up processor time and the work done in it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.done = 0

    def time(self, work: Callable[[], tuple[int, T]]) -> tuple[int, T]:
        """Do some work, and add its time."""
        start = time.process_time()
        done, what = work()
        self.seconds += time.process_time() - start
        self.done += done
        return done, what

    @property
    def rate(self) -> float:
        """The work done per second."""
        return self.done / self.seconds


def speeds(rounds: int = ROUNDS) -> Iterator[Speed]:
    """The rates of all kinds of matches; in a long run also how later matches compare with early ones."""
    plies = Clock()
    playing, replaying = ({kind: Clock() for kind in GOALS} for _ in range(2))
    by_eye, chance = Clock(), random.Random(1)  # noqa: S311  # nothing secret
    for kind in GOALS:
        for number in range(len(BOOKS)):
            play(kind, number)  # load what is loaded once for a book
    for number in range(rounds):
        for kind in GOALS:
            decisions, answers = playing[kind].time(lambda: play(kind, number))  # noqa: B023  # called at once
            replaying[kind].time(lambda: (decisions, replay(kind, number, answers)))  # noqa: B023
        by_eye.time(lambda: play("sample cards", number, measured=False))  # noqa: B023
        plies.time(lambda: (chess_game(chance), None))
    for kind, goal in GOALS.items():
        yield Speed(
            f"random matches, {kind}",
            "plies of python-chess",
            playing[kind].rate / plies.rate,
            goal,
            is_rate=True,
        )
    ratio = replaying["no cards"].rate / plies.rate
    yield Speed("replay of matches, no cards", "plies of python-chess", ratio, REPLAY_GOAL, is_rate=True)
    ratio = by_eye.rate / playing["sample cards"].rate
    yield Speed("random matches by eye", "a field that is measured", ratio, BY_EYE_GOAL, is_rate=True)
    if rounds >= ROUNDS:
        yield from lasting_speeds()


def lasting_speeds() -> Iterator[Speed]:
    """Play many matches: whether the last are as fast as the first, and leave no memory behind."""
    first = batch()
    for number in range(TOGETHER, MATCHES):
        play("sample cards", number)
    yield Speed("the last of 500 matches", "the first", batch() / first, TIME_AT_MOST)
    yield Speed("memory that a match leaves", "KB", left_behind(), LEFT_AT_MOST)


def left_behind() -> float:
    """The KB that a finished match leaves behind; its log alone would be 400 KB."""
    tracemalloc.start()
    traced = []
    for numbers in (range(TOGETHER), range(TOGETHER, TRACED)):
        for number in numbers:
            play("sample cards", number)
        gc.collect()
        traced.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return (traced[1] - traced[0]) / 1024 / (TRACED - TOGETHER)


def batch() -> float:
    """The processor time of the first few matches, best of some runs."""
    times = []
    for _ in range(3):
        gc.collect()
        start = time.process_time()
        for number in range(TOGETHER):
            play("sample cards", number)
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    sys.exit(print_speeds(speeds(rounds_given(ROUNDS))))

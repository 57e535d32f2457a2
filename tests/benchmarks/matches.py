"""How fast random legal matches are, against python-chess, and whether the last one costs what the first did.

Run it: `python tests/benchmarks/matches.py [rounds]`. The three take turns, and only this process's own
processor time counts; the figures are ratios of sums within this one run.

    playing     a random player answers, every answer is checked; dice are thrown and not counted
    replaying   the recorded answers, dice too, are given to a fresh referee, and checked again
    python-chess random legal moves till the game is over
"""

import gc
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import chess

# The tests' folder in place of this script's.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).parent.parent))

from random_matches import begin_match

from edencli.bots.random_player import RandomPlayer, play_out
from edencli.match.questions import Question, Roll
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.rulebooks.raw_books import BOOKS

T = TypeVar("T")

PLAYING_AT_LEAST = 0.3
REPLAYING_AT_LEAST = 2 * PLAYING_AT_LEAST
MATCHES = 500
TOGETHER = 20
TIME_AT_MOST = 1.1
TRACED = 120
LEFT_AT_MOST = 20


class Recorder:
    """Remembers every answer that a player and the dice give."""

    def __init__(self, player: Callable[[Question[Any]], Any], dice: SeededDice) -> None:
        self._player = player
        self._dice = dice
        self.answers: list[Any] = []

    def __call__(self, question: Question[Any]) -> Any:
        """Answer, and remember."""
        self.answers.append(self._player(question))
        return self.answers[-1]

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Throw, and remember."""
        faces = self._dice.throw(roll)
        self.answers.append(faces)
        return faces


def play(number: int) -> tuple[int, list[Any]]:
    """Play one match; returns how many decisions it had, and all its answers."""
    match = begin_match(BOOKS[number % len(BOOKS)], number)
    recorder = Recorder(RandomPlayer(match, number), SeededDice(number))
    return play_out(Referee(match), recorder, recorder), recorder.answers


def replay(number: int, answers: list[Any]) -> Referee:
    """Give recorded answers to a fresh referee."""
    referee = Referee(begin_match(BOOKS[number % len(BOOKS)], number))
    for answer in answers:
        referee.answer(answer)
    return referee


def chess_game(chance: random.Random) -> int:
    """Play random legal moves till the game is over; returns how many."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return board.ply()


class Clock:
    """Adds up processor time and what was done in it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.done = 0

    def time(self, work: Callable[[], tuple[int, T]]) -> tuple[int, T]:
        """Do some work, and count it."""
        start = time.process_time()
        done, what = work()
        self.seconds += time.process_time() - start
        self.done += done
        return done, what

    @property
    def rate(self) -> float:
        """How much was done in a second."""
        return self.done / self.seconds


def race(rounds: int) -> bool:
    """Let all three take turns, and tell whether we are fast enough."""
    playing, replaying, plies = Clock(), Clock(), Clock()
    chance = random.Random(1)  # noqa: S311  # a benchmark guards no secret
    for number in range(len(BOOKS)):
        play(number)  # whatever is loaded once for a book is loaded
    for number in range(rounds):
        decisions, answers = playing.time(lambda: play(number))  # noqa: B023  # called at once
        replaying.time(lambda: (decisions, replay(number, answers)))  # noqa: B023  # called at once
        plies.time(lambda: (chess_game(chance), None))
    print(f"python-chess   {plies.rate:8.0f} plies a second, {plies.done} in all")
    print(f"playing        {playing.rate:8.0f} decisions a second, {playing.done} in all")
    print(f"replaying      {replaying.rate:8.0f} decisions a second")
    fast = within("playing, of python-chess", playing.rate / plies.rate, at_least=PLAYING_AT_LEAST)
    return (
        within("replaying, of python-chess", replaying.rate / plies.rate, at_least=REPLAYING_AT_LEAST)
        and fast
    )


def steady() -> bool:
    """Play many matches, and tell whether the last are as fast as the first, and leave nothing behind."""
    first = batch()
    for number in range(TOGETHER, MATCHES):
        play(number)
    quick = within("time, last of first", batch() / first, at_most=TIME_AT_MOST)
    return within("KB left behind by each", left_behind(), at_most=LEFT_AT_MOST) and quick


def left_behind() -> float:
    """How many KB a match leaves behind when it is over; the log of one would be 400 KB."""
    tracemalloc.start()
    traced = []
    for numbers in (range(TOGETHER), range(TOGETHER, TRACED)):
        for number in numbers:
            play(number)
        gc.collect()
        traced.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return (traced[1] - traced[0]) / 1024 / (TRACED - TOGETHER)


def batch() -> float:
    """The processor time of the first few matches, at its best."""
    times = []
    for _ in range(3):
        gc.collect()
        start = time.process_time()
        for number in range(TOGETHER):
            play(number)
        times.append(time.process_time() - start)
    return min(times)


def within(what: str, ratio: float, *, at_least: float = 0, at_most: float = float("inf")) -> bool:
    """Print a ratio and its limit, and tell whether it keeps to it."""
    limit = f"at least {at_least}" if at_least else f"at most {at_most}"
    print(f"{what:28} {ratio:.2f}, {limit}")
    return at_least <= ratio <= at_most


def main() -> int:
    """Measure everything, and tell whether it is all within its limits."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    fast, same = race(rounds), steady()
    return 0 if fast and same else 1


if __name__ == "__main__":
    sys.exit(main())

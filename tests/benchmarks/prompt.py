"""How soon an answer at the prompt is acknowledged, on a table of 14 fighters and 12 pieces of scenery.

Run it: `python tests/benchmarks/prompt.py [answers]`. A match is typed at random, with a record on disk, once
by the basic rules and once with all optional chapters; each answer is timed from its line to the next
question, everything shown included, in processor time.
"""

import contextlib
import io
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks.speeds import Speed, print_speeds, rounds_given
from benchmarks.startup import hello_seconds
from contests import CHAPTERS, large_match
from sessions import WORDS, sit

from edencli.bots.random_player import RandomPlayer
from edencli.games.session import Session
from edencli.match.questions import Roll
from edencli.notation.writer import write_answer
from edencli.prompt.screen import TerminalPlay
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.script import Script

ANSWERS = 400
MEDIAN, SLOWEST = 0.1, 1.0  # goals, in multiples of hello world; of a hundred answers one may be slower


class Clock:
    """A terminal in which a match is typed at random; it times each answer."""

    def __init__(self, session: Session, answers: int) -> None:
        self.seconds: list[float] = []
        self._session, self._left = session, answers
        self._player, self._dice = RandomPlayer(session.match, 7), SeededDice(7)
        self._typed: float | None = None

    def read(self, prompt: str, *, hidden: bool = False) -> str:  # noqa: ARG002  # as a terminal
        """Take the time since the last line, and type the next."""
        if self._typed is not None:
            self.seconds.append(time.process_time() - self._typed)
        question = self._session.question
        if question is None or not self._left:
            raise EOFError
        self._left -= 1
        if isinstance(question, Roll):
            line = " ".join(map(str, self._dice.throw(question)))
        else:
            given = self._player(question)
            line = "" if given is None else write_answer(given, self._session.match, question)
        self._typed = time.process_time()
        return line


def large_session(record: Path, chapters: tuple[str, ...]) -> Session:
    """Begin a large match with a record, its dice thrown by hand."""
    session = sit("lanterns.yaml", record, seed=None)
    session.referee = Referee(large_match("en", 0, chapters), at_answer=session._record_answer)
    session.script = Script(session.referee, (), None)
    return session


def speeds(answers: int = ANSWERS) -> Iterator[Speed]:
    """The median and the slowest of a hundred answers, in multiples of hello world."""
    hello = hello_seconds()
    for chapters in ((), CHAPTERS):
        taken = statistics.quantiles(answer_times(answers, chapters), n=100)
        typed = f"an answer typed, {'all chapters' if chapters else 'basic rules'}"
        yield Speed(typed, "hello world by typer", taken[49] / hello, MEDIAN)
        yield Speed(f"{typed}, p99", "hello world by typer", taken[98] / hello, SLOWEST)


def answer_times(answers: int, chapters: tuple[str, ...]) -> list[float]:
    """Type one match; return the time of each answer, in seconds of processor time."""
    with tempfile.TemporaryDirectory() as folder:
        session = large_session(Path(folder) / "large.record", chapters)
        clock = Clock(session, answers)
        with contextlib.redirect_stdout(io.StringIO()):
            TerminalPlay(WORDS, session, None, typist=clock).run(anew=True)
    return clock.seconds


if __name__ == "__main__":
    sys.exit(print_speeds(speeds(rounds_given(ANSWERS))))

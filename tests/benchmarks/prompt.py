"""How soon an answer at the prompt is acknowledged, on a table of 14 fighters and 12 pieces of scenery.

Run it: `python tests/benchmarks/prompt.py [answers]`. A match is typed by chance, with a record on the disk,
once by the basic rules and once with all optional chapters; each answer is timed from the line to the next
question, all that is shown included, in processor time.
"""

import contextlib
import io
import statistics
import sys
import tempfile
import time
from pathlib import Path

# The tests' folder in place of this script's.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).parent.parent))

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
MEDIAN_AT_MOST = 0.1  # seconds


class Clock:
    """A terminal at which a match is typed by chance; it times what passes between two lines."""

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


def main() -> int:
    """Type two matches, print how soon answers are acknowledged, and tell whether that is soon enough."""
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else ANSWERS
    return max(timed(answers, chapters) for chapters in ((), CHAPTERS))


def timed(answers: int, chapters: tuple[str, ...]) -> int:
    """Type one match, and print how soon answers are acknowledged; 1 if that is too late."""
    with tempfile.TemporaryDirectory() as folder:
        session = large_session(Path(folder) / "large.record", chapters)
        clock = Clock(session, answers)
        with contextlib.redirect_stdout(io.StringIO()):
            TerminalPlay(WORDS, session, None, typist=clock).run(anew=True)
    median, worst = statistics.median(clock.seconds), max(clock.seconds)
    played = ", ".join(chapters) or "basic rules"
    print(
        f"{played}: {len(clock.seconds)} answers: median {median * 1000:.1f} ms, worst {worst * 1000:.1f} ms"
    )
    return 0 if median <= MEDIAN_AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())

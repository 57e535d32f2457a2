"""Sessions for tests: begin a sample game with a record, play it at random, resume it."""

from pathlib import Path

from edencli.bots.random_player import RandomPlayer
from edencli.games.checks import Checks, make_library
from edencli.games.records import RecordOptions, begin_session, resume_record
from edencli.games.session import Session
from edencli.lang import Words
from edencli.match.questions import Roll
from edencli.notation.writer import write_answer
from edencli.referee.dice import SeededDice

SAMPLES = Path(__file__).parent.parent / "samples"
WORDS = Words()
DUEL = """\
kind: game
name: Duel
rulebook: {book}
red: bands/jokers.yaml
blue: bands/bamaka.yaml
{more}
position:
  step: activation
  fighters: {{Yuri: {{at: [18, 24]}}, Abama Big-Belly: {{at: [32, 30]}}}}{weather}
"""


class Lines:
    """A terminal in which these lines are typed."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def read(self, prompt: str, *, hidden: bool = False) -> str:  # noqa: ARG002  # as a terminal
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)


def sit(
    game: str | Path, record: Path | None = None, *, seed: int | None = 7, moves: bool = False
) -> Session:
    """Begin a game, with or without its own moves."""
    checks = Checks(make_library(), moves=False)
    file = checks.check_file(str(SAMPLES / "games" / game), kind="game")
    keeping = RecordOptions(str(record) if record else None, wanted=record is not None)
    session = begin_session(WORDS, checks, file, seed, keeping)
    if moves:
        session.play_moves()
    return session


def duel(folder: Path, *, book: str = "en", more: str = "", weather: str = "") -> Session:
    """A duel without moves, in a folder of its own."""
    for name in ("bands", "cards", "scenery"):
        (folder / name).mkdir()
        for file in (SAMPLES / name).iterdir():
            (folder / name / file.name).write_bytes(file.read_bytes())
    (folder / "duel.yaml").write_text(DUEL.format(book=book, more=more, weather=weather), "utf-8")
    (folder / ".edencli").touch()
    return sit(folder / "duel.yaml", seed=None)


def stand_up(session: Session) -> None:
    """Release the record."""
    if session.ledger is not None:
        session.ledger.close()


def again(record: Path) -> Session:
    """Resume a record without continuing it."""
    return resume_record(WORDS, record, writing=False)


def bring_on(session: Session, inputs: int, *, seed: int = 1) -> None:
    """Answer this many questions at random, in the words that a player would type."""
    player, dice = RandomPlayer(session.match, seed), SeededDice(seed)
    for _ in range(inputs):
        question = session.question
        if question is None:
            return
        if isinstance(question, Roll):
            session.answer_text(" ".join(map(str, dice.throw(question))))
            continue
        given = player(question)
        if given is None:
            session.decline()
        else:
            session.answer_text(write_answer(given, session.match, question))

"""Bots that are programs in any language: `--blue 'program: node mybot.js'` plays a side by lines of text.

For each question the program reads one line of JSON (`question_data`), which holds what its side may see and
nothing else, and writes one line: the number of an answer, 0 to decline. It is ended with the match. Only a
program named on the command line is ever started: a record says which one played, and does not start it.
"""

import json
import shlex
import subprocess
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice, takewhile
from queue import Empty, Queue
from typing import Any

from edencli.bots import PROGRAM_PREFIX, Bot, Seat
from edencli.game import GameView, LegalAnswer, legal_value
from edencli.lang import Words, clean
from edencli.match.events import Event
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Side
from edencli.match.questions import Question
from edencli.match.rules_api import total_value
from edencli.model.terms import Quantity
from edencli.output.console import Refused
from edencli.output.sheet import Data
from edencli.rules.melee import reaction_of
from edencli.rules.questions import ReactionChoice
from edencli.transcript.event_data import event_data

AREA = "play"
MOST_ANSWERS = 200
"""The most legal answers that a question lists."""
MOST_CHARACTERS = 100
"""The most characters of an answer."""
SECONDS_TO_ANSWER = 60
SECONDS_TO_END = 1


def load_program(words: Words, name: str) -> Bot:
    """Make a bot of a program and its arguments, which starts with each match.

    Raises:
        Refused: The command cannot be read.
    """
    try:
        command = shlex.split(name.removeprefix(PROGRAM_PREFIX))
    except ValueError as fault:
        raise Refused(_fault(words, name, "program.missing", why=str(fault))) from None
    if not command:
        raise Refused(_fault(words, name, "program.missing", why=""))
    return Bot(clean(name), lambda seat: _ProgramPlayer(words, name, command, seat))


def _fault(words: Words, name: str, message: str, **values: object) -> str:
    return words.say(AREA, message, program=clean(name.removeprefix(PROGRAM_PREFIX).strip()), **values)


def question_data(
    match: Match, view: GameView, answers: Sequence[LegalAnswer], seen: Sequence[Event]
) -> Data:
    """The open question as a program reads it; of the events only those after the ones it has seen."""
    events, asked = view.events, view.question
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(events, seen, strict=False)))
    return {
        "schema": 1,
        "game": view.name,
        "side": view.side and str(view.side),
        "kind": asked.kind,
        "rule": asked.rule,
        "asks": asked.text,
        "fighter": asked.fighter,
        "optional": asked.optional,
        "answers": [
            {"n": n, "text": str(answer), "ap": _price(match, answer)} for n, answer in enumerate(answers, 1)
        ],
        "score": {str(side): points for side, points in view.score.items()},
        "position": view.position,
        "events": {"from": same, "new": [event_data(event) for event in events[same:]]},
    }


def _price(match: Match, answer: LegalAnswer) -> int:
    """The AP that an answer costs."""
    act, question = answer.value, answer.question
    if isinstance(question, ReactionChoice) and act is not None:
        act = reaction_of(question.fighter, act, question.attacker)
    return total_value(match, Query(Quantity.AP, act.fighter, act)) if isinstance(act, Act) else 0


class _ProgramPlayer:
    """Asks a running program, and checks its answers; the program ends when this is let go."""

    def __init__(self, words: Words, name: str, command: Sequence[str], seat: Seat) -> None:
        self._words, self._name, self._seat = words, name, seat
        self._seen: tuple[Event, ...] = ()
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe)  # noqa: S603  # the player's own
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or str(fault)
            raise Refused(_fault(words, name, "program.missing", why=clean(why))) from None
        self._lines: Queue[bytes | None] = Queue()
        self._answers: Queue[bytes] = Queue()
        talk = threading.Thread(target=_talk, args=(self._process, self._lines, self._answers), daemon=True)
        talk.start()
        weakref.finalize(self, _end, self._process, self._lines)

    def __call__(self, question: Question[Any]) -> Any:
        """The answer of the program, as a value.

        Raises:
            Refused: The program has ended, is too slow, or its answer is no number of an answer.
        """
        seat = self._seat
        seat.thinking(question)
        view = GameView(seat.referee, seat.header, question.asked or Side.RED)
        answers = list(islice(view.legal_answers(), MOST_ANSWERS))
        number = self._ask(question_data(seat.referee.match, view, answers, self._seen), len(answers))
        self._seen = view.events
        return legal_value(view, answers[number - 1] if number else None)

    def _ask(self, data: Data, most: int) -> int:
        """Put a question, and return the number of the answer."""
        self._lines.put(json.dumps(data, ensure_ascii=False).encode() + b"\n")
        try:
            said = self._answers.get(timeout=SECONDS_TO_ANSWER)
        except Empty:
            raise self._refused("program.silent", n=SECONDS_TO_ANSWER) from None
        if not said.endswith(b"\n") and len(said) <= MOST_CHARACTERS:
            raise self._refused("program.ended")
        number = said.decode("ascii", "replace").strip()
        least = 0 if data["optional"] else 1
        if not (number.isascii() and number.isdigit() and least <= int(number) <= most):
            raise self._refused("program.answer", answer=clean(repr(number)), least=least, most=most)
        return int(number)

    def _refused(self, message: str, **values: object) -> Refused:
        return Refused(_fault(self._words, self._name, message, **values), code=1)


def _talk(process: "subprocess.Popen[bytes]", lines: "Queue[bytes | None]", answers: "Queue[bytes]") -> None:
    """Write each line to a program and read its answer, cut where it is too long; b"" once it has ended."""
    assert process.stdin is not None  # noqa: S101  # both are pipes
    assert process.stdout is not None  # noqa: S101
    while (line := lines.get()) is not None:
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answers.put(process.stdout.readline(MOST_CHARACTERS + 1))
        except (OSError, ValueError):  # it ended, or was ended
            answers.put(b"")


def _end(process: "subprocess.Popen[bytes]", lines: "Queue[bytes | None]") -> None:
    """End a program: its input ends; if it goes on it is killed."""
    lines.put(None)
    with suppress(OSError):
        process.terminate()
    try:
        process.wait(SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            assert pipe is not None  # noqa: S101  # both are pipes
            pipe.close()

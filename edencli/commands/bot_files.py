"""Bots that are files: `--red path/to/bot.py` plays a side with the function `answer(view)` of that file.

The bot sees an `edencli.GameView` of its own side, and uses nothing but the interface for programs. `answer`
returns an answer in the words of a game file, or None to decline. Only a file named on the command line is
ever run: a record says which bot played, and does not load it again.
"""

import importlib.util
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from edencli.bots import Bot, Seat
from edencli.errors import EdenError
from edencli.game import GameView, legal_value
from edencli.lang import Words, clean
from edencli.match.pieces import Side
from edencli.match.questions import Question
from edencli.output.console import Refused

AREA = "play"
FUNCTION = "answer"

Answering = Callable[[GameView], str | Sequence[int] | None]
"""The function that a bot file defines."""


def load_bot(words: Words, name: str) -> Bot:
    """Run a file, and make a bot of its function.

    Raises:
        Refused: There is no such file, it fails, or it defines no such function.
    """
    module = _load_module(words, name)
    answer = getattr(module, FUNCTION, None)
    if not callable(answer):
        raise Refused(words.say(AREA, "bot.no-answer", file=clean(name)))
    return Bot(clean(name), lambda seat: _FilePlayer(words, name, answer, seat))


def _load_module(words: Words, name: str) -> ModuleType:
    path = Path(name).resolve()
    if not path.is_file():
        raise Refused(words.say(AREA, "bot.missing", file=clean(name)))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None, "a name with that suffix is Python's"  # noqa: S101
    assert spec.loader is not None, "and has a loader"  # noqa: S101
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))  # as for a script: modules beside it can be imported
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:  # noqa: BLE001  # whatever the file does
        raise Refused(_failure(words, name, fault)) from None
    return module


def _failure(words: Words, name: str, fault: BaseException) -> str:
    """The sentence that says what a bot raised, and on which of its lines."""
    path = str(Path(name).resolve())
    frames = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if frame.filename == path]
    if isinstance(fault, SyntaxError) and fault.filename == path:
        frames.append(fault.lineno)
    what = "".join(traceback.format_exception_only(fault)).strip().splitlines()[-1]
    return words.say(AREA, "bot.failed", file=clean(name), line=(frames or [1])[-1], fault=clean(what))


class _FilePlayer:
    """Asks the function of a bot file, and checks its answers."""

    def __init__(self, words: Words, name: str, answer: Answering, seat: Seat) -> None:
        self._words, self._name, self._answer, self._seat = words, name, answer, seat

    def __call__(self, question: Question[Any]) -> Any:
        """The answer of the bot, as a value.

        Raises:
            Refused: The bot failed, or its answer is not legal.
        """
        seat = self._seat
        seat.thinking(question)
        view = GameView(seat.referee, seat.header, question.asked or Side.RED)
        try:
            said = self._answer(view)
        except (Exception, SystemExit) as fault:  # noqa: BLE001  # whatever the file does
            raise Refused(_failure(self._words, self._name, fault), code=1) from None
        try:
            return legal_value(view, said)
        except EdenError as wrong:
            values = {"file": clean(self._name), "answer": clean(repr(said)), "why": str(wrong)}
            raise Refused(self._words.say(AREA, "bot.refused", **values), code=1) from None

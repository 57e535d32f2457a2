"""Players that are programs, such as `steady`, the practice opponent.

A bot is called with a question and returns an answer. Knows what its side may see, the acts of the rules
and the odds. Must not know a screen, a file, or anything that its side may not see. `BOTS` has a row for each
bot, and `MANNERS` one for each manner of the practice opponent. Begin with `random_player.RandomPlayer`, the
shortest one, then `steady`. A bot in a file of its own is loaded by `edencli.commands.bot_files`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from edencli.bots.manners import MANNERS, PlayManner
from edencli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from edencli.match.questions import Question
    from edencli.referee.referee import Referee

Player = Callable[["Question[Any]"], Any]
"""A program that answers questions; dice are thrown elsewhere."""

Thinking = Callable[["Question[Any]"], None]


class Seat(NamedTuple):
    """What a bot gets when it sits down: the referee of the match, a seed, and what to call before thinking.

    `header` is the head of the match's transcript, for a bot that uses the interface for programs.
    """

    referee: "Referee"
    header: Any
    seed: int
    thinking: Thinking


class Strength(NamedTuple):
    """The strength of a bot against `steady`: its mean score over a number of pairs, with a 95 % interval.

    A pair is a table that is played twice, with the sides changed; a won match counts 1, a draw a half.
    `code` is the digest of the bot's code that was measured.
    """

    pairs: int
    score: float
    low: float
    high: float
    code: str


class Bot(NamedTuple):
    """A bot: its name, and the function that makes its player.

    If it judges by places, it cannot play on a field that is not measured. `strength` is None where it was
    not measured.
    """

    name: str
    make: Callable[[Seat], Player]
    judges_by_places: bool = False
    strength: Strength | None = None


def _random(seat: Seat) -> Player:
    from edencli.bots.random_player import RandomPlayer  # noqa: PLC0415  # listing the bots must not load them

    return RandomPlayer(seat.referee.match, seat.seed)


def _practice_opponent(manner: PlayManner, seat: Seat) -> Player:
    from edencli.bots.steady import SteadyPlayer  # noqa: PLC0415  # listing the bots must not load them

    return SteadyPlayer(seat.referee.match, seat.seed, manner, thinking=seat.thinking)


def _brisk(seat: Seat) -> Player:
    from edencli.bots.brisk import BriskPlayer  # noqa: PLC0415  # listing the bots must not load them

    return BriskPlayer(seat.referee.match, seat.seed)


RANDOM = "random"

BRISK_STRENGTH = Strength(pairs=107, score=0.315, low=0.265, high=0.366, code="0bced1cf2744a3cc")
"""As `tests/benchmarks/brisk.py` measured it in all five books."""

BOTS: Mapping[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot(RANDOM, _random),
        *(
            Bot(name, partial(_practice_opponent, manner), judges_by_places=True)
            for name, manner in MANNERS.items()
        ),
        Bot("brisk", _brisk, judges_by_places=True, strength=BRISK_STRENGTH),
    )
}
"""The bots by name; `--random` means `RANDOM`."""

PERSON = "person"
PLAYERS = (*BOTS, PERSON)
"""The names of all that may play a side."""

FILE_SUFFIX = ".py"
"""The suffix of a bot that is a file."""
PROGRAM_PREFIX = "program:"
"""What stands before the command of a bot that is any program."""

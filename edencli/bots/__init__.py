"""Players who are programs: one at random, and `steady`, the practice opponent.

A bot is called with a question and returns an answer. Knows what its side may see, the acts of the rules
and the odds. Must not know a screen, a file, or anything that its side may not see. `BOTS` has a row a bot.
Begin with `random_player.RandomPlayer`, the shortest one, then `steady`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from edencli.match.match import Match
    from edencli.match.questions import Question

Player = Callable[["Question[Any]"], Any]
"""A program that answers questions; dice are thrown elsewhere."""

Thinking = Callable[["Question[Any]"], None]


class Bot(NamedTuple):
    """A program that plays a side: made of the match, a seed, and what is called before it thinks long.

    One that judges by places cannot play where nobody measures them.
    """

    make: Callable[["Match", int, Thinking], Player]
    judges_by_places: bool = False


def _random(match: "Match", seed: int, _: Thinking) -> Player:
    from edencli.bots.random_player import RandomPlayer  # noqa: PLC0415  # the list of bots costs no bot

    return RandomPlayer(match, seed)


def _steady(match: "Match", seed: int, thinking: Thinking) -> Player:
    from edencli.bots.steady import SteadyPlayer  # noqa: PLC0415  # the list of bots costs no bot

    return SteadyPlayer(match, seed, thinking=thinking)


RANDOM = "random"

BOTS: Mapping[str, Bot] = {
    RANDOM: Bot(_random),
    "steady": Bot(_steady, judges_by_places=True),
}
"""The bots by name; `RANDOM` is the one that `--random` means."""

PERSON = "person"
PLAYERS = (*BOTS, PERSON)
"""Who may play a side."""

"""Bots at the sides of a game for programs: who answers, and with which choices.

`edencli.api` describes the interface that this belongs to. Knows games and the list of bots. Must not know a
file or a command.
"""

from edencli.bots import BOTS, Player, Seat
from edencli.errors import UnknownNameError, UnsuitedError
from edencli.game import Game
from edencli.match.events import Event
from edencli.match.pieces import Side
from edencli.match.questions import Question


class BotSeats:
    """A bot for each side of a game, by its name in `edencli play --red`; each has a seed for its choices.

    A question to both sides is answered by the bot of red.

    Example:
        bots = edencli.BotSeats(game, red=("steady", 1), blue=("random", 2))
        while not game.is_over:
            bots.answer()
    """

    def __init__(self, game: Game, *, red: tuple[str, int], blue: tuple[str, int]) -> None:
        """Seat a bot at each side: its name, and the seed of its choices.

        Raises:
            UnknownNameError: There is no such bot.
            UnsuitedError: The bot needs places, and the field of the game is not measured.
        """
        self._game = game
        self._players = {Side.RED: _seat_bot(game, *red), Side.BLUE: _seat_bot(game, *blue)}

    def answer(self) -> tuple[Event, ...]:
        """Answer the open question by the bot of its side; return the new events.

        Raises:
            AnswerFailedError: It could not be carried out.
            GameOverError: The game is over.
        """
        question = self._game._open_question()  # noqa: SLF001  # a bot gets the question itself, not its words
        return self._game._take(self._players[question.asked or Side.RED](question))  # noqa: SLF001  # and answers it


def _seat_bot(game: Game, name: str, seed: int) -> Player:
    if name not in BOTS:
        raise UnknownNameError("bot", name, list(BOTS))
    bot, referee = BOTS[name], game._referee  # noqa: SLF001  # a bot sits at the match itself
    if bot.judges_by_places and not referee.match.field.has_places:
        raise UnsuitedError(f"{name} cannot play on a field that is not measured")
    return bot.make(Seat(referee, game._header, seed, _think_quietly))  # noqa: SLF001


def _think_quietly(_: Question[object]) -> None:
    """Show nothing while a bot thinks."""

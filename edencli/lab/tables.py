"""The table of a pair: which scenery stands where, equal in both legs.

Both players place scenery by the rules, in the preparation (setup.6-scenery). Here a table is drawn first, by
two bots that play at random on a copy of the game; in the legs the same pieces are then placed there again,
whichever side a bid has made the first. Markers of missions lie there earlier, and scenery must keep away
from them: a piece that cannot stand at its place is put at the nearest one that is free.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count, product
from typing import Final

from edencli.api import BotSeats, Game, IllegalError
from edencli.lab.seeds import BOTH_LEGS, derive_seed
from edencli.named_tuple import NamedTuple

PLACING: Final = "setup.6-scenery"
_MOST_BEFORE: Final = 200  # answers before the scenery; a game that begins later has none to place
_FARTHEST: Final = 12  # cm by which a piece is put aside


_NEAR: Final = sorted(
    product(range(-_FARTHEST, _FARTHEST + 1), repeat=2), key=lambda off: (off[0] ** 2 + off[1] ** 2, off)
)
"""Whole centimetres to the right and up, the nearest first."""


class PlacedScenery(NamedTuple):
    """A piece of scenery, and where it is placed: its origin in centimetres, and how far it is turned."""

    name: str
    at: tuple[float, float]
    turn: float

    def moves(self) -> Iterator[str]:
        """The moves that place it, after the side that does: at its place, then ever farther from it."""
        turned = ("turned", f"{self.turn:g}") if self.turn else ()
        for x, y in _NEAR:
            place = f"{self.at[0] + x:g},{self.at[1] + y:g}"
            yield " ".join(("places", self.name, "at", place, *turned))


def draw_table(game: Game, seed: int, pair: int) -> tuple[PlacedScenery, ...]:
    """Draw the table of a pair, from the scenery that the game brings; () if none is placed."""
    trial = game.copy(seed=derive_seed(seed, pair, BOTH_LEGS, "table-dice"))
    choices = derive_seed(seed, pair, BOTH_LEGS, "table")
    bots = BotSeats(trial, red=("random", choices), blue=("random", choices + 1))
    if not _reach_placing(trial, bots):
        return ()
    while not trial.is_over and trial.question.rule == PLACING:
        bots.answer()
    placed = trial.position.get("scenery", {})
    return tuple(
        PlacedScenery(name, (one["at"][0], one["at"][1]), one.get("turn", 0)) for name, one in placed.items()
    )


def lay_table(game: Game, bots: BotSeats, table: tuple[PlacedScenery, ...]) -> None:
    """Play the preparation of a leg until the scenery of its table is placed."""
    if not table or not _reach_placing(game, bots):
        return
    left = list(table)
    while left and not game.is_over and game.question.rule == PLACING:
        if game.question.optional:
            game.decline()  # the usual number of pieces, as the table was drawn with
        elif not _place(game, left.pop(0)):
            bots.answer()


def _place(game: Game, piece: PlacedScenery) -> bool:
    """Place a piece where it is drawn or near there; False if that is legal nowhere."""
    side = game.question.side
    for move in piece.moves():
        with suppress(IllegalError):
            game.answer(f"{side} {move}")
            return True
    return False


def _reach_placing(game: Game, bots: BotSeats) -> bool:
    """Let bots answer until scenery is placed, and tell whether it is."""
    for n in count():
        if game.is_over or n == _MOST_BEFORE:
            return False
        if game.question.rule == PLACING:
            return True
        bots.answer()
    raise AssertionError("a count has no end")

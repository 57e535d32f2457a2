"""Tables without room, by class: nobody is ever stuck, and every random match begins and ends."""

from collections.abc import Callable

import pytest
from random_matches import bands

from edencli.bots.random_player import RandomPlayer, play_out
from edencli.match.match import Match, Setup
from edencli.match.pieces import Side
from edencli.match.state import FighterState, State
from edencli.model.scenery import Outline, Scenery
from edencli.referee.dice import SeededDice
from edencli.referee.game import cards_by_piece
from edencli.referee.referee import Referee
from edencli.rulebooks.values import rulebook
from edencli.rules.registry import create_match
from edencli.rules.steps import FIRST_STEP

Make = Callable[[str, float], Scenery]
BOOKS = ("en", "fr", "de", "it", "pt")


def square(name: str, size: float) -> Scenery:
    return Scenery(name=name, outline=Outline(corners=((0, 0), (size, 0), (size, size), (0, size))))


def disc(name: str, size: float) -> Scenery:
    return Scenery(name=name, outline=Outline(radius=size / 2))


def bar(name: str, size: float) -> Scenery:
    return Scenery(name=name, outline=Outline(corners=((0, 0), (size, 0), (size, 2), (0, 2))))


# How large each piece is, in centimetres, and how many there are: from a few that fit to none that does.
CROWDS = [(4, 12), (9, 12), (16, 8), (25, 6), (45, 4), (58, 2)]


def crowded(book: str, make: Make, size: float, n: int, number: int) -> Match:
    """Two bands of the samples, and scenery for which there may be no room."""
    found = bands()
    sides = {side: found[(number + k) % len(found)] for k, side in enumerate(Side)}
    scenery = {f"Wreck {k}": make(f"Wreck {k}", size) for k in range(n)}
    state = State({piece: FighterState(card) for piece, card in cards_by_piece(sides).items()})
    state.step = FIRST_STEP
    return create_match(rulebook(book), state, Setup(bands=sides, scenery=scenery))


@pytest.mark.parametrize(("size", "n"), CROWDS)
@pytest.mark.parametrize("make", [square, disc, bar])
def test_a_crowded_table_never_stops_a_match(make: Make, size: float, n: int) -> None:
    book = BOOKS[n % len(BOOKS)]
    match = crowded(book, make, size, n, n)
    referee = Referee(match)

    play_out(referee, RandomPlayer(match, n), SeededDice(n))

    assert referee.is_over
    placed = [event for event in referee.events if event.kind in {"scenery-placed", "no-room"}]
    assert placed

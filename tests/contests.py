"""Matches between bots: the same band on both sides of a table, with its cards, and the winner."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from random_matches import bands, npfs, sceneries

from edencli.bots.random_player import RandomPlayer, play_out
from edencli.bots.steady import SteadyPlayer
from edencli.effects.begin import create_match_with_cards
from edencli.match.match import Match, Setup
from edencli.match.pieces import Side
from edencli.match.questions import Question, Roll
from edencli.match.state import FighterState, State
from edencli.match.table_events import MatchEnded
from edencli.model.scenery import Outline, Scenery
from edencli.referee.dice import SeededDice
from edencli.referee.game import cards_by_piece
from edencli.referee.referee import Referee
from edencli.rulebooks.values import rulebook
from edencli.rules.steps import FIRST_STEP


def even_match(book: str, number: int) -> Match:
    """Put the same band on both sides of a table, before the preparation."""
    band = bands()[number % len(bands())]
    scenery = {piece.name: piece for piece in sceneries()[number % len(sceneries())]}
    sides = dict.fromkeys(Side, band)
    state = State({piece: FighterState(card) for piece, card in cards_by_piece(sides).items()})
    state.step = FIRST_STEP
    return create_match_with_cards(rulebook(book), state, Setup(bands=sides, scenery=scenery))


CHAPTERS = ("territory", "infestation", "weather")


def large_match(book: str, number: int, chapters: tuple[str, ...] = ()) -> Match:
    """Put seven fighters on each side of a table with twelve pieces of scenery, before the preparation."""
    found = bands()
    roster = {
        card.name: card for k in range(len(found)) for card in found[(number + k) % len(found)].fighters
    }
    band = found[number % len(found)].with_changes(fighters=tuple(roster.values())[:7])
    sides = dict.fromkeys(Side, band)
    outlines = (
        Outline(radius=2.5),
        Outline(corners=((0, 0), (8, 0), (8, 2), (0, 2))),
        Outline(corners=((0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (0, 2))),
    )
    scenery = {
        f"Piece {n}": Scenery(name=f"Piece {n}", outline=outlines[n % 3], slow=n % 4 == 0) for n in range(12)
    }
    state = State({piece: FighterState(card) for piece, card in cards_by_piece(sides).items()})
    state.step = FIRST_STEP
    if chapters:
        bought = [piece for pieces_ in sceneries() for piece in pieces_ if piece.cost][:12]
        scenery = {piece.name: piece for piece in bought}
    everybody = {card.name: card for card in npfs()} if chapters else {}
    return create_match_with_cards(
        rulebook(book), state, Setup(bands=sides, scenery=scenery, npfs=everybody, chapters=chapters)
    )


def winner(match: Match) -> Side | None:
    """The winner of a match by its victory points; None in a draw."""
    ended = match.log[-1]
    assert isinstance(ended, MatchEnded)
    return ended.winner


class Timed:
    """Lets each side's player answer, and keeps how long `side` thought."""

    def __init__(self, players: Mapping[Side, Callable[[Question[Any]], Any]], side: Side) -> None:
        self._players, self._side = players, side
        self.seconds: list[float] = []

    def __call__(self, question: Question[Any]) -> Any:
        """Answer as the player of the side asked, and keep the time."""
        assert question.asked is not None
        start = time.process_time()
        answer = self._players[question.asked](question)
        if question.asked is self._side:
            self.seconds.append(time.process_time() - start)
        return answer


def contest(match: Match, number: int, side: Side) -> list[float]:
    """Let `steady` play one side against a random player; return its thinking times."""
    timed = Timed({side: SteadyPlayer(match, number), side.other: RandomPlayer(match, number)}, side)
    play_out(Referee(match), timed, SeededDice(number))
    return timed.seconds


def play_on(
    match: Match, number: int, *, against_chance: bool = False
) -> Iterator[tuple[Question[Any], Any]]:
    """Let `steady` play both sides, or red alone; yield each question with its answer before giving it."""
    referee, steady, dice = Referee(match), SteadyPlayer(match, number), SeededDice(number)
    chance = RandomPlayer(match, number)
    while (question := referee.question) is not None:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
        elif against_chance and question.asked is Side.BLUE:
            referee.answer(chance(question))
        else:
            answer = steady(question)
            yield question, answer
            referee.answer(answer)

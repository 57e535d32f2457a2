"""At every step the state says everything: a match is written down, begun again, and plays on the same."""

from functools import cache
from typing import Any, NamedTuple

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI, fighter
from matches import AMBUSH, SECRET, mission, prepare, rock, tactic

from edencli.bots.random_player import RandomPlayer
from edencli.match.events import Event
from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece
from edencli.match.position import dump_position, load_position
from edencli.match.questions import Roll
from edencli.model.fighter import Fighter
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook
from edencli.rules.registry import create_match


class Boundary(NamedTuple):
    """A step of a match: where it stood, and what came after."""

    plain: dict[str, Any]
    answers: int
    events: int


class Whole(NamedTuple):
    """A match played to its end at random, with the first boundary at each step."""

    setup: Setup
    cards: dict[Piece, Fighter]
    log: list[Event]
    end: dict[str, Any]
    answers: list[Any]
    boundaries: dict[str, Boundary]


@cache
def whole(book: str) -> Whole:
    """Play a match from its first step to its end."""
    match = prepared(book)
    answers: list[Any] = []
    boundaries: dict[str, Boundary] = {}

    def note(match: Match) -> None:
        boundaries.setdefault(
            match.state.step, Boundary(dump_position(match.state), len(answers), len(match.log))
        )

    cards = {piece: one.card for piece, one in match.state.fighters.items()}
    referee = Referee(match, at_boundary=note)
    player, dice = RandomPlayer(match, 5, agreements=True), SeededDice(5)
    while (question := referee.question) is not None:
        answers.append(dice.throw(question) if isinstance(question, Roll) else player(question))
        referee.answer(answers[-1])
    return Whole(match.setup, cards, match.log, dump_position(match.state), answers, boundaries)


def prepared(book: str) -> Match:
    """A match before its first step: two fighters a side, missions, cards and scenery."""
    tough = fighter(psi=3)
    game = prepare(
        rulebook(book),
        (YURI, VLADD, ELENIA, YLISS),
        cards=dict.fromkeys((YURI, VLADD, ELENIA, YLISS), tough),
        missions={
            RED: [mission("Open road", immediate="Lay an idol."), mission("Quiet knife", SECRET)],
            BLUE: [mission("High tower"), mission("Still water", SECRET, deployment=AMBUSH)],
        },
        tactics={
            side: [tactic(name, cancellation=1) for name in ("A", "B", "C", "D")] for side in (RED, BLUE)
        },
        scenery=[rock(), rock("Stone", radius=1, slow=True, crossable=True)],
    )
    match = game.match
    fresh = {piece: one.card for piece, one in match.state.fighters.items()}
    return create_match(match.book, load_position({"step": MATCH_STEPS[0]}, fresh, 0), match.setup)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("step", MATCH_STEPS)
def test_a_match_is_begun_from_any_step_as_it_was_written_down_and_plays_on_the_same(
    book: str, step: str
) -> None:
    played = whole(book)
    boundary = played.boundaries[step]
    state = load_position(boundary.plain, played.cards, rulebook(book).actions.ap)
    assert dump_position(state) == boundary.plain

    match = create_match(rulebook(book), state, played.setup)
    referee = Referee(match)
    for answer in played.answers[boundary.answers :]:
        referee.answer(answer)

    assert match.log == played.log[boundary.events :]
    assert dump_position(match.state) == played.end


@pytest.mark.parametrize("book", BOOKS)
def test_a_match_comes_to_every_step(book: str) -> None:
    assert set(MATCH_STEPS) <= set(whole(book).boundaries)

"""No question of the eyes is asked whose answer cannot matter: for each, two answers go on differently.

How a match goes on is looked at till the act or the step is over, with the same dice, choices and facts.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import pytest
from random_matches import MOST, begin_blind

from edencli.bots.random_player import RandomPlayer
from edencli.match.events import FactTold
from edencli.match.facts import UNSEEN, AtPlace, AtScenery, Fact, FactGroup, FarAcross, Seeing, Whereabouts
from edencli.match.questions import Choice, FieldQuestion, Question, Roll
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.rules.acts import Move

WORLDS = range(40)
"""In each all else is seen, thrown and chosen in its own way; in the first nothing is so, in the next all."""
EVERY = 3
"""Of so many questions one is looked at."""


def drawn(*what: object) -> int:
    """A number that is always the same for the same things."""
    return int.from_bytes(blake2b(repr(what).encode(), digest_size=4).digest(), "big")


def seen(fact: Fact | FactGroup, world: int) -> Any:
    """What eyes say in a world."""
    if isinstance(fact, FactGroup):
        return tuple(piece for piece, one in zip(fact.pieces, fact.facts, strict=True) if seen(one, world))
    if isinstance(fact, Seeing):
        return (0, UNSEEN)[world] if world < 2 else drawn(world, fact) % 5 + UNSEEN
    if isinstance(fact, FarAcross):
        return drawn(world, fact) % 13
    if isinstance(fact, AtScenery):
        return tuple(Whereabouts)[drawn(world, fact) % 3]
    return bool(world) if world < 2 else drawn(world, fact) % 100 < (50, 15, 30, 70, 85)[world % 5]


def said(fact: Fact | FactGroup) -> Iterator[Any]:
    """What may be said of it."""
    if isinstance(fact, FactGroup):
        yield from ((), fact.pieces, *((piece,) for piece in fact.pieces))
    elif isinstance(fact, FarAcross):
        yield from (0, 3, 12)
    else:
        yield from fact.possible_answers()


def shown(question: Question[Any]) -> str:
    """A question as far as it says something: what it is about, and what may be answered."""
    return repr((question.kind, question.rule, question.about, _allowed(question)))


def _allowed(question: Question[Any]) -> list[Any]:
    return question.allowed_options() if isinstance(question, Choice) else []


def course(referee: Referee, answer: Any, world: int) -> list[str]:
    """How a match goes on after an answer; it is taken back again."""
    mark, events, step = referee.replay_point(), len(referee.match.log), referee.boundary_at
    referee.answer(answer)
    told = list[str]()
    while (question := referee.question) is not None and referee.boundary_at == step:
        if referee.late_refusal is not None:
            told.append(f"{referee.late_refusal.rule} {referee.late_refusal.reason}")
            break
        if isinstance(question, FieldQuestion):
            referee.answer(seen(question.fact, world))
            continue
        told.append(shown(question))
        if isinstance(question, Roll):
            referee.answer(tuple(drawn(world, len(told), n) % 6 + 1 for n in range(question.dice)))
        elif isinstance(question, Choice):
            allowed = question.allowed_options()
            declines = question.optional and (not allowed or drawn(world, len(told)) % 3 == 0)
            referee.answer(None if declines else allowed[drawn(world, "which", len(told)) % len(allowed)])
        else:
            break
    told += [repr(event) for event in referee.events[events:] if not isinstance(event, FactTold)]
    told.append("" if referee.question is None else shown(referee.question))
    referee.rewind(mark)
    return told


def matters(referee: Referee, question: FieldQuestion) -> bool:
    """Whether two answers go on differently in some world."""
    for world in WORLDS:
        answers = said(question.fact)
        first = course(referee, next(answers), world)
        if any(course(referee, answer, world) != first for answer in answers):
            return True
    return False


@pytest.mark.parametrize("number", [0, 1, 2, 4])
@pytest.mark.parametrize("book", ["en", "fr"])
def test_whatever_eyes_are_asked_matters(book: str, number: int) -> None:
    """But for two: cards look at many places at once, and who else is in a leaver's way is asked of all."""
    match = begin_blind(book, number)
    referee, player, dice = Referee(match), RandomPlayer(match, number), SeededDice(number)
    needless, looked_at, last = list[object](), 0, None
    for n in range(MOST):
        question = referee.question
        if question is None:
            break
        if isinstance(question, FieldQuestion):
            is_many = isinstance(question.fact, AtPlace) or isinstance(last, Move)
            if n % EVERY == 0 and not is_many:
                looked_at += 1
                needless += [] if matters(referee, question) else [(question.fact, last)]
            referee.answer(player(question))
        else:
            last = dice.throw(question) if isinstance(question, Roll) else player(question)
            referee.answer(last)

    assert needless == []
    assert looked_at > 3

"""What fails in mid-flight is taken back: the match stands where it stood, and goes on from there."""

import random
from contextlib import suppress
from typing import Any

import pytest
from random_matches import begin_match, play

from edencli.match.events import Event
from edencli.match.match import Listener, Match, Procedure
from edencli.referee.referee import ProcedureFailed, Referee
from edencli.rulebooks.raw_books import BOOKS


class CardError(RuntimeError):
    pass


class Faulty(Listener):
    """A card that fails at the n-th change from now, once."""

    def __init__(self) -> None:
        self.changes_left = 0

    def replaces(self, kind: type[Event]) -> bool:  # noqa: ARG002  # it counts every change
        return True

    def replace(self, match: Match, change: Event) -> Procedure[Event | None]:  # noqa: ARG002  # the door's shape
        yield from ()
        self.changes_left -= 1
        if self.changes_left == 0:
            raise CardError
        return change


def moment(referee: Referee) -> tuple[Any, ...]:
    """Everything that can be seen of a match: its log, its position, and what is asked."""
    asked = referee.question
    assert asked is not None
    return list(referee.events), referee.match.state.copy(), asked.kind, asked.asked, asked.rule, asked.about


@pytest.mark.parametrize("book", BOOKS)
def test_an_answer_on_which_a_card_fails_is_taken_back_and_can_be_given_again(book: str) -> None:
    played, chance = play(book, 1), random.Random(book)  # noqa: S311  # a test guards no secret
    card, match = Faulty(), begin_match(book, 1)
    match.add_listeners([card])
    referee = Referee(match)
    failures = 0
    for answer in played.answers:
        before = moment(referee)
        card.changes_left = chance.randint(1, 6)
        with suppress(ProcedureFailed):
            referee.answer(answer)
            continue
        failures += 1
        assert moment(referee) == before
        referee.answer(answer)

    assert failures > len(played.answers) / 10
    assert match.log == played.match.log


def test_a_card_that_fails_says_why() -> None:
    card, match = Faulty(), begin_match("en", 1)
    match.add_listeners([card])
    referee = Referee(match)
    red, blue, *_ = play("en", 1).answers
    referee.answer(red)
    card.changes_left = 1

    with pytest.raises(ProcedureFailed) as caught:
        referee.answer(blue)

    assert isinstance(caught.value.__cause__, CardError)

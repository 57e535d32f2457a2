"""A field that nobody measures, told by another that does: the same choices end in the same state.

So do all matches of the tests of the optional chapters, each with its `Blind` twin.
"""

from functools import cache

import pytest
from asked import Blind
from random_matches import begin_match, played_match

from edencli.match.facts import (
    Arriving,
    AtScenery,
    Covered,
    FactGroup,
    InView,
    Nearer,
    RoomToGo,
    Seeing,
    Touching,
    Within,
)
from edencli.match.field_kinds import ToldField
from edencli.referee.referee import Referee

BOOKS = ("en", "fr", "de", "it", "pt")
NUMBERS = (0, 8, 1, 3, 5, 6)
"""Matches without optional chapters, with one, and with two of them."""


@cache
def tell(book: str, number: int) -> Blind:
    """Play a match again on a field that does not measure, guided by one that does."""
    told = Blind(Referee(begin_match(book, number)), begin_match(book, number))
    for answer in played_match(book, number).answers:
        told.guide.answer(answer)
        told.follow(answer)
    return told


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("book", BOOKS)
def test_the_same_choices_end_in_the_same_state(book: str, number: int) -> None:
    told = tell(book, number)

    assert len(told.asked) > 10
    assert told.differences() == []
    assert told.referee.is_over


@pytest.mark.parametrize("book", BOOKS)
def test_the_record_of_what_was_answered_and_told_replays(book: str) -> None:
    told, match = tell(book, NUMBERS[1]), begin_match(book, NUMBERS[1])
    match.state.field = ToldField()
    again = Referee(match)

    for answer in told.answers:
        again.answer(answer)

    assert again.events == told.referee.events
    assert again.match.state == told.referee.match.state


def test_every_kind_of_fact_but_those_of_the_chapters_is_asked_for() -> None:
    facts = [fact for book in BOOKS for number in NUMBERS for fact in tell(book, number).asked]

    asked = {type(fact.facts[0] if isinstance(fact, FactGroup) else fact) for fact in facts}

    assert asked >= {Touching, Within, Nearer, Seeing, Covered, InView, RoomToGo, Arriving, AtScenery}

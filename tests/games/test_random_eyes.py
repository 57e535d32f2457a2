"""Matches at random where the miniatures are the field, and eyes say at random what they see.

`EYES=1000 pytest tests/games/test_random_eyes.py` plays so many in each book.
"""

import os
from functools import cache

import pytest
from random_matches import Played, play

from edencli.match.events import FactTold
from edencli.rulebooks.raw_books import BOOKS

MATCHES = int(os.environ.get("EYES", "8"))
"""As many as there are combinations of optional chapters."""


@cache
def played(book: str) -> tuple[Played, ...]:
    return tuple(play(book, number, blind=True) for number in range(MATCHES))


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_eyes_say_a_match_keeps_its_laws_and_ends(book: str) -> None:
    matches = played(book)

    assert [fault for one in matches for fault in one.faults] == []
    assert all(one.match.state.ended for one in matches)
    assert all(any(isinstance(event, FactTold) for event in one.match.log) for one in matches)


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_has_a_place_in_it(book: str) -> None:
    states = [one.match.state for one in played(book)]

    assert {fighter.place for state in states for fighter in state.fighters.values()} == {None}


@pytest.mark.parametrize("book", BOOKS)
def test_its_record_replays(book: str) -> None:
    one = played(book)[1]

    again = one.again()

    assert (again.log, again.state) == (one.match.log, one.match.state)

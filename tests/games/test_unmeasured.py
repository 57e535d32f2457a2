"""A field that nobody measures, told by another that does: the same choices end in the same state."""

from functools import cache
from typing import Any, NamedTuple

import pytest
from random_matches import Played, begin_match, play

from edencli.field.distance import overlap
from edencli.field.shapes import Disc, Point
from edencli.field.units import PER_CM
from edencli.match.facts import (
    UNSEEN,
    Arriving,
    Covered,
    Fact,
    InView,
    Nearer,
    RoomToGo,
    Seeing,
    Touching,
    Within,
)
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.questions import FieldQuestion
from edencli.match.state import State
from edencli.match.table_events import Deployed, Moved, Placed
from edencli.model.fighter import Equipment, Use
from edencli.model.terms import Category
from edencli.referee.referee import Referee
from edencli.rules.actions import enemies_at
from edencli.rules.acts import Blast, Move
from edencli.rules.ground import base, is_nearer, is_within, touch
from edencli.rules.movement import against_move, paid_part
from edencli.rules.registry import bind
from edencli.rules.sight import view_of
from edencli.rules.targets import on_point, template

BOOKS = ("en", "fr", "de", "it", "pt")
NUMBERS = (0, 8, 16, 3, 19)
"""Matches without optional chapters, and in acid rain; the others are measured so far."""
FLAMER = Equipment(name="Flamer", uses=(Use(category=Category.BLAST),))


class Eyes:
    """Tells the facts of one match from the places of another, which is played with the same answers.

    Who has moved since the last answer stands where the first match says; it may not know how far a charge
    goes that does not arrive.
    """

    def __init__(self, told: Match, measured: Match) -> None:
        self._told = told
        self._measured = measured
        self.blink()

    def blink(self) -> None:
        """Note that an answer is over."""
        self._seen = len(self._told.log)

    def see(self, fact: Fact) -> Any:
        """Measure a fact."""
        state = self._told.state.copy()
        state.told = None
        new = self._told.log[self._seen :]
        moved = {event.fighter for event in new if isinstance(event, Moved | Placed | Deployed)}
        for piece, one in state.fighters.items():
            if piece not in moved:
                one.place = self._measured.of(piece).place
        return measure(bind(self._told.book, state, self._told.setup), fact)


def measure(match: Match, fact: Fact) -> Any:  # noqa: PLR0911  # one answer for each kind of fact
    """What a field that measures says."""
    if isinstance(fact, Touching):
        return touch(match, fact.one, fact.other)
    if isinstance(fact, Within):
        return is_within(match, fact.of, fact.target, fact.far)
    if isinstance(fact, Nearer):
        return is_nearer(match, fact.of, fact.one, fact.other)
    if isinstance(fact, Seeing):
        seen = view_of(match, fact.viewer, fact.target)
        return seen.obstacles if seen.visible else UNSEEN
    if isinstance(fact, Covered):
        return _is_covered(match, fact)
    if isinstance(fact, RoomToGo):
        return len(fact.path) == 1 or _can_walk(match, fact.mover, fact.path)
    if isinstance(fact, Arriving):
        way = _charged(match, fact.mover, fact.path)
        return bool(enemies_at(match, fact.mover, way[-1]))
    assert isinstance(fact, InView)  # all answers were legal
    return True


def _is_covered(match: Match, fact: Covered) -> bool:
    there = base(match, fact.victim)
    if fact.template == "point":
        return fact.victim in on_point(match, fact.point)
    if fact.template == "explosion":
        x, y = fact.point
        return overlap(there, Disc(x=x, y=y, r=match.setup.explosion))
    laid = Blast(fighter=fact.by, weapon=FLAMER, use=FLAMER.uses[0], point=fact.point, turned=fact.turned)
    return overlap(there, template(match, laid))


def _charged(match: Match, mover: Piece, path: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    reach = (match.book.actions.charge.distance or 0) * PER_CM
    return paid_part(match, mover, tuple(Point(*place) for place in path), reach)


def _can_walk(match: Match, mover: Piece, path: tuple[tuple[int, int], ...]) -> bool:
    return next(against_move(match, Move(fighter=mover, path=_charged(match, mover, path))), None) is None


@cache
def played(book: str, number: int) -> Played:
    """A match at random, on a field that measures."""
    return play(book, number)


class Told(NamedTuple):
    """A match of which the field is told, the one that guides it, what was asked, and all answers."""

    referee: Referee
    guide: Referee
    asked: list[Fact]
    answers: list[Any]


def blind(book: str, number: int) -> Match:
    """A match of whose field nobody has said anything."""
    match = begin_match(book, number)
    match.state.told = {}
    return match


@cache
def tell(book: str, number: int) -> Told:
    """Play a match again on a field that does not measure, beside one that does."""
    told = Told(Referee(blind(book, number)), Referee(begin_match(book, number)), [], [])
    eyes = Eyes(told.referee.match, told.guide.match)
    for answer in played(book, number).answers:
        told.answers.append(answer)
        told.referee.answer(answer)
        while isinstance(told.referee.question, FieldQuestion):
            told.asked.append(told.referee.question.fact)
            told.answers.append(eyes.see(told.asked[-1]))
            told.referee.answer(told.answers[-1])
        told.guide.answer(answer)
        eyes.blink()
    return told


def without_places(state: State) -> State:
    """The same, but for where anybody stands and what was said of that."""
    bare = state.copy()
    bare.told = None
    for one in bare.fighters.values():
        one.place = None
    return bare


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("book", BOOKS)
def test_the_same_choices_end_in_the_same_state(book: str, number: int) -> None:
    referee, guide, asked, _ = tell(book, number)

    assert len(asked) > 10
    assert without_places(referee.match.state) == without_places(guide.match.state)
    assert referee.is_over
    assert [event.kind for event in referee.events] == [event.kind for event in guide.events]


@pytest.mark.parametrize("book", BOOKS)
def test_the_record_of_what_was_answered_and_told_replays(book: str) -> None:
    told = tell(book, NUMBERS[1])
    again = Referee(blind(book, NUMBERS[1]))

    for answer in told.answers:
        again.answer(answer)

    assert again.events == told.referee.events
    assert again.match.state == told.referee.match.state


def test_every_kind_of_fact_is_asked_for() -> None:
    asked = {type(fact) for book in BOOKS for number in NUMBERS for fact in tell(book, number).asked}

    assert asked == set(Fact.__subclasses__())

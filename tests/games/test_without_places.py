"""A match without a place anywhere, told by one that is measured: the same choices end in the same state."""

from collections import deque
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from asked import measure, way_of, without_places
from random_matches import begin_match, played_match

from edencli.effects.begin import create_match_with_cards
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import ScriptOptions, play_script
from edencli.match.events import FactTold, Raised
from edencli.match.facts import (
    Arriving,
    AtPlace,
    Covered,
    Fact,
    FactGroup,
    InView,
    Nearer,
    RoomToGo,
    Seeing,
    Touching,
    Within,
)
from edencli.match.field_kinds import ToldField
from edencli.match.match import Act, Match
from edencli.match.questions import Agreement, FieldQuestion, PlacementQuestion
from edencli.match.state import SceneryState
from edencli.match.table_events import Moved
from edencli.referee.referee import Referee
from edencli.rules.actions import enemies_touched_at
from edencli.rules.acts import AreaAttack, Blast, Charge, Move
from edencli.rules.placing import FighterPlacement, SceneryPlacement

BOOKS = ("en", "fr", "de", "it", "pt")
NUMBERS = (0, 8, 16, 3, 19)
"""Matches without optional chapters, and in acid rain."""


class Eyes:
    """Tells the facts of one match from the places of another, which is played with the same answers."""

    def __init__(self, told: Match, measured: Match) -> None:
        self._told = told
        self._measured = measured
        self._act: Any = None
        self.watch(None)

    def watch(self, answer: Any) -> None:
        """Note what is answered next on the field that measures."""
        self._act = answer if isinstance(answer, Act) else self._act
        self._moves = answer if isinstance(answer, Move | Charge) else None
        self._seen = len(self._told.log)

    def see(self, fact: Fact | FactGroup) -> Any:
        """Measure a fact as the measured match stands, but for whom the act in progress has moved."""
        state, moves = self._measured.state.copy(), self._moves
        if moves and any(isinstance(one, Moved) for one in self._told.log[self._seen :]):
            state.place_fighter(moves.fighter, way_of(self._measured, moves)[-1])
        match = create_match_with_cards(self._measured.book, state, self._measured.setup)
        match.log[:] = self._told.log
        return measure(match, fact, self._act)


def without_place(match: Match, answer: Any, following: Any) -> Any:  # noqa: PLR0911  # one line a kind
    """The same answer as it is given where nobody measures; a charge is run at whom it strikes."""
    if isinstance(answer, Charge):
        touched = enemies_touched_at(match, answer.fighter, way_of(match, answer)[-1])
        target = answer.target if answer.target in touched or not touched else touched[0]
        if len(touched) > 1 and following in touched and answer.target not in touched:
            target = following
        return answer.with_changes(path=(), target=target)
    if isinstance(answer, Move):
        return answer.with_changes(path=())
    if isinstance(answer, AreaAttack):
        return answer.with_changes(point=(0, 0), **({"turned": 0.0} if isinstance(answer, Blast) else {}))
    if isinstance(answer, FighterPlacement):
        return FighterPlacement(answer.fighter, None)
    if isinstance(answer, SceneryPlacement):
        return SceneryPlacement(answer.scenery, SceneryState(None))
    if isinstance(answer, Agreement):
        return answer.with_changes(place=None)
    return answer


class Told(NamedTuple):
    """A match of which the field is told, the one that guides it, what was asked, and all answers."""

    referee: Referee
    guide: Referee
    asked: list[Fact | FactGroup]
    answers: list[Any]


def blind(book: str, number: int) -> Match:
    """A match of whose field nobody has said anything."""
    match = begin_match(book, number)
    for fighter in match.state.fighters.values():
        fighter.place = None
    match.state.field = ToldField()
    return match


@cache
def tell(book: str, number: int) -> Told:
    """Play a match again on a field that does not measure, beside one that does."""
    told = Told(Referee(blind(book, number)), Referee(begin_match(book, number)), [], [])
    eyes = Eyes(told.referee.match, told.guide.match)
    left = deque(played_match(book, number).answers)
    while left:
        answer = left.popleft()
        eyes.watch(answer)
        if not _is_settled(told.guide, told.referee):
            _give(told, without_place(told.guide.match, answer, left[0] if left else None), eyes)
        told.guide.answer(answer)
    return told


def _is_settled(guide: Referee, referee: Referee) -> bool:
    """Whether only the field that measures asks whom a charge strikes, or where a card puts something."""
    assert guide.question is not None
    if guide.question.kind == PlacementQuestion.kind and (
        referee.question is None or referee.question.kind != PlacementQuestion.kind
    ):
        return True
    asked = referee.question.rule if referee.question else ""
    return guide.question.rule == "action.charge" != asked


def _give(told: Told, answer: Any, eyes: Eyes) -> None:
    told.answers.append(answer)
    told.referee.answer(answer)
    while isinstance(told.referee.question, FieldQuestion):
        told.asked.append(told.referee.question.fact)
        told.answers.append(eyes.see(told.asked[-1]))
        told.referee.answer(told.answers[-1])
        assert told.referee.late_refusal is None


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("book", BOOKS)
def test_the_same_choices_end_in_the_same_state(book: str, number: int) -> None:
    referee, guide, asked, _ = tell(book, number)

    assert asked
    assert without_places(referee.match.state) == without_places(guide.match.state)
    assert referee.is_over
    happened = [event.kind for event in referee.events if not isinstance(event, FactTold)]
    assert happened == [event.kind for event in guide.events]


@pytest.mark.parametrize("book", BOOKS)
def test_the_record_of_what_was_answered_and_told_replays(book: str) -> None:
    told = tell(book, NUMBERS[1])
    again = Referee(blind(book, NUMBERS[1]))

    for answer in told.answers:
        again.answer(answer)

    assert again.events == told.referee.events
    assert again.match.state == told.referee.match.state


def test_every_kind_of_fact_but_those_of_the_chapters_is_asked_for() -> None:
    asked = [fact for book in BOOKS for number in NUMBERS for fact in tell(book, number).asked]

    kinds = {type(fact.facts[0] if isinstance(fact, FactGroup) else fact) for fact in asked}
    assert kinds == {Touching, Within, Nearer, Seeing, Covered, InView, RoomToGo, Arriving, AtPlace}


QUAY = """\
kind: game
name: The quay at the table
rulebook: fr
chapters: [territory, infestation]
field: {measured: false, scenery: [scenery/quay.yaml], npfs: [cards/npfs.yaml]}
red: bands/jokers.yaml
blue: bands/horde.yaml
position:
  step: activation
  scenery: {Net shed: {}, Flooded dock: {}, Stacked containers: {}}
  fighters:
    {Yuri: {}, Howler: {}, Skarn: {gone: removed}, Brath: {gone: removed}, Two-Heads: {gone: removed},
     Mudlark: {gone: removed}, Vlädd: {gone: removed}, Mirka: {gone: removed}, Tick-Tock: {gone: removed},
     Old Kazimir: {gone: removed}}
moves:
  - red activates Yuri
  - blue does not interrupt
  - Yuri is not at Flooded dock  # where something hostile is
  - Yuri climbs Stacked containers
  - Yuri touches Stacked containers
  - Howler does not touch Yuri
  - dice: [6, 6, 6, 6, 6]
  - Yuri is not at Flooded dock
  - Yuri moves
  - Howler does not touch Yuri
  - Yuri is not at Stacked containers
  - Yuri is not at Flooded dock
  - Yuri hides in Net shed
  - Yuri touches Net shed
  - Howler is not in range of Yuri
"""


def test_a_script_climbs_comes_down_and_hides_without_a_place(here: Path) -> None:
    (here / "quay.yaml").write_text(QUAY, encoding="utf-8")
    checks = Checks(make_library())
    file = checks.check_file("quay.yaml", kind="game")

    played = play_script(checks, file, ScriptOptions())

    assert [one.code for one in file.diagnostics] == []
    assert played is not None
    assert played.wrong is None
    yuri = next(one for piece, one in played.match.state.fighters.items() if piece.name == "Yuri")
    assert (yuri.raised, yuri.hidden, yuri.place) == (None, "Net shed", None)
    raised = [event.scenery for event in played.match.log if isinstance(event, Raised)]
    assert raised == ["Stacked containers", None]

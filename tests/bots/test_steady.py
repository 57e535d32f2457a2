"""The practice opponent: legal, the same every time, blind to secrets, explained, and better than chance."""

from collections.abc import Iterator
from functools import cache
from math import dist
from typing import Any

import pytest
from contests import contest, even_match, play_on, winner
from random_matches import begin_match

from edencli.bots.lookahead import copy_match
from edencli.bots.steady import SteadyPlayer, choose_answer, give_hint
from edencli.field.units import cm
from edencli.lang import Words
from edencli.match.events import ApSpent, Event
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.table_events import Moved, RoundBegun
from edencli.model.lexicon import FighterLexicon
from edencli.model.terms import MissionKind
from edencli.notation.reader import read_answer
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.missions import mission_of
from edencli.transcript.phrases import bot_reason_sentence


@cache
def played(book: str, number: int) -> Match:
    match = begin_match(book, number)
    assert list(play_on(match, number))
    return match


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("number", [0, 1])
def test_he_plays_a_match_to_its_end_legally(book: str, number: int) -> None:
    assert played(book, number).log[-1].kind == "match-ended"


def returns(log: list[Event]) -> Iterator[Moved]:
    """The Moves that end where a fighter had stood in the round, or still stands, nothing done in between."""
    been: dict[Piece, list[tuple[int, int]]] = {}
    for event in log:
        if isinstance(event, RoundBegun):
            been.clear()
        elif isinstance(event, ApSpent) and event.act != "action.move":
            been.pop(event.fighter, None)
        elif isinstance(event, Moved) and event.how == "move":
            stood = been.setdefault(event.fighter, [])
            if any(dist(event.path[-1], place) <= cm(1) for place in stood) or len(event.path) == 1:
                yield event
            stood.append(event.path[0])


@pytest.mark.parametrize(("book", "number"), [("en", 1), ("fr", 1), ("fr", 22), ("en", 13)])
def test_nobody_walks_to_and_fro_or_nowhere(book: str, number: int) -> None:
    """In some of these a place that was just left looks best again, or scenery turns back who would enter."""
    log = played(book, number).log

    assert sum(isinstance(event, Moved) for event in log) > 10
    assert not list(returns(log))


def test_the_same_seed_plays_the_same_match() -> None:
    match = begin_match("en", 1)

    assert list(play_on(match, 1))
    assert match.log == played("en", 1).log


def stranger(match: Match, side: Side) -> Match:
    """The same match, were all that the other side keeps secret otherwise."""
    other = copy_match(match)
    theirs, mission = other.state.sides[side.other], mission_of(match, side.other)
    theirs.hand = tuple(f"another {card}" for card in theirs.hand)
    band = match.setup.bands[side.other]
    if mission is None or mission.kind is MissionKind.SECRET:
        renamed = tuple(one.with_changes(name=f"another {one.name}") for one in band.missions)
        band = band.with_changes(missions=renamed)
        theirs.mission = mission and f"another {mission.name}"
        theirs.vp += 3 if mission else 0
    tactics = tuple(
        one.with_changes(name=f"another {one.name}") for one in band.tactics if one.name not in theirs.played
    )
    kept = tuple(one for one in band.tactics if one.name in theirs.played)
    band = band.with_changes(tactics=(*tactics, *kept))
    other.setup = match.setup._replace(bands={side: match.setup.bands[side], side.other: band})
    other.log = [event.seen_by(side) for event in match.log]
    return other


@pytest.mark.parametrize("number", [1, 2, 4])
def test_what_the_other_hides_changes_no_choice(number: int) -> None:
    """His hand, his decks, his secret mission and what it scored might be any."""
    match, hidden = begin_match("en", number), 0

    for question, answer in play_on(match, number, against_chance=True):
        otherwise = match_seen_by(stranger(match, Side.RED), Side.RED)
        assert choose_answer(otherwise, question, number).answer == answer
        hidden += len(match.state.sides[Side.BLUE].hand)

    assert hidden > 20


@pytest.mark.parametrize("theirs", [0, 1, 3])
def test_a_bid_that_lies_hidden_changes_no_choice(theirs: int) -> None:
    referee = Referee(even_match("en", 3))
    answers = set()

    for bid in {0, theirs}:
        assert referee.question is not None
        mark = referee.replay_point()
        referee.answer(bid)
        assert (referee.question.rule, referee.question.asked) == ("setup.3-bid", Side.BLUE)
        answers.add(choose_answer(match_seen_by(referee.match, Side.BLUE), referee.question).answer)
        referee.rewind(mark)

    assert len(answers) == 1


def test_a_view_holds_none_of_the_others_secrets() -> None:
    """The cards and secret missions of random matches say by their names whose they are."""
    match, hidden = begin_match("en", 1), 0

    for _ in play_on(match, 1, against_chance=True):
        for side in Side:
            view, played = match_seen_by(match, side), match.state.sides[side.other].played
            theirs = view.state.sides[side.other]
            told = [theirs.hand, theirs.mission, view.setup.bands[side.other], view.log]
            shown = [word for word in repr(told).split("'") if word.endswith(f" of {side.other}")]
            assert set(shown) <= set(played)
            hidden += len(match.state.sides[side.other].hand)

    assert hidden


def test_when_the_match_is_over_nothing_is_secret() -> None:
    match = played("en", 1)

    assert match_seen_by(match, Side.RED).state == match.state


def test_a_hint_is_his_answer_as_one_would_write_it_and_says_why() -> None:
    match, words, reasons = even_match("fr", 3), Words(), set()
    names = FighterLexicon[Piece](match.state.fighters)

    for question, answer in play_on(match, 3, against_chance=True):
        given = give_hint(match_seen_by(match, Side.RED), question, 3)
        assert read_answer(given.line, match, question) == answer
        assert bot_reason_sentence(words, names, given.why, given.about)
        reasons.add(given.why)

    assert {"charge", "melee", "approach", "strikes-first", "toughest", "front", "behind"} <= reasons


@pytest.mark.parametrize("book", ["en", "fr"])
def test_he_beats_chance_with_an_equal_band(book: str) -> None:
    """A hundred matches a book are played by hand: tests/benchmarks/opponents.py."""
    for number, side in enumerate(Side):
        match = even_match(book, number)
        contest(match, number, side)
        assert winner(match) is side


def test_whoever_waits_is_told_before_he_thinks() -> None:
    match, waiting = even_match("en", 1), list[Any]()
    referee = Referee(match)

    assert referee.question is not None
    SteadyPlayer(match, 1, thinking=waiting.append)(referee.question)

    assert waiting == [referee.question]

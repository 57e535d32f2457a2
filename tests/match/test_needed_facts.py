"""What a look at a field that nobody measures was found to hang on is remembered, and forgotten in time."""

from collections.abc import Callable

import pytest
from random_matches import begin_blind, play

from edencli.match import needed_facts
from edencli.match.facts import Fact, FactAnswer, Touching, UnknownFact
from edencli.match.match import Match
from edencli.match.needed_facts import with_needed_facts
from edencli.match.table_events import Activated


@pytest.fixture
def match() -> Match:
    return begin_blind("en", 0)


def _contacts(match: Match) -> tuple[Fact, ...]:
    one, *others = list(match.state.fighters)[:4]
    return tuple(Touching(one=one, other=other) for other in others)


def _look(match: Match, looks: list[int], *facts: Fact) -> Callable[[], bool]:
    def look() -> bool:
        looks.append(1)
        return all(match.require_fact(fact) for fact in facts)

    return look


def _wanted(match: Match, look: Callable[[], bool], what: str = "look") -> object:
    try:
        return with_needed_facts(match, look, what)
    except UnknownFact as unknown:
        return unknown.fact


def _tell(match: Match, fact: Fact, answer: bool) -> None:  # noqa: FBT001  # what is said
    match.record_fact(FactAnswer(fact=fact, answer=answer))


def test_who_is_told_a_fact_does_not_try_again_what_follows_from_it(match: Match) -> None:
    facts, looks = _contacts(match), list[int]()
    look = _look(match, looks, *facts)

    assert _wanted(match, look) == facts[0]
    tried = len(looks)
    _tell(match, facts[0], answer=True)
    assert _wanted(match, look) == facts[1]
    _tell(match, facts[1], answer=True)
    _tell(match, facts[2], answer=False)
    assert _wanted(match, look) is False

    assert len(looks) == tried


@pytest.mark.parametrize(("deep", "is_found"), [(2, False), (3, True)])
def test_so_many_facts_are_tried_within_each_other_and_beyond_that_one_is_asked(
    match: Match, deep: int, monkeypatch: pytest.MonkeyPatch, *, is_found: bool
) -> None:
    """Three facts are looked at, and none of them matters."""
    monkeypatch.setattr(needed_facts, "MAX_DEPTH", deep)
    facts = _contacts(match)

    def look() -> bool:
        return bool([match.require_fact(fact) for fact in facts])

    assert _wanted(match, look) == (True if is_found else facts[0])


def test_what_was_tried_is_told_apart_by_what_is_looked_at(match: Match) -> None:
    facts = _contacts(match)

    assert _wanted(match, _look(match, [], facts[0]), "one") == facts[0]
    assert _wanted(match, _look(match, [], facts[1]), "other") == facts[1]


def _activate(match: Match) -> None:
    piece = next(iter(match.state.fighters))
    match.apply_event(match.state, Activated(rule="activation.once", fighter=piece))


def _take_back(match: Match) -> None:
    match.state = match.state.copy()


@pytest.mark.parametrize("change", [_activate, _take_back])
def test_what_was_tried_is_forgotten_when_the_match_is_another(
    match: Match, change: Callable[[Match], None]
) -> None:
    facts = _contacts(match)
    wanted = [facts[0]]

    def look() -> bool:
        return bool(match.require_fact(wanted[0]))

    assert _wanted(match, look) == facts[0]
    wanted[0] = facts[1]
    change(match)

    assert _wanted(match, look) == facts[1]


def test_a_fact_that_is_told_otherwise_later_is_not_mistaken(match: Match) -> None:
    facts = _contacts(match)
    _tell(match, facts[0], answer=True)
    look = _look(match, [], *facts[:2])
    assert _wanted(match, look) == facts[1]

    match.field.set_facts({facts[0]: False, facts[1]: True})

    assert _wanted(match, look) is False


def test_what_is_guessed_is_not_remembered(match: Match) -> None:
    (fact, *_) = _contacts(match)
    with match.guessing():
        assert _wanted(match, _look(match, [], fact)) is False

    assert _wanted(match, _look(match, [], fact)) == fact


@pytest.mark.parametrize(("book", "number"), [("en", 3), ("fr", 5)])
def test_a_match_is_the_same_when_nothing_is_remembered(
    book: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembering = play(book, number, blind=True)
    monkeypatch.setattr(needed_facts, "_known_end", lambda *_: None)
    assert play(book, number, blind=True).match.log == remembering.match.log


def test_nobody_is_asked_where_it_comes_to_the_same(match: Match) -> None:
    one, two, *_ = _contacts(match)

    def look() -> bool:
        return bool(match.require_fact(one)) or not match.require_fact(one) or bool(match.require_fact(two))

    assert _wanted(match, look) is True

"""Facts of the field: what each kind gives to the event that tells of it."""

from typing import Any, ClassVar

import pytest
from duels import ELENIA, VLADD, YLISS, YURI

from edencli.lang import Words
from edencli.match.events import FactTold
from edencli.match.facts import (
    FACT_KINDS,
    UNSEEN,
    AtScenery,
    EventPart,
    Fact,
    FactAnswer,
    FactGroup,
    FarAcross,
    Nearer,
    NearScenery,
    Seeing,
    Whereabouts,
    Within,
    fact_event_parts,
)
from edencli.match.pieces import Piece, Side
from edencli.model.lexicon import FighterLexicon
from edencli.rulebooks.values import Rulebook
from edencli.transcript.event_data import event_data, event_from
from edencli.transcript.event_sentences import EventSentences

CORE = ("rule", "fighter", "asked", "so", "is_so")


@pytest.fixture(params=FACT_KINDS)
def fact(request: pytest.FixtureRequest) -> Fact:
    """A fact of each kind."""
    kind = FACT_KINDS[request.param]
    parts: dict[Any, Any] = {int: 7, str: "Wall", Side | None: Side.RED}
    return kind(**{part: parts.get(of, YURI) for part, of in kind.part_types.items()})


def test_a_kind_of_fact_gives_a_value_to_each_part_of_its_event(fact: Fact) -> None:
    answer = fact.possible_answers()[-1]

    assert fact.event_values(answer).keys() == {part.name for part in fact.event_parts}


def test_every_answer_that_a_kind_of_fact_lists_is_one(fact: Fact) -> None:
    answers = list(fact.possible_answers())

    assert answers
    assert all(fact.is_valid_answer(answer) for answer in answers)
    assert len(set(answers)) == len(answers)


@pytest.mark.parametrize("nonsense", [None, "yes", -2, 1.5, (), [True]], ids=str)
def test_nothing_else_answers_a_kind_of_fact(fact: Fact, nonsense: object) -> None:
    assert not fact.is_valid_answer(nonsense)


def test_a_number_that_answers_a_fact_is_no_less_than_nothing() -> None:
    """But for the one that says that somebody is not seen."""
    seeing, across = Seeing(viewer=YURI, target=ELENIA), FarAcross(piece=YURI, scenery="Keep")

    assert [seeing.is_valid_answer(n) for n in (-2, UNSEEN, 0, 1, True)] == [False, True, True, True, False]
    assert [across.is_valid_answer(n) for n in (-1, 0, 1, True)] == [False, True, True, False]


def test_something_may_be_as_far_across_as_the_largest_field_is_long(book: Rulebook) -> None:
    across = FarAcross(piece=YURI, scenery="Keep")

    assert list(across.possible_answers()) == list(range(book.table.largest_side + 1))


def test_a_kind_of_fact_is_asked_in_a_sentence_and_each_of_its_answers_is_told_in_one(fact: Fact) -> None:
    words = Words()
    story = EventSentences(words, FighterLexicon([YURI]))
    answers = fact.possible_answers()

    assert [message for message in words.area("questions") if message.startswith(f"fact.{fact.rule}")]
    assert all(story.sentence(FactTold.from_answer(FactAnswer(fact=fact, answer=one))) for one in answers)


def test_the_event_has_the_parts_of_all_facts_and_no_others() -> None:
    """Their order is that of the JSON of events."""
    names = [part.name for part in fact_event_parts()]

    assert FactTold.parts == (*CORE, *names)
    assert names == ["obstacles", "than", "far", "scenery", "where", "across"]


GROUP = FactGroup(
    subject=YURI,
    facts=tuple(Nearer(of=YURI, one=one, other=VLADD) for one in (ELENIA, YLISS)),
    pieces=(ELENIA, YLISS),
)


@pytest.mark.parametrize(
    ("named", "is_valid"),
    [((), True), ((ELENIA,), True), ((YLISS, ELENIA), True), ((ELENIA, ELENIA), False), ((VLADD,), False)],
)
def test_a_group_of_facts_is_answered_by_fighters_of_it_each_once(
    named: tuple[Piece, ...], *, is_valid: bool
) -> None:
    assert GROUP.is_valid_answer(named) is is_valid


TOLD: tuple[tuple[Fact | FactGroup, Any, bool, tuple[Piece, ...], dict[str, Any]], ...] = (
    (Seeing(viewer=YURI, target=ELENIA), UNSEEN, False, (), {"obstacles": 0}),
    (Seeing(viewer=YURI, target=ELENIA), 0, True, (ELENIA,), {"obstacles": 0}),
    (Seeing(viewer=YURI, target=ELENIA), 2, True, (ELENIA,), {"obstacles": 2}),
    (Within(of=YURI, target=ELENIA, far=500), True, True, (ELENIA,), {"far": 500}),
    (
        AtScenery(piece=YURI, scenery="Well"),
        Whereabouts.AWAY,
        False,
        (),
        {"scenery": "Well", "where": "away"},
    ),
    (NearScenery(piece=YURI, scenery="Well", far=500), True, True, (), {"scenery": "Well", "far": 500}),
    (FarAcross(piece=YURI, scenery="Well"), 0, True, (), {"scenery": "Well", "across": 0}),
    (GROUP, (YLISS,), True, (YLISS,), {"than": VLADD}),
    (GROUP, (), False, (), {"than": VLADD}),
)


@pytest.mark.parametrize(("fact", "answer", "is_so", "so", "parts"), TOLD)
def test_an_event_shows_what_its_fact_says_of_an_answer(
    fact: Fact | FactGroup, answer: Any, *, is_so: bool, so: tuple[Piece, ...], parts: dict[str, Any]
) -> None:
    event = FactTold.from_answer(FactAnswer(fact=fact, answer=answer))

    expected = {"obstacles": 0, **dict.fromkeys(FactTold.parts[len(CORE) + 1 :]), **parts}
    assert (event.is_so, event.so) == (is_so, so)
    assert {name: getattr(event, name) for name in FactTold.parts[len(CORE) :]} == expected
    assert event_from(event_data(event)) == event


def test_a_new_kind_of_fact_brings_a_part_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edencli.match.facts.FACT_KINDS", dict(FACT_KINDS))

    class Leaning(Fact):
        rule = "move.base"
        event_parts: ClassVar[tuple[EventPart, ...]] = (EventPart("degrees", int | None),)
        piece: Piece

        def event_values(self, told: Any) -> dict[str, Any]:
            return {"degrees": told}

    added = [part for part in fact_event_parts() if part.name not in FactTold.parts]
    assert [part.name for part in added] == ["degrees"]
    for name in ("part_types", "parts", "defaults", "_blank", "_required"):
        monkeypatch.setattr(FactTold, name, getattr(FactTold, name))
    FactTold.add_parts({part.name: part.type for part in added}, {part.name: None for part in added})

    event = FactTold.from_answer(FactAnswer(fact=Leaning(piece=YURI), answer=30))
    assert event_data(event)["degrees"] == 30
    assert event_from(event_data(event)) == event

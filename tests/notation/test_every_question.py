"""Every question that the rules ask has its forms, and its answers are written and read back the same."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from notation.scene import ELENIA, HIS_TWIN, RED, ULRIKA, YURI, deed_of, heated, match, unbegun
from question_table import question_classes

from edencli.bots.random_player import RandomPlayer
from edencli.field.shapes import Point
from edencli.match.facts import (
    UNSEEN,
    Arriving,
    AtPlace,
    AtScenery,
    Covered,
    Fact,
    FactGroup,
    FarAcross,
    InPounce,
    InReach,
    InView,
    Nearer,
    NearScenery,
    RoomToGo,
    SceneryAimedAt,
    SceneryInView,
    Seeing,
    Touching,
    Whereabouts,
    Within,
)
from edencli.match.match import Match, Procedure
from edencli.match.questions import Choice, OrderChoice, Question, Roll, fact_question
from edencli.notation.errors import Unwritable
from edencli.notation.forms import ANY, Topic
from edencli.notation.reader import read_answer
from edencli.notation.table import FACT_TOPICS, TOPICS
from edencli.notation.writer import list_answers, write_answer
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook
from edencli.rules.actions import charge, disengage
from edencli.rules.acts import Charge, Melee
from edencli.rules.questions import StrayTarget

LONGEST = 3_000

# Met too seldom by chance to be waited for; each has a test below, or is written like one that is met.
RARE = {
    ("choice", "mission.immediate"),
    ("choice", "card-over-rule"),
    ("choice", "action.charge"),
    ("choice", "disengage.strikes"),
    ("choice", "shoot.engaged"),
    ("choice", "simultaneous"),
    ("choice", "first-player.leader-lost"),
    ("choice", "infestation.attack"),
    ("choice", "infestation.charge"),
    ("choice", "ability.cost"),
    ("deed", "card-over-rule"),
    ("target", "card-over-rule"),
    ("pick", "card-over-rule"),
    ("discard", "card-over-rule"),
    ("spot", "card-over-rule"),
}
KINDS = {kind.kind for kind in question_classes()}


def _check(given: Any, match: Match, question: Question[Any]) -> None:
    line = write_answer(given, match, question)
    again = read_answer(line, match, question)

    assert (type(again), again) == (type(given), given), line
    assert write_answer(again, match, question) == line


def _check_all(match: Match, question: Question[Any]) -> None:
    """Check what can be listed: every option, and declining."""
    if isinstance(question, Choice):
        for option in question.allowed_options():
            _check(option, match, question)
    if question.optional:
        _check(None, match, question)


def _play(match: Match, seed: int) -> Counter[tuple[str, str]]:
    """Play a match at random to its end, writing and reading every answer; count what was asked."""
    referee, met = Referee(match), Counter[tuple[str, str]]()
    player, dice = RandomPlayer(match, seed, agreements=True), SeededDice(seed)
    while referee.question is not None:
        question = referee.question
        met[question.kind, question.rule] += 1
        assert sum(met.values()) < LONGEST
        _check_all(match, question)
        given = dice.throw(question) if isinstance(question, Roll) else player(question)
        _check(given, match, question)
        referee.answer(given)
    return met


@pytest.mark.parametrize("key", BOOKS)
def test_a_whole_match_can_be_written_and_read(key: str) -> None:
    met = _play(unbegun(key), seed=7)

    has_npfs = rulebook(key).infestation is not None
    asked_by_cards = {"target", "pick", "discard"}  # none of these cards says what it does
    assert {kind for kind, _ in met} == KINDS - asked_by_cards - (set() if has_npfs else {"prowl"})


def test_matches_at_random_meet_every_usual_question() -> None:
    met = Counter[tuple[str, str]]()
    for seed, book in enumerate(BOOKS * 2):
        met += _play(heated(book), seed) + _play(unbegun(book), seed) + _play(match(book=book), seed)

    usual = {(topic.kind, rule) for topic in TOPICS for rule in topic.rules if ANY not in (topic.kind, rule)}
    assert usual - set(met) <= RARE


def _first_asked(procedure: Procedure[Any], rule: str) -> Question[Any]:
    """The first question of a rule, dice showing no success before it."""
    answer = None
    while True:
        question = procedure.send(answer)
        if question.rule == rule:
            return question
        answer = (1,) * question.dice if isinstance(question, Roll) else question.only_answer()


def test_who_may_strike_at_a_leaver_strikes_or_not() -> None:
    made = match()
    made.state_of(ELENIA).place = (13_000, 10_000)

    question = _first_asked(disengage(made, YURI, [ELENIA]), "disengage.strikes")

    _check_all(made, question)
    assert list(list_answers(made, question)) == [
        "Elenia strikes",
        "Elenia holds back",
        "Elenia does not strike",
    ]


def test_a_charge_that_touches_two_others_says_whom_it_strikes() -> None:
    made = match()
    made.state_of(ELENIA).place, made.state_of(ULRIKA).place = (20_000, 8_500), (20_000, 11_500)
    rush = Charge(fighter=YURI, target=HIS_TWIN, path=(Point(10_000, 10_000), Point(17_402, 10_000)))

    question = _first_asked(charge(made, rush), "action.charge")

    _check_all(made, question)
    assert list(list_answers(made, question)) == [
        "red Yuri targets Elenia",
        "red Yuri targets Ûlrika of the Hollow",
    ]


def test_whom_an_odd_shot_hits_is_picked_among_the_nearest() -> None:
    question = StrayTarget(asked=RED, fighter=YURI, options=(ELENIA, HIS_TWIN))

    _check_all(match(), question)
    assert list(list_answers(match(), question)) == ["red picks Elenia", "red picks blue Yuri"]


def test_what_is_called_alike_is_picked_by_number() -> None:
    names = ("Bad water", "Duck", "Bad water", YURI)
    question = OrderChoice(asked=RED, options=range(4), names=names)

    _check_all(match(), question)
    lines = ["red picks Bad water (1)", "red picks Duck", "red picks Bad water (2)", "red picks red Yuri"]
    assert lines == list(list_answers(match(), question))


def test_an_answer_without_a_form_is_the_programs_fault() -> None:
    made = match()
    free = Melee(fighter=YURI, target=ELENIA, free=True)

    with pytest.raises(Unwritable):
        write_answer(free, made, deed_of(made))


def _facts() -> Iterator[Fact]:
    """A fact of every kind about the fighters of the examples."""
    yield Touching(one=YURI, other=ELENIA)
    yield Within(of=ELENIA, target=YURI, far=20_000)
    yield Nearer(of=ULRIKA, one=YURI, other=ELENIA)
    yield Seeing(viewer=YURI, target=ELENIA)
    yield AtPlace(of=YURI, how="near", place="Well", far=5_000)
    yield Covered(by=ELENIA, template="blast", victim=YURI)
    yield InView(by=YURI, at=ELENIA)
    yield RoomToGo(mover=YURI)
    yield Arriving(mover=YURI, target=ELENIA)
    yield InReach(by=YURI, at=None)
    yield AtScenery(piece=YURI, scenery="Old oak")
    yield NearScenery(piece=YURI, scenery="Old oak", far=20_000)
    yield SceneryInView(viewer=YURI, scenery="Old oak")
    yield SceneryAimedAt(by=YURI, template="point", scenery="Old oak")
    yield FarAcross(piece=YURI, scenery="Old oak")
    yield InPounce(npf=YURI, target=ELENIA, far=20_000)


def _several() -> Iterator[FactGroup]:
    """Every kind of fact that is asked of several."""
    both = (ELENIA, ULRIKA)
    for facts in (
        tuple(Touching(one=one, other=YURI) for one in both),
        tuple(Within(of=YURI, target=one, far=5_000) for one in both),
        tuple(Nearer(of=YURI, one=one, other=HIS_TWIN) for one in both),
        tuple(Covered(by=YURI, template="blast", victim=one) for one in both),
    ):
        yield FactGroup(subject=YURI, facts=facts, pieces=both)


def test_there_is_no_other_fact() -> None:
    """Those that other tests made are not the package's."""
    ours = {kind for kind in Fact.__subclasses__() if kind.__module__.startswith("edencli.")}

    assert {type(fact) for fact in _facts()} == ours


@pytest.mark.parametrize("fact", list(_facts()), ids=lambda fact: type(fact).__name__)
def test_what_can_be_said_of_a_fact_is_written_and_read_back(fact: Fact) -> None:
    made, question = match(), fact_question(fact)

    for told in [True, False, UNSEEN, 0, 3, *Whereabouts]:
        if fact.is_valid_answer(told):
            _check(told, made, question)


@pytest.mark.parametrize("several", list(_several()), ids=lambda several: several.rule)
def test_what_can_be_said_of_several_is_written_and_read_back(several: FactGroup) -> None:
    made, question = match(), fact_question(several)

    for told in [(), (ELENIA,), (ULRIKA,), (ELENIA, ULRIKA)]:
        _check(told, made, question)


@pytest.mark.parametrize("topic", FACT_TOPICS, ids=lambda topic: f"{topic.kind} {topic.rules[0]}")
def test_the_examples_of_facts_are_canonical(topic: Topic) -> None:
    made = match()
    asked = _several() if topic.kind == "facts" else _facts()
    (fact,) = (fact for fact in asked if fact.rule in topic.rules)
    question = fact_question(fact)

    for form in topic.forms:
        line = write_answer(read_answer(form.example, made, question), made, question)
        assert line.replace("red Yuri", "Yuri") == form.example

"""What one answer of the practice opponent weighs is counted, and ends at a bound with a legal answer."""

from collections.abc import Iterator
from typing import Any

import pytest
from duels import ELENIA, VLADD, YLISS, YURI
from effects.carded import ability, begun
from random_matches import begin_match

from edencli.bots import evaluations
from edencli.bots.evaluations import bounded_evaluations, count_evaluations
from edencli.bots.random_player import RandomPlayer
from edencli.bots.steady import choose_answer
from edencli.match.limits import EVALUATIONS_PER_ANSWER
from edencli.match.match import Match
from edencli.match.questions import Question, Roll
from edencli.referee.answers import check_answer
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by
from edencli.rules.questions import TargetChoice

WORST = "- {effect: now, choose: {who: {}, most: 9}, do: [{op: lose-cp, limb: head}]}"
Asked = tuple[Match, Question[Any]]


def asked(match: Match, seed: int, *, every: int) -> Iterator[Asked]:
    """Some of the questions of a match that chance plays, each with what its side may see."""
    referee, player, dice = Referee(match), RandomPlayer(match, seed), SeededDice(seed)
    n = 0
    while (question := referee.question) is not None:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
            continue
        n += 1
        if n % every == 0:
            yield match_seen_by(match, question.asked or match.first_player), question
        referee.answer(player(question))


def with_worst_cards() -> Match:
    """A match in which everybody may choose anybody, nine times over."""
    cards = [ability(WORST, kind="action", more="cost: {ap: 1}")]
    return begun(dict.fromkeys((YURI, VLADD, ELENIA, YLISS), cards), step="first-player")


@pytest.mark.parametrize("bound", [0, 1, 7, 60])
def test_at_its_bound_an_answer_is_legal(bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluations, "EVALUATIONS_PER_ANSWER", bound)
    kinds = set()
    for match in (begin_match("fr", 3), with_worst_cards()):
        for view, question in asked(match, 3, every=4):
            check_answer(question, choose_answer(view, question).answer)
            kinds.add(type(question))

    assert len(kinds) > 4


def test_at_its_bound_the_best_that_was_found_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may weigh more finds nothing worse."""
    questions = asked(with_worst_cards(), 1, every=1)
    view, question = next(one for one in questions if isinstance(one[1], TargetChoice))
    worths = []
    for bound in range(0, 600, 20):
        monkeypatch.setattr(evaluations, "EVALUATIONS_PER_ANSWER", bound)
        worths.append(choose_answer(view, question).worth)
    monkeypatch.undo()

    assert worths == sorted(worths)
    assert worths[0] < worths[-1] == choose_answer(view, question).worth


@pytest.mark.parametrize(("book", "number"), [("en", 3), ("pt", 4)])
def test_no_answer_of_an_ordinary_match_comes_near_the_bound(
    book: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for view, question in asked(begin_match(book, number), number, every=9):
        whole = choose_answer(view, question)
        with monkeypatch.context() as patch:
            patch.setattr(evaluations, "EVALUATIONS_PER_ANSWER", EVALUATIONS_PER_ANSWER // 20)
            assert choose_answer(view, question) == whole


def test_nothing_is_counted_but_for_an_answer() -> None:
    with bounded_evaluations() as first:
        count_evaluations(3)
        with bounded_evaluations() as second:
            count_evaluations(4)
    count_evaluations(EVALUATIONS_PER_ANSWER + 1)

    assert (first, second) == ([3], [4])

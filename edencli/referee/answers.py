"""Run one procedure: ask its questions, check every answer, and let no illegal one through.

A question that has one legal answer is answered here; an optional one may be declined with None.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from edencli.match.match import Procedure
from edencli.match.questions import Agreement, Question
from edencli.match.reasons import Refusal

T = TypeVar("T")


class IllegalAnswer(Exception):  # noqa: N818  # the game's word for it
    """An answer that the rules refuse; nothing has changed."""

    def __init__(self, question: Question[Any], refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} ({refusal.rule})")
        self.question = question
        self.refusal = refusal


def drive(procedure: Procedure[T], answer: Callable[[Question[Any]], Any]) -> T:
    """Run a procedure to its end, with answers from one source, and return its result."""
    given = None
    while True:
        try:
            question = procedure.send(given)
        except StopIteration as end:
            result: T = end.value
            return result
        given = question.only_answer()
        if given is None:
            given = check_answer(question, answer(question))


def check_answer(question: Question[Any], given: Any) -> Any:
    """Return an answer that is legal, or raise `IllegalAnswer`."""
    if given is None:
        if question.optional:
            return None
        raise IllegalAnswer(question, Refusal(rule=question.rule, reason="must-answer", about={}))
    if isinstance(given, Agreement):
        if question.agreeable:
            return given
        raise IllegalAnswer(question, Refusal(rule=question.rule, reason="no-agreement-now", about={}))
    refusal = question.refusal(given)
    if refusal is not None:
        raise IllegalAnswer(question, refusal)
    return given

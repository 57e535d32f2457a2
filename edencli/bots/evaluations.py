"""Counts what a bot evaluates for one answer; at a bound the best answer found so far is played."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TypeVar

from edencli.match.limits import EVALUATIONS_PER_ANSWER

T = TypeVar("T")


class EvaluationsSpent(Exception):  # noqa: N818  # no error: the best answer so far is played
    """An answer has used up its evaluations."""


_evaluations: ContextVar[list[int] | None] = ContextVar("evaluations", default=None)


@contextmanager
def bounded_evaluations() -> Iterator[list[int]]:
    """Count the evaluations for one answer within this context; yields a list that holds the count."""
    counted = [0]
    token = _evaluations.set(counted)
    try:
        yield counted
    finally:
        _evaluations.reset(token)


def count_evaluations(n: int = 1) -> None:
    """Count an evaluation: an attack, a look at nearby fighters, a trial on a copy, or the events of one.

    Raises:
        EvaluationsSpent: The bound for one answer is passed.
    """
    counted = _evaluations.get()
    if counted is not None:
        counted[0] += n
        if counted[0] > EVALUATIONS_PER_ANSWER:
            raise EvaluationsSpent


def within_evaluations(found: Iterable[T]) -> Iterator[T]:
    """The items that are found before an answer has used up its evaluations."""
    with suppress(EvaluationsSpent):
        yield from found

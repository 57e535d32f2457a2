"""What one answer weighs is counted, and ends at a bound: then the best that was found so far is played."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TypeVar

from edencli.match.limits import EVALUATIONS_PER_ANSWER

T = TypeVar("T")


class EvaluationsSpent(Exception):  # noqa: N818  # the best that was found so far will do
    """An answer has weighed as much as it may."""


_evaluations: ContextVar[list[int] | None] = ContextVar("evaluations", default=None)


@contextmanager
def bounded_evaluations() -> Iterator[list[int]]:
    """Count what is weighed from now on, for one answer; yields a list that holds the count."""
    counted = [0]
    token = _evaluations.set(counted)
    try:
        yield counted
    finally:
        _evaluations.reset(token)


def count_evaluations(n: int = 1) -> None:
    """Count an attack that is weighed, a look at who is near, a trial on a copy, or the events of one.

    Raises:
        EvaluationsSpent: There were too many for one answer.
    """
    counted = _evaluations.get()
    if counted is not None:
        counted[0] += n
        if counted[0] > EVALUATIONS_PER_ANSWER:
            raise EvaluationsSpent


def within_evaluations(found: Iterable[T]) -> Iterator[T]:
    """What is found before an answer has weighed as much as it may."""
    with suppress(EvaluationsSpent):
        yield from found

"""The referee: carries a match from question to question, and lets no wrong answer through.

    referee.question     what is asked now; None when the match is over
    referee.answer(x)    answers it, or raises Illegal and changes nothing
    referee.events       all that has happened

A question with one legal answer is answered here. When a procedure fails in mid-flight, a loop of cards or a
fault of ours, its last answer is taken back: the step is begun again from its boundary and answered up to
there.
"""

from collections.abc import Callable, Sequence
from typing import Any

from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.questions import Agreement, Question
from edencli.match.state import State
from edencli.referee.answers import Illegal, checked
from edencli.rules.agreement import why_not_agree
from edencli.rules.steps import run


class Broken(RuntimeError):  # noqa: N818  # the procedure is, and the match goes on without the last answer
    """A procedure failed while it worked on an answer, which was taken back."""


class Referee:
    """One match being played."""

    def __init__(self, match: Match, at_boundary: Callable[[Match], None] = lambda _: None) -> None:
        self.match = match
        self.question: Question[Any] | None = None
        self._at_boundary = at_boundary
        self._answers: list[Any] = []
        self.forced: list[tuple[Question[Any], Any]] = []
        """The questions that were answered here since the last answer, and how."""
        self._opening = match.state.copy(), len(match.log)
        self._begin_step()
        if not self.is_over:
            self._go_on(None)

    @property
    def events(self) -> list[Event]:
        """All that has happened, in order."""
        return self.match.log

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.ended is not None

    def answer(self, given: Any) -> None:
        """Answer the question; None declines an optional one."""
        if self.question is None:
            raise ValueError("nothing is asked")
        given = checked(self.question, given)
        if isinstance(given, Agreement) and (refusal := why_not_agree(self.match, given)):
            raise Illegal(self.question, refusal)
        before = self._boundary, tuple(self._answers)
        self.forced = []
        try:
            self._send(given)
        except Exception as fault:
            self._take_back(*before)
            raise Broken(str(fault)) from fault

    def _begin_step(self) -> None:
        self._at_boundary(self.match)
        self._boundary = len(self.match.log)
        self._answers = []
        self._procedure = run(self.match)

    def _send(self, given: Any) -> None:
        self._answers.append(given)
        self._go_on(given)

    def _go_on(self, given: Any) -> None:
        """Send an answer, and go on till somebody must be asked or the match is over."""
        while True:
            try:
                question = self._procedure.send(given)
            except StopIteration:
                if self.is_over:
                    self.question = None
                    return
                self._begin_step()
                given = None
                continue
            given = question.only()
            if given is None:
                self.question = question
                return
            self.forced.append((question, given))
            self._answers.append(given)

    def _take_back(self, boundary: int, answers: Sequence[Any]) -> None:
        """Begin the step of the last question again from its boundary, and answer it up to there."""
        self.match.state = self._at(boundary)
        del self.match.log[boundary:]
        self.forced = []
        self._begin_step()
        self.question = next(self._procedure)
        for given in answers:
            self._answers.append(given)
            self.question = self._procedure.send(given)

    def _at(self, boundary: int) -> State:
        """The state as it was then: nothing but events has changed it."""
        opening, length = self._opening
        state = opening.copy()
        for event in self.match.log[length:boundary]:
            event.apply(state)
        return state

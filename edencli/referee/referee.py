"""The referee: takes a match from question to question, and accepts only legal answers.

    referee.question     the open question; None when the match is over
    referee.answer(x)    answers it, or raises IllegalAnswer and changes nothing
    referee.events       all that has happened

A question with one legal answer is answered here. When a procedure fails midway, by a loop of cards or a
fault of ours, its last answer is taken back: the step is begun again from its boundary and answered up to
there.

On a field without measurements a rule may need a fact that is unknown. Then the players are asked for it, and
their answer is kept among the answers. A predicate is simply asked again. A procedure has ended with the
exception, so its step is played again from the boundary, with all answers, facts included. An answer that
waits for facts counts as given: when they forbid it, `late_refusal` says why, and its question is asked
again.
"""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from edencli.effects.begin import create_match_with_cards
from edencli.match.events import Event
from edencli.match.facts import Fact, FactAnswer, UnknownFact
from edencli.match.match import Match, Procedure
from edencli.match.questions import Agreement, Choice, FieldQuestion, Question, fact_question
from edencli.match.reasons import Refusal
from edencli.match.state import State
from edencli.named_tuple import NamedTuple
from edencli.referee.answers import IllegalAnswer, check_answer
from edencli.rules.agreement import why_not_agree
from edencli.rules.steps import run_step

EVENTS_BETWEEN_STATES = 64
"""The fewest events between two states that are kept for going back."""


class ProcedureFailed(RuntimeError):  # noqa: N818  # the match goes on without the last answer
    """A procedure failed while it worked on an answer, which was taken back."""


class ReplayPoint(NamedTuple):
    """A boundary of the match, the answers since (all, and those of players), and the facts known there.

    `answer_count` counts the players' answers since the match began. `given` is the answer that waits for a
    fact, if one does, and `given_at` the number of answers before it.
    """

    boundary: int
    answers: tuple[Any, ...]
    player_answers: tuple[Any, ...]
    told_facts: Mapping[Fact, Any]
    answer_count: int
    given: Any = None
    given_at: int = 0


class AnswerPoint(NamedTuple):
    """The moment of an answer: the number of events before it, and the facts known then."""

    events: int
    facts: Mapping[Fact, Any]


class Referee:
    """One match in progress."""

    def __init__(
        self,
        match: Match,
        at_boundary: Callable[[Match], None] = lambda _: None,
        at_answer: Callable[[Question[Any], Any], None] = lambda *_: None,
        *,
        step: Callable[[Match], Procedure[None]] = run_step,
    ) -> None:
        """`at_answer` is called with each legal answer while its question still waits.

        `step` is played from one boundary to the next: the steps of a match, or another procedure.
        """
        self.match = match
        self._step = step
        self.answer_count = 0
        """The number of players' answers since the match began; answers given here do not count."""
        self.question: Question[Any] | None = None
        self._at_boundary = at_boundary
        self._at_answer = at_answer
        self._answers: list[Any] = []
        self.player_answers: list[Any] = []
        """The players' answers since the last boundary; answers given here are left out."""
        self._waiting_question: Question[Any] | None = None
        """The question that waits for a fact; None if the procedure ended for lack of it."""
        self._waiting_answer: Any = None
        """The answer that waits for a fact, if one was given."""
        self._waiting_since = 0
        """The number of answers before the waiting one; facts about it have been told since."""
        self.late_refusal: Refusal | None = None
        """Why the facts told last forbid the answer that waited for them."""
        self.answer_points: list[AnswerPoint] = []
        """When players answered, without the answers taken back."""
        self.forced_answers: list[tuple[Question[Any], Any]] = []
        """The questions answered here since the last answer, and their answers."""
        self._opening = match.state.copy(), len(match.log)
        self._reached = [self._opening]
        """The opening and states reached since, each with the number of events before it."""
        self._begin_step()
        if not self.is_over:
            self._advance(None)

    @property
    def events(self) -> list[Event]:
        """All that has happened, in order."""
        return self.match.log

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.ended is not None

    def boundary_state(self) -> State:
        """The state where the step in progress began: nothing was pending there."""
        return self._state_at(self.boundary_at)

    def match_at(self, events: int) -> Match:
        """A copy of the match after this number of events, to be looked at."""
        return create_match_with_cards(self.match.book, self._state_at(events), self.match.setup)

    def walk_log(self) -> Iterator[Match]:
        """Yield one match that walks through this one's log: at the beginning, then after each event.

        It goes on as the log grows. Facts that the players told are known from the next answer on.
        """
        opening, n = self._opening
        match = create_match_with_cards(self.match.book, opening.copy(), self.match.setup)
        yield match
        while n < len(self.match.log):
            match.apply_event(match.state, self.match.log[n])
            n += 1
            if (facts := self._facts_told(n)) is not None:
                match.field.set_facts(facts)
            yield match

    def _facts_told(self, events: int) -> Mapping[Fact, Any] | None:
        """The facts known when a player answered after this many events; None if none did."""
        if events == len(self.match.log):
            return self.match.field.told_facts
        n = bisect_left(self.answer_points, events, key=lambda point: point.events)
        point = self.answer_points[n] if n < len(self.answer_points) else None
        return point.facts if point is not None and point.events == events else None

    def copy(self) -> "Referee":
        """A referee of a separate match at this question; it cannot go back behind the last boundary.

        The step in progress is played again from its boundary.
        """
        match = create_match_with_cards(self.match.book, self.boundary_state(), self.match.setup)
        match.log = self.match.log[: self.boundary_at]
        twin = Referee(match)
        if not twin.is_over:
            twin.rewind(self.replay_point())
        twin.late_refusal = self.late_refusal
        return twin

    def answer(self, given: Any) -> None:
        """Answer the question; None declines an optional one."""
        if self.question is None:
            raise ValueError("nothing is asked")
        self.late_refusal = None
        if isinstance(self.question, FieldQuestion):
            told = FactAnswer(fact=self.question.fact, answer=check_answer(self.question, given))
            self._note_answer(given)
            self._resume_with_fact(told)
            return
        question = self.question
        try:
            given = self._check_legal(question, given)
        except UnknownFact as unknown:
            self._note_answer(given)
            self._waiting_since = len(self._answers)
            self._ask_fact(unknown, question, given)
            return
        before = self._later_replay_point()
        self._note_answer(given)
        self._carry_out(given, before)

    def _note_answer(self, given: Any) -> None:
        """Note an answer while its question still waits."""
        assert self.question is not None, "it waits"  # noqa: S101  # callers check it
        self._at_answer(self.question, given)
        self.answer_count += 1
        self.player_answers.append(given)
        points, events = self.answer_points, len(self.match.log)
        while points and points[-1].events >= events:
            points.pop()
        points.append(AnswerPoint(events, self.match.state.field.told_facts))

    def _check_legal(self, question: Question[Any], given: Any) -> Any:
        """Return an answer that is legal, or raise `IllegalAnswer`."""
        given = check_answer(question, given)
        if isinstance(given, Agreement) and (refusal := why_not_agree(self.match, given)):
            raise IllegalAnswer(question, refusal)
        return given

    def _later_replay_point(self) -> Callable[[], ReplayPoint]:
        """A function that makes the replay point of this moment if it is needed.

        A long step has many answers, so they are copied only then.
        """
        boundary, told, answered = self.boundary_at, self._boundary_facts, self.answer_count
        answers, since, n, k = (
            self._answers,
            self.player_answers,
            len(self._answers),
            len(self.player_answers),
        )
        return lambda: ReplayPoint(boundary, tuple(answers[:n]), tuple(since[:k]), told, answered)

    def _carry_out(self, given: Any, before: Callable[[], ReplayPoint]) -> None:
        """Carry out a legal answer; if that fails, return to where the match was before."""
        self.forced_answers, self.match.skipped = [], []
        try:
            self._send(given)
        except Exception as fault:
            self.rewind(before())
            raise ProcedureFailed(str(fault)) from fault

    def replay_point(self) -> ReplayPoint:
        """The point at which the match is, for `rewind`."""
        told, given = (
            self._boundary_facts,
            self._waiting_answer if isinstance(self.question, FieldQuestion) else None,
        )
        return ReplayPoint(
            self.boundary_at,
            tuple(self._answers),
            tuple(self.player_answers),
            told,
            self.answer_count,
            given,
            self._waiting_since,
        )

    def rewind(self, mark: ReplayPoint) -> None:
        """Take back all answers since a replay point."""
        self._boundary_facts, self.answer_count = mark.told_facts, mark.answer_count
        self._replay_step(mark.boundary, mark.answers, mark.player_answers)
        if mark.given is not None and (question := self.question) is not None:
            try:
                self._check_legal(question, mark.given)
            except UnknownFact as unknown:
                self._waiting_since = mark.given_at
                self._ask_fact(unknown, question, mark.given)

    def _resume_with_fact(self, told: FactAnswer) -> None:
        """Keep a fact, and evaluate again what needed it."""
        waiting, given = self._waiting_question, self._waiting_answer
        if waiting is None:
            self._replay_step(self.boundary_at, (*self._answers, told), self.player_answers)
            return
        self.match.record_fact(told)
        self._answers.append(told)
        self.question, self._waiting_answer = waiting, None
        if given is not None:
            self._retry_answer(waiting, given)
        elif (only := self._answer_if_forced(waiting)) is not None:
            self._advance(only)

    def _retry_answer(self, question: Question[Any], given: Any) -> None:
        """Check again an answer that waited for a fact, and carry it out if it is legal."""
        before = self.replay_point()
        try:
            given = self._check_legal(question, given)
        except UnknownFact as unknown:
            self._ask_fact(unknown, question, given)
        except IllegalAnswer as illegal:
            self.late_refusal = illegal.refusal
            self._discard_fleeting_facts()
        else:
            self._carry_out(given, lambda: before)

    def _discard_fleeting_facts(self) -> None:
        """Forget facts about an act that was refused, and mark them so that a replay forgets them too."""
        self.match.field.forget_fleeting_facts()
        for n, one in enumerate(self._answers[self._waiting_since :], start=self._waiting_since):
            self._answers[n] = one.with_changes(is_over=one.is_over or one.is_fleeting)

    def _begin_step(self) -> None:
        self._at_boundary(self.match)
        self.boundary_at = len(self.match.log)
        self._boundary_facts = self.match.field.told_facts
        self._answers, self.player_answers = [], []
        self._procedure = self._step(self.match)

    def _send(self, given: Any) -> None:
        self._answers.append(given)
        self._advance(given)

    def _advance(self, given: Any, known: Iterable[Any] = ()) -> None:
        """Send an answer, and go on until a player must be asked or the match is over.

        Answers that are `known` already are given again: each fact when it is needed, or before the question
        at which it was told.
        """
        left, to_come = deque(known), self.match.facts_to_replay
        self._begin_answer()
        while True:
            while left and isinstance(left[0], FactAnswer):
                self._answers.append(left[0])
                to_come.append(left.popleft())
            try:
                question = self._procedure.send(given)
            except StopIteration:
                if self.is_over:
                    self.question = None
                    return
                self._begin_step()
                self.match.answered_at = len(self.match.log)
                given = None
                continue
            except UnknownFact as unknown:
                self._ask_fact(unknown, None)
                return
            while to_come:
                self.match.record_fact(to_come.popleft())
            if left:
                given = left.popleft()
                self._answers.append(given)
                self._begin_answer()
            elif (given := self._answer_if_forced(question)) is None:
                return

    def _begin_answer(self) -> None:
        """Start the event budget of an answer, unless another answer's effects asked for it.

        Otherwise the order of simultaneous effects, dice, or a card's choice would renew the budget of their
        cause.
        """
        if not self.match.trigger_depth:
            self.match.answered_at = len(self.match.log)

    def _answer_if_forced(self, question: Question[Any]) -> Any:
        """Answer a question that has one legal answer; None when a player must be asked.

        Facts that decide which options are legal are asked for first.
        """
        try:
            given = question.only_answer()
            if given is None and isinstance(question, Choice) and self.match.field.asks_players:
                question.allowed_options()
        except UnknownFact as unknown:
            self._ask_fact(unknown, question)
            return None
        if given is None:
            self.question = question
        else:
            self.forced_answers.append((question, given))
            self._answers.append(given)
        return given

    def _ask_fact(self, unknown: UnknownFact, waiting: Question[Any] | None, given: Any = None) -> None:
        """Ask for a fact, and remember what waits for it."""
        self._waiting_question, self._waiting_answer = waiting, given
        self.question = fact_question(unknown.fact)

    def _replay_step(self, boundary: int, answers: Iterable[Any], since: Iterable[Any]) -> None:
        """Begin the step of the last question again from its boundary, and answer it up to there."""
        self.match.state = self._state_at(boundary)
        del self.match.log[boundary:]
        while self._reached[-1][1] > boundary:
            self._reached.pop()
        self.forced_answers, self.match.skipped = [], []
        self._begin_step()
        self.player_answers = list(since)
        self._advance(None, answers)

    def _state_at(self, boundary: int) -> State:
        """The state after this number of events; nothing but events and told facts changes the opening.

        States far apart are kept, so that looking back step by step does not replay the whole match each
        time. Taking answers back drops the states kept after them.
        """
        at = max(0, bisect_right(self._reached, boundary, key=lambda one: one[1]) - 1)
        kept, length = self._reached[at]
        state = kept.copy()
        for event in self.match.log[length:boundary]:
            self.match.apply_event(state, event)
        if boundary - length >= EVENTS_BETWEEN_STATES:
            self._reached.insert(at + 1, (state.copy(), boundary))
        state.field.set_facts(self._boundary_facts)
        return state

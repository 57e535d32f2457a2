"""Plays the lines of a script in order, strictly.

A move answers the open question; optional questions before it are declined. Dice are a supply from which
rolls draw in the rulebook's order, and dice left over when the next move begins are an error. `expect`
compares the position, `refuse` requires that a rule refuses a move, `note` says something to the reader.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edencli.match.limits import OverBudgetError
from edencli.match.match import Match
from edencli.match.questions import Agreement, OrderChoice, Question, Roll, SkippedQuestion
from edencli.match.reasons import Refusal
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Misread, Unsuited
from edencli.notation.reader import read_answer
from edencli.referee.answers import IllegalAnswer
from edencli.referee.dice import SeededDice, WrongDice, parse_faces
from edencli.referee.expectations import UnknownExpectation, find_differences
from edencli.referee.referee import ProcedureFailed, Referee, ReplayPoint
from edencli.referee.skipped_questions import read_answers, why_skipped
from edencli.rules.agreement import why_not_agree
from edencli.rules.questions import LeaverStrike, MomentChoice, ReactionChoice, StrikeBack

# YAML reads the colon of an agreement as its own.
AGREEMENT_KEY = "by agreement"


class ScriptLine(NamedTuple):
    """One line of a script: its number in `moves`, its kind, and its content."""

    number: int
    kind: str
    content: Any


class UnplayableLine(ValueError):  # noqa: N818  # it says what is wrong with the line
    """A line that cannot be played: its code, the question it met, and the values of its sentence."""

    def __init__(self, number: int, code: str, question: Question[Any] | None = None, **values: Any) -> None:
        super().__init__(code)
        self.number = number
        self.code = code
        self.question = question
        self.values = values


# In place of an answer, for a line that only repeats an answer of the referee's.
_CONFIRMED = object()


class _LineStart(NamedTuple):
    """The match at the beginning of a line, and what the referee had answered last."""

    mark: ReplayPoint
    forced: list[tuple[Question[Any], Any]]
    skipped: list[SkippedQuestion]
    drawn: int
    """The number of dice drawn from the seed so far."""


class _StopReached(Exception):  # noqa: N818  # nothing is wrong: it is time to stop
    """Raised when the stop point is reached before the line just begun was answered."""


def dice_line_faces(dice: str | int | Sequence[int]) -> Sequence[int]:
    """The faces of a line of dice: a list, or text in the notation, `4 5 1`."""
    return dice if isinstance(dice, list | tuple) else parse_faces(str(dice))


def parse_script_lines(moves: Sequence[Any]) -> list[ScriptLine]:
    """Sort the lines of a script by kind; their form was checked with the file."""
    return [ScriptLine(number, *_kind_and_content(content)) for number, content in enumerate(moves)]


def _kind_and_content(content: Any) -> tuple[str, Any]:
    """The kind and content of a line; dice may be written as text, as at the prompt."""
    if isinstance(content, str):
        lead, colon, dice = content.partition(":")
        try:
            return ("dice", dice_line_faces(dice)) if colon and lead.strip() == "dice" else ("move", content)
        except WrongDice:
            return "move", content
    ((kind, what),) = content.items()
    if kind == AGREEMENT_KEY:
        return "move", f"{AGREEMENT_KEY}: {what}"
    return kind, dice_line_faces(what) if kind == "dice" else what


def _is_any_order(question: Question[Any], given: Any) -> bool:
    return isinstance(question, OrderChoice) and question.any_order and given in question.options


def _is_amid_an_act(question: Question[Any] | None) -> bool:
    """Tell whether an open question belongs to the middle of an act and hides nothing from either player."""
    if question is None or question.private:
        return False
    return question.mid_act or isinstance(question, ReactionChoice | StrikeBack | LeaverStrike)


class Script:
    """Plays the lines of a script before a referee."""

    def __init__(
        self,
        referee: Referee,
        lines: Sequence[ScriptLine],
        dice: SeededDice | None,
        stop: Callable[[Match, int], bool] | None = None,
    ) -> None:
        self._referee = referee
        self._stop = stop
        self._lines = lines
        self.dice = dice
        self.supply: list[int] = []
        self._at = 0
        self.passes_optional = True
        """Whether a line may skip optional questions, which declines them."""
        self._expects_end = False
        """Whether the last `expect` was about the end of the match; then everything optional is declined."""
        self._forced = list(referee.forced_answers)
        """The referee's own answers since the last line that answered a question."""
        self._skipped = list(referee.match.skipped)
        """The questions that were not asked since then."""
        self.starts: list[int] = []
        self.log_length = len(referee.events)
        self.decisions = 0

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self._referee.match

    def play(self, *, finish: bool = True) -> None:
        """Play every line, or raise `UnplayableLine`; with `finish`, nothing may be left in progress."""
        try:
            self._play()
            if finish:
                self._finish()
        except _StopReached:
            self.starts.pop()
        finally:
            self.log_length = len(self.match.log)

    def _play(self) -> None:
        for line in self._lines:
            self._at = line.number
            if self._is_time_to_stop():
                return
            self.play_line(line)

    def play_line(self, line: ScriptLine) -> None:
        """Play one line, or raise `UnplayableLine`."""
        kinds: dict[str, Callable[[Any], None]] = {
            "move": self._move,
            "dice": self._add_dice,
            "expect": self._expect,
            "refuse": self._refuse,
        }
        self._at = line.number
        if line.kind == "note":
            self._throw_past_empty_offers()  # a note comes after the dice thrown before it
        self.starts.append(len(self.match.log))
        if line.kind in kinds:
            kinds[line.kind](line.content)

    def throw_ready(self) -> None:
        """Answer the waiting rolls as far as there are dice."""
        self._answer_rolls(ready=True)

    def _throw_past_empty_offers(self) -> None:
        """Throw waiting dice, and decline offers to play a card where none is held."""
        self.throw_ready()
        while (
            self._lines
            and isinstance(question := self._referee.question, MomentChoice)
            and not question.options
        ):
            self._answer(None)
            self.throw_ready()

    def rewind(self, mark: ReplayPoint, drawn: int) -> None:
        """Take back all answers since a replay point, at which `drawn` dice of the seed had been drawn."""
        self._referee.rewind(mark)
        self._forced, self.supply = list(self._referee.forced_answers), []
        self._skipped = list(self.match.skipped)
        if self.dice is not None and self.dice.drawn != drawn:
            self.dice = SeededDice(self.dice.seed, drawn)

    def _finish(self) -> None:
        """Bring what is in progress to its end, with all dice used and none missing."""
        self._settle()
        if self._expects_end:
            self._decline_the_rest()
        if self.supply:
            raise self._unplayable("game-dice-left", extra=self.supply, n=len(self.supply))
        if isinstance(self._referee.question, Roll):
            raise self._missing_dice(self._referee.question)

    def _move(self, text: str) -> None:
        """Answer the question of a move, declining optional ones before it."""
        if self._repeats_forced_answer(text):
            return
        answer = self._go_to_question(text, may_confirm=True)
        if answer is _CONFIRMED:
            return
        if self.supply:
            raise self._unplayable("game-dice-left", extra=self.supply, n=len(self.supply))
        self._answer(answer)

    def _go_to_question(self, text: str, *, may_confirm: bool = False) -> Any:
        """Go on to the question that a move answers, and read its answer.

        A line that answers no question leaves the match as it was. A line that only repeats what the referee
        has answered on the way gives `_CONFIRMED`.
        """
        if self._is_over_after_rolls(text, may_confirm=may_confirm):
            return _CONFIRMED
        begun, unsuited = self._line_start(), list[tuple[Question[Any], Unsuited]]()
        while True:
            if may_confirm and self._repeats_forced_answer(text):
                return _CONFIRMED
            if self._referee.question is None and unsuited:
                raise self._unsuited_line(text, unsuited, begun)
            question = self._open_question(text)
            try:
                return read_answer(text, self.match, question)
            except Unsuited as fault:
                unsuited.append((question, fault))
            except ValueError as fault:
                self._referee.rewind(begun.mark)
                raise self._unplayable("game-unreadable", question, text=text, cause=fault) from None
            if may_confirm and self._confirms(text, self._forced):
                return _CONFIRMED
            if not (question.optional and self.passes_optional) or isinstance(question, Roll):
                raise self._unsuited_line(text, unsuited, begun)
            self._answer(None)
            if self._is_time_to_stop():
                raise _StopReached
            self._answer_rolls()

    def _is_over_after_rolls(self, text: str, *, may_confirm: bool) -> bool:
        """Answer the waiting rolls before a line, and tell whether that is all that the line needed.

        Where dice are missing, the line may repeat what the referee has answered since, or be about what was
        not asked.
        """
        try:
            self._answer_rolls()
        except UnplayableLine as wrong:
            if wrong.code != "game-dice-missing":
                raise
            if may_confirm and self._confirms(text, self._forced):
                return True
            unasked = why_skipped(self.match, text, self._forced, self._skipped)
            if unasked is None:
                raise
            raise self._unplayable("game-unsuited", wrong.question, text=text, unasked=unasked) from None
        return False

    def _unsuited_line(
        self, text: str, met: Sequence[tuple[Question[Any], Unsuited]], begun: _LineStart
    ) -> UnplayableLine:
        """The error of a line that answers no question: of its first question, or of a more telling one.

        Where a rule kept the line's own question from being asked, there or later, that is said.
        """
        later = why_skipped(self.match, text, self._forced, self._skipped)
        question, cause = next((one for one in met if one[1].message != "another-question"), met[0])
        self._referee.rewind(begun.mark)
        unasked = why_skipped(self.match, text, begun.forced, begun.skipped) or later
        if unasked is not None:
            return self._unplayable("game-unsuited", question, text=text, cause=cause, unasked=unasked)
        return self._unplayable("game-unsuited", question, text=text, cause=cause)

    def _is_time_to_stop(self) -> bool:
        return self._stop is not None and self._stop(self.match, self._at)

    def _repeats_forced_answer(self, text: str) -> bool:
        """Tell whether a move repeats the referee's last answer, and answers nothing that is asked now.

        Where effects are ordered again and again, an answer that was forced before may be a choice now.
        """
        if not self._confirms(text, self._referee.forced_answers):
            return False
        question = self._referee.question
        if question is None:
            return True
        (given,) = read_answers(self.match, text, [question])
        return isinstance(given, Misread)

    def _confirms(self, text: str, forced: Sequence[tuple[Question[Any], Any]]) -> bool:
        """Tell whether a move repeats an answer of the referee's, or orders what needs no order."""
        return any(
            given == answer or _is_any_order(question, given)
            for (question, answer), given in zip(
                forced, read_answers(self.match, text, [one for one, _ in forced]), strict=True
            )
        )

    def _open_question(self, text: str) -> Question[Any]:
        question = self._referee.question
        if question is None:
            raise self._unplayable("game-over", text=text)
        return question

    def _answer_rolls(self, *, ready: bool = False) -> None:
        """Answer the waiting rolls; while the supply has dice, decline optional questions in between.

        With `ready`, a roll whose dice are missing keeps waiting; otherwise it is an error.
        """
        while (question := self._referee.question) is not None:
            if isinstance(question, Roll):
                if ready and not self._has_dice(question):
                    return
                self._answer(self._draw_dice(question))
            elif self.supply and question.optional and question.mid_act:
                self._answer(None)
            else:
                return

    def _has_dice(self, roll: Roll) -> bool:
        """Tell whether a roll can be answered now."""
        return len(self.supply) >= roll.dice or (not self.supply and self.dice is not None)

    def _draw_dice(self, roll: Roll) -> tuple[int, ...]:
        if not self._has_dice(roll):
            raise self._missing_dice(roll)
        if self.supply:
            drawn, self.supply = tuple(self.supply[: roll.dice]), self.supply[roll.dice :]
            return drawn
        return self.dice.throw(roll) if self.dice is not None else ()

    def _missing_dice(self, roll: Roll) -> UnplayableLine:
        return self._unplayable("game-dice-missing", roll, wanted=roll.dice, left=len(self.supply))

    def _add_dice(self, faces: Sequence[int]) -> None:
        """Add to the supply of dice."""
        self.supply += faces

    def _settle(self) -> None:
        """Bring the act in progress to its end, as far as it needs no answer."""
        while True:
            self._answer_rolls()
            question = self._referee.question
            if question is None or not (question.optional and question.mid_act):
                return
            self._answer(None)

    def _decline_the_rest(self) -> None:
        """Decline every optional question until one must be answered."""
        while (question := self._referee.question) is not None and question.optional:
            self._answer(None)
            self._answer_rolls()

    def _expect(self, expected: Mapping[str, Any]) -> None:
        self.throw_ready()
        self.expect(expected)
        self._expects_end = "ended" in expected

    def expect(
        self, expected: Mapping[str, Any], seen: Callable[[Match], Match] = lambda match: match
    ) -> None:
        """Compare the position with what is expected of it, as `seen` shows it, and change nothing.

        Where lines skip optional questions, the position is the one after everything that needs no answer.
        """
        begun = self._line_start(), list(self.supply), self.decisions
        open_question = self._referee.question
        try:
            if self.passes_optional:
                self._settle()
                if "ended" in expected:
                    self._decline_the_rest()
            self._compare(expected, seen(self.match))
        finally:
            if self._referee.question is not open_question:
                self._return_to(*begun)

    def _compare(self, expected: Mapping[str, Any], seen: Match) -> None:
        try:
            with seen.guessing():
                found = find_differences(seen, expected)
        except UnknownExpectation as unknown:
            raise self._unplayable(
                "game-expect-unknown", path=" ".join(unknown.path), names=unknown.names, nearest=unknown.near
            ) from None
        if found:
            is_open = _is_amid_an_act(self._referee.question)
            raise self._unplayable("game-expect", differences=found, path=found[0].path, is_open=is_open)

    def _line_start(self) -> _LineStart:
        drawn = self.dice.drawn if self.dice is not None else 0
        return _LineStart(self._referee.replay_point(), self._forced, self._skipped, drawn)

    def _return_to(self, begun: _LineStart, supply: list[int], decisions: int) -> None:
        """Take back the answers since, and their dice."""
        self.rewind(begun.mark, begun.drawn)
        self._forced, self._skipped = begun.forced, begun.skipped
        self.supply, self.decisions = supply, decisions

    def _refuse(self, wanted: Mapping[str, str]) -> None:
        """Check that a move is refused by the rule that the script names, or not asked for by that rule."""
        try:
            answer = self._go_to_question(wanted["move"])
        except UnplayableLine as wrong:
            unasked = wrong.values.get("unasked")
            if unasked is None or unasked.rule != wanted["by"]:
                raise
            return
        question = self._open_question(wanted["move"])
        with self.match.guessing():
            refusal = self._refusal(question, answer)
        if refusal is None:
            raise self._unplayable("game-not-refused", question, text=wanted["move"], rule=wanted["by"])
        if refusal.rule != wanted["by"]:
            raise self._unplayable(
                "game-refused-otherwise", question, refusal=refusal, text=wanted["move"], rule=wanted["by"]
            )

    def _refusal(self, question: Question[Any], answer: Any) -> Refusal | None:
        """Why an answer would be refused; declining is never refused."""
        if answer is None:
            return None
        if isinstance(answer, Agreement):
            return why_not_agree(self.match, answer)
        return question.refusal(answer)

    def _answer(self, answer: Any) -> None:
        is_decision = answer is not None and not isinstance(self._referee.question, Roll)
        try:
            self._referee.answer(answer)
            if is_decision:
                self._forced, self._skipped = [], []
            self._forced = [*self._forced, *self._referee.forced_answers]
            self._skipped = [*self._skipped, *self.match.skipped]
            self.decisions += is_decision
        except IllegalAnswer as illegal:
            raise self._unplayable(
                "game-illegal", illegal.question, refusal=illegal.refusal, answer=answer
            ) from None
        except ProcedureFailed as broken:
            if isinstance(broken.__cause__, OverBudgetError):
                raise self._unplayable("game-cards-endless", over=broken.__cause__) from None
            raise

    def _unplayable(self, code: str, question: Question[Any] | None = None, **values: Any) -> UnplayableLine:
        asked = question if question is not None else self._referee.question
        return UnplayableLine(self._at, code, asked, **values)

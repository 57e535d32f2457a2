"""Who answers from a script: its lines in order, strictly.

A move answers the question that is asked; optional questions before it are declined. Dice are a supply that
rolls draw from in the rulebook's order, and what is left when the next move begins is an error. `expect`
compares the position, `refuse` wants a move refused by a rule, `note` says something to the reader.
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

# YAML takes the colon of an agreement for its own.
AGREEMENT_KEY = "by agreement"


class ScriptLine(NamedTuple):
    """One line of a script: its number in `moves`, its kind, and what it says."""

    number: int
    kind: str
    content: Any


class UnplayableLine(ValueError):  # noqa: N818  # it says what is wrong
    """A line that cannot be played: its code, the question it met, and the values of its sentence."""

    def __init__(self, number: int, code: str, question: Question[Any] | None = None, **values: Any) -> None:
        super().__init__(code)
        self.number = number
        self.code = code
        self.question = question
        self.values = values


# What a line says that only confirms an answer of the referee's.
_CONFIRMED = object()


class _Begun(NamedTuple):
    """Where the match stood when a line began, and what the referee had answered last."""

    mark: ReplayPoint
    forced: list[tuple[Question[Any], Any]]
    skipped: list[SkippedQuestion]
    drawn: int
    """How many dice of the seed had been drawn."""


class _Reached(Exception):  # noqa: N818  # nothing is wrong: it is time to stop
    """What a script was to be played up to came before the line that was just begun was answered."""


def dice_line_faces(dice: str | int | Sequence[int]) -> Sequence[int]:
    """The faces of a line of dice: a list, or as the notation writes them, `4 5 1`."""
    return dice if isinstance(dice, list | tuple) else parse_faces(str(dice))


def parse_script_lines(moves: Sequence[Any]) -> list[ScriptLine]:
    """Sort the lines of a script by kind; their shape was checked with the file."""
    return [ScriptLine(number, *_kind_and_content(content)) for number, content in enumerate(moves)]


def _kind_and_content(content: Any) -> tuple[str, Any]:
    """The kind of a line and what it says; dice may stand in a text as they do at the prompt."""
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
    """Tell whether a question that all may know of stands between an act and what comes of it."""
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
        """Whether a line may go past optional questions, which declines them."""
        self._expects_end = False
        """Whether the script last expected the end of the match; then it declines all that is optional."""
        self._forced = list(referee.forced_answers)
        """What the referee has answered since the last line that answered something."""
        self._skipped = list(referee.match.skipped)
        """The questions that were not put since then."""
        self.starts: list[int] = []
        self.log_length = len(referee.events)
        self.decisions = 0

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self._referee.match

    def play(self, *, finish: bool = True) -> None:
        """Play every line, or raise what is wrong with one; without `finish` the match goes on from there."""
        try:
            self._play()
            if finish:
                self._finish()
        except _Reached:
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
        """Play one line, or raise what is wrong with it."""
        kinds: dict[str, Callable[[Any], None]] = {
            "move": self._move,
            "dice": self._add,
            "expect": self._expect,
            "refuse": self._refuse,
        }
        self._at = line.number
        if line.kind == "note":
            self._throw_past_empty_hands()  # what is told comes after what has been thrown
        self.starts.append(len(self.match.log))
        if line.kind in kinds:
            kinds[line.kind](line.content)

    def throw_ready(self) -> None:
        """Answer the rolls that wait, as far as there are dice."""
        self._roll(ready=True)

    def _throw_past_empty_hands(self) -> None:
        """Throw what waits, past offers to play a card of which none is held: nobody sits before a script."""
        self.throw_ready()
        while (
            self._lines
            and isinstance(question := self._referee.question, MomentChoice)
            and not question.options
        ):
            self._answer(None)
            self.throw_ready()

    def rewind(self, mark: ReplayPoint, drawn: int) -> None:
        """Take back all that was played since a mark, when so many dice of the seed had been drawn."""
        self._referee.rewind(mark)
        self._forced, self.supply = list(self._referee.forced_answers), []
        self._skipped = list(self.match.skipped)
        if self.dice is not None and self.dice.drawn != drawn:
            self.dice = SeededDice(self.dice.seed, drawn)

    def _finish(self) -> None:
        """Bring what is in progress to its end, with all dice used and none wanting."""
        self._settle()
        if self._expects_end:
            self._decline_the_rest()
        if self.supply:
            raise self._wrong("game-dice-left", extra=self.supply, n=len(self.supply))
        if isinstance(self._referee.question, Roll):
            raise self._lacking(self._referee.question)

    def _move(self, text: str) -> None:
        """Answer the question that a move is for, declining optional ones on the way."""
        if self._repeats_forced_answer(text):
            return
        answer = self._go_to_question(text, may_confirm=True)
        if answer is _CONFIRMED:
            return
        if self.supply:
            raise self._wrong("game-dice-left", extra=self.supply, n=len(self.supply))
        self._answer(answer)

    def _go_to_question(self, text: str, *, may_confirm: bool = False) -> Any:
        """Go on to the question that a move answers, and read its answer.

        A line that answers none leaves the match as it was when the line began. One that only says what the
        referee has answered on the way is `_SAID`.
        """
        if self._is_over_after_rolls(text, may_confirm=may_confirm):
            return _CONFIRMED
        begun, unsuited = self._begin(), list[tuple[Question[Any], Unsuited]]()
        while True:
            if may_confirm and self._repeats_forced_answer(text):
                return _CONFIRMED
            if self._referee.question is None and unsuited:
                raise self._unsuited(text, unsuited, begun)
            question = self._asked(text)
            try:
                return read_answer(text, self.match, question)
            except Unsuited as fault:
                unsuited.append((question, fault))
            except ValueError as fault:
                self._referee.rewind(begun.mark)
                raise self._wrong("game-unreadable", question, text=text, cause=fault) from None
            if may_confirm and self._confirms(text, self._forced):
                return _CONFIRMED
            if not (question.optional and self.passes_optional) or isinstance(question, Roll):
                raise self._unsuited(text, unsuited, begun)
            self._answer(None)
            if self._is_time_to_stop():
                raise _Reached
            self._roll()

    def _is_over_after_rolls(self, text: str, *, may_confirm: bool) -> bool:
        """Roll what waits before a line, and tell whether the line is over with it.

        Where dice are missing, the line may say what the referee has answered since, or what was not asked.
        """
        try:
            self._roll()
        except UnplayableLine as wrong:
            if wrong.code != "game-dice-missing":
                raise
            if may_confirm and self._confirms(text, self._forced):
                return True
            unasked = why_skipped(self.match, text, self._forced, self._skipped)
            if unasked is None:
                raise
            raise self._wrong("game-unsuited", wrong.question, text=text, unasked=unasked) from None
        return False

    def _unsuited(
        self, text: str, met: Sequence[tuple[Question[Any], Unsuited]], begun: _Begun
    ) -> UnplayableLine:
        """Say that a line answers nothing: by the question at which it began, or the one that asks others so.

        Where a rule kept its own question from being asked, there or later on, that is told.
        """
        later = why_skipped(self.match, text, self._forced, self._skipped)
        question, cause = next((one for one in met if one[1].message != "another-question"), met[0])
        self._referee.rewind(begun.mark)
        unasked = why_skipped(self.match, text, begun.forced, begun.skipped) or later
        if unasked is not None:
            return self._wrong("game-unsuited", question, text=text, cause=cause, unasked=unasked)
        return self._wrong("game-unsuited", question, text=text, cause=cause)

    def _is_time_to_stop(self) -> bool:
        return self._stop is not None and self._stop(self.match, self._at)

    def _repeats_forced_answer(self, text: str) -> bool:
        """Tell whether a move says what the referee has just answered, and answers nothing that is asked now.

        Where effects are put in order again and again, what answered itself before may be chosen now.
        """
        if not self._confirms(text, self._referee.forced_answers):
            return False
        question = self._referee.question
        if question is None:
            return True
        (given,) = read_answers(self.match, text, [question])
        return isinstance(given, Misread)

    def _confirms(self, text: str, forced: Sequence[tuple[Question[Any], Any]]) -> bool:
        """Tell whether a move says what the referee answered already, or puts in order what needs none."""
        return any(
            given == answer or _is_any_order(question, given)
            for (question, answer), given in zip(
                forced, read_answers(self.match, text, [one for one, _ in forced]), strict=True
            )
        )

    def _asked(self, text: str) -> Question[Any]:
        question = self._referee.question
        if question is None:
            raise self._wrong("game-over", text=text)
        return question

    def _roll(self, *, ready: bool = False) -> None:
        """Answer the rolls that wait, from supply or seed; past what is optional while dice are left.

        When only those that are `ready` are wanted, a roll for which dice are missing waits on.
        """
        while (question := self._referee.question) is not None:
            if isinstance(question, Roll):
                if ready and not self._has_dice(question):
                    return
                self._answer(self._draw(question))
            elif self.supply and question.optional and question.mid_act:
                self._answer(None)
            else:
                return

    def _has_dice(self, roll: Roll) -> bool:
        """Tell whether a roll can be answered now."""
        return len(self.supply) >= roll.dice or (not self.supply and self.dice is not None)

    def _draw(self, roll: Roll) -> tuple[int, ...]:
        if not self._has_dice(roll):
            raise self._lacking(roll)
        if self.supply:
            drawn, self.supply = tuple(self.supply[: roll.dice]), self.supply[roll.dice :]
            return drawn
        return self.dice.throw(roll) if self.dice is not None else ()

    def _lacking(self, roll: Roll) -> UnplayableLine:
        return self._wrong("game-dice-missing", roll, wanted=roll.dice, left=len(self.supply))

    def _add(self, faces: Sequence[int]) -> None:
        """Add to the supply, and let the rolls that wait draw from it."""
        self.supply += faces

    def _settle(self) -> None:
        """Bring the act in progress to its end, as far as it needs no answer."""
        while True:
            self._roll()
            question = self._referee.question
            if question is None or not (question.optional and question.mid_act):
                return
            self._answer(None)

    def _decline_the_rest(self) -> None:
        """Decline all that is optional from here on."""
        while (question := self._referee.question) is not None and question.optional:
            self._answer(None)
            self._roll()

    def _expect(self, expected: Mapping[str, Any]) -> None:
        self.throw_ready()
        self.expect(expected)
        self._expects_end = "ended" in expected

    def expect(
        self, expected: Mapping[str, Any], seen: Callable[[Match], Match] = lambda match: match
    ) -> None:
        """Hold the position to what is expected of it, as far as it is `seen`, and change nothing.

        Where lines go past optional questions, the position is that after all that needs no answer.
        """
        begun = self._begin(), list(self.supply), self.decisions
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
            raise self._wrong(
                "game-expect-unknown", path=" ".join(unknown.path), names=unknown.names, nearest=unknown.near
            ) from None
        if found:
            is_open = _is_amid_an_act(self._referee.question)
            raise self._wrong("game-expect", differences=found, path=found[0].path, is_open=is_open)

    def _begin(self) -> _Begun:
        drawn = self.dice.drawn if self.dice is not None else 0
        return _Begun(self._referee.replay_point(), self._forced, self._skipped, drawn)

    def _return_to(self, begun: _Begun, supply: list[int], decisions: int) -> None:
        """Take back what was answered since, with its dice."""
        self.rewind(begun.mark, begun.drawn)
        self._forced, self._skipped = begun.forced, begun.skipped
        self.supply, self.decisions = supply, decisions

    def _refuse(self, wanted: Mapping[str, str]) -> None:
        """Make sure that a move is refused, by the rule that the script names, or not asked for by that."""
        try:
            answer = self._go_to_question(wanted["move"])
        except UnplayableLine as wrong:
            unasked = wrong.values.get("unasked")
            if unasked is None or unasked.rule != wanted["by"]:
                raise
            return
        question = self._asked(wanted["move"])
        with self.match.guessing():
            refusal = self._refusal(question, answer)
        if refusal is None:
            raise self._wrong("game-not-refused", question, text=wanted["move"], rule=wanted["by"])
        if refusal.rule != wanted["by"]:
            raise self._wrong(
                "game-refused-otherwise", question, refusal=refusal, text=wanted["move"], rule=wanted["by"]
            )

    def _refusal(self, question: Question[Any], answer: Any) -> Refusal | None:
        """Say why an answer would be refused; to decline what is optional never is."""
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
            raise self._wrong(
                "game-illegal", illegal.question, refusal=illegal.refusal, answer=answer
            ) from None
        except ProcedureFailed as broken:
            if isinstance(broken.__cause__, OverBudgetError):
                raise self._wrong("game-cards-endless", over=broken.__cause__) from None
            raise

    def _wrong(self, code: str, question: Question[Any] | None = None, **values: Any) -> UnplayableLine:
        asked = question if question is not None else self._referee.question
        return UnplayableLine(self._at, code, asked, **values)

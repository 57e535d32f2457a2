"""A session: answers typed one after another, undone and corrected; a match keeps a record of them.

    session.question            the open question; None when the match is over
    session.answer_text(text)   answers it in the notation; returns the new lines of the record
    session.decline()           leaves an optional question unanswered
    session.undo()              takes the last input back; `redo` repeats it, `correct` changes its dice
    session.note(text)          says something to the reader
    session.events              all that has happened; `header`, `notes(words)` and `names` describe it

An illegal answer raises `UnplayableLine`, as a line of a script does, with the question that it met; a
refused undo raises `UndoRefused`; a record that cannot be written raises `RecordFileError`. After each of
them the match, the record and the dice are as they were. An input is on disk before `answer_text` returns.

Dice come from the seed as soon as they are asked for; without a seed they are typed like any answer: `4 5 1`.
An undo takes back one input with all its results, and the dice of the seed fall again as they fell. Knows no
screen and no sentence, and no file but the ledger it is given.
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

from edencli.files.library import File
from edencli.files.match_record import (
    RecordContent,
    RecordFileError,
    RecordHead,
    RecordLine,
    RecordWriter,
    correction_lines,
    effective_inputs,
)
from edencli.games.checks import CheckedGame
from edencli.games.play_script import StopPoint, begin_match, make_header
from edencli.lang import Words, clean
from edencli.match.card_events import HandShown, TacticPlayed
from edencli.match.events import Event
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.position import PREPARATION_STEPS
from edencli.match.questions import Question, Roll
from edencli.match.table_events import BidsRevealed, MatchEnded, RoundBegun
from edencli.model.lexicon import FighterLexicon
from edencli.model.stops import orders_text
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Misread
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.referee.answers import IllegalAnswer
from edencli.referee.dice import SeededDice, WrongDice, parse_faces
from edencli.referee.referee import ProcedureFailed, Referee, ReplayPoint
from edencli.referee.script import Script, ScriptLine, UnplayableLine, parse_script_lines
from edencli.rules.steps import run_step
from edencli.transcript.chronicle import TranscriptHeader
from edencli.transcript.transcript import AuthorNote

T = TypeVar("T")

SEED, HAND = "seed", "hand"

# Events that reveal something to a player.
REVEALING = (BidsRevealed, HandShown, TacticPlayed, MatchEnded)


class UndoRefused(Exception):  # noqa: N818  # not a fault of the program
    """Nothing was taken back, repeated or corrected; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Checkpoint(NamedTuple):
    """Where a match was: the referee's replay point, the dice drawn and the number of events."""

    mark: ReplayPoint
    drawn: int
    events: int


class Input(NamedTuple):
    """One input: its number, where the match was before it, and its lines in the record."""

    n: int
    before: Checkpoint
    lines: list[RecordLine]

    @property
    def answers(self) -> bool:
        """Whether the input answered a question; a note does not."""
        return any(line.kind in {"answer", "dice"} for line in self.lines)


class AnswerSession:
    """Answers typed one after another before a referee: undone, redone and corrected.

    `step` is the procedure that asks: the steps of a match, or attacks on a bare table. Nothing is written to
    disk; `Session` keeps a record.
    """

    def __init__(
        self,
        match: Match,
        header: TranscriptHeader,
        dice: SeededDice | None = None,
        *,
        step: Callable[[Match], Procedure[None]] = run_step,
    ) -> None:
        self.header = header
        self.referee = Referee(match, at_answer=self._record_answer, step=step)
        self.script = Script(self.referee, (), dice)
        self.before_answer: Callable[[Question[Any], Any], None] = lambda *_: None
        """Called with each question and its answer before that takes effect, also during a replay."""
        self.inputs: list[Input] = []
        self.undone: list[Input] = []
        self.stops: dict[Side, str] = {}
        """The questions at which each player wants to be asked, in the words of the prompt."""
        self._n = 0
        self._heard: list[RecordLine] = []
        self._photo = ""
        self._begun = self.referee.answer_count
        self._drawn = self._dice_drawn

    # ── looking ────────────────────────────────────────────────────────────────────────────────────────

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.referee.match

    @property
    def question(self) -> Question[Any] | None:
        """The open question; None when the match is over."""
        return self.referee.question

    @property
    def events(self) -> Sequence[Event]:
        """All that has happened."""
        return self.referee.events

    @property
    def names(self) -> FighterLexicon[Piece]:
        """The names of the fighters."""
        return FighterLexicon(self.match.state.fighters)

    @property
    def lines(self) -> list[RecordLine]:
        """What was answered and noted, in order, without what was taken back."""
        return [line for one in self.inputs for line in one.lines]

    def notes(self, words: Words) -> tuple[AuthorNote, ...]:
        """The notes for the reader: those of the players, and one for each correction of dice."""
        lines, told = self.lines, []
        for line, following in zip_longest(lines, lines[1:]):
            if line.kind == "note":
                told.append(AuthorNote(line.events, line.text, line.photo))
            elif line.kind == "correction" and following is not None:
                told.append(AuthorNote(line.events, correction_sentence(words, line, following)))
        return tuple(told)

    def end_at(self, until: StopPoint, viewer: Audience = None) -> int:
        """The length of the log when a round began, before an input, or after an event that a viewer sees."""
        if until.event is not None:
            end = until.end_in(self.events, viewer)
            return len(self.events) if end is None else end
        if until.line is not None:
            reached = (one.before.events for one in self.inputs if one.n + 1 >= until.line)
        else:
            begun_at = self.round_starts().get(until.round or 0, len(self.events))
            reached = (one.before.events for one in self.inputs if one.before.events >= begun_at)
        return next(reached, len(self.events))

    def round_starts(self) -> dict[int, int]:
        """The length of the log when each round had begun."""
        first = {} if self.header.step in PREPARATION_STEPS else {self.header.round: 0}
        begun = {one.round: n for n, one in enumerate(self.events, start=1) if isinstance(one, RoundBegun)}
        return {**first, **begun}

    # ── answering ─────────────────────────────────────────────────────────────────────────────────────────

    def answer_text(self, text: str, *, passing: bool = False) -> Sequence[RecordLine]:
        """Answer the question; with `passing` the line may skip optional questions, as in a script.

        Raises:
            UnplayableLine: The line is no answer to the question; nothing has changed.
            RecordFileError: It could not be written down; nothing has changed.
        """
        self.script.passes_optional = passing
        typed = text.removeprefix("dice:").strip()
        if isinstance(self.question, Roll) and typed[:1].isdigit():
            return self.play_line(ScriptLine(self._n, "dice", self._faces(self.question, typed)))
        return self.play_line(ScriptLine(self._n, "move", text))

    def decline(self) -> Sequence[RecordLine]:
        """Leave an optional question unanswered."""
        question = self.question
        if question is None or not question.optional:
            raise UnplayableLine(self._n, "game-unreadable", question, text="", cause=Misread("empty"))
        return self._save_input(self._run_and_throw(lambda: self.referee.answer(None)))

    def answer_value(self, given: Any) -> Sequence[RecordLine]:
        """Answer the question with a value, as bots do."""
        return self._save_input(self._run_and_throw(lambda: self.referee.answer(given)))

    def note(self, text: str, photo: str = "") -> Sequence[RecordLine]:
        """Say something to the reader, or show a photo from the record's folder."""
        self._photo = photo
        return self.play_line(ScriptLine(self._n, "note", clean(text)))

    def play_line(self, line: ScriptLine, *, throwing: bool = True) -> Sequence[RecordLine]:
        """Play one line of a script, and write down its results; dice of a seed are thrown at once."""
        before = self._run_and_throw(lambda: self.script.play_line(line), throwing=throwing)
        self._forget_tried_answers()
        if line.kind == "note":
            note = RecordLine("note", self._n, text=line.content, events=len(self.events), photo=self._photo)
            self._heard.append(note)
            self._photo = ""
        return self._save_input(before)

    def order_stops(self, side: Side, text: str) -> None:
        """Keep at which questions a player wants to be asked.

        Raises:
            RecordFileError: It could not be written down; nothing has changed.
        """
        line = RecordLine("stops", self._n, side=side, text=text, events=len(self.events))
        self._write(line)
        self.inputs.append(Input(self._n, self._before(), [line]))
        self.stops[side] = text
        self._n += 1

    def expect(
        self, expected: Any, *, passing: bool, seen: Callable[[Match], Match] = lambda match: match
    ) -> None:
        """Compare the position with what is expected of it, as `seen` shows it, without answering anything.

        With `passing`, the position is the one after everything that needs no answer.

        Raises:
            UnplayableLine: The position differs.
        """
        self.script.passes_optional = passing
        self.script.expect(expected, seen)

    def find_past_optional(self, meaning: Callable[[], T | None]) -> T | None:
        """The meaning of a line at the first question, past optional ones, where it has one."""
        before, found = self._before(), None
        try:
            while (
                found is None and (asked := self.question) and asked.optional and not isinstance(asked, Roll)
            ):
                self.referee.answer(None)
                self.script.throw_ready()
                found = meaning()
        finally:
            self._return_to(before)
        return found

    def throw(self) -> None:
        """Throw the dice that are asked for, as far as there are any."""
        self._save_input(self._run_and_throw(lambda: None))

    def undo(self, *, agreed: bool = False) -> Input:
        """Take the last input back.

        Past dice, or past something revealed since, this requires that both players have `agreed`.

        Raises:
            UndoRefused: There is nothing to take back, or the other player must agree.
        """
        last: Input | None = next((one for one in reversed(self.inputs) if one.answers), None)
        if last is None:
            raise UndoRefused("nothing-done")
        if not agreed and (reason := self._why_not_undone(last)):
            raise UndoRefused(reason)
        self._write(RecordLine("undo", last.n, agreed=agreed, events=last.before.events))
        self._return_to(last.before)
        self.inputs.remove(last)
        self.undone.append(last)
        return last

    def redo(self) -> Input:
        """Repeat the input taken back last.

        Raises:
            UndoRefused: Nothing was taken back, or another answer was given since.
        """
        if not self.undone:
            raise UndoRefused("nothing-undone")
        again, before, inputs = self.undone[-1], self._before(), list(self.inputs)
        try:
            self._replay(again.n, again.lines)
            self._write(RecordLine("redo", again.n, events=before.events))
        except RecordDiffers:  # another edencli has played it
            self._return_to(before)
            raise UndoRefused("nothing-undone") from None
        except (ProcedureFailed, RecordFileError):
            self._return_to(before)
            self.inputs = inputs
            raise
        self.undone.pop()
        return again

    def correct(self, text: str) -> Sequence[RecordLine]:
        """Change the dice that were just typed.

        Raises:
            UndoRefused: The last input was no dice.
            WrongDice: The new ones are no dice, or not as many.
        """
        last = self._find_dice()
        *first, old = last.lines
        faces = parse_faces(text)
        if len(faces) != len(old.faces):
            raise WrongDice("not-that-many", wanted=len(old.faces), given=len(faces))
        new = RecordLine("correction", last.n, faces=faces, events=old.events)
        corrected = last._replace(lines=[*first, *correction_lines(old, new)])
        at = self.inputs.index(last)
        kept = self.inputs[at:]
        try:
            self._replay_from(at, last.before, [corrected])
            self._write(new)
        except (ProcedureFailed, RecordFileError):
            self._replay_from(at, last.before, kept)
            raise
        self.undone.clear()
        return self.inputs[-1].lines

    # ── internals ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _dice_drawn(self) -> int:
        return self.script.dice.drawn if self.script.dice is not None else 0

    def _before(self) -> Checkpoint:
        return Checkpoint(self.referee.replay_point(), self._dice_drawn, len(self.events))

    def _faces(self, roll: Roll, typed: str) -> tuple[int, ...]:
        """Read exactly the number of faces that a roll needs."""
        try:
            faces = parse_faces(typed)
        except WrongDice:
            raise UnplayableLine(self._n, "game-unreadable", roll, cause=Misread("dice")) from None
        extra = faces[roll.dice :]
        if extra:
            raise UnplayableLine(self._n, "game-dice-left", roll, extra=extra, n=len(extra))
        if len(faces) < roll.dice:
            raise UnplayableLine(self._n, "game-dice-missing", roll, wanted=roll.dice, given=len(faces))
        return faces

    def _run_and_throw(self, play: Any, *, throwing: bool = True) -> Checkpoint:
        """Run something that answers questions; return the checkpoint before it, or undo it on a fault."""
        before, supply = self._before(), list(self.script.supply)
        self._heard, self._begun, self._drawn = [], self.referee.answer_count, before.drawn
        try:
            play()
            if throwing:
                self.script.throw_ready()
        except (UnplayableLine, ProcedureFailed, IllegalAnswer):
            self._return_to(before)
            self.script.supply = supply
            raise
        return before

    def _record_answer(self, question: Question[Any], given: Any) -> None:
        """Note the line of an answer before it takes effect."""
        self.before_answer(question, given)
        self._forget_tried_answers()
        drawn, events = self._dice_drawn, len(self.events)
        if isinstance(question, Roll):
            source = HAND if drawn == self._drawn else SEED
            line = RecordLine("dice", self._n, side=question.asked, faces=given, source=source, events=events)
        else:
            line = RecordLine(
                "answer",
                self._n,
                side=question.asked,
                text=self._write_answer(given, question),
                declined=given is None,
                events=events,
                private=question.private,
            )
        self._drawn = drawn
        self._heard.append(line)

    def _forget_tried_answers(self) -> None:
        """Forget the answers that a line only tried and took back."""
        del self._heard[self.referee.answer_count - self._begun :]

    def _save_input(self, before: Checkpoint) -> Sequence[RecordLine]:
        """Write the lines of an input to disk, or take the input back if that fails."""
        lines = self._heard
        if not lines:
            return ()
        try:
            self._write(*lines)
        except RecordFileError:
            self._return_to(before)
            raise
        self.inputs.append(Input(self._n, before, lines))
        if self.inputs[-1].answers:
            self.undone.clear()
        self._n += 1
        return lines

    def _write(self, *lines: RecordLine) -> None:
        """Write lines down; without a record there is nothing to do."""

    def _write_answer(self, given: Any, question: Question[Any]) -> str:
        """An answer as the record writes it."""
        return write_answer(given, self.match, question)

    def _read_answer(self, text: str, question: Question[Any]) -> Any:
        """The answer in a line of the record."""
        return read_answer(text, self.match, question)

    def _return_to(self, before: Checkpoint) -> None:
        self.script.rewind(before.mark, before.drawn)

    def _find_dice(self) -> Input:
        """The last input, if its dice may be corrected."""
        last = self.inputs[-1] if self.inputs else None
        if last is None or last.lines[-1].kind != "dice" or last.lines[-1].source != HAND:
            raise UndoRefused("no-dice-typed")
        return last

    def _why_not_undone(self, last: Input) -> str | None:
        """Why taking an input back requires both players' agreement; None if it does not."""
        if any(line.kind == "dice" for line in last.lines):
            return "dice-thrown"
        since = self.events[last.before.events :]
        return "revealed" if any(isinstance(event, REVEALING) for event in since) else None

    def _replay(self, n: int, lines: list[RecordLine]) -> None:
        """Give the answers of recorded lines again, without writing them down."""
        before = self._before()
        self._heard, self._begun = [], self.referee.answer_count
        for line in lines:
            if line.kind in {"answer", "dice"}:
                self._answer_again(line)
        self.inputs.append(Input(n, before, lines))

    def _replay_from(self, at: int, before: Checkpoint, inputs: Sequence[Input]) -> None:
        """Return to a checkpoint, and replace the inputs from number `at` on with others."""
        self._return_to(before)
        del self.inputs[at:]
        for one in inputs:
            self._replay(one.n, one.lines)

    def _answer_again(self, line: RecordLine) -> None:
        """Give a recorded answer to its question.

        Optional questions before it that an older version did not ask are declined. A line that declined a
        question which is no longer asked has no effect.
        """
        try:
            while not self._is_question_of(line):
                if line.declined and line.events == len(self.events):
                    return
                if self.question is None or not self.question.optional:
                    raise RecordDiffers(line.n)
                self.referee.answer(None)
            self.referee.answer(self._answer_of(line))
        except (Misread, IllegalAnswer):
            raise RecordDiffers(line.n) from None

    def _is_question_of(self, line: RecordLine) -> bool:
        """Tell whether a recorded line may answer the open question."""
        question = self.question
        if question is None or question.asked != line.side or line.events != len(self.events):
            return False
        if isinstance(question, Roll) or line.kind == "dice":
            return isinstance(question, Roll) and line.kind == "dice"
        try:
            return (self._read_answer(line.text, question) is None) == line.declined
        except Misread:
            return False

    def _answer_of(self, line: RecordLine) -> Any:
        """The answer in a recorded line to the open question."""
        assert self.question is not None, "a line has a question"  # noqa: S101  # it was just found
        return self._throw_again(line) if line.kind == "dice" else self._read_answer(line.text, self.question)

    def _throw_again(self, line: RecordLine) -> tuple[int, ...]:
        """The faces of a recorded throw; those of the seed must fall as they did."""
        dice = self.script.dice
        if line.source == SEED and dice is not None:
            faces = tuple(dice.die() for _ in line.faces)
            if faces != line.faces:
                raise RecordDiffers(line.n)
        return line.faces


class Session(AnswerSession):
    """One match in progress; without a ledger nothing is kept."""

    def __init__(
        self, file: File, checked: CheckedGame, head: RecordHead, ledger: RecordWriter | None = None
    ) -> None:
        match = begin_match(checked)
        self.file, self.checked, self.head, self.ledger = file, checked, head, ledger
        dice = None if head.seed is None else SeededDice(head.seed, head.drawn)
        super().__init__(match, make_header(checked, match, head.seed), dice)
        self.stops = {Side(side): orders_text(orders) for side, orders in checked.game.stops.items()}

    def play_moves(self, stop: Callable[[Match, int], bool] = lambda *_: False) -> None:
        """Play the moves in the game's own file, and throw the dice due after them.

        `stop` is called before each move with its number, and tells whether to leave out the rest.
        """
        for line in parse_script_lines(self.checked.game.moves):
            if stop(self.match, line.number):
                break
            self.play_line(line, throwing=False)
        else:
            self._throw_rest()

    def _throw_rest(self) -> None:
        """Throw the dice due after the last move; dice of the file that are left then are a fault."""
        self.throw()
        if supply := self.script.supply:
            last = len(self.checked.game.moves) - 1
            raise UnplayableLine(last, "game-dice-left", self.question, extra=supply, n=len(supply))

    def replay_record(self, kept: RecordContent) -> None:
        """Give all answers of a record again, except those taken back.

        Raises:
            RecordDiffers: The match asks or does something else than it did; it stays where that begins.
        """
        done, undone = effective_inputs(kept.lines)
        self._n = max((line.n for line in kept.lines), default=-1) + 1
        for at, (n, lines) in enumerate(done.items()):
            before = self._before()
            try:
                self._replay(n, lines)
            except (RecordDiffers, ProcedureFailed):
                self._return_to(before)
                raise RecordDiffers(n, list(done)[at:]) from None
        self._take_orders()
        here = self._before()
        self.undone = [Input(n, here, lines) for n, lines in undone.items()]

    def repeat(self, inputs: Sequence[Input]) -> None:
        """Repeat the inputs of another session of this game, write them down, and throw the dice due."""
        for one in inputs:
            self._replay(one.n, one.lines)
        self._take_orders()
        self._write(*self.lines)
        self._n = max((one.n for one in inputs), default=-1) + 1
        self.throw()

    def _take_orders(self) -> None:
        """Take the stops that the players have ordered; they win over those of the game's file."""
        self.stops |= {Side(one.side): one.text for one in self.lines if one.kind == "stops" and one.side}

    def drop(self, inputs: Sequence[int]) -> None:
        """Take back the inputs of a record that could not be repeated, the last one first."""
        agreed = [RecordLine("undo", n, agreed=True, events=len(self.events)) for n in reversed(inputs)]
        self._write(*agreed)

    def _write(self, *lines: RecordLine) -> None:
        if self.ledger is not None:
            self.ledger.append(lines)


class RecordDiffers(Exception):  # noqa: N818  # the record is sound, the match differs
    """From an input on, the match of a record goes differently than when it was recorded.

    `left` are the numbers of that input and of all after it.
    """

    def __init__(self, n: int, left: Sequence[int] = ()) -> None:
        super().__init__(n)
        self.n = n
        self.left = left


def correction_sentence(words: Words, old: RecordLine, new: RecordLine) -> str:
    """The note that says which dice were corrected."""
    was, now = (" ".join(map(str, line.faces)) for line in (old, new))
    return words.say("session", "corrected", was=was, now=now)

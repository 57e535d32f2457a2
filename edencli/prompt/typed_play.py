"""A match played by typing: turns typed lines into answers and commands, and shows the results.

    table = Seat(words, session, viewer)
    table.open()           show what has happened so far, and the open question
    table.take(text)       answer, or carry out a command, and show the result
    table.problem(fault)   the message for what `take` raised

An answer is a number, the beginning of an answer, words that only one answer contains, a move as people say
it, or the notation, with or without its subject and verb. The commands are rows of tables: those that may
change the match in `changing_commands`, all of them in `view_commands`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from edencli.bots import Bot, Seat
from edencli.files.diagnostic import Diagnostic
from edencli.files.match_record import RecordFileError, RecordLine
from edencli.games.play_script import NO_BOTS, describe_fault, endless_cards_sentence, make_bots
from edencli.games.records import record_refusal
from edencli.games.session import AnswerSession, Input, Session, UndoRefused
from edencli.lang import Words
from edencli.match.facts import UnknownFact
from edencli.match.limits import OverBudgetError
from edencli.match.match import Act, Match
from edencli.match.pieces import Audience, Side
from edencli.match.questions import Question, Roll, fact_question
from edencli.model.game import LONGEST_MOVE
from edencli.model.stops import ALWAYS, PLAYABLE
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Misread
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.output.console import ProgressLine, Refused, write_stdout
from edencli.output.width import DEFAULT_WIDTH
from edencli.pages import diagnostics
from edencli.prompt.act_preview import futile_act_warning, preview_act, way_that_arrives
from edencli.prompt.interpret import (
    Guess,
    interpret_line,
    line_for_enter,
    shortfall_of,
    with_subject,
)
from edencli.prompt.offers import Offer, offers
from edencli.prompt.proposals import (
    DelegatedPreparation,
    hinted_answer,
)
from edencli.prompt.remedies import add_remedies, remedy_lines
from edencli.prompt.stops import ASK_ALWAYS, Stops, parse_stops, skipped_question
from edencli.referee.dice import WrongDice
from edencli.referee.referee import ProcedureFailed
from edencli.referee.script import UnplayableLine
from edencli.rules.questions import ActQuestion, HalfChoice
from edencli.transcript.chronicle import header_lines
from edencli.transcript.phrases import Phrases, question_sentence, refusal_sentence
from edencli.transcript.transcript import (
    LiveTranscript,
    TranscriptLine,
)

AREA = "session"
ACCEPTING = "y"
"""The words that accept a proposal."""
COMMAND_SYNONYMS: Final[Mapping[str, str]] = {"exit": "quit", "stop": "quit", "bye": "quit"}
"""Words that are read as a command if they stand alone and are not a name."""
_COMMAND = re.compile(r"\s*(\?|[a-z]+)(?:(?<=\?)|:|\s|$)\s*(.*?)\s*", re.DOTALL | re.IGNORECASE)


class CommandMisused(Exception):  # noqa: N818  # the command was
    """A command was typed with words that it does not take, or without words that it needs."""

    def __init__(self, reason: str, command: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.command = command


FAULTS = (UnplayableLine, UndoRefused, CommandMisused, WrongDice, RecordFileError, ProcedureFailed, Refused)
"""The errors that `Seat.take` raises when it refuses a line; nothing has changed then."""


class TypedCommand(NamedTuple):
    """A command that may be typed in place of an answer: what it does, and whether words follow it.

    Both functions take the match at which it is typed; `completions` are the names and words that a terminal
    completes after it.
    """

    run: Callable[[Any, str], None]
    takes_words: bool | None = False
    completions: Callable[[Any], Iterable[str]] = lambda _: ()


class TypedPlay:
    """A match played by typing; `bots` answer for the sides that they play.

    With `passing`, a line may answer a later question and declines the optional ones before it, as in a
    script.
    With `confirms_warnings`, a line that cannot end well must be typed twice.
    """

    confirms_warnings = False
    width = DEFAULT_WIDTH
    """The width of the output in columns."""
    picture_rows: int | None = None
    """The greatest height of a picture that leaves room for the question below it."""

    def __init__(
        self,
        words: Words,
        session: AnswerSession,
        viewer: Audience,
        commands: Mapping[str, TypedCommand],
        *,
        bots: Mapping[Side, Bot] = NO_BOTS,
        passing: bool = False,
        quiet: bool = False,
    ) -> None:
        self.words = words.of_book(session.header.rulebook)
        self.session = session
        self.viewer = viewer
        """The current viewer of the screen: one player while a private page is shown."""
        self._public_viewer = viewer
        """The viewer of the screen outside private pages: the match is told for this viewer alone."""
        self.commands = commands
        self.over = False
        """Whether a player has ended the session."""
        self.after_news: Callable[[], None] = lambda: None
        """Called each time after the news and the open question were shown."""
        self.fault: Exception | None = None
        """The error that refused the last line, or None."""
        self.rule_told = ""
        """The rule behind the last line that was shown."""
        self.has_told_answers = False
        """Whether the list of all answers to the open question was just shown."""
        self.proposed = ""
        """The line that was proposed directly above, accepted by `y`."""
        self.delegated = DelegatedPreparation()
        self._asks_again_at = -1
        """The number of inputs after which no question is skipped, because an `undo` took the skip back."""
        self._has_skipped = False
        """Whether a question was skipped since the last line was typed."""
        self._warned_of = ""
        self.passes_optional, self._quiet = passing, quiet
        self._live = self._begin_telling()
        self._sign = ProgressLine()
        seat = Seat(session.referee, session.header, session.header.seed or 0, self._show_thinking)
        self._players = make_bots(bots, seat)

    def start(self, *, anew: bool) -> None:
        """Show the state of the match: all that happened in a new match, else only the open question."""
        if anew:
            self.show(header_lines(self.words, self.session.header, self.viewer))
        else:
            self._untold_lines()
        self.continue_play()

    def take_line(self, text: str) -> None:
        """Carry out a command, or answer with a line, and show the result."""
        self.ensure_short(text)
        text = self.accept_proposal(text)
        if text.strip():
            self._has_skipped = False
        if not self.run_command(text):
            self.echo_answers(self.answer_line(text.strip()))
            self._say_why_barred()
        self.continue_play()

    def accept_proposal(self, text: str) -> str:
        """Return the proposed line for `y`; any other line is returned unchanged."""
        proposed, self.proposed = self.proposed, ""
        return proposed if proposed and text.strip().lower() == ACCEPTING else text

    def ensure_short(self, text: str) -> None:
        """Refuse a line that is longer than a line in a file may be."""
        if len(text.rstrip("\r\n")) > LONGEST_MOVE:
            raise Refused(self.words.say("notation", "too-long", most=LONGEST_MOVE), code=1)

    def _say_why_barred(self) -> None:
        """Show why an act is not allowed that waited for what only the players can see."""
        barred = self.session.referee.late_refusal
        if barred is not None:
            why = refusal_sentence(self.words, self.session.names, barred)
            self.show([self.words.say("table", "objection", why=why, rule=barred.rule)])

    def run_command(self, text: str) -> bool:
        """Carry out a command; return whether the text is one."""
        found = _COMMAND.fullmatch(text)
        name, rest = (found[1].lower(), found[2]) if found else ("", "")
        if name in COMMAND_SYNONYMS and not rest and not self.session.names.meanings(name):
            name = COMMAND_SYNONYMS[name]
        command = self.commands.get(name)
        if command is None or (rest and command.takes_words is False and self.session.names.meanings(name)):
            return False
        if command.takes_words is False and rest:
            raise CommandMisused("no-words", name)
        if command.takes_words is True and not rest:
            raise CommandMisused("wants-words", name)
        try:
            command.run(self, rest)
        except UnknownFact as unknown:
            asked = question_sentence(
                self.words, self.session.names, fact_question(unknown.fact), self.viewer
            )
            raise Refused(self.words.say(AREA, "unseen", asked=asked)) from None
        except OverBudgetError as fed:
            raise Refused(endless_cards_sentence(self.words, fed) or "") from None
        return True

    def continue_play(self) -> None:
        """Let bots answer their questions, show the state of the match, and call `after_news`."""
        self._let_bots_answer()
        self._tell_delegated()
        self.tell_news()
        self.after_news()

    def _tell_delegated(self) -> None:
        """Say where a player can read what `auto` chose in secret, unless it is shown here."""
        for side in self.delegated.take_secret_sides(self.session.match) - {self.viewer}:
            if self.viewer is not None:
                self._tell_story()
                player = Phrases(self.words, self.session.names).player(side)
                self.show([self.words.say(AREA, "auto.done", player=player, side=side)])

    def answer_line(self, typed: str) -> Sequence[RecordLine]:
        """Answer with a number, the beginning of an answer, a move as people say it, or the notation.

        An empty line declines an optional question. With `passing`, a line that does not answer an optional
        question may answer the next one.
        """
        question, self.fault = self.session.question, None
        if not typed and question is not None:
            self._confirm_enter(question)
        if not typed and question is not None and question.optional:
            return self.session.decline()
        typed = typed or line_for_enter(self.session.match, question)
        if not typed and isinstance(question, Roll):
            from edencli.prompt.answer_list import dice_example  # only an empty line needs it

            raise Refused(dice_example(self.words, question))
        guess = self.guess_line(typed)
        if guess is None and self.passes_optional:
            guess = self.session.find_past_optional(lambda: self.guess_line(typed))
        if guess is not None and self.session.question is question:
            with suppress(UnknownFact):  # eyes have not said yet on what it depends
                self._preview_line(guess.line, typed)
        try:
            return self.session.answer_text(
                guess.line if guess else self._supposed(typed), passing=self.passes_optional
            )
        except UnplayableLine as wrong:
            if not self.passes_optional and question is not None:
                add_remedies(self, wrong, question, typed, guess)
            wrong.values["route"] = guess and guess.alternative
            raise

    def _confirm_enter(self, question: Question[Any]) -> None:
        """Refuse Enter once where it gives something up and may have been meant for a skipped question."""
        skipped, self._has_skipped = self._has_skipped, False
        if skipped and self.confirms_warnings and (line := _line_given_up(self.session.match, question)):
            raise Refused(self.words.say(AREA, "enter-anew", text=line))

    def _preview_line(self, line: str, typed: str) -> None:
        """Show what an act costs and how likely it succeeds, before it is done.

        At a prompt, an act that cannot end well must be typed again before it is done (H-121).
        """
        match, question = self.session.match, self.session.question
        try:
            act = read_answer(line, match, question) if isinstance(question, ActQuestion) else None
        except Misread:
            return
        if not isinstance(question, ActQuestion) or not isinstance(act, Act) or question.refusal(act):
            return
        warning = futile_act_warning(self.words, match, act)
        if not warning:
            self.show([*preview_act(self.words, match, act), *self._shortfall_lines(question, typed)])
            return
        other = way_that_arrives(self.words, match, question, act)
        if self.confirms_warnings and self._warned_of != line:
            self._warned_of = self.proposed = line
            raise Refused(f"{self.words.say(AREA, 'warned', warning=warning)} {other}".rstrip())
        self.show([warning, other] if other else [warning])

    def _shortfall_lines(self, question: Question[Any], typed: str) -> Iterator[str]:
        """Show by how much a Move falls short of the goal that was typed."""
        if short := shortfall_of(self.session.match, question, typed):
            far = Phrases(self.words, self.session.names).length(short.far)
            yield self.words.say(AREA, "going.short", name=short.name, far=far)

    def guess_line(self, typed: str) -> Guess | None:
        """Return the answer that a line means, or None if it means none or several."""
        question = self.session.question
        if question is None:
            return None
        return interpret_line(self.words, self.session.match, question, typed, self.viewer)

    def _supposed(self, typed: str) -> str:
        question = self.session.question
        if question is None or isinstance(question, Roll) or self.passes_optional:
            return typed
        return with_subject(self.session.match, question, typed)

    def offers(self) -> list[Offer]:
        """Return the answers to the open question if it lists them."""
        question = self.session.question
        return [] if question is None else offers(self.words, self.session.match, question, self.viewer)

    def fault_text(self, fault: Exception, *, asks_again: bool = False) -> str:
        """Return why something was refused, without the question if it is shown again right after."""
        if isinstance(fault, Refused):
            return str(fault)
        if isinstance(fault, UnplayableLine):
            why = describe_fault(self.session.match, fault)
            values = {**why.values, **({"asked": ""} if asks_again else {})}
            said = Diagnostic("", why.code, why.form, values=values, repair=why.repair)
            sentence = diagnostics.fault_sentence(said, self.words).rstrip()
            if meant := said.values.get("as-meant"):
                sentence = self.words.say(AREA, str(meant), text=said.values["meant"], why=sentence)
            return "\n  ".join((sentence, *remedy_lines(self, said, asks_again=asks_again)))
        if isinstance(fault, UndoRefused):
            return self.words.say(AREA, f"kept-back.{fault.reason}")
        if isinstance(fault, CommandMisused):
            values = {"command": fault.command, "foe": self._some_foe()}
            return self.words.say(AREA, f"misused.{fault.reason}", **values)
        if isinstance(fault, WrongDice):
            return self.words.say("attack", fault.message, **fault.values)
        unkept = str(record_refusal(self.words, fault)) if isinstance(fault, RecordFileError) else ""
        of_cards = endless_cards_sentence(self.words, fault)
        return of_cards or self.words.say(AREA, "unkept" if unkept else "broken", why=unkept)

    def _some_foe(self) -> str:
        """Return the name of an enemy of the asked player, for an example."""
        question, fighters = self.session.question, self.session.match.state.fighters
        asked = question.asked if question else None
        on_field = [piece for piece, state in fighters.items() if state.on_field]
        foe = next((piece for piece in on_field if piece.side not in {None, asked}), None)
        return self.session.names.label_in_moves(foe) if foe is not None else ""

    def page_heading(self) -> dict[str, str]:
        """Return what every page of a match says about it: its file, its name and its rulebook."""
        session = self.session
        if not isinstance(session, Session):
            return {}
        name = session.checked.game.name
        return {"file": session.file.name, "name": name, "rulebook": session.match.book.key}

    def help_text(self, message: str) -> str:
        """Return a help text: `help` on how to answer questions, `help.NAME` on a command."""
        return self.words.say(AREA, message)

    def tell_news(self) -> None:
        """Show what has happened since the last call, and the open question."""
        self._tell_story()
        self.show_question()

    def show_privately(self, side: Side, pages: Sequence[Callable[[], None]]) -> None:
        """Show secret pages of one player, but only if no other player can see the screen."""
        if self.viewer not in {None, side}:
            player = Phrases(self.words, self.session.names).player(side)
            raise Refused(self.words.say(AREA, "secrets.no-page", player=player, side=side), code=1)
        for page in pages:
            page()

    def show_question(self) -> None:
        """Show the open question."""
        question = self.session.question
        if question is None:
            self.show([self.words.say(AREA, "over")])
        else:
            self.show([question_sentence(self.words, self.session.names, question, self.viewer)])

    def _let_bots_answer(self) -> None:
        """Answer for bots, for `auto` and at skipped questions, until a player must answer."""
        with self._sign:
            while (question := self.session.question) is not None and not self.over:
                answered = not isinstance(question, Roll) and (
                    self._let_bot_answer(question)
                    or self._answer_delegated(question)
                    or self._skip(question)
                    or self._pass_over_half(question)
                )
                if not answered:
                    return

    def _let_bot_answer(self, question: Question[Any]) -> bool:
        """Let a bot answer its question; its answer is shown like any other."""
        player = self._players.get(question.asked)
        if player is None:
            return False
        self._tell_story()
        given = player(question)
        self._sign.wipe()
        self.echo_answers(self.session.answer_value(given))
        return True

    def _answer_delegated(self, question: Question[Any]) -> bool:
        """Answer for a player who left the preparation to `auto`."""
        if not self.delegated.covers(self.session, question):
            return False
        self._tell_story()
        self.echo_answers(self.session.answer_value(hinted_answer(self.session.match, question)))
        self.delegated.note_answer(self.session, question)
        return True

    def _skip(self, question: Question[Any]) -> bool:
        """Decline for a player who does not want to be asked here; a line in that player's view says so."""
        if question.asked is None or self._asks_again_at == len(self.session.inputs):
            return False
        skipped = skipped_question(self.session.match, question, self.stops_of(question.asked))
        if skipped is None:
            return False
        self._tell_story()
        self._has_skipped = True
        lines = self.session.answer_value(skipped.answer)
        if self.viewer in {None, question.asked}:
            answers = [line.text for line in lines if line.kind == "answer"]
            self.show_aside(self.words.say(AREA, skipped.reason, text=text) for text in answers)
        else:
            self.echo_answers(lines)
        return True

    def _pass_over_half(self, question: Question[Any]) -> bool:
        """Choose the first half for the asked player at a real table, where halves have no meaning."""
        can_be = isinstance(question, HalfChoice) and self.session.match.field.asks_players
        if not can_be or self.passes_optional or self._asks_again_at == len(self.session.inputs):
            return False
        self.session.answer_value(question.allowed_options()[0])  # type: ignore[attr-defined]
        return True

    def stops_of(self, side: Side) -> Stops:
        """Return at which questions a player wants to be asked: by orders, else at those that may matter."""
        default, alone = ASK_ALWAYS if self.passes_optional else Stops(), self._plays_alone(side)
        default = default._replace(tactics=PLAYABLE if alone and not self.passes_optional else ALWAYS)
        try:
            ordered = parse_stops(self.words, self.session.stops.get(side, ""), default)
        except Refused:  # of another version
            return default
        return ordered if alone or ordered.tactics != PLAYABLE else ordered._replace(tactics=ALWAYS)

    def _plays_alone(self, side: Side) -> bool:
        """Tell whether no other person can infer a player's hand from the questions."""
        return side.other in self._players and self.viewer == side

    def undo_input(self, *, agreed: bool) -> list[Input]:
        """Take back the last typed input with all answers of bots since, or nothing if that is refused.

        A preparation by `auto` is taken back as far as the last die or revelation.
        """
        taken, begin = list[Input](), self.delegated.begin_of_run(self.session.inputs, self._is_a_bots)
        try:
            while not taken or self._is_a_bots(taken[-1]) or (begin is not None and taken[-1].n > begin):
                taken.append(self.session.undo(agreed=agreed))
        except UndoRefused:
            if not any(map(self.delegated.gave, taken)):
                for _ in taken:
                    self.session.redo()
                raise
        self.delegated.end()
        self._asks_again_at = len(self.session.inputs)
        return [one for one in taken if not self._is_a_bots(one)]

    def redo_input(self) -> list[Input]:
        """Bring back the last input that was taken back, with the answers of bots and dice after it."""
        given = [self.session.redo()]
        while self.session.undone and self._is_a_bots(self.session.undone[-1]):
            given.append(self.session.redo())
        return given

    def _is_a_bots(self, given: Input) -> bool:
        """Tell whether an input was not typed: bots answered, or dice of the seed were thrown."""
        return all(line.side in self._players for line in given.lines if line.kind == "answer")

    def _show_thinking(self, question: Question[Any]) -> None:
        self._sign.show(self._thinking_text(question))

    def _thinking_text(self, question: Question[Any]) -> str:
        player = Phrases(self.words, self.session.names).player(question.asked)
        return self.words.say("play", "thinking", player=player)

    def _tell_story(self) -> None:
        self.show(line.text for line in self._untold_lines())

    def _untold_lines(self) -> list[TranscriptLine]:
        """Show the lines that have not been shown yet."""
        lines = self._live.new_lines(self.session.events, self.width)
        rules = [self.session.events[n].rule for line in lines for n in line.events]
        self.rule_told = next(filter(None, reversed(rules)), self.rule_told)
        return lines

    def echo_answers(self, lines: Iterable[RecordLine]) -> None:
        """Show answers as they are written, but no refusal that one player gave in private."""
        self.show(
            self.words.say(AREA, "echo", text=self.visible_answer(line))
            for line in lines
            if line.kind == "answer" and not (line.declined and self._is_hidden(line))
        )

    def _is_hidden(self, line: RecordLine) -> bool:
        return line.private and self.viewer not in {None, line.side}

    def visible_answer(self, line: RecordLine) -> str:
        """Return the text of an answer, if the viewer may know it."""
        if self._is_hidden(line):
            return self.words.say(AREA, "echo.hidden", player=self._player(line))
        if line.kind == "answer":
            return line.text
        return self.words.say(AREA, "thrown", faces=" ".join(map(str, line.faces)))

    def show(self, lines: Iterable[str]) -> None:
        """Print lines."""
        if not self._quiet:
            write_stdout("".join(f"{line}\n" for line in lines))

    def show_aside(self, lines: Iterable[str]) -> None:
        """Print lines of less importance, in grey if the screen has colours."""
        self.show(lines)

    def reset_telling(self, told: int | None = None) -> None:
        """Forget what was shown of events that were taken back; this many of the others were shown."""
        self._live = self._begin_telling()
        self._live.new_lines(self.session.events[:told])
        self.rule_told = ""

    def _begin_telling(self) -> LiveTranscript:
        session = self.session
        walk = session.referee.walk_log()
        return LiveTranscript(self.words, session.names, session.header, self._public_viewer, walk)

    def _player(self, line: RecordLine) -> str:
        side = next((side for side in self.session.match.state.sides if side == line.side), None)
        return Phrases(self.words, self.session.names).player(side)


def _line_given_up(match: Match, question: Question[Any]) -> str:
    """The answer of Enter if it ends an activation with AP left, or says that a charge arrives."""
    if isinstance(question, ActQuestion):
        return write_answer(None, match, question) if question.ap and question.optional else ""
    return line_for_enter(match, question)

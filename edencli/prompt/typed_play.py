"""Typed play: what is typed at a match becomes answers and commands, and what comes of it is told.

    table = Seat(words, session, viewer)
    table.open()           tells what has happened so far, and what is asked
    table.take(text)       answers, or carries out a command; tells what came of it
    table.problem(fault)   the sentence of what `take` raised

A number, the beginning of an answer, words that only one answer has, a move as people say it, or the
notation, with or without who gives it and the verb, answers. The commands are rows of tables: those that may
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
"""What takes a proposal."""
COMMAND_SYNONYMS: Final[Mapping[str, str]] = {"exit": "quit", "stop": "quit", "bye": "quit"}
"""Words that are taken for a command where they stand alone and are no name."""
_COMMAND = re.compile(r"\s*(\?|[a-z]+)(?:(?<=\?)|:|\s|$)\s*(.*?)\s*", re.DOTALL | re.IGNORECASE)


class CommandMisused(Exception):  # noqa: N818  # the command was
    """A command was typed with words that it does not take, or without those that it wants."""

    def __init__(self, reason: str, command: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.command = command


FAULTS = (UnplayableLine, UndoRefused, CommandMisused, WrongDice, RecordFileError, ProcedureFailed, Refused)
"""What `Seat.take` raises when it refuses; nothing has changed then."""


class TypedCommand(NamedTuple):
    """Something that may be typed besides an answer: what it does, and whether it wants words after it.

    Both functions take the play at which it is typed; `completions` are the names and words that a terminal
    completes there.
    """

    run: Callable[[Any, str], None]
    takes_words: bool | None = False
    completions: Callable[[Any], Iterable[str]] = lambda _: ()


class TypedPlay:
    """A match at which somebody types, and `bots` answer for the sides that they play.

    `passing` lets a line go past optional questions, as in a script. Where it `asks_again`, what cannot end
    well is refused once.
    """

    confirms_warnings = False
    width = DEFAULT_WIDTH
    """How wide what is told may be."""
    picture_rows: int | None = None
    """How high a picture may be so that nothing of it is gone when the question is shown again."""

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
        """Who looks at the screen now: one player, while a private page is shown."""
        self._public_viewer = viewer
        """Who looks at the screen otherwise: the story is told for nobody else."""
        self.commands = commands
        self.over = False
        """Whether somebody said that it is enough."""
        self.after_news: Callable[[], None] = lambda: None
        """What is done each time it was told what happened and what is asked."""
        self.fault: Exception | None = None
        """What refused the last line, if it was refused."""
        self.rule_told = ""
        """The rule behind the last line that was told."""
        self.has_told_answers = False
        """Whether all answers to what is asked were told just now."""
        self.proposed = ""
        """The line that was proposed directly above, which `y` gives."""
        self.delegated = DelegatedPreparation()
        self._asks_again_at = -1
        """The number of inputs at which nothing is skipped: what was skipped there was taken back."""
        self._has_skipped = False
        """Whether a question was skipped since the last line was typed."""
        self._warned_of = ""
        self.passes_optional, self._quiet = passing, quiet
        self._live = self._begin_telling()
        self._sign = ProgressLine()
        seat = Seat(session.referee, session.header, session.header.seed or 0, self._show_thinking)
        self._players = make_bots(bots, seat)

    def start(self, *, anew: bool) -> None:
        """Tell how things stand: from the beginning of a new match, else only what is asked."""
        if anew:
            self.show(header_lines(self.words, self.session.header, self.viewer))
        else:
            self._untold_lines()
        self.continue_play()

    def take_line(self, text: str) -> None:
        """Carry out a command, or answer with a line, and tell what came of it."""
        self.ensure_short(text)
        text = self.accept_proposal(text)
        if text.strip():
            self._has_skipped = False
        if not self.run_command(text):
            self.echo_answers(self.answer_line(text.strip()))
            self._say_why_barred()
        self.continue_play()

    def accept_proposal(self, text: str) -> str:
        """The line that was proposed directly above, for `y`; any other line is given back."""
        proposed, self.proposed = self.proposed, ""
        return proposed if proposed and text.strip().lower() == ACCEPTING else text

    def ensure_short(self, text: str) -> None:
        """Refuse a line that is longer than any that a file may hold."""
        if len(text.rstrip("\r\n")) > LONGEST_MOVE:
            raise Refused(self.words.say("notation", "too-long", most=LONGEST_MOVE), code=1)

    def _say_why_barred(self) -> None:
        """Say why an act may not be that waited for what eyes had to tell."""
        barred = self.session.referee.late_refusal
        if barred is not None:
            why = refusal_sentence(self.words, self.session.names, barred)
            self.show([self.words.say("table", "objection", why=why, rule=barred.rule)])

    def run_command(self, text: str) -> bool:
        """Carry out a command; returns whether the text is one."""
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
        """Let bots answer whose turn it is, tell how things stand then, and do what was wished after that."""
        self._let_bots_answer()
        self._tell_delegated()
        self.tell_news()
        self.after_news()

    def _tell_delegated(self) -> None:
        """Say where a player reads what `auto` chose in secret, if not here."""
        for side in self.delegated.take_secret_sides(self.session.match) - {self.viewer}:
            if self.viewer is not None:
                self._tell_story()
                player = Phrases(self.words, self.session.names).player(side)
                self.show([self.words.say(AREA, "auto.done", player=player, side=side)])

    def answer_line(self, typed: str) -> Sequence[RecordLine]:
        """Answer with a number, the beginning of an answer, a move as it is said, or the notation.

        Nothing declines what is optional. What is no answer to an optional question may be one to the next,
        for whoever goes past those.
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
        """Refuse Enter once where it gives something up and may have been for a question that was skipped."""
        skipped, self._has_skipped = self._has_skipped, False
        if skipped and self.confirms_warnings and (line := _line_given_up(self.session.match, question)):
            raise Refused(self.words.say(AREA, "enter-anew", text=line))

    def _preview_line(self, line: str, typed: str) -> None:
        """Show what an act costs and how likely it comes off, before it is done.

        What cannot end well must be typed again at a prompt before it is done (H-121).
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
        """Say by how much a Move falls short of what it was said to be to."""
        if short := shortfall_of(self.session.match, question, typed):
            far = Phrases(self.words, self.session.names).length(short.far)
            yield self.words.say(AREA, "going.short", name=short.name, far=far)

    def guess_line(self, typed: str) -> Guess | None:
        """The answer to what is asked that was meant by a line; None where that is none, or several."""
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
        """The answers to a question that lists them."""
        question = self.session.question
        return [] if question is None else offers(self.words, self.session.match, question, self.viewer)

    def fault_text(self, fault: Exception, *, asks_again: bool = False) -> str:
        """Say why something was refused, without the question where it is asked again right after."""
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
        """An enemy of who is asked, for an example."""
        question, fighters = self.session.question, self.session.match.state.fighters
        asked = question.asked if question else None
        on_field = [piece for piece, state in fighters.items() if state.on_field]
        foe = next((piece for piece in on_field if piece.side not in {None, asked}), None)
        return self.session.names.label_in_moves(foe) if foe is not None else ""

    def page_heading(self) -> dict[str, str]:
        """What every page of a match says of it: its file, its name and its rulebook."""
        session = self.session
        if not isinstance(session, Session):
            return {}
        name = session.checked.game.name
        return {"file": session.file.name, "name": name, "rulebook": session.match.book.key}

    def help_text(self, message: str) -> str:
        """What `help` says: `help` how questions are answered, `help.NAME` what a command does."""
        return self.words.say(AREA, message)

    def tell_news(self) -> None:
        """Tell what has happened since, and what is asked now."""
        self._tell_story()
        self.show_question()

    def show_privately(self, side: Side, pages: Sequence[Callable[[], None]]) -> None:
        """Show one player what is his alone; where nobody else looks, as anything else."""
        if self.viewer not in {None, side}:
            player = Phrases(self.words, self.session.names).player(side)
            raise Refused(self.words.say(AREA, "secrets.no-page", player=player, side=side), code=1)
        for page in pages:
            page()

    def show_question(self) -> None:
        """Show what is asked now."""
        question = self.session.question
        if question is None:
            self.show([self.words.say(AREA, "over")])
        else:
            self.show([question_sentence(self.words, self.session.names, question, self.viewer)])

    def _let_bots_answer(self) -> None:
        """Answer for bots, for `auto` and where no stop is wanted, until a player must answer."""
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
        """Let a bot answer what it is asked; what it answers is shown like any answer."""
        player = self._players.get(question.asked)
        if player is None:
            return False
        self._tell_story()
        given = player(question)
        self._sign.wipe()
        self.echo_answers(self.session.answer_value(given))
        return True

    def _answer_delegated(self, question: Question[Any]) -> bool:
        """Answer for who left the preparation to `auto`."""
        if not self.delegated.covers(self.session, question):
            return False
        self._tell_story()
        self.echo_answers(self.session.answer_value(hinted_answer(self.session.match, question)))
        self.delegated.note_answer(self.session, question)
        return True

    def _skip(self, question: Question[Any]) -> bool:
        """Decline for a player who wants no stop here; in that player's own view one line says so."""
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
        """Take the first half for who is asked where the field is the players' own table: it has none."""
        can_be = isinstance(question, HalfChoice) and self.session.match.field.asks_players
        if not can_be or self.passes_optional or self._asks_again_at == len(self.session.inputs):
            return False
        self.session.answer_value(question.allowed_options()[0])  # type: ignore[attr-defined]
        return True

    def stops_of(self, side: Side) -> Stops:
        """At which questions a player wants to be asked: as was ordered, else at those that may matter."""
        default, alone = ASK_ALWAYS if self.passes_optional else Stops(), self._plays_alone(side)
        default = default._replace(tactics=PLAYABLE if alone and not self.passes_optional else ALWAYS)
        try:
            ordered = parse_stops(self.words, self.session.stops.get(side, ""), default)
        except Refused:  # of another version
            return default
        return ordered if alone or ordered.tactics != PLAYABLE else ordered._replace(tactics=ALWAYS)

    def _plays_alone(self, side: Side) -> bool:
        """Tell whether nobody else can read a player's hand off what is asked."""
        return side.other in self._players and self.viewer == side

    def undo_input(self, *, agreed: bool) -> list[Input]:
        """Take back what was typed last, with all that bots have answered since; that, or nothing.

        A preparation that was done by `auto` is taken back as far as the last die or revelation.
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
        """Give again what was taken back last, with all that bots and dice have answered since."""
        given = [self.session.redo()]
        while self.session.undone and self._is_a_bots(self.session.undone[-1]):
            given.append(self.session.redo())
        return given

    def _is_a_bots(self, given: Input) -> bool:
        """Tell whether nobody typed an input: bots answered, or dice of the seed were thrown."""
        return all(line.side in self._players for line in given.lines if line.kind == "answer")

    def _show_thinking(self, question: Question[Any]) -> None:
        self._sign.show(self._thinking_text(question))

    def _thinking_text(self, question: Question[Any]) -> str:
        player = Phrases(self.words, self.session.names).player(question.asked)
        return self.words.say("play", "thinking", player=player)

    def _tell_story(self) -> None:
        self.show(line.text for line in self._untold_lines())

    def _untold_lines(self) -> list[TranscriptLine]:
        """What was not told yet, and now is."""
        lines = self._live.new_lines(self.session.events, self.width)
        rules = [self.session.events[n].rule for line in lines for n in line.events]
        self.rule_told = next(filter(None, reversed(rules)), self.rule_told)
        return lines

    def echo_answers(self, lines: Iterable[RecordLine]) -> None:
        """Show what was answered as it is written; that somebody declined in private nobody else learns."""
        self.show(
            self.words.say(AREA, "echo", text=self.visible_answer(line))
            for line in lines
            if line.kind == "answer" and not (line.declined and self._is_hidden(line))
        )

    def _is_hidden(self, line: RecordLine) -> bool:
        return line.private and self.viewer not in {None, line.side}

    def visible_answer(self, line: RecordLine) -> str:
        """What was answered, if the viewer may know."""
        if self._is_hidden(line):
            return self.words.say(AREA, "echo.hidden", player=self._player(line))
        if line.kind == "answer":
            return line.text
        return self.words.say(AREA, "thrown", faces=" ".join(map(str, line.faces)))

    def show(self, lines: Iterable[str]) -> None:
        """Show some lines."""
        if not self._quiet:
            write_stdout("".join(f"{line}\n" for line in lines))

    def show_aside(self, lines: Iterable[str]) -> None:
        """Show some lines that may be passed over, in grey where the screen has colours."""
        self.show(lines)

    def reset_telling(self, told: int | None = None) -> None:
        """Forget what was told of events that are no more; so many of those that are were told."""
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
    """What Enter would answer where that ends an activation with AP left, or says that a charge arrives."""
    if isinstance(question, ActQuestion):
        return write_answer(None, match, question) if question.ap and question.optional else ""
    return line_for_enter(match, question)

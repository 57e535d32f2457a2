"""Typed play: what is typed at a match becomes answers and commands, and what comes of it is told.

    table = Seat(words, session, viewer)
    table.open()           tells what has happened so far, and what is asked
    table.take(text)       answers, or carries out a command; tells what came of it
    table.problem(fault)   the sentence of what `take` raised

A number, the beginning of an answer, words that only one answer has, a move as people say it, or the
notation, with or without who gives it and the verb, answers. `CHANGING` has a row for each command that may
change the match; those that only look are in `looking`, which has the whole table.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from edencli.effects.begin import FedOnItself
from edencli.files.diagnostic import Diagnostic
from edencli.files.library import Library
from edencli.files.record import NotKept, RecordLine
from edencli.games.playing import NO_BOTS, fault_of, fed_on_itself, players_of
from edencli.games.records import refused
from edencli.games.session import Input, KeptBack, Session, corrected
from edencli.lang import Words
from edencli.match.facts import Unknown
from edencli.match.match import Act
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import ActQuestion, Question, Roll, asking_for
from edencli.notation.errors import Misread
from edencli.notation.reader import read
from edencli.output.console import Refused, Sign, put
from edencli.output.width import WIDTH
from edencli.pages import diagnostics
from edencli.prompt.offers import Offer, offers
from edencli.prompt.possible_acts import foretold, warning_of
from edencli.prompt.typed_line import Guess, meant, plainer, supposed
from edencli.referee.dice import WrongDice
from edencli.referee.referee import Broken
from edencli.referee.script import Wrong
from edencli.transcript.chronicle import dumped, header_lines
from edencli.transcript.open_question import MOST_LISTED, awaiting_data
from edencli.transcript.phrases import Phrases, question_sentence, refusal_sentence
from edencli.transcript.transcript import Line, Live, is_over, json_lines, transcript

AREA = "session"
_COMMAND = re.compile(r"\s*(\?|[a-z]+)(?:(?<=\?)|:|\s|$)\s*(.*?)\s*", re.DOTALL | re.IGNORECASE)
_LIKE_A_COMMAND = 0.75


class Misused(Exception):  # noqa: N818  # the command was
    """A command was typed with words that it does not take, or without those that it wants."""

    def __init__(self, reason: str, command: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.command = command


FAULTS = (Wrong, KeptBack, Misused, WrongDice, NotKept, Broken, Refused)
"""What `Seat.take` raises when it refuses; nothing has changed then."""


class TypedCommand(NamedTuple):
    """Something that may be typed besides an answer: what it does, and whether it wants words after it.

    `offered` are the names and words that a terminal completes there.
    """

    run: Callable[["Seat", str], None]
    words: bool | None = False
    offered: Callable[["Seat"], Iterable[str]] = lambda _: ()


class Seat:
    """A match at which somebody types, and `bots` answer for the sides that they play.

    `passing` lets a line go past optional questions, as in a script. Where it `asks_again`, what cannot end
    well is refused once.
    """

    asks_again = False
    width = WIDTH
    """How wide what is told may be."""

    def __init__(
        self,
        words: Words,
        session: Session,
        viewer: Audience,
        commands: Mapping[str, TypedCommand],
        *,
        bots: Mapping[Side, str] = NO_BOTS,
        passing: bool = False,
        quiet: bool = False,
    ) -> None:
        self.words = words.of_book(session.head.rulebook)
        self.session, self.viewer = session, viewer
        self.commands = commands
        self.over = False
        """Whether somebody said that it is enough."""
        self.fault: Exception | None = None
        """What refused the last line, if it was refused."""
        self.rule_told = ""
        """The rule behind the last line that was told."""
        self.has_told_answers = False
        """Whether all answers to what is asked were told just now."""
        self._warned_of = ""
        self.passing, self._quiet = passing, quiet
        self._live = self._begin_telling()
        self._sign = Sign()
        self._players = players_of(bots, session.match, session.head.seed or 0, self._show_thinking)

    def open(self, *, anew: bool) -> None:
        """Tell how things stand: from the beginning of a new match, else only what is asked."""
        if anew:
            self.show(header_lines(self.words, self.session.header, self.viewer))
        else:
            self._news()
        self.go_on()

    def take(self, text: str) -> None:
        """Carry out a command, or answer with a line, and tell what came of it."""
        if not self.carry_out(text):
            self.repeat(self.answer(text.strip()))
            self._say_why_barred()
        self.go_on()

    def _say_why_barred(self) -> None:
        """Say why an act may not be that waited for what eyes had to tell."""
        barred = self.session.referee.barred
        if barred is not None:
            why = refusal_sentence(self.words, self.session.names, barred)
            self.show([self.words.say("table", "objection", why=why, rule=barred.rule)])

    def carry_out(self, text: str) -> bool:
        """Carry out a command; returns whether the text is one."""
        found = _COMMAND.fullmatch(text)
        name, rest = (found[1].lower(), found[2]) if found else ("", "")
        command = self.commands.get(name)
        if command is None or (rest and command.words is False and self.session.names.called(name)):
            return False
        if command.words is False and rest:
            raise Misused("no-words", name)
        if command.words is True and not rest:
            raise Misused("wants-words", name)
        try:
            command.run(self, rest)
        except Unknown as unknown:
            asked = question_sentence(self.words, self.session.names, asking_for(unknown.fact), self.viewer)
            raise Refused(self.words.say(AREA, "unseen", asked=asked)) from None
        except FedOnItself as fed:
            raise Refused(fed_on_itself(self.words, fed) or "") from None
        return True

    def go_on(self) -> None:
        """Let bots answer whose turn it is, and tell how things stand then."""
        self._let_bots_answer()
        self.tell()

    def answer(self, typed: str) -> Sequence[RecordLine]:
        """Answer with a number, the beginning of an answer, a move as it is said, or the notation.

        Nothing declines what is optional. What is no answer to an optional question may be one to the next,
        for whoever goes past those.
        """
        question, self.fault = self.session.question, None
        if not typed and question is not None and question.optional:
            return self.session.decline()
        if not typed and isinstance(question, Roll):
            from edencli.prompt.options_page import dice_to_type  # only an empty line needs it

            raise Refused(dice_to_type(self.words, question))
        guess = self._meant(typed)
        if guess is None and self.passing:
            guess = self.session.beyond(lambda: self._meant(typed))
        if guess is not None and self.session.question is question:
            with suppress(Unknown):  # eyes have not said yet on what it depends
                self._foretell(guess.line)
        try:
            return self.session.say(guess.line if guess else self._supposed(typed), passing=self.passing)
        except Wrong as wrong:
            if wrong.code == "game-unreadable" and not self.passing:
                self._ask_for_command(typed)
            if isinstance(cause := wrong.values.get("cause"), Misread) and not self.passing and question:
                wrong.values["cause"] = plainer(self.session.match, question, typed, cause, self.offers())
            wrong.values["route"] = guess and guess.instead
            raise

    def _ask_for_command(self, typed: str) -> None:
        """Refuse a line that begins with a command, but for a slip."""
        import difflib  # only a slip needs it

        first = typed.partition(" ")[0].lower()
        near = difflib.get_close_matches(first, self.commands, n=1, cutoff=_LIKE_A_COMMAND)
        if near:
            raise Refused(self.words.say(AREA, "no-command", given=first, near=near[0]))

    def _foretell(self, line: str) -> None:
        """Show what an act costs and how likely it comes off, before it is done.

        What cannot end well must be typed again at a prompt before it is done (H-121).
        """
        match, question = self.session.match, self.session.question
        try:
            act = read(line, match, question) if isinstance(question, ActQuestion) else None
        except Misread:
            return
        if question is None or not isinstance(act, Act) or question.refusal(act):
            return
        warning = warning_of(self.words, match, act)
        if warning and self.asks_again and self._warned_of != line:
            self._warned_of = line
            raise Refused(self.words.say(AREA, "warned", warning=warning))
        self.show([warning] if warning else list(foretold(self.words, match, act)))

    def _meant(self, typed: str) -> Guess | None:
        question = self.session.question
        if question is None:
            return None
        return meant(self.words, self.session.match, question, typed, self.viewer)

    def _supposed(self, typed: str) -> str:
        question = self.session.question
        if question is None or isinstance(question, Roll) or self.passing:
            return typed
        return supposed(self.session.match, question, typed)

    def offers(self) -> list[Offer]:
        """The answers to a question that lists them."""
        question = self.session.question
        return [] if question is None else offers(self.words, self.session.match, question, self.viewer)

    def problem(self, fault: Exception, *, asks_again: bool = False) -> str:
        """Say why something was refused, without the question where it is asked again right after."""
        if isinstance(fault, Refused):
            return str(fault)
        if isinstance(fault, Wrong):
            why = fault_of(self.session.match, fault)
            values = {**why.values, **({"asked": ""} if asks_again else {})}
            is_listed = asks_again and why.repair == "repair/legal" and 0 < len(self.offers()) <= MOST_LISTED
            repair = None if is_listed else why.repair  # it is listed right after
            said = Diagnostic("", why.code, why.form, values=values, repair=repair)
            sentence, more = (
                diagnostics.fault_sentence(said, self.words).rstrip(),
                diagnostics.beside(said, self.words),
            )
            return f"{sentence}\n  {more}" if more else sentence
        if isinstance(fault, KeptBack):
            return self.words.say(AREA, f"kept-back.{fault.reason}")
        if isinstance(fault, Misused):
            return self.words.say(AREA, f"misused.{fault.reason}", command=fault.command)
        if isinstance(fault, WrongDice):
            return self.words.say("attack", fault.message, **fault.values)
        unkept = str(refused(self.words, fault)) if isinstance(fault, NotKept) else ""
        of_cards = fed_on_itself(self.words, fault)
        return of_cards or self.words.say(AREA, "unkept" if unkept else "broken", why=unkept)

    def tell(self) -> None:
        """Tell what has happened since, and what is asked now."""
        self._tell_story()
        self.ask()

    def show_apart(self, side: Side, pages: Sequence[Callable[[], None]]) -> None:
        """Show one player what is his alone; where nobody else looks, as anything else."""
        if self.viewer not in {None, side}:
            player = Phrases(self.words, self.session.names).player(side)
            raise Refused(self.words.say(AREA, "secrets.no-page", player=player, side=side), code=1)
        for page in pages:
            page()

    def ask(self) -> None:
        """Show what is asked now."""
        question = self.session.question
        if question is None:
            self.show([self.words.say(AREA, "over")])
        else:
            self.show([question_sentence(self.words, self.session.names, question, self.viewer)])

    def _let_bots_answer(self) -> None:
        """Let bots answer till somebody else is asked; what they answer is shown like any answer."""
        with self._sign:
            while (question := self.session.question) is not None and not self.over:
                player = self._players.get(question.asked)
                if player is None or isinstance(question, Roll):
                    return
                self._tell_story()
                given = player(question)
                self._sign.wipe()
                self.repeat(self.session.answer(given))

    def take_back(self, *, agreed: bool) -> Input:
        """Take back what was typed last, with all that bots have answered since; that, or nothing."""
        taken: list[Input] = []
        try:
            while not taken or self._is_a_bots(taken[-1]):
                taken.append(self.session.undo(agreed=agreed))
        except KeptBack:
            for _ in taken:
                self.session.redo()
            raise
        return taken[-1]

    def _is_a_bots(self, given: Input) -> bool:
        return all(line.side in self._players for line in given.lines if line.kind == "answer")

    def _show_thinking(self, question: Question[Any]) -> None:
        player = Phrases(self.words, self.session.names).player(question.asked)
        self._sign.show(self.words.say("play", "thinking", player=player))

    def _tell_story(self) -> None:
        self.show(line.text for line in self._news())

    def _news(self) -> list[Line]:
        """What was not told yet, and now is."""
        lines = self._live.since(self.session.events, self.width)
        rules = [self.session.events[n].rule for line in lines for n in line.events]
        self.rule_told = next(filter(None, reversed(rules)), self.rule_told)
        return lines

    def repeat(self, lines: Iterable[RecordLine]) -> None:
        """Show what was answered as it is written."""
        self.show(
            self.words.say(AREA, "echo", text=self.shown(line)) for line in lines if line.kind == "answer"
        )

    def shown(self, line: RecordLine) -> str:
        """What was answered, if the viewer may know."""
        if line.private and self.viewer not in {None, line.side}:
            return self.words.say(AREA, "echo.hidden", player=self._player(line))
        if line.kind == "answer":
            return line.text
        return self.words.say(AREA, "thrown", faces=" ".join(map(str, line.faces)))

    def show(self, lines: Iterable[str]) -> None:
        """Show some lines."""
        if not self._quiet:
            put("".join(f"{line}\n" for line in lines))

    def tell_anew(self, told: int | None = None) -> None:
        """Forget what was told of events that are no more; so many of those that are were told."""
        self._live = self._begin_telling()
        self._live.since(self.session.events[:told])
        self.rule_told = ""

    def _begin_telling(self) -> Live:
        return Live(self.words, self.session.names, self.session.header, self.viewer)

    def _player(self, line: RecordLine) -> str:
        side = next((side for side in self.session.match.state.sides if side == line.side), None)
        return Phrases(self.words, self.session.names).player(side)


AGREED = "agreed"


def _undo(table: Seat, rest: str) -> None:
    if rest not in {"", AGREED}:
        raise Misused("agreed-only", "undo")
    taken = table.take_back(agreed=rest == AGREED)
    table.tell_anew()
    table.show(table.words.say(AREA, "taken-back", text=table.shown(line)) for line in taken.lines)


def _redo(table: Seat, _: str) -> None:
    given = table.session.redo()
    table.show(table.words.say(AREA, "given-again", text=table.shown(line)) for line in given.lines)


def _correct(table: Seat, rest: str) -> None:
    lines = table.session.correct(rest)
    table.tell_anew(table.session.inputs[-1].before.events)
    old, new = lines[-2:]
    table.show([corrected(table.words, old, new)])


def _note(table: Seat, rest: str) -> None:
    table.session.note(rest)


def _expect(table: Seat, rest: str) -> None:
    """Hold the position to what is expected of it, in the words of a script."""
    name = os.path.realpath("expected.yaml")
    expected = rest if rest[0] == "{" else f"{{{rest}}}"
    text = json.dumps({**_ANY_GAME, "moves": [{"expect": _HERE}]}).replace(f'"{_HERE}"', expected)
    file = Library(kept={name: text}).open(name)
    for fault in file.said.kept:
        raise Refused(diagnostics.fault_sentence(fault, table.words), code=1)
    table.session.expect(file.value.moves[0]["expect"], passing=table.passing)
    table.show([table.words.say(AREA, "as-expected")])


_ANY_GAME = {"kind": "game", "name": "Any", "red": "red.yaml", "blue": "blue.yaml"}
_HERE = "@"


def _hint(table: Seat, _: str) -> None:
    from edencli.bots.steady import hint
    from edencli.referee.view import seen_from
    from edencli.transcript.phrases import reason_sentence

    question, match = table.session.question, table.session.match
    if question is None or question.asked is None or isinstance(question, Roll):
        table.show([table.words.say(AREA, "hint.nothing-to-choose")])
    elif question.private and table.viewer not in {None, question.asked}:
        table.show([table.words.say(AREA, "hint.hidden", side=question.asked)])
    elif not match.is_measured:
        table.show([table.words.say(AREA, "hint.blind")])
    else:
        given = hint(seen_from(match, question.asked), question)
        why = reason_sentence(table.words, table.session.names, given.why, given.about)
        table.show([table.words.say(AREA, "hint", text=given.line, why=why)])


def _quit(table: Seat, _: str) -> None:
    table.over = True


CHANGING: Mapping[str, TypedCommand] = {
    "undo": TypedCommand(_undo, words=None, offered=lambda _: (AGREED,)),
    "redo": TypedCommand(_redo),
    "correct": TypedCommand(_correct, words=True),
    "note": TypedCommand(_note, words=True),
    "expect": TypedCommand(_expect, words=True),
    "hint": TypedCommand(_hint),
    "quit": TypedCommand(_quit),
}


def session_lines(words: Words, session: Session, viewer: Audience, width: int = WIDTH) -> list[Line]:
    """The transcript of a session; once a match is over, nothing of it is secret."""
    events, notes, viewer = session.events, session.notes(words), viewer_of(session, viewer)
    return transcript(events, session.header, words, session.names, side=viewer, notes=notes, width=width)


def told_as_data(words: Words, session: Session, viewer: Audience) -> Iterable[str]:
    """The transcript of a session as JSON Lines; while it is not over, the last one says what is asked."""
    yield from json_lines(session.events, session.header, side=viewer_of(session, viewer))
    if session.question is not None:
        yield dumped(awaiting_data(words, session.match, session.question, viewer))


def viewer_of(session: Session, viewer: Audience) -> Audience:
    """Who looks at a match: anybody may look at all of one that is over, unless he wants one side's view."""
    return None if viewer == PUBLIC and is_over(session.events) else viewer

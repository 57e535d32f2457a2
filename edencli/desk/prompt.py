"""The prompt: a person, or two at one screen, type a match.

The question stands there with the numbers that matter and its answers numbered; a number, the beginning of an
answer, words that only one answer has, or the notation, with or without who gives it and the verb, answers.
What is one player's business alone is asked on a page apart, typed unseen. `COMMANDS` is the table of
commands, a row each; their help is `help.NAME` in the messages of this area.
"""

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

from edencli.desk.choices import Format
from edencli.desk.console import Refused, page_apart
from edencli.desk.games import NO_BOTS
from edencli.desk.going import planned, priced
from edencli.desk.looking import LOOKS
from edencli.desk.lookups import answer as look_up
from edencli.desk.records import save_script
from edencli.desk.session import Session
from edencli.desk.terminal import Terminal, terminal
from edencli.desk.typed import AREA, FAULTS, Seat, TypedCommand, told
from edencli.desk.typed import COMMANDS as TYPED
from edencli.files.record import RecordLine
from edencli.lang import Words
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import ActQuestion, Question, Roll
from edencli.model.names import fold
from edencli.notation.errors import Misread
from edencli.notation.reader import completions, read
from edencli.players.script import Wrong
from edencli.report.asking import MOST_LISTED, Offer, asking, awaiting_lines, offers
from edencli.report.phrases import Phrases
from edencli.report.transcript import RULE
from edencli.rules.acts import Charge, Move


class Prompt(Seat):
    """A match at a terminal."""

    def __init__(
        self,
        words: Words,
        session: Session,
        viewer: Audience,
        *,
        bots: Mapping[Side, str] = NO_BOTS,
        typist: Terminal | None = None,
    ) -> None:
        people = [side for side in Side if side not in bots]
        is_alone = len(people) == 1 and viewer == PUBLIC
        super().__init__(words, session, people[0] if is_alone else viewer, bots=bots)
        self.commands = COMMANDS
        self._terminal = typist or terminal(self._completed)

    def run(self, *, anew: bool) -> None:
        """Ask till the player has enough, or the input ends."""
        self.open(anew=anew)
        while not self.over:
            question = self.session.question
            try:
                if question is not None and question.private and self.viewer not in {None, question.asked}:
                    self._ask_apart(question)
                else:
                    self._take_shown(self._terminal.read(self._sign_of(question)))
            except EOFError:
                return

    def _take_shown(self, text: str) -> None:
        """Take a line, and say what is wrong with it; then the question stands as it stood."""
        try:
            self.take(text)
        except (*FAULTS, Refused) as fault:
            self._refuse(fault)
            self.ask()

    def _refuse(self, fault: Exception) -> None:
        """Say what is wrong with a line; who asks further is told the rule."""
        self.fault = fault
        self.show([str(fault) if isinstance(fault, Refused) else self.problem(fault)])

    def _ask_apart(self, question: Question[Any]) -> None:
        """Ask one player something on a page of which nothing stays."""
        asked, viewer = question.asked, self.viewer
        assert asked is not None, "what is private is somebody's"  # noqa: S101  # a law of questions
        phrases = Phrases(self.words, self.session.names)
        player, other = phrases.player(asked), phrases.player(asked.other)
        with page_apart():
            self._terminal.read(self.words.say(AREA, "hand-over", player=player, other=other), hidden=True)
            self.viewer = asked
            try:
                self.ask()
                lines = self._answered_apart(question)
            finally:
                self.viewer = viewer
        self.repeat(lines)
        self.go_on()

    def _answered_apart(self, question: Question[Any]) -> Sequence[RecordLine]:
        """The answer to a question of a page apart, or what came of a command that changed what is asked."""
        inputs = len(self.session.inputs)
        while len(self.session.inputs) == inputs and not self.over:
            text = self._terminal.read(self._sign_of(question), hidden=True)
            try:
                if not self.carry_out(text):
                    return self.answer(text.strip())
            except (*FAULTS, Refused) as fault:
                self._refuse(fault)
        return ()

    def show(self, lines: Iterable[str]) -> None:
        """Show some lines, as wide as the terminal is."""
        width = get_terminal_size().columns
        super().show(part for text in lines for line in text.split("\n") for part in fitted(line, width))

    def ask(self) -> None:
        """Show the question, the numbers that matter, and the answers if they are few."""
        question = self.session.question
        if question is None:
            self.show([self.words.say(AREA, "over")])
            return
        self.show([asking(self.words, self.session.match, question, self.viewer)])
        listed = [one for one in self._offers() if not one.objection]
        if 0 < len(listed) <= MOST_LISTED:
            self.show(
                self.words.say(
                    AREA, "offer" if one.key else "offer.enter", n=one.key, text=one.line, price=one.price
                ).rstrip()
                for one in listed
            )

    def answer(self, typed: str) -> Sequence[RecordLine]:
        """Answer with a number, the beginning of an answer, or the notation; with nothing, decline."""
        question, self.fault = self.session.question, None
        if not typed and question is not None and question.optional:
            return self.session.decline()
        going = planned(self.session.match, question, typed)
        line = going.line if going else self._meant(typed)
        self._show_price(line)
        try:
            return self.session.say(line)
        except Wrong as wrong:
            wrong.values["route"] = going and going.instead
            raise

    def _show_price(self, line: str) -> None:
        """Show what a way costs before it is walked."""
        match, question = self.session.match, self.session.question
        try:
            act = read(line, match, question) if isinstance(question, ActQuestion) else None
        except Misread:
            return
        if isinstance(act, Move | Charge) and question is not None and question.refusal(act) is None:
            self.show([priced(self.words, match, act)])

    def _meant(self, typed: str) -> str:
        """The answer that was meant by what was typed; what means none or several stays as it is."""
        question = self.session.question
        if question is None or isinstance(question, Roll) or not typed:
            return typed
        said = self._subject(question)
        for text in (typed, f"{said} {typed}"):
            if self._is_read(text, question):
                return text
        wanted = [verb for verb, _ in completions(f"{said} ", self.session.match, question)]
        verbs = dict.fromkeys((*wanted, *(verb.partition(" ")[0] for verb in wanted)))
        meant = [text for verb in verbs if self._is_read(text := f"{said} {verb} {typed}", question)]
        if len(meant) == 1:
            return meant[0]
        listed = self._offers()
        allowed = [one.line for one in listed if not one.objection]
        for found in (
            [one.line for one in listed if one.key == typed],
            [line for line in allowed if _begins(line, typed, said)],
            [line for line in allowed if f" {fold(typed)} " in f" {fold(line)} " and not typed.isdigit()],
        ):
            if len(found) == 1:
                return found[0]
        return typed

    def _is_read(self, text: str, question: Question[Any]) -> bool:
        try:
            read(text, self.session.match, question)
        except Misread:
            return False
        return True

    def _subject(self, question: Question[Any]) -> str:
        if question.fighter is not None:
            return self.session.names.label(question.fighter)
        return str(question.asked or "")

    def _offers(self) -> list[Offer]:
        question = self.session.question
        return [] if question is None else offers(self.words, self.session.match, question, self.viewer)

    def _sign_of(self, question: Question[Any] | None) -> str:
        return f"{question.asked if question and question.asked else ''}> "

    def _completed(self, text: str) -> list[tuple[str, int]]:
        """What Tab makes of a line: an answer to the open question, or a command."""
        question = self.session.question
        if question is None or (question.private and self.viewer not in {None, question.asked}):
            return []
        commands = [(name, len(text)) for name in self.commands if text and name.startswith(text.lower())]
        return [*completions(text, self.session.match, question), *commands]


_MARGIN = re.compile(r"(.{5} │ +)|( *)")


def fitted(line: str, width: int) -> list[str]:
    """A line in as many as a screen wants; what follows stands behind the same gutter."""
    if len(line) <= width or line.startswith(RULE):
        return [line[:width]]
    found = _MARGIN.match(line)
    margin = found[0] if found else ""
    gutter = " " * 6 + margin[6:] if "│" in margin else margin
    return textwrap.wrap(
        line[len(margin) :],
        max(width, NARROWEST),
        initial_indent=margin,
        subsequent_indent=f"{gutter}    ",
        break_on_hyphens=False,
    )


NARROWEST = 20


def _begins(line: str, typed: str, said: str) -> bool:
    """Tell whether what was typed begins an answer, or what it says of its subject."""
    rest = line.removeprefix(said).strip()
    return any(fold(one).startswith(fold(typed)) for one in (line, rest))


# ── commands ──────────────────────────────────────────────────────────────────────────────────────────────


def _ask_all(seat: Seat, rest: str) -> None:
    """All answers, with prices, and why the others may not be given; or a rule."""
    if rest:
        look_up(seat.words, Format.TEXT, rest.split(), seat.session.head.rulebook)
        return
    question = seat.session.question
    if question is None:
        return
    match = seat.session.match
    listed = offers(seat.words, match, question, seat.viewer)
    if not listed:
        seat.show(awaiting_lines(seat.words, match, question, seat.viewer))
    for one in listed:
        message = "offered.not" if one.objection else "offered"
        seat.show([seat.words.say(AREA, message, text=one.line, price=one.price, why=one.objection)])


def _help(seat: Seat, _: str) -> None:
    rows = [(name, seat.words.say(AREA, f"help.{name}")) for name in seat.commands]
    seat.show([seat.words.say(AREA, "help"), *(f"  {name:<8}  {told}" for name, told in rows)])


def _log(seat: Seat, _: str) -> None:
    seat.show(line.text for line in told(seat.words, seat.session, seat.viewer))


def _save(seat: Seat, rest: str) -> None:
    save_script(seat.words, seat.session, seat.viewer, Path(rest))


COMMANDS: Mapping[str, TypedCommand] = {
    "?": TypedCommand(_ask_all, words=None),
    **LOOKS,
    "log": TypedCommand(_log),
    **TYPED,
    "save": TypedCommand(_save, words=True),
    "help": TypedCommand(_help),
}

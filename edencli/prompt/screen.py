"""The prompt at which a person, or two at one screen, play a match.

The question is shown with the numbers that matter, and its answers are numbered. A player's private questions
are asked on a separate page, and typed unseen.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import islice
from shutil import get_terminal_size
from typing import Any

from edencli.bots import Bot
from edencli.files.match_record import RecordLine
from edencli.games.play_script import NO_BOTS
from edencli.games.session import AnswerSession
from edencli.lang import Words
from edencli.match.events import Event
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import Choice, HandQuestion, PlacementQuestion, Question
from edencli.match.table_events import Activated, NpfActivated
from edencli.model.names import fold
from edencli.notation.reader import completions
from edencli.notation.writer import write_answer
from edencli.output.console import orderly_end, private_screen
from edencli.output.sheet import Paint
from edencli.output.width import page_width, wrap_line
from edencli.prompt.act_preview import filter_completions
from edencli.prompt.after_move import move_meaning, movers
from edencli.prompt.answer_list import numbered_act_lines
from edencli.prompt.interpret import line_for_enter
from edencli.prompt.offers import card_texts_by_answer, question_line
from edencli.prompt.status import bottom_lines, status_lines
from edencli.prompt.terminal import Terminal, make_terminal
from edencli.prompt.tips import NO_TIPS, Tips
from edencli.prompt.typed_play import AREA, FAULTS, TypedPlay
from edencli.prompt.view_commands import COMMANDS
from edencli.referee.view import match_seen_by_viewer
from edencli.rules.npfs import ProwlQuestion
from edencli.rules.questions import ActQuestion
from edencli.transcript.open_question import MOST_LISTED, answer_patterns
from edencli.transcript.phrases import Phrases, is_hidden

MOST_ACTS = 9
"""The most acts shown with a question; `?` shows all of them."""
LAST_LINES = 12
"""The last lines shown of a resumed match in which no fighter was activated yet."""


class TerminalPlay(TypedPlay):
    """A match at a terminal; a `plain` one shows nothing below the typed line."""

    confirms_warnings = True

    def __init__(
        self,
        words: Words,
        session: AnswerSession,
        viewer: Audience,
        *,
        bots: Mapping[Side, Bot] = NO_BOTS,
        typist: Terminal | None = None,
        plain: bool = False,
        tips: Tips = NO_TIPS,
    ) -> None:
        people = [side for side in Side if side not in bots]
        is_alone = len(people) == 1 and viewer == PUBLIC
        super().__init__(words, session, people[0] if is_alone else viewer, COMMANDS, bots=bots)
        self._status: list[str] = []
        self._tips = tips
        self._terminal = typist or make_terminal(
            self._completed, tuple if plain else self._bottom_lines, self._masks_answer
        )

    def run(self, *, anew: bool) -> None:
        """Ask until the player quits, or the input ends."""
        with orderly_end(), self._screen(), suppress(EOFError):
            self.start(anew=anew)
            while not self.over:
                question = self.session.question
                if question is not None and question.private and self.viewer not in {None, question.asked}:
                    self._ask_apart(question)
                else:
                    self._take_shown(self._read_shown(self._sign_of(question)))

    def _screen(self) -> AbstractContextManager[None]:
        """Return what holds the screen from the first line to the last."""
        return nullcontext()

    def _read_shown(self, sign: str) -> str:
        """Read a line that both players may see."""
        return self._terminal.read(sign)

    def _masks_answer(self) -> bool:
        """Tell whether an answer is hidden even on its private page: a bid is too short to be forgotten."""
        return not isinstance(self.session.question, HandQuestion | Choice)

    def _bottom_lines(self) -> Sequence[str]:
        """Return the lines below the typed line."""
        question = self.session.question
        return bottom_lines(self.words, self.session.match, question, self.viewer, self._bottom_width())

    def _bottom_width(self) -> int:
        return self.width

    def _take_shown(self, text: str) -> None:
        """Take a line; if something is wrong with it, say so and ask the question again."""
        if self.session.question is None and not text.strip():
            self.over = True
            return
        try:
            self.take_line(text)
        except FAULTS as fault:
            self._refuse(fault, asks_again=True)
            self.show_question()

    def _refuse(self, fault: Exception, *, asks_again: bool = False) -> None:
        """Say what is wrong with a line; the rule is told on further request."""
        self.fault = fault
        self.show([self.fault_text(fault, asks_again=asks_again)])

    def _ask_apart(self, question: Question[Any]) -> None:
        """Ask one player something on a page that leaves nothing on the screen."""
        assert question.asked is not None, "what is private is somebody's"  # noqa: S101  # questions promise it
        with self._private_turn(question.asked):
            self.show_question()
            lines = self._answer_apart(question)
        self.echo_answers(lines)
        self.continue_play()

    @contextmanager
    def _private_turn(self, side: Side) -> Iterator[None]:
        """Give one player the screen, with a page that leaves nothing on it."""
        viewer, phrases = self.viewer, Phrases(self.words, self.session.names)
        player, other = phrases.player(side), phrases.player(side.other)
        with private_screen():
            self._press("hand-over", player=player, other=other)
            self.viewer = side
            try:
                yield
            finally:
                self.viewer = viewer

    def show_privately(self, side: Side, pages: Sequence[Callable[[], None]]) -> None:
        """Show one player private pages, one by one; another player at the screen hands it over first."""
        if self.viewer in {None, side}:
            super().show_privately(side, pages)
            return
        with self._private_turn(side):
            for page, way_on in zip(pages, [*["turn-page"] * (len(pages) - 1), "leave-page"], strict=True):
                page()
                self._press(way_on)

    def _answer_apart(self, question: Question[Any]) -> Sequence[RecordLine]:
        """Return the lines of a private answer, or none if a command changed the question."""
        inputs = len(self.session.inputs)
        while len(self.session.inputs) == inputs and not self.over:
            if self.delegated.covers(self.session, question):
                break
            text = self._terminal.read(self._sign_of(question), hidden=True)
            try:
                self.ensure_short(text)
                text = self.accept_proposal(text)
                if not self.run_command(text):
                    return self.answer_line(text.strip())
            except FAULTS as fault:
                self._refuse(fault)
        return ()

    def start(self, *, anew: bool) -> None:
        """Tell a new match from its beginning; a resumed one from its last activation, with its state."""
        if not anew:
            self._status = list(status_lines(self.words, self.session.match, self.viewer, self.width))
            self.show([*self._story_so_far()[1], "", *self._status, ""])
        super().start(anew=anew)

    def _story_so_far(self) -> tuple[list[str], list[str]]:
        """Return what has happened, as both players were told: up to the last activation, and after it."""
        events = self.session.events
        begun, lines = _last_activated(events), self._begin_telling().new_lines(events, self.width)
        since = [
            n for n, line in enumerate(lines) if begun is not None and max(line.events, default=-1) >= begun
        ]
        story, last = [line.text for line in lines], since[0] if since else max(0, len(lines) - LAST_LINES)
        return story[:last], story[last:]

    def _tell_story(self) -> None:
        """Tell what has happened since the last time, and what a Move of the other side means."""
        told, events = self._live.told, self.session.events
        super()._tell_story()
        if moved := movers(events[max(told, _last_activated(events) or 0) :], self.viewer):
            match = match_seen_by_viewer(self.session.match, self.viewer)
            said = (move_meaning(self.words, match, one, self.session.question) for one in moved)
            self.show(filter(None, said))

    @property
    def width(self) -> int:  # type: ignore[override]  # as the terminal is now
        """The width of the text: that of the terminal."""
        return page_width(sys.stdout, os.environ)

    @property
    def picture_rows(self) -> int | None:  # type: ignore[override]  # as the terminal is now
        """The height of a picture: the window without the question, the typed line and what is below."""
        if not sys.stdout.isatty():
            return None
        asked = sum(len(wrap_line(line, self.width)) for line in self._question_lines())
        return get_terminal_size().lines - asked - 1 - max(1, len(self._bottom_lines()))

    def _press(self, message: str, **values: str) -> None:
        """Say what Enter does, and wait for it."""
        said = "\n".join(wrap_line(self.words.say(AREA, message, **values), self.width))
        while self._terminal.read(said, hidden=True).strip():
            self.show([self.words.say(AREA, "only-enter")])

    def show(self, lines: Iterable[str]) -> None:
        """Show some lines, wrapped to the width of the terminal."""
        super().show(
            part for text in lines for line in text.split("\n") for part in wrap_line(line, self.width)
        )

    def show_aside(self, lines: Iterable[str]) -> None:
        """Show some lines in grey."""
        paint = Paint.for_stream(sys.stdout, os.environ)
        super().show(paint.faint(part) for text in lines for part in wrap_line(text, self.width))

    def show_question(self) -> None:
        """Show the question, the numbers that matter, and the answers if they are few."""
        question = self.session.question
        if question is None or (question.agreeable and not question.private):
            self._show_status()
        self.show([*self._tip_lines(question), *self._question_lines()])
        self.has_told_answers = False

    def _tip_lines(self, question: Question[Any] | None) -> Iterator[str]:
        """Give the tip for the first question of its kind."""
        if question is None or is_hidden(question, self.viewer):
            return
        measured = not self.session.match.field.asks_players
        if tip := self._tips.next_tip(question, measured=measured):
            yield self.words.say("tips", "told", tip=self.words.say("tips", tip), rule=question.rule)

    def _question_lines(self) -> Iterator[str]:
        """Give the question, and how it may be answered."""
        question = self.session.question
        if question is None:
            yield self.words.say(AREA, "over.asks")
            return
        yield from question_line(self.words, self.session.match, question, self.viewer).split("\n")
        if not self.has_told_answers:
            yield from self._how(question)

    def _how(self, question: Question[Any]) -> Iterator[str]:
        """Give how a question may be answered: its answers if they are few, else how they are written."""
        match, words = self.session.match, self.words
        listed = [one for one in self.offers() if not one.objection]
        if isinstance(question, PlacementQuestion | HandQuestion | ProwlQuestion) and not is_hidden(
            question, self.viewer
        ):
            declining = write_answer(None, match, question) if question.optional else None
            yield from (
                words.say(AREA, "offered", text=form, price="").rstrip()
                for form in answer_patterns(match, question)
                if form != declining
            )
        if isinstance(question, HandQuestion) and not is_hidden(question, self.viewer):
            cards = enumerate(dict.fromkeys(question.deck), start=1)
            yield from (words.say(AREA, "offer", n=n, text=card, price="").rstrip() for n, card in cards)
        if isinstance(question, ActQuestion):
            yield from islice(numbered_act_lines(words, match, question), MOST_ACTS)
            yield words.say(AREA, "offer.all")
        elif card_texts_by_answer(words, match, question, self.viewer):
            yield words.say(AREA, "offer.cards")
        if line := line_for_enter(match, question):
            yield words.say(AREA, "offer.enter", text=line)
        if not listed and question.optional and not is_hidden(question, self.viewer):
            yield words.say(AREA, "offer.enter", text=write_answer(None, match, question))
        if len(listed) <= MOST_LISTED:
            yield from (one.list_line(words) for one in listed)

    def _show_status(self) -> None:
        """Show the state of both bands if no map can, whenever it has changed."""
        match = self.session.match
        if not match.field.asks_players:
            return
        status = list(status_lines(self.words, match, self.viewer, self.width))
        if status != self._status:
            self.show(["", *status, ""])
        self._status = status

    def _sign_of(self, question: Question[Any] | None) -> str:
        if question is None:
            return self.words.say(AREA, "over.sign")
        return f"{question.asked or ''}> "

    def _completed(self, text: str) -> list[tuple[str, int]]:
        """Complete a line: an answer to the open question, or a command."""
        question = self.session.question
        if question is not None and question.private and self.viewer not in {None, question.asked}:
            return []
        name, space, rest = text.lstrip().partition(" ")
        if space and (command := self.commands.get(name.lower())) is not None:
            return complete_words(rest, command.completions(self))
        commands = [(name, len(text)) for name in self.commands if text and name.startswith(text.lower())]
        if question is None:
            return commands
        return [*self._answers_completed(text, question), *commands]

    def _answers_completed(self, text: str, question: Question[Any]) -> list[tuple[str, int]]:
        """Complete an answer that is begun."""
        answers = completions(text, self.session.match, question)
        return list(filter_completions(self.session.match, question, text, answers))


def complete_words(text: str, offered: Iterable[str]) -> list[tuple[str, int]]:
    """Complete the last words of a text; with each name, the number of characters that it replaces."""
    begun = [text[at:] for at in range(len(text), -1, -1) if at == 0 or text[at - 1] == " "]
    return sorted(
        {name: len(end) for name in offered for end in begun if fold(name).startswith(fold(end))}.items()
    )


def _last_activated(events: Sequence[Event]) -> int | None:
    """Return the number of the event that began the last activation, or None."""
    return max((n for n, one in enumerate(events) if isinstance(one, Activated | NpfActivated)), default=None)

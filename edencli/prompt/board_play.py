"""A match at a terminal with the table beside the log, if the terminal is large enough.

The size is checked before each line: a window that gets smaller loses its panes, and their text is put on the
ordinary screen; a window that gets larger gets panes.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from edencli.bots import Bot
from edencli.games.play_script import NO_BOTS
from edencli.games.session import AnswerSession
from edencli.lang import Words, clean
from edencli.match.pieces import Audience, Side
from edencli.match.questions import Question
from edencli.output.console import write_stdout
from edencli.prompt.panes import ToldLog, board_rows
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.split_screen import SplitScreen, screen_size
from edencli.prompt.tips import NO_TIPS, Tips
from edencli.prompt.typed_play import AREA


class BoardPlay(TerminalPlay):
    """A match at a terminal with the table in sight."""

    def __init__(
        self,
        words: Words,
        session: AnswerSession,
        viewer: Audience,
        *,
        bots: Mapping[Side, Bot] = NO_BOTS,
        tips: Tips = NO_TIPS,
    ) -> None:
        super().__init__(words, session, viewer, bots=bots, tips=tips)
        self._split = SplitScreen(self._completed, self._board, self._bottom_lines)

    @contextmanager
    def _screen(self) -> Iterator[None]:
        """Show panes if there is room, and leave their text on the ordinary screen."""
        if screen_size().has_panes:
            self._split.open(ToldLog())
        try:
            yield
        finally:
            self._split.close()

    def start(self, *, anew: bool) -> None:
        """Tell a match as at any terminal; a pane can be scrolled back to its beginning."""
        if not anew:
            self._split.log.remember(self._story_so_far()[0])
        super().start(anew=anew)

    def _fit_screen(self) -> bool:
        """Open or close the panes to fit the terminal's size; returns whether that changed."""
        if screen_size().has_panes is self._split.is_open:
            return False
        if self._split.is_open:
            self._split.close()
        else:
            log = ToldLog()
            for lines in reversed(self._story_so_far()):
                log.remember(lines)
            self._split.open(log)
        return True

    def _board(self, columns: int, rows: int) -> list[str]:
        return board_rows(self.words, self.session.match, self.viewer, columns, rows)

    def _read_shown(self, sign: str) -> str:
        """Read a line; its consequences are told wherever there is room by then."""
        if self._fit_screen() and self._split.is_open:
            self.show_question()
        if not self._split.is_open:
            text = super()._read_shown(sign)
            self._fit_screen()
            return text
        text = self._split.read(sign)
        self._split.log.end_question()
        write_stdout(f"{sign}{clean(text)}\n")
        self._fit_screen()
        return text

    @contextmanager
    def _private_turn(self, side: Side) -> Iterator[None]:
        """Give one player the whole screen."""
        with self._split.covered(), super()._private_turn(side):
            yield

    def help_text(self, message: str) -> str:
        """Return the text of `help`, with the keys that scroll."""
        text = super().help_text(message)
        return self.words.say(AREA, "panes", help=text) if message == "help" and self._split.is_open else text

    def show_question(self) -> None:
        """Show the question below the log."""
        if self._split.is_open:
            self._split.log.begin_question()
        super().show_question()

    def _show_status(self) -> None:
        """Tell the state of both bands, unless the left pane shows it."""
        if not self._split.is_open:
            super()._show_status()

    @property
    def width(self) -> int:  # type: ignore[override]  # as the pane is now
        """The width of the text: that of its pane."""
        return self._split.log.columns if self._split.is_open else super().width

    @property
    def picture_rows(self) -> int | None:  # type: ignore[override]  # as the pane is now
        """The height of a picture in its pane, above the question."""
        if not self._split.is_open:
            return super().picture_rows
        asked = self._split.log.asked_height(list(self._question_lines()))
        return self._split.log_size().rows - asked

    def _bottom_width(self) -> int:
        return screen_size().columns if self._split.is_open else super()._bottom_width()

    def _show_thinking(self, question: Question[Any]) -> None:
        """Show what has happened while a bot thinks."""
        if self._split.is_open:
            self._split.draw([self._thinking_text(question)])
        else:
            super()._show_thinking(question)

"""A screen in two panes for a large terminal: the table on the left, the log and the question on the right.

    screen = SplitScreen(complete, left, bottom_lines)
    screen.open(log)         takes the screen: everything written after this goes to the right pane
    screen.read("red> ")     draws, and reads a line below the question; PgUp and PgDn scroll the log
    screen.draw(lines)       draws between two lines, with something else below
    screen.close()           gives the screen back, and writes there what was told meanwhile

The panes are on the alternate screen of the terminal, which leaves nothing behind. prompt_toolkit edits the
line. Knows no match: `left` gives the rows of the left pane for some columns and rows.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from shutil import get_terminal_size
from time import monotonic
from typing import Any, Final

from edencli.lang import clean
from edencli.named_tuple import NamedTuple
from edencli.output.console import NoOutput, without_echo, write_stdout
from edencli.pictures.fitted_map import shown_length
from edencli.prompt.panes import ToldLog
from edencli.prompt.terminal import BottomLines, CompleteLine, make_line_session, read_from

LEAST_COLUMNS: Final = 100
LEAST_ROWS: Final = 24
"""The smallest terminal that has two panes."""
LEAST_LOG_COLUMNS: Final = 48
"""The fewest columns of the right pane."""

BETWEEN_DRAWINGS: Final = 0.2
"""The seconds between drawings while no line is read."""
MANY: Final = 1_000
"""More rows than any terminal has: the log takes all rows above the typed line."""

DrawRows = Callable[[int, int], Sequence[str]]
"""A function for the rows of a pane, of at most these columns and rows."""


class ScreenSize(NamedTuple):
    """The size of a terminal."""

    columns: int
    rows: int

    @property
    def has_panes(self) -> bool:
        """Whether there is room for two panes."""
        return self.columns >= LEAST_COLUMNS and self.rows >= LEAST_ROWS


def screen_size() -> ScreenSize:
    """Return the current size of the terminal."""
    return ScreenSize(*get_terminal_size())


class SplitScreen:
    """The two panes, the typed line, and the lines below; closed until it is opened."""

    def __init__(self, complete: CompleteLine, left: DrawRows, bottom_lines: BottomLines) -> None:
        self._left, self._bottom_lines = left, bottom_lines
        self._drawn: dict[ScreenSize, Sequence[str]] = {}
        self._bottom: Sequence[str] = ()
        self._log = ToldLog()
        self._held: ExitStack | None = None
        self._size = screen_size()
        self._is_due = False
        """Whether the log must still be written on the ordinary screen."""
        self._drawn_at = 0.0
        self.is_reading = False
        """Whether a line is being typed; otherwise none is shown."""
        self._session = make_line_session(complete, erase_when_done=True, key_bindings=_scrolling_keys(self))
        self._session.app.renderer = _make_renderer(self._session.app.renderer)
        self._session.app.layout = _make_layout(self, self._session)

    @property
    def is_open(self) -> bool:
        """Whether the panes have the screen."""
        return self._held is not None

    @property
    def log(self) -> ToldLog:
        """The log in the right pane."""
        return self._log

    # ── taking and giving back the screen ─────────────────────────────────────────────────────────────────

    def open(self, log: ToldLog) -> None:
        """Take the screen, and send all that is written to a log."""
        self._log, self._is_due = log, True
        self._measure()
        self._take()

    def close(self) -> None:
        """Give the screen back, and write there what was told while the panes had it."""
        if self._is_due:
            self._is_due = False
            self._give_back()
            if self._size != screen_size():  # few terminals keep the cursor's place on a covered screen
                with suppress(OSError):
                    self._session.app.renderer.go_below()
            with suppress(NoOutput):  # a terminal that is gone shows nothing
                write_stdout(self._log.told)

    @contextmanager
    def covered(self) -> Iterator[None]:
        """Give the screen back for a while; what is written then does not go to the log."""
        if not self.is_open:
            yield
            return
        self._give_back()
        yield
        self._take()

    def _take(self) -> None:
        self._size = screen_size()
        self._held = ExitStack()
        self._held.enter_context(without_echo())
        self._held.enter_context(self._log.taking_output())

    def _give_back(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None
            with suppress(OSError):  # a terminal that is gone has no screen
                self._session.app.renderer.give_back()

    # ── reading and drawing ───────────────────────────────────────────────────────────────────────────────

    def read(self, prompt: str) -> str:
        """Draw everything again, and read a line."""
        self._bottom = self._bottom_lines()
        self._measure()
        self.is_reading = True
        try:
            return read_from(self._session, prompt)
        finally:
            self.is_reading = False
            self._drawn_at = monotonic()

    def draw(self, bottom: Sequence[str]) -> None:
        """Draw while no line is read, with other lines below, unless that was done just before."""
        from prompt_toolkit.application.current import set_app

        if monotonic() - self._drawn_at < BETWEEN_DRAWINGS:
            return
        self._drawn_at, self._bottom = monotonic(), bottom
        self._measure()
        app = self._session.app
        with set_app(app):
            app.renderer.render(app, app.layout)

    def _measure(self) -> None:
        """Forget the drawn table, and tell the log the width of its pane."""
        self._drawn.clear()
        self._log.columns = self.log_size().columns

    def log_size(self) -> ScreenSize:
        """Return the room for the log and the question; one row is the typed line."""
        size = screen_size()
        left = self.left_width(size)
        return ScreenSize(
            size.columns - left - 1 if left else size.columns, size.rows - len(self._bottom) - 1
        )

    def left_width(self, size: ScreenSize) -> int:
        """Return the width of the left pane on a screen of some size; 0 if there is no room for it."""
        return max(map(shown_length, self.left_rows(size)), default=0) + 1 if size.has_panes else 0

    def left_rows(self, size: ScreenSize) -> Sequence[str]:
        """Return the rows of the left pane on a screen of some size, drawn once for each line read."""
        if size not in self._drawn:
            high = size.rows - len(self._bottom)
            self._drawn[size] = self._left(size.columns - LEAST_LOG_COLUMNS - 2, high)
        return self._drawn[size]

    def log_rows(self, columns: int, height: int) -> Sequence[str]:
        """Return the rows of the right pane: the log and the question."""
        return self._log.rows(columns, height)

    def bottom_rows(self, *_: int) -> Sequence[str]:
        """Return the lines below everything else."""
        return [clean(line) for line in self._bottom]


def _scrolling_keys(screen: SplitScreen) -> Any:
    """Return the keys that scroll the log of a screen."""
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()
    keys.add("pageup")(lambda _: screen.log.scroll(1))
    keys.add("pagedown")(lambda _: screen.log.scroll(-1))
    return keys


def _make_renderer(made: Any) -> Any:
    """Return a renderer on the alternate screen that does not erase the panes after a line was read."""
    from prompt_toolkit.renderer import Renderer

    class LastingRenderer(Renderer):
        def erase(self, leave_alternate_screen: bool = True) -> None:  # noqa: FBT001, FBT002  # its own
            if leave_alternate_screen:
                self.reset()
            else:  # the size has changed
                super().erase(leave_alternate_screen=False)

        def render(self, app: Any, layout: Any, is_done: bool = False) -> None:  # noqa: FBT001, FBT002  # its own
            if self.last_rendered_screen is None:
                self.output.cursor_goto(0, 0)
            super().render(app, layout, is_done)

        def reset(self, _scroll: bool = False, leave_alternate_screen: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002  # its own
            super().reset(_scroll, leave_alternate_screen=False)

        def give_back(self) -> None:
            self.output.enable_autowrap()
            super().reset(leave_alternate_screen=True)

        def go_below(self) -> None:
            self.output.cursor_goto(self.output.get_size().rows, 0)
            self.output.write_raw("\r\n")
            self.output.flush()

    return LastingRenderer(made.style, made.output, full_screen=True)


def _make_layout(screen: SplitScreen, session: Any) -> Any:
    """Return the panes of a screen, around the line that a session reads."""
    from prompt_toolkit.application import get_app
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.formatted_text import ANSI, to_formatted_text
    from prompt_toolkit.layout import (
        ConditionalContainer,
        Dimension,
        HSplit,
        Layout,
        UIContent,
        UIControl,
        VSplit,
        Window,
    )

    class Rows(UIControl):
        def __init__(self, draw: DrawRows) -> None:
            self._draw = draw

        def create_content(self, width: int, height: int) -> UIContent:
            rows = self._draw(width, height)
            return UIContent(
                lambda n: to_formatted_text(ANSI(rows[n])), line_count=len(rows), show_cursor=False
            )

    def size() -> ScreenSize:
        found = get_app().output.get_size()
        return ScreenSize(found.columns, found.rows)

    def left(draw: Window) -> ConditionalContainer:
        return ConditionalContainer(draw, Condition(lambda: size().has_panes))

    table = Window(Rows(lambda *_: screen.left_rows(size())), width=lambda: screen.left_width(size()))
    told = Window(Rows(screen.log_rows), height=Dimension(min=1, preferred=MANY))
    below = Window(
        Rows(screen.bottom_rows),
        height=lambda: len(screen.bottom_rows()),
        style="class:bottom-toolbar.text",
    )
    line = ConditionalContainer(session.app.layout.container, Condition(lambda: screen.is_reading))
    panes = VSplit([left(table), left(Window(width=1, char="│")), HSplit([told, line])])
    return Layout(HSplit([panes, below]), focused_element=session.default_buffer)

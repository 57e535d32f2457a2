"""Terminals: reading a line with completion, or one on a private page.

prompt_toolkit is imported only here and in `split_screen`, when the first line is asked for. Without it, or
with `TERM=dumb`, `readline` reads the line.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from edencli.lang import clean
from edencli.output.console import Ended, ending_signals, read_line, write_stderr

CompleteLine = Callable[[str], list[tuple[str, int]]]
"""A function for what could follow a text, and how many of its characters each replaces."""


BottomLines = Callable[[], Sequence[str]]
"""A function for the lines below the typed line."""


class Terminal(Protocol):
    """Where a person types; the end of the input is EOFError, Ctrl-C is KeyboardInterrupt."""

    def read(self, prompt: str, *, hidden: bool = False) -> str:
        """Read a line; a hidden one is not remembered, and shown only on a page that leaves no trace."""


def make_terminal(
    complete: CompleteLine, bottom_lines: BottomLines = tuple, masks: Callable[[], bool] = lambda: True
) -> Terminal:
    """Make the best terminal available; only one that can draw shows lines below the typed one.

    It shows a hidden line while it is typed, unless it `masks` it.
    """
    if not can_draw():
        return PlainTerminal(complete)
    try:
        return RichTerminal(complete, bottom_lines, masks)
    except ImportError:
        return PlainTerminal(complete)


def can_draw() -> bool:
    """Tell whether the terminal can do more than write one line after the other."""
    return os.environ.get("TERM", "dumb") != "dumb"


class PlainTerminal:
    """A terminal whose line readline edits; Tab completes it if possible."""

    def __init__(self, complete: CompleteLine) -> None:
        self._complete = complete
        self._found: list[str] = []
        try:
            import readline
        except ImportError:  # without it, lines are not edited
            return
        readline.set_completer(self._completed)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")

    def read(self, prompt: str, *, hidden: bool = False) -> str:
        """Read a line."""
        if hidden:
            from getpass import getpass

            return getpass(prompt)
        try:
            return input(prompt)
        except EOFError:
            write_stderr("\n")  # the next message begins on a line of its own
            raise

    def _completed(self, text: str, state: int) -> str | None:
        if state == 0:
            self._found = [text[: len(text) - n] + wanted for wanted, n in self._complete(text)]
        return self._found[state] if state < len(self._found) else None


class PipedTerminal:
    """A terminal for the lines of a pipe or a file, as they are; questions go to stderr."""

    def read(self, prompt: str, *, hidden: bool = False) -> str:  # noqa: ARG002  # nobody watches
        """Read a line."""
        return read_line(prompt)


class RichTerminal:
    """A terminal with history and completions on Tab; pasted text is shown made harmless."""

    def __init__(
        self, complete: CompleteLine, bottom_lines: BottomLines, masks: Callable[[], bool] = lambda: True
    ) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.filters import Condition

        self._bottom_lines = bottom_lines
        self._shown: PromptSession[str] = make_line_session(complete)
        self._hidden: PromptSession[str] = PromptSession(is_password=Condition(masks))

    def read(self, prompt: str, *, hidden: bool = False) -> str:
        """Read a line."""
        if hidden:
            from prompt_toolkit.history import DummyHistory

            self._hidden.history = DummyHistory()
            return read_from(self._hidden, prompt)
        self._shown.bottom_toolbar = "\n".join(map(clean, self._bottom_lines())) or None
        return read_from(self._shown, prompt)


def make_line_session(complete: CompleteLine, **options: Any) -> Any:
    """Make a session that reads lines with history and completion; pasted text is shown made harmless."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.layout.processors import Processor, Transformation
    from prompt_toolkit.styles import Style

    class Offered(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:  # noqa: ARG002  # its own
            for wanted, n in complete(document.text_before_cursor):
                yield Completion(wanted, start_position=-n)

    class Harmless(Processor):
        def apply_transformation(self, transformation_input: Any) -> Any:
            fragments = transformation_input.fragments
            return Transformation([(style, clean(text), *more) for style, text, *more in fragments])

    return PromptSession(
        completer=Offered(),
        complete_while_typing=False,
        input_processors=[Harmless()],
        style=Style.from_dict({"bottom-toolbar": "noreverse", "bottom-toolbar.text": "bold"}),
        **options,
    )


def read_from(session: Any, prompt: str) -> str:
    """Read a line with a session; a signal that ends it leaves the terminal as it was."""
    try:
        with _ended_between_keys(session.app) as begin:
            return session.prompt(prompt, pre_run=begin)
    except Ended:
        _put_back(session.output)
        raise


@contextmanager
def _ended_between_keys(application: Any) -> Iterator[Callable[[], None]]:
    """Have a signal that ends a prompt end it between two steps of the library.

    During a step, the library would print a traceback and leave the terminal changed. The yielded function
    must be called once the prompt has begun.
    """
    import signal

    handlers = {one: handler for one in ending_signals() if callable(handler := signal.getsignal(one))}
    numbers: list[int] = []

    def end(number: int, _: object) -> None:
        numbers.append(number)
        if application.loop:
            application.loop.call_soon_threadsafe(leave)

    def leave() -> None:
        if numbers and application.is_running and not application.is_done:
            application.exit(exception=EOFError)

    for one in handlers:
        signal.signal(one, end)
    try:
        yield leave
    finally:
        for one, handler in handlers.items():
            signal.signal(one, handler)
        if numbers:
            raise Ended(128 + numbers[0])


def _put_back(output: Any) -> None:
    """Restore wrapping, cursor and pasting of a terminal, even if only part of a line was drawn."""
    with suppress(OSError):  # it may be gone
        output.disable_bracketed_paste()
        output.enable_autowrap()
        output.show_cursor()
        output.reset_attributes()
        output.flush()

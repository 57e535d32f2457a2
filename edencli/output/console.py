"""The one way to stdout and stderr, how a command ends when it cannot go on, and the line of progress.

Everything that leaves passes `sanitize_output`: no text from a file or a command line drives a terminal, or
the log of a CI job. A stream that cannot be written to is no fault of ours: if the reader has gone, nothing
changes; if there is no room for a result, this is reported and the exit code is 2; what stderr cannot take
is lost.
"""

import contextlib
import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any, Self, TypeVar

from edencli.lang import clean, sanitize_output
from edencli.output.width import NO_BREAK, line_width, wrap_line


class Refused(Exception):  # noqa: N818  # no error of ours: the command was refused
    """The command cannot do what it was asked: one sentence for stderr, and the exit code.

    Code 1 means that the answer is no (an invalid file, a refused act), 2 that the command was used wrongly
    or a file could not be read.
    """

    def __init__(self, sentence: str, *, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


class RuleRefused(Refused):
    """A rule does not allow what was asked; the sentence names the rule."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(sentence, code=1)
        self.rule = rule


class Ended(SystemExit):  # no error: nothing went wrong
    """The program was ended from outside: by SIGTERM (143), SIGQUIT (131), or a lost terminal (129)."""


def ending_signals() -> tuple[int, ...]:
    """The signals that end a prompt from outside."""
    import signal

    known = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP", "SIGQUIT"))  # Windows has one
    return tuple(one for one in known if one is not None)


@contextlib.contextmanager
def orderly_end() -> Iterator[None]:
    """Let signals end a prompt as Ctrl-C does, and give the terminal its modes back.

    Raises:
        Ended: A signal ended the prompt.
    """
    import signal

    def end(number: int, _: object) -> None:
        raise Ended(128 + number)

    ending = [one for one in ending_signals() if signal.getsignal(one) is signal.SIG_DFL]
    put_back = _terminal_modes()
    for one in ending:
        signal.signal(one, end)
    try:
        yield
    except Ended:
        put_back()  # the reader of lines does so only once it reads
        raise
    finally:
        for one in ending:
            signal.signal(one, signal.SIG_DFL)


def _terminal_modes() -> Callable[[], None]:
    """A function that gives the terminal back its present modes; it does nothing on Windows."""
    termios = _find_termios()
    modes = termios.tcgetattr(sys.stdin) if termios and sys.stdin.isatty() else None

    def put_back() -> None:
        if modes is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, modes)

    return put_back


def _find_termios() -> Any:
    """The module for modes of a terminal; None on Windows."""
    try:
        import termios
    except ImportError:
        return None
    return termios


class ReaderGone(Exception):  # noqa: N818  # no error
    """The reader of our stdout has closed it."""


def set_up_streams() -> None:
    """Make all three streams UTF-8 that never raises; a stream that was closed becomes an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # open until the program ends
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            errors = "replace" if stream is sys.stdin else "backslashreplace"
            stream.reconfigure(encoding="utf-8", errors=errors)


class RunManner:
    """How this run speaks, by its command line: remarks (`-q` turns them off), a pager (`--no-pager`)."""

    def __init__(self) -> None:
        self.remarks, self.pager = True, True


MANNER = RunManner()
"""The manner of the current run; `reset_manner` begins the next one."""


def reset_manner() -> None:
    """Speak with remarks and a pager, as a run does by default."""
    vars(MANNER).update(vars(RunManner()))


def shows_colour(stream: IO[str], environment: Mapping[str, str]) -> bool:
    """Tell whether text is coloured: on a terminal that can show it, or by FORCE_COLOR; NO_COLOR wins."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return stream.isatty() and environment.get("TERM", "") not in {"dumb", ""}


class NoOutput(Exception):  # noqa: N818  # no error of ours: the disk is full, or stdout cannot be written to
    """A result cannot be written to stdout; `reason` is what the system says."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write_stdout(text: str, *, commands: bool = False) -> None:
    """Write a result to stdout; with `commands` its lines are workflow commands for GitHub.

    Raises:
        NoOutput: It could not be written. If the reader has gone, nothing is raised.
    """
    try:
        dressed = shows_colour(sys.stdout, os.environ)
        sys.stdout.write(sanitize_output(text, commands=commands, dressed=dressed))
        sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError as fault:
        silence(sys.stdout)
        raise NoOutput(fault.strerror or str(fault)) from None


def write_stdout_lines(lines: Iterable[str]) -> None:
    """Write sentences to stdout, each on its own line, wrapped to the width of the terminal."""
    write_stdout("".join(f"{fit_lines(line, sys.stdout)}\n" for line in lines))


def write_stderr(text: str) -> None:
    """Write what is told about the run to stderr; if that fails, nothing else changes."""
    try:
        dressed = shows_colour(sys.stderr, os.environ)
        sys.stderr.write(sanitize_output(fit_lines(text, sys.stderr), dressed=dressed))
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def remark(sentence: str) -> None:
    """Write one sentence about the run to stderr, unless remarks are turned off."""
    if MANNER.remarks:
        report_failure(sentence)


def report_failure(sentence: str) -> None:
    """Write to stderr why a command cannot go on, or which part of it failed."""
    write_stderr(f"edencli: {sentence}\n")


def fit_lines(text: str, stream: IO[str]) -> str:
    """Wrap a text to the width of its stream; trailing spaces stay, since the last line may be a prompt."""
    width = line_width(stream, os.environ)
    lines = (part for line in text.split("\n") for part in wrap_line(line, width))
    shown = "\n".join(lines).rstrip(" ") + text[len(text.rstrip(" ")) :]
    return shown.replace(NO_BREAK, " ")


def read_line(prompt: str) -> str:
    """Show a prompt on stderr and read one line.

    Raises:
        EOFError: The input has ended.
    """
    write_stderr(prompt)
    line = sys.stdin.readline(LONGEST)
    if not line:
        write_stderr("\n" if sys.stdin.isatty() else "")
        raise EOFError
    return line.strip()


LONGEST = 10_000  # characters of a line; an endless line is not read to its end


def is_terminal() -> bool:
    """Tell whether both stdin and stdout are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextlib.contextmanager
def private_screen() -> Iterator[None]:
    """Show a separate page on a terminal, of which nothing stays when it is left, not even further up."""
    apart = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    with without_echo():
        try:
            if apart:
                sys.stdout.write("\x1b[?1049h\x1b[2J\x1b[H")
                sys.stdout.flush()
            yield
        finally:
            if apart:
                with contextlib.suppress(OSError):  # a terminal that is gone shows nothing
                    sys.stdout.write("\x1b[2J\x1b[H\x1b[?1049l")
                    sys.stdout.flush()


@contextlib.contextmanager
def without_echo() -> Iterator[None]:
    """Turn off the echo of a terminal, so that what is typed ahead is not shown."""
    termios = _find_termios()
    if termios is None or not sys.stdin.isatty():
        yield
        return
    number, flags = sys.stdin.fileno(), 3  # the place of the flags among the modes of a terminal
    before = termios.tcgetattr(number)
    silent = [*before[:flags], before[flags] & ~termios.ECHO, *before[flags + 1 :]]
    termios.tcsetattr(number, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error):  # a terminal that is gone has no modes
            termios.tcsetattr(number, termios.TCSADRAIN, before)


def silence(stream: IO[str]) -> None:
    """Discard whatever is still written to a stream."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


T = TypeVar("T")

_PATIENCE = 0.5  # seconds
_WIDTH = 78


class ProgressLine:
    """A line on the terminal that says what is being done; shown after a while, and removed in the end."""

    def __init__(self) -> None:
        self._began, self._is_shown = time.monotonic(), False

    def __enter__(self) -> Self:
        return self

    def show(self, text: str) -> None:
        """Show what is being done now, in place of the text before."""
        if MANNER.remarks and sys.stderr.isatty() and time.monotonic() - self._began > _PATIENCE:
            width = _columns()
            sys.stderr.write(f"\r{clean(text)[:width]:<{width}}")
            sys.stderr.flush()
            self._is_shown = True

    def wipe(self) -> None:
        """Remove the line before something else is written; after a while, `show` writes it again."""
        if self._is_shown:
            sys.stderr.write("\r" + " " * _columns() + "\r")
            sys.stderr.flush()
        self._began, self._is_shown = time.monotonic(), False

    def __exit__(self, *_: object) -> None:
        self.wipe()


def _columns() -> int:
    """The width of a line that is overwritten: less than the terminal's."""
    from shutil import get_terminal_size

    return min(_WIDTH, get_terminal_size().columns - 1)


def progress(items: Sequence[T]) -> Iterator[T]:
    """Give the items one by one, showing how far along we are."""
    with ProgressLine() as sign:
        for n, item in enumerate(items):
            sign.show(f"{n + 1}/{len(items)} {item}")
            yield item

"""What a command says: the one door to stdout and stderr, how it ends when it cannot go on, how far it is.

Whatever leaves passes `harmless`: no text from a file or from a command line drives a terminal, or the log of
a CI job. A stream that cannot be written to is no fault of ours: a reader who has gone changes nothing, no
room for a result is said and ends with 2, and what stderr does not take is lost.
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


class Refused(Exception):  # noqa: N818  # it is no error of ours: the command was refused
    """A command cannot do what it was asked: one sentence for stderr, and the exit code.

    1 says no to what was asked (an invalid file, a refused act); 2 says the command was used wrongly or a
    file could not be read.
    """

    def __init__(self, sentence: str, *, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


class RuleRefused(Refused):
    """A rule does not allow what was asked; the sentence names it."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(sentence, code=1)
        self.rule = rule


class Ended(SystemExit):  # nothing went wrong
    """The program was told to end from outside: by SIGTERM (143), SIGQUIT (131), or a lost terminal (129)."""


def ending_signals() -> tuple[int, ...]:
    """What ends a prompt from outside."""
    import signal

    known = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP", "SIGQUIT"))  # Windows has but one
    return tuple(one for one in known if one is not None)


@contextlib.contextmanager
def orderly_end() -> Iterator[None]:
    """Have what ends a prompt from outside end it as Ctrl-C does, and leave the terminal as it was.

    Raises:
        Ended: That has happened.
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
        put_back()  # what reads a line does that only if it had come so far
        raise
    finally:
        for one in ending:
            signal.signal(one, signal.SIG_DFL)


def _terminal_modes() -> Callable[[], None]:
    """What gives a terminal the modes back that it has now; a console of Windows needs nothing."""
    termios = _find_termios()
    modes = termios.tcgetattr(sys.stdin) if termios and sys.stdin.isatty() else None

    def put_back() -> None:
        if modes is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, modes)

    return put_back


def _find_termios() -> Any:
    """The module for the modes of a terminal, which Windows does not have."""
    try:
        import termios
    except ImportError:
        return None
    return termios


class ReaderGone(Exception):  # noqa: N818  # it is no error of anybody's
    """Whoever read our stdout has closed it."""


def set_up_streams() -> None:
    """Make every stream UTF-8 that never fails; one that was closed holds nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # till the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            errors = "replace" if stream is sys.stdin else "backslashreplace"
            stream.reconfigure(encoding="utf-8", errors=errors)


class RunManner:
    """How this run speaks, as its command line says: with remarks (`-q`), through a pager (`--no-pager`)."""

    def __init__(self) -> None:
        self.remarks, self.pager = True, True


MANNER = RunManner()
"""How the run speaks that has just begun; `reset_manner` begins another."""


def reset_manner() -> None:
    """Speak as a run does whose command line says nothing of it."""
    vars(MANNER).update(vars(RunManner()))


def shows_colour(stream: IO[str], environment: Mapping[str, str]) -> bool:
    """Tell whether words are dressed: on a terminal that can show it, or by FORCE_COLOR; NO_COLOR wins."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return stream.isatty() and environment.get("TERM", "") not in {"dumb", ""}


class NoOutput(Exception):  # noqa: N818  # it is no error of ours: the disk is full, or stdout not for writing
    """A result cannot be written to stdout; `reason` is what the system says."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write_stdout(text: str, *, commands: bool = False) -> None:
    """Write a result to stdout; with `commands` it is made of lines that speak to GitHub.

    Raises:
        NoOutput: It could not be written. A reader who has gone is no reason: the exit code stays.
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
    """Write sentences to stdout, a line each, broken where a terminal has no room for them."""
    write_stdout("".join(f"{fit_lines(line, sys.stdout)}\n" for line in lines))


def write_stderr(text: str) -> None:
    """Write what is told about the run to stderr; when nobody can read that, nothing else changes."""
    try:
        dressed = shows_colour(sys.stderr, os.environ)
        sys.stderr.write(sanitize_output(fit_lines(text, sys.stderr), dressed=dressed))
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def remark(sentence: str) -> None:
    """Write one sentence about the run to stderr, unless remarks are not wanted."""
    if MANNER.remarks:
        report_failure(sentence)


def report_failure(sentence: str) -> None:
    """Write to stderr why a command cannot go on, or what of it failed."""
    write_stderr(f"edencli: {sentence}\n")


def fit_lines(text: str, stream: IO[str]) -> str:
    """A text whose lines are no longer than a terminal's, so that none is torn; the last may be a prompt."""
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


LONGEST = 10_000  # characters of a line; whatever has no end is not read to it


def is_terminal() -> bool:
    """Tell whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextlib.contextmanager
def private_screen() -> Iterator[None]:
    """A page of its own on a terminal, of which nothing stays when it is left, not even far above."""
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
    """Let a terminal not show what is typed before anybody asks for it."""
    termios = _find_termios()
    if termios is None or not sys.stdin.isatty():
        yield
        return
    number, flags = sys.stdin.fileno(), 3  # where the modes of a terminal stand
    before = termios.tcgetattr(number)
    silent = [*before[:flags], before[flags] & ~termios.ECHO, *before[flags + 1 :]]
    termios.tcsetattr(number, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error):  # a terminal that is gone has no modes
            termios.tcsetattr(number, termios.TCSADRAIN, before)


def silence(stream: IO[str]) -> None:
    """Send whatever still comes to a stream nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


T = TypeVar("T")

_PATIENCE = 0.5  # seconds
_WIDTH = 78


class ProgressLine:
    """A line on the terminal that says what is being done; shown once it lasts, and gone in the end."""

    def __init__(self) -> None:
        self._began, self._is_shown = time.monotonic(), False

    def __enter__(self) -> Self:
        return self

    def show(self, text: str) -> None:
        """Say what is being done now, in place of what was said before."""
        if MANNER.remarks and sys.stderr.isatty() and time.monotonic() - self._began > _PATIENCE:
            width = _columns()
            sys.stderr.write(f"\r{clean(text)[:width]:<{width}}")
            sys.stderr.flush()
            self._is_shown = True

    def wipe(self) -> None:
        """Take away what was said, before something else is; what lasts from now on is said again."""
        if self._is_shown:
            sys.stderr.write("\r" + " " * _columns() + "\r")
            sys.stderr.flush()
        self._began, self._is_shown = time.monotonic(), False

    def __exit__(self, *_: object) -> None:
        self.wipe()


def _columns() -> int:
    """How wide a line may be that is written over: never as wide as the terminal."""
    from shutil import get_terminal_size

    return min(_WIDTH, get_terminal_size().columns - 1)


def progress(items: Sequence[T]) -> Iterator[T]:
    """Give the items one by one, showing how far we are."""
    with ProgressLine() as sign:
        for n, item in enumerate(items):
            sign.show(f"{n + 1}/{len(items)} {item}")
            yield item

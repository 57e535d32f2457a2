"""A match at a terminal: ended from outside it leaves that as it was, and a paste does not drive it."""

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from processes import EDENCLI, clean_environment
from sessions import SAMPLES, again
from terminals import ROUND

PAGE_BEGUN, PAGE_LEFT = "\x1b[?1049h", "\x1b[?1049l"
PASTE_ON, PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
PATIENCE = 20  # seconds until a test gives up on a terminal; nothing measured
SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]


class Terminal:
    """A terminal of its own on which edencli runs."""

    def __init__(
        self, *arguments: str, cwd: Path, kind: str, command: Sequence[str] = EDENCLI, columns: int = 80
    ) -> None:
        self._ours, self._theirs = pty.openpty()
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.modes = termios.tcgetattr(self._theirs)
        self.shown = ""
        self.process = subprocess.Popen(
            [*command, *arguments],
            cwd=cwd, env={**clean_environment(), "TERM": kind, "COLUMNS": str(columns)},
            start_new_session=True,
            preexec_fn=self._begin,  # noqa: PLW1509  # no threads here
            stdin=self._theirs, stdout=self._theirs, stderr=self._theirs,
        )  # fmt: skip

    def _begin(self) -> None:
        """Take the terminal, and heed its signals, also where the tests run in the background."""
        fcntl.ioctl(self._theirs, termios.TIOCSCTTY, 0)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, signal.SIG_DFL)

    def wait(self, text: str) -> None:
        """Wait till something is shown."""
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end, self.shown[-2000:]
            self._read(1.0)

    def type(self, text: str, end: str = "\r") -> None:
        """Type a line and Enter, or whatever ends it."""
        os.write(self._ours, f"{text}{end}".encode())

    def end(self, number: int) -> int:
        """Send a signal; returns the exit code."""
        self.process.send_signal(number)
        return self.ended()

    def ended(self) -> int:
        """Wait till it ends; returns the exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, self.shown[-2000:]
            self._read(0.1)
        while self._read(0.1):
            continue
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        """Read what is shown within some time, if anything is."""
        is_there = bool(select.select([self._ours], [], [], seconds)[0])
        if is_there:
            self.shown += os.read(self._ours, 65536).decode("utf-8", "replace")
        return is_there

    def modes_now(self) -> list[Any]:
        """What the terminal does with what is typed."""
        return termios.tcgetattr(self._theirs)

    def hang_up(self) -> None:
        """Take the terminal away."""
        os.close(self._theirs)
        os.close(self._ours)

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for number in (self._ours, self._theirs):
            try:
                os.close(number)
            except OSError:
                continue


def begin_at(folder: Path, step: str) -> str:
    """Write a game that begins at a step, with all that it needs."""
    for name in ("bands", "cards"):
        shutil.copytree(SAMPLES / name, folder / name)
    (folder / "round.yaml").write_text(ROUND.replace("first-player", step), "utf-8")
    (folder / ".edencli").touch()
    return "round.yaml"


@pytest.fixture(params=[("xterm-256color", 80), ("xterm-256color", 120), ("dumb", 120)])
def typed_match(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    """A match at a terminal that can much or little, wide enough for panes or not, asked for a bid of Red."""
    game, (kind, columns) = begin_at(tmp_path, "first-player"), request.param
    options = ("--seed", "1", "--record", "r.record")
    terminal = Terminal("play", "-i", game, *options, cwd=tmp_path, kind=kind, columns=columns)
    terminal.wait("For Red only")
    yield terminal
    terminal.close()


def is_as_it_was(terminal: Terminal) -> bool:
    """Hold that a terminal shows what is typed, takes it line by line, and shows no private page."""
    shown = terminal.shown
    assert terminal.modes_now() == terminal.modes
    assert shown.rfind(PAGE_BEGUN) <= shown.rfind(PAGE_LEFT), shown[-500:]
    assert shown.rfind(PASTE_ON) <= shown.rfind(PASTE_OFF), shown[-500:]
    return True


@pytest.mark.parametrize("number", SIGNALS)
def test_ended_before_a_page_apart_is_opened(typed_match: Terminal, number: int) -> None:
    assert typed_match.end(number) == 128 + number
    assert is_as_it_was(typed_match)
    assert "edencli play r.record" in typed_match.shown


@pytest.mark.parametrize("number", SIGNALS)
def test_ended_on_a_private_page_leaves_it(typed_match: Terminal, tmp_path: Path, number: int) -> None:
    typed_match.type("")
    typed_match.wait("red>")

    assert typed_match.end(number) == 128 + number
    assert is_as_it_was(typed_match)
    assert again(tmp_path / "r.record").question is not None


@pytest.mark.parametrize("number", SIGNALS)
def test_what_was_answered_before_is_kept(typed_match: Terminal, tmp_path: Path, number: int) -> None:
    typed_match.type("")
    typed_match.wait("red>")
    typed_match.type("red bids 1")
    typed_match.wait("For Blue only")

    assert typed_match.end(number) == 128 + number
    assert is_as_it_was(typed_match)
    assert [line.text for line in again(tmp_path / "r.record").lines] == ["red bids 1"]


# A prompt that is ended while it looks for completions, or while what is typed is drawn.
AMID = """\
import os, sys
from edencli.output.console import orderly_end
from edencli.prompt import terminal

clean, (step, number) = terminal.clean, sys.argv[1:]

def meet(where, text):
    if where == step and "x" in text:
        os.kill(os.getpid(), int(number))
    return clean(text)

terminal.clean = lambda text: meet("drawn", text)
with orderly_end():
    terminal.RichTerminal(lambda text: meet("completed", text) and [], tuple).read("more> ")
"""


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("step", ["drawn", "completed"])
def test_ended_amid_a_step_of_the_library_it_ends_after_that(tmp_path: Path, step: str, number: int) -> None:
    command = (sys.executable, "-c", AMID, step, str(int(number)))
    terminal = Terminal(cwd=tmp_path, kind="xterm-256color", command=command)
    terminal.wait("more>")

    terminal.type("x\t", end="")

    assert terminal.ended() == 128 + number
    assert is_as_it_was(terminal)
    assert "Traceback" not in terminal.shown
    terminal.close()


def test_a_terminal_that_is_taken_away_ends_it(typed_match: Terminal, tmp_path: Path) -> None:
    typed_match.hang_up()

    assert typed_match.process.wait(PATIENCE) in {2, 129}  # nothing can be shown, or the signal came first
    assert again(tmp_path / "r.record").question is not None


def test_a_pasted_bidirectional_control_is_shown_as_what_it_is(tmp_path: Path) -> None:
    game = begin_at(tmp_path, "activation")
    terminal = Terminal("play", "-i", game, "--seed", "1", "--no-record", cwd=tmp_path, kind="xterm-256color")
    terminal.wait("red>")

    terminal.type("\x1b[200~Yuri \u202eseilf\u2066 now\x1b[201~")
    terminal.wait("Yuri \N{REPLACEMENT CHARACTER}seilf\N{REPLACEMENT CHARACTER} now")
    terminal.end(signal.SIGTERM)

    assert {"\u202e", "\u2066"} & set(terminal.shown) == set()
    terminal.close()

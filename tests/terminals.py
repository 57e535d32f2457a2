"""Real terminals for tests: a tmux window in which edencli runs, and a game that begins with bids."""

import shlex
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from processes import EDENCLI, clean_environment
from sessions import SAMPLES

TMUX = shutil.which("tmux")
PATIENCE = 60  # seconds until a test gives up on a terminal; not a measurement
ROUND = """\
kind: game
name: Round
rulebook: en
red: bands/jokers.yaml
blue: bands/bamaka.yaml
position:
  step: first-player
  players: {red: {sp: 7}, blue: {sp: 7}}
  fighters: {Yuri: {at: [18, 24]}, Abama Big-Belly: {at: [32, 30]}}
"""


class Pane:
    """A terminal of this width in which edencli runs: its screen, its history, and its keys."""

    def __init__(self, folder: Path, width: int, height: int = 40) -> None:
        self._folder, self._socket = folder, str(folder / "tmux")
        self.width = width
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), "sh")
        self._tmux("set-option", "-g", "history-limit", "20000")

    def _tmux(self, *arguments: str) -> str:
        environment = {**clean_environment(), "TERM": "xterm-256color", "PS1": "$ ", "LC_ALL": "C.UTF-8"}
        for name in ("LINES", "COLUMNS"):  # they would give the size of another terminal
            environment.pop(name, None)
        return subprocess.run(
            [str(TMUX), "-u", "-S", self._socket, *arguments],
            cwd=self._folder, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE,
        ).stdout  # fmt: skip

    def run(self, *arguments: str) -> None:
        """Begin a command."""
        self.type(shlex.join([*EDENCLI, *arguments]))

    def type(self, text: str, *keys: str) -> None:
        """Type a line and Enter, or other keys."""
        if text:
            self._tmux("send-keys", "-l", text)
        self._tmux("send-keys", *(keys or ("Enter",)))

    def shown(self) -> str:
        """The screen and its scrollback, with wrapped lines joined."""
        return " ".join(self._tmux("capture-pane", "-p", "-J", "-S", "-").split())

    def rows(self) -> list[str]:
        """The lines of the screen and its scrollback, each in its own width."""
        return self._tmux("capture-pane", "-p", "-S", "-").splitlines()

    def screen(self) -> list[str]:
        """The lines of the screen alone."""
        return self._tmux("capture-pane", "-p").splitlines()

    def wait_for_screen(self, is_so: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the screen fulfils a condition; return its lines."""
        end = time.monotonic() + PATIENCE
        while not is_so(rows := self.screen()):
            assert time.monotonic() < end, "\n".join(rows)
            time.sleep(0.1)
        return rows

    def resize(self, width: int, height: int) -> None:
        """Make the window larger or smaller; tmux takes a while to tell the program."""
        self.width = width
        self._tmux("resize-window", "-x", str(width), "-y", str(height))
        time.sleep(1)

    def wait(self, text: str, times: int = 1) -> str:
        """Wait until a text is shown this many times."""
        end = time.monotonic() + PATIENCE
        while (shown := self.shown()).count(text) < times:
            assert time.monotonic() < end, shown[-2000:]
            time.sleep(0.1)
        return shown

    def close(self) -> None:
        """End the terminal."""
        self._tmux("kill-server")


def lay_out_round(folder: Path) -> Path:
    """Put `round.yaml`, a game that begins with the bids of a round, into a folder; return its path."""
    for name in ("bands", "cards"):
        shutil.copytree(SAMPLES / name, folder / name)
    (folder / "round.yaml").write_text(ROUND, "utf-8")
    (folder / ".edencli").touch()
    return folder

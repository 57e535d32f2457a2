"""Real terminals: a round is typed at the prompt in tmux, narrow and wide, interrupted and resumed."""

import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import EDENCLI, clean_environment
from sessions import SAMPLES

from edencli.files.match_record import read_record

TMUX = shutil.which("tmux")
PATIENCE = 60  # seconds until a test gives up on a terminal; nothing measured
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

pytestmark = pytest.mark.skipif(TMUX is None, reason="no tmux here: nothing is typed at a real terminal")


class Pane:
    """A terminal so wide, on which edencli runs: what is on it and above it, and the keys of its player."""

    def __init__(self, folder: Path, width: int) -> None:
        self._folder, self._socket = folder, str(folder / "tmux")
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", "40", "sh")
        self._tmux("set-option", "-g", "history-limit", "20000")

    def _tmux(self, *arguments: str) -> str:
        environment = {**clean_environment(), "TERM": "xterm-256color", "PS1": "$ ", "LC_ALL": "C.UTF-8"}
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
        """What is on the screen, and above it as far as one can scroll, its lines joined."""
        return " ".join(self._tmux("capture-pane", "-p", "-J", "-S", "-").split())

    def rows(self) -> list[str]:
        """The lines of the screen and above it, each as wide as it is."""
        return self._tmux("capture-pane", "-p", "-S", "-").splitlines()

    def wait(self, text: str, times: int = 1) -> str:
        """Wait till something is shown so often."""
        end = time.monotonic() + PATIENCE
        while (shown := self.shown()).count(text) < times:
            assert time.monotonic() < end, shown[-2000:]
            time.sleep(0.1)
        return shown

    def close(self) -> None:
        """Leave no terminal behind."""
        self._tmux("kill-server")


@pytest.fixture(params=[45, 80, 120])
def pane(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pane]:
    """A terminal in a folder with a game that begins with the bids of a round."""
    for name in ("bands", "cards"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    (tmp_path / "round.yaml").write_text(ROUND, "utf-8")
    (tmp_path / ".edencli").touch()
    pane = Pane(tmp_path, request.param)
    yield pane
    pane.close()


def test_a_round_is_typed(pane: Pane, tmp_path: Path) -> None:
    """Hidden bids, a typo, Tab, undo, dice by hand and corrected, Ctrl-C and resume, to the next round."""
    pane.run("play", "round.yaml", "--by-hand", "--record", "r.record")
    for player, bid in (("Red", "5"), ("Blue", "4")):
        pane.wait(f"For {player} only")
        pane.type("")
        pane.wait("0 to 7,")
        pane.type(f"bids {bid}")
    pane.wait("goes first")
    assert "0 to 7," not in pane.shown(), "what was asked apart is left neither here nor above"
    pane.type("red first")

    pane.wait("what does Yuri do")
    pane.type("mvoes 6 north")
    pane.wait("Did you mean moves?")
    pane.type("6 north")
    pane.wait("> Yuri moves to 18, 30")
    pane.type("undo")
    pane.wait("taken back: Yuri moves to 18, 30")
    pane.type("to 24, 27")
    pane.wait("> Yuri moves to 24, 27")
    complete(pane, "measure Yuri aba", "red> measure Yuri Abama Big-Belly")
    pane.type("")
    pane.wait("apart, edge to edge")
    find_nothing_to_complete(pane, "at", "red> attacks")
    complete(pane, "char", "red> charges")
    complete(pane, " aba", "red> charges Abama Big-Belly")
    pane.type("")
    pane.wait("1 Abama Big-Belly stays passive")
    pane.type("1")
    pane.wait("on 4 dice (5+)?")
    pane.type("655")
    pane.wait("4 dice are rolled here")
    pane.type("6 5 1 1")
    pane.wait("on 1 die")
    pane.type("correct 6 5 5 1")
    pane.wait("3 successes")
    pane.type("3")
    pane.wait("does not shift")
    pane.type("", "C-c")
    pane.wait("edencli play r.record")

    pane.run("play", "r.record")
    pane.wait("Enter Yuri does not shift", 2)
    pane.type("")
    pane.wait("> Yuri does not shift")
    pane.wait("which faces did you roll on")
    answer_till_the_next_round(pane)
    pane.type("", "C-d")

    pane.wait("edencli play r.record", 3)
    kinds = [line.kind for line in read_record(tmp_path / "r.record").lines]
    assert kinds.count("undo") == kinds.count("correction") == 1
    width = max(map(len, pane.rows()))
    assert width <= int(pane._tmux("display-message", "-p", "#{pane_width}"))


def test_attacks_are_typed_at_a_bare_table(pane: Pane) -> None:
    """Tab, a slip in dice, a correction, undo, redo and a page between; Ctrl-C leaves."""
    pane.run("resolve-attack", "--band", "bands/jokers.yaml", "--band", "bands/bamaka.yaml", "--by-hand")
    wait_for_prompt(pane, "Attacker and target?")
    complete(pane, "Yu", "target? Yuri")
    complete(pane, " Aba", "target? Yuri Abama Big-Belly")
    pane.type("")
    pane.wait("(Enter: passive)")
    pane.type("p")
    pane.wait("4 dice, 5+:")
    pane.type("6l11")
    pane.wait("but 6 1 1 1 could be.")
    pane.type("1111")
    pane.wait("attack on Abama Big-Belly fails")
    pane.type("correct 6 5 5 1")
    pane.wait("3 successes.")
    pane.type("undo")
    pane.wait("taken back: Abama Big-Belly stays passive")
    pane.type("redo")
    pane.wait("brought back: Abama Big-Belly stays passive")
    pane.type("map")
    pane.wait("map needs a match")
    pane.type("", "C-c")
    wait_for_prompt(pane, "$", "#")
    pane.type("echo left with $?")
    pane.wait("left with 130")

    assert max(map(len, pane.rows())) <= int(pane._tmux("display-message", "-p", "#{pane_width}"))


def wait_for_prompt(pane: Pane, *prompts: str) -> None:
    """Wait till the last thing shown is a prompt, and stays so: keys that come too early may be lost."""
    end, shown = time.monotonic() + PATIENCE, ""
    while not (shown.endswith(prompts) and shown == pane.shown()):
        assert time.monotonic() < end, shown[-2000:]
        shown = pane.shown()
        time.sleep(0.5)


def complete(pane: Pane, begun: str, completed: str) -> None:
    """Begin a line, and let Tab go on."""
    pane.type(begun, "Tab")
    pane.wait(completed)


def find_nothing_to_complete(pane: Pane, begun: str, completed: str) -> None:
    """Begin a line of which Tab makes nothing, and take it back: nobody is in contact, to be attacked."""
    complete(pane, begun, f"red> {begun}")
    assert not pane.shown().endswith(completed)
    pane.type("", "C-u")


def answer_till_the_next_round(pane: Pane) -> None:
    """Pass, decline whatever may be declined, and throw ones."""
    end = time.monotonic() + 2 * PATIENCE
    while "For Red only" not in (shown := pane.shown()):
        assert time.monotonic() < end, shown[-2000:]
        if shown.endswith(("red>", "blue>")):
            thrown = re.search(r"roll on (\d+) (?:die|dice)[^>│]*>$", shown)
            passes = re.search(r"or do you pass\?[^>│]*>$", shown)
            pane.type("1" * int(thrown[1]) if thrown else "passes" if passes else "")
        time.sleep(0.3)

"""Real terminals: a round is typed at the prompt in tmux, narrow and wide, interrupted and resumed."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminals import PATIENCE, TMUX, Pane, lay_out_round

from edencli.files.match_record import read_record
from edencli.prompt.split_screen import LEAST_COLUMNS

pytestmark = pytest.mark.skipif(TMUX is None, reason="no tmux here: nothing is typed at a real terminal")


@pytest.fixture(params=[45, 80, 120])
def pane(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pane]:
    """A terminal in a folder with a game that begins with the bids of a round."""
    pane = Pane(lay_out_round(tmp_path), request.param)
    yield pane
    pane.close()


def test_a_round_is_typed(pane: Pane, tmp_path: Path) -> None:
    """Hidden bids, a typo, Tab, undo, dice by hand and corrected, Ctrl-C and resume, to the next round."""
    plain = ["--plain"] if pane.width >= LEAST_COLUMNS else []
    pane.run("play", "round.yaml", "--by-hand", "--record", "r.record", *plain)
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
    pane.wait("“mvoes” cannot be read")
    pane.type("6 north")
    pane.wait("> Yuri moves to 18, 30")
    pane.type("undo")
    pane.wait("taken back: Yuri moves to 18, 30")
    pane.type("to 24, 27")
    pane.wait("> Yuri moves to 24, 27")
    complete_what_is_there(pane)
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

    pane.run("play", "r.record", *plain)
    pane.wait("Enter Yuri does not shift", 2)
    pane.type("")
    pane.wait("> Yuri does not shift")
    pane.wait("which faces did you roll on")
    answer_till_the_next_round(pane)
    pane.type("", "C-d")

    pane.wait("edencli play r.record", 3)
    kinds = [line.kind for line in read_record(tmp_path / "r.record").lines]
    assert kinds.count("undo") == kinds.count("correction") == 1
    assert max(map(len, pane.rows())) <= pane.width


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

    assert max(map(len, pane.rows())) <= pane.width


def wait_for_prompt(pane: Pane, *prompts: str) -> None:
    """Wait till the last thing shown is a prompt, and stays so: keys that come too early may be lost."""
    end, shown = time.monotonic() + PATIENCE, ""
    while not (shown.endswith(prompts) and shown == without_bottom_line(pane.shown())):
        assert time.monotonic() < end, shown[-2000:]
        shown = without_bottom_line(pane.shown())
        time.sleep(0.5)


def complete_what_is_there(pane: Pane) -> None:
    """Measure by a name that Tab completes, find no attack to complete, and charge."""
    wait_for_prompt(pane, "red>")
    complete(pane, "measure Yuri aba", "red> measure Yuri Abama Big-Belly")
    pane.type("")
    pane.wait("apart, edge to edge")
    wait_for_prompt(pane, "red>")
    find_nothing_to_complete(pane, "at", "red> attacks")
    complete(pane, "char", "red> charges")
    complete(pane, " aba", "red> charges Abama Big-Belly")


def complete(pane: Pane, begun: str, completed: str) -> None:
    """Begin a line, or go on with it, and let Tab go on."""
    pane.type(begun, "Tab")
    pane.wait(completed)


def find_nothing_to_complete(pane: Pane, begun: str, completed: str) -> None:
    """Begin a line of which Tab makes nothing, and take it back: nobody is in contact, to be attacked."""
    complete(pane, begun, f"red> {begun}")
    assert completed not in pane.shown()
    pane.type("", "C-u")


def without_bottom_line(shown: str) -> str:
    """What is shown without what stands below the line that is typed."""
    return re.sub(r"(?<=>) Round \d [^>]*$", "", shown)


def answer_till_the_next_round(pane: Pane) -> None:
    """Pass, decline whatever may be declined, and throw ones."""
    end = time.monotonic() + 2 * PATIENCE
    while "For Red only" not in (shown := without_bottom_line(pane.shown())):
        assert time.monotonic() < end, shown[-2000:]
        if shown.endswith(("red>", "blue>")):
            thrown = re.search(r"roll on (\d+) (?:die|dice)[^>│]*>$", shown)
            passes = re.search(r"or do you pass\?[^>│]*>$", shown)
            pane.type("1" * int(thrown[1]) if thrown else "passes" if passes else "")
        time.sleep(0.3)

"""A split screen in real terminals: the table beside the question, pages over it, windows that change."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sessions import WORDS, sit
from terminals import TMUX, Pane, lay_out_round

from edencli.commands.requests.play import PlayRequest
from edencli.prompt.board_play import BoardPlay
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.split_screen import LEAST_COLUMNS, LEAST_ROWS, ScreenSize
from edencli.prompt.start_play import make_terminal_play

needs_tmux = pytest.mark.skipif(TMUX is None, reason="no tmux here: nothing is typed at a real terminal")


@pytest.fixture
def pane(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pane]:
    """A terminal of some size in a folder with a game that begins with the bids of a round."""
    pane = Pane(lay_out_round(tmp_path), *getattr(request, "param", (120, 40)))
    yield pane
    pane.close()


def begin(pane: Pane, *options: str) -> None:
    """Begin the round, to the question who is first."""
    pane.run("play", "round.yaml", "--by-hand", "--record", "r.record", *options)
    for player, bid in (("Red", "5"), ("Blue", "4")):
        covered = pane.wait_for_screen(lambda rows, player=player: f"For {player} only" in rows[0])
        assert "".join(covered).endswith("at the screen."), "the page covers all there is"
        pane.type("")
        pane.wait("0 to 7,")
        assert "north" not in "".join(pane.screen())
        pane.type(f"bids {bid}")
    pane.wait_for_screen(lambda rows: any("who is first player?" in row for row in rows))


def has_panes(rows: list[str], *right: str) -> bool:
    """Tell whether a screen has the table left and some texts right."""
    told = " ".join(" ".join(row.rpartition("│")[2].split()) for row in rows)
    return "north" in rows[0] and all(text in told for text in right)


def has_left(rows: list[str]) -> bool:
    """Tell whether the shell asks again on the ordinary screen."""
    return "north" not in "".join(rows) and [row for row in rows if row][-1:] in (["$"], ["#"])


@needs_tmux
@pytest.mark.parametrize("pane", [(100, 24), (120, 40)], indirect=True)
def test_the_table_stands_beside_the_question_and_what_was_told_remains(pane: Pane) -> None:
    begin(pane)
    rows = pane.wait_for_screen(lambda rows: has_panes(rows, "who is first player?", "red>"))
    assert rows[-1] == "Round 1 · Red to answer · Red: 0 VP, 2 SP · Blue: 0 VP, 3 SP"
    pane.type("red first")
    pane.wait_for_screen(lambda rows: has_panes(rows, "what does Yuri do, with 3 AP left?"))
    pane.type("to 24, 27")
    rows = pane.wait_for_screen(lambda rows: has_panes(rows, "with 2 AP left?", "Yuri moves 6.71 cm"))
    assert rows[-1].startswith("Round 1 · Red: Yuri, 2 AP")
    assert has_panes(rows, "5.04 cm from Abama Big-Belly; sees Abama Big-Belly; may charge")
    assert max(map(len, rows)) <= pane.width

    pane.type("help")
    pane.wait_for_screen(lambda rows: has_panes(rows, "quit"))
    pane.type("", "PageUp", *["PageUp"] * 12)
    pane.wait_for_screen(lambda rows: has_panes(rows, "edencli transcript, format 1", "with 2 AP left?"))
    pane.type("quit")
    pane.wait_for_screen(has_left)

    shown = pane.shown()
    assert "> Yuri moves to 24, 27" in shown
    assert "edencli transcript, format 1" in shown
    assert "north" not in shown
    assert "0 to 7," not in shown, "what was asked apart is left neither here nor above"


@needs_tmux
def test_a_private_page_covers_both_panes_and_leaves_nothing(pane: Pane) -> None:
    begin(pane)
    pane.type("secrets red")
    pane.wait_for_screen(lambda rows: "For Red only" in rows[0] and not any(rows[1:]))
    pane.type("")
    rows = pane.wait_for_screen(lambda rows: any("Press Enter to leave this page" in row for row in rows))
    assert "Red: 0 VP, 2 SP" in "".join(rows)
    assert "north" not in "".join(rows)
    pane.type("")
    rows = pane.wait_for_screen(lambda rows: has_panes(rows, "who is first player?"))
    assert "has no mission" not in "".join(rows)

    pane.type("secrets red")
    pane.wait_for_screen(lambda rows: "For Red only" in rows[0])
    pane.type("", "C-c")
    pane.wait_for_screen(has_left)
    shown = pane.shown()
    assert "has no mission" not in shown
    assert "Red: who is first player?" in shown, "what was told stands there, wherever one leaves"
    pane.type("echo left with $?; stty -a")
    assert "left with 130" in pane.wait(" echo ")


@needs_tmux
def test_a_window_that_changes_gets_panes_and_loses_them(pane: Pane) -> None:
    begin(pane)
    pane.type("red first")
    pane.wait_for_screen(lambda rows: has_panes(rows, "with 3 AP left?"))
    pane.resize(80, 24)
    rows = pane.wait_for_screen(lambda rows: "north" not in "".join(rows) and len(rows) <= 24)
    assert any("with 3 AP left?" in row for row in rows), "the question alone is left"
    pane.type("score")
    pane.wait("Red: 0 VP, 2 SP, no fighter out.")
    assert "Red activates Yuri" in pane.shown(), "what was told in the pane stands on the ordinary screen"

    pane.resize(120, 40)
    pane.type("measure Yuri Abama")
    pane.wait_for_screen(lambda rows: has_panes(rows, "They are 11.73 cm apart", "with 3 AP left?"))
    pane.resize(130, 45)
    pane.wait_for_screen(lambda rows: has_panes(rows, "They are 11.73 cm apart") and len(rows) > 40)
    pane.type("", "C-d")
    pane.wait_for_screen(has_left)
    assert pane.shown().count("They are 11.73 cm apart, edge to edge.") == 1


@needs_tmux
@pytest.mark.parametrize("pane", [(45, 30), (80, 24)], indirect=True)
def test_in_a_small_window_the_picture_is_seen_with_the_question(pane: Pane) -> None:
    begin(pane)
    pane.type("red first")
    pane.wait("with 3 AP left?")
    pane.type("map")
    rows = pane.wait_for_screen(lambda rows: any("south" in row for row in rows))
    text = "\n".join(rows)
    assert "north" in text, text
    assert len(re.findall("│.*│", text)) >= 14
    for name in ("(A) Yuri", "[F] Abama"):
        assert name in pane.shown()
    pane.type("state")
    pane.wait("Abama Big-Belly: Head")
    assert "−" not in "".join(pane.rows()), "CP are told by their boxes alone"
    pane.type("", "C-d")
    pane.wait("to go on: edencli play r.record")

    pane.run("play", "r.record")
    pane.wait("with 3 AP left?", pane.shown().count("with 3 AP left?") + 1)
    shown = pane.wait("Round 1 · Red: Yuri").rpartition("play r.record")[2]
    parts = (
        "Red activates Yuri",
        "Round 1",
        "Red: 0 VP, 2 SP",
        "□□■■",
        "with 3 AP left?",
        "Round 1 · Red: Yuri",
    )
    places = [shown.rindex(part) if part == parts[-1] else shown.index(part) for part in parts]
    assert places == sorted(places)
    assert max(map(len, pane.rows())) <= pane.width


@needs_tmux
def test_plain_is_one_line_after_the_other(pane: Pane) -> None:
    begin(pane, "--plain")

    rows = [row for row in pane.screen() if row]
    assert rows[-1].startswith("red>")
    assert "north" not in "".join(rows)
    assert "Round 1 ·" not in "".join(rows)


def test_from_100_by_24_there_are_panes() -> None:
    assert ScreenSize(LEAST_COLUMNS, LEAST_ROWS).has_panes
    assert (LEAST_COLUMNS, LEAST_ROWS) == (100, 24)
    assert not ScreenSize(99, 24).has_panes
    assert not ScreenSize(100, 23).has_panes


@pytest.mark.parametrize(
    ("term", "missing", "plain", "kind"),
    [
        ("xterm-256color", False, False, BoardPlay),
        ("xterm-256color", False, True, TerminalPlay),
        ("xterm-256color", True, False, TerminalPlay),
        ("dumb", False, False, TerminalPlay),
    ],
)
def test_where_nothing_can_be_drawn_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, term: str, kind: type, *, missing: bool, plain: bool
) -> None:
    monkeypatch.setenv("TERM", term)
    if missing:
        monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    request = PlayRequest(games=["a.yaml"], plain=plain)

    made = make_terminal_play(WORDS, sit("first-duel.yaml"), request, {})

    assert type(made) is kind

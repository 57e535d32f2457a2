"""The prompt: what is typed is meant as people mean it, what is one player's is shown to him alone."""

import fcntl
import os
import pty
import random
import re
import select
import shutil
import signal
import subprocess
import termios
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from processes import EDENCLI, clean_environment
from sessions import WORDS, again, bring_on, sit

from edencli.bots.random_player import RandomPlayer
from edencli.files.match_record import read_record
from edencli.games.session import Session
from edencli.match.card_events import TacticPlayed
from edencli.match.pieces import PUBLIC, Audience, Piece, Side
from edencli.match.table_events import HandTaken, MissionPlayed
from edencli.notation.reader import completions
from edencli.notation.writer import write_answer
from edencli.prompt import screen as prompt_screen
from edencli.prompt.screen import TerminalPlay, wrap_line
from edencli.prompt.view_commands import COMMANDS
from edencli.rules.ground import enemies_in_contact

ROOT = Path(__file__).parents[2]
DUEL = """\
kind: game
name: Duel
rulebook: en
red: bands/jokers.yaml
blue: bands/bamaka.yaml
position:
  step: activation
  fighters: {Yuri: {at: [18, 24]}, Abama Big-Belly: {at: [32, 30]}}
"""
FIGHT = ("moves to 24, 27", "charges abama")
PATIENCE = 30  # seconds until a test gives up on a terminal; nothing measured


class Typist:
    """A terminal at which these lines are typed; it remembers what it was asked for, and what was hidden."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.prompts: list[tuple[str, bool]] = []

    def read(self, prompt: str, *, hidden: bool = False) -> str:
        self.prompts.append((prompt, hidden))
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def type_at(session: Session, *lines: str, viewer: Audience = PUBLIC) -> Typist:
    """Type lines at a match till there are no more."""
    typist = Typist(*lines)
    TerminalPlay(WORDS, session, viewer, typist=typist).run(anew=False)
    return typist


def said(session: Session) -> list[str]:
    """What was answered, and thrown, in the canonical form."""
    return [line.text or " ".join(map(str, line.faces)) for line in session.lines]


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A folder with a duel that has no moves."""
    for name in ("bands", "cards", "scenery"):
        (tmp_path / name).mkdir()
        for file in (ROOT / "samples" / name).iterdir():
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    (tmp_path / "duel.yaml").write_text(DUEL, "utf-8")
    (tmp_path / ".edencli").touch()
    return tmp_path / "duel.yaml"


@pytest.mark.parametrize("reaction", ["2", "d", "dodges", "Abama dodges", "abama big-belly d", "DODGES"])
def test_a_number_a_beginning_or_the_notation_answers(duel: Path, reaction: str) -> None:
    session = sit(duel, seed=None)

    type_at(session, *FIGHT, reaction)

    assert said(session) == [
        "Yuri moves to 24, 27",
        "Yuri charges Abama Big-Belly",
        "Abama Big-Belly dodges",
    ]


@pytest.mark.parametrize("named", ["passive", "stays p", "responds", "resp", "sta pass"])
def test_words_that_only_one_answer_has_answer(duel: Path, named: str) -> None:
    session = sit(duel, seed=None)

    type_at(session, *FIGHT, named)

    assert said(session)[-1] in {"Abama Big-Belly stays passive", "Abama Big-Belly responds"}


def test_a_verb_and_the_beginning_of_a_later_name_act(duel: Path) -> None:
    session = sit(duel, seed=None)

    type_at(session, "moves to 24, 27", "ch big")

    assert said(session)[-1] == "Yuri charges Abama Big-Belly"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("hlep", "“hlep” is neither an answer nor a command; did you mean help?"),
        ("odd Yuri attacks Abama", "did you mean odds?"),
        ("Yrui stays", "“Yrui” cannot be read.\n  did you mean 'Yuri stays'? (y takes it)"),
    ],
)
def test_a_slip_in_a_command_or_a_name_is_told_as_such(
    duel: Path, capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    session = sit(duel, seed=None)

    type_at(session, typed)

    assert told in capsys.readouterr().out
    assert said(session) == []


@pytest.mark.parametrize("placed", ["Old oak at 30, 30", "places old oak at 30, 30"])
def test_the_verb_that_is_asked_for_need_not_be_typed(placed: str) -> None:
    session = sit("lanterns.yaml", seed=7)
    for line in ("red bids 2", "blue bids 1", "red goes first", "1", "1", "1", "1", "2"):
        type_at(session, line, viewer=None)
    assert session.question is not None
    assert session.question.kind == "spot"

    type_at(session, placed)

    assert said(session)[-1] == f"{session.lines[-1].side} places Old oak at 30, 30"


def test_the_question_has_the_numbers_that_matter_and_its_answers(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    type_at(sit(duel, seed=None), *FIGHT)

    told = " ".join(capsys.readouterr().out.split())
    assert (
        "Blue · Yuri (CBT 4) attacks Abama Big-Belly (VIG 5) · 67% chance of being hurt when passive · 3 AP"
        in told
    )
    assert (
        "1 Abama Big-Belly stays passive 2 Abama Big-Belly dodges (1 AP) 3 Abama Big-Belly responds" in told
    )


def test_whoever_may_pay_is_told_what_he_has(capsys: pytest.CaptureFixture[str]) -> None:
    session = sit("lanterns.yaml", seed=7)
    while session.question is None or session.question.rule != "tactical-phase.play":
        bring_on(session, 1)
    side = session.question.asked
    assert side is not None

    type_at(session, viewer=side)

    sp = session.match.state.sides[side].sp
    assert f" · costs 2 of {sp} PS " in " ".join(capsys.readouterr().out.split()) + " "


def test_enter_declines_what_is_optional_and_says_so(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = sit(duel, seed=None)

    type_at(session, *FIGHT, "1", "6 5 5 1", "3", "")

    assert said(session)[-1] == "Yuri does not shift"
    assert "> Yuri does not shift" in capsys.readouterr().out


def test_the_number_of_a_face_is_the_face(duel: Path) -> None:
    session = sit(duel, seed=None)

    type_at(session, *FIGHT, "1", "6 5 5 1", "3", "shifts to 4")

    assert said(session)[-1] == "Yuri shifts to 4"


@pytest.mark.parametrize(
    "wrong", ["", "flies", "4", "0", "Yuri dodges", "red bids 3", "correct 1", "undo now"]
)
def test_a_wrong_line_says_why_and_loses_nothing(
    duel: Path, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sit(duel, seed=None)
    type_at(session, *FIGHT)
    before, _ = said(session), capsys.readouterr()

    type_at(session, wrong)
    told = capsys.readouterr().out.splitlines()

    assert said(session) == before
    assert len(told) > 4
    type_at(session, "dodges")
    assert len(said(session)) == len(before) + 1


def test_dice_in_a_wrong_number_are_asked_again_and_can_be_corrected(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sit(duel, seed=None)

    type_at(session, *FIGHT, "1", "655", "6551", "correct 6 5 5 2", "3")

    assert said(session)[-3:] == ["6 5 5 1", "6 5 5 2", "3"]
    assert "4 dice are rolled here, not 3." in capsys.readouterr().out


def test_what_corrected_dice_come_to_is_told(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = sit(duel, seed=None)
    type_at(session, *FIGHT, "1", "6 5 1 1")
    capsys.readouterr()

    type_at(session, "correct 6 5 5 1")

    assert "The dice 6 5 1 1 were corrected to 6 5 5 1." in (told := capsys.readouterr().out)
    assert "3 successes" in told


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help(name: str) -> None:
    assert WORDS.has("session", f"help.{name}")


def test_the_commands_show_and_change_nothing(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = sit(duel, seed=None)
    type_at(session, *FIGHT)
    before, _ = said(session), capsys.readouterr()

    type_at(session, "?", "? melee.dodge", "?dodge", "state", "map", "log", "help", "hint")

    told = capsys.readouterr().out
    assert said(session) == before
    for one in (
        "Abama Big-Belly responds (1 AP)",
        "melee.dodge",
        "AP",
        "north",
        "edencli transcript",
        "take the last",
    ):
        assert one in told


def test_a_bid_is_asked_on_a_page_apart_and_nobody_else_reads_it(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    duel.write_text(DUEL.partition("position:")[0], "utf-8")
    session = sit(duel, seed=7)

    typist = type_at(session, "", "99", "5", "", "bids 3")

    assert [hidden for _, hidden in typist.prompts] == [True] * 5 + [False]
    assert typist.prompts[0][0].startswith("For Red only; Blue looks away.")
    told = capsys.readouterr().out
    assert "> Red has answered\n" in told
    assert "5" not in told.partition("> Red has answered")[2].partition("> Blue has answered")[0].replace(
        "15", ""
    )


def test_a_player_looks_at_his_own_secrets_on_a_page_apart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """His mission, his points and the cards of his hand, in mid-match, and nothing of it for the other."""
    session = sit("lanterns.yaml", seed=7)
    while session.match.state.step != "activation":
        bring_on(session, 1)
    apart: list[str] = []

    @contextmanager
    def page() -> Iterator[None]:
        capsys.readouterr()
        yield
        apart.append(capsys.readouterr().out)

    monkeypatch.setattr(prompt_screen, "private_screen", page)
    sides = session.match.state.sides
    for side in Side:
        own = {str(sides[side].mission), *sides[side].hand}
        theirs = {str(sides[side.other].mission), *sides[side.other].hand} - own

        typist = type_at(session, f"secrets {side}", *[""] * (3 + len(sides[side].hand)))
        told = capsys.readouterr().out

        assert typist.prompts[1][0].startswith(f"For {side.capitalize()} only; ")
        assert names_in(apart[-1], own) == own
        assert not names_in(apart[-1], theirs)
        assert not names_in(told, own | theirs)


def test_one_side_alone_needs_no_page_for_its_own(duel: Path) -> None:
    duel.write_text(DUEL.partition("position:")[0], "utf-8")

    typist = type_at(sit(duel, seed=7), "bids 5", viewer=None)

    assert typist.prompts[0] == ("red> ", False)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", {"Yuri", "moves to", "charges", "is done"}),
        ("Yuri m", {"moves to"}),
        ("charges ab", {"Abama Big-Belly"}),
        ("charges Abama Big", {"Abama Big-Belly"}),
    ],
)
def test_tab_completes_what_the_open_question_allows(duel: Path, text: str, wanted: set[str]) -> None:
    session = sit(duel, seed=None)
    assert session.question is not None

    found = completions(text, session.match, session.question)

    assert wanted <= {one for one, _ in found}
    assert "bids" not in {one for one, _ in found}


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("sight ", {"Yuri", "Abama Big-Belly"}, "Thembe Long-Shadow"),
        ("measure Yuri ab", {"Abama Big-Belly"}, "Yuri"),
        ("measure Yuri Abama B", {"Abama Big-Belly"}, "Yuri"),
        ("route y", {"Yuri"}, "Abama Big-Belly"),
        ("show the", {"Thembe Long-Shadow"}, "Yuri"),
        ("? melee.d", {"melee.dodge"}, "melee.reaction"),
        ("undo a", {"agreed"}, "Yuri"),
        ("odds ", {"Abama Big-Belly"}, "dodge"),
        ("secrets ", {"red", "blue"}, "Yuri"),
        ("me", {"measure"}, "Yuri"),
    ],
)
def test_tab_completes_what_may_stand_after_a_command(
    duel: Path, text: str, wanted: set[str], unwanted: str
) -> None:
    typing = TerminalPlay(WORDS, sit(duel, seed=None), PUBLIC, typist=Typist())

    found = dict(typing._completed(text))

    assert wanted <= set(found)
    assert unwanted not in found
    assert all(name.casefold().startswith(text[len(text) - n :].casefold()) for name, n in found.items())


def test_tab_completes_the_faces_and_the_places_of_markers_that_there_are(duel: Path) -> None:
    marked = DUEL + "  markers: [{name: Idol, at: [10, 12.5]}]\n"
    duel.write_text(marked, "utf-8")
    session = sit(duel, seed=None)
    typing = TerminalPlay(WORDS, session, PUBLIC, typist=Typist())

    assert "10, 12.5" in {one for one, _ in typing._completed("moves to ")}
    assert "Molotov cocktail" in {one for one, _ in typing._completed("throws ")}
    type_at(session, *FIGHT)
    assert "dodge" in {one for one, _ in typing._completed("odds d")}
    type_at(session, "1", "6 5 5 1", "3")
    found = {one for one, _ in typing._completed("shifts to ")}
    assert {one for one in found if one.isdigit()} == set("12345"), "6 is out of reach"


def test_a_wrong_number_of_dice_is_told_once_and_asked_once(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sit(duel, seed=None)
    type_at(session, *FIGHT, "1")
    capsys.readouterr()

    type_at(session, "655", "6 5 x")

    told = " ".join(capsys.readouterr().out.split())
    assert "4 dice are rolled here, not 3. Red: which faces did you roll on 4 dice" in told
    assert told.count("Red: which faces did you roll on 4 dice (5+)?") == 3, (
        "when it begins, and after each wrong line"
    )


def test_tab_shows_no_card_of_the_opponent() -> None:
    session = sit("lanterns.yaml", seed=7)
    for line in ("red bids 2", "blue bids 1", "red goes first", "1", "1"):
        type_at(session, line, viewer=None)
    assert session.question is not None
    assert session.question.rule == "setup.5-mission"

    found = {one for one, _ in completions("red plays the mission ", session.match, session.question)}
    theirs = {one for one, _ in completions("blue plays the mission ", session.match, session.question)}

    bands = session.checked.bands
    own = {mission.name for mission in bands[session.question.asked].missions}  # type: ignore[index]
    secret = {mission.name for band in bands.values() for mission in band.missions}
    assert own <= found
    assert not theirs & {name for name in secret if name not in own}


@pytest.mark.parametrize("width", [45, 80, 120])
def test_what_is_told_is_as_wide_as_the_terminal(width: int) -> None:
    line = f" 1 AP │   Abama Big-Belly dodges{', and dodges' * 12}."

    shown = wrap_line(line, width)

    assert max(map(len, shown)) <= width
    assert " ".join(" ".join(shown).replace("│", "").split()) == " ".join(line.replace("│", "").split())
    assert all(one[6] == "│" for one in shown)


class Screen:
    """edencli on a terminal of its own: what it shows, and what is typed at it."""

    def __init__(self, folder: Path, *arguments: str, term: str) -> None:
        self._main, other = pty.openpty()
        self.process = subprocess.Popen(
            [*EDENCLI, *arguments],
            cwd=folder,
            env={**clean_environment(), "TERM": term, "COLUMNS": "80", "LINES": "40"},
            stdin=other, stdout=other, stderr=other, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # so that its keys send signals
        )  # fmt: skip
        os.close(other)
        self.shown = ""

    def wait(self, text: str) -> str:
        """Wait till something is shown that was not there before; returns all up to it."""
        while (at := self.shown.find(text)) < 0:
            ready, _, _ = select.select([self._main], [], [], PATIENCE)
            assert ready, self.shown
            try:
                self.shown += os.read(self._main, 65536).decode("utf-8", "replace")
            except OSError:
                break
            if "\x1b[6n" in self.shown:  # where the cursor is, a real terminal says
                self.shown = self.shown.replace("\x1b[6n", "")
                self.type("\x1b[1;1R", "")
        before, self.shown = self.shown[: at + len(text)], self.shown[at + len(text) :]
        return before

    def type(self, text: str, end: str = "\r") -> None:
        """Type something, and Enter."""
        os.write(self._main, f"{text}{end}".encode())

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C till this is shown; one that comes while readline sets itself up waits."""
        for _ in range(PATIENCE):
            self.type("\x03", "")
            while select.select([self._main], [], [], 1)[0]:
                self.shown += os.read(self._main, 65536).decode("utf-8", "replace")
                if text in self.shown:
                    return
        raise AssertionError(self.shown)

    def close(self) -> None:
        """Leave no process behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._main)


@pytest.fixture(params=["dumb", "xterm-256color"])
def screen(duel: Path, request: pytest.FixtureRequest) -> Iterator[Screen]:
    """The duel at a plain terminal, and at one that can more."""
    shown = Screen(
        duel.parent, "play", "duel.yaml", "--seed", "7", "--record", "d.record", term=request.param
    )
    yield shown
    shown.close()


def test_a_match_is_typed_interrupted_and_resumed(screen: Screen, duel: Path) -> None:
    """One game without moves, on a terminal, opens the prompt; Ctrl-C says how to go on."""
    screen.wait("red>")
    screen.type("moves to 24, 27")
    screen.wait("what does Yuri do")
    screen.wait("red>")
    screen.type("flies")
    screen.wait("makes no sense here")
    screen.wait("red>")
    screen.interrupt("to go on: edencli play d.record")

    assert screen.process.wait(PATIENCE) == 130
    record = duel.parent / "d.record"
    assert [line.text for line in read_record(record).lines] == ["Yuri moves to 24, 27"]
    assert again(record).question is not None


def test_the_end_of_input_ends_the_match_for_now(screen: Screen) -> None:
    screen.wait("red>")
    screen.type("\x04", "")

    screen.wait("to go on: edencli play d.record")
    assert screen.process.wait(PATIENCE) == 0


def test_what_was_typed_apart_is_wiped_off(duel: Path) -> None:
    """The page of a bid is on the other screen of the terminal, and its number is never shown."""
    duel.write_text(DUEL.partition("position:")[0], "utf-8")
    screen = Screen(
        duel.parent, "play", "duel.yaml", "--seed", "7", "--record", "d.record", term="xterm-256color"
    )
    try:
        told = screen.wait("Enter when you are alone")
        assert "\x1b[?1049h" in told
        screen.type("")
        screen.wait("Red: how many SP do you bid in secret")
        screen.type("bids 13")
        told = screen.wait("Red has answered")
        assert "\x1b[?1049l" in told
        assert not re.search("13", told)
        screen.process.send_signal(signal.SIGTERM)
    finally:
        screen.close()


AT_ANY_MOMENT = (
    "log",
    "state",
    "?",
    "map",
    "nonsense",
    "undo",
    "redo",
    "help",
    "bids 3",
    "plays x",
    "hint",
    "secrets",
)


class Chancer(Typist):
    """Two people at one screen who answer anything that is legal, and look at things now and then."""

    def __init__(self, session: Session, seed: int, most: int) -> None:
        super().__init__()
        self._session, self._left = session, most
        self._player, self._chance = RandomPlayer(session.match, seed), random.Random(seed)  # noqa: S311  # a test

    def read(self, prompt: str, *, hidden: bool = False) -> str:
        self.prompts.append((prompt, hidden))
        self._left -= 1
        question = self._session.question
        if question is None or self._left < 0:
            raise EOFError
        assert hidden or not question.private, "what is private is typed unseen"
        if not prompt.endswith("> "):
            return ""
        if not hidden and self._chance.random() < 0.2:
            return self._chance.choice(AT_ANY_MOMENT)
        return write_answer(self._player(question), self._session.match, question)


def names_in(told: str, names: Iterable[str]) -> set[str]:
    return {name for name in names if name in " ".join(told.split())}


@pytest.mark.parametrize("seed", range(4))
def test_nothing_of_one_player_is_shown_to_the_other(
    seed: int, duel: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is not on a page apart names no secret mission, and no card of a hand before it is played."""
    lanterns = (ROOT / "samples" / "games" / "lanterns.yaml").read_text("utf-8").partition("moves:")[0]
    duel.write_text(lanterns.replace("../", ""), "utf-8")
    session = sit(duel, seed=seed)
    shown: list[str] = []

    @contextmanager
    def page() -> Iterator[None]:
        shown.append(capsys.readouterr().out)
        try:
            yield
        finally:
            capsys.readouterr()

    monkeypatch.setattr(prompt_screen, "private_screen", page)
    TerminalPlay(WORDS, session, PUBLIC, typist=Chancer(session, seed, 120)).run(anew=True)
    told = "".join(shown) + capsys.readouterr().out

    hidden = [event for event in session.events if event != event.seen_by(Side.RED).seen_by(Side.BLUE)]
    missions = {event.mission for event in hidden if isinstance(event, MissionPlayed)}
    taken = {card for event in hidden if isinstance(event, HandTaken) for card in event.cards or ()}
    open_ = {event.card for event in session.events if isinstance(event, TacticPlayed)}
    open_ |= {event.mission for event in session.events if isinstance(event, MissionPlayed)} - missions
    assert missions | taken
    secret = (missions | taken) - open_
    assert [line for line in told.splitlines() if names_in(line, secret)] == []


SWIM = """\
kind: game
name: Too deep
rulebook: en
chapters: [territory]
field: {{scenery: [scenery/quay.yaml]}}
red: bands/jokers.yaml
blue: bands/bamaka.yaml
position:
  step: activation
  scenery: {{Flooded dock: {{at: [20, 20]}}}}
  fighters:
    Yuri: {{at: [18.5, 24], markers: {{rage: {rage}}}}}
    Abama Big-Belly: {{at: [55, 55]}}
"""


@pytest.mark.parametrize("rage", [9, 1], ids=["no die", "a die"])
def test_who_cannot_but_drown_is_warned_before_he_swims(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rage: int
) -> None:
    """H-121."""
    for folder in ("bands", "cards", "scenery"):
        shutil.copytree(ROOT / "samples" / folder, tmp_path / folder)
    (tmp_path / "swim.yaml").write_text(SWIM.format(rage=rage), encoding="utf-8")
    session = sit(tmp_path / "swim.yaml")

    type_at(session, "red activates Yuri", "swims Flooded dock to 26, 18.5")
    told, begun = " ".join(capsys.readouterr().out.split()), len(session.events)
    if rage > 1:
        type_at(session, *["swims Flooded dock to 26, 18.5"] * 2)

    assert ("every try fails until Yuri is out of action. To do it anyway, type it again." in told) == (
        rage > 1
    )
    assert begun < len(session.events) or rage == 1
    assert "swim" in {getattr(event, "act", "").rpartition(".")[2][:4] for event in session.events}


BEHIND_WALL = """\
kind: game
name: Over the wall
rulebook: {book}
chapters: [territory]
field: {{scenery: [wall.yaml]}}
red: bands/jokers.yaml
blue: bands/bamaka.yaml
position:
  step: activation
  scenery: {{Low wall: {{at: [30, 30]}}}}
  fighters: {{Yuri: {{at: [{x}, 30]}}, Abama Big-Belly: {{at: [32.5, 30]}}}}
"""
WALL = "kind: scenery\nelements: [{name: Low wall, rectangle: [1, 10], element: wall}]\n"


@pytest.mark.parametrize("book", ["en", "fr", "it", "pt"])
@pytest.mark.parametrize("x", [24, 22], ids=["in reach", "out of reach"])
def test_the_warning_of_a_charge_that_falls_short_names_the_way_that_arrives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], book: str, x: int
) -> None:
    for folder in ("bands", "cards"):
        shutil.copytree(ROOT / "samples" / folder, tmp_path / folder)
    (tmp_path / "wall.yaml").write_text(WALL, encoding="utf-8")
    (tmp_path / "behind.yaml").write_text(BEHIND_WALL.format(book=book, x=x), encoding="utf-8")
    session = sit(tmp_path / "behind.yaml")

    type_at(session, "red activates Yuri", "charges Abama")
    told = " ".join(capsys.readouterr().out.split())
    _, _, line = told.partition("To do it anyway, type it again. This arrives: ")
    type_at(session, line.partition(" Red: what does")[0])

    arrives = x == 24  # the way round it is 8.74 cm long, of the 10 cm of a charge
    assert bool(line) == arrives
    assert "out of contact with every enemy. To do it anyway, type it again." in told
    assert (
        Piece(Side.BLUE, "Abama Big-Belly") in enemies_in_contact(session.match, Piece(Side.RED, "Yuri"))
    ) == arrives


TIED = DUEL.replace("[32, 30]", "[21.5, 24]")
SPENT = DUEL.replace("{at: [18, 24]}", "{at: [18, 24], uses: {round: {move: 3}}}")


@pytest.mark.parametrize(
    ("game", "text", "wanted", "unwanted"),
    [
        (
            DUEL,
            "",
            {"moves to", "charges", "shoots", "throws", "is done", "by agreement:"},
            {"attacks", "uses"},
        ),
        (DUEL, "", {"Yuri"}, {"Abama Big-Belly", "climbs", "hides in", "puts out a fire"}),
        (DUEL, "charges ", {"Abama Big-Belly"}, {"Yuri"}),
        (DUEL, "shoots abama ", {"with"}, set()),
        (DUEL, "shoots abama with ", {"Throwing knives"}, {"Molotov cocktail"}),
        (DUEL, "throws ", {"Molotov cocktail"}, {"Abama Big-Belly"}),
        (TIED, "Yuri ", {"attacks", "moves to"}, {"charges", "shoots", "throws"}),
        (TIED, "attacks ", {"Abama Big-Belly"}, {"Yuri"}),
        (SPENT, "", {"charges"}, {"moves to", "stays"}),
    ],
)
def test_tab_offers_only_what_may_be_done_now(
    duel: Path, game: str, text: str, wanted: set[str], unwanted: set[str]
) -> None:
    duel.write_text(game, "utf-8")
    session = sit(duel, seed=None)

    offered = {one for one, _ in TerminalPlay(WORDS, session, PUBLIC, typist=Typist())._completed(text)}

    assert wanted <= offered
    assert offered.isdisjoint(unwanted)


def test_tab_offers_nobody_who_may_not_be_activated(duel: Path) -> None:
    game = DUEL.replace(
        "Yuri: {at: [18, 24]}",
        "Yuri: {at: [18, 24]}, Vlädd: {at: [9, 9], activated: true}, Tick-Tock: {at: [5, 5]}",
    )
    duel.write_text(game, "utf-8")

    offered = {
        one
        for one, _ in TerminalPlay(WORDS, sit(duel, seed=None), PUBLIC, typist=Typist())._completed(
            "activates "
        )
    }

    assert {"Yuri", "Tick-Tock"} <= offered
    assert "Vlädd" not in offered


OVER = DUEL.replace("step: activation", "step: intendancy.12\n  round: 5")


def test_when_the_match_is_over_enter_leaves_it_and_what_looks_still_answers(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    duel.write_text(OVER, "utf-8")

    typist = type_at(sit(duel), "score", "", "score")

    assert typist.prompts[-1] == ("over> ", False)
    assert typist.lines == ["score"], "nothing is asked after Enter"
    told = capsys.readouterr().out
    assert told.count("The match is over. Press Enter to leave it") == 2
    assert "Round 5." in told


@pytest.mark.parametrize(("columns", "lines"), [(45, 30), (80, 24), (99, 60)])
def test_the_picture_is_still_seen_when_the_question_is_asked_again(
    duel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int, lines: int
) -> None:
    """With the line that is typed, all of it stands in the window, and a larger picture would not."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")

    type_at(sit(duel), "map")

    told = capsys.readouterr().out.splitlines()
    top = max(n for n, line in enumerate(told) if "north" in line)
    assert len(told) - top + 1 <= lines
    assert max(map(len, told)) <= columns
    drawn = sum("│" in line for line in told[top:])
    assert drawn == {(45, 30): 14, (80, 24): 14, (99, 60): 30}[columns, lines]


def test_a_match_in_which_nothing_was_answered_has_a_log_and_is_saved(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    type_at(sit(duel), "log", f"save {duel.parent / 'saved.yaml'}")

    assert "The Rust Gang" in capsys.readouterr().out
    assert (duel.parent / "saved.yaml").exists()


def test_a_record_that_vanishes_in_mid_match_is_said_and_the_match_can_still_be_saved(
    duel: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was answered before it vanished is not lost, and nothing is answered after."""
    record, saved = duel.parent / "a.record", duel.parent / "saved.yaml"
    session = sit(duel, record, seed=None)
    type_at(session, "moves to 24, 27")
    record.unlink()

    type_at(session, "charges abama", f"save {saved}")

    assert said(session) == ["Yuri moves to 24, 27"]
    told = " ".join(capsys.readouterr().out.split())
    assert "a.recordisgoneorwasreplaced" in told.replace(" ", "")  # a long path is parted where a line ends
    assert "Your answer was not accepted. To keep the match so far somewhere else, type: save FILE." in told
    assert "Yuri moves to 24, 27" in saved.read_text("utf-8")

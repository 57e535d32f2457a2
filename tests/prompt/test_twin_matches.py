"""Two matches that differ in a hand, a secret mission or a secret name look alike to all others."""

import contextlib
import random
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sessions import SAMPLES, WORDS, sit

from edencli.bots.random_player import RandomPlayer
from edencli.games.session import Session
from edencli.match.pieces import PUBLIC, Side
from edencli.match.questions import Bid, HandQuestion, Question, Roll
from edencli.notation.writer import write_answer
from edencli.prompt import screen
from edencli.prompt.panes import board_rows
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.status import bottom_lines
from edencli.referee.dice import SeededDice
from edencli.rules.questions import MissionChoice, MomentChoice, TacticPlay, TargetChoice

GAME = (
    "kind: game\nname: Twins\nrulebook: {book}\nred: bands/jokers.yaml\nblue: bands/matriarchy.yaml\n{more}"
)
NAMING = "Name in a bottle"
POSITION = """field: {scenery: [scenery/ruins.yaml]}
position:
  step: tactical-phase
  fighters:
    Yuri: {at: [20, 24]}
    Vlädd: {at: [20, 30]}
    Sister Ilona: {at: [45, 24]}
    Sister Yliss: {at: [45, 30]}
    Berserk-Man: {at: [45, 40]}
  players:
    red: {leader: Yuri, sp: 9, hand: [Name in a bottle]}
    blue: {leader: Berserk-Man, sp: 9, hand: [Duck]}
"""
ON_PUBLIC_PAGES = ("undo agreed", "redo", "correct 1 2 3 4", "log", "state", "score", "hint", "?", "why")
ON_PRIVATE_PAGES = ("undo agreed", "undo", "redo", "?", "state", "log", "correct 6")
SLIPS = (
    "by agreement: red has 2 VP",
    "by agreement: red scores 1 XP",
    "by agreement: blue has 3 SP",
    "shoots nobody",
    "chrges Yrui",
    "the wall in the middle",
    "red plays Ducc",
    "places a tent at 30, 30",
    "Yuri at 30, 30",
)
EXPECTED = (
    "expect: {red: {hand: []}}",
    "expect {blue: {hand: [Duck]}}",
    "expect {red: {hand: [Last train]}}",
)


class Twin:
    """Types the same in both matches; only a secret of red differs, by `shift`: hand, mission or name."""

    def __init__(self, session: Session, seed: int, secret: str, shift: int, answers: int) -> None:
        self.session, self.seed, self.shift, self.left = session, seed, shift, answers
        self._differing = secret
        self.apart = False
        self.seen: list[str] = []
        self.moments = self.hands = 0
        self._taken_back: set[tuple[Side | None, str]] = set()
        """Of which kinds of private pages something was taken back."""
        self._player, self._dice = RandomPlayer(session.match, seed), SeededDice(seed)
        self._whims = random.Random(seed)  # noqa: S311  # only variety

    def read(self, prompt: str, *, hidden: bool = False) -> str:
        if not hidden:
            self.seen += [prompt, *self._around()]
        question = self.session.question
        if question is None or self.left == 0:
            raise EOFError
        if not prompt.endswith("> "):
            return ""
        if hidden and (kind := (question.asked, question.rule)) not in self._taken_back:
            self._taken_back.add(kind)
            return "undo agreed"
        if self._whims.random() < 0.25:
            return self._whims.choice(ON_PRIVATE_PAGES if hidden else (*ON_PUBLIC_PAGES, *SLIPS, *EXPECTED))
        self.left -= 1
        if isinstance(question, Roll):
            return " ".join(map(str, self._dice.throw(question)))
        given = self._private(question) if question.private else self._player(question)
        return "" if given is None else write_answer(given, self.session.match, question)

    def _around(self) -> list[str]:
        """Now and then what a large terminal shows besides: the table or the bands, and the line below."""
        if len(self.seen) % 5:
            return []
        match, question = self.session.match, self.session.question
        board = board_rows(WORDS, match, PUBLIC, 70, 60)
        return [*board, *bottom_lines(WORDS, match, question, PUBLIC, 80)]

    def _private(self, question: Question[Any]) -> Any:
        """A secret answer: the same in both, but for the hand of red; no card is ever shown."""
        if isinstance(question, HandQuestion):
            self.hands += 1
            deck = sorted(dict.fromkeys(question.deck))
            shift = self.shift if self._differs_in("hand", question) else 0
            return tuple((deck * 2)[shift : shift + question.n])
        if isinstance(question, Bid):
            return min(1, question.most)
        if isinstance(question, MissionChoice):
            choose = max if self.shift and self._differs_in("mission", question) else min
            return choose(question.allowed_options())
        if isinstance(question, TargetChoice):
            return question.allowed_options()[self.shift]
        assert isinstance(question, TacticPlay | MomentChoice), question
        if self._differing == "name" and question.asked is Side.RED:
            return next((card for card in question.allowed_options() if card == NAMING), None)
        self.moments += isinstance(question, MomentChoice)
        return None

    def _differs_in(self, secret: str, question: Question[Any]) -> bool:
        return self._differing == secret and question.asked is Side.RED

    def write(self, text: str) -> int:
        if not self.apart:
            self.seen.append(text)
        return len(text)


def play(
    folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch, answers: int, *, differs_in: str, shift: int
) -> Twin:
    session = sit(folder / "game.yaml", seed=None)
    twin = Twin(session, seed, differs_in, shift, answers)

    @contextlib.contextmanager
    def apart() -> Iterator[None]:
        twin.apart = True
        try:
            yield
        finally:
            twin.apart = False

    with monkeypatch.context() as patch:
        patch.setattr(screen, "private_screen", apart)
        patch.setattr(sys.stdout, "write", twin.write)
        TerminalPlay(WORDS, session, PUBLIC, typist=twin).run(anew=True)
    return twin


BOOKS = [
    ("en", "field: none\n", 1),
    ("fr", "field: none\n", 2),
    ("it", "field: {scenery: [scenery/ruins.yaml]}\n", 3),
    ("pt", "field: none\n", 4),
    ("de", "field: none\n", 5),
]


def look_alike(one: Twin, other: Twin) -> None:
    """Fail where everybody could see a difference."""
    first = next(
        (n for n, pair in enumerate(zip(one.seen, other.seen, strict=False)) if len({*pair}) > 1), None
    )
    assert first is None, (one.seen[first - 3 : first + 1], other.seen[first - 3 : first + 1])
    assert len(one.seen) == len(other.seen)


@pytest.mark.parametrize(("book", "more", "seed"), BOOKS)
def test_what_red_holds_changes_no_byte_that_others_see(
    book: str, more: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    (tmp_path / "game.yaml").write_text(GAME.format(book=book, more=more), encoding="utf-8")

    one, other = (play(tmp_path, seed, monkeypatch, 170, differs_in="hand", shift=shift) for shift in (0, 3))

    assert one.hands >= 2
    assert one.moments > 0
    look_alike(one, other)


MISSIONS = """kind: cards
missions:
- name: A first errand
  kind: secret
  deployment: ambush
  objectives:
  - {text: It is round 1., vp: 2, only-if: [{test: round, least: 1}]}
- name: Second errand
  kind: secret
  deployment: ambush
  effects:
  - {effect: when, event: moved, doer: {side: own}, do: [{op: give-vp}]}
  objectives:
  - {text: Enemies are out., vp: 3, only-if: [{test: there-are, who: {side: enemies, out: true}}]}
"""


@pytest.mark.parametrize(("book", "more", "seed"), BOOKS)
def test_what_red_scores_in_secret_changes_no_byte_that_others_see(
    book: str, more: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    (tmp_path / "cards" / "errands.yaml").write_text(MISSIONS, encoding="utf-8")
    band = tmp_path / "bands" / "jokers.yaml"
    chosen = "missions:\n  - A first errand\n  - Second errand\ntactics:"
    text = re.sub("missions:\n.*?tactics:", chosen, band.read_text(encoding="utf-8"), flags=re.DOTALL)
    band.write_text(text.replace("cards/missions", "cards/errands"), encoding="utf-8")
    (tmp_path / "game.yaml").write_text(GAME.format(book=book, more=more), encoding="utf-8")

    one, other = (
        play(tmp_path, seed, monkeypatch, 260, differs_in="mission", shift=shift) for shift in (0, 1)
    )

    missions = [twin.session.match.state.sides[Side.RED].mission for twin in (one, other)]
    assert missions == ["A first errand", "Second errand"]
    assert any(twin.session.match.state.sides[Side.RED].vp for twin in (one, other))
    look_alike(one, other)


@pytest.mark.parametrize(("book", "seed"), [("en", 1), ("pt", 4)])
def test_a_name_that_red_writes_in_secret_changes_no_byte_that_others_see(
    book: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    band = tmp_path / "bands" / "jokers.yaml"
    text = band.read_text(encoding="utf-8").replace("tactics:\n", f"tactics:\n  - {NAMING}\n")
    band.write_text(text.replace("cards:\n", "cards:\n  - ../cards/ferry.yaml\n"), encoding="utf-8")
    (tmp_path / "game.yaml").write_text(GAME.format(book=book, more=POSITION), encoding="utf-8")

    one, other = (play(tmp_path, seed, monkeypatch, 40, differs_in="name", shift=shift) for shift in (0, 1))

    known = [twin.session.match.state.remembered_fighters for twin in (one, other)]
    assert [[name.secret for name in names] for names in known] == [[True], [True]]
    assert known[0] != known[1]
    look_alike(one, other)

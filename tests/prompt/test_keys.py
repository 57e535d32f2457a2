"""How many keys a turn takes: what is pressed for an activation, and for an attack that is met passively."""

import shutil
from pathlib import Path

import pytest
from sessions import SAMPLES, WORDS, sit

from edencli.games.session import Session
from edencli.match.pieces import PUBLIC
from edencli.match.questions import Roll
from edencli.prompt.screen import TerminalPlay
from edencli.rules.questions import Activation, ActQuestion, ReactionChoice, ShiftChoice

ENTER = 1


@pytest.fixture
def corner(tmp_path: Path) -> Session:
    """The street corner, its dice thrown by hand: Lucille touches Tick-Tock."""
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    text = (SAMPLES / "games" / "street-corner.yaml").read_text("utf-8")
    (tmp_path / "game.yaml").write_text(text.replace("../", "").replace("dice: {seed: 11}\n", ""), "utf-8")
    (tmp_path / ".edencli").touch()
    return sit(tmp_path / "game.yaml", seed=None)


class Presser:
    """Presses the shortest keys that answer a question, and counts them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.keys = 0

    def read(self, prompt: str, *, hidden: bool = False) -> str:  # noqa: ARG002  # as a terminal
        line = self._answer()
        self.keys += len(line) + ENTER
        return line

    def _answer(self) -> str:
        raise EOFError


class Attacker(Presser):
    """Has the first fighter that may strike, struck passively, till the attack is over."""

    asked: bool = False

    def _answer(self) -> str:
        question = self.session.question
        if isinstance(question, Roll):
            return "4" * question.dice
        if isinstance(question, ReactionChoice):
            return "1"
        if isinstance(question, ShiftChoice):
            return ""
        if isinstance(question, ActQuestion) and not self.asked:
            self.asked = True
            return "a"
        raise EOFError


class Activator(Presser):
    """Activates a fighter, does three deeds that are not counted, and gives the turn on."""

    deeds = 3

    def _answer(self) -> str:
        question = self.session.question
        if isinstance(question, Activation):
            if self.keys:
                raise EOFError
            return "1"
        if isinstance(question, ActQuestion) and self.deeds:
            self.deeds -= 1
            self.keys -= len("1 south") + ENTER
            return "1 south"
        return ""


def test_an_attack_that_is_met_passively_takes_twelve_keys(corner: Session) -> None:
    """`a`, `1`, the faces, Enter for no shift, each with its Enter: 12 with four dice and one more."""
    corner.answer_text("blue activates Lucille Tripwire")
    presser = Attacker(corner)

    TerminalPlay(WORDS, corner, PUBLIC, typist=presser).run(anew=False)

    dice = [len(line.faces) for line in corner.lines if line.kind == "dice"]
    assert presser.asked
    assert presser.keys == 7 + sum(dice)


def test_an_activation_takes_two_keys_around_its_deeds(corner: Session) -> None:
    corner.answer_text("blue passes")
    presser = Activator(corner)

    TerminalPlay(WORDS, corner, PUBLIC, typist=presser).run(anew=False)

    assert presser.deeds == 0
    assert presser.keys == len("1") + ENTER

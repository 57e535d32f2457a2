"""Nothing of one player's secrets on the other's screen: random matches, and every byte that is shown."""

import contextlib
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from sessions import WORDS, sit

from edencli.bots.random_player import RandomPlayer
from edencli.games.session import Session
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import Roll
from edencli.match.table_events import BidsRevealed
from edencli.notation.writer import write_answer
from edencli.prompt import screen as prompts
from edencli.prompt.screen import TerminalPlay
from edencli.referee.dice import SeededDice
from edencli.referee.view import match_seen_by

ANSWERS = int(os.environ.get("EDENCLI_TEST_ANSWERS", "60"))
NOSY = (
    "?",
    "hint",
    "log",
    "state",
    "score",
    "advise",
    "odds",
    "why",
    "undo",
    "redo",
    "zzz",
    "secrets",
    "secrets red",
    "stops",
    "stops red tactics never, cancelling never",
    "stops blue interrupts always",
    "auto 1",
    "y",
    "stops always",
)


CHAPTERS = (("drowned-market.yaml", 1), ("mill-pond.yaml", 1))  # with optional chapters


class Snoop:
    """A terminal at which a match is played by chance and nosy things are asked; it searches what is shown.

    `apart` tells whether what is shown now stands on a page of its own.
    """

    def __init__(self, session: Session, viewer: Audience, seed: int) -> None:
        self.session, self.viewer, self.apart = session, viewer, False
        self.prompt: Any = None
        self.searched = 0
        self._player, self._dice = RandomPlayer(session.match, seed), SeededDice(seed)
        self._nosy = [f"show {name[:end]}" for name in self._names() for end in (None, -1)]
        self._typed = ""
        self._left, self._asked = ANSWERS, 0

    def _names(self) -> list[str]:
        bands = self.session.checked.bands.values()
        return sorted({card.name for band in bands for card in (*band.missions, *band.tactics)})

    def secrets(self) -> set[str]:
        """What the viewer may not read now: the names that only a band has that he does not know."""
        match = self.session.match
        if match.state.ended is not None:
            return set()
        hidden: set[str] = set()
        for side in Side:
            if self.viewer not in {None, side}:
                hidden |= _names_of(match, side) - _names_of(match_seen_by(match, side.other), side)
        known = {name for side in Side if self.viewer == side for name in _names_of(match, side)}
        told = {name for side in Side for name in _names_of(match_seen_by(match, side.other), side)}
        return hidden - known - told

    def read(self, prompt: str, *, hidden: bool = False) -> str:
        question = self.session.question
        if not hidden and self.prompt is not None:
            for begun in ("", "red ", "blue plays the mission ", "blue bids "):
                self.search(" ".join(wanted for wanted, _ in self.prompt._completed(begun)))
        if question is None or self._left == 0:
            raise EOFError
        if not prompt.endswith("> "):
            return ""
        self._asked += 1
        if not hidden and self._asked % 2:
            nosy = self._nosy if self._asked % 4 == 1 else NOSY  # in turns: each is asked at many stages
            self._typed = nosy[self._asked // 4 % len(nosy)]
            return self._typed
        self._left -= 1
        if isinstance(question, Roll):
            return " ".join(map(str, self._dice.throw(question)))
        given = self._player(question)
        return "" if given is None else write_answer(given, self.session.match, question)

    def search(self, text: str) -> None:
        """Fail if a secret is in what everybody reads."""
        self.searched += len(text)
        told = " ".join(text.split()).replace(f"'{self._typed.removeprefix('show ')}'", "")
        for name in self.secrets():
            assert not re.search(rf"\b{re.escape(name)}\b", told), (name, told)
        if self.viewer is not None and not any(isinstance(one, BidsRevealed) for one in self.session.events):
            other = "red|blue" if self.viewer == PUBLIC else Side(self.viewer).other
            assert not re.search(rf"\b({other}) bids \d", told), told


def _names_of(match: Any, side: Side) -> set[str]:
    band = match.setup.bands[side]
    return {card.name for card in (*band.missions, *band.tactics)}


@pytest.mark.parametrize("viewer", [PUBLIC, Side.RED])
@pytest.mark.parametrize(("game", "seed"), [("lanterns.yaml", 1), ("lanterns.yaml", 2), *CHAPTERS])
def test_no_secret_is_shown_to_who_may_not_know_it(
    viewer: Audience, game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sit(game, seed=None)
    snoop = Snoop(session, viewer, seed)

    @contextlib.contextmanager
    def apart() -> Iterator[None]:
        snoop.apart = True
        yield
        snoop.apart = False

    def written(text: str) -> int:
        if not snoop.apart:
            snoop.search(text)
        return len(text)

    monkeypatch.setattr(prompts, "private_screen", apart)
    monkeypatch.setattr(sys.stdout, "write", written)
    snoop.prompt = TerminalPlay(WORDS, session, viewer, typist=snoop)
    snoop.prompt.run(anew=True)

    assert snoop.searched > 10_000
    assert len(session.lines) > 10


def test_the_search_finds_a_secret_that_is_told() -> None:
    """A net that cannot catch anything proves nothing."""
    snoop = Snoop(sit("lanterns.yaml", seed=None), PUBLIC, 1)

    with pytest.raises(AssertionError):
        snoop.search(f"Red plays {min(snoop.secrets())}.")
    with pytest.raises(AssertionError):
        snoop.search("> blue bids 3")

"""Where dice come from: a seed, a list, or the table. The rules never see the difference."""

from collections.abc import Callable, Sequence
from typing import Protocol

from edencli.match.questions import Roll
from edencli.model.terms import FACES


class WrongDice(ValueError):  # noqa: N818  # it says what is wrong with them
    """Dice that do not fit what was thrown: the message to show, and its values."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


class Dice(Protocol):
    """A source of dice."""

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Give the faces of one throw, in the order they fell."""


class SeededDice:
    """Dice from a seed, one stream, the same on every machine; so many of it were `drawn` before."""

    def __init__(self, seed: int, drawn: int = 0) -> None:
        import random  # noqa: PLC0415  # dice that were given need none

        self._random = random.Random(seed)  # noqa: S311  # a game's dice guard no secret
        self.seed, self.drawn = seed, 0
        for _ in range(drawn):
            self.die()

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Throw as many as are asked for."""
        return tuple(self.die() for _ in range(roll.dice))

    def die(self) -> int:
        """Throw one die."""
        self.drawn += 1
        return int(self._random.random() * len(FACES)) + 1


class ListedDice:
    """Dice that were thrown on the table and written down, in the rulebook's order; all must be used."""

    def __init__(self, faces: Sequence[int]) -> None:
        wrong = [face for face in faces if face not in FACES]
        if wrong:
            raise WrongDice("no-such-face", text=" ".join(map(str, faces))[:_SHOWN], face=wrong[0])
        self._faces = list(faces)
        self._used = 0

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Draw the next ones."""
        left = len(self._faces) - self._used
        if left < roll.dice:
            raise WrongDice("too-few", wanted=roll.dice, left=left, given=len(self._faces))
        drawn = self._faces[self._used : self._used + roll.dice]
        self._used += roll.dice
        return tuple(drawn)

    def finish(self) -> None:
        """Refuse dice that nobody asked for."""
        if self._used < len(self._faces):
            extra = self._faces[self._used :]
            raise WrongDice("too-many", extra=extra, n=len(extra), used=self._used)


class DiceByHand:
    """Dice that somebody throws now: `ask` shows what is thrown, and why an answer will not do, and reads."""

    def __init__(self, ask: Callable[[Roll, WrongDice | None], str]) -> None:
        self._ask = ask

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Ask until the dice fit; where none are thrown, nobody is asked."""
        fault: WrongDice | None = None
        while roll.dice:
            try:
                faces = parse_faces(self._ask(roll, fault))
                if len(faces) == roll.dice:
                    return faces
                fault = WrongDice("not-that-many", wanted=roll.dice, given=len(faces))
            except WrongDice as wrong:
                fault = wrong
        return ()


def parse_faces(text: str) -> tuple[int, ...]:
    """Read faces as people write them: `4,5,1`, `4 5 1` or `451`."""
    written = [character for character in text if character not in ", \t"]
    wrong = next((character for character in written if character not in _FACES), None)
    if wrong is None:
        return tuple(int(character) for character in written)
    near = [_SLIPS.get(character, character) for character in written]
    if all(character in (*_FACES, "") for character in near):
        raise WrongDice(
            "no-such-face/near", text=text[:_SHOWN], face=wrong, near=" ".join(filter(None, near))
        )
    raise WrongDice("no-such-face", text=text[:_SHOWN], face=wrong)


_SHOWN = 40  # characters of a line that is no dice
_FACES = tuple(map(str, FACES))
# What a finger types beside a die: a letter that looks like it, or another sign between two.
_SLIPS = {
    "l": "1",
    "I": "1",
    "i": "1",
    "|": "1",
    "!": "1",
    "z": "2",
    "Z": "2",
    "S": "5",
    "s": "5",
} | dict.fromkeys(".;:/-+_", "")

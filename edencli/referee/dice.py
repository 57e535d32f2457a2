"""Sources of dice: a seed, a list, or throws at the table. The rules cannot tell them apart."""

from collections.abc import Callable, Sequence
from typing import Protocol

from edencli.match.questions import Roll
from edencli.model.terms import FACES


class WrongDice(ValueError):  # noqa: N818  # it says what is wrong with them
    """Dice that do not fit the throw: the message to show, and its values."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


class Dice(Protocol):
    """A source of dice."""

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Return the faces of one throw, in the order they fell."""


class SeededDice:
    """One stream of dice from a seed, equal on every machine; its first `drawn` dice are skipped."""

    def __init__(self, seed: int, drawn: int = 0) -> None:
        import random  # noqa: PLC0415  # dice that were given need none

        self._random = random.Random(seed)  # noqa: S311  # a game's dice guard no secret
        self.seed, self.drawn = seed, 0
        for _ in range(drawn):
            self.die()

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Throw the dice of a roll."""
        return tuple(self.die() for _ in range(roll.dice))

    def die(self) -> int:
        """Throw one die."""
        self.drawn += 1
        return int(self._random.random() * len(FACES)) + 1


class ListedDice:
    """Dice thrown on the table and written down, in the rulebook's order; all must be used."""

    def __init__(self, faces: Sequence[int]) -> None:
        wrong = [face for face in faces if face not in FACES]
        if wrong:
            raise WrongDice("no-such-face", text=" ".join(map(str, faces))[:_SHOWN], face=wrong[0])
        self._faces = list(faces)
        self._used = 0

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Take the next dice of the list."""
        left = len(self._faces) - self._used
        if left < roll.dice:
            raise WrongDice("too-few", wanted=roll.dice, left=left, given=len(self._faces))
        drawn = self._faces[self._used : self._used + roll.dice]
        self._used += roll.dice
        return tuple(drawn)

    def finish(self) -> None:
        """Raise `WrongDice` if dice are left."""
        if self._used < len(self._faces):
            extra = self._faces[self._used :]
            raise WrongDice("too-many", extra=extra, n=len(extra), used=self._used)


class DiceByHand:
    """Dice that a person throws now: `ask` shows the roll, and what was wrong before, and reads them."""

    def __init__(self, ask: Callable[[Roll, WrongDice | None], str]) -> None:
        self._ask = ask

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """Ask until the dice fit; a roll of no dice is not asked."""
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


_SHOWN = 40  # characters shown of a line that is not dice
_FACES = tuple(map(str, FACES))
# Typing slips: letters that look like a digit, and other separators.
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

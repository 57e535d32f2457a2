"""The small words of a story: names, terms, lengths, a number's reasons.

Whatever is told of a match, an event, a refusal or a question, is made of these. Decides nothing.
"""

import enum
from collections.abc import Iterable, Sequence
from typing import Any

from edencli.field.units import print_cm
from edencli.lang import Term, Words
from edencli.match.amounts import Part
from edencli.match.pieces import Piece, Side
from edencli.model.cast import Cast

AREA = "events"


class Phrases:
    """The phrases of one language, for the pieces of one match."""

    def __init__(self, words: Words, names: Cast[Piece]) -> None:
        self.words = words
        self.names = names

    def say(self, message: str, /, **values: object) -> str:
        """Say a message of the story."""
        return self.words.say(AREA, message, **values)

    def term(self, word: str) -> Term:
        """A word of the game: a characteristic, a limb, a marker, a side."""
        return self.words.term(AREA, f"term.{word}")

    def player(self, side: Side | None) -> str:
        """A player at the beginning of a sentence."""
        return self.words.say(AREA, f"player.{side or 'nobody'}")

    def shown(self, value: Any) -> Any:
        """A value as a sentence shows it: a piece by name, a word of the game in its language."""
        if isinstance(value, Piece):
            return self.names.label(value)
        if isinstance(value, Side | enum.StrEnum):
            known = self.words.has(AREA, f"term.{value}")
            return self.term(value) if known else str(value)
        if isinstance(value, bool):
            return self.term("yes" if value else "no")
        if isinstance(value, tuple | list):
            return self.listed(value)
        return "" if value is None else value

    def listed(self, values: Sequence[Any]) -> Sequence[str]:
        """Several values, as a sentence lists them, each in the form that it wants."""
        return [self.shown(value) for value in values] or self.term("none")

    def place(self, place: Sequence[float]) -> str:
        """A place on the field, as it is written in moves: `12.5, 30`."""
        return f"{print_cm(place[0])}, {print_cm(place[1])}"

    def length(self, length: float) -> str:
        """A length in centimetres, to the tenth of a millimetre: finer, nobody measures."""
        return self.words.decimal(print_cm(round(length, -1)))

    def count(self, what: str, n: int) -> str:
        """So many of something, or none: `2 successes`, `no wound`."""
        return self.say(f"count.{what}" if n else f"count.{what}.none", n=n)

    def parts(self, parts: Iterable[Part]) -> str:
        """A number's reasons: `CBT 4, −1 obstacle`."""
        return self.words.listed(self.part(part) for part in parts)

    def part(self, part: Part) -> str:
        """One reason of a number; one that has no words of its own shows its name, or its rule."""
        name = part.name or ""
        known = self.words.has(AREA, f"term.{name}")
        message = f"part.{part.reason}"
        if not self.words.has(AREA, message):
            message, name = "part.other", name or part.reason
        sign = f"+{part.n}" if part.n >= 0 else f"−{-part.n}"
        values = {"name": self.term(name) if known else name, "n": part.n, "sign": sign, "count": abs(part.n)}
        return self.say(message, **values)

    def first_known(self, *messages: str) -> str:
        """The first of several messages that this language has."""
        return next(message for message in messages if self.words.has(AREA, message))

"""A number with its reasons: the sum and its explanation are one list."""

from collections.abc import Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """One reason and what it adds: a rule id, and the characteristic or equipment it is read from."""

    reason: str
    n: int
    name: str | None = None


# What a contributor adds to one number.
Parts = Sequence[Part]


class Amount(NamedTuple):
    """A sum of parts, never below its floor."""

    parts: tuple[Part, ...]
    floor: int = 0

    @property
    def total(self) -> int:
        """The number itself."""
        return max(self.floor, sum([part.n for part in self.parts]))

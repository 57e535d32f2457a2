"""A stream of chance for players who choose at random; the dice of the match have their own."""

import random
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Whatever a seed brings, the same on every machine and never in step with dice of the same seed."""

    def __init__(self, seed: int) -> None:
        self._next = random.Random(f"player {seed}").random  # noqa: S311  # a game guards no secret

    def happens(self, likely: float) -> bool:
        """Let something happen with that likelihood."""
        return self._next() < likely

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1."""
        return int(self._next() * n)

    def between(self, low: float, high: float) -> float:
        """Draw a number of a range."""
        return low + (high - low) * self._next()

    def one_of(self, items: Sequence[T]) -> T:
        """Draw one of some things, all as likely."""
        return items[int(self._next() * len(items))]

    def some_of(self, items: Sequence[T], n: int) -> tuple[T, ...]:
        """Draw n different ones of some things."""
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(n))

    def order_of(self, weights: Mapping[T, float]) -> list[T]:
        """Put things in order, the weighty mostly first; what weighs nothing is left out."""
        drawn = [(self._next() ** (1 / weight), item) for item, weight in weights.items() if weight > 0]
        drawn.sort(key=lambda one: one[0], reverse=True)
        return [item for _, item in drawn]

    def heading(self) -> tuple[float, float]:
        """Draw a direction, as a vector of length 1."""
        while True:
            x, y = self.between(-1, 1), self.between(-1, 1)
            square = x * x + y * y
            if 0 < square <= 1:
                long = sqrt(square)
                return x / long, y / long

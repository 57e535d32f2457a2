"""Statistics that may be looked at while matches are played: a test of two hypotheses, and intervals.

- `ScoreTest`: Wald's sequential test (SPRT) of two scores, with the likelihood of pairs approximated by that
  of a normal distribution with their variance, as fastchess and fishtest have it (Van den Bergh, "A practical
  introduction to the GSPRT", 2020).
- `WatchedMean`: a confidence sequence, whose interval holds the true mean at all times at once with the
  chance named: the predictable plug-in empirical-Bernstein sequence of Waudby-Smith and Ramdas, "Estimating
  means of bounded random variables by betting" (JRSS B, 2024), Theorem 2.

Both take numbers one by one in the order of the pairs.
"""

from math import log, sqrt
from typing import Final, Literal, TypeAlias

from edencli.lab.intervals import LEVEL, Interval, Sums

AcceptedScore: TypeAlias = Literal["low", "high"]
"""Which of the two hypotheses a test accepts: that of the lower score or of the higher."""

ERROR: Final = 0.05
"""The chance of a wrong verdict, under either hypothesis."""
_LEAST_PAIRS: Final = 30  # before which a variance says too little for a test
_LARGEST_BET: Final = 0.5


class ScoreTest:
    """A sequential test whether the mean of numbers from 0 to `most` is `low` or `high`, as shares of it."""

    def __init__(self, low: float, high: float, most: int) -> None:
        self.low, self.high, self._most = low, high, most
        self.bounds = (log(ERROR / (1 - ERROR)), log((1 - ERROR) / ERROR))
        self._sums = Sums()

    def add(self, value: int) -> None:
        """Take one number more."""
        self._sums = self._sums.add(value)

    @property
    def log_likelihood(self) -> float:
        """The logarithm of how much likelier the numbers are under the higher score than under the lower."""
        sums = self._sums
        if sums.n < 2:  # noqa: PLR2004  # one number has no variance
            return 0.0
        seen = Sums(sums.n + 2, sums.total + self._most, sums.squares + self._most**2)  # and one of each end
        variance = (seen.squares / seen.n - seen.mean**2) / self._most**2
        middle = (self.low + self.high) / 2
        return sums.n * (self.high - self.low) * (sums.mean / self._most - middle) / variance

    @property
    def verdict(self) -> AcceptedScore | None:
        """The hypothesis that is accepted; None while neither is."""
        if self._sums.n < _LEAST_PAIRS:
            return None
        low, high = self.bounds
        return "low" if self.log_likelihood <= low else "high" if self.log_likelihood >= high else None


class WatchedMean:
    """The mean of numbers from 0 to `most`, as a share of it, with an interval that is valid at all times."""

    def __init__(self, most: int, level: float = LEVEL) -> None:
        self._most, self._doubt = most, log(2 / (1 - level))
        self._n, self._total, self._spread = 0, 0.0, 0.25
        self._bets = self._won = self._cost = 0.0
        self._low, self._high = 0.0, 1.0

    def add(self, value: int) -> None:
        """Take one number more."""
        share, mean = value / self._most, (0.5 + self._total) / (self._n + 1)
        self._n += 1
        variance = self._spread / self._n
        bet = min(_LARGEST_BET, sqrt(2 * self._doubt / (variance * self._n * log(1 + self._n))))
        self._bets += bet
        self._won += bet * share
        self._cost += (share - mean) ** 2 * (-log(1 - bet) - bet)
        self._total += share
        self._spread += (share - (0.5 + self._total) / (self._n + 1)) ** 2
        middle, half = self._won / self._bets, (self._doubt + self._cost) / self._bets
        self._low, self._high = max(self._low, middle - half), min(self._high, middle + half)

    @property
    def interval(self) -> Interval:
        """The interval so far; an end once passed is never taken back.

        The estimate is the mean, kept within the interval.
        """
        mean = self._total / self._n if self._n else 0.5
        return Interval(min(max(mean, self._low), self._high), self._low, self._high, self._n)

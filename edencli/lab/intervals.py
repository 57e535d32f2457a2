"""Intervals for a number of trials fixed beforehand, at 95 %.

- A share of independent matches: Wilson (1927); Clopper and Pearson (1934) under 30.
- A mean over pairs, as of the score or of the lead in VP: Student's, with the variance between pairs. The two
  matches of a pair share a table and are not independent, so that a pair counts as one (Pentanomial model,
  as chess programs count since cutechess and fastchess).

All of them are made for one look at the end. `sequential` has those for watching.
"""

from math import sqrt
from typing import Final

from edencli.lab.distributions import beta_quantile, normal_quantile, student_quantile
from edencli.named_tuple import NamedTuple

LEVEL: Final = 0.95
"""The chance with which an interval holds the true value."""
_FEW: Final = 30  # trials below which Wilson's interval is not trusted


class Interval(NamedTuple):
    """An estimate with its interval, and the number of trials it rests on."""

    estimate: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """The larger distance from the estimate to an end."""
        return max(self.high - self.estimate, self.estimate - self.low)


class Sums(NamedTuple):
    """A sample of whole numbers by its sums: how many, their sum, and the sum of their squares."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> "Sums":
        """The sums with one number more."""
        return Sums(self.n + 1, self.total + value, self.squares + value * value)

    @property
    def mean(self) -> float:
        """The mean of the numbers."""
        return self.total / self.n

    @property
    def variance(self) -> float:
        """The variance of the numbers, unbiased; exact up to one division."""
        return (self.n * self.squares - self.total**2) / (self.n * (self.n - 1))


def share_interval(successes: int, n: int, level: float = LEVEL) -> Interval:
    """The interval of a share: Clopper and Pearson's under 30 trials, else Wilson's."""
    return clopper_pearson(successes, n, level) if n < _FEW else wilson(successes, n, level)


def wilson(successes: int, n: int, level: float = LEVEL) -> Interval:
    """Wilson's interval of a share."""
    z = normal_quantile((1 + level) / 2)
    share = successes / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else middle - half
    high = 1.0 if successes == n else middle + half
    return Interval(share, low, high, n)


def clopper_pearson(successes: int, n: int, level: float = LEVEL) -> Interval:
    """Clopper and Pearson's interval of a share, which never holds the true value too rarely."""
    tail = (1 - level) / 2
    low = beta_quantile(tail, successes, n - successes + 1) if successes else 0.0
    high = beta_quantile(1 - tail, successes + 1, n - successes) if successes < n else 1.0
    return Interval(successes / n, low, high, n)


def mean_interval(
    sums: Sums, *, unit: int = 1, bounds: tuple[float, float] | None = None, level: float = LEVEL
) -> Interval | None:
    """Student's interval of a mean, in units of `unit`; None where all numbers are equal, or there is one.

    With `bounds`, the least and the greatest value that a number can have, the interval keeps within them,
    and equal numbers have one too: what n trials have not shown may have a share of 1 - (1 - level) ** (1/n).
    """
    if sums.n < 2 or (sums.variance == 0 and bounds is None):  # noqa: PLR2004  # one number has no variance
        return None
    mean = sums.mean / unit
    half = student_quantile((1 + level) / 2, sums.n - 1) * sqrt(sums.variance / sums.n) / unit
    low, high = mean - half, mean + half
    if bounds is None:
        return Interval(mean, low, high, sums.n)
    least, most = bounds
    if sums.variance == 0:
        unseen = 1 - (1 - level) ** (1 / sums.n)
        low, high = mean - unseen * (mean - least), mean + unseen * (most - mean)
    return Interval(mean, max(least, low), min(most, high), sums.n)

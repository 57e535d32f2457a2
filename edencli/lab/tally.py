"""What is known after some pairs: sums over them in the order of their numbers, and when to stop.

A run ends after a fixed number of pairs, once the score is known to a precision, or once a sequential test
has decided between two scores. The last two are judged at checkpoints alone, every `CHECKPOINT` pairs, so
that it does not matter how many are played at a time; pairs beyond a stop are not counted.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from edencli.lab.intervals import Interval, Sums, mean_interval, share_interval
from edencli.lab.pairs import LEGS, WIN, PairResult
from edencli.lab.sequential import ScoreTest, WatchedMean
from edencli.named_tuple import NamedTuple

CHECKPOINT: Final = 10
MOST_HALVES: Final = WIN * len(LEGS)
"""The half points of a pair that one band wins twice."""


class RunGoal(NamedTuple):
    """When a run ends: after `pairs` at the latest, at a `precision` of the score, or by a test of two."""

    pairs: int
    precision: float | None = None
    test: tuple[float, float] | None = None

    @property
    def is_watched(self) -> bool:
        """Whether results decide when the run ends."""
        return self.precision is not None or self.test is not None


class MatchName(NamedTuple):
    """A match by its pair and leg, with the lead of the first band."""

    pair: int
    leg: int
    margin: int


class Tally:
    """The pairs of a run that count, added in the order of their numbers."""

    def __init__(self, goal: RunGoal) -> None:
        self.goal = goal
        self.pairs, self.given_up = list[PairResult](), list[PairResult]()
        self.matches = Counter[int]()
        self.score, self.margin, self.rounds = Sums(), Sums(), Sums()
        self.watched = WatchedMean(MOST_HALVES)
        self.test = ScoreTest(*goal.test, MOST_HALVES) if goal.test else None

    def add(self, pair: PairResult) -> None:
        """Add the next pair; one with a match that was given up is kept apart."""
        self.pairs.append(pair)
        if not pair.counts:
            self.given_up.append(pair)
            return
        self.matches.update(leg.score for leg in pair.legs)
        self.score, self.margin = self.score.add(pair.score), self.margin.add(pair.margin)
        self.rounds = self.rounds.add(sum(leg.rounds for leg in pair.legs))
        self.watched.add(pair.score)
        if self.test is not None:
            self.test.add(pair.score)

    @property
    def is_done(self) -> bool:
        """Whether the goal is reached; of a watched run this is judged at checkpoints alone."""
        if len(self.pairs) >= self.goal.pairs:
            return True
        if len(self.pairs) % CHECKPOINT:
            return False
        if self.test is not None:
            return self.test.verdict is not None
        precise = self.goal.precision is not None and self.watched.interval.half_width <= self.goal.precision
        return precise and bool(self.pairs)

    @property
    def score_interval(self) -> Interval | None:
        """The score of the first band, with the interval that this run is entitled to; None if unknown."""
        if self.goal.is_watched or not self.is_done:
            return self.watched.interval if self.score.n else None
        return mean_interval(self.score, unit=MOST_HALVES, bounds=(0, 1))

    @property
    def is_preliminary(self) -> bool:
        """Whether the run was watched or broken off: intervals for a fixed number promise too much."""
        return self.goal.is_watched or not self.is_done

    def share(self, score: int) -> Interval | None:
        """The share of matches with this score for the first band."""
        n = sum(self.matches.values())
        return share_interval(self.matches[score], n) if n else None

    @property
    def extremes(self) -> Iterator[MatchName]:
        """The matches with the greatest lead of either band, the first of several; none without a lead."""
        played = [
            MatchName(pair.n, leg, one.margin)
            for pair in self.pairs
            if pair.counts
            for leg, one in zip(LEGS, pair.legs, strict=True)
        ]
        for side in (1, -1):
            best = max(played, key=lambda one: (side * one.margin, -one.pair, -one.leg), default=None)
            if best is not None and side * best.margin > 0:
                yield best

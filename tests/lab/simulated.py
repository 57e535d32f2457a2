"""A plan of quick matches between two small bands, and its pairs, played once for all tests."""

from collections.abc import Iterable
from functools import cache

from edencli.lab.pairs import LegResult, PairPlayer, PairResult, SimulationPlan
from edencli.lab.tally import RunGoal, Tally

PLAN = SimulationPlan(
    folder="samples",
    first="patrols/night-out.yaml",
    second="patrols/closing-time-red.yaml",
    players=("random", "random"),
    fields=(("scenery/quay.yaml",), ("scenery/ruins.yaml",)),
    book="en",
    seed=7,
)


@cache
def played(n: int = 3) -> tuple[PairResult, ...]:
    """The first pairs of the plan."""
    player = PairPlayer(PLAN)
    return tuple(player.play(one) for one in range(n))


def tally_pairs(goal: RunGoal, results: Iterable[PairResult]) -> Tally:
    """Add pairs in the order of their numbers until the goal is reached."""
    tally = Tally(goal)
    for result in sorted(results):
        if tally.is_done:
            break
        tally.add(result)
    return tally


def pair_of(n: int, first: int, second: int, *, margin: int = 0) -> PairResult:
    """A pair with these scores of both legs, of which nobody knows how they came about."""
    return PairResult(n, tuple(LegResult(score, margin, "", 5, 100) for score in (first, second)))


def given_up(n: int) -> PairResult:
    """A pair whose second match reached a bound."""
    return PairResult(n, (LegResult(2, 3, "a", 5, 90), LegResult(0, 0, "", 0, 0, "bound", "no end")))

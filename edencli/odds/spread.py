"""How one blow spreads over all that it can do to its victim."""

from itertools import pairwise
from operator import mul
from typing import NamedTuple

from edencli.odds.blow import LIMBS, Blow, WoundTable
from edencli.odds.dice import SIDES, Counts, exactly
from edencli.odds.shifting import Intent, Policy, aim


class Spread(NamedTuple):
    """Of `per` cases, how many bring each harm of the body, in the order of `Body.harms`."""

    per: int
    weights: list[int]


class Spreads(dict[Blow, Spread]):
    """The spreads of the blows of one attack under one policy, each counted when it is first looked up."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def __missing__(self, blow: Blow) -> Spread:
        found = self[blow] = spread(blow, self.policy)
        return found


def spread(blow: Blow, policy: Policy, hits: Counts | None = None) -> Spread:
    """Count the cases of a blow: its pool, the location die with its shift, and what follows.

    `hits` gives the throws of the pool by successes, where not all of them concern this victim.
    """
    hits = exactly(blow.dice, blow.good) if hits is None else hits
    reach = blow.reach()
    weights = [hits[0] * SIDES * reach.per]
    landed = land(blow, policy, hits)
    for on_limb, guard, left in zip(landed, blow.body.guard, blow.body.left, strict=True):
        weights += _lost(on_limb, reach, guard, left)
    return Spread(SIDES ** (blow.dice + 1) * reach.per, weights)


def land(blow: Blow, policy: Policy, hits: Counts) -> list[list[int]]:
    """Count by limb and by successes left how often a blow comes to lie there; `hits` as for `spread`."""
    return _as_it_fell(blow, hits) if policy is Policy.NONE else _moved(aim(blow, policy), hits)


def _as_it_fell(blow: Blow, hits: Counts) -> list[list[int]]:
    """Count by limb and by successes how often the die shows it."""
    return [[0, *[n * faces for n in hits[1:]]] for faces in map(blow.body.at.count, range(len(LIMBS)))]


def _moved(aim: Intent, hits: Counts) -> list[list[int]]:
    """Count by limb and by successes left how often the die comes to lie there."""
    landed = [[0] * len(hits) for _ in aim.worth]
    for face in range(1, SIDES + 1):
        for n, (cost, _, limb) in enumerate(aim.best(face, len(hits) - 1)):
            if n:
                landed[limb][n - cost] += hits[n]
    return landed


def _lost(landed: list[int], reach: WoundTable, guard: int, left: int) -> list[int]:
    """Spread what came to a limb over the CP that it loses: none, one, and so on to all it has."""
    reached = [sum(map(mul, landed, row)) for row in reach.rows[guard + 1 : guard + left + 1]]
    return [more - fewer for more, fewer in pairwise([sum(landed) * reach.per, *reached, 0])]

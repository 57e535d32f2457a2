"""One blow or shot at one body, in numbers: the pool, and what the successes that are left come to.

Wounds are counted by a table: of all the throws that follow, how many bring at least t wounds when k
successes are left. Everything that is asked of a blow is a row of it, or a sum of rows.
"""

from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from edencli.odds.body import Body
from edencli.odds.dice import SIDES, Counts, at_least, at_most
from edencli.rules.rolls import pool_of


class Reach(NamedTuple):
    """Of `per` throws, `rows[t][k]` bring t wounds or more, when k successes are left."""

    per: int
    rows: tuple[Counts, ...]


class Dodge(NamedTuple):
    """What the target of a melee blow throws: each of its successes takes one away."""

    dice: int
    good: int

    def reach(self, hits: int, depth: int) -> Reach:
        """Count the wounds of up to so many successes, up to a depth."""
        per = SIDES**self.dice
        cancelled = (*at_most(self.dice, self.good), *(per,) * (hits - self.dice))
        rows = [(0,) * min(t, hits + 1) + cancelled[: max(0, hits + 1 - t)] for t in range(1, depth)]
        return Reach(per, ((per,) * (hits + 1), *rows))


# Who stays passive throws no dice.
PASSIVE = Dodge(0, 0)


class Strength(NamedTuple):
    """What a shot throws against its victim: the weapon's strength and a die for each success left."""

    strength: int
    vig: int
    highest: int

    def reach(self, hits: int, depth: int) -> Reach:
        """Count the wounds of up to so many successes, up to a depth."""
        pools = [pool_of(max(0, self.strength + left), self.vig, self.highest) for left in range(hits + 1)]
        most, _ = pools[-1]
        columns = [
            [n * SIDES ** (most - dice) for n in at_least(dice, SIDES + 1 - needed)] for dice, needed in pools
        ]
        nothing = (0,) * (hits + 1)
        return Reach(SIDES**most, (*zip_longest(*columns, fillvalue=0), *(nothing,) * (depth - most - 1)))


class After(NamedTuple):
    """What follows the location die: what is thrown then, and how far it must be counted.

    That is the successes that may be left, and the wounds that it matters to tell apart.
    """

    met: Dodge | Strength
    hits: int
    depth: int


@lru_cache(maxsize=1024)
def reach_of(after: After) -> Reach:
    """Count the wounds that may follow."""
    return after.met.reach(after.hits, after.depth)


class Blow(NamedTuple):
    """A pool of dice against a body.

    `kept` successes may not be spent on the location die, which may be moved between `lowest` and `highest`.
    A victim who is `spared` is one's own.
    """

    body: Body
    dice: int
    good: int
    met: Dodge | Strength
    kept: int
    lowest: int
    highest: int
    spared: bool = False

    @property
    def after(self) -> After:
        """What follows it, as deep as the body can feel."""
        return After(self.met, self.dice, self.body.depth)

    def reach(self) -> Reach:
        """Count the wounds that it can bring."""
        return reach_of(self.after)

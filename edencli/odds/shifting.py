"""Where an attacker should shift the location die: decided here alone, for odds and for play.

A policy says what the attacker wants. The value of each choice is known exactly beforehand: the chance that
the victim is incapacitated, and the CP that it loses on average.

A `HarmSpread` counts the cases of a blow, shifted by that policy, over all that it can do to its victim.
"""

import enum
from functools import cache, lru_cache
from itertools import pairwise
from operator import mul

from edencli.model.terms import FACES
from edencli.named_tuple import NamedTuple
from edencli.odds.blow import LIMBS, Blow, FollowUp, WoundTable, wound_table
from edencli.odds.dice import DIE_SIDES, Counts


class Policy(enum.StrEnum):
    """What the attacker spends successes for.

    MAX_KILL makes it most likely that the victim is incapacitated, then costs it as many CP as possible;
    MAX_WOUNDS puts the CP first. Of equal choices the cheapest is taken, then the lowest face. Against a
    victim of the attacker's side the order is reversed.
    """

    NONE = "none"
    MAX_KILL = "max-kill"
    MAX_WOUNDS = "max-wounds"


class ShiftWay(NamedTuple):
    """One choice: the successes that it costs, the face, and the limb that it hits."""

    cost: int
    face: int
    limb: int


class ShiftPlan(NamedTuple):
    """A policy applied to one victim: the ways from every face, and each limb's value by successes left."""

    kept: int
    ways: tuple[tuple[ShiftWay, ...], ...]
    worth: tuple[Counts, ...]

    def best_ways(self, face: int, most: int) -> list[ShiftWay]:
        """The best way from the face rolled with 0 successes, with 1, and so on up to `most`."""
        stay, *others = self.ways[face - 1]
        chosen = [stay] * (most + 1)
        tops = list(self.worth[stay.limb])
        for way in others:
            cost, _, limb = way
            worth = self.worth[limb]
            for hits in range(cost + self.kept, most + 1):
                if worth[hits - cost] > tops[hits]:
                    chosen[hits], tops[hits] = way, worth[hits - cost]
        return chosen


def plan_shifts(blow: Blow, policy: Policy) -> ShiftPlan:
    """Apply a policy to the victim of a blow."""
    body = blow.body
    every = (shift_ways if blow.spared else cheapest_ways)(body.limb_at_face, blow.lowest, blow.highest)
    if policy is Policy.NONE:
        every = tuple([several[:1] for several in every])
    after, most, sign = blow.follow_up, max(body.left), -1 if blow.spared else 1
    worth = [limb_worth(after, limb, most, policy, sign) for limb in zip(body.guard, body.left, strict=True)]
    return ShiftPlan(blow.kept, every, tuple(worth))


@cache
def cheapest_ways(at: tuple[int, ...], lowest: int, highest: int) -> tuple[tuple[ShiftWay, ...], ...]:
    """The cheapest way from every face to each limb: more successes never harm a victim less."""
    return tuple(
        tuple(sorted({way.limb: way for way in reversed(several)}.values()))
        for several in shift_ways(at, lowest, highest)
    )


@cache
def shift_ways(at: tuple[int, ...], lowest: int, highest: int) -> tuple[tuple[ShiftWay, ...], ...]:
    """The faces to which successes can shift each face, cheapest first, then lowest."""
    return tuple(
        tuple(sorted(ShiftWay(abs(to - face), to, at[to - 1]) for to in range(lowest, highest + 1)))
        for face in FACES
    )


@lru_cache(maxsize=4096)
def limb_worth(after: FollowUp, limb: tuple[int, int], most: int, policy: Policy, sign: int) -> Counts:
    """Rate a limb (guard, CP left) by successes left: the policy's first aim, then its second."""
    reach, (guard, left) = wound_table(after), limb
    out, lost = (1, reach.throws + 1) if policy is Policy.MAX_WOUNDS else (reach.throws * most + 1, 1)
    weighed = zip(kill_counts(reach, guard, left), loss_counts(reach, guard, left), strict=True)
    return tuple([sign * (o * out + n * lost) for o, n in weighed])


def kill_counts(reach: WoundTable, guard: int, left: int) -> Counts:
    """Count, by successes left, the throws that leave a limb without CP."""
    return reach.rows[guard + left] if left else (0,) * len(reach.rows[0])


def loss_counts(reach: WoundTable, guard: int, left: int) -> Counts:
    """Add up, by successes left, the CP that a limb loses over all throws, up to what it has left."""
    felt = reach.rows[guard + 1 : guard + left + 1]
    return tuple([sum(column) for column in zip(*felt, strict=True)]) if felt else (0,) * len(reach.rows[0])


class HarmSpread(NamedTuple):
    """Counts of results: of `cases`, how many bring each harm of the body, in the order of `Body.harms`."""

    cases: int
    weights: list[int]


class HarmSpreads(dict[Blow, HarmSpread]):
    """The spreads of the blows of one attack under one policy, each counted when it is first looked up."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def __missing__(self, blow: Blow) -> HarmSpread:
        found = self[blow] = harm_spread(blow, self.policy)
        return found


def harm_spread(blow: Blow, policy: Policy, hits: Counts | None = None) -> HarmSpread:
    """Count the results of a blow: its pool, the location die with its shift, and what follows.

    `hits` gives the throws of the pool by successes, where not all of them concern this victim.
    """
    hits = blow.throws_by_successes if hits is None else hits
    reach = blow.wound_table()
    weights = [hits[0] * DIE_SIDES * reach.throws]
    landed = count_landed(blow, policy, hits)
    for on_limb, guard, left in zip(landed, blow.body.guard, blow.body.left, strict=True):
        weights += _spread_losses(on_limb, reach, guard, left)
    return HarmSpread(blow.throw_count * DIE_SIDES * reach.throws, weights)


def count_landed(blow: Blow, policy: Policy, hits: Counts) -> list[list[int]]:
    """Count the hits by limb and by successes left; `hits` is as in `harm_spread`."""
    return (
        _count_unshifted(blow, hits)
        if policy is Policy.NONE
        else _count_shifted(plan_shifts(blow, policy), hits)
    )


def _count_unshifted(blow: Blow, hits: Counts) -> list[list[int]]:
    """Count the hits by limb and by successes where the location die is never shifted."""
    return [
        [0, *[n * faces for n in hits[1:]]] for faces in map(blow.body.limb_at_face.count, range(len(LIMBS)))
    ]


def _count_shifted(aim: ShiftPlan, hits: Counts) -> list[list[int]]:
    """Count the hits by limb and by successes left where the plan shifts the location die."""
    landed = [[0] * len(hits) for _ in aim.worth]
    for face in range(1, DIE_SIDES + 1):
        for n, (cost, _, limb) in enumerate(aim.best_ways(face, len(hits) - 1)):
            if n:
                landed[limb][n - cost] += hits[n]
    return landed


def _spread_losses(landed: list[int], reach: WoundTable, guard: int, left: int) -> list[int]:
    """Split the hits on a limb by the CP that it loses: none, one, and so on up to all it has."""
    reached = [sum(map(mul, landed, row)) for row in reach.rows[guard + 1 : guard + left + 1]]
    return [more - fewer for more, fewer in pairwise([sum(landed) * reach.throws, *reached, 0])]

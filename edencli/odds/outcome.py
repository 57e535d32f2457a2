"""The possible results of an attack, each with its number of cases out of a denominator."""

from collections.abc import Mapping

from edencli.match.match import Act
from edencli.match.reasons import Refusal
from edencli.named_tuple import NamedTuple
from edencli.odds.blow import LIMBS, Body, Harm
from edencli.odds.shifting import Policy
from edencli.rules.melee import Reaction


class LimbFate(NamedTuple):
    """The cases in which a limb loses CP, becomes wounded, and incapacitates its fighter."""

    hit: int
    turned: int
    out: int


class Fate(NamedTuple):
    """The results for one fighter: of `denominator` cases, how many bring each harm."""

    body: Body
    denominator: int
    weights: Mapping[Harm, int]

    @property
    def out(self) -> int:
        """The cases in which the fighter is incapacitated."""
        return sum(n for harm, n in self.weights.items() if self.body.is_out(harm))

    @property
    def hurt(self) -> int:
        """The cases in which the fighter loses a CP or more: the attack's success (attack.success)."""
        return sum(n for (_, cp), n in self.weights.items() if cp)

    @property
    def lost(self) -> int:
        """The CP that the fighter loses over all cases."""
        return sum(cp * n for (_, cp), n in self.weights.items())

    @property
    def cp_gone(self) -> int:
        """The CP gone over all cases: those lost, or all the fighter had where it is incapacitated."""
        had = sum(self.body.left)
        return sum(n * (had if self.body.is_out(harm) else harm[1]) for harm, n in self.weights.items())

    @property
    def by_cp(self) -> list[int]:
        """The cases in which the fighter loses no CP, one, and so on up to the most it can lose."""
        most = max((cp for (_, cp), n in self.weights.items() if n), default=0)
        cases = [0] * (most + 1)
        for (_, cp), n in self.weights.items():
            if n:
                cases[cp] += n
        return cases

    @property
    def by_limb(self) -> list[LimbFate]:
        """The results for each limb, in the order of the card."""
        harms = self.weights.items()
        return [
            LimbFate(
                hit=sum(n for (limb, cp), n in harms if limb is name and cp),
                turned=sum(n for harm, n in harms if harm[0] is name and self.body.is_newly_wounded(harm)),
                out=sum(n for harm, n in harms if harm[0] is name and self.body.is_out(harm)),
            )
            for name in LIMBS
        ]


class Odds(NamedTuple):
    """The exact odds of one attack, or of one burning fighter.

    `bodies` are the fighters it may harm: the target, then the attacker in a response, or the fighter that an
    odd roll hits in a shot into a melee. `joint` counts the cases by the harm to all of them together; misses
    are included, and the counts sum to the denominator.
    """

    reaction: Reaction | None
    denominator: int
    bodies: tuple[Body, ...]
    joint: Mapping[tuple[Harm, ...], int]

    @property
    def fates(self) -> tuple[Fate, ...]:
        """The results for each fighter, taken alone."""
        return tuple(self._fate(who) for who in range(len(self.bodies)))

    def _fate(self, who: int) -> Fate:
        weights: dict[Harm, int] = dict.fromkeys(self.bodies[who].harms, 0)
        for harms, n in self.joint.items():
            weights[harms[who]] += n
        return Fate(self.bodies[who], self.denominator, weights)


Losses = tuple[int, ...]
"""The CP that each limb loses, in the order of the card."""


class BurstFate(NamedTuple):
    """The exact odds of one fighter under a blast or an explosion, which costs all limbs CP at once.

    `cases` counts what its limbs lose together; the wounds of a shot that explodes are included.
    """

    body: Body
    denominator: int
    cases: Mapping[Losses, int]

    @property
    def fates(self) -> tuple["BurstFate", ...]:
        """This fate alone, as `Odds.fates` gives those of an attack."""
        return (self,)

    @property
    def out(self) -> int:
        """The cases in which the fighter is incapacitated."""
        return sum(n for losses, n in self.cases.items() if self._is_out(losses))

    @property
    def hurt(self) -> int:
        """The cases in which the fighter loses a CP or more."""
        return sum(n for losses, n in self.cases.items() if any(losses))

    @property
    def lost(self) -> int:
        """The CP that the fighter loses over all cases."""
        return sum(sum(losses) * n for losses, n in self.cases.items())

    @property
    def cp_gone(self) -> int:
        """The CP gone over all cases: those lost, or all the fighter had where it is incapacitated."""
        had = sum(self.body.left)
        return sum(n * (had if self._is_out(losses) else sum(losses)) for losses, n in self.cases.items())

    @property
    def by_cp(self) -> list[int]:
        """The cases in which the fighter loses no CP, one, and so on up to the most it can lose."""
        most = max((sum(losses) for losses, n in self.cases.items() if n), default=0)
        counted = [0] * (most + 1)
        for losses, n in self.cases.items():
            if n:
                counted[sum(losses)] += n
        return counted

    @property
    def by_limb(self) -> list[LimbFate]:
        """The results for each limb, in the order of the card."""
        return [self._limb(number) for number in range(len(LIMBS))]

    def _limb(self, number: int) -> LimbFate:
        left, turns = self.body.left[number], self.body.turns[number]
        hits = [(losses, n) for losses, n in self.cases.items() if losses[number]]
        return LimbFate(
            hit=sum(n for _, n in hits),
            turned=sum(n for losses, n in hits if 0 < turns <= losses[number] and not self._is_out(losses)),
            out=sum(n for losses, n in hits if losses[number] == left),
        )

    def _is_out(self, losses: Losses) -> bool:
        return any(cp == left > 0 for cp, left in zip(losses, self.body.left, strict=True))


class AttackOdds(NamedTuple):
    """The odds of an attack before any die is thrown: one result per reaction, or one per victim."""

    act: Act
    policy: Policy
    results: tuple[Odds, ...] | tuple[BurstFate, ...]
    refused: Mapping[Reaction, Refusal]


def single_victim_odds(reaction: Reaction | None, body: Body, per: int, weights: list[int]) -> Odds:
    """The odds of an attack that can harm one fighter only."""
    joint: dict[tuple[Harm, ...], int] = {
        (harm,): n for harm, n in zip(body.harms, weights, strict=True) if n
    }
    return Odds(reaction, per, (body,), joint)

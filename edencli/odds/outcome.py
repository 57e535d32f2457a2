"""What an attack can come to, and how often: whole numbers of cases out of a denominator."""

from collections.abc import Mapping
from typing import NamedTuple

from edencli.match.match import Act
from edencli.match.questions import Refusal
from edencli.odds.body import LIMBS, UNHARMED, Body, Harm
from edencli.odds.shifting import Policy
from edencli.rules.melee import Reaction


class Fate(NamedTuple):
    """What becomes of one fighter: of `denominator` cases, how many bring each harm."""

    body: Body
    denominator: int
    weights: Mapping[Harm, int]

    @property
    def out(self) -> int:
        """The cases in which he is incapacitated."""
        return sum(n for harm, n in self.weights.items() if self.body.is_out(harm))

    @property
    def hurt(self) -> int:
        """The cases in which he loses a CP or more: the attack's success (attack.success)."""
        return sum(n for (_, cp), n in self.weights.items() if cp)

    @property
    def lost(self) -> int:
        """The CP that he loses over all cases."""
        return sum(cp * n for (_, cp), n in self.weights.items())

    @property
    def by_cp(self) -> list[int]:
        """The cases in which he loses none, one, and so on to the most that he can lose."""
        most = max((cp for (_, cp), n in self.weights.items() if n), default=0)
        cases = [0] * (most + 1)
        for (_, cp), n in self.weights.items():
            if n:
                cases[cp] += n
        return cases

    @property
    def by_limb(self) -> "list[LimbFate]":
        """What becomes of each limb, in the order of the card."""
        harms = self.weights.items()
        return [
            LimbFate(
                hit=sum(n for (limb, cp), n in harms if limb is name and cp),
                turned=sum(n for harm, n in harms if harm[0] is name and self.body.is_turned(harm)),
                out=sum(n for harm, n in harms if harm[0] is name and self.body.is_out(harm)),
            )
            for name in LIMBS
        ]


class LimbFate(NamedTuple):
    """The cases in which a limb loses CP, in which it becomes wounded, and in which it is the end of him."""

    hit: int
    turned: int
    out: int


class Odds(NamedTuple):
    """The exact odds of one attack, or of one burning fighter.

    `bodies` are those whom it may harm: the target; after him, in a response the attacker, and in a shot into
    a melee whom an odd roll finds. `joint` counts the cases by what becomes of each of them together; they
    sum to the denominator, and misses are among them.
    """

    reaction: Reaction | None
    denominator: int
    bodies: tuple[Body, ...]
    joint: Mapping[tuple[Harm, ...], int]

    @property
    def fates(self) -> tuple[Fate, ...]:
        """What becomes of each of them, for himself."""
        return tuple(self._fate(who) for who in range(len(self.bodies)))

    def _fate(self, who: int) -> Fate:
        weights: dict[Harm, int] = dict.fromkeys(self.bodies[who].harms, 0)
        for harms, n in self.joint.items():
            weights[harms[who]] += n
        return Fate(self.bodies[who], self.denominator, weights)


class Caught(NamedTuple):
    """The exact odds of one fighter under a blast or an explosion: in `hurt` of all cases he loses `lost`.

    `lost` counts by limb, in the order of the card; all are lost at once.
    """

    body: Body
    denominator: int
    hurt: int
    lost: tuple[int, ...]

    @property
    def out(self) -> int:
        """The cases in which he is incapacitated."""
        ends = any(cp == left > 0 for cp, left in zip(self.lost, self.body.left, strict=True))
        return self.hurt if ends else 0


class Outlook(NamedTuple):
    """All that can be said of an attack before any die: how it goes by each reaction, or by each victim."""

    act: Act
    policy: Policy
    results: tuple[Odds, ...] | tuple[Caught, ...]
    refused: Mapping[Reaction, Refusal]


def alone(reaction: Reaction | None, body: Body, per: int, weights: list[int]) -> Odds:
    """Give the odds of an attack that can harm but one."""
    joint: dict[tuple[Harm, ...], int] = {
        (harm,): n for harm, n in zip(body.harms, weights, strict=True) if n
    }
    return Odds(reaction, per, (body,), joint)


def unharmed(odds: Odds) -> int:
    """Count the cases in which nobody is harmed nor even hit."""
    return odds.joint.get((UNHARMED,) * len(odds.bodies), 0)

"""What an attack can come to, and how often: whole numbers of cases out of a denominator."""

from collections.abc import Mapping
from typing import NamedTuple

from edencli.match.match import Act
from edencli.match.questions import Refusal
from edencli.odds.body import LIMBS, Body, Harm
from edencli.odds.shifting import Policy
from edencli.rules.melee import Reaction


class LimbFate(NamedTuple):
    """The cases in which a limb loses CP, in which it becomes wounded, and in which it is the end of him."""

    hit: int
    turned: int
    out: int


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
    def by_limb(self) -> list[LimbFate]:
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
    """The exact odds of one fighter under a blast or an explosion, which costs all limbs CP at once.

    In `hit` of all cases it takes effect, and `limbs` says what each limb then loses, in the card's order.
    """

    body: Body
    denominator: int
    hit: int
    limbs: tuple[int, ...]

    @property
    def fates(self) -> tuple["Caught", ...]:
        """What becomes of each whom it concerns: of him alone."""
        return (self,)

    @property
    def out(self) -> int:
        """The cases in which he is incapacitated."""
        return self.hit if self._ends else 0

    @property
    def hurt(self) -> int:
        """The cases in which he loses a CP or more."""
        return self.hit if any(self.limbs) else 0

    @property
    def lost(self) -> int:
        """The CP that he loses over all cases."""
        return self.hit * sum(self.limbs)

    @property
    def by_cp(self) -> list[int]:
        """The cases in which he loses none, one, and so on to the most that he can lose."""
        if not self.lost:
            return [self.denominator]
        return [self.denominator - self.hit, *[0] * (sum(self.limbs) - 1), self.hit]

    @property
    def by_limb(self) -> list[LimbFate]:
        """What becomes of each limb, in the order of the card."""
        limbs = zip(self.limbs, self.body.left, self.body.turns, strict=True)
        return [
            LimbFate(
                hit=self.hit if cp else 0,
                turned=self.hit if 0 < turns <= cp and not self._ends else 0,
                out=self.hit if cp == left > 0 else 0,
            )
            for cp, left, turns in limbs
        ]

    @property
    def _ends(self) -> bool:
        return any(cp == left > 0 for cp, left in zip(self.limbs, self.body.left, strict=True))


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

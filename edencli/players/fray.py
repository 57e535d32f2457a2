"""Who on the field can hurt whom, with what, from how far, and what that is worth by the exact odds.

Asked once, and kept while one question is thought over. What may be declared is asked of the rules, but for
AP: most who can hurt somebody are not the one who is activated.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from edencli.field.units import PER_CM
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.model.fighter import Equipment, Use
from edencli.players.appraisal import WORTHLESS, payoff
from edencli.rules.acts import ARMED, Armed, Blast, Melee, Shot, Throw
from edencli.rules.gear import used_up
from edencli.rules.ground import base
from edencli.rules.ranged import hopeless

UNLIMITED = 1_000_000
"""The reach of a weapon that reaches as far as one sees."""
TWICE, ONCE, SELDOM = Fraction(2), Fraction(1), Fraction(1, 4)
"""How many attacks an activation brings from within reach, after a Move, and from farther off."""
OUT_OF_SIGHT = Fraction(1, 2)
"""What an attack counts of who must first come to see his target."""


class Harming(NamedTuple):
    """One way to hurt somebody: the attack, how far it reaches, how often, and what it is worth each time."""

    act: Melee | Shot | Throw | Blast
    reach: int
    most: int
    worth: Fraction

    def times(self, apart: float, step: int) -> Fraction:
        """How many of it an activation brings from so far."""
        if apart <= self.reach:
            return min(TWICE, Fraction(self.most))
        if apart <= self.reach + step:
            return ONCE
        return SELDOM if apart <= self.reach + 2 * step else WORTHLESS


class Fray:
    """All ways in which fighters can hurt each other in one match as it stands."""

    def __init__(self, view: Match) -> None:
        self.view = view
        actions = view.book.actions
        self.charge = (actions.charge.distance or 0) * PER_CM
        self.move = (actions.move.distance or 0) * PER_CM
        self._ways: dict[tuple[Piece, Piece], tuple[Harming, ...]] = {}

    def ways_to_hurt(self, fighter: Piece, target: Piece) -> tuple[Harming, ...]:
        """Every way in which one can hurt another and gain by it, wherever the two stand."""
        pair = fighter, target
        if pair not in self._ways:
            self._ways[pair] = tuple(way for way in self._found(*pair) if way.worth > 0)
        return self._ways[pair]

    def threat(self, fighter: Piece, target: Piece, apart: float, *, sees: bool = True) -> Fraction:
        """What a fighter may do to another in one activation from so far away."""
        worth = WORTHLESS
        for way in self.ways_to_hurt(fighter, target):
            share = ONCE if sees or isinstance(way.act, Melee) else OUT_OF_SIGHT
            worth = max(worth, way.worth * way.times(apart, self.move) * share)
        return worth

    def _found(self, fighter: Piece, target: Piece) -> Iterator[Harming]:
        blow = Melee(fighter=fighter, target=target)
        yield Harming(blow, self.charge, 2, payoff(self.view, blow))
        for item, use in armed(self.view, fighter):
            act = _aimed(self.view, fighter, target, item, use)
            if used_up(self.view, act) is None and not (isinstance(act, Shot) and hopeless(self.view, act)):
                hit = act if isinstance(act, Shot) else act.but(victims=(target,))
                yield Harming(act, self._reach(act), _uses(use), payoff(self.view, hit))

    def _reach(self, act: Armed) -> int:
        if isinstance(act, Blast):
            return self.view.setup.templates.blast_length
        return UNLIMITED if act.use.range is None else act.use.range * PER_CM


def _uses(use: Use) -> int:
    """How often a weapon may be used in one activation."""
    return min(limit for limit in (use.uses.per_round, use.uses.per_match, UNLIMITED) if limit is not None)


def _aimed(view: Match, fighter: Piece, target: Piece, item: Equipment, use: Use) -> Shot | Throw | Blast:
    """A use of a weapon against somebody, at the place where he stands."""
    kind = ARMED[use.category]
    if issubclass(kind, Shot):
        return kind(fighter=fighter, weapon=item, use=use, target=target)
    return kind(fighter=fighter, weapon=item, use=use, point=base(view, target).centre)


def armed(view: Match, fighter: Piece) -> Iterator[tuple[Equipment, Use]]:
    """Every weapon that a fighter does not strike with, and each of its uses."""
    for item in view.of(fighter).card.equipment:
        yield from ((item, use) for use in item.uses if use.category in ARMED)

"""What a fighter is to an attack: which limb each face hits, what it takes, and what stops it.

The limbs stand in the order of the card and are called by their number, 0 to 3.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from edencli.match.doors import value
from edencli.match.match import Act, Match, Quantity, Query
from edencli.match.pieces import Piece
from edencli.match.questions import FACES
from edencli.model.terms import LimbName

LIMBS = tuple(LimbName)

# What one attack does to a fighter: the limb it found and the CP lost there. Who was missed has no limb.
Harm = tuple[LimbName | None, int]
UNHARMED: Harm = (None, 0)


class Body(NamedTuple):
    """One fighter as the dice find him.

    `at` gives the limb at each location face, `left` the CP that each limb still has, `guard` the wounds that
    its protection takes off, `turns` the loss that leaves it only red CP, if any (0: it has no other).
    """

    piece: Piece
    at: tuple[int, ...]
    left: tuple[int, ...]
    guard: tuple[int, ...]
    turns: tuple[int, ...]

    @property
    def harms(self) -> tuple[Harm, ...]:
        """All that one blow can do to him, in the order of a spread: a miss, then limb by limb."""
        return _harms(self.left)

    @property
    def depth(self) -> int:
        """One more than the wounds that his toughest limb can feel."""
        return max([guard + left for guard, left in zip(self.guard, self.left, strict=True)]) + 1

    def is_out(self, harm: Harm) -> bool:
        """Tell whether this incapacitates him."""
        limb, cp = harm
        return limb is not None and 0 < self.left[LIMBS.index(limb)] == cp

    def is_turned(self, harm: Harm) -> bool:
        """Tell whether this leaves him with a limb newly wounded."""
        limb, cp = harm
        return limb is not None and 0 < self.turns[LIMBS.index(limb)] <= cp and not self.is_out(harm)


def body_of(match: Match, piece: Piece, act: Act | None) -> Body:
    """See a fighter as this act would find him."""
    fighter = match.of(piece)
    limbs = [fighter.card.limbs[name] for name in LIMBS]
    left = tuple([fighter.left(name) for name in LIMBS])
    return Body(
        piece,
        _at(tuple([limb.faces for limb in limbs])),
        left,
        tuple([value(match, Query(Quantity.PROTECTION, piece, act, name)).total for name in LIMBS]),
        tuple([max(0, cp - limb.red_cp) for cp, limb in zip(left, limbs, strict=True)]),
    )


@cache
def _at(faces: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Say which limb each face hits, from the faces that each limb has."""
    limbs = {face: limb for limb, its in enumerate(faces) for face in its}
    return tuple(limbs[face] for face in FACES)


@lru_cache(maxsize=1024)
def _harms(left: tuple[int, ...]) -> tuple[Harm, ...]:
    """List what can happen to limbs that have so much left."""
    return (UNHARMED, *((limb, cp) for limb, most in zip(LIMBS, left, strict=True) for cp in range(most + 1)))

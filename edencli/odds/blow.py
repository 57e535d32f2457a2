"""One blow or shot at one body, in numbers: what it finds, the pool, and what successes that are left bring.

The limbs of a body stand in the order of the card and are called by their number, 0 to 3. Wounds are counted
by a table: of all the throws that follow, how many bring at least t wounds when k successes are left.
Everything that is asked of a blow is a row of it, or a sum of rows.
"""

from functools import cache, lru_cache
from itertools import zip_longest

from edencli.match.events import Rolled, Wounded
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece
from edencli.match.rules_api import total_value
from edencli.model.terms import FACES, LimbName, Quantity
from edencli.named_tuple import NamedTuple
from edencli.odds.dice import DIE_SIDES, Counts, count_at_least, count_at_most, count_with_rerolls
from edencli.rules.rolls import pool_of

LIMBS = tuple(LimbName)

ALL_DICE = 1_000
"""More dice than are ever thrown."""

# What one attack does to a fighter: the limb it found and the CP lost there. Who was missed has no limb.
Harm = tuple[LimbName | None, int]
UNHARMED: Harm = (None, 0)


class Body(NamedTuple):
    """One fighter as the dice find him.

    `at` gives the limb at each location face, `left` the CP that each limb still has, `guard` the wounds that
    its protection takes off, `turns` the loss that leaves it only red CP, if any (0: it has no other).
    """

    piece: Piece
    limb_at_face: tuple[int, ...]
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

    def is_newly_wounded(self, harm: Harm) -> bool:
        """Tell whether this leaves him with a limb newly wounded."""
        limb, cp = harm
        return limb is not None and 0 < self.turns[LIMBS.index(limb)] <= cp and not self.is_out(harm)


def body_of(match: Match, piece: Piece, act: Act | None) -> Body:
    """See a fighter as this act would find him."""
    fighter = match.state_of(piece)
    limbs = [fighter.card.limbs[name] for name in LIMBS]
    left = tuple([fighter.cp_left(name) for name in LIMBS])
    return Body(
        piece,
        _limbs_by_face(tuple([limb.faces for limb in limbs])),
        left,
        tuple([total_value(match, Query(Quantity.PROTECTION, piece, act, name)) for name in LIMBS]),
        tuple([max(0, cp - limb.red_cp) for cp, limb in zip(left, limbs, strict=True)]),
    )


@cache
def _limbs_by_face(faces: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Say which limb each face hits, from the faces that each limb has."""
    limbs = {face: limb for limb, its in enumerate(faces) for face in its}
    return tuple(limbs[face] for face in FACES)


@lru_cache(maxsize=1024)
def _harms(left: tuple[int, ...]) -> tuple[Harm, ...]:
    """List what can happen to limbs that have so much left."""
    return (UNHARMED, *((limb, cp) for limb, most in zip(LIMBS, left, strict=True) for cp in range(most + 1)))


class WoundTable(NamedTuple):
    """Of `per` throws, `rows[t][k]` bring t wounds or more, when k successes are left."""

    throws: int
    rows: tuple[Counts, ...]


class DodgeDice(NamedTuple):
    """What the target of a melee blow throws: each of its successes takes one away."""

    dice: int
    good: int

    def wound_table(self, hits: int, depth: int) -> WoundTable:
        """Count the wounds of up to so many successes, up to a depth."""
        per = DIE_SIDES**self.dice
        cancelled = (*count_at_most(self.dice, self.good), *(per,) * (hits - self.dice))
        rows = [(0,) * min(t, hits + 1) + cancelled[: max(0, hits + 1 - t)] for t in range(1, depth)]
        return WoundTable(per, ((per,) * (hits + 1), *rows))


# Who stays passive throws no dice.
PASSIVE = DodgeDice(0, 0)


class ShotStrength(NamedTuple):
    """What a shot throws against its victim: the weapon's strength and a die for each success left."""

    strength: int
    vig: int
    highest: int

    def wound_table(self, hits: int, depth: int) -> WoundTable:
        """Count the wounds of up to so many successes, up to a depth."""
        pools = [pool_of(max(0, self.strength + left), self.vig, self.highest) for left in range(hits + 1)]
        most, _ = pools[-1]
        columns = [
            [n * DIE_SIDES ** (most - dice) for n in count_at_least(dice, DIE_SIDES + 1 - needed)]
            for dice, needed in pools
        ]
        nothing = (0,) * (hits + 1)
        return WoundTable(
            DIE_SIDES**most, (*zip_longest(*columns, fillvalue=0), *(nothing,) * (depth - most - 1))
        )


class FollowUp(NamedTuple):
    """What follows the location die: what is thrown then, and how far it must be counted.

    That is the successes that may be left, and the wounds that it matters to tell apart. Cards deal so many
    wounds `more`, or fewer below 0, one after the other, as long as there are any.
    """

    defence: DodgeDice | ShotStrength
    hits: int
    depth: int
    more: tuple[int, ...] = ()


@lru_cache(maxsize=1024)
def wound_table(after: FollowUp) -> WoundTable:
    """Count the wounds that may follow."""
    deeper = sum(max(0, -more) for more in after.more)
    per, rows = after.defence.wound_table(after.hits, after.depth + deeper)
    for more in after.more:
        deep = len(rows) + min(0, more)
        rows = (rows[0], *(rows[max(1, t - more)] for t in range(1, deep)))
    return WoundTable(per, rows[: after.depth])


class SureChanges(NamedTuple):
    """What cards make of a blow in any case, as `Blow` has it."""

    again: tuple[int, ...] = ()
    more: tuple[int, ...] = ()


def sure_changes(match: Match, by: Piece, victim: Piece, rolls: str, wounds: str) -> SureChanges:
    """Ask what surely becomes of a roll to hit, and of wounds, by the steps in which they occur."""
    if not match.foresights:
        return SureChanges()
    rolled = Rolled(
        rule=rolls,
        step=rolls,
        by=by,
        pool=(),
        difficulty=(),
        needed=1,
        dice=(),
        successes=0,
        against=victim,
    )
    wounded = Wounded(
        rule=wounds, step=wounds, victim=victim, limb=LIMBS[0], wounds=1, protection=(), absorbed=0, by=by
    )
    again, more = (
        [change for foresee in match.foresights for change in foresee(match, event)]
        for event in (rolled, wounded)
    )
    sign = {"less": -1, "more": 1}
    return SureChanges(
        tuple([ALL_DICE if change.most is None else change.most for change in again]),
        tuple([sign[change.word] * change.by.n for change in more]),
    )


class Blow(NamedTuple):
    """A pool of dice against a body.

    `kept` successes may not be spent on the location die, which may be moved between `lowest` and `highest`.
    A victim who is `spared` is one's own. By cards so many dice that failed are thrown `again`, each time,
    and so many wounds `more` are dealt.
    """

    body: Body
    dice: int
    good: int
    defence: DodgeDice | ShotStrength
    kept: int
    lowest: int
    highest: int
    spared: bool = False
    again: tuple[int, ...] = ()
    more: tuple[int, ...] = ()

    @property
    def throw_count(self) -> int:
        """How many throws of its pool there are."""
        dice: int = self.dice + sum([min(most, self.dice) for most in self.again])
        return int(DIE_SIDES**dice)

    @property
    def throws_by_successes(self) -> Counts:
        """The throws of its pool by successes."""
        return count_with_rerolls(self.dice, self.good, self.again)

    @property
    def follow_up(self) -> FollowUp:
        """What follows it, as deep as the body can feel."""
        return FollowUp(self.defence, self.dice, self.body.depth, self.more)

    def wound_table(self) -> WoundTable:
        """Count the wounds that it can bring."""
        return wound_table(self.follow_up)

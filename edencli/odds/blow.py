"""One blow or shot at one body, as numbers: its pool, and the wounds that the remaining successes bring.

The limbs of a body are in the order of the card and are numbered 0 to 3. Wounds are counted in a table: of
all throws that follow the location die, how many bring at least t wounds when k successes are left. Every
other count about a blow is a row of that table or a sum of rows.
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

# What one attack does to a fighter: the limb hit and the CP lost there. A miss has no limb.
Harm = tuple[LimbName | None, int]
UNHARMED: Harm = (None, 0)


class Body(NamedTuple):
    """One fighter as the target of dice.

    `limb_at_face` gives the limb at each face of the location die, `left` the CP that each limb still has,
    `guard` the wounds that its protection absorbs, `turns` the loss that leaves it only red CP (0 where it
    has only red CP already).
    """

    piece: Piece
    limb_at_face: tuple[int, ...]
    left: tuple[int, ...]
    guard: tuple[int, ...]
    turns: tuple[int, ...]

    @property
    def harms(self) -> tuple[Harm, ...]:
        """All that one blow can do to the fighter, in the order of a `HarmSpread`: a miss, limb by limb."""
        return _harms(self.left)

    @property
    def depth(self) -> int:
        """One more than the wounds that bring the toughest limb to 0 CP, protection included."""
        return max([guard + left for guard, left in zip(self.guard, self.left, strict=True)]) + 1

    def is_out(self, harm: Harm) -> bool:
        """Tell whether this harm incapacitates the fighter."""
        limb, cp = harm
        return limb is not None and 0 < self.left[LIMBS.index(limb)] == cp

    def is_newly_wounded(self, harm: Harm) -> bool:
        """Tell whether this harm leaves the fighter with a newly wounded limb."""
        limb, cp = harm
        return limb is not None and 0 < self.turns[LIMBS.index(limb)] <= cp and not self.is_out(harm)


def body_of(match: Match, piece: Piece, act: Act | None) -> Body:
    """The fighter as this act would find it."""
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
    """The limb that each face hits, from the faces that each limb has."""
    limbs = {face: limb for limb, its in enumerate(faces) for face in its}
    return tuple(limbs[face] for face in FACES)


@lru_cache(maxsize=1024)
def _harms(left: tuple[int, ...]) -> tuple[Harm, ...]:
    """The possible harms of limbs with this many CP left."""
    return (UNHARMED, *((limb, cp) for limb, most in zip(LIMBS, left, strict=True) for cp in range(most + 1)))


class WoundTable(NamedTuple):
    """Counts of throws: of `throws`, `rows[t][k]` bring t wounds or more when k successes are left."""

    throws: int
    rows: tuple[Counts, ...]


class DodgeDice(NamedTuple):
    """The dodge dice of a melee target: each of their successes cancels one of the attacker's."""

    dice: int
    good: int

    def wound_table(self, hits: int, depth: int) -> WoundTable:
        """Count the wounds for 0 to `hits` successes, each up to `depth` - 1 wounds."""
        per = DIE_SIDES**self.dice
        cancelled = (*count_at_most(self.dice, self.good), *(per,) * (hits - self.dice))
        rows = [(0,) * min(t, hits + 1) + cancelled[: max(0, hits + 1 - t)] for t in range(1, depth)]
        return WoundTable(per, ((per,) * (hits + 1), *rows))


# A passive target throws no dice.
PASSIVE = DodgeDice(0, 0)


class ShotStrength(NamedTuple):
    """The strength dice of a shot against a victim: the weapon's, and one for each success left."""

    strength: int
    vig: int
    highest: int

    def wound_table(self, hits: int, depth: int) -> WoundTable:
        """Count the wounds for 0 to `hits` successes, each up to `depth` - 1 wounds."""
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
    """What follows the location die: the dice thrown then, and the size of the table to count.

    `hits` is the most successes that may be left, `depth` one more than the wounds that need counting. Cards
    add the wounds in `more` (or take them off, below 0) one after the other, as long as any are left.
    """

    defence: DodgeDice | ShotStrength
    hits: int
    depth: int
    more: tuple[int, ...] = ()


@lru_cache(maxsize=1024)
def wound_table(after: FollowUp) -> WoundTable:
    """Count the wounds that may follow the location die."""
    deeper = sum(max(0, -more) for more in after.more)
    per, rows = after.defence.wound_table(after.hits, after.depth + deeper)
    for more in after.more:
        deep = len(rows) + min(0, more)
        rows = (rows[0], *(rows[max(1, t - more)] for t in range(1, deep)))
    return WoundTable(per, rows[: after.depth])


class SureChanges(NamedTuple):
    """The rerolls and extra wounds that cards always add to a blow, as in `Blow`."""

    again: tuple[int, ...] = ()
    more: tuple[int, ...] = ()


def sure_changes(match: Match, by: Piece, victim: Piece, rolls: str, wounds: str) -> SureChanges:
    """The changes that cards always make to a roll to hit and to wounds, by the steps where they happen."""
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

    `kept` successes may not be spent on the location die, which may be shifted between `lowest` and
    `highest`. A victim that is `spared` belongs to the attacker's side. Each number in `again` is a reroll of
    up to that many failed dice, each number in `more` the wounds that a card adds.
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
        """The number of possible throws of the pool, rerolls included."""
        dice: int = self.dice + sum([min(most, self.dice) for most in self.again])
        return int(DIE_SIDES**dice)

    @property
    def throws_by_successes(self) -> Counts:
        """The throws of the pool counted by successes, rerolls included."""
        return count_with_rerolls(self.dice, self.good, self.again)

    @property
    def follow_up(self) -> FollowUp:
        """What follows the location die, counted as deep as the body can lose CP."""
        return FollowUp(self.defence, self.dice, self.body.depth, self.more)

    def wound_table(self) -> WoundTable:
        """Count the wounds that this blow may bring."""
        return wound_table(self.follow_up)

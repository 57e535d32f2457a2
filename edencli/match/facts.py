"""Facts of the field: what the rules ask of it, typed and told apart by the fighters whom they name.

A field that measures always answers. Of a field that nobody measures the state keeps what the players said
(`State.told`); what they have not said yet is `Unknown`, and the referee asks them. A kept fact falls when a
fighter whom it names moves or leaves; a line of sight, a template and a way may be changed by anybody.
"""

from enum import StrEnum
from typing import Any, ClassVar

from edencli.match.pieces import Piece
from edencli.record import Record

# What is said of a line of sight that something cuts, where else the obstacles are counted.
UNSEEN = -1


class Fact(Record):
    """One thing about the field that is so or not; `rule` is the one that needs it."""

    rule: ClassVar[str]
    is_anybodys: ClassVar[bool] = False
    """Whether anybody's movement may change it, not only that of those whom it names."""

    def falls_with(self, mover: Piece) -> bool:
        """Tell whether it must be asked again when a fighter has moved or left."""
        return self.is_anybodys or mover in self.__dict__.values()

    def can_be(self, told: Any) -> bool:
        """Tell whether something can be said of it."""
        return isinstance(told, bool)


class Touching(Fact):
    """Two bases are in contact."""

    rule = "contact.touch"
    one: Piece
    other: Piece


class Within(Fact):
    """A fighter is no farther from another than so many hundredths of a millimetre."""

    rule = "gear.range"
    of: Piece
    target: Piece
    far: int


class Nearer(Fact):
    """One fighter is nearer to somebody than another; no tape tells those apart that are equally near."""

    rule = "shoot.nearest"
    of: Piece
    one: Piece
    other: Piece


class Seeing(Fact):
    """A fighter sees another: past so many obstacles, or `UNSEEN`."""

    rule = "sight.corridor"
    is_anybodys = True
    viewer: Piece
    target: Piece

    def can_be(self, told: Any) -> bool:
        """Tell whether this is a number of obstacles, or that he is not seen."""
        return type(told) is int and told >= UNSEEN


class Covered(Fact):
    """What a fighter lays at a point covers some of a base: `explosion`, `blast`, or the `point` alone."""

    rule = "blast.template"
    is_anybodys = True
    by: Piece
    template: str
    point: tuple[int, int]
    turned: float = 0.0
    victim: Piece


class InView(Fact):
    """A fighter sees a point on the field, and what he throws reaches it."""

    rule = "throw.sight"
    is_anybodys = True
    by: Piece
    point: tuple[int, int]


class InReach(Fact):
    """What a fighter throws at a point reaches it: asked alone where nobody may measure before he pays."""

    rule = "weather.no-measuring"
    is_anybodys = True
    by: Piece
    point: tuple[int, int]


class RoomToGo(Fact):
    """A fighter has room for a way, and the way is as short as it must be."""

    rule = "move.base"
    is_anybodys = True
    mover: Piece
    path: tuple[tuple[int, int], ...]


class Arriving(Fact):
    """A charge along a way comes into contact with an enemy."""

    rule = "action.charge"
    is_anybodys = True
    mover: Piece
    path: tuple[tuple[int, int], ...]
    target: Piece


class Whereabouts(StrEnum):
    """Where a base is, seen from a piece of scenery: in or upon it, even in part, is inside."""

    AWAY = "away"
    TOUCHING = "touching"
    INSIDE = "inside"


class AtScenery(Fact):
    """Where a fighter stands, seen from a piece of scenery: one of `Whereabouts`."""

    rule = "territory.default"
    piece: Piece
    scenery: str

    def can_be(self, told: Any) -> bool:
        """Tell whether this is one of the three."""
        return isinstance(told, Whereabouts)


class NearScenery(Fact):
    """A fighter is no farther from a piece of scenery than so many hundredths of a millimetre."""

    rule = "measure.any-time"
    piece: Piece
    scenery: str
    far: int


class SceneryInView(Fact):
    """A fighter sees a piece of scenery."""

    rule = "sight.cut"
    is_anybodys = True
    viewer: Piece
    scenery: str


class SceneryAimedAt(Fact):
    """What is thrown at a `point`, or a `blast` laid towards it, is aimed at scenery and reaches it."""

    rule = "territory.destruction"
    is_anybodys = True
    by: Piece
    template: str
    point: tuple[int, int]
    turned: float = 0.0
    scenery: str


class FarAcross(Fact):
    """How many centimetres, begun ones counted, lie between what a fighter stands upon and other scenery."""

    rule = "territory.jump-between"
    piece: Piece
    scenery: str

    def can_be(self, told: Any) -> bool:
        """Tell whether this is a number."""
        return type(told) is int and told >= 0


class InPounce(Fact):
    """One of nobody's fighters may charge somebody: near enough, and by a way that is short enough."""

    rule = "infestation.charge"
    is_anybodys = True
    npf: Piece
    target: Piece
    far: int


class ToldFact(Record):
    """What the players said of a fact: an answer that stands in the record like any other."""

    fact: Fact
    answer: Any


class Unknown(Exception):  # noqa: N818  # nothing is wrong: the players must be asked
    """A fact that nobody has told yet."""

    def __init__(self, fact: Fact) -> None:
        super().__init__(fact)
        self.fact = fact

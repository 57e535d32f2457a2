"""Facts of the field: what the rules ask of it, typed and told apart by the fighters whom they name.

A field that measures always answers. Of a field that nobody measures the state keeps what the players said
(`State.told_facts`); what they have not said yet raises `UnknownFact`, and the referee asks them. A kept fact
falls when a fighter whom it names moves or leaves; a line of sight may be changed by anybody's movement. What
was said of one template or one way is fleeting: it falls when the act is over, for the next is another.

A fact of several fighters is asked in one question, `FactGroup`, and answered by naming those for whom it is
true.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, StrEnum
from itertools import combinations
from typing import Any, ClassVar, Final, Literal

from edencli.match.pieces import Piece, Side
from edencli.record import Record

# What is said of a line of sight that something cuts, where else the obstacles are counted.
UNSEEN = -1
MOST_OBSTACLES = 12
LONGEST_FIELD = 120  # cm
MOST_TRIED = 4  # of whom the same is asked at once


class UnknownValue(Enum):
    """What is answered in place of a value that hangs on what nobody has told, or may measure."""

    UNKNOWN = "unknown"


UNKNOWN: Final[Literal[UnknownValue.UNKNOWN]] = UnknownValue.UNKNOWN


FACT_KINDS: dict[str, type["Fact"]] = {}
"""Every kind of fact, by the word that a position has for it."""


class Fact(Record):
    """One thing about the field that is so or not; `rule` is the one that needs it.

    Its first part is who it is about; the fighters after him are those of whom it is said of him.
    """

    rule: ClassVar[str]
    is_changed_by_any_move: ClassVar[bool] = False
    """Whether anybody's movement may change it, not only that of those whom it names."""
    is_fleeting: ClassVar[bool] = False
    """Whether it is about one act only, and falls with it."""
    guess: ClassVar[Any] = False
    """What is supposed of it where nobody is asked."""
    word: ClassVar[str]
    """How a position calls it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.word = "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__)[1:]
        FACT_KINDS[cls.word] = cls

    @property
    def subject(self) -> Piece:
        """Who it is about."""
        fighter: Piece = getattr(self, self.parts[0])
        return fighter

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Of whom it is said of him."""
        return tuple(part for name in self.parts[1:] if isinstance(part := getattr(self, name), Piece))

    def is_changed_by(self, mover: Piece) -> bool:
        """Tell whether it must be asked again when a fighter has moved or left."""
        return self.is_changed_by_any_move or mover in self.__dict__.values()

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether something can be said of it."""
        return isinstance(told, bool)

    def possible_answers(self) -> Sequence[Any]:
        """All that can be said of it, as far as any rule tells one from another."""
        return (False, True)

    def answers_by_fact(self, told: Any) -> "Mapping[Fact, Any]":
        """What is known once something is said of it."""
        return {self: told}


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

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Of whom it is said; the other is who he is compared with."""
        return (self.one,)


class Seeing(Fact):
    """A fighter sees another: past so many obstacles, or `UNSEEN`."""

    rule = "sight.corridor"
    is_changed_by_any_move = True
    guess = 0
    viewer: Piece
    target: Piece

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether this is a number of obstacles, or that he is not seen."""
        return type(told) is int and told >= UNSEEN

    def possible_answers(self) -> Sequence[Any]:
        """As many obstacles as take all dice from anybody are as good as any more."""
        return range(UNSEEN, MOST_OBSTACLES + 1)


class Covered(Fact):
    """What a fighter lays covers some of a base: an `explosion`, a `blast`, or the `point` he throws at."""

    rule = "blast.template"
    is_fleeting = True
    by: Piece
    template: str
    victim: Piece


class InView(Fact):
    """A fighter sees whom or what he throws at, and the throw reaches it."""

    rule = "throw.sight"
    is_fleeting = True
    by: Piece
    at: Piece | None


class InReach(Fact):
    """What a fighter throws reaches so far: asked alone where nobody may measure before he pays."""

    rule = "weather.no-measuring"
    is_fleeting = True
    by: Piece
    at: Piece | None


class RoomToGo(Fact):
    """A fighter whose charge falls short has room to end where it does."""

    rule = "move.base"
    is_fleeting = True
    mover: Piece


class Arriving(Fact):
    """A charge comes into contact with the enemy at whom it is run."""

    rule = "action.charge"
    is_fleeting = True
    mover: Piece
    target: Piece


class Whereabouts(StrEnum):
    """Where a base is, seen from a piece of scenery: in or upon it, even in part, is inside."""

    AWAY = "away"
    TOUCHING = "touching"
    INSIDE = "inside"


class AtScenery(Fact):
    """Where a fighter stands, seen from a piece of scenery: one of `Whereabouts`."""

    rule = "territory.default"
    guess = Whereabouts.AWAY
    piece: Piece
    scenery: str

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether this is one of the three."""
        return isinstance(told, Whereabouts)

    def possible_answers(self) -> Sequence[Any]:
        """The three."""
        return tuple(Whereabouts)


class NearScenery(Fact):
    """A fighter is no farther from a piece of scenery than so many hundredths of a millimetre."""

    rule = "measure.any-time"
    piece: Piece
    scenery: str
    far: int


class SceneryInView(Fact):
    """A fighter sees a piece of scenery."""

    rule = "sight.cut"
    is_changed_by_any_move = True
    viewer: Piece
    scenery: str


class SceneryAimedAt(Fact):
    """What is thrown at a `point`, or a `blast`, is aimed at scenery and reaches it."""

    rule = "territory.destruction"
    is_fleeting = True
    by: Piece
    template: str
    scenery: str


class FarAcross(Fact):
    """How many centimetres, begun ones counted, lie between what a fighter stands upon and other scenery."""

    rule = "territory.jump-between"
    guess = 0
    piece: Piece
    scenery: str

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether this is a number."""
        return type(told) is int and told >= 0

    def possible_answers(self) -> Sequence[Any]:
        """As far as the largest field is long."""
        return range(LONGEST_FIELD + 1)


class InPounce(Fact):
    """One of nobody's fighters may charge somebody: near enough, and by a way that is short enough."""

    rule = "infestation.charge"
    is_changed_by_any_move = True
    npf: Piece
    target: Piece
    far: int


class AtPlace(Fact):
    """A fighter is where a card looks: `near` a marker or an area, or wholly in a `zone` of the field.

    Of his last movement it is told whether it goes `through` a marker or an area, `enters` or `leaves` it.
    """

    rule = "marker.place"
    of: Piece
    how: str
    place: str
    far: int = 0
    side: Side | None = None


class FactGroup(Record):
    """The same of each of some fighters, asked of one at once: told by naming those of whom it is so."""

    subject: Piece
    facts: tuple[Fact, ...]
    pieces: tuple[Piece, ...]

    @property
    def rule(self) -> str:
        """The rule that needs them."""
        return self.facts[0].rule

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether these are some of the fighters, each once."""
        return isinstance(told, tuple) and len(set(told)) == len(told) and set(told) <= set(self.pieces)

    def possible_answers(self) -> Sequence[Any]:
        """Nobody, all of them, and whoever else may be named; nothing where those are too many to try."""
        if len(self.pieces) > MOST_TRIED:
            return ()
        some = (named for n in range(1, len(self.pieces)) for named in combinations(self.pieces, n))
        return ((), self.pieces, *some)

    def answers_by_fact(self, told: Any) -> Mapping[Fact, Any]:
        """What is known of each of them once some are named."""
        return {fact: piece in told for fact, piece in zip(self.facts, self.pieces, strict=True)}


class FactAnswer(Record):
    """What the players said of a fact: an answer that stands in the record like any other.

    It `is_over` when the act was refused about which alone it was.
    """

    fact: Fact | FactGroup
    answer: Any
    is_over: bool = False

    @property
    def is_fleeting(self) -> bool:
        """Whether it is about one act only."""
        return any(fact.is_fleeting for fact in self.fact.answers_by_fact(self.answer))


class UnknownFact(Exception):  # noqa: N818  # nothing is wrong: the players must be asked
    """A fact that nobody has told yet, or the same one of several fighters."""

    def __init__(self, fact: Fact | FactGroup) -> None:
        super().__init__(fact)
        self.fact = fact

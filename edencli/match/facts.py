"""Facts of the field: what the rules ask of it, a class for each kind, equal if they name equal pieces.

A measured field always answers. A field that players look at keeps what they said
(`edencli.match.field_kinds.ToldField`); for what they have not said yet, `UnknownFact` is raised and the
referee asks them. A kept fact is forgotten when a fighter that it names moves or leaves; a line of sight may
be changed by any movement. What was said of one template or one way is fleeting: it is forgotten when the act
is over, for the next is another.

One fact about several fighters is asked in one question, a `FactGroup`, and answered by naming those for
which it is true.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, StrEnum
from itertools import combinations
from typing import Any, ClassVar, Final, Literal

from edencli.match.pieces import Piece, Side
from edencli.named_tuple import NamedTuple
from edencli.record import Record, set_slot

# The answer for a line of sight that something cuts; otherwise the answer counts the obstacles.
UNSEEN = -1
MOST_OBSTACLES = 12
LONGEST_FIELD = 120  # cm
MOST_TRIED = 4  # fighters of a group up to which all subsets are tried


class UnknownValue(Enum):
    """Stands for a value that depends on a fact not yet told, or on a distance that may not be measured."""

    UNKNOWN = "unknown"


UNKNOWN: Final[Literal[UnknownValue.UNKNOWN]] = UnknownValue.UNKNOWN


FACT_KINDS: dict[str, type["Fact"]] = {}
"""Every kind of fact, by its word in positions."""


class EventPart(NamedTuple):
    """A part that a kind of fact adds to the event of its answer; for other kinds it has the default."""

    name: str
    type: Any
    default: Any = None


class Fact(Record):
    """One thing about the field that is true or not; `rule` is the one that needs it.

    Its first part is the fighter it is about; further fighters are those to which it relates that one. It
    also defines what its event shows: a new kind of fact needs no change of the event.
    """

    __slots__ = ("_hash",)
    _hash: ClassVar[int]

    rule: ClassVar[str]
    is_changed_by_any_move: ClassVar[bool] = False
    """Whether any movement may change it, not only one of the fighters it names."""
    is_fleeting: ClassVar[bool] = False
    """Whether it is about one act only, and is forgotten with it."""
    guess: ClassVar[Any] = False
    """The answer that is assumed while no question may be asked."""
    word: ClassVar[str]
    """Its name in positions."""
    event_parts: ClassVar[tuple[EventPart, ...]] = ()
    """What its event shows besides the fighters and whether it is so; other kinds may show the same part."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.word = "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__)[1:]
        FACT_KINDS[cls.word] = cls

    def __hash__(self) -> int:
        """The hash, computed once, since facts are looked up very often."""
        try:
            return self._hash
        except AttributeError:
            set_slot(self, "_hash", super().__hash__())
            return self._hash

    @property
    def subject(self) -> Piece:
        """The fighter it is about."""
        fighter: Piece = getattr(self, self.parts[0])
        return fighter

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The fighters that it relates its subject to."""
        return tuple(part for name in self.parts[1:] if isinstance(part := getattr(self, name), Piece))

    def is_changed_by(self, mover: Piece) -> bool:
        """Tell whether it must be asked again after a fighter has moved or left."""
        return self.is_changed_by_any_move or mover in self.__dict__.values()

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether this is an answer to it."""
        return isinstance(told, bool)

    def possible_answers(self) -> Sequence[Any]:
        """All answers that a rule tells apart."""
        return (False, True)

    def answers_by_fact(self, told: Any) -> "Mapping[Fact, Any]":
        """The answers of single facts that follow from an answer."""
        return {self: told}

    def is_so(self, told: Any) -> bool:
        """Tell whether an answer affirms it."""
        return bool(told)

    def affirmed_pieces(self, told: Any) -> tuple[Piece, ...]:
        """The pieces for which an answer affirms the fact."""
        return self.pieces if self.is_so(told) else ()

    def event_values(self, told: Any) -> Mapping[str, Any]:  # noqa: ARG002  # few show what was said
        """The values of its `event_parts` once it is answered: by default its own parts of these names."""
        return {part.name: getattr(self, part.name) for part in self.event_parts}


class Touching(Fact):
    """Two bases are in contact."""

    rule = "contact.touch"
    one: Piece
    other: Piece


class Seeing(Fact):
    """A fighter sees another: the number of obstacles between them, or `UNSEEN`."""

    rule = "sight.corridor"
    is_changed_by_any_move = True
    guess = 0
    event_parts = (EventPart("obstacles", int, 0),)
    viewer: Piece
    target: Piece

    def is_so(self, told: Any) -> bool:
        """Tell whether the target is seen."""
        return bool(told != UNSEEN)

    def event_values(self, told: Any) -> Mapping[str, Any]:
        """The obstacles in the line of sight."""
        return {"obstacles": max(0, told)}

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether this is a number of obstacles, or `UNSEEN`."""
        return type(told) is int and told >= UNSEEN

    def possible_answers(self) -> Sequence[Any]:
        """Unseen, or any number of obstacles up to one that takes all dice from any fighter."""
        return range(UNSEEN, MOST_OBSTACLES + 1)


class Nearer(Fact):
    """One fighter is nearer to `of` than another; fighters equally near are not nearer."""

    rule = "shoot.nearest"
    event_parts = (EventPart("than", Piece | None),)
    of: Piece
    one: Piece
    other: Piece

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The piece that the fact is about; the other is what it is compared with."""
        return (self.one,)

    def event_values(self, told: Any) -> Mapping[str, Any]:  # noqa: ARG002
        """The piece that another is nearer than."""
        return {"than": self.other}


class Within(Fact):
    """A fighter is no farther from another than `far` hundredths of a millimetre."""

    rule = "gear.range"
    event_parts = (EventPart("far", int | None),)
    of: Piece
    target: Piece
    far: int


class Covered(Fact):
    """A template covers some of a base: an `explosion`, a `blast`, or the `point` of a throw."""

    rule = "blast.template"
    is_fleeting = True
    by: Piece
    template: str
    victim: Piece


class InView(Fact):
    """A fighter sees the target of a throw, and the throw reaches it."""

    rule = "throw.sight"
    is_fleeting = True
    by: Piece
    at: Piece | None


class InReach(Fact):
    """A throw reaches its target: asked alone where measuring before paying is forbidden."""

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
    """A charge comes into contact with its target."""

    rule = "action.charge"
    is_fleeting = True
    mover: Piece
    target: Piece


class Whereabouts(StrEnum):
    """Where a base is, seen from a piece of scenery; in or upon it, even in part, is inside."""

    AWAY = "away"
    TOUCHING = "touching"
    INSIDE = "inside"


class AtScenery(Fact):
    """Where a fighter stands, seen from a piece of scenery: one of `Whereabouts`."""

    rule = "territory.default"
    guess = Whereabouts.AWAY
    event_parts = (EventPart("scenery", str | None), EventPart("where", str | None))
    piece: Piece
    scenery: str

    def is_so(self, told: Any) -> bool:
        """Tell whether the fighter touches the scenery or stands in it."""
        return bool(told != Whereabouts.AWAY)

    def event_values(self, told: Any) -> Mapping[str, Any]:
        """The scenery, and where the fighter stands."""
        return {"scenery": self.scenery, "where": str(told)}

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether this is a value of `Whereabouts`."""
        return isinstance(told, Whereabouts)

    def possible_answers(self) -> Sequence[Any]:
        """All values of `Whereabouts`."""
        return tuple(Whereabouts)


class NearScenery(Fact):
    """A fighter is no farther from a piece of scenery than `far` hundredths of a millimetre."""

    rule = "measure.any-time"
    event_parts = (EventPart("far", int | None), EventPart("scenery", str | None))
    piece: Piece
    scenery: str
    far: int


class SceneryInView(Fact):
    """A fighter sees a piece of scenery."""

    rule = "sight.cut"
    is_changed_by_any_move = True
    event_parts = (EventPart("scenery", str | None),)
    viewer: Piece
    scenery: str


class SceneryAimedAt(Fact):
    """A throw at a `point`, or a `blast`, is aimed at scenery and reaches it."""

    rule = "territory.destruction"
    is_fleeting = True
    event_parts = (EventPart("scenery", str | None),)
    by: Piece
    template: str
    scenery: str


class FarAcross(Fact):
    """The centimetres, rounded up, between the scenery on which a fighter stands and other scenery."""

    rule = "territory.jump-between"
    guess = 0
    event_parts = (EventPart("scenery", str | None), EventPart("across", int | None))
    piece: Piece
    scenery: str

    def is_so(self, told: Any) -> bool:  # noqa: ARG002
        """Any length affirms it, 0 too."""
        return True

    def event_values(self, told: Any) -> Mapping[str, Any]:
        """The scenery, and its distance."""
        return {"scenery": self.scenery, "across": told}

    def is_valid_answer(self, told: Any) -> bool:
        """Tell whether this is a number."""
        return type(told) is int and told >= 0

    def possible_answers(self) -> Sequence[Any]:
        """Any length up to that of the largest field."""
        return range(LONGEST_FIELD + 1)


class InPounce(Fact):
    """An NPF may charge a fighter: near enough, and by a way that is short enough."""

    rule = "infestation.charge"
    is_changed_by_any_move = True
    npf: Piece
    target: Piece
    far: int


class AtPlace(Fact):
    """A fighter is at a place of a card: `near` a marker or an area, or wholly in a `zone` of the field.

    Or at a `landmark`, `behind` scenery as `one` sees it, or `between` one and another. For the last
    movement: whether it went `through` a marker or an area, `enters` it or `leaves` it.
    """

    rule = "marker.place"
    of: Piece
    how: str
    place: str
    far: int = 0
    side: Side | None = None
    one: Piece | None = None
    other: Piece | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """None: the fact is about its fighter alone."""
        return ()

    def is_changed_by(self, mover: Piece) -> bool:
        """Tell whether it must be asked again: a line of sight may be changed by any movement."""
        return self.how == "behind" or super().is_changed_by(mover)


class FactGroup(Record):
    """One kind of fact about several fighters, asked at once; the answer names those for which it is true."""

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
        """Every subset of the fighters, none and all first; empty where they are too many to try."""
        if len(self.pieces) > MOST_TRIED:
            return ()
        some = (named for n in range(1, len(self.pieces)) for named in combinations(self.pieces, n))
        return ((), self.pieces, *some)

    def answers_by_fact(self, told: Any) -> Mapping[Fact, Any]:
        """The answer to each single fact once some fighters are named."""
        return {fact: piece in told for fact, piece in zip(self.facts, self.pieces, strict=True)}

    def is_so(self, told: Any) -> bool:
        """Tell whether any fighter is named."""
        return bool(told)

    def affirmed_pieces(self, told: Any) -> tuple[Piece, ...]:
        """The fighters that are named."""
        named: tuple[Piece, ...] = told
        return named

    def event_values(self, told: Any) -> Mapping[str, Any]:
        """The values that the event of any one of them shows."""
        return self.facts[0].event_values(told)


def fact_event_parts() -> tuple[EventPart, ...]:
    """All parts that facts add to the event of their answer, in the order of the classes."""
    return tuple(dict.fromkeys(part for kind in FACT_KINDS.values() for part in kind.event_parts))


class FactAnswer(Record):
    """The players' answer for a fact, which is recorded like any other answer.

    It `is_over` if it was about one act only and that act was refused.
    """

    fact: Fact | FactGroup
    answer: Any
    is_over: bool = False

    @property
    def is_fleeting(self) -> bool:
        """Whether it is about one act only."""
        return any(fact.is_fleeting for fact in self.fact.answers_by_fact(self.answer))


class UnknownFact(Exception):  # noqa: N818  # nothing is wrong: the players must be asked
    """A fact, or a group of facts, that the players have not answered yet."""

    def __init__(self, fact: Fact | FactGroup) -> None:
        super().__init__(fact)
        self.fact = fact

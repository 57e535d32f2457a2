"""A game as its file describes it, and what two players bring to it: bands, and the cards of a file."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from edencli.model.fighter import Fighter
from edencli.model.terms import Deployment, MissionKind, Stigma
from edencli.record import Record

if TYPE_CHECKING:
    from edencli.model.card_words import HowMany, Proviso
    from edencli.model.effect import CardEffect


class Symbol(Record):
    """The symbol that a band needs for a mission: a faction or a stigma."""

    faction: str | None = None
    stigma: Stigma | None = None


class Objective(Record):
    """A way to score: what must be done, how many VP it brings, and when it is counted.

    With conditions or a number of times it is counted by itself, otherwise by agreement.
    """

    __slots__ = ("found",)

    text: str
    vp: int | None = None
    counted: Literal["round", "match"] = "round"
    only_if: "tuple[Proviso, ...]" = ()
    each: "HowMany | None" = None

    @property
    def is_counted_by_card(self) -> bool:
        """Whether the card expresses its condition in the vocabulary of effects."""
        return self.vp is not None and (bool(self.only_if) or self.each is not None)


class Mission(Record):
    """A mission card; without a symbol any band may play it."""

    name: str
    kind: MissionKind
    deployment: Deployment
    symbol: Symbol | None = None
    immediate: str | None = None
    objectives: tuple[Objective, ...]
    effects: "tuple[CardEffect, ...]" = ()


class TacticCost(Record):
    """The cost of playing a tactical card: SP, or None for the rulebook's price, and discarded cards."""

    sp: int | None = None
    cards: int = 0


class Tactic(Record):
    """A tactical card and its special rules; `cancellation` is the price in SP of cancelling it, or None.

    A card that `stays` has effect until the match ends, instead of the round.
    """

    name: str
    tactical: bool
    first_round: bool
    cancellation: int | None
    text: str
    effects: "tuple[CardEffect, ...]" = ()
    cost: TacticCost = TacticCost()
    symbol: Symbol | None = None
    stays: bool = False


class Cards(Record):
    """All the cards of one file."""

    fighters: tuple[Fighter, ...] = ()
    npfs: tuple[Fighter, ...] = ()
    missions: tuple[Mission, ...] = ()
    tactics: tuple[Tactic, ...] = ()


class Roster(Record):
    """A band as its file describes it: names, and the files of cards in which to look them up."""

    name: str
    rulebook: str | None = None
    cards: tuple[str, ...]
    symbol: Symbol
    budget: int | None = None
    fighters: tuple[str, ...]
    missions: tuple[str, ...] = ()
    tactics: tuple[str, ...] = ()

    @property
    def references(self) -> tuple[str, ...]:
        """The files that it refers to."""
        return self.cards


class Band(Record):
    """A band with its cards looked up; whether it is legal is a question for the rules."""

    name: str
    rulebook: str | None
    symbol: Symbol
    budget: int | None
    fighters: tuple[Fighter, ...]
    missions: tuple[Mission, ...] = ()
    tactics: tuple[Tactic, ...] = ()


class Templates(Record):
    """The templates of a table, in centimetres: a disc, and a trapezoid whose near end is the attacker's."""

    explosion: float = 5
    blast_length: float = 10
    blast_near: float = 1
    blast_far: float = 4


LONGEST_MOVE: Final = 2_000
"""The most characters of a move, in a file or typed."""


class GameFile(Record):
    """What a game file settles before the first answer; files are named as they were written.

    If the field is not `measured`, it is that of the miniatures, and the program does not know where they
    stand. `position` and `moves` stay plain data until they are read.
    """

    name: str
    rulebook: str | None = None
    optional: str | None = None
    chapters: tuple[str, ...] = ()
    rulings: Mapping[str, bool | str] = MappingProxyType({})
    size: tuple[float, float] = (60, 60)
    measured: bool = True
    scenery: tuple[str, ...] = ()
    npfs: tuple[str, ...] = ()
    red: str
    blue: str
    seed: int | None = None
    drawn: int = 0
    templates: Templates = Templates()
    position: Mapping[str, object] | None = None
    moves: Sequence[object] = ()
    unfinished: bool = False
    stops: Mapping[str, Mapping[str, object]] = MappingProxyType({})
    """For each player, the optional questions that this player wants to be asked."""

    @property
    def references(self) -> tuple[str, ...]:
        """The files that it refers to."""
        return (self.red, self.blue, *self.scenery, *self.npfs)

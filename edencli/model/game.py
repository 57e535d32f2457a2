"""A game as its file says it, and what two players bring to it: their bands, and the cards of a file."""

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
    """The symbol that a mission asks of a band: one faction or one stigma."""

    faction: str | None = None
    stigma: Stigma | None = None


class Objective(Record):
    """One way to score: what must be done, what it is worth, and when it is counted.

    With provisos or a number of times it is counted by itself, else by agreement.
    """

    __slots__ = ("found",)

    text: str
    vp: int | None = None
    counted: Literal["round", "match"] = "round"
    only_if: "tuple[Proviso, ...]" = ()
    each: "HowMany | None" = None

    @property
    def is_counted_by_card(self) -> bool:
        """Whether the card says in the vocabulary of effects what must be so."""
        return self.vp is not None and (bool(self.only_if) or self.each is not None)


class Mission(Record):
    """A mission card. Without a symbol any band may play it."""

    name: str
    kind: MissionKind
    deployment: Deployment
    symbol: Symbol | None = None
    immediate: str | None = None
    objectives: tuple[Objective, ...]
    effects: "tuple[CardEffect, ...]" = ()


class TacticCost(Record):
    """What it costs to play a tactical card: SP, or None for what the rulebook says, and cards discarded."""

    sp: int | None = None
    cards: int = 0


class Tactic(Record):
    """A tactical card and its special rules; `cancellation` is what it costs in SP to cancel it, or None.

    One that `stays` has effect until the match ends, and not only until the round does.
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
    """A band as its file says it: names, and the cards files in which to look them up."""

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
    """A band with its cards at hand. Whether it is legal is a question for the rules."""

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
"""Characters of one move, in a file or typed."""


class GameFile(Record):
    """What a game file settles before the first answer; files are named as they were written.

    A field that is not `measured` is that of the miniatures: nobody says where they stand. `position` and
    `moves` are kept as plain data until what reads them does.
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
    """Of each player: at which questions that may be declined that player wants to be asked."""

    @property
    def references(self) -> tuple[str, ...]:
        """The files that it refers to."""
        return (self.red, self.blue, *self.scenery, *self.npfs)

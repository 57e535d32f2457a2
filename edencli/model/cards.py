"""Mission and tactical cards, and a file full of cards."""

from typing import Literal

from edencli.model.fighter import Fighter
from edencli.model.terms import Deployment, MissionKind, Stigma
from edencli.record import Record


class Symbol(Record):
    """The symbol that a mission asks of a band: one faction or one stigma."""

    faction: str | None = None
    stigma: Stigma | None = None


class Objective(Record):
    """One way to score: what must be done, what it is worth, and when it is counted."""

    text: str
    vp: int | None = None
    counted: Literal["round", "match"] = "round"


class Mission(Record):
    """A mission card. Without a symbol any band may play it."""

    name: str
    kind: MissionKind
    deployment: Deployment
    symbol: Symbol | None = None
    immediate: str | None = None
    objectives: tuple[Objective, ...]


class Tactic(Record):
    """A tactical card and its special rules; `cancellation` is its price in SP, or None."""

    name: str
    tactical: bool
    first_round: bool
    cancellation: int | None
    text: str


class Cards(Record):
    """All the cards of one file."""

    fighters: tuple[Fighter, ...] = ()
    npfs: tuple[Fighter, ...] = ()
    missions: tuple[Mission, ...] = ()
    tactics: tuple[Tactic, ...] = ()

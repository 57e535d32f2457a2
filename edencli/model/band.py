"""A band: who fights together, under which symbol, with which cards in its decks."""

from edencli.model.cards import Mission, Symbol, Tactic
from edencli.model.fighter import Fighter
from edencli.record import Record


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


class Band(Record):
    """A band with its cards at hand. Whether it is legal is a question for the rules."""

    name: str
    rulebook: str | None
    symbol: Symbol
    budget: int | None
    fighters: tuple[Fighter, ...]
    missions: tuple[Mission, ...] = ()
    tactics: tuple[Tactic, ...] = ()

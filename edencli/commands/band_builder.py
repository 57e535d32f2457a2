"""A band in the making: the cards that may still join it, a random band, and the file of a band.

    draft = BandDraft(cards, book, symbol)
    draft.choices("fighters")         every card of a deck: whether it is in, and what keeps it out
    draft.toggle("fighters", card)    adds a card, or removes it

`edencli.rules.band` decides what a band may be; it is asked with each card added. Knows no terminal.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from edencli.files.card_text import card_lines, inline_yaml
from edencli.model.fighter import Fighter
from edencli.model.game import Band, Mission, Symbol, Tactic
from edencli.model.names import fold
from edencli.model.terms import Stigma
from edencli.named_tuple import NamedTuple
from edencli.rulebooks.values import Rulebook
from edencli.rules.band import BandTotals, Finding, band_totals, check_band

if TYPE_CHECKING:
    from random import Random

DECKS: Final = ("fighters", "missions", "tactics")
RANDOM_MISSIONS, RANDOM_TACTICS = 4, 7
"""The most missions and tactical cards of a random band."""

BandCard = Fighter | Mission | Tactic


class BandCards(NamedTuple):
    """The cards that a band may be made of, and their files."""

    fighters: Sequence[Fighter]
    missions: Sequence[Mission]
    tactics: Sequence[Tactic]
    files: Sequence[Path] = ()

    def deck(self, name: str) -> Sequence[BandCard]:
        """One of its decks, by name."""
        found: Sequence[BandCard] = getattr(self, name)
        return found

    def symbols(self) -> list[tuple[Symbol, int]]:
        """Every faction and stigma with its number of fighters, the largest number first."""
        factions = {fold(one): one for card in self.fighters for one in card.factions}
        found = [Symbol(faction=one) for one in factions.values()]
        found += [Symbol(stigma=one) for one in Stigma if any(card.stigma is one for card in self.fighters)]
        counted = [(symbol, sum(has_symbol(card, symbol) for card in self.fighters)) for symbol in found]
        return sorted(counted, key=lambda pair: (-pair[1], pair[0].faction is None, str(pair[0])))


class BandChoice(NamedTuple):
    """A card that may be in a band: whether it is, and what keeps it out."""

    card: BandCard
    is_in: bool
    why_not: Finding | None


class BandDraft:
    """A band in the making."""

    def __init__(self, cards: BandCards, book: Rulebook, symbol: Symbol, budget: int | None = None) -> None:
        self.cards = cards
        self.symbol = symbol
        self._book = book
        self._budget = budget
        self._picked: dict[str, list[BandCard]] = {deck: [] for deck in DECKS}

    def band(self, name: str = "") -> Band:
        """The band so far."""
        return self._make(name, self._picked)

    @property
    def totals(self) -> BandTotals:
        """The band's value and budget so far."""
        return band_totals(self.band(), self._book)

    @property
    def points_left(self) -> int:
        """The points left for more fighters."""
        return self.totals.budget - self.totals.total

    def choices(self, deck: str) -> list[BandChoice]:
        """Every card of a deck, in the order of the files."""
        return [
            BandChoice(card, card in self._picked[deck], self._objection(deck, card))
            for card in self.cards.deck(deck)
        ]

    def toggle(self, deck: str, card: BandCard) -> Finding | None:
        """Remove a card, or add it; return what keeps it out."""
        if card in self._picked[deck]:
            self._picked[deck].remove(card)
            return None
        if (finding := self._objection(deck, card)) is None:
            self._picked[deck].append(card)
        return finding

    def _objection(self, deck: str, card: BandCard) -> Finding | None:
        """Why a card may not join the band so far; None if it may."""
        if card in self._picked[deck]:
            return None
        band = self._make("", {**self._picked, deck: [*self._picked[deck], card]})
        return next((one for one in check_band(band, self._book) if not one.warns), None)

    def _make(self, name: str, picked: Mapping[str, Sequence[BandCard]]) -> Band:
        decks: dict[str, Any] = {deck: tuple(picked[deck]) for deck in DECKS}
        return Band(name=name, rulebook=None, symbol=self.symbol, budget=self._budget, **decks)


def has_symbol(card: Fighter, symbol: Symbol) -> bool:
    """Tell whether a fighter bears a symbol."""
    if symbol.faction is None:
        return card.stigma is symbol.stigma
    return fold(symbol.faction) in map(fold, card.factions)


def draw_band(cards: BandCards, book: Rulebook, chance: "Random", budget: int | None = None) -> BandDraft:
    """Draw a random band: one symbol, fighters as long as one fits, and some cards for its decks."""
    symbols = cards.symbols()
    symbol = chance.choices([one for one, _ in symbols], [n for _, n in symbols])[0]
    draft = BandDraft(cards, book, symbol, budget)
    limits = {"fighters": len(cards.fighters), "missions": RANDOM_MISSIONS, "tactics": RANDOM_TACTICS}
    for deck, most in limits.items():
        shuffled = list(cards.deck(deck))
        chance.shuffle(shuffled)
        fits = (card for card in shuffled if draft.toggle(deck, card) is None)
        for _, _ in zip(range(most), fits, strict=False):
            pass
    return draft


def room_left(band: Band, cards: Sequence[Fighter], book: Rulebook) -> list[Fighter]:
    """The fighters among some cards that a band has points and a symbol for."""
    draft = BandDraft(BandCards(cards, (), ()), book, band.symbol, band.budget)
    for fighter in band.fighters:
        draft.toggle("fighters", fighter)
    return [
        choice.card
        for choice in draft.choices("fighters")
        if isinstance(choice.card, Fighter) and not choice.is_in and choice.why_not is None
    ]


def band_text(draft: BandDraft, name: str, rulebook: str | None, folder: Path) -> str:
    """The text of a band's file in a folder: its cards files by relative paths, one name per line."""
    band = draft.band(name)
    symbol = (
        {"stigma": str(band.symbol.stigma)}
        if band.symbol.faction is None
        else {"faction": band.symbol.faction}
    )
    data = {
        "kind": "band",
        "name": name,
        **({"rulebook": rulebook} if rulebook else {}),
        "cards": [Path(os.path.relpath(path, folder)).as_posix() for path in draft.cards.files],
        **symbol,
        **({"budget": band.budget} if band.budget else {}),
    }
    lines = ["# yaml-language-server: $schema=band.schema.json", *card_lines(data)]
    for deck in DECKS:
        lines += _name_lines(deck, [card.name for card in getattr(band, deck)])
    return "".join(f"{line}\n" for line in lines)


def _name_lines(deck: str, names: Sequence[str]) -> Iterator[str]:
    """The lines of a deck: a list of names."""
    if names:
        yield f"{deck}:"
        yield from (f"  - {inline_yaml(name)}" for name in names)

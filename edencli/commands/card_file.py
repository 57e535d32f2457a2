"""The cards file that typed or imported cards are added to: read, checked, and written a card at a time."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, cast

from edencli.commands.card_entry import KnownNames
from edencli.files.card_lines import Abbreviations, CardData, UnreadCardLine
from edencli.files.card_text import NEW_FILE, DeckNotAList, add_card
from edencli.files.diagnostic import Diagnostic
from edencli.files.loader import parse_yaml
from edencli.files.shapes import build_value
from edencli.games.checks import make_library
from edencli.games.file_access import open_sound, save
from edencli.lang import Words
from edencli.model.terms import FACTIONS
from edencli.output.console import Refused, write_stdout
from edencli.pages.diagnostics import fault_sentence

AREA: Final = "entry"

_PRINTED: Final = ("psi", "cbt", "vig", "spd", "ap", "sp", "cp", "strength")


class CardFile:
    """The file that cards are added to; without a path they are printed, and all that were are remembered."""

    def __init__(self, words: Words, path: Path | None) -> None:
        self._words = words
        self._path = path
        self.text = NEW_FILE
        self._is_there = path is not None and path.exists()
        if path is not None and self._is_there:
            file = open_sound(make_library(), str(path))
            if file.kind != "cards":
                raise Refused(words.say(AREA, "no-cards-file", file=str(path)), code=1)
            self.text = path.read_text(encoding="utf-8")

    @property
    def name(self) -> str:
        """What a sentence calls it."""
        return str(self._path) if self._path else "-"

    def known_names(self, deck: str) -> KnownNames:
        """The factions and types of its fighters, and the names of a deck."""
        cards = build_value("cards", _data_of(self.text))
        fighters = (*cards.fighters, *cards.npfs)
        return KnownNames(
            factions=tuple(dict.fromkeys((*(one for card in fighters for one in card.factions), *FACTIONS))),
            types=tuple(dict.fromkeys(one for card in fighters for one in card.types)),
            cards=tuple(card.name for card in getattr(cards, deck)),
        )

    def demand_room(self, deck: str) -> None:
        """Refuse a file that has no place for one more card of a deck, before any is typed."""
        self._text_with([(deck, {"name": "Name"})])

    def add(self, cards: Iterable[tuple[str, CardData]]) -> None:
        """Add cards, each at the end of its deck, and write the file once."""
        text = self._text_with(cards)
        if self._path is None:
            write_stdout(text.removeprefix(self.text) if self.text != NEW_FILE else text)
        else:
            save(self._words, self._path, text, replace=self._is_there)
            self._is_there = True
        self.text = text

    def _text_with(self, cards: Iterable[tuple[str, CardData]]) -> str:
        """Its text with more cards."""
        text = self.text
        for deck, card in cards:
            try:
                text = add_card(text, deck, card)
            except DeckNotAList:
                message = self._words.say(AREA, "not-a-list", file=self.name, deck=deck)
                raise Refused(message, code=1) from None
        return text


def _data_of(text: str) -> object:
    return parse_yaml(text.encode(), "").data


def printed_words(words: Words) -> Abbreviations:
    """What the book that is played prints for words of a card."""
    return Abbreviations({word: words.say(AREA, f"word.{word}") for word in _PRINTED})


def line_fault(words: Words, unread: UnreadCardLine, file: str) -> str:
    """Why a line says nothing that fits."""
    values = {"file": file, **unread.values}
    if unread.message == "unfit":
        values["fault"] = fault_sentence(cast("Diagnostic", values["fault"]), words)
    return words.say(AREA, f"bad.{unread.message}", **values)

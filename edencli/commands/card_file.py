"""The cards file that typed or imported cards are put into: read, checked, and written card by card."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, cast

from edencli.commands.card_entry import KnownNames, new_faults
from edencli.files.card_edit import edit_card, merge_card
from edencli.files.card_lines import Abbreviations, CardData, UnreadCardLine
from edencli.files.card_text import NEW_FILE, DeckNotAList, add_card
from edencli.files.diagnostic import Diagnostic
from edencli.files.loader import parse_yaml
from edencli.files.shapes import build_value
from edencli.games.checks import make_library
from edencli.games.file_access import open_sound, save, save_new
from edencli.lang import Words
from edencli.model.names import name_key
from edencli.model.terms import FACTIONS
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused, write_stdout
from edencli.pages.diagnostics import fault_sentence

AREA: Final = "entry"

_PRINTED: Final = ("psi", "cbt", "vig", "spd", "ap", "sp", "cp", "vp", "strength")


class PlacedCard(NamedTuple):
    """A card to put into a file; `shown` is what was shown of the card that it replaces, if any."""

    deck: str
    card: CardData
    shown: CardData | None = None


class CardFile:
    """The file that cards are put into; without a path, cards are printed and remembered."""

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
        """The name of the file in sentences."""
        return str(self._path) if self._path else "-"

    def known_names(self, deck: str) -> KnownNames:
        """The factions and types of the file's fighters, and the card names of a deck."""
        cards = build_value("cards", _data_of(self.text))
        fighters = (*cards.fighters, *cards.npfs)
        return KnownNames(
            factions=tuple(dict.fromkeys((*(one for card in fighters for one in card.factions), *FACTIONS))),
            types=tuple(dict.fromkeys(one for card in fighters for one in card.types)),
            cards=tuple(card.name for card in getattr(cards, deck)),
        )

    def card(self, deck: str, name: str) -> CardData | None:
        """The data of a card in the file."""
        number = self._number(self.text, deck, name)
        return None if number is None else cast("CardData", _data_of(self.text)[deck][number])

    def demand_room(self, deck: str) -> None:
        """Refuse a file that cannot take one more card of a deck, before any is typed."""
        self._text_with([PlacedCard(deck, {"name": "Name"})])

    def faults(self, change: PlacedCard) -> Sequence[Diagnostic]:
        """The errors that a card would add to the file."""
        return new_faults(self.text, self._text_with([change]))

    def put(self, changes: Iterable[PlacedCard]) -> None:
        """Replace cards, or add them at the end of their decks, and write the file once."""
        text = self._text_with(changes)
        if self._path is None:
            write_stdout(text.removeprefix(self.text) if self.text != NEW_FILE else text)
        elif text != self.text:
            if self._is_there:
                save(self._words, self._path, text, replace=True)
            else:
                save_new(self._words, self._path, text, "cards")
            self._is_there = True
        self.text = text

    def _text_with(self, changes: Iterable[PlacedCard]) -> str:
        """The file's text with some cards added or replaced."""
        text = self.text
        for deck, card, shown in changes:
            try:
                text = add_card(text, deck, card) if shown is None else self._edited(text, deck, card, shown)
            except DeckNotAList:
                message = self._words.say(AREA, "not-a-list", file=self.name, deck=deck)
                raise Refused(message, code=1) from None
        return text

    def _edited(self, text: str, deck: str, card: CardData, shown: CardData) -> str:
        number = self._number(text, deck, shown["name"])
        if number is None:
            return add_card(text, deck, card)
        return edit_card(text, deck, number, merge_card(_data_of(text)[deck][number], shown, card))

    @staticmethod
    def _number(text: str, deck: str, name: str) -> int | None:
        """The index of a deck's card with this name."""
        cards = _data_of(text).get(deck, ())
        return next((n for n, one in enumerate(cards) if name_key(one["name"]) == name_key(name)), None)


def _data_of(text: str) -> Any:
    return parse_yaml(text.encode(), "").data


def printed_words(words: Words) -> Abbreviations:
    """The words that the played book prints on cards, by the words of card lines."""
    return Abbreviations({word: words.say(AREA, f"word.{word}") for word in _PRINTED})


def line_fault(words: Words, unread: UnreadCardLine, file: str) -> str:
    """The sentence that says why a line does not fit."""
    values = {"file": file, **unread.values}
    if unread.message == "unfit":
        values["fault"] = fault_sentence(cast("Diagnostic", values["fault"]), words)
    return words.say(AREA, f"bad.{unread.message}", **values)

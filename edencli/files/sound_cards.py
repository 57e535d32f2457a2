"""The good cards of a faulty file, so that the faults of all cards are found in one run."""

from collections.abc import Iterator
from typing import Any

from edencli.files.diagnostic import KeyPath
from edencli.files.shapes import UnfitDataError, build_value
from edencli.model.game import Cards

_MOST = 200
"""The most cards of a deck, or abilities of a fighter, that are tried one by one."""
_DECKS = ("fighters", "npfs", "missions", "tactics")


def sound_cards(data: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Yield each card of a file that fits its shape, and the fitting abilities of fighters that do not."""
    for deck in _DECKS:
        found = data.get(deck) if isinstance(data, dict) else None
        for n, one in enumerate(found[:_MOST] if isinstance(found, list) else ()):
            card = _card(deck, one)
            if card is not None:
                yield (deck, n), card
            else:
                yield from (((deck, n, "abilities", m), own) for m, own in _sound_abilities(deck, one))


def _sound_abilities(deck: str, fighter: Any) -> Iterator[tuple[int, Any]]:
    """Yield the abilities of a fighter that fit, if everything else of the fighter does."""
    own = fighter.get("abilities") if isinstance(fighter, dict) else None
    for n, one in enumerate(own[:_MOST] if isinstance(own, list) else ()):
        alone = _card(deck, {**fighter, "abilities": [one]})
        if alone is not None:
            yield n, alone.abilities[0]


def _card(deck: str, one: Any) -> Any:
    """Build one card of a deck; None where it does not fit."""
    try:
        cards: Cards = build_value("cards", {"kind": "cards", deck: [one]})
    except UnfitDataError:
        return None
    return getattr(cards, deck)[0]

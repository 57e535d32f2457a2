"""The cards of a faulty file, and the effects of a faulty card, that are sound by themselves.

So all faults of a file are found at once.
"""

from collections.abc import Iterator
from typing import Any

from edencli.files.diagnostic import KeyPath
from edencli.files.shape_effects import EFFECTS
from edencli.files.shapes import UnfitDataError, build_value
from edencli.model.game import Cards
from edencli.named_tuple import NamedTuple

_MOST = 200
"""The number of cards of a deck, or abilities of a fighter, that are looked at one by one."""
_STAND_IN = {"effect": "now", "do": [{"op": "remind"}]}
"""What stands in the place of an effect that is not sound, so that all others keep theirs."""
_DECKS = ("fighters", "npfs", "missions", "tactics")


class SoundCard(NamedTuple):
    """A card that could be built, where it stands, and which of its effects only stand in for faulty ones."""

    path: KeyPath
    card: Any
    faulty: frozenset[int] = frozenset()


def sound_cards(data: Any) -> Iterator[SoundCard]:
    """Give each card of a file that has a good shape, and of others what is sound: abilities, effects."""
    for deck in _DECKS:
        found = data.get(deck) if isinstance(data, dict) else None
        for n, one in enumerate(found[:_MOST] if isinstance(found, list) else ()):
            card = _card(deck, one)
            if card is not None:
                yield SoundCard((deck, n), card)
            elif deck in {"fighters", "npfs"}:
                for m, own, faulty in _sound_abilities(deck, one):
                    yield SoundCard((deck, n, "abilities", m), own, faulty)
            else:
                mended, faulty = _with_stand_ins(one)
                if faulty and (card := _card(deck, mended)) is not None:
                    yield SoundCard((deck, n), card, faulty)


def _sound_abilities(deck: str, fighter: Any) -> Iterator[tuple[int, Any, frozenset[int]]]:
    """Give the abilities of a fighter that are sound, or have sound effects, where all else is."""
    own = fighter.get("abilities") if isinstance(fighter, dict) else None
    for n, one in enumerate(own[:_MOST] if isinstance(own, list) else ()):
        mended, faulty = _with_stand_ins(one)
        alone = _card(deck, {**fighter, "abilities": [mended]})
        if alone is not None:
            yield n, alone.abilities[0], faulty


def _with_stand_ins(one: Any) -> tuple[Any, frozenset[int]]:
    """A card with something in the place of each of its effects that is not sound, and which those are."""
    effects = one.get("effects") if isinstance(one, dict) else None
    if not isinstance(effects, list):
        return one, frozenset()
    faulty = frozenset(n for n, effect in enumerate(effects[:_MOST]) if not _is_sound(effect))
    return {**one, "effects": [_STAND_IN if n in faulty else own for n, own in enumerate(effects)]}, faulty


def _is_sound(effect: Any) -> bool:
    """Tell whether an effect has a good shape."""
    try:
        EFFECTS.item.read(effect, ())
    except UnfitDataError:
        return False
    return True


def _card(deck: str, one: Any) -> Any:
    """Build one card of a deck; None where it does not fit."""
    try:
        cards: Cards = build_value("cards", {"kind": "cards", deck: [one]})
    except UnfitDataError:
        return None
    return getattr(cards, deck)[0]

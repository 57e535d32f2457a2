"""The good cards of a faulty file, and the good effects of a faulty card.

They are checked too, so that all faults are found in one run.
"""

from collections.abc import Iterator
from typing import Any

from edencli.files.diagnostic import KeyPath
from edencli.files.shape_effects import EFFECTS
from edencli.files.shapes import UnfitDataError, build_value
from edencli.model.game import Cards
from edencli.named_tuple import NamedTuple

_MOST = 200
"""The most cards of a deck, or abilities of a fighter, that are tried one by one."""
_STAND_IN = {"effect": "now", "do": [{"op": "remind"}]}
"""The placeholder for a faulty effect, which keeps the indexes of the others."""
_DECKS = ("fighters", "npfs", "missions", "tactics")


class SoundCard(NamedTuple):
    """A card that could be built, its path, and the indexes of effects with a placeholder for faulty ones."""

    path: KeyPath
    card: Any
    faulty: frozenset[int] = frozenset()


def sound_cards(data: Any) -> Iterator[SoundCard]:
    """Yield each card of a file that fits its shape; of others the good abilities and effects."""
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
    """Yield the good abilities, or those with good effects, of fighters that are good otherwise."""
    own = fighter.get("abilities") if isinstance(fighter, dict) else None
    for n, one in enumerate(own[:_MOST] if isinstance(own, list) else ()):
        mended, faulty = _with_stand_ins(one)
        alone = _card(deck, {**fighter, "abilities": [mended]})
        if alone is not None:
            yield n, alone.abilities[0], faulty


def _with_stand_ins(one: Any) -> tuple[Any, frozenset[int]]:
    """A card with placeholders for its faulty effects, and the indexes of these."""
    effects = one.get("effects") if isinstance(one, dict) else None
    if not isinstance(effects, list):
        return one, frozenset()
    faulty = frozenset(n for n, effect in enumerate(effects[:_MOST]) if not _is_sound(effect))
    return {**one, "effects": [_STAND_IN if n in faulty else own for n, own in enumerate(effects)]}, faulty


def _is_sound(effect: Any) -> bool:
    """Tell whether an effect fits its shape."""
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

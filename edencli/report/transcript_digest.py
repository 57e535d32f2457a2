"""A digest of the cards in use: two matches with the same one were played with the same cards.

It is taken of the model's values, not of files, so that a comment or a moved line changes nothing. What has
its default is left out, so that a new kind of card data changes no old digest.
"""

import enum
import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from edencli.match.pieces import Side
from edencli.model.band import Band
from edencli.model.scenery import Scenery
from edencli.record import Record

LENGTH = 16
NO_DEFAULT = object()


def cards_digest(bands: Mapping[Side, Band], scenery: Iterable[Scenery]) -> str:
    """Digest both bands with all their cards, and the scenery at hand."""
    cards = {
        "bands": {str(side): band for side, band in bands.items()},
        "scenery": {piece.name: piece for piece in scenery},
    }
    text = json.dumps(_canonical(cards), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:LENGTH]


def _canonical(value: Any) -> Any:
    """A value as plain data that has one form only: a whole number is written without decimals."""
    if isinstance(value, Record):
        told = {
            name: part
            for name, part in value.values().items()
            if part != value.defaults.get(name, NO_DEFAULT)
        }
        effects = told.pop("effects", {})  # they stand beside the other parts of a use, as a card prints them
        return {name: _canonical(part) for name, part in (told | effects).items()}
    if isinstance(value, Mapping):
        return {str(key): _canonical(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_canonical(one) for one in value]
    if isinstance(value, enum.Enum):
        return str(value.value)
    return int(value) if isinstance(value, float) and value.is_integer() else value

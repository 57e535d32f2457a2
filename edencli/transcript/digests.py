"""Digests of what a match was played with, and of what happened in it.

Two matches with equal digests of cards were played with the same cards. The digest is taken of values, not
of files, so that a comment or a moved line changes nothing. The digest of events does not depend on the
words in which they are told. Parts with their default are left out of both, so that a new kind of part
changes no old digest. Two digits for each part of a card help to say which part has changed; one change in
256 keeps them.

Knows cards and events; must not know how they are told.
"""

import enum
import json
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from edencli.match.events import Event
from edencli.match.pieces import Side
from edencli.model.fighter import Fighter, Use
from edencli.model.game import Band
from edencli.model.scenery import Scenery
from edencli.record import Record

DIGEST_LENGTH = 16
NO_DEFAULT = object()


def cards_digest(bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter] = ()) -> str:
    """The digest of both bands with all their cards, the scenery, and the NPFs if there are any."""
    return _digits(_in_use(bands, scenery, npfs), DIGEST_LENGTH)


def events_digest(events: Sequence[Event]) -> str:
    """The digest of the events of a match: their kinds and parts, independent of language."""
    return _digits([(event.kind, _changed_parts(event)) for event in events], DIGEST_LENGTH)


def _changed_parts(value: Record) -> dict[str, Any]:
    """The parts of a record that do not have their default, with mappings that JSON can write."""
    usual = value.defaults
    parts = {name: part for name, part in value.__dict__.items() if name not in usual or part != usual[name]}
    for name, part in parts.items():
        if isinstance(part, _MAPPINGS):
            parts[name] = {str(key): one for key, one in part.items()}
    return parts


_MAPPINGS: Final = (dict, MappingProxyType)
"""The mappings that events and cards hold. Testing each part for `Mapping` takes longer."""


def _plain_part(value: object) -> object:
    """What JSON writes for a record, a set or an enum."""
    if isinstance(value, Record):
        return _changed_parts(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, AbstractSet):
        return sorted(map(str, value))
    raise TypeError(f"no event has a {type(value).__name__}")


def _in_use(
    bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter]
) -> dict[str, dict[str, Any]]:
    cards: dict[str, dict[str, Any]] = {
        "bands": {str(side): band for side, band in bands.items()},
        "scenery": {piece.name: piece for piece in scenery},
    }
    if joining := {card.name: card for card in npfs}:
        cards["npfs"] = joining
    return {kind: _canonical(named) for kind, named in cards.items()}


def _digits(value: Any, length: int) -> str:
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"), default=_plain_part)
    digest: str = _sha256(text.encode("ascii")).hexdigest()
    return digest[:length]


def _sha256(data: bytes) -> Any:
    """SHA-256 from the interpreter itself: hashlib would load OpenSSL, which takes longer than the match."""
    for module in ("_sha2", "_sha256"):
        if find_spec(module):
            return import_module(module).sha256(data)
    return import_module("hashlib").sha256(data)


def _canonical(value: Any) -> Any:
    """A value as plain data in one form only: a whole number has no decimals."""
    if isinstance(value, Record):
        return _canonical_record(value)
    if isinstance(value, _MAPPINGS):
        return {str(key): _canonical(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_canonical(one) for one in value]
    if isinstance(value, enum.Enum):
        return str(value.value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


_PLAIN: Final = frozenset({bool, int, str, type(None)})


def _canonical_record(value: Record) -> Any:
    if getattr(value, "word", ""):  # a word of the vocabulary of effects
        from edencli.model.effect import to_plain_data  # noqa: PLC0415  # only for cards with effects

        return _canonical(to_plain_data(value))
    defaults = value.defaults
    told = {name: part for name, part in value.as_dict().items() if part != defaults.get(name, NO_DEFAULT)}
    if isinstance(value, Use):  # as a card prints it, effects stand beside the other parts
        told |= told.pop("effects", {})
    if isinstance(value, Fighter):  # how sentences speak of a fighter changes no match
        told.pop("gender", None)
    return {name: part if type(part) in _PLAIN else _canonical(part) for name, part in told.items()}


CardDigests: TypeAlias = dict[str, dict[str, dict[str, dict[str, str]]]]
"""Two digits for each part of each card in use: by owner, card, group of parts, and part.

Owners are the sides, the scenery and the NPFs. The card without a name is the band itself: its own values
and the names of its cards. The group "card" holds all parts that are in no other group.
"""

DECKS = ("fighters", "missions", "tactics")
GROUPS = ("limbs", "equipment", "abilities")
PART_DIGITS = 2  # hexadecimal digits


def card_digests(
    bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter] = ()
) -> CardDigests:
    """The digests of every part of every card in use."""
    in_use = _in_use(bands, scenery, npfs)
    told = {}
    for side, band in in_use.pop("bands").items():
        cards = {card["name"]: card for deck in DECKS for card in band.get(deck, ())}
        brought = {deck: [card["name"] for card in band.get(deck, ())] for deck in DECKS}
        told[side] = {"": band | brought} | cards
    return {
        owner: {name: _parts(card) for name, card in cards.items()}
        for owner, cards in (told | in_use).items()
        if cards
    }


def _parts(card: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    groups = {group: card[group] for group in GROUPS if card.get(group)}
    parts = {"card": {"": {name: part for name, part in card.items() if name not in groups}}}
    for group, listed in groups.items():
        parts[group] = listed if isinstance(listed, dict) else {one["name"]: one for one in listed}
    return {
        group: {name: _digits(part, PART_DIGITS) for name, part in named.items()}
        for group, named in parts.items()
    }

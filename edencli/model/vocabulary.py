"""The elements of the vocabulary of effects, and which of them a card uses; both are read from its classes.

An element is a word of a family (an operation, a condition), a value of an enumeration (an event, a
duration), or a part of a filter or an amount.
"""

import enum
from collections.abc import Iterator, Mapping
from typing import Any

from edencli.model.card_words import (
    Camp,
    CardEvent,
    CardSymbol,
    FieldPart,
    HowMany,
    Landmark,
    NumberWord,
    OnceIn,
    Owner,
    Past,
    Role,
    SceneryFilter,
    Since,
    Stance,
    TacticFilter,
    Where,
    Who,
    Word,
)
from edencli.model.effect import TAGS, file_key
from edencli.model.terms import ActKind, Duration, Payment
from edencli.named_tuple import NamedTuple
from edencli.record import Record

ENUM_GROUPS: Mapping[type[enum.StrEnum], str] = {
    CardEvent: "event",
    ActKind: "act",
    NumberWord: "figure",
    Duration: "until",
    Role: "the",
    Camp: "side",
    Owner: "player",
    FieldPart: "zone",
    Landmark: "landmark",
    Stance: "stands",
    Since: "since",
    OnceIn: "once",
    CardSymbol: "symbol",
    Payment: "only-for",
}
RECORD_GROUPS: Mapping[type[Record], str] = {
    Who: "who",
    HowMany: "amount",
    Past: "past",
    Where: "where",
    SceneryFilter: "scenery",
    TacticFilter: "card",
}


class Headword(NamedTuple):
    """An element and its group, as files write it."""

    group: str
    word: str


def vocabulary_elements() -> dict[Headword, tuple[str, ...]]:
    """Return all elements with the keys that may stand beside each, group by group."""
    found = {
        Headword(tag, word): tuple(map(file_key, kind.parts))
        for family, tag in TAGS.items()
        for word, kind in family.rows.items()
    }
    found |= {Headword(group, one.value): () for kind, group in ENUM_GROUPS.items() for one in kind}
    found |= {
        Headword(group, file_key(part)): () for kind, group in RECORD_GROUPS.items() for part in kind.parts
    }
    return found


def elements_used(value: Any) -> Iterator[Headword]:
    """Give the elements that a value uses, possibly more than once."""
    if isinstance(value, tuple):
        for one in value:
            yield from elements_used(one)
    elif isinstance(value, Record):
        if isinstance(value, Word):
            yield Headword(next(tag for family, tag in TAGS.items() if isinstance(value, family)), value.word)
        said = {part: one for part, one in value.as_dict().items() if one != value.defaults.get(part, ...)}
        if type(value) in RECORD_GROUPS:
            yield from (Headword(RECORD_GROUPS[type(value)], file_key(part)) for part in said)
        yield from elements_used(tuple(value.as_dict().values()))
    elif isinstance(value, enum.StrEnum) and type(value) in ENUM_GROUPS:
        yield Headword(ENUM_GROUPS[type(value)], value.value)

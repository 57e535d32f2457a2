"""Every element of the vocabulary of effects, and which of them a card uses: both read from its classes.

An element is a word of a family (an operation, a condition), a value of one of its enumerations (an event, a
duration), or a part of a filter or an amount.
"""

import enum
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from edencli.model.effect import TAGS, written_key
from edencli.model.meant import (
    Camp,
    Doing,
    FieldPart,
    Happening,
    HowMany,
    NumberWord,
    Owner,
    Past,
    Role,
    Since,
    Where,
    Who,
    Word,
)
from edencli.model.terms import Duration
from edencli.record import Record

ENUMS: Mapping[type[enum.StrEnum], str] = {
    Happening: "event",
    Doing: "act",
    NumberWord: "figure",
    Duration: "until",
    Role: "the",
    Camp: "side",
    Owner: "player",
    FieldPart: "zone",
    Since: "since",
}
RECORDS: Mapping[type[Record], str] = {Who: "who", HowMany: "amount", Past: "past", Where: "where"}


class Headword(NamedTuple):
    """An element and its group, as files write it."""

    group: str
    word: str


def elements() -> dict[Headword, tuple[str, ...]]:
    """Every element, with the keys that may stand beside it, group by group."""
    found = {
        Headword(tag, word): tuple(map(written_key, kind.parts))
        for family, tag in TAGS.items()
        for word, kind in family.rows.items()
    }
    found |= {Headword(group, one.value): () for kind, group in ENUMS.items() for one in kind}
    found |= {
        Headword(group, written_key(part)): () for kind, group in RECORDS.items() for part in kind.parts
    }
    return found


def uses(value: Any) -> Iterator[Headword]:
    """Every element that a value uses, once or more often."""
    if isinstance(value, tuple):
        for one in value:
            yield from uses(one)
    elif isinstance(value, Record):
        if isinstance(value, Word):
            yield Headword(next(tag for family, tag in TAGS.items() if isinstance(value, family)), value.word)
        said = {part: one for part, one in value.values().items() if one != value.defaults.get(part, ...)}
        if type(value) in RECORDS:
            yield from (Headword(RECORDS[type(value)], written_key(part)) for part in said)
        yield from uses(tuple(value.values().values()))
    elif isinstance(value, enum.StrEnum) and type(value) in ENUMS:
        yield Headword(ENUMS[type(value)], value.value)

"""What a card does, as data: the vocabulary of effects, a class for each word and a part for each key.

The classes are the whole grammar. A word's keys, what may stand there and what is meant without a key are the
parts of its class; the shape of files, its schema and the sentence that a player reads are made from them,
and `edencli.effects` has one handler for each. Nothing here nests without end: options and lasting effects
hold none of their own kind.
"""

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from edencli.model.card_words import (
    ONE,
    USER,
    CardEvent,
    HowMany,
    NumberWord,
    Owner,
    Proviso,
    Requirements,
    Who,
    Word,
)
from edencli.model.fighter import Equipment, Use
from edencli.model.operation import Operation, Single
from edencli.model.terms import ActKind, Duration, LimbName, Manner, Marker
from edencli.record import Record


class CardEffect(Word):
    """One thing that a card does, and when."""


class StandingEffect(CardEffect):
    """An effect that works as long as its card does, or as long as it lasts."""


class Adds(StandingEffect, word="adds"):
    """A number is higher, or lower: a characteristic, a price, a length, a limit.

    `against` is who is on the other side of the act in which the number is asked for.
    """

    to: NumberWord
    by: HowMany
    of: Who = USER
    acts: tuple[ActKind, ...] = ()
    limb: LimbName | None = None
    against: Who | None = None
    only_if: Requirements = ()


class Forbids(StandingEffect, word="forbids"):
    """Acts are forbidden; `against` is whom they would be aimed at."""

    acts: tuple[ActKind, ...]
    of: Who = USER
    against: Who | None = None
    only_if: Requirements = ()


class Permits(StandingEffect, word="permits"):
    """Acts are allowed despite a rule that forbids them."""

    acts: tuple[ActKind, ...]
    despite: str
    of: Who = USER
    only_if: Requirements = ()


class Grants(StandingEffect, word="grants"):
    """Fighters carry equipment besides their own."""

    equipment: tuple[Equipment, ...]
    of: Who = USER
    only_if: Requirements = ()


class Lasting(Single, word="lasting"):
    """Effects begin that last; whom the card chose stays their target."""

    until: Duration
    effects: tuple[StandingEffect, ...]


class Choosing(Record):
    """Whom a player chooses as the card's target: one, or up to so many."""

    who: Who
    most: int = 1
    by: Owner = Owner.OWN


class Now(CardEffect, word="now"):
    """What an action ability does when it is used, and any other card when it is played."""

    only_if: Requirements = ()
    choose: Choosing | None = None
    do: tuple[Operation, ...]


class When(CardEffect, word="when"):
    """What an event sets off. Where the ability has a cost, or where it says `may`, it can be declined.

    A movement goes `through` what it touches on its way, also where it begins and ends; it `enters` what it
    did not touch before, and `leaves` what it touches no more. So does a push, as if who is pushed moved. The
    step at which a position begins has begun before. A tactical card that works `from_hand` is played for it,
    at its price, or not.
    """

    event: CardEvent
    doer: Who | None = None
    sufferer: Who | None = None
    marker: Marker | None = None
    how: Manner | None = None
    weapon: str | None = None
    limb: LimbName | None = None
    player: Owner | None = None
    named: str | None = None
    step: str | None = None
    success: bool | None = None
    through: str | None = None
    enters: str | None = None
    leaves: str | None = None
    may: bool = False
    from_hand: bool = False
    only_if: Requirements = ()
    choose: Choosing | None = None
    do: tuple[Operation, ...]


class Twist(Word):
    """What happens to a change before it takes place."""


class Prevent(Twist, word="prevent"):
    """It does not happen."""


class Lessen(Twist, word="less"):
    """It is less by so many, never below 0."""

    by: HowMany = ONE


class Raise(Twist, word="more"):
    """It is more by so many."""

    by: HowMany = ONE


class Reroll(Twist, word="reroll"):
    """The dice that did not succeed are thrown again, or up to so many of them."""

    most: int | None = None


class TurnLocation(Twist, word="turn"):
    """The card's player may move the face of the location by up to so many."""

    by: int = 1


class Become(Twist, word="become"):
    """Markers become markers of another kind."""

    marker: Marker


class Instead(CardEffect, word="instead"):
    """What becomes of a change; it can be declined, or is played from the hand, as `When` can be."""

    event: CardEvent
    doer: Who | None = None
    sufferer: Who | None = None
    marker: Marker | None = None
    how: Manner | None = None
    weapon: str | None = None
    limb: LimbName | None = None
    player: Owner | None = None
    named: str | None = None
    step: str | None = None
    may: bool = False
    from_hand: bool = False
    only_if: Requirements = ()
    change: Twist


CardEffect.rows.update(StandingEffect.rows)
Operation.rows.update(Single.rows)


def lasting_effects(effects: Iterable[CardEffect]) -> tuple[Lasting, ...]:
    """The lasting effects that a card may begin, in the order in which it names them."""
    done = (one for effect in effects for one in _walk_listed(getattr(effect, "do", ())))
    return tuple(one for one in done if isinstance(one, Lasting))


def effect_number(effects: Sequence[CardEffect], effect: StandingEffect) -> int:
    """Which of a card's effects is the one that works, or the one that began it, counted from 0."""
    return next(
        n
        for n, one in enumerate(effects)
        if one is effect or any(effect is inner for op in lasting_effects((one,)) for inner in op.effects)
    )


def _walk_listed(values: tuple[Any, ...]) -> Iterator[Any]:
    """Whatever is listed, and what lists within it list."""
    for one in values:
        if isinstance(one, Record):
            yield one
            for part in one.parts:
                if isinstance(inner := getattr(one, part), tuple):
                    yield from _walk_listed(inner)


# How files write the tag of each family.
TAGS: Mapping[type[Word], str] = {CardEffect: "effect", Operation: "op", Proviso: "test", Twist: "change"}


def file_key(part: str) -> str:
    """How files write the name of a part."""
    return part.replace("_", "-")


def to_plain_data(value: Any) -> Any:
    """What was read, as plain data that reads as the same, without what is meant anyway.

    A number that nothing is counted for is written as itself.
    """
    if isinstance(value, HowMany) and value == HowMany(n=value.n):
        return value.n
    if isinstance(value, Equipment):
        return {"name": value.name} | {str(use.category): _use(use) for use in value.uses}
    if isinstance(value, Record):
        return dict(_parts(value))
    if isinstance(value, tuple):
        return [to_plain_data(one) for one in value]
    return str(value) if isinstance(value, enum.Enum) else value


def _use(use: Use) -> dict[str, Any]:
    """What a piece of equipment is in a category, with the keys of files."""
    if use.complete:
        return {"complete": next(iter(use.protection.values()))}
    limits = {"round": use.uses.per_round, "match": use.uses.per_match}
    uses = {key: n for key, n in limits.items() if n is not None}
    own = {"bonus": {str(one): n for one, n in use.bonus.items()}, "uses": uses}
    amounts = {str(one): n for one, n in (*use.protection.items(), *use.effects.items())}
    return amounts | {key: part for key, part in own.items() if part}


def _parts(value: Record) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Word):
        family = next(one for one in TAGS if isinstance(value, one))
        yield TAGS[family], value.word
    for name, part in value.as_dict().items():
        if name not in value.defaults or part != value.defaults[name]:
            yield file_key(name), to_plain_data(part)

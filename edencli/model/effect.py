"""What a card does, as data: the vocabulary of effects, a class for each word and a part for each key.

The classes are the whole grammar. The keys of a word, their possible values and their defaults are the parts
of its class; the shape of files, its schema and the sentences that players read are made from them, and
`edencli.effects` has one handler for each. A lasting effect may wait for an event and begin further lasting
effects; authors are told how deep (`edencli.effects.authoring`).
"""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from edencli.model.card_words import (
    ONE,
    USER,
    CardEvent,
    HowMany,
    NumberWord,
    OnceIn,
    Owner,
    Proviso,
    Requirements,
    Role,
    TacticFilter,
    WeaponFilter,
    Who,
    Word,
)
from edencli.model.fighter import Equipment, Use
from edencli.model.operation import Choosing, Operation, Single
from edencli.model.terms import (
    AbilityKind,
    ActKind,
    Characteristic,
    Duration,
    LimbName,
    Manner,
    Marker,
    WeatherName,
)
from edencli.record import Record, found_once


class CardEffect(Word):
    """Something that a card does, and when."""

    __slots__ = ("found",)


class LastingWord(CardEffect):
    """An effect that works as long as its card does, or that a card begins and that lasts."""


class StandingEffect(LastingWord):
    """An effect that works all the time, as long as its card does, or as long as it lasts."""


class Adds(StandingEffect, word="adds"):
    """A number is higher, or lower: a characteristic, a price, a length, a limit.

    `against` is the other side of the act for which the number is needed, `weapon` is what the act is done
    with, `ability` is the kind of ability used. Effects that depend on how high the number is so far come
    last.
    """

    to: NumberWord
    by: HowMany
    of: Who = USER
    acts: tuple[ActKind, ...] = ()
    limb: LimbName | None = None
    against: Who | None = None
    weapon: WeaponFilter | None = None
    ability: AbilityKind | None = None
    only_if: Requirements = ()


class Forbids(StandingEffect, word="forbids"):
    """Acts are forbidden; `against` is the fighter they are aimed at, `weapon` what they are done with."""

    acts: tuple[ActKind, ...]
    of: Who = USER
    against: Who | None = None
    weapon: WeaponFilter | None = None
    only_if: Requirements = ()


class Permits(StandingEffect, word="permits"):
    """Acts are allowed despite a rule that forbids them; `against` is the fighter they are aimed at.

    `weapon` is what they are done with.
    """

    acts: tuple[ActKind, ...]
    despite: str
    of: Who = USER
    against: Who | None = None
    weapon: WeaponFilter | None = None
    only_if: Requirements = ()


class Duty(StandingEffect, word="duty"):
    """A fighter that may do one of these acts does it before anything else, and before its activation ends.

    `against` is the fighter it must be aimed at.
    """

    acts: tuple[ActKind, ...]
    of: Who = USER
    against: Who | None = None
    only_if: Requirements = ()


class KeepsWhite(StandingEffect, word="keeps-white"):
    """Characteristics keep their white value even while their limb is wounded."""

    stats: tuple[Characteristic, ...]
    of: Who = USER
    acts: tuple[ActKind, ...] = ()
    only_if: Requirements = ()


class Prices(StandingEffect, word="prices"):
    """Tactical cards cost more SP to play, or fewer: those of one player or both, or one that is `named`.

    With `card`, only cards that match this filter do.
    """

    by: HowMany
    player: Owner | None = None
    named: str | None = None
    card: TacticFilter | None = None
    only_if: Requirements = ()


class Grants(StandingEffect, word="grants"):
    """Fighters carry equipment besides their own."""

    equipment: tuple[Equipment, ...]
    of: Who = USER
    only_if: Requirements = ()


class CopiesGear(StandingEffect, word="copies-gear"):
    """Fighters also carry copies of another fighter's equipment, as printed on that fighter's card.

    The copies are used, and used up, by the fighters that carry them. What the other fighter copies itself or
    was granted cannot be copied.
    """

    gear: WeaponFilter
    whose: Role = Role.TARGET
    of: Who = USER
    only_if: Requirements = ()


class Crosses(StandingEffect, word="crosses"):
    """Fighters may move through other fighters, or through scenery, but may not end their movement there."""

    fighters: bool = True
    scenery: bool = False
    of: Who = USER
    only_if: Requirements = ()


class NotChosen(StandingEffect, word="not-chosen"):
    """Abilities and tactical cards cannot choose fighters as their target: one `player`'s, or anyone's."""

    player: Owner | None = None
    of: Who = USER
    only_if: Requirements = ()


class CountsWithin(StandingEffect, word="counts-within"):
    """Cards count fighters as within a number of centimetres of one fighter, wherever both stand.

    The fighters are found by where they really stand.
    """

    within: float
    to: Role = Role.USER
    of: Who = USER
    only_if: Requirements = ()


class HasType(StandingEffect, word="has-type"):
    """Fighters have a type that is not printed on their cards, or a printed one is `taken` from them.

    The fighters are found by their printed types alone.
    """

    type: str
    taken: bool = False
    of: Who = USER
    only_if: Requirements = ()


class ChangesWeather(StandingEffect, word="weather"):
    """The match has another weather condition instead of its own.

    Several conditions brought by cards hold together. A book and a chapter without weather have none.
    """

    weather: WeatherName
    only_if: Requirements = ()


class Lasting(Single, word="lasting"):
    """Effects begin that last, or that wait; the fighter that the card chose stays their target.

    The doer and the sufferer of the event that began them, its numbers and its limb are kept: a lasting
    effect that waits for another event uses them wherever that event has none. With `times`, they end after
    they have worked that often. With `rounds`, they last for that many rounds to come.
    """

    until: Duration
    rounds: int | None = None
    times: int | None = None
    effects: tuple[LastingWord, ...]


class Now(CardEffect, word="now"):
    """What an action ability does when it is used, and any other card when it is played."""

    only_if: Requirements = ()
    choose: Choosing | None = None
    do: tuple[Operation, ...]


class When(LastingWord, word="when"):
    """What an event triggers; it can be declined if the ability has a cost, or if it says `may`.

    A movement goes `through` what it touches anywhere on its way, `enters` what it did not touch before, and
    `leaves` what it no longer touches. A push does so, too, as if the pushed fighter moved. The step at which
    a position begins has already begun. A tactical card that works `from_hand` is played at that time, at its
    price, if its player wants. An effect that works `once` a round or a match does not work again in that
    time.
    """

    event: CardEvent
    doer: Who | None = None
    sufferer: Who | None = None
    marker: Marker | None = None
    how: Manner | None = None
    weapon: WeaponFilter | None = None
    limb: LimbName | None = None
    player: Owner | None = None
    named: str | None = None
    card: TacticFilter | None = None
    step: str | None = None
    success: bool | None = None
    hit: bool | None = None
    wounded: bool | None = None
    of_mission: bool | None = None
    through: str | None = None
    enters: str | None = None
    leaves: str | None = None
    may: bool = False
    from_hand: bool = False
    once: OnceIn | None = None
    only_if: Requirements = ()
    choose: Choosing | None = None
    do: tuple[Operation, ...]


class Twist(Word):
    """How a change is altered before it happens."""


class Prevent(Twist, word="prevent"):
    """The change does not happen."""


class Lessen(Twist, word="less"):
    """The amount is lower by a number, never below 0; `net` lowers only wounds that protection leaves."""

    by: HowMany = ONE
    net: bool = False


class Raise(Twist, word="more"):
    """The amount is higher by a number."""

    by: HowMany = ONE


class Reroll(Twist, word="reroll"):
    """The dice that did not succeed are rerolled, or those with some faces; all of them, or at most a number.

    If they are `picked`, or `n` is given, the card's player picks which dice, one by one; `n` is then the
    most.
    """

    most: int | None = None
    faces: tuple[int, ...] = ()
    picked: bool = False
    n: HowMany | None = None


class SetDie(Twist, word="set-die"):
    """One die, or up to a number of dice that the card's player picks, count as another face."""

    to: int
    most: int = 1


class AddToDice(Twist, word="add-to-dice"):
    """Each die counts as higher or lower by a number, from 1 to 6."""

    by: HowMany = ONE


class AddDice(Twist, word="add-dice"):
    """A number of additional dice are thrown."""

    by: HowMany = ONE


class TurnLocation(Twist, word="turn"):
    """The card's player may change the face of the location die by at most a number."""

    by: int = 1


class Become(Twist, word="become"):
    """Markers become markers of another kind."""

    marker: Marker


class ReplaceChange(Twist, word="replace"):
    """The change does not happen, and this is done instead, with the values of the event."""

    choose: Choosing | None = None
    do: tuple[Operation, ...]


class ActFirst(Twist, word="first"):
    """This is done first; then the change happens, if it still can and no `prevent` in this stops it."""

    choose: Choosing | None = None
    do: tuple[Operation, ...]


class RedirectChange(Twist, word="redirect"):
    """Another fighter, picked by the card's player, suffers the change; never one that has passed it on."""

    to: Who


class Instead(LastingWord, word="instead"):
    """What happens to a change; like `When`, it can be declined, or is played from the hand.

    If several cards respond to one change and one of them does something else instead, the player whose
    fighter suffers it picks the order of their own cards, which come first; the first player picks the order
    of the others. Each effect works once on a change.
    """

    event: CardEvent
    doer: Who | None = None
    sufferer: Who | None = None
    marker: Marker | None = None
    how: Manner | None = None
    weapon: WeaponFilter | None = None
    limb: LimbName | None = None
    player: Owner | None = None
    named: str | None = None
    card: TacticFilter | None = None
    step: str | None = None
    may: bool = False
    from_hand: bool = False
    once: OnceIn | None = None
    only_if: Requirements = ()
    change: Twist


LastingWord.rows.update(StandingEffect.rows)
CardEffect.rows.update(LastingWord.rows)
Operation.rows.update(Single.rows)


def lasting_effects(effects: Iterable[CardEffect]) -> tuple[Lasting, ...]:
    """Return the lasting effects that a card may begin, in the order in which it names them."""
    return tuple(one for effect in effects for one in _begun_by(effect))


@found_once
def _begun_by(effect: CardEffect) -> tuple[Lasting, ...]:
    done = (one for part in ("do", "change") for one in _walk_done(getattr(effect, part, ())))
    return tuple(one for one in done if isinstance(one, Lasting))


def effect_number(effects: Sequence[CardEffect], effect: CardEffect) -> int:
    """Return which of a card's effects is this one, or the one that began it, counted from 0."""
    return next(
        n
        for n, one in enumerate(effects)
        if one is effect or any(effect is inner for op in lasting_effects((one,)) for inner in op.effects)
    )


def _walk_done(value: Any) -> Iterator[Any]:
    """Give everything that an effect or an operation does, and what is done within that."""
    if isinstance(value, tuple):
        for one in value:
            yield from _walk_done(one)
    elif isinstance(value, Record) and not isinstance(value, Who | HowMany | Proviso | Equipment):
        yield value
        own = value.__dict__
        for part in value.parts:
            if inner := own[part]:
                yield from _walk_done(inner)


def holds_word(value: Any, is_meant: Callable[[Record], bool]) -> bool:
    """Tell whether a word, or anything within it, passes a test."""
    if isinstance(value, Record):
        if is_meant(value):
            return True
        value = value.__dict__.values()
    elif not isinstance(value, tuple):
        return False
    return any(one and one is not True and holds_word(one, is_meant) for one in value)


@found_once
def words_within(said: Record) -> Sequence[Record]:
    """Return an effect or an objective and all words within it."""
    return tuple(_walk_words(said))


def _walk_words(value: Any) -> Iterator[Record]:
    if isinstance(value, tuple):
        for one in value:
            yield from _walk_words(one)
    elif isinstance(value, Record):
        yield value
        for part in value.__dict__.values():
            yield from _walk_words(part)


# The key of each family's tag in files.
TAGS: Mapping[type[Word], str] = {CardEffect: "effect", Operation: "op", Proviso: "test", Twist: "change"}


def file_key(part: str) -> str:
    """Return the name of a part as files write it."""
    return part.replace("_", "-")


def to_plain_data(value: Any) -> Any:
    """Convert a value to the plain data that reads as the same value, without the defaults.

    A plain number is written as itself, and equipment that is only named as its name.
    """
    if isinstance(value, HowMany) and value.is_plain:
        return value.n
    if isinstance(value, WeaponFilter) and value == WeaponFilter(name=value.name) and value.name:
        return value.name
    if isinstance(value, Equipment):
        return {"name": value.name} | {str(use.category): _use(use) for use in value.uses}
    if isinstance(value, Record):
        return dict(_parts(value))
    if isinstance(value, tuple):
        return [to_plain_data(one) for one in value]
    return str(value) if isinstance(value, enum.Enum) else value


def _use(use: Use) -> dict[str, Any]:
    """Return a use of equipment with the keys of files."""
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

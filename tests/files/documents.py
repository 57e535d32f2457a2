"""Documents made from the shapes of files: at each limit, one step beyond each, and at random.

`edges` meets every limit of a shape exactly, `breaks` exceeds each once; both walk the description itself, so
that a new key or bound is tested as soon as it is described. The cases of a definition are made where it is
first met; elsewhere one case shows that it is used.
"""

import copy
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from random import Random
from typing import Any, NamedTuple

from edencli.files.grammar import (
    Beside,
    Boolean,
    Either,
    ExactlyOne,
    ExcludesKeys,
    KeyConstraint,
    KeyedMapping,
    KeyWhenPositive,
    ListOf,
    Number,
    OneOf,
    Text,
    ValueShape,
    WholeNumber,
)
from edencli.files.shape_effects import TaggedMapping
from edencli.files.shape_game import NO_FIELD
from edencli.files.shapes import FACES, FILE

STEP = 0.001  # the distance of a number beyond its limit
WRONG: dict[type, Any] = {str: "x", int: 7, float: 0.5, bool: True, list: [], dict: {}, type(None): None}


class Worded(NamedTuple):
    """Texts for a pattern: the shortest, one of any length, and texts that do not match."""

    shortest: str
    long: Callable[[int], str]
    unlike: tuple[str, ...] = ()
    random: Callable[[Random], str] = lambda random: "".join(random.choices("Aé Bz", k=random.randint(1, 6)))


WORDED = {
    "": Worded("n", lambda n: "n" * n),
    FILE.pattern: Worded(
        "n.yaml",
        lambda n: "n" * (n - 5) + ".yaml",
        ("n", "n.txt", "n.yaml\n", "a\\n.yaml", "a\nn.yaml", ".yaml", "n.yaml.txt"),
        lambda random: f"f{random.randint(0, 9)}.{random.choice(['yaml', 'yml'])}",
    ),
    FACES.pattern: Worded(
        "4",
        lambda n: "4" * n,
        ("7", "0", "4 5 x", " 4", "4 ", ",4", "4,", "4\n", "4;5", "-4", "n"),
        lambda random: " ".join(str(random.randint(1, 6)) for _ in range(random.randint(1, 6))),
    ),
    NO_FIELD.pattern: Worded(
        "none",
        lambda n: "none" if n == NO_FIELD.longest else "n" * n,
        ("None", "no", "some", "none\n"),
        lambda _: "none",
    ),
}


class Case(NamedTuple):
    """A value, and the limit that it meets or exceeds, with the path to it."""

    at: str
    value: Any


Cases = Iterator[Case]


def fine(shape: ValueShape) -> Any:
    """The shortest value that a shape accepts."""
    return next(iter(_limits(shape))).value


def edges(shape: ValueShape, seen: set[str] | None = None) -> Cases:
    """Values that meet each limit exactly."""
    yield from _limits(shape)
    yield from _inside(shape, edges, set() if seen is None else seen)


def breaks(shape: ValueShape, seen: set[str] | None = None) -> Cases:
    """Values that exceed each limit once and are otherwise valid."""
    taken = {float, int} if float in shape.json_types else set(shape.json_types)
    for kind, value in WRONG.items():
        if kind not in taken:
            yield Case(f"type {kind.__name__}", copy.copy(value))
    yield from _beyond(shape)
    yield from _inside(shape, breaks, set() if seen is None else seen)


def _limits(shape: ValueShape) -> Cases:
    match shape:
        case WholeNumber():
            yield from (Case("low", shape.low), Case("high", shape.high))
        case Number():
            yield Case("low", shape.low + (STEP if shape.above else 0))
            yield Case("high", shape.high)
        case Text():
            worded = WORDED[shape.pattern]
            yield from (Case("short", worded.shortest), Case("long", worded.long(shape.longest)))
        case Boolean():
            yield from (Case(f"is {value}", value) for value in (False, True))
        case OneOf():
            yield from (Case(f"is {value}", value) for value in shape.values.values())
        case ListOf():
            yield Case("few", several(shape, shape.least))
            if shape.most is not None:
                yield Case("many", several(shape, shape.most))
        case Either():
            yield from (case for one in shape.shapes for case in _limits(one))
        case KeyedMapping() | TaggedMapping():
            yield from _mappings(shape)


def _mappings(shape: KeyedMapping | TaggedMapping) -> Cases:
    if isinstance(shape, KeyedMapping):
        yield from _sizes(shape)
        return
    for word, row in shape.rows.items():
        yield from (Case(f"{word} {at}", {shape.tag: word, **value}) for at, value in _sizes(row))


def _beyond(shape: ValueShape) -> Cases:
    match shape:
        case WholeNumber():
            yield from (Case("too low", shape.low - 1), Case("too high", shape.high + 1))
        case Number():
            yield Case("too low", shape.low - (0 if shape.above else STEP))
            yield Case("too high", shape.high + STEP)
        case Text():
            worded = WORDED[shape.pattern]
            yield from (Case("empty", ""), Case("too long", worded.long(shape.longest + 1)))
            yield from (Case(f"pattern {text!r}", text) for text in worded.unlike)
        case OneOf():
            for value in shape.values.values():
                yield from (Case(f"not {other!r}", other) for other in _alike(shape, value))
        case ListOf():
            yield from _beyond_list(shape)
        case Either():
            yield from (case for one in shape.shapes for case in _beyond(one))
        case KeyedMapping():
            yield from _beyond_keys(shape)
        case TaggedMapping():
            yield from _beyond_tag(shape)


def _beyond_tag(shape: TaggedMapping) -> Cases:
    """Cases with no tag, with an unknown word, and with keys that a word does not take."""
    word, row = next(iter(shape.rows.items()))
    yield from (Case("no tag", with_keys(row)), Case("no word", {shape.tag: "ghost", **with_keys(row)}))
    yield from (Case(f"tag {value!r}", {shape.tag: value, **with_keys(row)}) for value in (None, 7, [], {}))
    for word, row in shape.rows.items():
        yield from (Case(f"{word} {at}", {shape.tag: word, **value}) for at, value in _beyond_keys(row))


def _alike(shape: OneOf, value: Any) -> Iterator[Any]:
    """Values that resemble a choice but differ in type: true is not 1, and 30.0 is not 30."""
    match value:
        case bool():
            alike: list[Any] = [not value, int(value)]
        case int():
            alike = [value + 1000, float(value)]
        case _:
            alike = [f"{value}x"]
    yield from (other for other in alike if (type(other), other) not in shape.values)


def _beyond_list(shape: ListOf) -> Cases:
    if shape.least:
        yield Case("too few", several(shape, shape.least - 1))
    if shape.most is not None:
        yield Case("too many", several(shape, shape.most + 1))
    if shape.distinct:
        one = fine(shape.item)
        yield Case("twice", [one, copy.deepcopy(one)])


def several(shape: ListOf, n: int) -> list[Any]:
    """A number of items, different ones where they must be."""
    if not shape.distinct:
        return [copy.deepcopy(fine(shape.item)) for _ in range(n)]
    item = shape.item
    if isinstance(item, Text):
        return [f"n{i}" + (".yaml" if item.pattern else "") for i in range(n)]
    if isinstance(item, OneOf):
        return list(item.values.values())[:n]
    return list(range(item.low, item.low + n)) if isinstance(item, WholeNumber) else []


# ── mappings ─────────────────────────────────────────────────────────────────────────────────────────────


def with_keys(shape: KeyedMapping, *keys: str) -> dict[str, Any]:
    """A valid mapping with these keys besides the required ones."""
    wanted = dict.fromkeys([*keys, *(key for key, one in shape.keys.items() if one.needed)])
    data = {key: fine(shape.keys[key].shape) for key in shape.keys if key in wanted}
    if shape.bond is not None:
        _BONDS[type(shape.bond)](shape, shape.bond, data, set(keys))
    spare = [key for key in shape.keys if key not in data]
    while len(data) < shape.least:
        if spare:
            key = spare.pop(0)
            data[key] = fine(shape.keys[key].shape)
        else:
            data[f"name {len(data)}"] = fine(shape.others) if shape.others else None
    return data


def _exactly_one(shape: KeyedMapping, bond: KeyConstraint, data: dict[str, Any], kept: set[str]) -> None:
    assert isinstance(bond, ExactlyOne)
    chosen = next((key for key in bond.keys if key in kept), bond.keys[-1])
    for key in bond.keys:
        data.pop(key, None)
    data[chosen] = fine(shape.keys[chosen].shape)


def _alone(_: KeyedMapping, bond: KeyConstraint, data: dict[str, Any], kept: set[str]) -> None:
    assert isinstance(bond, ExcludesKeys)
    for key in bond.others if bond.key in kept else (bond.key,):
        data.pop(key, None)


def _beside(shape: KeyedMapping, bond: KeyConstraint, data: dict[str, Any], kept: set[str]) -> None:
    assert isinstance(bond, Beside)
    others = [key for key in shape.keys if key != bond.key]
    for key in sorted(others, key=lambda key: key not in kept)[: bond.least]:
        data.setdefault(key, fine(shape.keys[key].shape))


def _follows(_: KeyedMapping, bond: KeyConstraint, data: dict[str, Any], kept: set[str]) -> None:
    """Make the key follow the number, or the number the key if that is shown."""
    assert isinstance(bond, KeyWhenPositive)
    (outer, number), (other, key) = bond.number, bond.key
    if other in kept:
        data[outer][number] = int(key in data[other])
    elif data[outer].get(number, 0) > 0:
        data[other].setdefault(key, 0)
    else:
        data[other].pop(key, None)


_BONDS: dict[type, Callable[[KeyedMapping, KeyConstraint, dict[str, Any], set[str]], None]] = {
    ExactlyOne: _exactly_one,
    ExcludesKeys: _alone,
    Beside: _beside,
    KeyWhenPositive: _follows,
}


def _sizes(shape: KeyedMapping) -> Cases:
    """Cases with the fewest keys, with each optional key, and with the most keys."""
    yield Case("fewest", with_keys(shape))
    for key, one in shape.keys.items():
        if not one.needed:
            yield Case(f"with {key}", with_keys(shape, key))
    if shape.most is not None:
        yield Case("most", _of_length(shape, shape.most))
    if isinstance(shape.bond, Beside):
        yield Case("most", _beside_so_many(shape, shape.bond.most))
    if isinstance(shape.bond, KeyWhenPositive):
        yield Case("none", _following(shape, 0, there=False))
        yield Case("some", _following(shape, 1, there=True))


def _beyond_keys(shape: KeyedMapping) -> Cases:
    for key, one in shape.keys.items():
        if one.needed:
            yield Case(f"without {key}", {k: v for k, v in with_keys(shape).items() if k != key})
    if shape.others is None:
        room = None if shape.most is None else shape.most - 1
        yield Case("unknown key", dict([*list(with_keys(shape).items())[:room], ("ghost", 1)]))
    if shape.least:
        yield Case("too few keys", dict(list(with_keys(shape).items())[: shape.least - 1]))
    if shape.most is not None:
        yield Case("too many keys", _of_length(shape, shape.most + 1))
    yield from _beyond_bond(shape)


def _beyond_bond(shape: KeyedMapping) -> Cases:
    match shape.bond:
        case ExactlyOne(keys=keys):
            none = {key: value for key, value in with_keys(shape).items() if key not in keys}
            yield Case("none of several", none)
            for pair in combinations(keys, 2):
                both = {key: fine(shape.keys[key].shape) for key in pair}
                yield Case(" and ".join(pair), none | both)
        case ExcludesKeys(key=key, others=others):
            for other in others:
                yield Case(f"{key} and {other}", {one: fine(shape.keys[one].shape) for one in (key, other)})
        case Beside(least=least, most=most):
            yield Case("too few beside", _beside_so_many(shape, least - 1))
            yield Case("too many beside", _beside_so_many(shape, most + 1))
        case KeyWhenPositive():
            yield Case("none yet there", _following(shape, 0, there=True))
            yield Case("left out yet there", _following(shape, None, there=True))
            yield Case("some yet not there", _following(shape, 1, there=False))


def _of_length(shape: KeyedMapping, n: int) -> dict[str, Any]:
    """A mapping with this many keys: its own, then names."""
    if shape.others is None:
        return {key: fine(one.shape) for key, one in list(shape.keys.items())[:n]}
    return {f"name {i}": fine(shape.others) for i in range(n)}


def _beside_so_many(shape: KeyedMapping, n: int) -> dict[str, Any]:
    assert isinstance(shape.bond, Beside)
    others = [key for key in shape.keys if key != shape.bond.key]
    return {key: fine(shape.keys[key].shape) for key in (shape.bond.key, *others[:n])}


def _following(shape: KeyedMapping, n: int | None, *, there: bool) -> dict[str, Any]:
    """A limb with this many red CP, with or without a red value."""
    assert isinstance(shape.bond, KeyWhenPositive)
    (outer, number), (other, key) = shape.bond.number, shape.bond.key
    data = with_keys(shape)
    data[outer].pop(number, None)
    data[other].pop(key, None)
    if n is not None:
        data[outer][number] = n
    if there:
        data[other][key] = 0
    return data


# ── inner shapes ───────────────────────────────────────────────────────────────────────────────────────


def _inside(shape: ValueShape, walk: Callable[[ValueShape, set[str]], Cases], seen: set[str]) -> Cases:
    """The cases of the shapes inside a shape, each in an otherwise valid value."""
    match shape:
        case Either():
            for one in shape.shapes:
                yield from _inside(one, walk, seen)
        case ListOf():
            yield from _inside_lists(shape, walk, seen)
        case KeyedMapping():
            for key, one in shape.keys.items():
                for at, value in _once(one.shape, walk, seen):
                    yield Case(f"{key} {at}", _holding(shape, key, value))
            if shape.others is not None:
                for at, value in _once(shape.others, walk, seen):
                    yield Case(f"NAME {at}", {"Anybody": value})
        case TaggedMapping():
            yield from _inside_words(shape, walk, seen)


def _inside_lists(shape: ListOf, walk: Callable[[ValueShape, set[str]], Cases], seen: set[str]) -> Cases:
    rest = several(shape, max(shape.least, 1))[1:]
    for at, value in _once(shape.item, walk, seen):
        yield Case(f"[0] {at}", [value, *(one for one in rest if one != value or not shape.distinct)])


def _inside_words(
    shape: TaggedMapping, walk: Callable[[ValueShape, set[str]], Cases], seen: set[str]
) -> Cases:
    for word, row in shape.rows.items():
        for at, value in _inside(row, walk, seen):
            yield Case(f"{word} {at}", {shape.tag: word, **value})


def _once(shape: ValueShape, walk: Callable[[ValueShape, set[str]], Cases], seen: set[str]) -> Cases:
    """The cases of a shape; for a definition met before only the first, to show that it is used here."""
    name = shape.name or (shape.definition.name if shape.definition else "")
    met = name in seen
    seen |= {name} - {""}
    yield from islice(walk(shape, seen), 1 if met else None)


def _holding(shape: KeyedMapping, key: str, value: Any) -> dict[str, Any]:
    """A mapping that is valid except for the value at this key."""
    data = with_keys(shape, key)
    data[key] = value
    if isinstance(shape.bond, KeyWhenPositive):
        (outer, number), (other, there) = shape.bond.number, shape.bond.key
        counted = data[outer].get(number, 0) if isinstance(data[outer], dict) else 0
        if key == outer and type(counted) is int and counted > 0:
            data[other] = {**data[other], there: 0}
        if key == other and isinstance(value, dict) and there in value:
            data[outer] = {**data[outer], number: 1}
    return data


class Left(NamedTuple):
    """Two equivalent documents: a key with a default left out, and written with that default."""

    at: str
    out: Any
    written: Any


def defaults(shape: ValueShape) -> Iterator[Left]:
    """Each key whose description has a default."""
    for out, written in zip(_defaults(shape, out=True), _defaults(shape, out=False), strict=True):
        yield Left(out.at, out.value, written.value)


def _defaults(shape: ValueShape, *, out: bool) -> Cases:
    def walk(shape: ValueShape, seen: set[str]) -> Cases:
        for key, one in shape.keys.items() if isinstance(shape, KeyedMapping) else ():
            if one.default is not None:
                data = with_keys(shape, key)
                data[key] = one.default
                yield Case(key, {k: v for k, v in data.items() if k != key} if out else data)
        yield from _inside(shape, walk, seen)

    return walk(shape, set())


# ── at random ────────────────────────────────────────────────────────────────────────────────────────────


DEEP = 12
"""The depth at which only required parts are written: filters and conditions of cards can be nested."""


def at_random(shape: ValueShape, random: Random, depth: int = 0) -> Any:
    """A random value of a shape, usually within its limits; its constraint is usually met."""
    match shape:
        case Either():
            return at_random(random.choice(shape.shapes), random, depth + 1)
        case ListOf():
            most = shape.least + 3 if shape.most is None else min(shape.most, shape.least + 3)
            most = shape.least if depth > DEEP else most
            items = [
                at_random(shape.item, random, depth + 1) for _ in range(random.randint(shape.least, most))
            ]
            return several(shape, len(items)) if shape.distinct and random.random() < 1 / 2 else items
        case KeyedMapping():
            return _keys_at_random(shape, random, depth)
        case TaggedMapping():
            words = sorted(shape.rows, key=lambda word: _needed_keys(shape.rows[word]))
            word = words[0] if depth > DEEP else random.choice(words)
            return {shape.tag: word, **_keys_at_random(shape.rows[word], random, depth)}
    return _word_at_random(shape, random)


def _word_at_random(shape: ValueShape, random: Random) -> Any:
    match shape:
        case Text():
            return WORDED[shape.pattern].random(random)
        case Number():
            return random.choice([shape.high, round(random.uniform(shape.low, shape.high), 2) or shape.high])
        case WholeNumber():
            return random.choice([shape.low, shape.high, random.randint(shape.low, shape.high)])
    return random.choice([case.value for case in _limits(shape)])


def _needed_keys(shape: KeyedMapping) -> int:
    return sum(one.needed for one in shape.keys.values())


def _keys_at_random(shape: KeyedMapping, random: Random, depth: int) -> dict[str, Any]:
    chance = 0 if depth > DEEP else 1 / 3
    chosen = [key for key, one in shape.keys.items() if one.needed or random.random() < chance]
    if shape.bond is not None and random.random() < 3 / 4:
        chosen = list(with_keys(shape, *(key for key in chosen if random.random() < 1 / 2)))
    data = {key: at_random(shape.keys[key].shape, random, depth + 1) for key in chosen}
    if shape.others is not None:
        data |= {f"Name {n}": at_random(shape.others, random, depth + 1) for n in range(random.randint(0, 2))}
    if isinstance(shape.bond, KeyWhenPositive) and random.random() < 9 / 10:
        (outer, number), (other, key) = shape.bond.number, shape.bond.key
        data[outer].pop(number, None)
        data[other].pop(key, None)
        if random.random() < 1 / 2:
            data[outer][number], data[other][key] = random.randint(1, 12), random.randint(0, 12)
    return data


def spoilt(data: Any, random: Random) -> Any:
    """A copy of a document with one thing replaced, dropped, doubled or added."""
    data = copy.deepcopy(data)
    spots = list(_spots(data))
    if not spots:
        return data
    container, key = random.choice(spots)
    other = copy.deepcopy(random.choice(spots)[0])
    junk = random.choice([None, True, -1, 0, 1, 1000, 121, 0.5, "", "x", "n" * 61, [], {}, [1, 1], other])
    match random.choice(["replace", "drop", "add", "nudge"]):
        case "replace":
            container[key] = junk
        case "drop":
            del container[key]
        case "add" if isinstance(container, list):
            container.append(copy.deepcopy(container[key]))
        case "add":
            container[random.choice(["ghost", "name", "red", "disc", "stigma", "complete", "round"])] = junk
        case _ if type(container[key]) in {int, float}:
            container[key] += random.choice([-100, -1, 1, 100])
    return data


def _spots(data: Any) -> Iterator[tuple[Any, Any]]:
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield data, key
        yield from _spots(value)

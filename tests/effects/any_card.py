"""Random cards: anything the shapes of files allow, repaired where it could never work."""

from collections.abc import Callable
from random import Random
from typing import Any

from edencli.effects.authoring import find_impossible_effects
from edencli.files.grammar import (
    Boolean,
    Either,
    ExactlyOne,
    KeyedMapping,
    ListOf,
    Number,
    OneOf,
    Text,
    UnfitDataError,
    WholeNumber,
)
from edencli.files.shape_effects import EFFECTS, TaggedMapping
from edencli.files.shapes import build_value
from edencli.model.fighter import Ability
from edencli.model.game import Mission, Tactic
from edencli.rules.band import Finding

Card = Ability | Tactic | Mission

NAMES = ("Mist", "Goad", "Human", "Jokers Gang")  # of markers, and of fighters' types and factions
MOMENTS = ("now", "when", "instead")  # effects that do something: half of what is drawn is of these
FEW = 1.1  # optional keys of a mapping, on average
DEEP = 7  # the depth at which optional keys are left out
MENDED = 12  # the most repairs of one card
LIMBS = {
    limb: {"faces": [face], "cp": {"white": 1}, stat: {"white": 1}}
    for limb, face, stat in (("head", 1, "psi"), ("arms", 2, "cbt"), ("torso", 3, "vig"), ("legs", 4, "spd"))
}


class Author:
    """Writes random data that a shape allows."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._depth = 0
        self._writes: dict[type, Callable[[Any], Any]] = {
            WholeNumber: self._whole,
            Number: lambda shape: shape.high,
            Boolean: lambda _: self._happens(0.5),
            OneOf: lambda shape: random.choice(list(shape.values.values())),
            Text: lambda _: random.choice(NAMES),
            ListOf: self._list,
            Either: lambda shape: self.write(
                shape.shapes[0] if self._depth >= DEEP or self._happens(0.6) else random.choice(shape.shapes)
            ),
            TaggedMapping: self._tagged,
            KeyedMapping: self._keyed,
        }

    def write(self, shape: Any) -> Any:
        """Random data of a shape, as a file has it."""
        self._depth += 1
        write = next(write for kind, write in self._writes.items() if isinstance(shape, kind))
        written = write(shape)
        self._depth -= 1
        return written

    def _happens(self, likely: float) -> bool:
        return self._random.random() < likely

    def _whole(self, shape: WholeNumber) -> int:
        """Usually a small number, sometimes a bound."""
        if self._happens(0.1):
            return self._random.choice((shape.low, shape.high))
        return self._random.randint(max(shape.low, min(-2, shape.high)), min(shape.high, max(4, shape.low)))

    def _list(self, shape: ListOf) -> list[Any]:
        n = shape.least + (0 if self._depth >= DEEP else self._random.choice((0, 0, 1, 1, 2)))
        items = [self.write(shape.item) for _ in range(n if shape.most is None else min(n, shape.most))]
        return [item for at, item in enumerate(items) if item not in items[:at]] if shape.distinct else items

    def _tagged(self, shape: TaggedMapping) -> dict[str, Any]:
        moments = [word for word in MOMENTS if word in shape.rows]
        at_a_moment = bool(moments) and self._happens(0.5)
        word = self._random.choice(moments if at_a_moment else list(shape.rows))
        return {shape.tag: word, **self.write(shape.rows[word])}

    def _keyed(self, shape: KeyedMapping) -> dict[str, Any]:
        """The required keys, a few others, and one of those of which one is required."""
        likely = min(0.25, FEW / (len(shape.keys) or 1)) if self._depth < DEEP else 0.0
        keys = self._keys(shape, likely)
        while shape.bond is not None and not shape.bond.is_met(dict.fromkeys(keys)):
            keys = self._keys(shape, 0.25)
        return {key: self.write(one.shape) for key, one in shape.keys.items() if key in keys}

    def _keys(self, shape: KeyedMapping, likely: float) -> set[str]:
        keys = {key for key, one in shape.keys.items() if one.needed or self._happens(likely)}
        if isinstance(shape.bond, ExactlyOne):
            keys = keys.difference(shape.bond.keys) | {self._random.choice(shape.bond.keys)}
        while len(keys) < shape.least:
            keys.add(self._random.choice(list(shape.keys)))
        return keys


def ability(random: Random, name: str) -> dict[str, Any]:
    """A random ability as a file has it, which need not make sense."""
    own = {"name": name, "kind": random.choice(("permanent", "permanent", "action")), "text": "..."}
    cost = random.choice((None, None, None, {"ap": 1}, {"sp": 1}))
    if own["kind"] == "action":
        cost = cost or {"ap": 1}
    return own | ({"cost": cost} if cost else {}) | _effects(random)


def tactic(random: Random, name: str) -> dict[str, Any]:
    """A random tactical card as a file has it."""
    own: dict[str, Any] = {"name": name, "text": "...", "tactical": random.random() < 0.7}
    return own | ({"cancellation": 2} if random.random() < 0.3 else {}) | _effects(random)


def mission(random: Random, name: str) -> dict[str, Any]:
    """A random mission as a file has it."""
    own = {"name": name, "kind": random.choice(("secret", "revealed")), "deployment": "ambush"}
    return own | {"objectives": [{"text": "...", "vp": 1}]} | _effects(random)


def _effects(random: Random) -> dict[str, Any]:
    author = Author(random)
    return {"effects": [author.write(EFFECTS.item) for _ in range(random.choice((1, 1, 2)))]}


def as_card(written: dict[str, Any]) -> Card:
    """The card built from its data."""
    if "kind" in written and "deployment" not in written:
        bearer = {"name": "Somebody", "types": ["beast"], "level": 1, "base": 30, "limbs": LIMBS}
        npf: Any = build_value("cards", {"kind": "cards", "npfs": [bearer | {"abilities": [written]}]}).npfs[
            0
        ]
        (own,) = npf.abilities
        return own  # type: ignore[no-any-return]
    kind = "missions" if "deployment" in written else "tactics"
    (card,) = getattr(build_value("cards", {"kind": "cards", kind: [written]}), kind)
    return card  # type: ignore[no-any-return]


def sound(write: Callable[[Random, str], dict[str, Any]], random: Random, name: str) -> dict[str, Any]:
    """Random data in which an author's tools find no fault."""
    while True:
        written = write(random, name)
        try:
            if _is_mended(written, random):
                return written
        except (UnfitDataError, LookupError, TypeError):
            continue


def _is_mended(written: dict[str, Any], random: Random) -> bool:
    for _ in range(MENDED):
        found = next(find_impossible_effects(as_card(written)), None)
        if found is None:
            return True
        if found.rule == "effect-never":
            return False
        _mend(written, found, random)
    return False


def _mend(written: dict[str, Any], found: Finding, random: Random) -> None:
    """Replace a part that is not allowed by one that is."""
    *way, last = found.path
    at: Any = written
    for step in way:
        at = at[step]
    choices = found.values.get("choices")
    if isinstance(choices, tuple) and choices:
        at[last] = random.choice(choices)
    else:
        del at[last]

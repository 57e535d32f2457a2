"""Checks for authors of cards: numbers and filters of equipment that have no effect."""

from collections.abc import Iterator

from edencli.effects.authoring_dice import may_be_negative
from edencli.effects.event_details import CardPath
from edencli.model import effect as words
from edencli.model.card_words import CardEvent, CardLimb, HowMany, WeaponFilter
from edencli.model.effect import file_key
from edencli.model.operation import Operation, Push
from edencli.model.terms import ActKind, Category, Characteristic, Quantity, WeaponEffect
from edencli.record import Record
from edencli.rules.band import Finding


def find_number_misfits(value: Record, path: CardPath) -> Iterator[Finding]:
    """Find parts of a number or of a filter of equipment that have no effect."""
    if isinstance(value, HowMany):
        yield from _rounded_in_vain(value, path)
        yield from _limb_of_number(value, path)
    if isinstance(value, WeaponFilter):
        yield from _impossible_weapons(value, path)
    if isinstance(value, words.Instead) and isinstance(value.change, words.Lessen):
        yield from _net_of_nothing(value, value.change, path)
    yield from _useless_weapons(value, path)
    if isinstance(value, words.Reroll) and value.n is not None and value.most is not None:
        yield Finding("effect-dice", (*path, "most"), {}, form="bound")


def _net_of_nothing(value: words.Instead, change: words.Lessen, path: CardPath) -> Iterator[Finding]:
    """Find changes to the net wounds of an event that protection does not lower (effect-dice)."""
    if change.net and value.event is not CardEvent.WOUNDED:
        yield Finding("effect-dice", (*path, "change", "net"), {"event": str(value.event)}, form="net")


def _rounded_in_vain(number: HowMany, path: CardPath) -> Iterator[Finding]:
    """Find rounding where nothing is divided, and two ways of rounding at once (effect-dice)."""
    for way in ("up", "nearest"):
        if getattr(number, way) and number.per == 1:
            yield Finding("effect-dice", (*path, way), {"word": way}, form="up")
    if number.up and number.nearest and number.per != 1:
        yield Finding("effect-dice", (*path, "nearest"), {}, form="rounded")


def _limb_of_number(number: HowMany, path: CardPath) -> Iterator[Finding]:
    """Find a limb on a number that does not count CP, or that no die can show (effect-limb)."""
    if number.limb is CardLimb.ROLLED:
        yield Finding("effect-limb", (*path, "limb"), {}, form="rolled")
    elif number.limb is not None and number.cp is None:
        yield Finding("effect-limb", (*path, "limb"), {}, form="cp")


def _impossible_weapons(weapon: WeaponFilter, path: CardPath) -> Iterator[Finding]:
    """Find bounds without effect, and effects and bonuses that a category never has (effect-weapon)."""
    if weapon.effect is None:
        for part in ("least", "most"):
            if getattr(weapon, part) != weapon.defaults[part]:
                yield Finding("effect-weapon", (*path, part), {"word": part}, form="bound")
    elif weapon.category is not None and weapon.category not in weapon.effect.weapons:
        fitting = tuple(str(one) for one in WeaponEffect if weapon.category in one.weapons)
        told = {"category": str(weapon.category), "effect": str(weapon.effect)}
        yield Finding("effect-weapon", (*path, "effect"), told | {"choices": fitting})


def _useless_weapons(value: Record, path: CardPath) -> Iterator[Finding]:
    """Find a filter of equipment on an act, event or number that never has equipment (effect-weapon)."""
    weapon: WeaponFilter | None = getattr(value, "weapon", None)
    if weapon is None:
        return
    if weapon.category is not None and weapon.category not in _ARMED:
        told = {"category": str(weapon.category), "choices": tuple(map(str, _ARMED))}
        yield Finding("effect-weapon", (*path, "weapon", "category"), told, form="unarmed")
    acts, how = getattr(value, "acts", ()), getattr(value, "how", None)
    has_none = (acts and not _ARMED_ACTS.intersection(acts)) or (how is not None and how not in set(_ARMED))
    if has_none or (isinstance(value, words.Adds) and str(value.to) in _NEVER_ARMED):
        yield Finding("effect-weapon", (*path, "weapon"), {}, form="act")


_ARMED = (Category.SHOOTING, Category.PROJECTILE, Category.BLAST)
"""The categories of equipment that attacks are made with."""
_ARMED_ACTS = frozenset({ActKind.SHOT, ActKind.THROW, ActKind.BLAST})
_NEVER_ARMED = frozenset({Characteristic.PSI, Quantity.DISTANCE, Quantity.SP})
"""Numbers that no attack with equipment uses."""


def find_useless_amounts(value: Operation | words.Twist, path: CardPath) -> Iterator[Finding]:
    """Find an amount that is written out and changes nothing, or does the opposite of its word."""
    for part, how_many in value.as_dict().items():
        if isinstance(how_many, HowMany) and how_many.is_plain and how_many.n <= 0:
            is_pull = isinstance(value, Push) and value.by is None
            if how_many.n and (is_pull or may_be_negative(value)):
                continue  # towards instead of away, or less
            yield Finding("effect-amount", (*path, file_key(part)), {"n": how_many.n, "word": value.word})

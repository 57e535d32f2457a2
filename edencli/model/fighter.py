"""A fighter's profile card: limbs, equipment, abilities, value.

Only what is printed. What wounds and markers change is part of the match.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from edencli.model.terms import (
    AbilityKind,
    Category,
    Characteristic,
    Gender,
    LimbName,
    Stigma,
    WeaponEffect,
)
from edencli.record import Record

if TYPE_CHECKING:
    from edencli.model.effect import CardEffect


class Limb(Record):
    """A limb: the location faces that hit it, its CP boxes, its characteristic unhurt and wounded.

    A limb without red CP is never wounded and prints no red value; its `red` repeats `white`.
    """

    name: LimbName
    faces: tuple[int, ...]
    white_cp: int
    red_cp: int
    white: int
    red: int

    @property
    def cp(self) -> int:
        """The number of all its boxes."""
        return self.white_cp + self.red_cp

    @property
    def characteristic(self) -> Characteristic:
        """The characteristic of this limb."""
        return self.name.characteristic


class UseLimits(Record):
    """How often something may be used; None means without limit."""

    per_round: int | None = None
    per_match: int | None = None


class Use(Record):
    """The properties of a piece of equipment in one of its categories.

    `protection` maps limbs to points; "complete" protection names all four limbs and sets `complete`.
    `effects` holds the numbers of the effects in its notation.
    """

    category: Category
    bonus: Mapping[Characteristic, int] = MappingProxyType({})
    protection: Mapping[LimbName, int] = MappingProxyType({})
    complete: bool = False
    effects: Mapping[WeaponEffect, int] = MappingProxyType({})
    uses: UseLimits = UseLimits()

    @property
    def range(self) -> int | None:
        """The range of its shot or throw, in centimetres."""
        return self.effects.get(WeaponEffect.RANGE)

    @property
    def strength(self) -> int | None:
        """The strength of its shot."""
        return self.effects.get(WeaponEffect.STRENGTH)

    @property
    def explosive(self) -> int | None:
        """The number of dice of its explosion."""
        return self.effects.get(WeaponEffect.EXPLOSIVE)


class Equipment(Record):
    """A piece of equipment, with one or two categories."""

    name: str
    uses: tuple[Use, ...]

    def use(self, category: Category) -> Use | None:
        """Return its use in a category, if it has that category."""
        return next((use for use in self.uses if use.category is category), None)


class Cost(Record):
    """The cost of something: AP of the fighter, SP of its side, cards of the hand that are discarded."""

    ap: int = 0
    sp: int = 0
    cards: int = 0


class Ability(Record):
    """A special ability; without effects it has only a text, which people read and play by agreement.

    If `bearers` is given, only a fighter of one of these types may have it.
    """

    name: str
    kind: AbilityKind
    cost: Cost = Cost()
    limit: UseLimits = UseLimits()
    text: str
    effects: "tuple[CardEffect, ...]" = ()
    bearers: tuple[str, ...] = ()


class Fighter(Record):
    """A fighter that a band may recruit, or an NPF.

    Exactly one of `value` and `level` is set: a fighter has a value in points, an NPF has a level. `gender`
    only affects sentences about the fighter.
    """

    name: str
    gender: Gender | None = None
    factions: tuple[str, ...]
    stigma: Stigma | None
    types: tuple[str, ...]
    value: int | None
    value_by_rulebook: Mapping[str, int] = MappingProxyType({})
    level: int | None = None
    base: int
    limbs: Mapping[LimbName, Limb]
    equipment: tuple[Equipment, ...] = ()
    abilities: tuple[Ability, ...] = ()

    def value_in(self, book: str) -> int:
        """Return the fighter's value in a rulebook; 0 for an NPF."""
        return self.value_by_rulebook.get(book, self.value or 0)

    def printed_value(self, characteristic: Characteristic) -> int:
        """Return the white printed value of a characteristic."""
        return next(limb.white for limb in self.limbs.values() if limb.characteristic is characteristic)

    def limb_at(self, face: int) -> Limb:
        """Return the limb that a location face hits."""
        return next(limb for limb in self.limbs.values() if face in limb.faces)

"""A fighter's profile card: limbs, equipment, abilities, value.

Only what is printed. What a wound or a marker makes of it is the match's business.
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
    """One limb: the location faces that hit it, its CP boxes, its characteristic whole and wounded.

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
        """All its boxes."""
        return self.white_cp + self.red_cp

    @property
    def characteristic(self) -> Characteristic:
        """The characteristic that this limb carries."""
        return self.name.characteristic


class UseLimits(Record):
    """How often something may be used; None is no limit."""

    per_round: int | None = None
    per_match: int | None = None


class Use(Record):
    """What a piece of equipment is in one of its categories.

    `protection` maps limbs to points; "complete" protection names all four limbs and sets `complete`.
    `effects` holds the numbers of those that the notation lists.
    """

    category: Category
    bonus: Mapping[Characteristic, int] = MappingProxyType({})
    protection: Mapping[LimbName, int] = MappingProxyType({})
    complete: bool = False
    effects: Mapping[WeaponEffect, int] = MappingProxyType({})
    uses: UseLimits = UseLimits()

    @property
    def range(self) -> int | None:
        """How far it reaches, in centimetres."""
        return self.effects.get(WeaponEffect.RANGE)

    @property
    def strength(self) -> int | None:
        """The strength of its shot."""
        return self.effects.get(WeaponEffect.STRENGTH)

    @property
    def explosive(self) -> int | None:
        """The dice of its explosion."""
        return self.effects.get(WeaponEffect.EXPLOSIVE)


class Equipment(Record):
    """A piece of equipment, with one or two categories."""

    name: str
    uses: tuple[Use, ...]

    def use(self, category: Category) -> Use | None:
        """What it is in that category, if it has it."""
        return next((use for use in self.uses if use.category is category), None)


class Cost(Record):
    """What something costs: AP of the fighter, SP of his side, cards of its hand that are discarded."""

    ap: int = 0
    sp: int = 0
    cards: int = 0


class Ability(Record):
    """A special ability. One without effects has only a text, which people read and play by agreement.

    With `bearers` only a fighter of one of these types may have it.
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

    Exactly one of `value` and `level` is set: a fighter is worth points, an NPF has a level. `gender` changes
    nothing but how sentences speak of the fighter.
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
        """The fighter's value in that rulebook; an NPF is worth none."""
        return self.value_by_rulebook.get(book, self.value or 0)

    def printed_value(self, characteristic: Characteristic) -> int:
        """The characteristic as printed in white."""
        return next(limb.white for limb in self.limbs.values() if limb.characteristic is characteristic)

    def limb_at(self, face: int) -> Limb:
        """The limb that this location face hits."""
        return next(limb for limb in self.limbs.values() if face in limb.faces)

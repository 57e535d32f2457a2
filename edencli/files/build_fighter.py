"""Profile cards from plain data: limbs, equipment, abilities, and the fighters and NPFs that have them."""

from typing import Any

from edencli.files.build_readers import Path, Reader, Unfit, items, member, one_of, record, text, whole
from edencli.model.fighter import Ability, Cost, Equipment, Fighter, Limb, Use, Uses
from edencli.model.terms import (
    CHARACTERISTIC_OF,
    AbilityKind,
    Category,
    Characteristic,
    Effect,
    LimbName,
    Stigma,
)
from edencli.rulebooks.plain import BOOKS

NAME = text(60)
TEXT = text(2000)
POINTS = whole(1, 1000)

_SMALL = whole(0, 12)
_X = whole(1, 12)

_CP = record({"white": _X, "red": _SMALL}, needed=["white"])
_TWO_VALUES = record({"white": _SMALL, "red": _SMALL}, needed=["white"])
_FACES = items(whole(1, 6), least=1, most=3, distinct=True)


def _uses(data: object, path: Path) -> Uses:
    limits = record({"round": whole(1, 99), "match": whole(1, 99)}, least=1)(data, path)
    return Uses(per_round=limits.get("round"), per_match=limits.get("match"))


def _limb(name: LimbName) -> Reader[Limb]:
    characteristic = CHARACTERISTIC_OF[name]
    keys = {"faces": _FACES, "cp": _CP, characteristic: _TWO_VALUES}

    def read(data: object, path: Path) -> Limb:
        parts = record(keys, needed=keys)(data, path)
        values, red_cp = parts[characteristic], parts["cp"].get("red", 0)
        if ("red" in values) != (red_cp > 0):
            raise Unfit((*path, characteristic))
        return Limb(
            name=name,
            faces=parts["faces"],
            white_cp=parts["cp"]["white"],
            red_cp=red_cp,
            white=values["white"],
            red=values.get("red", values["white"]),
        )

    return read


def _limbs(data: object, path: Path) -> dict[LimbName, Limb]:
    limbs = record({name: _limb(name) for name in LimbName}, needed=list(LimbName))(data, path)
    return {name: limbs[name] for name in LimbName}


def _bonus(data: object, path: Path) -> dict[Characteristic, int]:
    amounts = record(dict.fromkeys(Characteristic, whole(-12, 12)), least=1)(data, path)
    return {Characteristic(key): amount for key, amount in amounts.items()}


def _effects(category: Category) -> Reader[dict[str, Any]]:
    listed: dict[str, Reader[Any]] = {
        effect: whole(1, effect.most) for effect in Effect if category in effect.weapons
    }
    needed = [effect for effect in Effect if category in effect.needed]
    return record({"bonus": _bonus, "uses": _uses, **listed} if listed else {}, needed=needed)


_WEAPON: dict[Category, Reader[dict[str, Any]]] = {
    category: _effects(category) for category in Category if category is not Category.PR
}
_EFFECTS = frozenset[str](Effect)
_PROTECTION = record({"complete": _X, **dict.fromkeys(LimbName, _X)}, least=1)


def _weapon(category: Category) -> Reader[Use]:
    def read(data: object, path: Path) -> Use:
        parts = _WEAPON[category](data, path)
        effects = {Effect(key): parts.pop(key) for key in [*parts] if key in _EFFECTS}
        return Use(category=category, effects=effects, **parts)

    return read


def _protection(data: object, path: Path) -> Use:
    amounts = _PROTECTION(data, path)
    complete = amounts.pop("complete", None)
    if complete and amounts:
        raise Unfit((*path, next(iter(amounts))))
    covered = dict.fromkeys(LimbName, complete) if complete else amounts
    return Use(
        category=Category.PR,
        protection={LimbName(limb): amount for limb, amount in covered.items()},
        complete=bool(complete),
    )


_CATEGORIES: dict[str, Reader[Use]] = {
    **{category: _weapon(category) for category in _WEAPON},
    Category.PR: _protection,
}
_MOST_CATEGORIES = 2


def _equipment(data: object, path: Path) -> Equipment:
    parts = record({"name": NAME, **_CATEGORIES}, needed=["name"])(data, path)
    name = parts.pop("name")
    if not 1 <= len(parts) <= _MOST_CATEGORIES:
        raise Unfit(path)
    return Equipment(name=name, uses=tuple(parts.values()))


def _cost(data: object, path: Path) -> Cost:
    return Cost(**record({"ap": _X, "sp": whole(1, 99)}, least=1)(data, path))


_ABILITY = record(
    {"name": NAME, "kind": member(AbilityKind), "cost": _cost, "limit": _uses, "text": TEXT},
    needed=["name", "kind", "text"],
)


def _ability(data: object, path: Path) -> Ability:
    return Ability(**_ABILITY(data, path))


_CARD: dict[str, Reader[Any]] = {
    "name": NAME,
    "stigma": member(Stigma),
    "types": items(NAME, least=1, most=8, distinct=True),
    "base": one_of((30, 40)),
    "limbs": _limbs,
    "equipment": items(_equipment, most=20),
    "abilities": items(_ability, most=20),
}
_FIGHTER = record(
    {
        **_CARD,
        "factions": items(NAME, least=1, most=8, distinct=True),
        "value": POINTS,
        "value-by-rulebook": record(dict.fromkeys(BOOKS, POINTS), least=1),
    },
    needed=["name", "factions", "stigma", "types", "value", "base", "limbs"],
)
_NPF = record(
    {**_CARD, "factions": items(NAME, most=8, distinct=True), "level": whole(1, 20)},
    needed=["name", "types", "level", "base", "limbs"],
)


def fighter(data: object, path: Path) -> Fighter:
    """Read the card of a fighter that a band may recruit."""
    card = _FIGHTER(data, path)
    return Fighter(level=None, value_by_rulebook=card.pop("value-by-rulebook", {}), **card)


def npf(data: object, path: Path) -> Fighter:
    """Read the card of a non-player fighter."""
    return Fighter(value=None, **{"factions": (), "stigma": None, **_NPF(data, path)})

"""What an activated fighter does, in words: the forms of every act, and back.

An act is declared: what only the field knows of it (obstacles, victims) is no part of its form.
"""

from collections.abc import Callable
from typing import Any

from edencli.match.pieces import Piece
from edencli.model.fighter import Equipment
from edencli.model.terms import Category
from edencli.notation.errors import Ambiguous, Unreadable
from edencli.notation.forms import Asked, Meaning, Values
from edencli.notation.ways import charge_way, snapped, standing, way
from edencli.rules.acts import Burst, Charge, Extinguish, Melee, Move, Shot, UseAbility


def _actor(values: Values, asked: Asked) -> Piece:
    return asked.one(values["FIGHTER"])


def _declared(read: Callable[[Values, Asked], Any], write: Callable[[Any, Asked], Values | None]) -> Meaning:
    """A meaning that is written only if reading gives it back: acts hold facts that nobody declares."""

    def write_declared(given: Any, asked: Asked) -> Values | None:
        values = write(given, asked)
        if values is None:
            return None
        called = {key: (value,) if isinstance(value, Piece) else value for key, value in values.items()}
        return values if read(called, asked) == given else None

    return Meaning(read, write_declared)


def _read_move(values: Values, asked: Asked) -> Move:
    fighter = _actor(values, asked)
    return Move(fighter=fighter, path=way(asked, fighter, [*values.get("via", ()), values["PLACE"]]))


def _write_move(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Move) or len(given.path) == 1:
        return None
    return {"FIGHTER": given.fighter, "PLACE": given.path[-1], "via": list(given.path[1:-1])}


def _read_stay(values: Values, asked: Asked) -> Move:
    fighter = _actor(values, asked)
    return Move(fighter=fighter, path=way(asked, fighter, []))


def _write_stay(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter} if isinstance(given, Move) and len(given.path) == 1 else None


def _read_charge(values: Values, asked: Asked) -> Charge:
    fighter = _actor(values, asked)
    target = asked.enemy(values["ENEMY"], fighter)
    end, exactly = values.get("to", (None, True))
    path = charge_way(asked, fighter, target, values.get("via", []), end)
    if not exactly:
        path = (*path[:-1], snapped(asked.match, fighter, target, path[-1]))
    return Charge(fighter=fighter, target=target, path=path)


def _write_charge(given: Any, asked: Asked) -> Values | None:
    if not isinstance(given, Charge) or len(given.path) == 1:
        return None
    fighter, target, end = given.fighter, given.target, given.path[-1]
    via = list(given.path[1:-1])
    values: Values = {"FIGHTER": fighter, "ENEMY": target, "via": via}
    if charge_way(asked, fighter, target, via, None)[-1] != end:
        values["to"] = end, snapped(asked.match, fighter, target, end) != end
    return values


def _read_charge_nowhere(values: Values, asked: Asked) -> Charge:
    fighter = _actor(values, asked)
    return Charge(fighter=fighter, target=asked.enemy(values["ENEMY"], fighter), path=way(asked, fighter, []))


def _write_charge_nowhere(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Charge) or len(given.path) > 1:
        return None
    return {"FIGHTER": given.fighter, "ENEMY": given.target}


def _read_melee(values: Values, asked: Asked) -> Melee:
    fighter = _actor(values, asked)
    return Melee(fighter=fighter, target=asked.enemy(values["ENEMY"], fighter))


def _write_melee(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter, "ENEMY": given.target} if isinstance(given, Melee) else None


def _weapon(given: Equipment | None, fighter: Piece, category: Category, asked: Asked) -> dict[str, Any]:
    """What is used: the piece of equipment that was named, or the only one that could be."""
    item = given
    if item is None:
        could = [item for item in asked.names.fighters[fighter].equipment if item.use(category)]
        if not could:
            raise Unreadable(f"no-{category}", fighter=asked.names.labels[fighter])
        if len(could) > 1:
            names = tuple(item.name for item in could)
            raise Ambiguous("which-weapon", given=asked.names.labels[fighter], meanings=names)
        item = could[0]
    return {"weapon": item, "use": item.use(category)}


def _read_shot(values: Values, asked: Asked) -> Shot:
    fighter = _actor(values, asked)
    weapon = _weapon(values.get("with"), fighter, Category.SHOOTING, asked)
    return Shot(fighter=fighter, target=asked.enemy(values["ENEMY"], fighter), **weapon)


def _write_shot(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Shot):
        return None
    return {"FIGHTER": given.fighter, "ENEMY": given.target, "with": given.weapon}


def _burst(category: Category, slot: str) -> Meaning:
    """A projectile that is thrown, or a blast."""

    def read(values: Values, asked: Asked) -> Burst:
        fighter, aim = _actor(values, asked), values["AIM"]
        if isinstance(aim[0], Piece):
            aim = tuple(standing(asked, asked.enemy(aim, fighter)).centre)
        weapon = _weapon(values.get(slot, values.get("with")), fighter, category, asked)
        return Burst(fighter=fighter, point=aim, **weapon)

    def write(given: Any, _: Asked) -> Values | None:
        if not isinstance(given, Burst) or given.use.category is not category:
            return None
        return {"FIGHTER": given.fighter, slot: given.weapon, "AIM": given.point}

    return _declared(read, write)


def _read_ability(values: Values, asked: Asked) -> UseAbility:
    return UseAbility(fighter=_actor(values, asked), ability=values["ABILITY"])


def _write_ability(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter, "ABILITY": given.ability} if isinstance(given, UseAbility) else None


def _read_extinguish(values: Values, asked: Asked) -> Extinguish:
    return Extinguish(fighter=_actor(values, asked))


def _write_extinguish(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter} if isinstance(given, Extinguish) else None


MOVE = _declared(_read_move, _write_move)
STAY = _declared(_read_stay, _write_stay)
CHARGE = _declared(_read_charge, _write_charge)
CHARGE_NOWHERE = _declared(_read_charge_nowhere, _write_charge_nowhere)
MELEE = _declared(_read_melee, _write_melee)
SHOT = _declared(_read_shot, _write_shot)
THROW = _burst(Category.PROJECTILE, "PROJECTILE")
BLAST = _burst(Category.BLAST, "BLAST")
ABILITY = _declared(_read_ability, _write_ability)
EXTINGUISH = _declared(_read_extinguish, _write_extinguish)

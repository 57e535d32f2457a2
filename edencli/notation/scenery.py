"""What the forms about scenery with keywords mean: climbing, swimming, jumping, hiding."""

from typing import Any

from edencli.field.shapes import Point
from edencli.match.pieces import Piece
from edencli.notation.forms import Asked, Meaning, Values
from edencli.notation.meanings import actor, base_on_field, declared, snapped, way
from edencli.rules.ground import footprint
from edencli.rules.heights import Climb, Leap, Swim, nearest_on
from edencli.rules.hiding import Hide


def _read_climb(values: Values, asked: Asked) -> Climb:
    fighter, scenery = actor(values, asked), values["SCENERY"]
    place = values.get("to") or base_on_field(asked, fighter).centre
    if "to" not in values and scenery in asked.match.state.scenery:
        place = nearest_on(asked.match, fighter, scenery)
    return Climb(fighter=fighter, scenery=scenery, place=tuple(place))


def _write_climb(given: Any, asked: Asked) -> Values | None:
    if not isinstance(given, Climb):
        return None
    values: Values = {"FIGHTER": given.fighter, "SCENERY": given.scenery}
    meant = _read_climb({**values, "FIGHTER": (given.fighter,)}, asked)
    return values if meant == given else values | {"to": given.place}


def _scramble(kind: type[Swim | Leap]) -> Meaning:
    """A way across that ends at the edge of a piece of scenery, or upon one."""

    def settle(scenery: str, fighter: Piece, end: tuple[int, int], asked: Asked) -> Point:
        if scenery not in asked.match.state.scenery:
            return Point(*end)
        return snapped(base_on_field(asked, fighter), footprint(asked.match, scenery), end)

    def read(values: Values, asked: Asked) -> Swim | Leap:
        fighter, scenery, (end, exactly) = actor(values, asked), values["SCENERY"], values["END"]
        place = end if exactly else settle(scenery, fighter, end, asked)
        return kind(fighter=fighter, scenery=scenery, place=tuple(place))

    def write(given: Any, asked: Asked) -> Values | None:
        if not isinstance(given, kind):
            return None
        exactly = settle(given.scenery, given.fighter, given.place, asked) != given.place
        return {"FIGHTER": given.fighter, "SCENERY": given.scenery, "END": (given.place, exactly)}

    return declared(read, write)


def _read_hide(values: Values, asked: Asked) -> Hide:
    fighter = actor(values, asked)
    places = [*values.get("via", ()), *([values["at"]] if "at" in values else [])]
    return Hide(fighter=fighter, scenery=values["SCENERY"], path=way(asked, fighter, places))


def _write_hide(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Hide):
        return None
    walked = {"via": list(given.path[1:-1]), "at": given.path[-1]} if len(given.path) > 1 else {}
    return {"FIGHTER": given.fighter, "SCENERY": given.scenery} | walked


CLIMB = declared(_read_climb, _write_climb)
SWIM = _scramble(Swim)
LEAP = _scramble(Leap)
HIDE = declared(_read_hide, _write_hide)

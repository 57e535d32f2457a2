"""What the forms about scenery with keywords mean: climbing, swimming, jumping, hiding."""

from typing import Any

from edencli.field.shapes import Point
from edencli.match.facts import Whereabouts
from edencli.match.pieces import Piece
from edencli.notation.forms import Asked, Form, Meaning, Values, simple, topic
from edencli.notation.meanings import actor, base_on_field, declared, snapped, way
from edencli.notation.unmeasured import check_fact, fact_names, whether
from edencli.rules.ground import footprint
from edencli.rules.heights import Climb, Leap, Swim, nearest_on
from edencli.rules.hiding import Hide


def _read_climb(values: Values, asked: Asked) -> Climb:
    fighter, scenery = actor(values, asked), values["SCENERY"]
    if not asked.match.is_measured:
        return Climb(fighter=fighter, scenery=scenery)
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
    if not asked.match.is_measured:
        return Hide(fighter=fighter, scenery=values["SCENERY"], path=())
    places = [*values.get("via", ()), *([values["at"]] if "at" in values else [])]
    return Hide(fighter=fighter, scenery=values["SCENERY"], path=way(asked, fighter, places))


def _write_hide(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Hide):
        return None
    walked = {"via": list(given.path[1:-1]), "at": given.path[-1]} if len(given.path) > 1 else {}
    return {"FIGHTER": given.fighter, "SCENERY": given.scenery} | walked


_AT = {"FIGHTER": "piece", "SCENERY": "scenery"}


def _at(where: Whereabouts) -> Meaning:
    """A form that says where a fighter stands, seen from a piece of scenery."""

    def read(values: Values, asked: Asked) -> Whereabouts:
        check_fact(values, asked, _AT)
        return where

    return Meaning(read, lambda given, asked: fact_names(asked, _AT) if given is where else None)


def _over(kind: type[Swim | Leap]) -> Meaning:
    """The same where the players look at it: he ends where he is put."""

    def read(values: Values, asked: Asked) -> Swim | Leap:
        return kind(fighter=actor(values, asked), scenery=values["SCENERY"])

    def write(given: Any, _: Asked) -> Values | None:
        return {"FIGHTER": given.fighter, "SCENERY": given.scenery} if isinstance(given, kind) else None

    return declared(read, write)


SWIM_OVER, LEAP_OVER = _over(Swim), _over(Leap)
CLIMB = declared(_read_climb, _write_climb)
SWIM = _scramble(Swim)
LEAP = _scramble(Leap)
HIDE = declared(_read_hide, _write_hide)

# What the players say of scenery, and of nobody's fighters, on a field that nobody measures.
FACTS = (
    topic(
        "fact",
        "territory.default",
        Form("inside", "FIGHTER is inside SCENERY", "Yuri is inside Well", _at(Whereabouts.INSIDE)),
        Form("beside", "FIGHTER touches SCENERY", "Yuri touches Well", _at(Whereabouts.TOUCHING)),
        Form("away", "FIGHTER is not at SCENERY", "Yuri is not at Well", _at(Whereabouts.AWAY)),
        about_anybody=True,
    ),
    whether(
        "measure.any-time",
        ("near", "FIGHTER is near SCENERY", "Yuri is near Well"),
        ("not-near", "FIGHTER is not near SCENERY", "Yuri is not near Well"),
        FIGHTER="piece",
        SCENERY="scenery",
    ),
    whether(
        "sight.cut",
        ("sees-scenery", "FIGHTER sees SCENERY", "Yuri sees Well"),
        ("sees-no-scenery", "FIGHTER does not see SCENERY", "Yuri does not see Well"),
        FIGHTER="viewer",
        SCENERY="scenery",
    ),
    whether(
        "territory.destruction",
        ("aims-at", "FIGHTER aims at SCENERY", "Yuri aims at Well"),
        ("aims-past", "FIGHTER does not aim at SCENERY", "Yuri does not aim at Well"),
        FIGHTER="by",
        SCENERY="scenery",
    ),
    topic(
        "fact",
        "territory.jump-between",
        Form("across", "NUMBER cm", "7 cm", simple("NUMBER", int)),
        about_anybody=True,
    ),
    whether(
        "infestation.charge",
        ("pounces", "FIGHTER can charge ENEMY", "Yuri can charge Elenia"),
        ("pounces-not", "FIGHTER cannot charge ENEMY", "Yuri cannot charge Elenia"),
        FIGHTER="npf",
        ENEMY="target",
    ),
)

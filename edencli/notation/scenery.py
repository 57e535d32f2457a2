"""What the forms about scenery with keywords mean: climbing, swimming, jumping, hiding."""

from typing import Any

from edencli.field.shapes import Point
from edencli.match.facts import (
    AtScenery,
    FarAcross,
    InPounce,
    NearScenery,
    SceneryAimedAt,
    SceneryInView,
    Whereabouts,
)
from edencli.match.pieces import Piece
from edencli.notation.forms import Form, Meaning, QuestionContext, SlotValues, slot_answer
from edencli.notation.meanings import (
    acting_fighter,
    base_on_field,
    declared_answer,
    path_through,
    snap_to_contact,
)
from edencli.notation.unmeasured import check_fact, fact_topic, fact_values, yes_no_topic
from edencli.rules.ground import footprint
from edencli.rules.heights import Climb, Leap, Swim, nearest_place_on
from edencli.rules.hiding import Hide


def _read_climb(values: SlotValues, asked: QuestionContext) -> Climb:
    fighter, scenery = acting_fighter(values, asked), values["SCENERY"]
    if not asked.match.is_measured:
        return Climb(fighter=fighter, scenery=scenery)
    place = values.get("to") or base_on_field(asked, fighter).centre
    if "to" not in values and scenery in asked.match.state.scenery:
        place = nearest_place_on(asked.match, fighter, scenery)
    return Climb(fighter=fighter, scenery=scenery, place=tuple(place))


def _write_climb(given: Any, asked: QuestionContext) -> SlotValues | None:
    if not isinstance(given, Climb):
        return None
    values: SlotValues = {"FIGHTER": given.fighter, "SCENERY": given.scenery}
    meant = _read_climb({**values, "FIGHTER": (given.fighter,)}, asked)
    return values if meant == given else values | {"to": given.place}


def _scramble_answer(kind: type[Swim | Leap]) -> Meaning:
    """A way across that ends at the edge of a piece of scenery, or upon one."""

    def settle(scenery: str, fighter: Piece, end: tuple[int, int], asked: QuestionContext) -> Point:
        if scenery not in asked.match.state.scenery:
            return Point(*end)
        return snap_to_contact(base_on_field(asked, fighter), footprint(asked.match, scenery), end)

    def read(values: SlotValues, asked: QuestionContext) -> Swim | Leap:
        fighter, scenery, (end, exactly) = acting_fighter(values, asked), values["SCENERY"], values["END"]
        place = end if exactly else settle(scenery, fighter, end, asked)
        return kind(fighter=fighter, scenery=scenery, place=tuple(place))

    def write(given: Any, asked: QuestionContext) -> SlotValues | None:
        if not isinstance(given, kind):
            return None
        exactly = settle(given.scenery, given.fighter, given.place, asked) != given.place
        return {"FIGHTER": given.fighter, "SCENERY": given.scenery, "END": (given.place, exactly)}

    return declared_answer(read, write)


def _read_hide(values: SlotValues, asked: QuestionContext) -> Hide:
    fighter = acting_fighter(values, asked)
    if not asked.match.is_measured:
        return Hide(fighter=fighter, scenery=values["SCENERY"], path=())
    places = [*values.get("via", ()), *([values["at"]] if "at" in values else [])]
    return Hide(fighter=fighter, scenery=values["SCENERY"], path=path_through(asked, fighter, places))


def _write_hide(given: Any, _: QuestionContext) -> SlotValues | None:
    if not isinstance(given, Hide):
        return None
    walked = {"via": list(given.path[1:-1]), "at": given.path[-1]} if len(given.path) > 1 else {}
    return {"FIGHTER": given.fighter, "SCENERY": given.scenery} | walked


_AT = {"FIGHTER": "piece", "SCENERY": "scenery"}


def _whereabouts_answer(where: Whereabouts) -> Meaning:
    """A form that says where a fighter stands, seen from a piece of scenery."""

    def read(values: SlotValues, asked: QuestionContext) -> Whereabouts:
        check_fact(values, asked, _AT)
        return where

    return Meaning(read, lambda given, asked: fact_values(asked, _AT) if given is where else None)


def _unmeasured_scramble(kind: type[Swim | Leap]) -> Meaning:
    """The same where the players look at it: he ends where he is put."""

    def read(values: SlotValues, asked: QuestionContext) -> Swim | Leap:
        return kind(fighter=acting_fighter(values, asked), scenery=values["SCENERY"])

    def write(given: Any, _: QuestionContext) -> SlotValues | None:
        return {"FIGHTER": given.fighter, "SCENERY": given.scenery} if isinstance(given, kind) else None

    return declared_answer(read, write)


SWIM_OVER, LEAP_OVER = _unmeasured_scramble(Swim), _unmeasured_scramble(Leap)
CLIMB = declared_answer(_read_climb, _write_climb)
SWIM = _scramble_answer(Swim)
LEAP = _scramble_answer(Leap)
HIDE = declared_answer(_read_hide, _write_hide)

# What the players say of scenery, and of nobody's fighters, on a field that nobody measures.
SCENERY_FACT_TOPICS = (
    fact_topic(
        AtScenery,
        Form(
            "inside",
            "FIGHTER is inside SCENERY",
            "Yuri is inside Well",
            _whereabouts_answer(Whereabouts.INSIDE),
        ),
        Form(
            "beside",
            "FIGHTER touches SCENERY",
            "Yuri touches Well",
            _whereabouts_answer(Whereabouts.TOUCHING),
        ),
        Form(
            "away", "FIGHTER is not at SCENERY", "Yuri is not at Well", _whereabouts_answer(Whereabouts.AWAY)
        ),
    ),
    yes_no_topic(
        NearScenery,
        ("near", "FIGHTER is near SCENERY", "Yuri is near Well"),
        ("not-near", "FIGHTER is not near SCENERY", "Yuri is not near Well"),
        FIGHTER="piece",
        SCENERY="scenery",
    ),
    yes_no_topic(
        SceneryInView,
        ("sees-scenery", "FIGHTER sees SCENERY", "Yuri sees Well"),
        ("sees-no-scenery", "FIGHTER does not see SCENERY", "Yuri does not see Well"),
        FIGHTER="viewer",
        SCENERY="scenery",
    ),
    yes_no_topic(
        SceneryAimedAt,
        ("aims-at", "FIGHTER aims at SCENERY", "Yuri aims at Well"),
        ("aims-past", "FIGHTER does not aim at SCENERY", "Yuri does not aim at Well"),
        FIGHTER="by",
        SCENERY="scenery",
    ),
    fact_topic(
        FarAcross,
        Form("across", "NUMBER cm", "7 cm", slot_answer("NUMBER", int)),
    ),
    yes_no_topic(
        InPounce,
        ("pounces", "FIGHTER can charge ENEMY", "Yuri can charge Elenia"),
        ("pounces-not", "FIGHTER cannot charge ENEMY", "Yuri cannot charge Elenia"),
        FIGHTER="npf",
        ENEMY="target",
    ),
)

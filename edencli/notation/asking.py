"""The answers to questions other than what a fighter does: places, cards, the order of things, in words."""

from typing import Any

from edencli.field.shapes import Point
from edencli.match.pieces import Piece, Side
from edencli.match.state import Lying
from edencli.model.names import fold
from edencli.notation.errors import Unreadable, Unsuited
from edencli.notation.forms import Asked, Meaning, Values
from edencli.notation.lines import words_of
from edencli.rules.placing import Deploying, Placing


def _read_first(values: Values, _: Asked) -> Side:
    side: Side = values["SIDE"]
    return side


def _write_first(given: Any, _: Asked) -> Values | None:
    return {"SIDE": given} if isinstance(given, Side) else None


def _read_scenery(values: Values, _: Asked) -> Placing:
    return Placing(values["SCENERY"], Lying(Point(*values["PLACE"]), values.get("turned", 0.0)))


def _write_scenery(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Placing):
        return None
    place, turn = given.lying
    return {"SCENERY": given.scenery, "PLACE": place} | ({"turned": turn} if turn else {})


def _read_deploy(values: Values, asked: Asked) -> Deploying:
    own = [piece for piece in values["FIGHTER"] if piece.side is asked.question.asked]
    return Deploying(asked.one(values["FIGHTER"], own), Point(*values["PLACE"]))


def _write_deploy(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter, "PLACE": given.place} if isinstance(given, Deploying) else None


def cancelling(*, yes: bool) -> Meaning:
    """A form about the card that was just played; naming it is optional."""
    answer = True if yes else None

    def read(values: Values, asked: Asked) -> Any:
        played: str = asked.question.about["card"]
        if fold(values.get("PLAYED", played)) != fold(played):
            raise Unsuited("another-card", given=values["PLAYED"], card=played)
        return answer

    def write(given: Any, asked: Asked) -> Values | None:
        return {"PLAYED": asked.question.about["card"]} if given is answer else None

    return Meaning(read, write)


def _items(asked: Asked) -> list[str]:
    """What may be picked, in words; what is called alike is numbered."""
    things = asked.question.about["names"]
    names = [asked.names.labels[one] if isinstance(one, Piece) else str(one) for one in things]
    alike = [fold(name) for name in names]
    return [
        f"{name} ({alike[:i].count(alike[i]) + 1})" if alike.count(alike[i]) > 1 else name
        for i, name in enumerate(names)
    ]


def _read_pick(values: Values, asked: Asked) -> int:
    wanted, items = fold(values["ITEM"]), _items(asked)
    for i, item in enumerate(items):
        if wanted == fold(item):
            return i
    things = list(asked.question.about["names"])
    for called, end in asked.names.pieces.at(words_of(wanted), 0):
        meant = [piece for piece in called if piece in things]
        if meant and end == len(words_of(wanted)):
            return things.index(asked.one(called, meant))
    raise Unreadable("no-such-item", given=values["ITEM"], known=tuple(items))


def _write_pick(given: Any, asked: Asked) -> Values | None:
    items = _items(asked)
    return {"ITEM": items[given]} if type(given) is int and 0 <= given < len(items) else None


FIRST = Meaning(_read_first, _write_first)
SCENERY = Meaning(_read_scenery, _write_scenery)
DEPLOY = Meaning(_read_deploy, _write_deploy)
PICK = Meaning(_read_pick, _write_pick)

"""The answers to questions other than what a fighter does: places, cards, the order of things, in words."""

from typing import Any

from edencli.field.shapes import Point
from edencli.match.pieces import Piece, Side
from edencli.match.state import Lying
from edencli.model.names import fold
from edencli.notation.errors import Unreadable, Unsuited
from edencli.notation.forms import Asked, Meaning, Values
from edencli.rules.placing import Deploying, Placing

# What nobody is asked about: the place of something that lies or stands somewhere is a Point there.
_NO_PIECE = Piece(None, "")


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
    names = [
        asked.names.labels.get(name, name.name) if isinstance(name, Piece) else str(name)
        for name in asked.question.about["names"]
    ]
    shown = []
    for i, name in enumerate(names):
        before = names[:i].count(name)
        shown.append(f"{name} ({before + 1})" if names.count(name) > 1 else name)
    return shown


def _read_pick(values: Values, asked: Asked) -> int:
    wanted, items = fold(values["ITEM"]), _items(asked)
    for i, item in enumerate(items):
        if wanted in {fold(item), fold(item).removesuffix(" (1)")}:
            return i
    meant = asked.names.pieces.at(tuple(wanted.split()), 0)
    for i, name in enumerate(asked.question.about["names"]):
        if any(name in called for called, _ in meant):
            return i
    raise Unreadable("no-such-item", given=values["ITEM"], known=tuple(items))


def _write_pick(given: Any, asked: Asked) -> Values | None:
    items = _items(asked)
    return {"ITEM": items[given]} if type(given) is int and 0 <= given < len(items) else None


FIRST = Meaning(_read_first, _write_first)
SCENERY = Meaning(_read_scenery, _write_scenery)
DEPLOY = Meaning(_read_deploy, _write_deploy)
PICK = Meaning(_read_pick, _write_pick)

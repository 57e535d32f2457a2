"""What the forms mean: the answer that the values of a form give, and the values that an answer has.

Two parts: the answers to questions of the match (places, cards, the order of things), and what an activated
fighter does. An act is declared: what only the field knows of it (obstacles, victims) is no part of its form.

A way leads from where a fighter stands, by the places that are named, to the last. Nothing is planned here: a
destination alone is the straight line to it, an enemy alone the nearest contact on the line of centres. A
charge that ends near contact is moved into it, along the line of centres.
"""

from collections.abc import Callable, Sequence
from typing import Any

from edencli.field.distance import foot, gap
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.units import cm, compare
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import CancelChoice, OrderChoice, Spot, UseChoice
from edencli.match.state import Lying
from edencli.model.cast import Lexicon, lexicon
from edencli.model.fighter import Equipment
from edencli.model.names import fold
from edencli.model.terms import Category
from edencli.notation.errors import Ambiguous, Unreadable, Unsuited
from edencli.notation.forms import Asked, Meaning, Values
from edencli.rules.acts import (
    Blast,
    Charge,
    Extinguish,
    Melee,
    Move,
    Shot,
    Throw,
    UseAbility,
)
from edencli.rules.ground import base
from edencli.rules.movement import Path
from edencli.rules.npfs import Infesting, Prowl
from edencli.rules.placing import Deploying, Laying, Placing
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery

# How far from contact a charge may be said to end that ends in contact.
SNAP = cm(0.5)


def way(asked: Asked, fighter: Piece, places: Sequence[tuple[int, int]]) -> Path:
    """Join where a fighter stands and the places he passes."""
    return (base_on_field(asked, fighter).centre, *(Point(*place) for place in places))


def base_on_field(asked: Asked, fighter: Piece) -> Disc:
    """The base of a fighter, who must be on the field to be spoken of so."""
    if not asked.match.of(fighter).on_field:
        raise Unreadable("not-on-field", fighter=asked.names.cast.labels[fighter])
    return base(asked.match, fighter)


def charge_way(
    asked: Asked, fighter: Piece, target: Piece, via: Sequence[tuple[int, int]], end: tuple[int, int] | None
) -> Path:
    """The way of a charge, into contact where no end is named."""
    begun = way(asked, fighter, via)
    base_on_field(asked, target)
    last = Point(*end) if end else contact(asked.match, fighter, target, begun[-1])
    return (*begun, last)


def contact(match: Match, fighter: Piece, target: Piece, seen_from: tuple[int, int]) -> Point:
    """Where a fighter touches another on the line of centres, seen from a place."""
    return foot(base(match, target), base(match, fighter).r, seen_from)


def snapped(mover: Disc, target: Shape, end: tuple[int, int]) -> Point:
    """The end of a charge, or of what ends at an edge, moved into contact if it is near it."""
    apart = gap(mover.at(end), target)
    if compare(apart, 0) == 0 or compare(abs(apart), SNAP) > 0:
        return Point(*end)
    return foot(target, mover.r, end)


def _read_first(values: Values, _: Asked) -> Side:
    side: Side = values["SIDE"]
    return side


def _write_first(given: Any, _: Asked) -> Values | None:
    return {"SIDE": given} if isinstance(given, Side) else None


def _read_scenery(values: Values, _: Asked) -> Placing:
    return Placing(values["SCENERY"], Lying(Point(*values["PLACE"]), values.get("turned", 0.0)))


def _write_scenery(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Placing) or given.lying.place is None:
        return None
    place, turn = given.lying.place, given.lying.turn
    return {"SCENERY": given.scenery, "PLACE": place} | ({"turned": turn} if turn else {})


def _read_infest(values: Values, _: Asked) -> Infesting:
    return Infesting(values["NPF"], Point(*values["PLACE"]))


def _write_infest(given: Any, _: Asked) -> Values | None:
    is_so = isinstance(given, Infesting) and given.place is not None
    return {"NPF": given.card, "PLACE": given.place} if is_so else None


def _read_prowl(values: Values, asked: Asked) -> Prowl:
    fighter = actor(values, asked)
    return Prowl(fighter=fighter, path=way(asked, fighter, [values["PLACE"]]))


def _write_prowl(given: Any, _: Asked) -> Values | None:
    is_so = isinstance(given, Prowl) and given.path
    return {"FIGHTER": given.fighter, "PLACE": given.path[-1]} if is_so else None


def _read_deploy(values: Values, asked: Asked) -> Deploying:
    own = [piece for piece in values["FIGHTER"] if piece.side is asked.question.asked]
    return Deploying(asked.one(values["FIGHTER"], own), Point(*values["PLACE"]))


def _write_deploy(given: Any, _: Asked) -> Values | None:
    is_so = isinstance(given, Deploying) and given.place is not None
    return {"FIGHTER": given.fighter, "PLACE": given.place} if is_so else None


def _read_laying(values: Values, asked: Asked) -> Laying:
    assert isinstance(asked.question, Spot), "the form's topic"  # noqa: S101
    (token,) = asked.question.left
    if not lexicon([token]).called(values["TOKEN"]):
        raise Unsuited("another-card", given=values["TOKEN"], card=token)
    return Laying(token, Point(*values["PLACE"]))


def _write_laying(given: Any, _: Asked) -> Values | None:
    return {"TOKEN": given.token, "PLACE": given.place} if isinstance(given, Laying) else None


def _read_setting(values: Values, asked: Asked) -> Deploying:
    assert isinstance(asked.question, Spot), "the form's topic"  # noqa: S101
    return Deploying(asked.one(values["FIGHTER"], asked.question.left), Point(*values["PLACE"]))


def cancelling(*, yes: bool) -> Meaning:
    """A form about the card that was just played; naming it is optional."""
    answer = True if yes else None

    def read(values: Values, asked: Asked) -> Any:
        played = _card_of(asked)
        if not lexicon([played]).called(values.get("PLAYED", played)):
            raise Unsuited("another-card", given=values["PLAYED"], card=played)
        return answer

    def write(given: Any, asked: Asked) -> Values | None:
        return {"PLAYED": _card_of(asked)} if given is answer else None

    return Meaning(read, write)


def _card_of(asked: Asked) -> str:
    """The card that was just played, or is offered."""
    assert isinstance(asked.question, CancelChoice | UseChoice), "the form's topic"  # noqa: S101
    return asked.question.card


def _names_of(asked: Asked) -> tuple[Any, ...]:
    """What may be picked."""
    assert isinstance(asked.question, OrderChoice), "the form's topic"  # noqa: S101
    return asked.question.names


def _items(asked: Asked) -> list[str]:
    """What may be picked, in words; what is called alike is numbered."""
    things = _names_of(asked)
    names = [asked.names.cast.labels[one] if isinstance(one, Piece) else str(one) for one in things]
    alike = [fold(name) for name in names]
    return [
        f"{name} ({alike[:i].count(alike[i]) + 1})" if alike.count(alike[i]) > 1 else name
        for i, name in enumerate(names)
    ]


def _read_pick(values: Values, asked: Asked) -> int:
    wanted, items = values["ITEM"], _items(asked)
    meant = Lexicon((item, i) for i, item in enumerate(items)).called(wanted)
    if len(meant) == 1:
        return meant[0]
    things = _names_of(asked)
    called = [piece for piece in asked.names.cast.called(wanted) if piece in things]
    if len(called) == 1:
        return things.index(called[0])
    if meant:
        raise Ambiguous("which-name", given=wanted, meanings=tuple(items[i] for i in meant))
    raise Unreadable("no-such-item", given=wanted, known=tuple(items))


def _write_pick(given: Any, asked: Asked) -> Values | None:
    items = _items(asked)
    return {"ITEM": items[given]} if type(given) is int and 0 <= given < len(items) else None


FIRST = Meaning(_read_first, _write_first)
SCENERY = Meaning(_read_scenery, _write_scenery)
INFEST = Meaning(_read_infest, _write_infest)
LAYING = Meaning(_read_laying, _write_laying)
SETTING = Meaning(_read_setting, _write_deploy)
DEPLOY = Meaning(_read_deploy, _write_deploy)
PICK = Meaning(_read_pick, _write_pick)


def actor(values: Values, asked: Asked) -> Piece:
    """The fighter who acts."""
    return asked.one(values["FIGHTER"])


def declared(read: Callable[[Values, Asked], Any], write: Callable[[Any, Asked], Values | None]) -> Meaning:
    """A meaning that is written only if reading gives it back: acts hold facts that nobody declares."""

    def write_declared(given: Any, asked: Asked) -> Values | None:
        values = write(given, asked)
        if values is None:
            return None
        called = {key: _called(value) for key, value in values.items()}
        return values if read(called, asked) == given else None

    return Meaning(read, write_declared)


def _called(value: Any) -> Any:
    """A value as a reader finds it: of a fighter, all whom his name may mean."""
    if isinstance(value, list):
        return [_called(one) for one in value]
    return (value,) if isinstance(value, Piece) else value


PROWL = declared(_read_prowl, _write_prowl)


def _read_move(values: Values, asked: Asked) -> Move:
    fighter = actor(values, asked)
    return Move(fighter=fighter, path=way(asked, fighter, [*values.get("via", ()), values["PLACE"]]))


def _write_move(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Move) or len(given.path) <= 1:
        return None
    return {"FIGHTER": given.fighter, "PLACE": given.path[-1], "via": list(given.path[1:-1])}


def _read_stay(values: Values, asked: Asked) -> Move:
    fighter = actor(values, asked)
    return Move(fighter=fighter, path=way(asked, fighter, []))


def _write_stay(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter} if isinstance(given, Move) and len(given.path) == 1 else None


def _read_charge(values: Values, asked: Asked) -> Charge:
    fighter = actor(values, asked)
    target = asked.enemy(values["ENEMY"], fighter)
    if not asked.match.is_measured:
        return Charge(fighter=fighter, target=target, path=())
    end, exactly = values.get("to", (None, True))
    path = charge_way(asked, fighter, target, values.get("via", []), end)
    if not exactly:
        path = (*path[:-1], snapped(base(asked.match, fighter), base(asked.match, target), path[-1]))
    return Charge(fighter=fighter, target=target, path=path)


def _write_charge(given: Any, asked: Asked) -> Values | None:
    if not isinstance(given, Charge) or len(given.path) == 1:
        return None
    if not given.path:
        return {"FIGHTER": given.fighter, "ENEMY": given.target}
    fighter, target, end = given.fighter, given.target, given.path[-1]
    via = list(given.path[1:-1])
    values: Values = {"FIGHTER": fighter, "ENEMY": target, "via": via}
    if charge_way(asked, fighter, target, via, None)[-1] != end:
        values["to"] = end, snapped(base(asked.match, fighter), base(asked.match, target), end) != end
    return values


def _read_charge_nowhere(values: Values, asked: Asked) -> Charge:
    fighter = actor(values, asked)
    return Charge(fighter=fighter, target=asked.enemy(values["ENEMY"], fighter), path=way(asked, fighter, []))


def _write_charge_nowhere(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Charge) or len(given.path) != 1:
        return None
    return {"FIGHTER": given.fighter, "ENEMY": given.target}


def _read_melee(values: Values, asked: Asked) -> Melee:
    fighter = actor(values, asked)
    return Melee(fighter=fighter, target=asked.enemy(values["ENEMY"], fighter))


def _write_melee(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter, "ENEMY": given.target} if isinstance(given, Melee) else None


def _read_scenery_melee(values: Values, asked: Asked) -> MeleeAtScenery:
    return MeleeAtScenery(fighter=actor(values, asked), scenery=values["SCENERY"])


def _write_scenery_melee(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter, "SCENERY": given.scenery} if isinstance(given, MeleeAtScenery) else None


def _weapon(given: Equipment | None, fighter: Piece, category: Category, asked: Asked) -> dict[str, Any]:
    """What is used: the piece of equipment that was named, or the only one that could be."""
    item = given
    if item is None:
        could = [item for item in asked.match.carried(fighter) if item.use(category)]
        if not could:
            raise Unreadable(f"no-{category}", fighter=asked.names.cast.labels[fighter])
        if len(could) > 1:
            names = tuple(item.name for item in could)
            raise Ambiguous("which-weapon", given=asked.names.cast.labels[fighter], meanings=names)
        item = could[0]
    return {"weapon": item, "use": item.use(category)}


def _read_shot(values: Values, asked: Asked) -> Shot:
    fighter = actor(values, asked)
    weapon = _weapon(values.get("with"), fighter, Category.SHOOTING, asked)
    return Shot(fighter=fighter, target=asked.enemy(values["ENEMY"], fighter), **weapon)


def _write_shot(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, Shot):
        return None
    return {"FIGHTER": given.fighter, "ENEMY": given.target, "with": given.weapon}


def _read_scenery_shot(values: Values, asked: Asked) -> ShotAtScenery:
    fighter = actor(values, asked)
    weapon = _weapon(values.get("with"), fighter, Category.SHOOTING, asked)
    return ShotAtScenery(fighter=fighter, scenery=values["SCENERY"], **weapon)


def _write_scenery_shot(given: Any, _: Asked) -> Values | None:
    if not isinstance(given, ShotAtScenery):
        return None
    return {"FIGHTER": given.fighter, "SCENERY": given.scenery, "with": given.weapon}


_CATEGORIES = {"PROJECTILE": Category.PROJECTILE, "BLAST": Category.BLAST}


def _burst(kind: type[Throw | Blast], slot: str) -> Meaning:
    """A projectile that is thrown, or a blast."""

    def read(values: Values, asked: Asked) -> Throw | Blast:
        fighter, aim = actor(values, asked), values["AIM"]
        if not asked.match.is_measured:
            return kind(fighter=fighter, at=asked.enemy(aim, fighter), **used(values, slot, fighter, asked))
        if isinstance(aim[0], Piece):
            aim = tuple(base_on_field(asked, asked.enemy(aim, fighter)).centre)
        weapon = used(values, slot, fighter, asked)
        turned = {"turned": values["turned"]} if "turned" in values else {}
        return kind(fighter=fighter, point=aim, **weapon, **turned)

    def write(given: Any, asked: Asked) -> Values | None:
        if not isinstance(given, kind) or (given.at is None and not asked.match.is_measured):
            return None
        turned = {"turned": given.turned} if isinstance(given, Blast) and given.turned else {}
        return {"FIGHTER": given.fighter, slot: given.weapon, "AIM": given.at or given.point} | turned

    return declared(read, write)


def used(values: Values, slot: str, fighter: Piece, asked: Asked) -> dict[str, Any]:
    """What is thrown, or blasts: the piece of equipment in a slot, or the only one that could be."""
    return _weapon(values.get(slot, values.get("with")), fighter, _CATEGORIES[slot], asked)


def _read_ability(values: Values, asked: Asked) -> UseAbility:
    return UseAbility(fighter=actor(values, asked), ability=values["ABILITY"])


def _write_ability(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter, "ABILITY": given.ability} if isinstance(given, UseAbility) else None


def _read_extinguish(values: Values, asked: Asked) -> Extinguish:
    return Extinguish(fighter=actor(values, asked))


def _write_extinguish(given: Any, _: Asked) -> Values | None:
    return {"FIGHTER": given.fighter} if isinstance(given, Extinguish) else None


MOVE = declared(_read_move, _write_move)
STAY = declared(_read_stay, _write_stay)
CHARGE = declared(_read_charge, _write_charge)
CHARGE_NOWHERE = declared(_read_charge_nowhere, _write_charge_nowhere)
MELEE = declared(_read_melee, _write_melee)
SHOT = declared(_read_shot, _write_shot)
SCENERY_MELEE = declared(_read_scenery_melee, _write_scenery_melee)
SCENERY_SHOT = declared(_read_scenery_shot, _write_scenery_shot)
THROW, BLAST = _burst(Throw, "PROJECTILE"), _burst(Blast, "BLAST")
ABILITY = declared(_read_ability, _write_ability)
EXTINGUISH = declared(_read_extinguish, _write_extinguish)

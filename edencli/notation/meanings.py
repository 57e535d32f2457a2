"""What the forms mean: the answer that the values of a form give, and the values that an answer has.

Two parts: the answers to questions of the match (places, cards, the order of things), and what an activated
fighter does. An act is declared: what only the field knows of it (obstacles, victims) is no part of its form.

A way leads from where a fighter stands, by the places that are named, to the last. Nothing is planned here: a
destination alone is the straight line to it, an enemy alone the nearest contact on the line of centres. A
charge that ends near contact is moved into it, along the line of centres.
"""

from collections.abc import Callable, Sequence
from typing import Any

from edencli.field.distance import gap, nearest_foot
from edencli.field.shapes import Disc, Point, Shape
from edencli.field.units import cm, compare_lengths
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import OrderChoice, PlacementQuestion
from edencli.match.state import SceneryState
from edencli.model.fighter import Equipment
from edencli.model.lexicon import Lexicon, lexicon_of
from edencli.model.names import fold
from edencli.model.terms import Category
from edencli.notation.errors import Ambiguous, Unreadable, Unsuited
from edencli.notation.forms import Meaning, QuestionContext, SlotValues
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
from edencli.rules.npfs import NpfPlacement, Prowl
from edencli.rules.placing import FighterPlacement, SceneryPlacement, TokenPlacement
from edencli.rules.questions import CancelChoice, UseChoice
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery

# How far from contact a charge may be said to end that ends in contact.
SNAP_DISTANCE = cm(0.5)


def path_through(asked: QuestionContext, fighter: Piece, places: Sequence[tuple[int, int]]) -> Path:
    """Join where a fighter stands and the places he passes."""
    return (base_on_field(asked, fighter).centre, *(Point(*place) for place in places))


def base_on_field(asked: QuestionContext, fighter: Piece) -> Disc:
    """The base of a fighter, who must be on the field to be spoken of so."""
    if not asked.match.state_of(fighter).on_field:
        raise Unreadable("not-on-field", fighter=asked.names.cast.labels[fighter])
    return base(asked.match, fighter)


def charge_path(
    asked: QuestionContext,
    fighter: Piece,
    target: Piece,
    via: Sequence[tuple[int, int]],
    end: tuple[int, int] | None,
) -> Path:
    """The way of a charge, into contact where no end is named."""
    begun = path_through(asked, fighter, via)
    base_on_field(asked, target)
    last = Point(*end) if end else contact_point(asked.match, fighter, target, begun[-1])
    return (*begun, last)


def contact_point(match: Match, fighter: Piece, target: Piece, seen_from: tuple[int, int]) -> Point:
    """Where a fighter touches another on the line of centres, seen from a place."""
    return nearest_foot(base(match, target), base(match, fighter).r, seen_from)


def snap_to_contact(mover: Disc, target: Shape, end: tuple[int, int]) -> Point:
    """The end of a charge, or of what ends at an edge, moved into contact if it is near it."""
    apart = gap(mover.moved_to(end), target)
    if compare_lengths(apart, 0) == 0 or compare_lengths(abs(apart), SNAP_DISTANCE) > 0:
        return Point(*end)
    return nearest_foot(target, mover.r, end)


def _read_first(values: SlotValues, _: QuestionContext) -> Side:
    side: Side = values["SIDE"]
    return side


def _write_first(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"SIDE": given} if isinstance(given, Side) else None


def _read_scenery(values: SlotValues, _: QuestionContext) -> SceneryPlacement:
    return SceneryPlacement(
        values["SCENERY"], SceneryState(Point(*values["PLACE"]), values.get("turned", 0.0))
    )


def _write_scenery(given: Any, _: QuestionContext) -> SlotValues | None:
    if not isinstance(given, SceneryPlacement) or given.lying.place is None:
        return None
    place, turn = given.lying.place, given.lying.turn
    return {"SCENERY": given.scenery, "PLACE": place} | ({"turned": turn} if turn else {})


def _read_infest(values: SlotValues, _: QuestionContext) -> NpfPlacement:
    return NpfPlacement(values["NPF"], Point(*values["PLACE"]))


def _write_infest(given: Any, _: QuestionContext) -> SlotValues | None:
    is_so = isinstance(given, NpfPlacement) and given.place is not None
    return {"NPF": given.card, "PLACE": given.place} if is_so else None


def _read_prowl(values: SlotValues, asked: QuestionContext) -> Prowl:
    fighter = acting_fighter(values, asked)
    return Prowl(fighter=fighter, path=path_through(asked, fighter, [values["PLACE"]]))


def _write_prowl(given: Any, _: QuestionContext) -> SlotValues | None:
    is_so = isinstance(given, Prowl) and given.path
    return {"FIGHTER": given.fighter, "PLACE": given.path[-1]} if is_so else None


def _read_deploy(values: SlotValues, asked: QuestionContext) -> FighterPlacement:
    own = [piece for piece in values["FIGHTER"] if piece.side is asked.question.asked]
    return FighterPlacement(asked.resolve_fighter(values["FIGHTER"], own), Point(*values["PLACE"]))


def _write_deploy(given: Any, _: QuestionContext) -> SlotValues | None:
    is_so = isinstance(given, FighterPlacement) and given.place is not None
    return {"FIGHTER": given.fighter, "PLACE": given.place} if is_so else None


def _read_laying(values: SlotValues, asked: QuestionContext) -> TokenPlacement:
    assert isinstance(asked.question, PlacementQuestion), "the form's topic"  # noqa: S101
    (token,) = asked.question.left
    if not lexicon_of([token]).meanings(values["TOKEN"]):
        raise Unsuited("another-card", given=values["TOKEN"], card=token)
    return TokenPlacement(token, Point(*values["PLACE"]))


def _write_laying(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"TOKEN": given.token, "PLACE": given.place} if isinstance(given, TokenPlacement) else None


def _read_set_fighter(values: SlotValues, asked: QuestionContext) -> FighterPlacement:
    assert isinstance(asked.question, PlacementQuestion), "the form's topic"  # noqa: S101
    return FighterPlacement(
        asked.resolve_fighter(values["FIGHTER"], asked.question.left), Point(*values["PLACE"])
    )


def cancel_answer(*, yes: bool) -> Meaning:
    """A form about the card that was just played; naming it is optional."""
    answer = True if yes else None

    def read(values: SlotValues, asked: QuestionContext) -> Any:
        played = _card_of(asked)
        if not lexicon_of([played]).meanings(values.get("PLAYED", played)):
            raise Unsuited("another-card", given=values["PLAYED"], card=played)
        return answer

    def write(given: Any, asked: QuestionContext) -> SlotValues | None:
        return {"PLAYED": _card_of(asked)} if given is answer else None

    return Meaning(read, write)


def _card_of(asked: QuestionContext) -> str:
    """The card that was just played, or is offered."""
    assert isinstance(asked.question, CancelChoice | UseChoice), "the form's topic"  # noqa: S101
    return asked.question.card


def _names_of(asked: QuestionContext) -> tuple[Any, ...]:
    """What may be picked."""
    assert isinstance(asked.question, OrderChoice), "the form's topic"  # noqa: S101
    return asked.question.names


def _items(asked: QuestionContext) -> list[str]:
    """What may be picked, in words; what is called alike is numbered."""
    things = _names_of(asked)
    names = [asked.names.cast.labels[one] if isinstance(one, Piece) else str(one) for one in things]
    alike = [fold(name) for name in names]
    return [
        f"{name} ({alike[:i].count(alike[i]) + 1})" if alike.count(alike[i]) > 1 else name
        for i, name in enumerate(names)
    ]


def _read_pick(values: SlotValues, asked: QuestionContext) -> int:
    wanted, items = values["ITEM"], _items(asked)
    meant = Lexicon((item, i) for i, item in enumerate(items)).meanings(wanted)
    if len(meant) == 1:
        return meant[0]
    things = _names_of(asked)
    called = [piece for piece in asked.names.cast.meanings(wanted) if piece in things]
    if len(called) == 1:
        return things.index(called[0])
    if meant:
        raise Ambiguous("which-name", given=wanted, meanings=tuple(items[i] for i in meant))
    raise Unreadable("no-such-item", given=wanted, known=tuple(items))


def _write_pick(given: Any, asked: QuestionContext) -> SlotValues | None:
    items = _items(asked)
    return {"ITEM": items[given]} if type(given) is int and 0 <= given < len(items) else None


FIRST_PLAYER = Meaning(_read_first, _write_first)
SCENERY = Meaning(_read_scenery, _write_scenery)
INFEST = Meaning(_read_infest, _write_infest)
LAYING = Meaning(_read_laying, _write_laying)
SET_FIGHTER = Meaning(_read_set_fighter, _write_deploy)
DEPLOY = Meaning(_read_deploy, _write_deploy)
PICK = Meaning(_read_pick, _write_pick)


def acting_fighter(values: SlotValues, asked: QuestionContext) -> Piece:
    """The fighter who acts."""
    return asked.resolve_fighter(values["FIGHTER"])


def declared_answer(
    read: Callable[[SlotValues, QuestionContext], Any],
    write: Callable[[Any, QuestionContext], SlotValues | None],
) -> Meaning:
    """A meaning that is written only if reading gives it back: acts hold facts that nobody declares."""

    def write_declared(given: Any, asked: QuestionContext) -> SlotValues | None:
        values = write(given, asked)
        if values is None:
            return None
        called = {key: _as_read(value) for key, value in values.items()}
        return values if read(called, asked) == given else None

    return Meaning(read, write_declared)


def _as_read(value: Any) -> Any:
    """A value as a reader finds it: of a fighter, all whom his name may mean."""
    if isinstance(value, list):
        return [_as_read(one) for one in value]
    return (value,) if isinstance(value, Piece) else value


PROWL = declared_answer(_read_prowl, _write_prowl)


def _read_move(values: SlotValues, asked: QuestionContext) -> Move:
    fighter = acting_fighter(values, asked)
    return Move(fighter=fighter, path=path_through(asked, fighter, [*values.get("via", ()), values["PLACE"]]))


def _write_move(given: Any, _: QuestionContext) -> SlotValues | None:
    if not isinstance(given, Move) or len(given.path) <= 1:
        return None
    return {"FIGHTER": given.fighter, "PLACE": given.path[-1], "via": list(given.path[1:-1])}


def _read_stay(values: SlotValues, asked: QuestionContext) -> Move:
    fighter = acting_fighter(values, asked)
    return Move(fighter=fighter, path=path_through(asked, fighter, []))


def _write_stay(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"FIGHTER": given.fighter} if isinstance(given, Move) and len(given.path) == 1 else None


def _read_charge(values: SlotValues, asked: QuestionContext) -> Charge:
    fighter = acting_fighter(values, asked)
    target = asked.resolve_enemy(values["ENEMY"], fighter)
    if not asked.match.is_measured:
        return Charge(fighter=fighter, target=target, path=())
    end, exactly = values.get("to", (None, True))
    path = charge_path(asked, fighter, target, values.get("via", []), end)
    if not exactly:
        path = (*path[:-1], snap_to_contact(base(asked.match, fighter), base(asked.match, target), path[-1]))
    return Charge(fighter=fighter, target=target, path=path)


def _write_charge(given: Any, asked: QuestionContext) -> SlotValues | None:
    if not isinstance(given, Charge) or len(given.path) == 1:
        return None
    if not given.path:
        return {"FIGHTER": given.fighter, "ENEMY": given.target}
    fighter, target, end = given.fighter, given.target, given.path[-1]
    via = list(given.path[1:-1])
    values: SlotValues = {"FIGHTER": fighter, "ENEMY": target, "via": via}
    if charge_path(asked, fighter, target, via, None)[-1] != end:
        values["to"] = end, snap_to_contact(base(asked.match, fighter), base(asked.match, target), end) != end
    return values


def _read_charge_nowhere(values: SlotValues, asked: QuestionContext) -> Charge:
    fighter = acting_fighter(values, asked)
    return Charge(
        fighter=fighter,
        target=asked.resolve_enemy(values["ENEMY"], fighter),
        path=path_through(asked, fighter, []),
    )


def _write_charge_nowhere(given: Any, _: QuestionContext) -> SlotValues | None:
    if not isinstance(given, Charge) or len(given.path) != 1:
        return None
    return {"FIGHTER": given.fighter, "ENEMY": given.target}


def _read_melee(values: SlotValues, asked: QuestionContext) -> Melee:
    fighter = acting_fighter(values, asked)
    return Melee(fighter=fighter, target=asked.resolve_enemy(values["ENEMY"], fighter))


def _write_melee(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"FIGHTER": given.fighter, "ENEMY": given.target} if isinstance(given, Melee) else None


def _read_scenery_melee(values: SlotValues, asked: QuestionContext) -> MeleeAtScenery:
    return MeleeAtScenery(fighter=acting_fighter(values, asked), scenery=values["SCENERY"])


def _write_scenery_melee(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"FIGHTER": given.fighter, "SCENERY": given.scenery} if isinstance(given, MeleeAtScenery) else None


def _weapon(
    given: Equipment | None, fighter: Piece, category: Category, asked: QuestionContext
) -> dict[str, Any]:
    """What is used: the piece of equipment that was named, or the only one that could be."""
    item = given
    if item is None:
        could = [item for item in asked.match.equipment_of(fighter) if item.use(category)]
        if not could:
            raise Unreadable(f"no-{category}", fighter=asked.names.cast.labels[fighter])
        if len(could) > 1:
            names = tuple(item.name for item in could)
            raise Ambiguous("which-weapon", given=asked.names.cast.labels[fighter], meanings=names)
        item = could[0]
    return {"weapon": item, "use": item.use(category)}


def _read_shot(values: SlotValues, asked: QuestionContext) -> Shot:
    fighter = acting_fighter(values, asked)
    weapon = _weapon(values.get("with"), fighter, Category.SHOOTING, asked)
    return Shot(fighter=fighter, target=asked.resolve_enemy(values["ENEMY"], fighter), **weapon)


def _write_shot(given: Any, _: QuestionContext) -> SlotValues | None:
    if not isinstance(given, Shot):
        return None
    return {"FIGHTER": given.fighter, "ENEMY": given.target, "with": given.weapon}


def _read_scenery_shot(values: SlotValues, asked: QuestionContext) -> ShotAtScenery:
    fighter = acting_fighter(values, asked)
    weapon = _weapon(values.get("with"), fighter, Category.SHOOTING, asked)
    return ShotAtScenery(fighter=fighter, scenery=values["SCENERY"], **weapon)


def _write_scenery_shot(given: Any, _: QuestionContext) -> SlotValues | None:
    if not isinstance(given, ShotAtScenery):
        return None
    return {"FIGHTER": given.fighter, "SCENERY": given.scenery, "with": given.weapon}


_CATEGORIES = {"PROJECTILE": Category.PROJECTILE, "BLAST": Category.BLAST}


def _template_answer(kind: type[Throw | Blast], slot: str) -> Meaning:
    """A projectile that is thrown, or a blast."""

    def read(values: SlotValues, asked: QuestionContext) -> Throw | Blast:
        fighter, aim = acting_fighter(values, asked), values["AIM"]
        if not asked.match.is_measured:
            return kind(
                fighter=fighter,
                at=asked.resolve_enemy(aim, fighter),
                **used_weapon(values, slot, fighter, asked),
            )
        if isinstance(aim[0], Piece):
            aim = tuple(base_on_field(asked, asked.resolve_enemy(aim, fighter)).centre)
        weapon = used_weapon(values, slot, fighter, asked)
        turned = {"turned": values["turned"]} if "turned" in values else {}
        return kind(fighter=fighter, point=aim, **weapon, **turned)

    def write(given: Any, asked: QuestionContext) -> SlotValues | None:
        if not isinstance(given, kind) or (given.at is None and not asked.match.is_measured):
            return None
        turned = {"turned": given.turned} if isinstance(given, Blast) and given.turned else {}
        return {"FIGHTER": given.fighter, slot: given.weapon, "AIM": given.at or given.point} | turned

    return declared_answer(read, write)


def used_weapon(values: SlotValues, slot: str, fighter: Piece, asked: QuestionContext) -> dict[str, Any]:
    """What is thrown, or blasts: the piece of equipment in a slot, or the only one that could be."""
    return _weapon(values.get(slot, values.get("with")), fighter, _CATEGORIES[slot], asked)


def _read_ability(values: SlotValues, asked: QuestionContext) -> UseAbility:
    return UseAbility(fighter=acting_fighter(values, asked), ability=values["ABILITY"])


def _write_ability(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"FIGHTER": given.fighter, "ABILITY": given.ability} if isinstance(given, UseAbility) else None


def _read_extinguish(values: SlotValues, asked: QuestionContext) -> Extinguish:
    return Extinguish(fighter=acting_fighter(values, asked))


def _write_extinguish(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"FIGHTER": given.fighter} if isinstance(given, Extinguish) else None


MOVE = declared_answer(_read_move, _write_move)
STAY = declared_answer(_read_stay, _write_stay)
CHARGE = declared_answer(_read_charge, _write_charge)
CHARGE_NOWHERE = declared_answer(_read_charge_nowhere, _write_charge_nowhere)
MELEE = declared_answer(_read_melee, _write_melee)
SHOT = declared_answer(_read_shot, _write_shot)
SCENERY_MELEE = declared_answer(_read_scenery_melee, _write_scenery_melee)
SCENERY_SHOT = declared_answer(_read_scenery_shot, _write_scenery_shot)
THROW, BLAST = _template_answer(Throw, "PROJECTILE"), _template_answer(Blast, "BLAST")
ABILITY = declared_answer(_read_ability, _write_ability)
EXTINGUISH = declared_answer(_read_extinguish, _write_extinguish)

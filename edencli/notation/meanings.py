"""The meanings of forms: how the values of the slots make an answer, and how an answer gives them back.

Most answers are a record, and each slot holds one of its parts: `record_answer` reads and writes all of these
from one description. Others are a constant, or the value of a single slot. Only the rest have functions of
their own: a card that need not be named, one of several listed things.

A record is written only if reading gives it back, because an act holds facts that no player declares.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from edencli.field.shapes import Point
from edencli.match.facts import Fact, FactGroup, Touching
from edencli.match.match import Match
from edencli.match.pieces import Piece, are_enemies
from edencli.match.questions import FieldQuestion, OrderChoice, PlacementQuestion, Question
from edencli.match.state import SceneryState
from edencli.model.lexicon import lexicon_of, name_in_moves, read_quoted, tokens_of
from edencli.model.names import name_key
from edencli.model.terms import Category
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Ambiguous, Unreadable, Unsuited, Unwritable
from edencli.notation.names import MatchNames, PossibleFighters
from edencli.rules.questions import CancelChoice, UseChoice

SlotValues = dict[str, Any]


class QuestionContext(NamedTuple):
    """The current question, with the match and the names for reading its answer."""

    match: Match
    question: Question[Any]
    names: MatchNames

    @property
    def fighter(self) -> Piece | None:
        """The fighter that the question is about, if there is one."""
        return self.question.fighter

    @property
    def fact(self) -> Fact | FactGroup:
        """The fact of the field that is asked for."""
        if not isinstance(self.question, FieldQuestion):
            raise TypeError(self.question)
        return self.question.fact

    def resolve_fighter(self, meant: PossibleFighters, among: Sequence[Piece] = ()) -> Piece:
        """Return the fighter that was meant; if several are possible, the only one `among` the likelier."""
        likely = [piece for piece in meant if piece in among] or list(meant)
        if len(likely) == 1:
            return likely[0]
        meanings = tuple(self.names.cast.labels[piece] for piece in likely)
        raise Ambiguous("which-fighter", given=likely[0].name, meanings=meanings)

    def resolve_enemy(self, meant: PossibleFighters, of: Piece) -> Piece:
        """Return the enemy of a fighter that was meant."""
        return self.resolve_fighter(meant, [piece for piece in meant if are_enemies(piece, of)])


class Meaning(NamedTuple):
    """The answer that the values of a form mean, and the values for an answer; None for other answers."""

    read: Callable[[SlotValues, QuestionContext], Any]
    write: Callable[[Any, QuestionContext], SlotValues | None]


def constant_answer(answer: Any) -> Meaning:
    """Return the meaning of a form with always the same answer."""
    return Meaning(
        lambda values, asked: answer,  # noqa: ARG005  # every meaning's shape
        lambda given, asked: {} if type(given) is type(answer) and given == answer else None,  # noqa: ARG005
    )


def slot_answer(slot: str, kind: type[Any], default: Any = None) -> Meaning:
    """Return the meaning of a form whose answer is the value of a slot, or the default if it has no value."""

    def write(given: Any, _: QuestionContext) -> SlotValues | None:
        if type(given) is not kind or (kind is int and given < 0):
            return None
        return {} if given == default else {slot: given}

    return Meaning(lambda values, _: values.get(slot, default), write)


def fighter_answer(slot: str) -> Meaning:
    """Return the meaning of a form with a slot for one of the fighters that may be picked."""

    def read(values: SlotValues, asked: QuestionContext) -> Piece:
        return asked.resolve_fighter(values[slot], getattr(asked.question, "options", ()))

    def write(given: Any, asked: QuestionContext) -> SlotValues | None:
        return {slot: given} if given in asked.names.cast.labels else None

    return Meaning(read, write)


# ── records: each slot holds a part ──────────────────────────────────────────────────────────────────────


class RecordPart(NamedTuple):
    """Some parts of a record, and the keys of the slots and clauses for them.

    `read` gives the parts by name, knowing those that were read before; `write` gives the values of the
    slots, or None for a record that cannot be written in this way.
    """

    keys: tuple[str, ...]
    read: Callable[[SlotValues, QuestionContext, Mapping[str, Any]], Mapping[str, Any]]
    write: Callable[[Any, QuestionContext], SlotValues | None]


def record_answer(
    kind: Callable[..., Any], parts: Iterable[RecordPart], constants: Mapping[str, Any]
) -> Meaning:
    """Return the meaning of a form whose slots hold the parts of a record; constants are fixed parts."""
    described = tuple(parts)

    def read(values: SlotValues, asked: QuestionContext) -> Any:
        known = dict(constants)
        for part in described:
            known |= part.read(values, asked, known)
        return kind(**known)

    def write(given: Any, asked: QuestionContext) -> SlotValues | None:
        if not isinstance(given, kind):  # type: ignore[arg-type]  # a class is what makes it
            return None
        values: SlotValues = {}
        for part in described:
            found = part.write(given, asked)
            if found is None:
                return None
            values |= found
        as_read = {key: _as_read(value) for key, value in values.items()}
        return values if read(as_read, asked) == given else None

    return Meaning(read, write)


def _as_read(value: Any) -> Any:
    """Return a value as a reader gives it; for a fighter, every fighter that the name may mean."""
    if isinstance(value, list):
        return [_as_read(one) for one in value]
    return (value,) if isinstance(value, Piece) else value


def plain_part(key: str, name: str) -> RecordPart:
    """Return a part that is the value of a required slot."""

    def write(given: Any, _: QuestionContext) -> SlotValues | None:
        value = getattr(given, name)
        is_missing = value is None or (isinstance(value, int) and value < 0)
        return None if is_missing else {key: value}

    return RecordPart((key,), lambda values, *_: {name: values[key]}, write)


def loss_part(key: str, name: str) -> RecordPart:
    """Return a negative part, whose slot holds it as a positive number."""
    return RecordPart(
        (key,),
        lambda values, *_: {name: -values[key]},
        lambda given, _: {key: -value} if (value := getattr(given, name)) < 0 else None,
    )


def place_part(key: str, name: str) -> RecordPart:
    """Return a part that is a place."""
    return plain_part(key, name)._replace(read=lambda values, *_: {name: Point(*values[key])})


def fighter_part(
    key: str,
    name: str,
    likely: Callable[[PossibleFighters, QuestionContext], Sequence[Piece]] = lambda *_: (),
) -> RecordPart:
    """Return a part that is a fighter; if a name means several, one of the likelier."""
    return RecordPart(
        (key,),
        lambda values, asked, _: {name: asked.resolve_fighter(values[key], likely(values[key], asked))},
        lambda given, _: {key: piece} if isinstance(piece := getattr(given, name), Piece) else None,
    )


def own_fighters(meant: PossibleFighters, asked: QuestionContext) -> Sequence[Piece]:
    """Return those of some fighters that belong to the side asked."""
    return [piece for piece in meant if piece.side is asked.question.asked]


def fighters_left(_: PossibleFighters, asked: QuestionContext) -> Sequence[Any]:
    """Return the fighters, or other things, that are still to be placed."""
    assert isinstance(asked.question, PlacementQuestion), "the form's topic"  # noqa: S101
    return asked.question.left


def enemy_part(key: str, name: str) -> RecordPart:
    """Return a part that is an enemy of the acting fighter."""
    return fighter_part(key, name)._replace(
        read=lambda values, asked, known: {name: asked.resolve_enemy(values[key], known["fighter"])}
    )


def fighters_part(key: str, name: str) -> RecordPart:
    """Return a part that is any number of fighters."""
    return RecordPart(
        (key,),
        lambda values, asked, _: {name: tuple(asked.resolve_fighter(one) for one in values.get(key, ()))},
        lambda given, _: {key: list(getattr(given, name))},
    )


def weapon_part(key: str, category: Category) -> RecordPart:
    """Return the part for a weapon: the equipment named, or the only one of its category that is possible."""

    def read(values: SlotValues, asked: QuestionContext, known: Mapping[str, Any]) -> Mapping[str, Any]:
        item, fighter = values.get(key, values.get("with")), known["fighter"]
        could = [item] if item else [one for one in asked.match.equipment_of(fighter) if one.use(category)]
        if not could:
            raise Unreadable(f"no-{category}", fighter=asked.names.cast.labels[fighter])
        if len(could) > 1:
            names = tuple(one.name for one in could)
            raise Ambiguous("which-weapon", given=asked.names.cast.labels[fighter], meanings=names)
        return {"weapon": could[0], "use": could[0].use(category)}

    return RecordPart((key,), read, lambda given, _: {key: given.weapon})


PART_NAMES: Mapping[str, str] = {
    "FIGHTER": "fighter",
    "ENEMY": "target",
    "PLACE": "place",
    "SCENERY": "scenery",
    "NPF": "card",
    "ABILITY": "ability",
    "PROJECTILE": "weapon",
    "BLAST": "weapon",
}
"""The part of a record for each slot, unless its form names another."""

_PARTS: Mapping[str, Callable[[str, str], RecordPart]] = {
    "FIGHTER": fighter_part,
    "ENEMY": enemy_part,
    "PLACE": place_part,
    "PROJECTILE": lambda key, _: weapon_part(key, Category.PROJECTILE),
    "BLAST": lambda key, _: weapon_part(key, Category.BLAST),
}


def slot_part(slot: str, name: str) -> RecordPart:
    """Return the part with this name, as a slot holds it."""
    return _PARTS.get(slot, plain_part)(slot, name)


def clause_part(word: str, slot: str) -> RecordPart:
    """Return the part in a clause, which has the name of the clause's word; most may be left out."""
    if slot == "WEAPON":
        return weapon_part(word, Category.SHOOTING)
    if slot == "FIGHTER":
        return fighters_part(word, word)
    return RecordPart(
        (word,),
        lambda values, *_: {word: values[word]} if word in values else {},
        lambda given, _: {word: value} if (value := getattr(given, word)) else {},
    )


TOKEN_LEFT = RecordPart(
    ("TOKEN",),
    lambda values, asked, _: {"token": _check_card(values["TOKEN"], fighters_left((), asked)[0])},
    lambda given, _: {"TOKEN": given.token},
)
"""The marker that a card lays, and no other."""

LYING = RecordPart(
    ("PLACE", "turned"),
    lambda values, *_: {"lying": SceneryState(Point(*values["PLACE"]), values.get("turned", 0.0))},
    lambda given, _: (
        given.lying.place
        and {"PLACE": given.lying.place} | ({"turned": given.lying.turn} if given.lying.turn else {})
    ),
)
"""Where a piece of scenery lies, and how it is turned."""


# ── facts: the slots name what is asked ──────────────────────────────────────────────────────────────────


def fact_answer(meaning: Meaning, **slots: str) -> Meaning:
    """Return the meaning of a form that names the parts of the fact asked for, and says whether it is so."""

    def read(values: SlotValues, asked: QuestionContext) -> Any:
        _check_fact(values, asked, slots)
        return meaning.read(values, asked)

    def write(given: Any, asked: QuestionContext) -> SlotValues | None:
        values = meaning.write(given, asked)
        return None if values is None else {**_fact_values(asked, slots), **values}

    return Meaning(read, write)


def _fact_values(asked: QuestionContext, slots: Mapping[str, str]) -> SlotValues:
    """Return the fighters and scenery that the asked fact names, by their slots."""
    named = asked.fact.as_dict()
    return {slot: named[part] for slot, part in slots.items()}


def _check_fact(values: SlotValues, asked: QuestionContext, slots: Mapping[str, str]) -> None:
    """Refuse a line that names others than the fact; fighters in contact may be named in any order."""
    wanted = _fact_values(asked, slots)
    meant = {
        slot: values[slot]
        if slot == "SCENERY"
        else asked.resolve_fighter(values[slot], tuple(wanted.values()))
        for slot in slots
    }
    changed = isinstance(asked.fact, Touching) and set(meant.values()) == set(wanted.values())
    if meant != wanted and not changed:
        wrong = meant["SCENERY" if meant.get("SCENERY") != wanted.get("SCENERY") else "FIGHTER"]
        raise Unsuited("another-fact", meant=asked.names.cast.labels.get(wrong, wrong))


def _read_some(values: SlotValues, asked: QuestionContext) -> tuple[Piece, ...]:
    """Return the named ones among the fighters asked about, in the order of the question."""
    fact = asked.fact
    named = [asked.resolve_fighter(one, fact.pieces) for one in (values["ENEMY"], *values.get("and", ()))]
    other = next((piece for piece in named if piece not in fact.pieces), None)
    if other is not None:
        raise Unsuited("another-fact", meant=asked.names.cast.labels[other])
    return tuple(piece for piece in fact.pieces if piece in named)


SOME_FIGHTERS = Meaning(
    _read_some, lambda given, _: {"ENEMY": given[0], "and": list(given[1:])} if given else None
)
"""Some of the fighters in a question about a group of facts."""


# ── what is no record of slots ───────────────────────────────────────────────────────────────────────────


def cancel_answer(*, yes: bool) -> Meaning:
    """Return the meaning of a form about a card that was played or is offered; naming it is optional."""
    answer = True if yes else None

    def read(values: SlotValues, asked: QuestionContext) -> Any:
        _check_card(values.get("PLAYED", _card_of(asked)), _card_of(asked))
        return answer

    return Meaning(read, lambda given, asked: {"PLAYED": _card_of(asked)} if given is answer else None)


def _card_of(asked: QuestionContext) -> str:
    assert isinstance(asked.question, CancelChoice | UseChoice), "the form's topic"  # noqa: S101
    return asked.question.card


def _check_card(given: str, card: str) -> str:
    """Return the card, or what it lays, if it was called by its name or the beginning of it."""
    known = lexicon_of([card])
    if not known.meanings(given) and not known.begun_by(tokens_of(given)):
        raise Unsuited("another-card", given=given, card=card)
    return card


def _items(asked: QuestionContext) -> tuple[Sequence[Any], list[str]]:
    """Return what may be picked, and the names for it; things with the same name are numbered."""
    assert isinstance(asked.question, OrderChoice), "the form's topic"  # noqa: S101
    things = asked.question.names
    names = [_item(one, asked) for one in things]
    alike = [name_key(name) for name in names]
    return things, [
        f"{name} ({alike[:i].count(alike[i]) + 1})" if alike.count(alike[i]) > 1 else name
        for i, name in enumerate(names)
    ]


def _item(one: Any, asked: QuestionContext) -> str:
    """Return how moves write a listed thing; the face of a die is no name."""
    if isinstance(one, Piece):
        return asked.names.cast.label_in_moves(one)
    return str(one) if str(one).isdigit() else name_in_moves(str(one))


def _read_pick(values: SlotValues, asked: QuestionContext) -> int:
    wanted, (things, items) = values["ITEM"], _items(asked)
    names = [read_quoted(item) for item in items]  # what was typed has lost its quotes, too
    called = asked.names.called(wanted, lexicon_of(names))
    if called and len(called.things) == 1 and not called.names:
        return names.index(called.things[0])
    pieces = [piece for piece in asked.names.cast.meanings(wanted) if piece in things]
    if len(pieces) == 1:
        return things.index(pieces[0])
    if called:
        meanings = called.names if len(called.things) == 1 else called.things
        raise Ambiguous("which-name", given=wanted, meanings=meanings)
    raise Unreadable("no-such-item", given=wanted, known=tuple(items))


def _write_pick(given: Any, asked: QuestionContext) -> SlotValues | None:
    _, items = _items(asked)
    return {"ITEM": items[given]} if type(given) is int and 0 <= given < len(items) else None


PICK = Meaning(_read_pick, _write_pick)
"""One of several listed things, by its number among them."""


def _read_token(values: SlotValues, asked: QuestionContext) -> dict[str, Any]:
    """Read a marker's owner: the asked side, unless another is named. The owner has no effect in play."""
    owner = values.get("of", asked.question.asked)
    if owner is None:
        raise Unwritable("a marker without an owner")
    return {"subject": asked.resolve_fighter(owner) if isinstance(owner, tuple) else owner}


def _write_token(given: Any, asked: QuestionContext) -> SlotValues | None:
    is_plain = given.subject is asked.question.asked and " of " not in f" {given.detail} "
    return {} if is_plain else {"of": given.subject}


TOKEN_OWNER = RecordPart(("of",), lambda values, asked, _: _read_token(values, asked), _write_token)
"""The owner of a marker that is laid by agreement."""

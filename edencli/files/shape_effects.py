"""The shapes of effects, made from the classes of the vocabulary: a key for each part, a tag for each word.

The value at a key follows from the type of its part, its description for editors from `KEY_TEXTS`; a key
means the same everywhere. Lists are bounded here, and nothing nests in itself, so that no card is endless.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from types import UnionType
from typing import Any, ClassVar, get_args, get_origin

from edencli.files.diagnostic import KeyPath
from edencli.files.grammar import (
    Boolean,
    Either,
    ExactlyOne,
    HalfNumber,
    Json,
    Key,
    KeyedMapping,
    ListOf,
    OneOf,
    Text,
    UnfitDataError,
    ValueShape,
    WholeNumber,
)
from edencli.files.shape_cards import EQUIPMENT
from edencli.files.shapes import NAME
from edencli.model.card_words import (
    ARITHMETIC,
    HowMany,
    Length,
    Past,
    Proviso,
    SceneryFilter,
    TacticFilter,
    WeaponFilter,
    Where,
    Who,
    Word,
)
from edencli.model.effect import TAGS, CardEffect, Lasting, file_key, to_plain_data
from edencli.model.fighter import Equipment
from edencli.model.operation import Alternative, Choosing, Outcome
from edencli.rulebooks.catalogue import rules_on_cards
from edencli.rulebooks.match_steps import MATCH_STEPS

MOST_EFFECTS = 12
MOST_OPERATIONS = 8
MOST_PROVISOS = 12
MOST_OPTIONS = 4
MOST_OUTCOMES = 6
MOST_ALTERNATIVES = 6
MOST_GRANTED = 4

KEY_TEXTS: Mapping[str, str] = {
    "activated": "Who was activated in this round, or was not.",
    "ability": "Only for abilities of this kind.",
    "across": "How many centimetres across.",
    "acts": "The kinds of acts.",
    "against": "Whom the act or the roll faces: its target, or for the target the one who acts.",
    "amount": "How many.",
    "any-of": "Who fits at least one of these.",
    "area": "Whether it is an area, in which fighters may stand.",
    "at": "Where it is: where this fighter stands, or stood when it left.",
    "at-least": "Only the dice that show at least this count, and only if there is one.",
    "between": "Who stands on the straight line between this one and `of`.",
    "bears": "Who carries the marker of this name.",
    "bonus": "What gives a bonus or a penalty to this characteristic.",
    "but-not": "Who does not fit this.",
    "by": "How many, or which of the players.",
    "cancellable": "What the opponent can pay to cancel, or cannot.",
    "card": "Only tactical cards of which this is so.",
    "carries": "Who carries equipment of this category.",
    "category": "What belongs to this category.",
    "centre": "Whether it is the centre of the field.",
    "change": "What happens to the change.",
    "chosen": "Whether it is the piece that a player chose.",
    "choose": "Whom a player chooses as the target.",
    "clear": "At least so many centimetres from the fighters of `clear-of`.",
    "clear-of": "Whom it must be clear of: without this key, everybody.",
    "counts": "Whether it is one of the fighter's Moves of the round.",
    "count": "The fighters that are counted.",
    "counters": "The counters of this name on one fighter that are counted.",
    "cp": "The CP of one fighter that are left, lost, or printed; of one limb, where one is named.",
    "despite": "The rule that would forbid it.",
    "dice": "How many dice.",
    "did": "Who did this since the round began.",
    "difference": "The first number less the second.",
    "difficulty": "The difficulty of the roll.",
    "do": "What is done, in this order.",
    "doer": "Only when such a fighter does it.",
    "duty": "Whether it must be done, if it can.",
    "effect": "What has this effect in its notation.",
    "effects": "The effects that last.",
    "element": "The kind of scenery, as the rulebooks list it.",
    "enters": "Only when the movement begins clear of the marker or area of this name, and comes upon it.",
    "equipment": "The equipment that is carried besides one's own.",
    "event": "The event that is waited for, or the number that the event gives, or the card's dice.",
    "faces": "The faces of a die.",
    "fell": "It is where this one left the field.",
    "faction": "Who has this faction symbol.",
    "failed": "What is done for a roll without a success, in this order.",
    "fighters": "Whether other fighters are.",
    "free": "Who is free, or is not; or whether the fighter may touch nobody there.",
    "from-hand": "Whether the tactical card is played from the hand for this, at its price, or not.",
    "gear": "Who carries such equipment, or which equipment it is: its name, or what it has.",
    "hand": "Whose tactical hand: own or opponent.",
    "has-counter": "Who has a counter of this name.",
    "keyword": "What has this keyword of scenery, where the chapter on territory is played.",
    "largest": "The largest of these numbers.",
    "landmark": "Who touches, or is `within` so many centimetres of, this part of the field.",
    "hit": "Only when it hit, or missed.",
    "how": "Only when it is done in this way: melee, shooting, move, charge and so on, as the event says.",
    "of-mission": "Only what a mission lays, or what players lay by agreement; or nothing of that.",
    "least": "At least so many.",
    "leaves": "Only when the movement begins upon the marker or area of this name, and ends clear of it.",
    "level": "The level of a non-player fighter.",
    "limb": "The limb; `same` is that of the event, `rolled` that of a location die.",
    "lost": "What is done when they have lost, in this order.",
    "marker": "The kind of condition marker.",
    "markers": "The markers of one fighter that are counted.",
    "may": "Whether the card's player may decline it.",
    "mentions": "How often this word stands on the card of one fighter, types and equipment included.",
    "most": "At most so many.",
    "n": "How many.",
    "name": "What the player is shown, or the name of the marker, area, counter or scenery.",
    "named": "The ability, weapon, card, marker or scenery of this name.",
    "near": "Who touches, or is `within` so many centimetres of, the marker or area of this name.",
    "near-half": "Only markers of `near` that lie wholly in the half of this player: own or opponent.",
    "nearest": "Who is the nearest of them to this one; or whether a number is rounded to the nearest.",
    "net": "Whether only the wounds that protection leaves are fewer.",
    "not-type": "Who does not have this type.",
    "number": "The number.",
    "of": "Whose number it is, or from whom it is measured or counted: without this key, the card's user.",
    "once": "In which time it works no more than once.",
    "only-if": "All of these must be so.",
    "only-for": "The payments for which alone they can be spent, and only in this round.",
    "options": "The things among which a player picks.",
    "otherwise": "What is done where no card that was shown is such a one, in this order.",
    "out": "Whether they must be out of action instead of on the field.",
    "outcomes": "What is done by what a single die shows.",
    "owner": "The player whose fighter it is: without this key, nobody's.",
    "paid": "Whether it costs what it usually does.",
    "passed": "What is done for a roll with a success or more, in this order.",
    "past": "What happened, each time that it did.",
    "picked": "Whether the card's player picks them one by one, and how many.",
    "played": "Whether they are cards that were played, and not those that were discarded.",
    "player": "Only when this player does it.",
    "per": "Each full so many count as one.",
    "product": "These numbers, multiplied.",
    "price": "What it costs, in AP.",
    "raises": "What adds to this number.",
    "random": "Whether chance picks them, by dice.",
    "remember": "Whether the card remembers the fighter.",
    "rounds": "So many rounds after this one it lasts, where it lasts until the end of the next round.",
    "scenery": "What scenery, and how it is to it: at it, where nothing else is said.",
    "secret": "Whether only the card's player knows it, until an effect that names it works.",
    "seen-by": "Who is seen by this one.",
    "shows": "How many dice of the roll show one of these faces.",
    "side": "Whose fighters: allies (without the user), own (with the user), or enemies.",
    "since": "Since this began: the round, where nothing else is said.",
    "smallest": "The smallest of these numbers.",
    "sp": "The SP of this player.",
    "spaced": "At least so many centimetres from every marker and area.",
    "stands": "How it is to the scenery: at, in, on, touching, or behind it as seen from `of`.",
    "stat": "The characteristic of one fighter that is counted.",
    "stats": "The characteristics.",
    "step": "Only in this step, of the match or of what goes on: intendancy.3, melee.passive.",
    "strength": "The strength of the explosion.",
    "success": "Only when it succeeded, or did not.",
    "suffered": "Who suffered this since the round began.",
    "sufferer": "Only when it befalls such a fighter.",
    "symbol": "What bears a symbol of this kind.",
    "sum": "These numbers, added up.",
    "taken": "Whether the type is taken away.",
    "tests": "The conditions.",
    "than": "The fighters that they are compared with.",
    "the": "One fighter: the card's user, its target, who does or suffers what is going on, a leader.",
    "through": "Only when the movement touches the marker or area of this name on its way.",
    "times": "Times so many; of what lasts, after how many times it ends.",
    "to": "The number that is changed, the player whose points are, who suffers it instead, or who is near.",
    "touching": "Who is in contact with this one.",
    "type": "Who has this type, or the type.",
    "until": "When it ends: with the activation, before the user's next one, with a round or the match.",
    "up": "Whether what is begun counts as full.",
    "vp": "The VP of this player.",
    "weather": "The weather of the match.",
    "weapon": "Only when it is done with such equipment: its name, or what it has.",
    "what": "What must not be so.",
    "where": "Where it may be.",
    "who": "Whom it touches.",
    "whose": "The fighter whose equipment is copied.",
    "within": "Who is no farther than so many centimetres from `of`.",
    "word": "What has this word in its name.",
    "won": "What is done when they have won, in this order.",
    "worth": "The fighters whose values are added up.",
    "wounded": "Who has a wounded limb, or none; of an event, whether a limb becomes wounded.",
    "zone": "Who is in this part of the field, with the whole base.",
}

# The rules from which cards may make exceptions, and the steps besides those of a match.
WAIVABLE_RULES = rules_on_cards()["waivable"]
STEPS_WITHIN_ACTS = rules_on_cards()["steps_within_acts"]
_WHOLES: Mapping[str, WholeNumber] = {
    "per": WholeNumber(1, 99),
    "times": WholeNumber(-12, 12),
    "least": WholeNumber(0, 99),
    "most": WholeNumber(0, 99),
    "by": WholeNumber(1, 5),
    "faces": WholeNumber(1, 6),
    "shows": WholeNumber(1, 6),
    "to": WholeNumber(1, 6),
}
_OWN_WHOLES: Mapping[tuple[type[Any], str], WholeNumber] = {
    (Lasting, "times"): WholeNumber(1, 9),
    (Lasting, "rounds"): WholeNumber(1, 9),
}
"""Bounds of numbers in one class that differ from the key's usual ones."""
_LENGTHS: Mapping[str, tuple[float, float]] = {
    "within": (0.5, 120),
    "across": (0.5, 30),
    "clear": (0.5, 60),
    "spaced": (0.5, 60),
}
_TEXTS: Mapping[str, ValueShape] = {
    "despite": OneOf(WAIVABLE_RULES),
    "step": OneOf((*MATCH_STEPS, *STEPS_WITHIN_ACTS)),
}
_LISTS: Mapping[str, tuple[int, int | None]] = {
    "acts": (1, None),
    "stats": (1, None),
    "only_if": (0, MOST_PROVISOS),
    "tests": (2, MOST_PROVISOS),
    "any_of": (2, MOST_ALTERNATIVES),
    **dict.fromkeys(ARITHMETIC, (2, MOST_ALTERNATIVES)),
    "difference": (2, 2),
    "do": (1, MOST_OPERATIONS),
    "otherwise": (1, MOST_OPERATIONS),
    "passed": (1, MOST_OPERATIONS),
    "failed": (1, MOST_OPERATIONS),
    "effects": (1, MOST_EFFECTS),
    "equipment": (1, MOST_GRANTED),
    "only_for": (1, None),
    "options": (2, MOST_OPTIONS),
    "won": (1, MOST_OPERATIONS),
    "lost": (1, MOST_OPERATIONS),
    "outcomes": (1, MOST_OUTCOMES),
    "faces": (1, MOST_OUTCOMES),
    "shows": (1, MOST_OUTCOMES),
}


COUNTED = (
    *("count", "stat", "markers", "counters", "worth", "past", "vp", "sp", "event"),
    *("cp", "mentions", "shows", *ARITHMETIC),
)
"""The keys of a counted number, one of which says what is counted."""


class TaggedMapping(ValueShape):
    """A mapping whose key `tag` names the word that decides its other keys."""

    json_types: ClassVar = {dict: "object"}

    def __init__(self, tag: str, rows: Mapping[str, KeyedMapping], abouts: Mapping[str, str]) -> None:
        self.tag = tag
        self.rows = dict(rows)
        self.abouts = abouts

    def read(self, data: Any, path: KeyPath) -> Any:
        """Build the value from the keys of its word, or raise `UnfitDataError`."""
        if type(data) is not dict or self.tag not in data:
            raise UnfitDataError(path)
        word = data[self.tag]
        if type(word) is not str or word not in self.rows:
            raise UnfitDataError((*path, self.tag))
        return self.rows[word].read({key: one for key, one in data.items() if key != self.tag}, path)

    def schema_keywords(self, definitions: Json) -> Json:
        """One condition per word, so that only misfits of that word's keys are reported."""
        cases = [
            {
                "if": {"required": [self.tag], "properties": {self.tag: {"const": word}}},
                "then": self._then(word, row.schema_keywords(definitions)),
            }
            for word, row in self.rows.items()
        ]
        words = {"description": self.about, "enum": list(self.rows)}
        return {"required": [self.tag], "properties": {self.tag: words}, "allOf": cases}

    def _then(self, word: str, bounds: Json) -> Json:
        own = {self.tag: {"description": self.abouts[word]}}
        return {**bounds, "properties": {**own, **bounds.get("properties", {})}}


@cache
def shape_of_part(kind: Any, part: str) -> ValueShape:
    """The shape for the type of a part: a list, a number, or one of the words or values of a class."""
    inner = get_args(kind)
    if get_origin(kind) is UnionType:
        return shape_of_part(inner[0], part)
    if get_origin(kind) is tuple:
        least, most = _LISTS[part]
        item = shape_of_part(inner[0], part if inner[0] is int else "item").with_about("One of them.")
        return ListOf(
            item, least=least, most=most, distinct=part in {"acts", "faces", "only_for", "shows", "stats"}
        )
    if kind in {HowMany, Length, WeaponFilter}:
        return _weapon() if kind is WeaponFilter else _number(kind)
    if kind in _PLAIN:
        return _PLAIN[kind](part)
    if issubclass(kind, Word):
        return tagged_family(kind)
    return _record(kind) if kind in _NAMED else OneOf(kind)


_PLAIN: Mapping[Any, Callable[[str], ValueShape]] = {
    int: lambda part: _WHOLES[part],
    float: lambda part: HalfNumber(*_LENGTHS[part], make=_as_short),
    bool: lambda _: Boolean(),
    Equipment: lambda _: EQUIPMENT,
    str: lambda part: _TEXTS.get(part, NAME),
}


@cache
def tagged_family(kind: type[Word]) -> TaggedMapping:
    """The shape of a mapping whose tag is one of the words of a family."""
    tag = next(tag for one, tag in TAGS.items() if issubclass(kind, one))
    rows = {word: KeyedMapping(_keys(row), make=row) for word, row in kind.rows.items()}
    about = {word: _about(row) for word, row in kind.rows.items()}
    return TaggedMapping(tag, rows, about).as_definition(f"{tag}-{kind.__name__.lower()}", _about(kind))


@cache
def _number(kind: type[HowMany]) -> ValueShape:
    """The shape of a number, or of what is counted; a length may be half a centimetre."""
    counted = KeyedMapping(_keys(kind, but="n"), ExactlyOne(*COUNTED), make=kind)
    if kind is Length:
        either = Either(HalfNumber(-99, 99, make=lambda n: Length(n=_as_short(n))), counted)
        return either.as_definition("centimetres", _about(kind))
    return Either(WholeNumber(-99, 99, make=lambda n: HowMany(n=n)), counted).as_definition(
        "number", _about(kind)
    )


class _WeaponName(Text):
    """The name of equipment, as the only condition of a filter."""

    def read(self, data: Any, path: KeyPath) -> Any:
        """Build the filter for the name, or raise `UnfitDataError`."""
        return WeaponFilter(name=super().read(data, path))


@cache
def _weapon() -> ValueShape:
    """The shape of a weapon filter: the name of equipment, or its properties."""
    has = KeyedMapping(_keys(WeaponFilter), make=WeaponFilter)
    either = Either(_WeaponName(60), has)
    return either.as_definition("weapon", _about(WeaponFilter))


def _as_short(n: float) -> float:
    """A number as people write it: without decimals where it is whole."""
    return int(n) if n == int(n) else n


@cache
def _record(kind: type[Any]) -> KeyedMapping:
    name, least = _NAMED[kind]
    return KeyedMapping(_keys(kind), least=least, make=kind).as_definition(name, _about(kind))


class _PartKey(Key):
    """The key for a part of a class; it is required if the part has no default."""

    def __init__(self, kind: type[Any], part: str) -> None:
        self.needed = part not in kind.defaults
        self._kind, self._part = kind.part_types[part], part
        self._own_shape = _OWN_WHOLES.get((kind, part))
        self._meant = kind.defaults.get(part)

    @cached_property
    def shape(self) -> ValueShape:  # type: ignore[override]  # made when a file first has the key
        """The shape of its value."""
        shape = self._own_shape or shape_of_part(self._kind, self._part)
        return shape.with_about(KEY_TEXTS[file_key(self._part)])

    @cached_property
    def default(self) -> Any:
        """The value without the key, as files write it."""
        return None if self._meant in {None, ()} else to_plain_data(self._meant)


def _keys(kind: type[Any], *, but: str = "") -> dict[str, Key]:
    """The keys for the parts of a class, without the part `but`."""
    return {file_key(part): _PartKey(kind, part) for part in kind.parts if part != but}


def _about(kind: type[Any]) -> str:
    return " ".join((kind.__doc__ or "").split())


_NAMED: Mapping[type[Any], tuple[str, int]] = {
    Who: ("who", 0),
    Choosing: ("choosing", 0),
    Alternative: ("option", 0),
    Outcome: ("outcome", 0),
    Past: ("past", 0),
    Where: ("where", 0),
    SceneryFilter: ("scenery-filter", 0),
    TacticFilter: ("tactic-filter", 0),
}

EFFECTS = ListOf(tagged_family(CardEffect), most=MOST_EFFECTS)
PROVISOS = ListOf(tagged_family(Proviso), most=MOST_PROVISOS)
AMOUNT = shape_of_part(HowMany, "each")

"""The slots of the patterns: what each may hold, how that is read, and the one way in which it is written."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from edencli.field.units import LengthError, parse_cm, print_cm
from edencli.match.pieces import Piece, Side
from edencli.model.lexicon import (
    Lexicon,
    Tokens,
    lexicon_of,
    name_in_moves,
    read_quoted,
    split_outside_quotes,
    token_offsets,
    tokens_of,
    words_of,
)
from edencli.model.names import name_fault
from edencli.model.terms import OPPOSITE_HALF, Category, LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.notation.goals import parse_goal
from edencli.notation.names import Calling, DoubtfulFighters, MatchNames, PossibleFighters

SlotReadings = Iterable[tuple[Any, int]]

MOST_DIGITS = 9
_DEGREES = re.compile(r"[+-]?\d{1,9}(\.\d{1,330})?", re.ASCII)


class AskedPlayer(NamedTuple):
    """The player that a line is read for: a side, which must not see the other's cards, and the fighter."""

    side: Side | None = None
    fighter: Piece | None = None


class TypedLine:
    """A line, its folded words, and where in the text they are."""

    __slots__ = ("text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = tokens_of(text)

    def word_start(self, number: int) -> int:
        """Return where a word begins; after the last one, where the text ends."""
        places = token_offsets(self.text)
        return places[number] if number < len(places) else len(self.text.rstrip())

    def words_between(self, first: int, end: int) -> str:
        """Return the words from `first` to before `end`, as they were typed."""
        return " ".join(words_of(self.text)[first:end])


class ReadingContext(Protocol):
    """A line being read, as far as slots need it."""

    words: Tokens
    line: TypedLine
    names: MatchNames
    viewer: AskedPlayer
    values: dict[str, Any]
    begun: bool
    """Whether names may be typed in part."""

    def miss_slot(self, at: int, slot: str) -> None:
        """Note that a slot could have been filled at a word."""


def _word(words: Tokens, i: int) -> str:
    return words[i] if i < len(words) else ""


def _one_of(meanings: dict[str, Any]) -> "SlotKind":
    """Return a slot that holds one of a few words, or the beginning of one."""

    def read(context: ReadingContext, i: int) -> SlotReadings:
        word = _word(context.words, i)
        meant = [full for full in meanings if word and full.startswith(word)]
        return [(meanings[meant[0]], i + 1)] if len(meant) == 1 else []

    words = lexicon_of(meanings)
    return SlotKind(read, lambda value, _: str(value), lambda _: words, tuple(meanings))


def _side(context: ReadingContext, i: int) -> SlotReadings:
    word = _word(context.words, i)
    return [(side, i + 1) for side in Side if side == word]


def _callings(context: ReadingContext, lexicon: Lexicon[Any], i: int) -> Iterator[Calling]:
    return context.names.callings_at(context.words, i, lexicon, begun=context.begun)


def _piece(context: ReadingContext, i: int) -> SlotReadings:
    for called in _callings(context, context.names.cast, i):
        yield DoubtfulFighters.of(called) if called.names else called.things, called.end


class NameWriter(NamedTuple):
    """A writer of the names of a match for moves: all of them in quotes, or only those that need them."""

    names: MatchNames
    quoted: bool = False

    def fighter(self, piece: Piece) -> str:
        """Write a fighter, with a side if the name alone could mean another."""
        return self.names.cast.label_in_moves(piece, quoted=self.quoted)

    def name(self, name: str) -> str:
        """Write the name of anything else."""
        return name_in_moves(name, quoted=self.quoted)


def _print_fighter(value: Piece | PossibleFighters, writer: NameWriter) -> str:
    return writer.fighter(value if isinstance(value, Piece) else value[0])


def _digits(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


def _number(context: ReadingContext, i: int) -> SlotReadings:
    word = _word(context.words, i)
    return [(int(word), i + 1)] if _digits(word) else []


def _dice(context: ReadingContext, i: int) -> SlotReadings:
    faces = "".join(context.words[i:])
    if not faces or (faces.isascii() and faces.isdigit()):
        yield tuple(map(int, faces)), len(context.words)


def _place(context: ReadingContext, i: int) -> SlotReadings:
    if i + 1 < len(context.words):
        try:
            x, y = (parse_cm(word.replace("−", "-")) for word in context.words[i : i + 2])
        except LengthError:
            return
        yield (x, y), i + 2


def _print_place(place: tuple[int, int], _: NameWriter) -> str:
    return f"{print_cm(place[0])}, {print_cm(place[1])}"


def _goal(context: ReadingContext, i: int) -> SlotReadings:
    """Read a place as people describe it, up to the end of the line; what it names must be known."""
    goal = parse_goal(context.line.text[context.line.word_start(i) :])
    if goal is not None and all(
        context.names.places_called(name, begun=context.begun) for name in goal.names
    ):
        yield goal, len(context.words)


def _end(context: ReadingContext, i: int) -> SlotReadings:
    """Read where a charge ends; an `exactly` keeps it from being moved into contact."""
    exactly = _word(context.words, i) == "exactly"
    for place, after in _place(context, i + exactly):
        yield (place, exactly), after


def _print_end(end: tuple[tuple[int, int], bool], writer: NameWriter) -> str:
    place, exactly = end
    return f"{'exactly ' if exactly else ''}{_print_place(place, writer)}"


def _aim(context: ReadingContext, i: int) -> Iterator[tuple[Any, int]]:
    yield from _place(context, i)
    yield from _piece(context, i)


def _print_aim(aim: Piece | tuple[int, int], writer: NameWriter) -> str:
    return writer.fighter(aim) if isinstance(aim, Piece) else _print_place(aim, writer)


def _degrees(context: ReadingContext, i: int) -> SlotReadings:
    word = _word(context.words, i).replace("−", "-")
    return [(float(word), i + 1)] if _DEGREES.fullmatch(word) else []


def _print_degrees(turn: float, _: NameWriter) -> str:
    text = repr(float(turn)).removesuffix(".0")
    if "e" in text:
        from decimal import Decimal  # noqa: PLC0415  # hardly any turn needs it

        return format(Decimal(text), "f")
    return text


class SeveralMeanings(NamedTuple):
    """The names that some words could mean."""

    names: tuple[str, ...]


def _thing(called: Calling) -> Any:
    """Return what is meant, unless it is ambiguous; equipment that two fighters carry is the last's."""
    names = called.names or tuple(dict.fromkeys(map(_name, called.things)))
    return SeveralMeanings(names) if len(names) > 1 else called.things[-1]


def _name(value: Any) -> str:
    return value if isinstance(value, str) else str(value.name)


def _from_lexicon(known: Callable[[ReadingContext], Lexicon[Any] | None]) -> "SlotKind":
    """Return a slot that holds a name of a lexicon; if the names are hidden, it holds any words."""

    def read(context: ReadingContext, i: int) -> SlotReadings:
        names = known(context)
        if names is None:
            return _any_words(context, i)
        return ((_thing(called), called.end) for called in _callings(context, names, i))

    return SlotKind(read, lambda value, writer: writer.name(_name(value)), known)


def _any_words(context: ReadingContext, i: int) -> SlotReadings:
    end = len(context.words)
    return [(read_quoted(context.line.words_between(i, end)), end)] if i < end else []


def _deck(which: str) -> Callable[[ReadingContext], Lexicon[str] | None]:
    """Return the cards or missions of the speaking side, unless they are hidden from the reader."""

    def known(context: ReadingContext) -> Lexicon[str] | None:
        side: Side = context.values["SIDE"]
        hidden = context.viewer.side not in {None, side}
        decks: dict[Side, Lexicon[str]] = getattr(context.names, which)
        return None if hidden else decks.get(side)

    return known


def _cards(context: ReadingContext, i: int) -> SlotReadings:
    """Read a hand of cards, separated by semicolons or by nothing."""
    words, deck = context.words, _deck("cards")(context)
    if words[i:] == ("nothing",):
        return [((), i + 1)]
    if deck is None:
        cards = split_outside_quotes(context.line.words_between(i, len(words)), ";")
        return [(tuple(map(read_quoted, cards)), len(words))] if i < len(words) else []
    hand: list[str] = []
    while i < len(words):
        found = next(_callings(context, deck, i), None)
        if found is None or len(found.things) > 1 or found.names:
            context.miss_slot(i, "CARD")
            return []
        hand.append(found.things[0])
        i = found.end + (_word(words, found.end) == ";")
    return [(tuple(hand), i)] if hand else []


def _print_cards(hand: tuple[str, ...], writer: NameWriter) -> str:
    return "; ".join(map(writer.name, hand)) or "nothing"


def _carried_gear(category: Category) -> Callable[[ReadingContext], Lexicon[Any]]:
    """Return what the acting fighter carries of a category."""
    return lambda context: context.names.equipment(context.values["FIGHTER"], category)


def _own_abilities(context: ReadingContext) -> Lexicon[Any]:
    return context.names.abilities(context.values["FIGHTER"])


def _token(context: ReadingContext, i: int) -> SlotReadings:
    """Read the name of a new marker, as short as possible; only a quoted name may contain marks."""
    for end in range(i + 1, len(context.words)):
        name = read_quoted(context.line.words_between(i, end))
        if name_fault(name) is None:
            yield name, end


def _owner(context: ReadingContext, i: int) -> SlotReadings:
    yield from _piece(context, i)
    yield from _side(context, i)


def _print_owner(owner: Side | Piece | PossibleFighters, writer: NameWriter) -> str:
    return str(owner) if isinstance(owner, Side) else _print_fighter(owner, writer)


def _nothing(_: ReadingContext) -> None:
    return None


def _everybody(context: ReadingContext) -> Lexicon[Any]:
    return context.names.cast


class SlotKind(NamedTuple):
    """How the values of a slot are read and written, with the names known there, or its only words."""

    read: Callable[[Any, int], SlotReadings]
    write: Callable[[Any, NameWriter], str]
    known: Callable[[Any], Lexicon[Any] | None] = _nothing
    words: tuple[str, ...] = ()


SIDE_NAMES = lexicon_of(Side)
_PIECE = SlotKind(_piece, _print_fighter, _everybody)
_COUNT = SlotKind(_number, lambda number, _: str(number))

SLOTS: dict[str, SlotKind] = {
    "SIDE": SlotKind(_side, lambda side, _: str(side), lambda _: SIDE_NAMES, tuple(Side)),
    "FIGHTER": _PIECE,
    "ENEMY": _PIECE,
    "NUMBER": _COUNT,
    "FACE": _COUNT,
    "DICE": SlotKind(_dice, lambda faces, _: " ".join(map(str, faces))),
    "PLACE": SlotKind(_place, _print_place),
    "GOAL": SlotKind(_goal, lambda goal, _: str(goal)),
    "END": SlotKind(_end, _print_end),
    "AIM": SlotKind(_aim, _print_aim, _everybody),
    "DEGREES": SlotKind(_degrees, _print_degrees),
    "HALF": _one_of({half: half for half in OPPOSITE_HALF}),
    "LIMB": _one_of({str(limb): limb for limb in LimbName}),
    "MARKER": _one_of({str(marker): marker for marker in Marker}),
    "CARD": _from_lexicon(_deck("cards")),
    "CARDS": SlotKind(_cards, _print_cards),
    "MISSION": _from_lexicon(_deck("missions")),
    "PLAYED": SlotKind(_any_words, lambda card, writer: writer.name(card)),
    "SCENERY": _from_lexicon(lambda context: context.names.scenery),
    "NPF": _from_lexicon(lambda context: context.names.npfs),
    "WEAPON": _from_lexicon(_carried_gear(Category.SHOOTING)),
    "PROJECTILE": _from_lexicon(_carried_gear(Category.PROJECTILE)),
    "BLAST": _from_lexicon(_carried_gear(Category.BLAST)),
    "ABILITY": _from_lexicon(_own_abilities),
    "TOKEN": SlotKind(_token, lambda name, writer: writer.name(name)),
    "OWNER": SlotKind(_owner, _print_owner),
    "ITEM": SlotKind(_any_words, lambda text, _: str(text)),
}

PLACES = frozenset({"PLACE", "END"})

SAMPLES: Mapping[str, str] = {
    "SIDE": "red",
    "FIGHTER": "Yuri",
    "ENEMY": "Elenia",
    "NUMBER": "1",
    "FACE": "6",
    "DICE": "4 5 1",
    "PLACE": "12, 30",
    "END": "20, 30",
    "AIM": "20, 30",
    "HALF": "south",
    "LIMB": "legs",
    "MARKER": "poison",
    "CARD": "Smoke pots",
    "CARDS": "Second wind; Duck",
    "MISSION": "Let it burn",
    "PLAYED": "Duck",
    "SCENERY": "Old oak",
    "NPF": "Wild dog",
    "PROJECTILE": "Molotov cocktail",
    "BLAST": "Flamer",
    "ABILITY": "Battle roar",
    "TOKEN": "Idol",
    "ITEM": "legs",
    "via": "10, 24",
    "with": "Throwing knives",
    "turned": "15",
    "touching": "Mirka",
    "past": "2",
}
"""The samples for the slots of an example, and for those clauses that an example shows."""

"""The slots of the patterns: what each may hold, how that is read, and its one way to be written."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from edencli.field.units import LengthError, parse_cm, print_cm
from edencli.match.pieces import Piece, Side
from edencli.match.state import Marker
from edencli.model.names import fault
from edencli.model.terms import Category, LimbName
from edencli.notation.lines import Lexicon, Line, Words
from edencli.notation.names import Called, Names
from edencli.rules.placing import OPPOSITE

Place = tuple[int, int]
End = tuple[Place, bool]
Read = Iterable[tuple[Any, int]]

MOST_DIGITS = 9
_DEGREES = re.compile(r"[+-]?\d{1,9}(\.\d{1,330})?", re.ASCII)


class Viewer(NamedTuple):
    """For whom a line is read: his side, which may not see the other's cards, and the fighter asked."""

    side: Side | None = None
    fighter: Piece | None = None


class Reader(Protocol):
    """A line being read, as far as a slot must know it."""

    words: Words
    line: Line
    names: Names
    viewer: Viewer
    values: dict[str, Any]

    def miss_slot(self, at: int, slot: str) -> None:
        """Note that a slot could have been filled at a word."""


def _word(words: Words, i: int) -> str:
    return words[i] if i < len(words) else ""


def _one_of(meanings: dict[str, Any]) -> "SlotKind":
    """A slot that holds one of a few words; the beginning of one will do."""

    def read(reader: Reader, i: int) -> Read:
        word = _word(reader.words, i)
        meant = [full for full in meanings if word and full.startswith(word)]
        return [(meanings[meant[0]], i + 1)] if len(meant) == 1 else []

    return SlotKind(read, lambda value, _: str(value), lambda _: meanings)


def _side(reader: Reader, i: int) -> Read:
    word = _word(reader.words, i)
    return [(side, i + 1) for side in Side if side == word]


def _piece(reader: Reader, i: int) -> Read:
    return reader.names.pieces.at(reader.words, i)


def _label(value: Piece | Called, names: Names) -> str:
    return names.labels[value if isinstance(value, Piece) else value[0]]


def _digits(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


def _number(reader: Reader, i: int) -> Read:
    word = _word(reader.words, i)
    return [(int(word), i + 1)] if _digits(word) else []


def _dice(reader: Reader, i: int) -> Read:
    faces = "".join(reader.words[i:])
    if not faces or (faces.isascii() and faces.isdigit()):
        yield tuple(map(int, faces)), len(reader.words)


def _place(reader: Reader, i: int) -> Read:
    if i + 1 < len(reader.words):
        try:
            x, y = (parse_cm(word.replace("−", "-")) for word in reader.words[i : i + 2])
        except LengthError:
            return
        yield (x, y), i + 2


def _print_place(place: Place, _: Names) -> str:
    return f"{print_cm(place[0])}, {print_cm(place[1])}"


def _end(reader: Reader, i: int) -> Read:
    """Read where a charge ends; `exactly` there, it is not moved into contact."""
    exactly = _word(reader.words, i) == "exactly"
    for place, after in _place(reader, i + exactly):
        yield (place, exactly), after


def _print_end(end: End, names: Names) -> str:
    place, exactly = end
    return f"{'exactly ' if exactly else ''}{_print_place(place, names)}"


def _aim(reader: Reader, i: int) -> Iterator[tuple[Any, int]]:
    yield from _place(reader, i)
    yield from _piece(reader, i)


def _degrees(reader: Reader, i: int) -> Read:
    word = _word(reader.words, i).replace("−", "-")
    return [(float(word), i + 1)] if _DEGREES.fullmatch(word) else []


def _print_degrees(turn: float, _: Names) -> str:
    text = repr(float(turn)).removesuffix(".0")
    if "e" in text:
        from decimal import Decimal  # noqa: PLC0415  # hardly any turn needs it

        return format(Decimal(text), "f")
    return text


def _from(known: Callable[[Reader], Lexicon[Any] | None]) -> "SlotKind":
    """A slot that holds one of the names of a lexicon; without one, for what is hidden, any words."""

    def read(reader: Reader, i: int) -> Read:
        lexicon = known(reader)
        if lexicon is not None:
            return lexicon.at(reader.words, i)
        return _any_words(reader, i)

    def names(reader: Reader) -> Iterable[str]:
        lexicon = known(reader)
        return lexicon.names if lexicon is not None else ()

    return SlotKind(read, lambda value, _: value if isinstance(value, str) else value.name, names)


def _any_words(reader: Reader, i: int) -> Read:
    return [(reader.line.between(i, len(reader.words)), len(reader.words))] if i < len(reader.words) else []


def _deck(which: str) -> Callable[[Reader], Lexicon[str] | None]:
    """The cards or missions of the side that speaks, unless they are hidden from who is reading."""

    def known(reader: Reader) -> Lexicon[str] | None:
        side: Side = reader.values["SIDE"]
        hidden = reader.viewer.side not in {None, side}
        decks: dict[Side, Lexicon[str]] = getattr(reader.names, which)
        return None if hidden else decks.get(side)

    return known


def _cards(reader: Reader, i: int) -> Read:
    """Read a hand, its cards parted by semicolons or by nothing."""
    words, deck = reader.words, _deck("cards")(reader)
    if words[i:] == ("nothing",):
        return [((), i + 1)]
    if deck is None:
        cards = [card.strip() for text, _ in _any_words(reader, i) for card in text.split(";")]
        return [(tuple(cards), len(words))] if cards else []
    hand: list[str] = []
    while i < len(words):
        found = next(iter(deck.at(words, i)), None)
        if found is None:
            reader.miss_slot(i, "CARD")
            return []
        hand.append(found[0])
        i = found[1] + (_word(words, found[1]) == ";")
    return [(tuple(hand), i)] if hand else []


def _print_cards(hand: tuple[str, ...], _: Names) -> str:
    return "; ".join(hand) or "nothing"


def _carried(category: Category) -> Callable[[Reader], Lexicon[Any]]:
    """What the fighter who acts carries of a category."""
    return lambda reader: reader.names.equipment(reader.values["FIGHTER"], category)


def _known(reader: Reader) -> Lexicon[Any]:
    return reader.names.abilities(reader.values["FIGHTER"])


def _token(reader: Reader, i: int) -> Read:
    """Read the name of a new marker, as short as what follows allows."""
    for end in range(i + 1, len(reader.words)):
        name = reader.line.between(i, end)
        if fault(name) is None:
            yield name, end


def _owner(reader: Reader, i: int) -> Read:
    yield from _piece(reader, i)
    yield from _side(reader, i)


def _print_owner(owner: Side | Piece | Called, names: Names) -> str:
    return str(owner) if isinstance(owner, Side) else _label(owner, names)


def _nothing(_: Reader) -> Iterable[str]:
    return ()


def _everybody(reader: Reader) -> Iterable[str]:
    return reader.names.shortest


class SlotKind(NamedTuple):
    """How the values of a slot are read, and written, and the names that could stand there."""

    read: Callable[[Any, int], Read]
    write: Callable[[Any, Names], str]
    known: Callable[[Any], Iterable[str]] = _nothing


_PIECE = SlotKind(_piece, _label, _everybody)
_ANY_WORDS = SlotKind(_any_words, lambda text, _: str(text))
_COUNT = SlotKind(_number, lambda number, _: str(number))

SLOTS: dict[str, SlotKind] = {
    "SIDE": SlotKind(_side, lambda side, _: str(side), lambda _: tuple(Side)),
    "FIGHTER": _PIECE,
    "ENEMY": _PIECE,
    "NUMBER": _COUNT,
    "FACE": _COUNT,
    "DICE": SlotKind(_dice, lambda faces, _: " ".join(map(str, faces))),
    "PLACE": SlotKind(_place, _print_place),
    "END": SlotKind(_end, _print_end),
    "AIM": SlotKind(_aim, _print_place, _everybody),
    "DEGREES": SlotKind(_degrees, _print_degrees),
    "HALF": _one_of({half: half for half in OPPOSITE}),
    "LIMB": _one_of({str(limb): limb for limb in LimbName}),
    "MARKER": _one_of({str(marker): marker for marker in Marker}),
    "CARD": _from(_deck("cards")),
    "CARDS": SlotKind(_cards, _print_cards),
    "MISSION": _from(_deck("missions")),
    "PLAYED": _ANY_WORDS,
    "SCENERY": _from(lambda reader: reader.names.scenery),
    "WEAPON": _from(_carried(Category.SHOOTING)),
    "PROJECTILE": _from(_carried(Category.PROJECTILE)),
    "BLAST": _from(_carried(Category.BLAST)),
    "ABILITY": _from(_known),
    "TOKEN": SlotKind(_token, lambda name, _: str(name)),
    "OWNER": SlotKind(_owner, _print_owner),
    "ITEM": _ANY_WORDS,
}

"""A card typed from paper, in its printed order: the next part to ask for, and the card so far.

    draft = CardDraft("fighter", words, known)
    draft.asked            the part that is asked for, or None when the card is complete
    draft.take("2/2 4/3")  takes a line, or raises `UnreadCardLine` and changes nothing
    draft.card             the card so far, as in a file
    draft.undo()           takes the last line back

Only the lines are kept: the card and the next question are computed from them. A line that begins with a part
given before, as `arms 2/1 5/3`, corrects it. Knows no terminal, and writes no file.
"""

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from edencli.files.card_lines import (
    SMALL_BASE,
    Abbreviations,
    CardData,
    UnreadCardLine,
    known_name,
    limb_line,
    listed_line,
    objective_line,
    read_ability_terms,
    read_limb,
    read_listed,
    read_mission_kind,
    read_objective,
    read_symbol,
    read_tactic_terms,
    read_use,
    read_value,
    tactic_line,
    terms_line,
    use_line,
    value_line,
)
from edencli.files.card_text import NEW_FILE, add_card
from edencli.files.diagnostic import Diagnostic
from edencli.games.checks import Checks, make_library
from edencli.model.names import fold
from edencli.model.terms import LimbName, MissionKind, Stigma
from edencli.named_tuple import NamedTuple

REMOVE: Final = "remove"
ADD: Final = "add"

Steps = Generator[str, Any, None]
"""Asks for one part after another, and is sent each value: None for an empty line."""


class KnownNames(NamedTuple):
    """Names that a line may abbreviate (factions and types), and the names of the file's cards."""

    factions: Sequence[str] = ()
    types: Sequence[str] = ()
    cards: Sequence[str] = ()


class CardKind(NamedTuple):
    """A kind of card: its deck in a file, the parts to ask for, and how they make a card."""

    deck: str
    steps: Callable[[], Steps]
    assemble: Callable[[Sequence[tuple[str, Any]]], CardData]


class CardDraft:
    """One card that is being typed."""

    def __init__(self, kind: str, words: Abbreviations, known: KnownNames) -> None:
        self.kind = CARD_KINDS[kind]
        self._words = words
        self._known = known
        self._given: list[tuple[str, Any]] = []
        self.lines: list[str] = []
        self._changed = 0
        """The place in `_given` of the part that the last line gave or corrected."""

    @property
    def asked(self) -> str | None:
        """The part that is asked for, or None when the card is complete."""
        return _next_step(self.kind, self._given)

    @property
    def card(self) -> CardData:
        """The card so far."""
        return self.kind.assemble(self._given)

    @property
    def may_be_empty(self) -> bool:
        """Whether an empty line is an answer."""
        return self.asked in _MAY_BE_EMPTY and not (
            self.asked == "objective" and self.given("objective") is None
        )

    def given(self, part: str) -> Any:
        """The last value read for a part, or None."""
        return next((value for name, value in reversed(self._given) if name == part), None)

    def take(self, line: str) -> str:
        """Take a line as an answer or a correction; return its part.

        Raises:
            UnreadCardLine: It is neither; nothing has changed.
        """
        given = self._corrected(line, self.asked)
        if given is None:
            return self.answer(line)
        is_removal = len(given) < len(self._given)
        self._put(given, line)
        return REMOVE if is_removal else given[self._changed][0]

    def answer(self, line: str) -> str:
        """Take a line as the answer to the open question; return its part.

        Raises:
            UnreadCardLine: The line does not fit that part; nothing has changed.
        """
        asked = self.asked
        if asked is None:
            raise UnreadCardLine("whole")
        self._put([*self._given, (asked, self._read(asked, line))], line)
        self._changed = len(self._given) - 1
        return asked

    @property
    def piece(self) -> int:
        """The place, in the list of equipment, of the piece that the last line gave or corrected."""
        return sum(part == "use" for part, _ in self._given[: self._changed])

    def _put(self, given: list[tuple[str, Any]], line: str) -> None:
        """Keep the values given, if a card may have them."""
        before, self._given = self._given, given
        faults = self.faults()
        if faults:
            self._given = before
            raise UnreadCardLine("unfit", fault=faults[0])
        self.lines.append(line)

    def undo(self) -> bool:
        """Take the last line back; False if there is none."""
        if not self.lines:
            return False
        lines, self.lines, self._given = self.lines[:-1], [], []
        for line in lines:
            self.take(line)
        return True

    def parts(self) -> list[tuple[str, str | None]]:
        """Each part given, as it would be typed, then the parts still open."""
        given = [(part, _WRITERS.get(part, str)(value)) for part, value in self._given if value]
        return [*given, *((part, None) for part in _open_parts(self.kind, self._given))]

    def whole_card(self) -> CardData:
        """The card so far, with valid filler for the parts still open."""
        return _with_filler(self.kind.deck, self.card)

    def faults(self) -> Sequence[Diagnostic]:
        """The faults of the card so far."""
        return card_faults(self.kind.deck, self.whole_card())

    def _read(self, part: str, line: str) -> Any:
        if not line.strip():
            if not self.may_be_empty:
                raise UnreadCardLine("empty")
            return None
        return _READERS[part](line.strip(), self._words, self._known)

    def _corrected(self, line: str, asked: str | None) -> list[tuple[str, Any]] | None:
        """The values with one part changed; None where the line corrects nothing."""
        word, _, rest = line.strip().partition(" ")
        part, rest = fold(word.rstrip(":")), rest.strip()
        if part == REMOVE and rest and (asked not in _FREE_WORDS or self._place_of(rest) is not None):
            return self._without(rest)
        if asked not in _FREE_WORDS and (changed := self._with_piece(part, line.strip(), rest)):
            return changed
        part, rest = self._whole_limb(word.rstrip(":"), rest) or (part, rest)
        places = [n for n, (name, value) in enumerate(self._given) if name == part and value]
        if asked not in _FREE_WORDS and len(places) > 1 and rest:
            places, rest = [self._chosen(part, places, rest)], rest.partition(" ")[2] or rest
        if not rest or len(places) != 1 or (asked in _FREE_WORDS and part not in _NUMBERS):
            return None
        try:
            value = self._read(part, self._with_rest(part, self._given[places[0]][1], rest))
        except UnreadCardLine:
            if asked in _FREE_WORDS:
                return None
            raise
        self._changed = places[0]
        return [(name, value if n == places[0] else one) for n, (name, one) in enumerate(self._given)]

    def _with_rest(self, part: str, before: Any, line: str) -> str:
        """The line of a corrected part with what was not typed: a limb's faces and characteristic, a text."""
        if part == "objective" and re.fullmatch(r"[+-]?\d+( \w+)?", line):
            return f"{line} {before['text']}"
        if part not in tuple(LimbName):
            return line
        *faces, cp, value = limb_line(before, LimbName(part)).split()
        typed = line.split()
        if all(map(_PAIR.fullmatch, typed)) and len(typed) <= len((cp, value)):
            return " ".join([*faces, *typed, *([value] if len(typed) == 1 else [])])
        return line

    def _whole_limb(self, word: str, rest: str) -> tuple[str, str] | None:
        """The limb whose characteristic a word names and its line with that changed, as in `psi 5/3`."""
        for limb in LimbName:
            given = self.given(limb)
            if given and self._words.is_word(word, limb.characteristic) and _PAIR.fullmatch(rest):
                before = limb_line(given, limb).rpartition(" ")[0]
                return str(limb), f"{before} {rest}"
        return None

    def _chosen(self, part: str, places: Sequence[int], rest: str) -> int:
        """The place of the part that a number chooses of several; pieces are called by name instead."""
        number = rest.partition(" ")[0]
        if part == "objective" and number.isdecimal() and 0 < int(number) <= len(places):
            return places[int(number) - 1]
        if part == "objective":
            raise UnreadCardLine("which-number", part=part, most=len(places))
        raise UnreadCardLine(
            "which", names=[name for first, name in self._given if first in _DETAILS and name]
        )

    def _place_of(self, name: str) -> int | None:
        """The place of the piece of equipment or ability of that name."""
        places = (n for n, (part, value) in enumerate(self._given) if part in _DETAILS and value)
        return next((n for n in places if fold(self._given[n][1]) == fold(name)), None)

    def _with_piece(self, word: str, line: str, rest: str) -> list[tuple[str, Any]] | None:
        """The values with a piece added, as in `add Knife: s10 2`, or changed, as in `Knife s10 2`."""
        name, colon, use = rest.partition(":")
        end = next((n for n, one in enumerate(self._given) if one == ("equipment", None)), None)
        if word == ADD and colon and end is not None:
            piece = [("equipment", self._read("equipment", name)), ("use", self._read("use", use))]
            self._changed = end + 1
            return [*self._given[:end], *piece, *self._given[end:]]
        tokens = line.split()
        for length in range(len(tokens) - 1, 0, -1):
            place = self._place_of(" ".join(tokens[:length]).rstrip(":"))
            if place is not None:
                return self._with_detail(place, " ".join(tokens[length:]))
        return None

    def _with_detail(self, place: int, text: str) -> list[tuple[str, Any]]:
        """The values with what a piece is changed; an ability has its terms changed, or else its text."""
        *kinds, last = _DETAILS[self._given[place][0]]
        for n, kind in enumerate((*kinds, last), place + 1):
            try:
                value = self._read(kind, text)
            except UnreadCardLine:
                if kind == last:
                    raise
                continue
            self._changed = n
            return [*self._given[:n], (kind, value), *self._given[n + 1 :]]
        raise AssertionError("the last kind returns or raises")

    def _without(self, name: str) -> list[tuple[str, Any]]:
        """The values without the piece of equipment or ability of that name."""
        place = self._place_of(name)
        if place is None:
            raise UnreadCardLine("not-there", name=name)
        after = place + 1 + len(_DETAILS[self._given[place][0]])
        return [*self._given[:place], *self._given[after:]]


def card_faults(deck: str, card: Mapping[str, Any]) -> Sequence[Diagnostic]:
    """The errors of a file with only this card."""
    return new_faults(NEW_FILE, add_card(NEW_FILE, deck, card))


def new_faults(before: str, after: str) -> Sequence[Diagnostic]:
    """The errors that a cards file has after a change and did not have before."""
    known = {_told(one) for one in _errors(before)}
    return [one for one in _errors(after) if _told(one) not in known]


def _told(one: Diagnostic) -> tuple[object, ...]:
    return one.code, one.form, one.path


def _errors(text: str) -> list[Diagnostic]:
    name = "/cards.yaml"  # not a real file: nothing is read from disk
    checks = Checks(make_library(kept={name: text}, only_kept=True))
    return [one for one in checks.check_file(name).diagnostics.kept if one.severity == "error"]


# ── what is asked, in the order of the printed card ──────────────────────────────────────────────────────


def _fighter_steps() -> Steps:
    for part in ("name", "factions", "types", *LimbName):  # noqa: UP028  # a tuple cannot take the values sent
        yield part
    while (yield "equipment"):
        yield "use"
    yield "value"
    yield "stigma"
    while (yield "ability"):
        yield "terms"
        yield "text"


def _tactic_steps() -> Steps:
    for part in ("name", "tactic-terms", "text"):  # noqa: UP028  # as above
        yield part


def _mission_steps() -> Steps:
    yield "name"
    mission = yield "mission-terms"
    if mission["kind"] == MissionKind.REVEALED:
        yield "immediate"
    while (yield "objective"):
        pass
    yield "symbol"


def _next_step(kind: CardKind, given: Sequence[tuple[str, Any]]) -> str | None:
    steps = kind.steps()
    asked = next(steps)
    try:
        for _, value in given:
            asked = steps.send(value)
    except StopIteration:
        return None
    return asked


def _open_parts(kind: CardKind, given: Sequence[tuple[str, Any]]) -> list[str]:
    """The parts still asked for, if nothing more than required is given."""
    found, more = [], list(given)
    while (asked := _next_step(kind, more)) is not None:
        found.append(asked)
        more.append((asked, _SHORTEST.get(asked)))
    return found


_SHORTEST: Final = {"mission-terms": {"kind": MissionKind.SECRET}}
"""The values of open parts that must have one."""


# ── reading each part ────────────────────────────────────────────────────────────────────────────────────


def _unquoted(line: str, _: Abbreviations, __: KnownNames) -> str:
    return known_name(line, ())


def _free_name(line: str, words: Abbreviations, known: KnownNames) -> str:
    name = _unquoted(line, words, known)
    if fold(name) in map(fold, known.cards):
        raise UnreadCardLine("taken", name=name)
    return name


def _symbol(line: str, words: Abbreviations, known: KnownNames) -> CardData:
    found = read_symbol(line, words)
    return {"faction": known_name(line, known.factions)} if "faction" in found else found


_READERS: Final[Mapping[str, Callable[[str, Abbreviations, KnownNames], Any]]] = {
    "name": _free_name,
    "factions": lambda line, _, known: read_listed(line, known.factions),
    "types": lambda line, _, known: read_listed(line, known.types),
    **{limb: partial(lambda limb, line, words, _: read_limb(line, limb, words), limb) for limb in LimbName},
    "equipment": _unquoted,
    "use": lambda line, words, _: read_use(line, words),
    "value": lambda line, words, _: read_value(line, words),
    "stigma": lambda line, words, _: words.find(line, Stigma),
    "ability": _unquoted,
    "terms": lambda line, words, _: read_ability_terms(line, words),
    "text": lambda line, _, __: line,
    "tactic-terms": lambda line, words, _: read_tactic_terms(line, words),
    "mission-terms": lambda line, words, _: read_mission_kind(line, words),
    "symbol": _symbol,
    "immediate": lambda line, _, __: line,
    "objective": lambda line, words, _: read_objective(line, words),
}
_WRITERS: Final[Mapping[str, Callable[[Any], str]]] = {
    "factions": listed_line,
    "types": listed_line,
    **{limb: partial(lambda limb, value: limb_line(value, limb), limb) for limb in LimbName},
    "use": use_line,
    "value": lambda value: value_line({"base": SMALL_BASE, **value}),
    "terms": terms_line,
    "tactic-terms": tactic_line,
    "mission-terms": lambda value: f"{value['kind']} {value['deployment']}",
    "symbol": lambda value: value.get("stigma") or value["faction"],
    "objective": objective_line,
}
_MAY_BE_EMPTY: Final = frozenset({"equipment", "ability", "tactic-terms", "symbol", "immediate", "objective"})
_FREE_WORDS: Final = frozenset({"name", "equipment", "ability", "text", "immediate", "objective"})
_DETAILS: Final = {"equipment": ("use",), "ability": ("terms", "text")}
"""The parts that follow the name of a piece of equipment or an ability."""
_NUMBERS: Final = frozenset({*LimbName, "value"})
_PAIR: Final = re.compile(r"\d+(/\d+)?")


# ── making the card ─────────────────────────────────────────────────────────────────────────────────────


def _assemble_fighter(given: Sequence[tuple[str, Any]]) -> CardData:
    found = dict(given)
    limbs = {str(limb): found[limb] for limb in LimbName if limb in found}
    value = found.get("value", {})
    parts: CardData = {
        **{part: found[part] for part in ("name", "factions", "stigma", "types") if part in found},
        **{key: value[key] for key in ("value", "value-by-rulebook") if key in value},
        **({"base": value.get("base", SMALL_BASE)} if value else {}),
        "limbs": limbs,
        "equipment": list(_groups(given, "equipment")),
        "abilities": list(_groups(given, "ability")),
    }
    return {key: part for key, part in parts.items() if part not in ({}, [])}


def _groups(given: Sequence[tuple[str, Any]], first: str) -> Iterator[CardData]:
    """The entries that begin with each name of a kind, each with the parts up to the next name."""
    group: CardData = {}
    for part, value in given:
        if part == first:
            if group:
                yield group
            group = {"name": value} if value else {}
        elif group and part in {"use", "terms"}:
            group |= value
        elif group and part == "text":
            group["text"] = value
        elif group:
            yield group
            group = {}
    if group:
        yield group


def _assemble_tactic(given: Sequence[tuple[str, Any]]) -> CardData:
    found = dict(given)
    return {
        **{part: found[part] for part in ("name",) if part in found},
        **(found.get("tactic-terms") or {}),
        **{part: found[part] for part in ("text",) if part in found},
    }


def _assemble_mission(given: Sequence[tuple[str, Any]]) -> CardData:
    found = dict(given)
    objectives = [value for part, value in given if part == "objective" and value]
    return {
        **({"name": found["name"]} if "name" in found else {}),
        **(found.get("mission-terms") or {}),
        **{part: found[part] for part in ("symbol", "immediate") if found.get(part)},
        **({"objectives": objectives} if objectives else {}),
    }


CARD_KINDS: Final[Mapping[str, CardKind]] = {
    "fighter": CardKind("fighters", _fighter_steps, _assemble_fighter),
    "tactic": CardKind("tactics", _tactic_steps, _assemble_tactic),
    "mission": CardKind("missions", _mission_steps, _assemble_mission),
}


# ── filling open parts ───────────────────────────────────────────────────────────────────────────────────

_FILLER: Final[Mapping[str, CardData]] = {
    "fighters": {
        "name": "Name",
        "factions": ["Faction"],
        "stigma": "chaos",
        "types": ["type"],
        "value": 1,
        "base": SMALL_BASE,
    },
    "tactics": {"name": "Name", "text": "Text."},
    "missions": {
        "name": "Name",
        "kind": "revealed",
        "deployment": "ambush",
        "objectives": [{"text": "Text.", "vp": 1}],
    },
}


def _with_filler(deck: str, card: CardData) -> CardData:
    """A card with valid filler for every open part."""
    whole = {**_FILLER[deck], **card}
    if deck == "fighters":
        whole["limbs"] = _all_limbs(card.get("limbs", {}))
        whole["equipment"] = [
            {"tech": {}, **one} if len(one) == 1 else one for one in card.get("equipment", [])
        ]
        whole["abilities"] = [
            {"kind": "permanent", "text": "Text.", **one} for one in card.get("abilities", [])
        ]
    return whole


def _all_limbs(given: Mapping[str, CardData]) -> Mapping[str, CardData]:
    """The four limbs; open ones share the faces that no other limb has."""
    used = {face for limb in given.values() for face in limb["faces"]}
    left = [face for face in range(1, 7) if face not in used]
    coming = [limb for limb in LimbName if limb not in given]
    ends = [len(left) * n // len(coming) for n in range(len(coming) + 1)] if coming else []
    faces = {limb: left[begin:end] for limb, (begin, end) in zip(coming, pairwise(ends), strict=True)}
    filled = {
        limb: {"faces": faces[limb], "cp": {"white": 1}, str(limb.characteristic): {"white": 1}}
        for limb in coming
    }
    return {str(limb): given.get(limb) or filled[limb] for limb in LimbName}

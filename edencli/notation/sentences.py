"""Reads one line as sentences of the table: who, what he does, and what else is said.

Takes the readings in the order of the table, names longest first, and goes back where one leads nowhere. A
first pass only reads; when nothing can be read, a second one notes how far it got and what could follow.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from edencli.notation.forms import Form, Values
from edencli.notation.grammar import Grammar, Opening
from edencli.notation.lines import Line
from edencli.notation.names import Names
from edencli.notation.patterns import Extra, Fixed, Part
from edencli.notation.slots import SLOTS, Viewer

# What opens a sentence, and the words it may be typed with.
_LEADS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "by agreement": (("by", "agreement"), ("agreed",)),
    "dice": (("dice",),),
}


class Reading(NamedTuple):
    """One way to read a line: its form, and what stands in the slots."""

    form: Form
    values: Values


class Miss(NamedTuple):
    """What could have stood somewhere and did not: a slot, or fixed words; and the names that would fit."""

    wanted: str
    is_slot: bool
    names: tuple[str, ...] = ()


class Attempt:
    """One line being read with some forms."""

    __slots__ = ("far", "grammar", "line", "missed", "names", "values", "viewer", "words")

    def __init__(self, grammar: Grammar, line: Line, names: Names, viewer: Viewer) -> None:
        self.grammar = grammar
        self.line = line
        self.words = line.words
        self.names = names
        self.viewer = viewer
        self.values: Values = {}
        self.far = 0
        self.missed: list[Miss] | None = None

    def readings(self) -> list[Reading]:
        """Give every form as which the line can be read, with what it says."""
        for opening in self.grammar.openings:
            for begin in self._opened(opening.lead):
                for who, after in self._subjects(opening, begin):
                    found = self._predicates(opening, who, after)
                    if found:
                        return found
        return []

    def misses(self) -> tuple[int, list[Miss]]:
        """Say up to which word a line that cannot be read makes sense, and what could follow there."""
        self.missed = []
        self.readings()
        return self.far, list(dict.fromkeys(self.missed))

    def _opened(self, lead: str | None) -> Iterator[int]:
        """Where the sentence proper begins, if the line opens so."""
        if lead is None:
            yield 0
            return
        for words in _LEADS[lead]:
            if self.words[: len(words)] == words:
                yield len(words)
                return
        if lead == "dice" and self.words and "".join(self.words).isdigit():
            yield 0
        else:
            self._miss(0, f"{lead}:")

    def _subjects(self, opening: Opening, begin: int) -> Iterator[tuple[Any, int]]:
        """Who could be speaking; of several with one name, the one who is asked, if anybody is."""
        lead, subject = opening
        if subject is None:
            yield None, begin
            return
        found = list(SLOTS[subject].read(self, begin))
        if not found:
            self.miss_slot(begin, subject)
        for who, after in found:
            is_asked = lead is None and subject == "FIGHTER" and self.viewer.fighter in who
            yield (self.viewer.fighter,) if is_asked else who, after

    def _predicates(self, opening: Opening, who: Any, after: int) -> list[Reading]:
        """Read what the subject does, in every form that the verb may mean."""
        word = self.words[after] if after < len(self.words) else ""
        meant = self.grammar.meant(opening, word)
        found: dict[str, Reading] = {}
        for form, pattern in meant:
            if form.id in found:
                continue
            self.values = {opening.subject: who} if opening.subject else {}
            if self._follow(pattern.rest, 0, after + (pattern.verb is not None)):
                found[form.id] = Reading(form, self.values)
        if not meant and self.missed is not None:
            for verb in self.grammar.openings[opening].phrases():
                self._miss(after, verb)
        return list(found.values())

    def _follow(self, parts: tuple[Part, ...], k: int, i: int) -> bool:
        """Read the parts of a pattern from the k-th on in the words from the i-th on, to the end of both."""
        if k == len(parts):
            if i < len(self.words):
                self._miss(i, "")
            return i == len(self.words)
        part = parts[k]
        if isinstance(part, Fixed):
            return self._follow_fixed(part, parts, k, i)
        if isinstance(part, Extra):
            return self._follow_extra(part, parts, k, i)
        for value, end in SLOTS[part.name].read(self, i):
            self.values[part.name] = value
            if self._follow(parts, k + 1, end):
                return True
        self.values.pop(part.name, None)
        self.miss_slot(i, part.name)
        return False

    def _follow_fixed(self, part: Fixed, parts: tuple[Part, ...], k: int, i: int) -> bool:
        if i < len(self.words):
            word = self.words[i]
            fits = part.word.startswith(word) if part.is_verbal else part.word == word
            if fits and self._follow(parts, k + 1, i + 1):
                return True
        self._miss(i, part.shown)
        return not part.is_needed and self._follow(parts, k + 1, i)

    def _follow_extra(self, part: Extra, parts: tuple[Part, ...], k: int, i: int) -> bool:
        given, end = self._repeated(part, i)
        if given:
            self.values[part.word] = given if part.is_many else given[0]
            if self._follow(parts, k + 1, end):
                return True
            del self.values[part.word]
        self._miss(i, part.word)
        return self._follow(parts, k + 1, i)

    def _repeated(self, part: Extra, i: int) -> tuple[list[Any], int]:
        given: list[Any] = []
        while i < len(self.words) and self.words[i] == part.word and (part.is_many or not given):
            found = next(iter(SLOTS[part.slot].read(self, i + 1)), None)
            if found is None:
                self.miss_slot(i + 1, part.slot)
                break
            given.append(found[0])
            i = found[1]
        return given, i

    def _miss(self, at: int, wanted: str) -> None:
        """Note what could have stood at a word, if that is asked for and no reading got farther."""
        if self._is_worth_noting(at):
            self.missed = [*(self.missed or ()), Miss(wanted, is_slot=False)]

    def miss_slot(self, at: int, slot: str) -> None:
        """Note that a slot could have been filled at a word."""
        if self._is_worth_noting(at):
            self.missed = [
                *(self.missed or ()),
                Miss(slot, is_slot=True, names=tuple(SLOTS[slot].known(self))),
            ]

    def _is_worth_noting(self, at: int) -> bool:
        if self.missed is None or at < self.far:
            return False
        if at > self.far:
            self.far, self.missed = at, []
        return True

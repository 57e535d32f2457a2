"""The parser of one line as sentences of the table: the subject, what it does, and what else is said.

Forms are found by the words that they begin with. The parser tries them in the order of the table, the
longest names first, and backtracks. A first pass only reads; if nothing can be read, a second one notes how
far it got and what could follow.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any

from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.questions import FieldQuestion, Question
from edencli.model.lexicon import Lexicon
from edencli.named_tuple import NamedTuple
from edencli.notation.forms import (
    ANY,
    Clause,
    FieldKind,
    FixedWord,
    Form,
    Pattern,
    PatternPart,
    Topic,
    parse_pattern,
    verb_phrase,
)
from edencli.notation.meanings import SlotValues
from edencli.notation.names import DoubtfulFighters, MatchNames
from edencli.notation.slots import SLOTS, AskedPlayer, TypedLine
from edencli.notation.table import FACT_TOPICS, OTHER_PATTERNS, TOPICS, VERB_SYNONYMS


class Sentence(NamedTuple):
    """A form, and one of its patterns."""

    form: Form
    pattern: Pattern


class Opening(NamedTuple):
    """How sentences begin: with a lead or none, and with a subject or none."""

    lead: str | None
    subject: str | None


class VerbIndex:
    """The sentences with the same beginning, by their verb."""

    def __init__(self) -> None:
        self.by_verb: dict[str, list[Sentence]] = {}
        self.by_prefix: dict[str, list[Sentence]] = {}

    def add(self, verb: str, sentence: Sentence) -> None:
        """Let a sentence be found by a verb and its beginnings."""
        self.by_verb.setdefault(verb, []).append(sentence)
        for end in range(1, len(verb) + 1):
            known = self.by_prefix.setdefault(verb[:end], [])
            if sentence not in known:
                known.append(sentence)

    def verb_phrases(self) -> Iterator[str]:
        """Give every verb as it is written, with the words that belong to it."""
        for sentences in self.by_verb.values():
            for sentence in sentences:
                if sentence.pattern is parse_pattern(sentence.form.pattern):
                    yield verb_phrase(sentence.pattern)


class Grammar:
    """Some forms of the table, prepared for reading lines.

    In a `narrow` grammar a whole verb is not taken for the beginning of another one. A `measured` grammar has
    no form for a field that is not measured.
    """

    def __init__(self, topics: Iterable[Topic], *, narrow: bool, measured: bool) -> None:
        self.measured = measured
        self.topics = tuple(topics)
        self.topic_of = {form.id: topic for topic in self.topics for form in topic.forms}
        self.openings: dict[Opening, VerbIndex] = {}
        self._narrow = narrow
        for topic in self.topics:
            for form in topic.forms:
                if measured and form.field_kind is FieldKind.ASKED:
                    continue
                for text in (form.pattern, *OTHER_PATTERNS.get(form.id, ())):
                    self._add(Sentence(form, parse_pattern(text)))

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """All words of its lines that are no names or numbers, with all their beginnings."""
        every = [one for verbs in self.openings.values() for found in verbs.by_verb.values() for one in found]
        parts = [part for one in every for part in one.pattern.parts if isinstance(part, FixedWord | Clause)]
        verbs = [verb for one in self.openings.values() for verb in one.by_verb]
        leads = [word for ways in LEADS.values() for way in ways for word in way]
        words = {*(part.word for part in parts), *verbs, *leads, *Side, "exactly", ";"}
        return frozenset(word[:end] for word in words for end in range(1, len(word) + 1))

    def _add(self, sentence: Sentence) -> None:
        lead, subject, verb = sentence.pattern.lead, sentence.pattern.subject, sentence.pattern.verb or ""
        verbs = self.openings.setdefault(Opening(lead, subject), VerbIndex())
        for one in (verb, *VERB_SYNONYMS.get(verb, ())):
            verbs.add(one, sentence)

    def sentences_with_verb(self, opening: Opening, word: str) -> list[Sentence]:
        """Return the sentences whose verb is a word, or begins with it."""
        verbs = self.openings[opening]
        if self._narrow and word in verbs.by_verb:
            return verbs.by_verb[word]
        return verbs.by_prefix.get(word) or verbs.by_verb.get("", [])


@cache
def full_grammar() -> Grammar:
    """Return the grammar of all forms, except those for facts told by the players."""
    return Grammar(TOPICS, narrow=False, measured=False)


@cache
def field_grammar(*, measured: bool) -> Grammar:
    """Return the grammar of all forms that a field has."""
    return Grammar(TOPICS if measured else (*TOPICS, *FACT_TOPICS), narrow=True, measured=measured)


@cache
def fact_grammar() -> Grammar:
    """Return the grammar of the forms in which players tell facts about a field that is not measured."""
    return Grammar(FACT_TOPICS, narrow=False, measured=False)


def question_grammar(match: Match, question: Question[object]) -> Grammar:
    """Return the grammar of the forms that answer a question of a match."""
    about: Any = question.fact_class if isinstance(question, FieldQuestion) else type(question)
    return _suited(question.kind, about, question.agreeable, match.field.has_places)


@cache
def _suited(kind: str, about: type, agreeable: bool, measured: bool) -> Grammar:  # noqa: FBT001  # keys of the cache
    return Grammar(
        (
            topic
            for topic in (*TOPICS, *FACT_TOPICS)
            if topic.answers(kind, about) or (agreeable and topic.kind == ANY)
        ),
        narrow=True,
        measured=measured,
    )


# The leads of sentences, and the words that they may be typed with.
LEADS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "by agreement": (("by", "agreement"), ("agreed",)),
    "dice": (("dice",),),
}


class Reading(NamedTuple):
    """A way to read a line: its form, and the values of its slots."""

    form: Form
    values: SlotValues


class Miss(NamedTuple):
    """What could have followed at some place: a slot, or fixed words; and the names known there."""

    wanted: str
    is_slot: bool
    known: Lexicon[Any] | None = None


class LineParser:
    """The reading of a line with some forms; `begun` names are only for lines unreadable otherwise."""

    __slots__ = ("begun", "far", "grammar", "line", "missed", "names", "values", "viewer", "words")

    def __init__(
        self,
        grammar: Grammar,
        line: TypedLine,
        names: MatchNames,
        viewer: AskedPlayer,
        *,
        begun: bool = False,
    ) -> None:
        self.begun = begun
        self.grammar = grammar
        self.line = line
        self.words = line.words
        self.names = names
        self.viewer = viewer
        self.values: SlotValues = {}
        self.far = 0
        self.missed: list[Miss] | None = None

    def readings(self) -> list[Reading]:
        """Return every form as which the line can be read, with its values."""
        for opening in self.grammar.openings:
            for begin in self._sentence_starts(opening.lead):
                for who, after in self._subjects(opening, begin):
                    found = self._predicates(opening, who, after)
                    if found:
                        return found
        return []

    def misses(self) -> tuple[int, list[Miss]]:
        """Return up to which word an unreadable line makes sense, and what could follow there."""
        self.missed = []
        self.readings()
        return self.far, list(dict.fromkeys(self.missed))

    def _sentence_starts(self, lead: str | None) -> Iterator[int]:
        """Give where the sentence proper begins, if the line has this lead."""
        if lead is None:
            yield 0
            return
        for words in LEADS[lead]:
            if self.words[: len(words)] == words:
                yield len(words)
                return
        if lead == "dice" and self.words and "".join(self.words).isdigit():
            yield 0
        else:
            self._miss(0, f"{lead}:")

    def _subjects(self, opening: Opening, begin: int) -> Iterator[tuple[Any, int]]:
        """Give the possible subjects; if a name means several fighters, the one that is asked."""
        lead, subject = opening
        if subject is None:
            yield None, begin
            return
        found = list(SLOTS[subject].read(self, begin))
        if not found:
            self.miss_slot(begin, subject)
        for who, after in found:
            is_sure = lead is None and subject == "FIGHTER" and not isinstance(who, DoubtfulFighters)
            yield (self.viewer.fighter,) if is_sure and self.viewer.fighter in who else who, after

    def _predicates(self, opening: Opening, who: Any, after: int) -> list[Reading]:
        """Read what the subject does, in every form that the verb may mean."""
        word = self.words[after] if after < len(self.words) else ""
        meant = self.grammar.sentences_with_verb(opening, word)
        found: dict[str, Reading] = {}
        for form, pattern in meant:
            if form.id in found:
                continue
            self.values = {opening.subject: who} if opening.subject else {}
            if self._follow(pattern.rest, 0, after + (pattern.verb is not None)):
                found[form.id] = Reading(form, self.values)
        if not meant and self.missed is not None:
            for verb in self.grammar.openings[opening].verb_phrases():
                self._miss(after, verb)
        return list(found.values())

    def _follow(self, parts: tuple[PatternPart, ...], k: int, i: int) -> bool:
        """Read the parts of a pattern from the k-th on in the words from the i-th on, to the end of both."""
        if k == len(parts):
            if i < len(self.words):
                self._miss(i, "")
            return i == len(self.words)
        part = parts[k]
        if isinstance(part, FixedWord):
            return self._follow_fixed(part, parts, k, i)
        if isinstance(part, Clause):
            return self._follow_clause(part, parts, k, i)
        for value, end in SLOTS[part.name].read(self, i):
            self.values[part.name] = value
            if self._follow(parts, k + 1, end):
                return True
        self.values.pop(part.name, None)
        self.miss_slot(i, part.name)
        return False

    def _follow_fixed(self, part: FixedWord, parts: tuple[PatternPart, ...], k: int, i: int) -> bool:
        if i < len(self.words):
            word = self.words[i]
            fits = part.word.startswith(word) if part.is_verbal else part.word == word
            if fits and self._follow(parts, k + 1, i + 1):
                return True
        self._miss(i, part.text)
        return not part.is_needed and self._follow(parts, k + 1, i)

    def _follow_clause(self, part: Clause, parts: tuple[PatternPart, ...], k: int, i: int) -> bool:
        given, end = self._read_repeated(part, i)
        if given:
            self.values[part.word] = given if part.is_many else given[0]
            if self._follow(parts, k + 1, end):
                return True
            del self.values[part.word]
        self._miss(i, part.word)
        return self._follow(parts, k + 1, i)

    def _read_repeated(self, part: Clause, i: int) -> tuple[list[Any], int]:
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
                Miss(slot, is_slot=True, known=SLOTS[slot].known(self)),
            ]

    def _is_worth_noting(self, at: int) -> bool:
        if self.missed is None or at < self.far:
            return False
        if at > self.far:
            self.far, self.missed = at, []
        return True

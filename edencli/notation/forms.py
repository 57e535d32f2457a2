"""Forms: how one is written, what it means, and which question it answers.

    FIGHTER charges ENEMY [via PLACE]… [to END]

A pattern is one line that people, the reader and the writer share. Words in capitals that `SLOTS` has are
slots; brackets contain what may be left out, each with its own first word, and `…` means that it may be
repeated. A first word with a colon opens a sentence of its own (`dice:`). The first slot, if it opens the
sentence, is its subject, and the word after it is the verb.
"""

import enum
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from edencli.match.facts import Fact
from edencli.match.match import Match
from edencli.match.questions import Question
from edencli.model.lexicon import tokens_of
from edencli.named_tuple import NamedTuple
from edencli.notation.meanings import (
    PART_NAMES,
    Meaning,
    RecordPart,
    clause_part,
    record_answer,
    slot_part,
)
from edencli.notation.slots import PLACES, SAMPLES, SLOTS

SUBJECTS = ("SIDE", "FIGHTER")

# Words that change the meaning of a line; all other fixed words may be left out.
_NEEDED = frozenset({"not", "nothing", "nobody", "again", "without", "first", "done", "ap", "sp", "vp", "cp"})
_PARTS = re.compile(r"\[(\w+) (\w+)\](…?)|(\S+)")


class FixedWord(NamedTuple):
    """A fixed word; directly after the verb, it may be shortened like the verb."""

    text: str
    word: str
    is_needed: bool
    is_verbal: bool


class Slot(NamedTuple):
    """A place for a value."""

    name: str


class Clause(NamedTuple):
    """A word and a slot that may be left out, or be repeated."""

    word: str
    slot: str
    is_many: bool


PatternPart: TypeAlias = FixedWord | Slot | Clause


class Pattern(NamedTuple):
    """A pattern in its parts: what opens the sentence, its subject, its verb, and the rest."""

    parts: tuple[PatternPart, ...]
    lead: str | None
    subject: str | None
    verb: str | None
    rest: tuple[PatternPart, ...]


@lru_cache(maxsize=1024)
def parse_pattern(text: str) -> Pattern:
    """Split a pattern into its parts."""
    lead, colon, sentence = text.rpartition(": ")
    parts: list[PatternPart] = []
    for found in _PARTS.finditer(sentence):
        parts.append(_part(found, parts))
    subject = parts[0].name if isinstance(parts[0], Slot) and parts[0].name in SUBJECTS else None
    after = 1 if subject else 0
    first = parts[after]
    verb = first.word if isinstance(first, FixedWord) else None
    rest = tuple(parts[after + (verb is not None) :])
    return Pattern(tuple(parts), lead if colon else None, subject, verb, rest)


def _part(found: re.Match[str], before: list[PatternPart]) -> PatternPart:
    word, slot, many, single = found.groups()
    if word:
        return Clause(word, slot, bool(many))
    if single in SLOTS:
        return Slot(single)
    folded = tokens_of(single)[0]
    follows_verb = all(isinstance(part, FixedWord) for part in before[1:])
    return FixedWord(single, folded, folded in _NEEDED, follows_verb)


def fill_pattern(text: str, values: Mapping[str, str | list[str]]) -> str:
    """Write a pattern with its slots filled; a clause without a value is left out."""
    pattern = parse_pattern(text)
    words = [f"{pattern.lead}:"] if pattern.lead else []
    for part in pattern.parts:
        if isinstance(part, FixedWord):
            words.append(part.text)
        elif isinstance(part, Slot):
            words.append(str(values[part.name]))
        else:
            given = values.get(part.word, [])
            words += [f"{part.word} {one}" for one in ([given] if isinstance(given, str) else given)]
    return " ".join(word for word in words if word)


def verb_phrase(pattern: Pattern) -> str:
    """Return the verb and the fixed words that belong to it."""
    words = []
    for part in pattern.parts[1 if pattern.subject else 0 :]:
        if not isinstance(part, FixedWord):
            break
        words.append(part.text)
    return " ".join(words)


# The kind and the rule of forms that answer several questions.
ANY = "*"


class FieldKind(enum.Enum):
    """The fields on which a form is used: any, measured ones, or those that the players look at."""

    ANY = enum.auto()
    MEASURED = enum.auto()
    ASKED = enum.auto()


class Form(NamedTuple):
    """A row of the table: a name, a pattern, and what a line of that pattern means.

    The example is the pattern with a sample in each slot, unless another is given. A form with a place is
    used only on a measured field.
    """

    id: str
    pattern: str
    meaning: Meaning
    on_field: FieldKind = FieldKind.ANY
    other_example: str = ""

    @property
    def example(self) -> str:
        """An example line of this form."""
        return self.other_example or fill_pattern(self.pattern, SAMPLES)

    @property
    def field_kind(self) -> FieldKind:
        """The fields on which it is used."""
        parts = parse_pattern(self.pattern).parts
        has_place = any(isinstance(part, Slot) and part.name in PLACES for part in parts)
        return FieldKind.MEASURED if has_place else self.on_field

    def suits_field(self, match: Match) -> bool:
        """Tell whether it is used on the field of a match."""
        return self.field_kind is not (FieldKind.ASKED if match.field.has_places else FieldKind.MEASURED)


def form(
    name: str,
    pattern: str,
    kind: Meaning | type,
    *parts: RecordPart,
    on_field: FieldKind = FieldKind.ANY,
    example: str = "",
    **named: Any,
) -> Form:
    """Make a row of the table: a form with its own meaning, or one whose slots hold the parts of a record.

    The part in each slot is given in `PART_NAMES`, or named here (`FIGHTER="subject"`), unless one of the
    given parts reads it. Names in lower case are constants of the record.
    """
    if isinstance(kind, Meaning):
        return Form(name, pattern, kind, on_field, example)
    taken, names = {key for part in parts for key in part.keys}, {**PART_NAMES, **named}
    found: list[RecordPart] = []
    for part in parse_pattern(pattern).parts:
        if isinstance(part, Slot) and part.name not in taken and part.name in names:
            found.append(slot_part(part.name, names[part.name]))
        elif isinstance(part, Clause) and part.word not in taken:
            found.append(clause_part(part.word, part.slot))
    constants = {key: value for key, value in named.items() if key.islower()}
    return Form(name, pattern, record_answer(kind, [*found, *parts], constants), on_field, example)


class Topic(NamedTuple):
    """The forms that answer some classes of questions, or tell some classes of facts, all of one `kind`.

    The subject of a form is the side or fighter that was asked, unless the forms are `about_anybody`.
    """

    kind: str
    classes: tuple[type[Question[Any]] | type[Fact], ...]
    forms: tuple[Form, ...]
    about_anybody: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that ask these questions, or need these facts; for a topic without classes, `ANY`."""
        return tuple(dict.fromkeys(one.rule for one in self.classes)) or (ANY,)

    def answers(self, kind: str, about: type) -> bool:
        """Tell whether these forms answer questions of a kind and a class, or tell facts of a class."""
        return self.kind == kind and (not self.classes or about in self.classes)


def make_topic(classes: Iterable[type[Question[Any]]], *forms: Form, about_anybody: bool = False) -> Topic:
    """Make the topic of some classes of questions, which are all of one kind."""
    classes = tuple(classes)
    (kind,) = {one.kind for one in classes}
    return Topic(kind, classes, forms, about_anybody)

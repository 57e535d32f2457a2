"""Forms: how one is written, what it means, and which question it answers.

    FIGHTER charges ENEMY [via PLACE]… [to END]

A pattern is one line that people, the reader and the writer share. Words in capitals that `SLOTS` knows are
slots; brackets hold what may be missing, each with its own first word, `…` says that it may be repeated. A
first word with a colon opens a sentence of its own (`dice:`). The first slot, if it opens the sentence, is
its subject, and the word after it is the verb.
"""

import enum
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from edencli.match.facts import Among, Fact
from edencli.match.match import Match
from edencli.match.pieces import Piece, opposes
from edencli.match.questions import FieldQuestion, Question
from edencli.model.cast import tokens_of
from edencli.notation.errors import Ambiguous
from edencli.notation.names import Meant, Names
from edencli.notation.slots import SLOTS

SUBJECTS = ("SIDE", "FIGHTER")
PLACES = frozenset({"PLACE", "END"})

# Words without which a line would say something else; all others that are fixed may be left out.
_NEEDED = frozenset({"not", "nothing", "nobody", "again", "without", "first", "done", "ap", "sp", "vp", "cp"})
_PARTS = re.compile(r"\[(\w+) (\w+)\](…?)|(\S+)")


class Fixed(NamedTuple):
    """A fixed word. One that follows the verb straight may be shortened like it."""

    shown: str
    word: str
    is_needed: bool
    is_verbal: bool


class Slot(NamedTuple):
    """A place for a value."""

    name: str


class Clause(NamedTuple):
    """A word and a slot that may be missing, or be repeated."""

    word: str
    slot: str
    is_many: bool


PatternPart: TypeAlias = Fixed | Slot | Clause


class Pattern(NamedTuple):
    """A pattern in its parts: what opens the sentence, its subject, its verb, and what follows."""

    parts: tuple[PatternPart, ...]
    lead: str | None
    subject: str | None
    verb: str | None
    rest: tuple[PatternPart, ...]


@lru_cache(maxsize=1024)
def pattern_of(text: str) -> Pattern:
    """Take a pattern apart."""
    lead, colon, sentence = text.rpartition(": ")
    parts: list[PatternPart] = []
    for found in _PARTS.finditer(sentence):
        parts.append(_part(found, parts))
    subject = parts[0].name if isinstance(parts[0], Slot) and parts[0].name in SUBJECTS else None
    after = 1 if subject else 0
    first = parts[after]
    verb = first.word if isinstance(first, Fixed) else None
    rest = tuple(parts[after + (verb is not None) :])
    return Pattern(tuple(parts), lead if colon else None, subject, verb, rest)


def _part(found: re.Match[str], before: list[PatternPart]) -> PatternPart:
    word, slot, many, single = found.groups()
    if word:
        return Clause(word, slot, bool(many))
    if single in SLOTS:
        return Slot(single)
    folded = tokens_of(single)[0]
    follows_verb = all(isinstance(part, Fixed) for part in before[1:])
    return Fixed(single, folded, folded in _NEEDED, follows_verb)


def filled(text: str, values: Mapping[str, str | list[str]]) -> str:
    """Write a pattern with its slots filled; an extra without a value is left out."""
    pattern = pattern_of(text)
    words = [f"{pattern.lead}:"] if pattern.lead else []
    for part in pattern.parts:
        if isinstance(part, Fixed):
            words.append(part.shown)
        elif isinstance(part, Slot):
            words.append(str(values[part.name]))
        else:
            given = values.get(part.word, [])
            words += [f"{part.word} {one}" for one in ([given] if isinstance(given, str) else given)]
    return " ".join(word for word in words if word)


def phrase(pattern: Pattern) -> str:
    """The verb and the fixed words that belong to it."""
    words = []
    for part in pattern.parts[1 if pattern.subject else 0 :]:
        if not isinstance(part, Fixed):
            break
        words.append(part.shown)
    return " ".join(words)


Values = dict[str, Any]

# The kind and the rule of forms that answer more than one question.
ANY = "*"


class Asked(NamedTuple):
    """The question at hand, and the match and the names to read its answer with."""

    match: Match
    question: Question[Any]
    names: Names

    @property
    def fighter(self) -> Piece | None:
        """The fighter of whom something is asked, if it is about one."""
        return self.question.fighter

    @property
    def fact(self) -> Fact | Among:
        """The fact of the field that is asked for."""
        if not isinstance(self.question, FieldQuestion):
            raise TypeError(self.question)
        return self.question.fact

    def one(self, meant: Meant, among: Sequence[Piece] = ()) -> Piece:
        """Settle who was meant: one of those who are likelier, if there is just one."""
        likely = [piece for piece in meant if piece in among] or list(meant)
        if len(likely) == 1:
            return likely[0]
        meanings = tuple(self.names.cast.labels[piece] for piece in likely)
        raise Ambiguous("which-fighter", given=likely[0].name, meanings=meanings)

    def enemy(self, meant: Meant, of: Piece) -> Piece:
        """Settle who was meant by a fighter's enemy."""
        return self.one(meant, [piece for piece in meant if opposes(piece, of)])


class Meaning(NamedTuple):
    """The answer that the values of a form mean, and the values that mean an answer, or None for others."""

    read: Callable[[Values, Asked], Any]
    write: Callable[[Any, Asked], Values | None]


class Field(enum.Enum):
    """On which field a form is used: on any, on one that measures, or on one that the players look at."""

    ANY = enum.auto()
    MEASURED = enum.auto()
    ASKED = enum.auto()


class Form(NamedTuple):
    """A row of the table: a name, a pattern, an example, and what a line of that pattern means.

    A form with a place is used on a field that measures only.
    """

    id: str
    pattern: str
    example: str
    means: Meaning
    on: Field = Field.ANY

    @property
    def field(self) -> Field:
        """On which field it is used."""
        parts = pattern_of(self.pattern).parts
        has_place = any(isinstance(part, Slot) and part.name in PLACES for part in parts)
        return Field.MEASURED if has_place else self.on

    def suits(self, match: Match) -> bool:
        """Tell whether it is used on the field of a match."""
        return self.field is not (Field.ASKED if match.is_measured else Field.MEASURED)


class Topic(NamedTuple):
    """The forms that answer one question: its kind, and the rules that ask it.

    The subject of a form is who was asked, unless the forms are `about_anybody`.
    """

    kind: str
    rules: tuple[str, ...]
    forms: tuple[Form, ...]
    about_anybody: bool = False


def topic(kind: str, rules: str, *forms: Form, about_anybody: bool = False) -> Topic:
    """Make a topic; its rules are parted by spaces."""
    return Topic(kind, tuple(rules.split()), forms, about_anybody)


def constant(answer: Any) -> Meaning:
    """A form that means one answer and no other."""
    return Meaning(
        lambda values, asked: answer,  # noqa: ARG005  # every meaning's shape
        lambda given, asked: {} if type(given) is type(answer) and given == answer else None,  # noqa: ARG005
    )


def simple(slot: str, kind: type) -> Meaning:
    """A form with one slot, whose value is the answer."""
    return Meaning(
        lambda values, asked: values[slot],  # noqa: ARG005
        lambda given, asked: {slot: given} if type(given) is kind else None,  # noqa: ARG005
    )


def somebody(slot: str) -> Meaning:
    """A form with one slot for one of the fighters that may be picked."""

    def read(values: Values, asked: Asked) -> Piece:
        return asked.one(values[slot], getattr(asked.question, "options", ()))

    def write(given: Any, asked: Asked) -> Values | None:
        return {slot: given} if given in asked.names.cast.labels else None

    return Meaning(read, write)

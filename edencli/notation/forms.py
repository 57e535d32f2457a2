"""Forms: how one is written, what it means, and which question it answers.

    FIGHTER charges ENEMY [via PLACE]… [to END]

A pattern is one line that people, the reader and the writer share. Words in capitals that `SLOTS` knows are
slots; brackets hold what may be missing, each with its own first word, `…` says that it may be repeated. A
first word with a colon opens a sentence of its own (`dice:`). The first slot, if it opens the sentence, is
its subject, and the word after it is the verb.
"""

import enum
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from edencli.match.facts import Fact, FactGroup
from edencli.match.match import Match
from edencli.match.pieces import Piece, are_enemies
from edencli.match.questions import FieldQuestion, Question
from edencli.model.lexicon import tokens_of
from edencli.notation.errors import Ambiguous
from edencli.notation.names import MatchNames, PossibleFighters
from edencli.notation.slots import SLOTS

SUBJECTS = ("SIDE", "FIGHTER")
PLACES = frozenset({"PLACE", "END"})

# Words without which a line would say something else; all others that are fixed may be left out.
_NEEDED = frozenset({"not", "nothing", "nobody", "again", "without", "first", "done", "ap", "sp", "vp", "cp"})
_PARTS = re.compile(r"\[(\w+) (\w+)\](…?)|(\S+)")


class FixedWord(NamedTuple):
    """A fixed word. One that follows the verb straight may be shortened like it."""

    text: str
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


PatternPart: TypeAlias = FixedWord | Slot | Clause


class Pattern(NamedTuple):
    """A pattern in its parts: what opens the sentence, its subject, its verb, and what follows."""

    parts: tuple[PatternPart, ...]
    lead: str | None
    subject: str | None
    verb: str | None
    rest: tuple[PatternPart, ...]


@lru_cache(maxsize=1024)
def parse_pattern(text: str) -> Pattern:
    """Take a pattern apart."""
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
    """Write a pattern with its slots filled; an extra without a value is left out."""
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
    """The verb and the fixed words that belong to it."""
    words = []
    for part in pattern.parts[1 if pattern.subject else 0 :]:
        if not isinstance(part, FixedWord):
            break
        words.append(part.text)
    return " ".join(words)


SlotValues = dict[str, Any]

# The kind and the rule of forms that answer more than one question.
ANY = "*"


class QuestionContext(NamedTuple):
    """The question at hand, and the match and the names to read its answer with."""

    match: Match
    question: Question[Any]
    names: MatchNames

    @property
    def fighter(self) -> Piece | None:
        """The fighter of whom something is asked, if it is about one."""
        return self.question.fighter

    @property
    def fact(self) -> Fact | FactGroup:
        """The fact of the field that is asked for."""
        if not isinstance(self.question, FieldQuestion):
            raise TypeError(self.question)
        return self.question.fact

    def resolve_fighter(self, meant: PossibleFighters, among: Sequence[Piece] = ()) -> Piece:
        """Settle who was meant: one of those who are likelier, if there is just one."""
        likely = [piece for piece in meant if piece in among] or list(meant)
        if len(likely) == 1:
            return likely[0]
        meanings = tuple(self.names.cast.labels[piece] for piece in likely)
        raise Ambiguous("which-fighter", given=likely[0].name, meanings=meanings)

    def resolve_enemy(self, meant: PossibleFighters, of: Piece) -> Piece:
        """Settle who was meant by a fighter's enemy."""
        return self.resolve_fighter(meant, [piece for piece in meant if are_enemies(piece, of)])


class Meaning(NamedTuple):
    """The answer that the values of a form mean, and the values that mean an answer, or None for others."""

    read: Callable[[SlotValues, QuestionContext], Any]
    write: Callable[[Any, QuestionContext], SlotValues | None]


class FieldKind(enum.Enum):
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
    meaning: Meaning
    on_field: FieldKind = FieldKind.ANY

    @property
    def field_kind(self) -> FieldKind:
        """On which field it is used."""
        parts = parse_pattern(self.pattern).parts
        has_place = any(isinstance(part, Slot) and part.name in PLACES for part in parts)
        return FieldKind.MEASURED if has_place else self.on_field

    def suits_field(self, match: Match) -> bool:
        """Tell whether it is used on the field of a match."""
        return self.field_kind is not (FieldKind.ASKED if match.is_measured else FieldKind.MEASURED)


class Topic(NamedTuple):
    """The forms that answer some classes of questions, or tell some classes of facts; `kind` is theirs.

    The subject of a form is who was asked, unless the forms are `about_anybody`.
    """

    kind: str
    classes: tuple[type[Question[Any]] | type[Fact], ...]
    forms: tuple[Form, ...]
    about_anybody: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that ask these questions, or need these facts; those of a topic for all are `ANY`."""
        return tuple(dict.fromkeys(one.rule for one in self.classes)) or (ANY,)

    def answers(self, kind: str, about: type) -> bool:
        """Tell whether these forms answer questions of a kind and a class, or tell facts of a class."""
        return self.kind == kind and (not self.classes or about in self.classes)


def make_topic(classes: Iterable[type[Question[Any]]], *forms: Form, about_anybody: bool = False) -> Topic:
    """Make the topic of some classes of questions, which are all of one kind."""
    classes = tuple(classes)
    (kind,) = {one.kind for one in classes}
    return Topic(kind, classes, forms, about_anybody)


def constant_answer(answer: Any) -> Meaning:
    """A form that means one answer and no other."""
    return Meaning(
        lambda values, asked: answer,  # noqa: ARG005  # every meaning's shape
        lambda given, asked: {} if type(given) is type(answer) and given == answer else None,  # noqa: ARG005
    )


def slot_answer(slot: str, kind: type) -> Meaning:
    """A form with one slot, whose value is the answer."""
    return Meaning(
        lambda values, asked: values[slot],  # noqa: ARG005
        lambda given, asked: {slot: given} if type(given) is kind else None,  # noqa: ARG005
    )


def fighter_answer(slot: str) -> Meaning:
    """A form with one slot for one of the fighters that may be picked."""

    def read(values: SlotValues, asked: QuestionContext) -> Piece:
        return asked.resolve_fighter(values[slot], getattr(asked.question, "options", ()))

    def write(given: Any, asked: QuestionContext) -> SlotValues | None:
        return {slot: given} if given in asked.names.cast.labels else None

    return Meaning(read, write)

"""What a form is: one way to write one kind of answer, and what an answer has to do with it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from edencli.match.match import Match
from edencli.match.pieces import Piece, opposes
from edencli.match.questions import Deed, Question
from edencli.notation.errors import Ambiguous
from edencli.notation.names import Called, Names

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
        if isinstance(self.question, Deed):
            return self.question.fighter
        found: Piece | None = self.question.about.get("fighter")
        return found

    def one(self, called: Called, among: Sequence[Piece] = ()) -> Piece:
        """Settle who was meant: one of those who are likelier, if there is just one."""
        meant = [piece for piece in called if piece in among] or list(called)
        if len(meant) == 1:
            return meant[0]
        meanings = tuple(self.names.labels[piece] for piece in meant)
        raise Ambiguous("which-fighter", given=meant[0].name, meanings=meanings)

    def enemy(self, called: Called, of: Piece) -> Piece:
        """Settle who was meant by a fighter's enemy."""
        return self.one(called, [piece for piece in called if opposes(piece, of)])


class Meaning(NamedTuple):
    """The answer that the values of a form mean, and the values that mean an answer, or None for others."""

    read: Callable[[Values, Asked], Any]
    write: Callable[[Any, Asked], Values | None]


class Form(NamedTuple):
    """A row of the table: a name, a pattern, an example, and what a line of that pattern means."""

    id: str
    pattern: str
    example: str
    means: Meaning


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
        return {slot: given} if given in asked.names.labels else None

    return Meaning(read, write)

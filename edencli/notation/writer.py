"""Writes an answer as its one canonical line."""

from collections.abc import Iterator
from typing import Any

from edencli.match.match import Match
from edencli.match.questions import Choice, Question
from edencli.notation.errors import Unwritable
from edencli.notation.forms import ANY, Asked, Clause, Form, Slot, Values, filled, pattern_of
from edencli.notation.names import Names, names_of
from edencli.notation.sentences import suited
from edencli.notation.slots import SLOTS


def write(answer: Any, match: Match, question: Question[Any]) -> str:
    """Write an answer to a question; None declines one that is optional.

    Raises:
        Unwritable: No form of the table is an answer like this.
    """
    asked = Asked(match, question, names_of(match))
    for topic in suited(match, question).topics:
        for form in topic.forms:
            values = form.means.write(answer, asked) if form.suits(match) else None
            if values is not None:
                return _sentence(form, {**_subject(asked), **values}, asked.names)
    raise Unwritable(f"{question.kind} {question.rule}: {answer!r}")


def answers(match: Match, question: Question[Any]) -> Iterator[str]:
    """Write every answer to a question that lists them, also that it is declined."""
    if isinstance(question, Choice):
        for option in question.allowed():
            yield write(option, match, question)
    if question.optional:
        yield write(None, match, question)


def patterns_for(asked: Asked) -> tuple[str, ...]:
    """The patterns that answer a question, with the name of who was asked; agreements are left out."""
    topics = [topic for topic in suited(asked.match, asked.question).topics if topic.kind != ANY]
    forms = [form for topic in topics for form in topic.forms if form.suits(asked.match)]
    return tuple(_named(form.pattern, asked) for form in forms)


def _named(pattern: str, asked: Asked) -> str:
    subject = pattern_of(pattern).subject
    who = _subject(asked).get(subject or "")
    if subject is None or who is None:
        return pattern
    return pattern.replace(subject, SLOTS[subject].write(who, asked.names), 1)


def _subject(asked: Asked) -> Values:
    """Who speaks: the side that is asked, and the fighter, if it is about one."""
    return {"SIDE": asked.question.asked, "FIGHTER": asked.fighter}


def _sentence(form: Form, values: Values, names: Names) -> str:
    """Put values into a form's pattern."""
    written: dict[str, str | list[str]] = {}
    for part in pattern_of(form.pattern).parts:
        if isinstance(part, Slot):
            written[part.name] = SLOTS[part.name].write(values[part.name], names)
        elif isinstance(part, Clause) and part.word in values:
            given = values[part.word] if part.is_many else [values[part.word]]
            written[part.word] = [SLOTS[part.slot].write(one, names) for one in given]
    return filled(form.pattern, written)

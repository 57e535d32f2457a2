"""Writes an answer as its one canonical line."""

from collections.abc import Iterator
from typing import Any

from edencli.match.match import Match
from edencli.match.questions import Choice, Question
from edencli.notation.errors import Unwritable
from edencli.notation.forms import (
    ANY,
    Clause,
    Form,
    Slot,
    fill_pattern,
    parse_pattern,
)
from edencli.notation.meanings import QuestionContext, SlotValues
from edencli.notation.names import MatchNames, match_names
from edencli.notation.sentences import question_grammar
from edencli.notation.slots import SLOTS


def write_answer(answer: Any, match: Match, question: Question[Any]) -> str:
    """Write an answer to a question; None declines one that is optional.

    Raises:
        Unwritable: No form of the table is an answer like this.
    """
    asked = QuestionContext(match, question, match_names(match))
    for topic in question_grammar(match, question).topics:
        for form in topic.forms:
            values = form.meaning.write(answer, asked) if form.suits_field(match) else None
            if values is not None:
                return _sentence(form, {**_subject(asked), **values}, asked.names)
    raise Unwritable(f"{question.kind} {question.rule}: {answer!r}")


def list_answers(match: Match, question: Question[Any]) -> Iterator[str]:
    """Write every answer to a question that lists them, also that it is declined."""
    if isinstance(question, Choice):
        for option in question.allowed_options():
            yield write_answer(option, match, question)
    if question.optional:
        yield write_answer(None, match, question)


def patterns_for(asked: QuestionContext) -> tuple[str, ...]:
    """The patterns that answer a question, with the name of who was asked; agreements are left out."""
    topics = [topic for topic in question_grammar(asked.match, asked.question).topics if topic.kind != ANY]
    forms = [form for topic in topics for form in topic.forms if form.suits_field(asked.match)]
    return tuple(_named(form.pattern, asked) for form in forms)


def _named(pattern: str, asked: QuestionContext) -> str:
    subject = parse_pattern(pattern).subject
    who = _subject(asked).get(subject or "")
    if subject is None or who is None:
        return pattern
    return pattern.replace(subject, SLOTS[subject].write(who, asked.names), 1)


def _subject(asked: QuestionContext) -> SlotValues:
    """Who speaks: the side that is asked, and the fighter, if it is about one."""
    return {"SIDE": asked.question.asked, "FIGHTER": asked.fighter}


def _sentence(form: Form, values: SlotValues, names: MatchNames) -> str:
    """Put values into a form's pattern."""
    written: dict[str, str | list[str]] = {}
    for part in parse_pattern(form.pattern).parts:
        if isinstance(part, Slot):
            written[part.name] = SLOTS[part.name].write(values[part.name], names)
        elif isinstance(part, Clause) and part.word in values:
            given = values[part.word] if part.is_many else [values[part.word]]
            written[part.word] = [SLOTS[part.slot].write(one, names) for one in given]
    return fill_pattern(form.pattern, written)

"""The writer of answers, each as its one canonical line.

A name that contains a word of the moves may make a line mean another answer: `Yuri shoots Elenia with Knives`
if a fighter is called Elenia with Knives. Lines are therefore read back, and their names are put in quotes if
the line means something else.
"""

from collections.abc import Iterator
from typing import Any

from edencli.match.match import Match
from edencli.match.questions import Choice, Question
from edencli.notation.errors import Misread, Unwritable
from edencli.notation.forms import (
    ANY,
    Clause,
    Form,
    Slot,
    fill_pattern,
    parse_pattern,
)
from edencli.notation.meanings import QuestionContext, SlotValues
from edencli.notation.names import match_names
from edencli.notation.sentences import LineParser, question_grammar
from edencli.notation.slots import SLOTS, AskedPlayer, NameWriter, TypedLine


def write_answer(answer: Any, match: Match, question: Question[Any]) -> str:
    """Write an answer to a question; None declines one that is optional.

    Raises:
        Unwritable: No form of the table is for such an answer.
    """
    asked = QuestionContext(match, question, match_names(match))
    for topic in question_grammar(match, question).topics:
        for form in topic.forms:
            values = form.meaning.write(answer, asked) if form.suits_field(match) else None
            if values is not None:
                return _write_form(form, {**_subject(asked), **values}, answer, asked)
    raise Unwritable(f"{question.kind} {question.rule}: {answer!r}")


def list_answers(match: Match, question: Question[Any]) -> Iterator[str]:
    """Write every answer to a question that lists them, and its declining if it is optional."""
    if isinstance(question, Choice):
        for option in question.allowed_options():
            yield write_answer(option, match, question)
    if question.optional:
        yield write_answer(None, match, question)


def patterns_for(asked: QuestionContext) -> tuple[str, ...]:
    """Return the patterns that answer a question, with the name of its subject; agreements are left out."""
    topics = [topic for topic in question_grammar(asked.match, asked.question).topics if topic.kind != ANY]
    forms = [form for topic in topics for form in topic.forms if form.suits_field(asked.match)]
    return tuple(_named(form.pattern, asked) for form in forms)


def _named(pattern: str, asked: QuestionContext) -> str:
    subject = parse_pattern(pattern).subject
    who = _subject(asked).get(subject or "")
    if subject is None or who is None:
        return pattern
    return pattern.replace(subject, SLOTS[subject].write(who, NameWriter(asked.names)), 1)


def _subject(asked: QuestionContext) -> SlotValues:
    """Return the possible subjects: the asked side, and the fighter that the question is about, if any."""
    return {"SIDE": asked.question.asked, "FIGHTER": asked.fighter}


def _write_form(form: Form, values: SlotValues, answer: Any, asked: QuestionContext) -> str:
    """Write an answer in a form, with all names in quotes if the line would otherwise mean another answer."""
    line = _sentence(form, values, NameWriter(asked.names))
    grammar = question_grammar(asked.match, asked.question)
    if grammar.beginnings.isdisjoint(asked.names.words) or _reads_as(line, answer, asked):
        return line
    return _sentence(form, values, NameWriter(asked.names, quoted=True))


def _reads_as(line: str, answer: Any, asked: QuestionContext) -> bool:
    """Tell whether a line is read as this answer and no other."""
    grammar, viewer = (
        question_grammar(asked.match, asked.question),
        AskedPlayer(asked.question.asked, asked.fighter),
    )
    found = LineParser(grammar, TypedLine(line), asked.names, viewer).readings()
    try:
        return bool(found) and all(one.form.meaning.read(one.values, asked) == answer for one in found)
    except Misread:
        return False


def _sentence(form: Form, values: SlotValues, writer: NameWriter) -> str:
    """Put values into a form's pattern."""
    written: dict[str, str | list[str]] = {}
    for part in parse_pattern(form.pattern).parts:
        if isinstance(part, Slot):
            written[part.name] = SLOTS[part.name].write(values[part.name], writer)
        elif isinstance(part, Clause) and part.word in values:
            given = values[part.word] if part.is_many else [values[part.word]]
            written[part.word] = [SLOTS[part.slot].write(one, writer) for one in given]
    return fill_pattern(form.pattern, written)

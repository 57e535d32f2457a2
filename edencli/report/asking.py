"""What is asked now, as data and in sentences; `offers` has the line of a prompt, with its numbers."""

import textwrap
from collections.abc import Iterator
from typing import Any

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Audience
from edencli.match.questions import Choice, Question, Roll
from edencli.model.cast import sided
from edencli.notation.forms import Asked
from edencli.notation.names import names_of
from edencli.notation.writer import answers, patterns_for
from edencli.report.phrases import is_hidden, question_sentence
from edencli.report.sheet import WIDTH, Data

AREA = "session"
MOST_LISTED = 12


def awaiting_data(match: Match, question: Question[Any], viewer: Audience) -> Data:
    """What a match waits for: of whom, by which rule, and how it may be answered."""
    hidden = is_hidden(question, viewer)
    return {
        "kind": "awaiting",
        "side": question.asked and str(question.asked),
        "rule": question.rule,
        "question": question.kind,
        "fighter": question.fighter and sided(question.fighter),
        "optional": question.optional,
        "dice": question.dice if isinstance(question, Roll) else 0,
        "forms": list(forms_of(match, question)),
        "answers": [] if hidden else list(answers(match, question)),
    }


def forms_of(match: Match, question: Question[Any]) -> Iterator[str]:
    """How answers to a question are written."""
    return iter(patterns_for(Asked(match, question, names_of(match))))


def awaiting_lines(words: Words, match: Match, question: Question[Any], viewer: Audience) -> Iterator[str]:
    """The same in sentences: the question, and the answers if they are few, else how they are written."""
    words = words.of_book(match.book.key)
    asked = question_sentence(words, names_of(match).cast, question, viewer)
    for line in (asked, _how(words, match, question, viewer)):
        yield from textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _how(words: Words, match: Match, question: Question[Any], viewer: Audience) -> str:
    """How it may be answered."""
    data = awaiting_data(match, question, viewer)
    listed = data["answers"] if isinstance(question, Choice) else []
    message, shown = ("answers", listed) if 0 < len(listed) <= MOST_LISTED else ("forms", data["forms"])
    quoted = [words.say("session", "quoted", text=one) for one in shown]
    return words.say("session", message, answers=words.listed(quoted))

"""The question that a match waits for, as data and in sentences.

`edencli.prompt.offers` makes the line of a prompt, with the numbers that matter.
"""

import textwrap
from collections.abc import Iterator
from typing import Any

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Audience
from edencli.match.questions import Question, Roll
from edencli.model.lexicon import name_with_side
from edencli.notation.meanings import QuestionContext
from edencli.notation.names import match_names
from edencli.notation.writer import list_answers, patterns_for
from edencli.output.sheet import Data
from edencli.output.width import DEFAULT_WIDTH
from edencli.transcript.phrases import is_hidden, question_sentence

AREA = "session"
MOST_LISTED = 12


def awaiting_data(words: Words, match: Match, question: Question[Any], viewer: Audience) -> Data:
    """What a match waits for: who is asked, by which rule, and how it may be answered."""
    hidden, words = is_hidden(question, viewer), words.of_book(match.book.key)
    return {
        "kind": "awaiting",
        "side": question.asked and str(question.asked),
        "rule": question.rule,
        "question": question.kind,
        "asks": question_sentence(words, match_names(match).cast, question, viewer),
        "fighter": question.fighter and name_with_side(question.fighter),
        "optional": question.optional,
        "dice": question.dice if isinstance(question, Roll) else 0,
        "forms": list(answer_patterns(match, question)),
        "answers": [] if hidden else list(list_answers(match, question)),
    }


def answer_patterns(match: Match, question: Question[Any]) -> Iterator[str]:
    """The patterns in which answers to a question are written."""
    return iter(patterns_for(QuestionContext(match, question, match_names(match))))


def awaiting_lines(words: Words, data: Data, width: int = DEFAULT_WIDTH) -> Iterator[str]:
    """The data of a question in sentences: the question, then its answers if they are few, else patterns."""
    for line in (data["asks"], _answers_line(words, data)):
        yield from textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)


def _answers_line(words: Words, data: Data) -> str:
    """How the question may be answered; a single answer, which only declines, is not listed."""
    is_listed = 1 < len(data["answers"]) <= MOST_LISTED
    message, shown = ("answers", data["answers"]) if is_listed else ("forms", data["forms"])
    quoted = [words.say("session", "quoted", text=one) for one in shown]
    return words.say("session", message, answers=words.join_list(quoted))

"""The forms of the table by the words that they open with: which could this line be?"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from edencli.match.questions import Question
from edencli.notation.forms import ANY, Form, Topic
from edencli.notation.patterns import Pattern, compiled, phrase
from edencli.notation.spellings import ALSO, VERBS
from edencli.notation.table import TOPICS


class Sentence(NamedTuple):
    """A form, and one of the patterns that it is read by."""

    form: Form
    pattern: Pattern


class Opening(NamedTuple):
    """How sentences begin: with a lead or none, and with a subject or none."""

    lead: str | None
    subject: str | None


class Verbs:
    """The sentences that begin alike, by their verb."""

    def __init__(self) -> None:
        self.whole: dict[str, list[Sentence]] = {}
        self.begun: dict[str, list[Sentence]] = {}

    def add(self, verb: str, sentence: Sentence) -> None:
        """Let a sentence be found by a verb and its beginnings."""
        self.whole.setdefault(verb, []).append(sentence)
        for end in range(1, len(verb) + 1):
            known = self.begun.setdefault(verb[:end], [])
            if sentence not in known:
                known.append(sentence)

    def phrases(self) -> Iterator[str]:
        """Every verb as it is written, with the words that belong to it."""
        for sentences in self.whole.values():
            for sentence in sentences:
                if sentence.pattern is compiled(sentence.form.pattern):
                    yield phrase(sentence.pattern)


class Grammar:
    """Some forms of the table, ready to read lines with.

    In a `narrow` grammar a whole verb is not taken for the beginning of another, as it may be where nobody
    has asked for anything yet.
    """

    def __init__(self, topics: Iterable[Topic], *, narrow: bool) -> None:
        self.topics = tuple(topics)
        self.topic_of = {form.id: topic for topic in self.topics for form in topic.forms}
        self.openings: dict[Opening, Verbs] = {}
        self._narrow = narrow
        for topic in self.topics:
            for form in topic.forms:
                for text in (form.pattern, *ALSO.get(form.id, ())):
                    self._add(Sentence(form, compiled(text)))

    def _add(self, sentence: Sentence) -> None:
        lead, subject, verb = sentence.pattern.lead, sentence.pattern.subject, sentence.pattern.verb or ""
        verbs = self.openings.setdefault(Opening(lead, subject), Verbs())
        for one in (verb, *VERBS.get(verb, ())):
            verbs.add(one, sentence)

    def meant(self, opening: Opening, word: str) -> list[Sentence]:
        """The sentences whose verb a word is, or begins."""
        verbs = self.openings[opening]
        if self._narrow and word in verbs.whole:
            return verbs.whole[word]
        return verbs.begun.get(word) or verbs.whole.get("", [])


@cache
def whole(*, narrow: bool = False) -> Grammar:
    """All forms."""
    return Grammar(TOPICS, narrow=narrow)


def suited(question: Question[object]) -> Grammar:
    """The forms that answer a question."""
    return _suited(question.kind, question.rule, question.agreeable)


@cache
def _suited(kind: str, rule: str, agreeable: bool) -> Grammar:  # noqa: FBT001  # a key of the cache
    return Grammar(
        (
            topic
            for topic in TOPICS
            if (topic.kind == kind and (rule in topic.rules or ANY in topic.rules))
            or (agreeable and topic.kind == ANY)
        ),
        narrow=True,
    )

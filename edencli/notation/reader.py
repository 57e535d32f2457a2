"""Reads a line: first as a sentence of the table, then as the answer to the question at hand.

`parse` needs no question, only the names that there are: it tells whether a line is well formed, so that a
script can be checked without playing it. `read` gives the answer, which the rules may still refuse.
"""

from collections.abc import Iterator
from typing import Any

from edencli.match.match import Match
from edencli.match.questions import Question
from edencli.model.names import fold
from edencli.notation.errors import Ambiguous, Unreadable, Unsuited
from edencli.notation.forms import Asked, compiled
from edencli.notation.names import Names, names_of
from edencli.notation.sentences import Attempt, Grammar, Miss, Reading, suited, whole
from edencli.notation.slips import Repair, repaired
from edencli.notation.slots import Several, Typed, Viewer
from edencli.notation.writer import patterns_for, write

LONGEST = 10_000


def parse(text: str, names: Names, *, mend: bool = True) -> tuple[Reading, ...]:
    """Read a line as the sentences it may be, whatever is asked; look for what was meant only to `mend` it.

    Raises:
        Unreadable: It is no sentence of the table.
    """
    line = _line(text)
    found = Attempt(whole(), line, names, Viewer()).readings()
    if not found:
        raise _unreadable(line, whole(), names, Viewer()) if mend else Unreadable("unknown", given=text)
    return tuple(found)


def read(text: str, match: Match, question: Question[Any]) -> Any:
    """Read a line as the answer to a question; whether the rules allow it is for the question to say.

    Raises:
        Unreadable: It is no sentence of the table, or names what is not there.
        Ambiguous: It could mean several answers.
        Unsuited: It answers another question, or speaks for somebody who was not asked.
    """
    line, names, grammar = _line(text), names_of(match), suited(question)
    asked = Asked(match, question, names)
    viewer = Viewer(question.asked, asked.fighter)
    found = Attempt(grammar, line, names, viewer).readings()
    if not found:
        if Attempt(whole(narrow=True), line, names, viewer).readings():
            raise Unsuited("another-question", given=text, rule=question.rule, forms=patterns_for(asked))
        raise _unreadable(line, grammar, names, viewer)
    fitting = [reading for reading in found if _speaks(reading, grammar, asked)]
    if not fitting:
        raise Unsuited("somebody-else", given=text, rule=question.rule, forms=patterns_for(asked))
    return _settled([_meaning(reading, asked) for reading in fitting], text, asked)


def completions(text: str, match: Match, question: Question[Any]) -> list[tuple[str, int]]:
    """What could be typed next in an answer, and how many characters of the text each takes the place of."""
    line, found = Typed(text[:LONGEST]), dict[str, int]()
    ended = not text or text[-1].isspace()
    for k in range(max(0, len(line.words) - _LONG_NAME), len(line.words) + ended):
        begun = "" if k == len(line.words) else text[line.start(k) :]
        for wanted in _following(line.between(0, k), match, question):
            if fold(wanted).startswith(fold(begun)):
                found.setdefault(wanted, len(begun))
    return sorted(found.items())


def _following(text: str, match: Match, question: Question[Any]) -> Iterator[str]:
    """The words and names that could follow the beginning of an answer, with or without who gives it."""
    names, who = names_of(match), Viewer(question.asked, question.fighter)
    said = names.cast.label(question.fighter) if question.fighter else str(question.asked or "")
    for opening in (text, f"{said} {text}".strip()):
        line = Typed(opening)
        far, missed = Attempt(suited(question), line, names, who).misses()
        for miss in missed if far == len(line.words) else ():
            yield from miss.known.names if miss.known is not None else () if miss.is_slot else (miss.wanted,)


_LONG_NAME = 5  # words of a name that may be typed in part


def _line(text: str) -> Typed:
    line = Typed(text[:LONGEST])
    if not line.words or len(text) > LONGEST:
        raise Unreadable("too-long" if line.words else "empty", most=LONGEST)
    return line


def _speaks(reading: Reading, grammar: Grammar, asked: Asked) -> bool:
    """Tell whether a line's subject is who was asked."""
    if grammar.topic_of[reading.form.id].about_anybody:
        return True
    if "SIDE" in reading.values and reading.values["SIDE"] is not asked.question.asked:
        return False
    subject = compiled(reading.form.pattern).subject
    return subject != "FIGHTER" or asked.fighter in reading.values.get(subject, (asked.fighter,))


def _meaning(reading: Reading, asked: Asked) -> Any:
    """The answer that a reading gives, if every name in it means one thing."""
    for value in reading.values.values():
        if isinstance(value, Several):
            raise Ambiguous("which-name", meanings=value.names)
    return reading.form.means.read(reading.values, asked)


def _settled(answers: list[Any], text: str, asked: Asked) -> Any:
    """The one answer that is meant."""
    if any(answer != answers[0] for answer in answers):
        meanings = tuple(write(answer, asked.match, asked.question) for answer in answers)
        raise Ambiguous("two-meanings", given=text, meanings=meanings)
    return answers[0]


def _unreadable(line: Typed, grammar: Grammar, names: Names, viewer: Viewer) -> Unreadable:
    """Say which word is misspelt; else up to where a line can be read as any form, and what could follow."""
    repair = repaired(line, names, viewer, grammar)
    if repair is not None:
        return _misspelt(line, repair)
    far, missed = max(
        (Attempt(one, line, names, viewer).misses() for one in (grammar, whole(narrow=True))),
        key=lambda attempt: attempt[0],
    )
    begin = line.start(far)
    wanted = [miss for miss in missed if miss.wanted]
    rest = line.text[begin:].strip()
    message = "too-much" if not wanted else "unreadable" if rest else "incomplete"
    return Unreadable(
        message,
        given=line.text,
        read=line.text[:begin].strip(),
        rest=rest,
        column=begin + 1,
        words=tuple(dict.fromkeys(miss.wanted for miss in wanted if not miss.is_slot)),
        slots=tuple(dict.fromkeys(miss.wanted for miss in wanted if miss.is_slot)),
        nearest=_nearest(line, far, missed),
    )


def _nearest(line: Typed, far: int, missed: list[Miss]) -> str | None:
    """The name that was meant by the words that could not be read: by as many of them as look most alike."""
    known = [miss.known for miss in missed if miss.known is not None]
    for end in range(len(line.words), far, -1):
        found = (lexicon.nearest(line.between(far, end)) for lexicon in known)
        near = next(filter(None, found), None)
        if near:
            return near
    return None


def _misspelt(line: Typed, repair: Repair) -> Unreadable:
    """Name the words that cannot be read, and what they were likely meant to be."""
    begin = line.start(repair.first)
    return Unreadable(
        "misspelt",
        given=line.text,
        read=line.text[:begin].strip(),
        rest=line.between(repair.first, repair.end),
        column=begin + 1,
        nearest=repair.meant,
    )

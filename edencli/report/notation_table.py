"""The notation on paper: the table of its forms, and what is wrong with a line, in sentences."""

import textwrap
from collections.abc import Iterator
from typing import Any

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Audience
from edencli.match.questions import Choice, Question, Roll
from edencli.model.cast import sided
from edencli.notation.errors import Misread
from edencli.notation.forms import Asked, Topic
from edencli.notation.names import names_of
from edencli.notation.slots import SLOTS
from edencli.notation.table import ALSO, TABLE, VERBS
from edencli.notation.writer import answers, patterns_for
from edencli.report.phrases import is_hidden, question_sentence
from edencli.report.sheet import Data, Sheet

_AREA = "notation"
_WIDTHS = (31, 25, 20)
_SHOWN = 60


def table(words: Words) -> Data:
    """All forms by group, the slots in them, and what else is read."""
    return {
        "groups": [{"group": group, "forms": list(_rows(words, topics))} for group, topics in TABLE.items()],
        "slots": {slot: _slot(words, "slot", slot) for slot in SLOTS},
        "spellings": [{"verb": verb, "also": list(also)} for verb, also in VERBS.items()],
    }


def write(sheet: Sheet, words: Words, data: Data) -> None:
    """Write a table a group, and what stands in the slots."""
    said = words.area(_AREA)
    sheet.title(said["title"])
    sheet.text(said["about"])
    for group in data["groups"]:
        sheet.heading(said[f"group.{group['group']}"])
        rows = [(form["pattern"], form["example"], form["means"]) for form in group["forms"]]
        sheet.table(said["head"], rows, widths=_WIDTHS)
    sheet.heading(said["slots"])
    sheet.names(list(data["slots"].items()))
    sheet.heading(said["spellings"])
    sheet.names([(row["verb"], words.listed(row["also"])) for row in data["spellings"]])


def _rows(words: Words, topics: tuple[Topic, ...]) -> Iterator[Data]:
    for topic in topics:
        for form in topic.forms:
            yield {
                "form": form.id,
                "pattern": form.pattern,
                "example": form.example,
                "means": words.say(_AREA, f"form.{form.id}"),
                "kind": topic.kind,
                "rules": list(topic.rules),
                "also": list(ALSO.get(form.id, ())),
            }


def sentence(words: Words, fault: Misread) -> str:
    """Say what is wrong with a line, and what would do."""
    values = {key: _short(value) for key, value in fault.values.items()}
    values["wanted"] = _wanted(words, fault)
    message = fault.message
    if message in {"unreadable", "misspelt"} and values["read"]:
        message = f"{message}.after"
    said = words.say(_AREA, message, **values)
    return f"{said} {words.say(_AREA, 'nearest', **values)}" if values.get("nearest") else said


def _wanted(words: Words, fault: Misread) -> tuple[str, ...]:
    """What could follow, in words."""
    slots: Any = fault.values.get("slots", ())
    fixed: Any = fault.values.get("words", ())
    named = [_slot(words, "wanted", slot) for slot in slots]
    return (*dict.fromkeys(named), *(words.say(_AREA, "wanted.word", word=word) for word in fixed))


MOST_LISTED, WIDTH = 12, 80


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
        "forms": list(patterns_for(Asked(match, question, names_of(match)))),
        "answers": [] if hidden else list(answers(match, question)),
    }


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


def _slot(words: Words, said: str, slot: str) -> str:
    """What may stand in a slot, in words; where only a few words may, they are the notation's own."""
    *others, last = SLOTS[slot].words or ("",)
    return words.say(_AREA, f"{said}.{slot}", others=others, last=last)


def _short(value: object) -> object:
    """Cut what somebody typed to a length that can be shown."""
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{value[: _SHOWN - 1]}…"
    return value

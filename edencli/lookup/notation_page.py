"""Pages of the notation: the table of its forms, and sentences that say what is wrong with a line."""

from collections.abc import Iterator
from typing import Any

from edencli.lang import Words
from edencli.model.near_names import rank_by_likeness
from edencli.notation.errors import Misread
from edencli.notation.forms import Topic
from edencli.notation.slots import SLOTS
from edencli.notation.table import OTHER_PATTERNS, TABLE, VERB_SYNONYMS
from edencli.output.sheet import Data, Sheet

_AREA = "notation"
_WIDTHS = (31, 25, 20)
_MAX_SHOWN = 60


def notation_data(words: Words) -> Data:
    """All forms by group, the slots in them, and other spellings that are read."""
    return {
        "groups": [{"group": group, "forms": list(_rows(words, topics))} for group, topics in TABLE.items()],
        "slots": {slot: _slot(words, "slot", slot) for slot in SLOTS},
        "spellings": [{"verb": verb, "also": list(also)} for verb, also in VERB_SYNONYMS.items()],
    }


def write_notation(sheet: Sheet, words: Words, data: Data) -> None:
    """Write a table for each group of forms, and what may stand in the slots."""
    texts = words.area(_AREA)
    sheet.title(texts["title"])
    sheet.text(texts["about"])
    for group in data["groups"]:
        sheet.heading(texts[f"group.{group['group']}"])
        rows = [(form["pattern"], form["example"], form["means"]) for form in group["forms"]]
        sheet.table(texts["head"], rows, widths=_WIDTHS)
    sheet.heading(texts["slots"])
    sheet.names(list(data["slots"].items()))
    sheet.heading(texts["spellings"])
    sheet.names([(row["verb"], words.join_list(row["also"])) for row in data["spellings"]])


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
                "also": list(OTHER_PATTERNS.get(form.id, ())),
            }


def misread_sentence(words: Words, fault: Misread, *, hinted: bool = False) -> str:
    """The sentence that says what is wrong with a line, and what would be right unless a hint says that."""
    values = {key: _short(value) for key, value in fault.values.items()}
    values["wanted"] = _expected(words, fault)
    message = fault.message
    if message in {"unreadable", "misspelt", "not-understood"} and values.get("read"):
        message = f"{message}.after"
    sentence = words.say(_AREA, message, **values)
    near = [str(one) for one in (values.get("nearest"), values.get("nearest_also")) if one]
    if not near or (hinted and values.get("repaired")):
        return sentence
    return f"{sentence} {words.say(_AREA, 'nearest', nearest=words.join_list(near))}"


MOST_EXPECTED = 3
"""How many of the words that could follow are named: those most like what stands there."""


def _expected(words: Words, fault: Misread) -> tuple[str, ...]:
    """What could follow at the place of the fault, in words."""
    slots: Any = fault.values.get("slots", ())
    fixed: Any = fault.values.get("words", ())
    named = list(dict.fromkeys(_slot(words, "wanted", slot) for slot in slots))
    shown = rank_by_likeness(str(fault.values.get("rest", "")), fixed)[:MOST_EXPECTED]
    named += [words.say(_AREA, "wanted.word", word=word) for word in shown]
    rest = len(fixed) - len(shown)
    return (*named, words.say(_AREA, "wanted.more", n=rest)) if rest else tuple(named)


def _slot(words: Words, message: str, slot: str) -> str:
    """What may stand in a slot, in words; a slot for few words lists these words."""
    *others, last = SLOTS[slot].words or ("",)
    return words.say(_AREA, f"{message}.{slot}", others=others, last=last)


def _short(value: object) -> object:
    """A typed text, cut to a length that can be shown."""
    if isinstance(value, str) and len(value) > _MAX_SHOWN:
        return f"{value[: _MAX_SHOWN - 1]}…"
    return value

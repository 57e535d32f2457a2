"""A quick reference for the table, as one book plays: every number on it is one of the book's values."""

from typing import Any

from edencli.lang import Words
from edencli.report.sheet import Sheet
from edencli.report.wording import label_of, said_value
from edencli.rulebooks.plain import plain, value_at

Data = dict[str, Any]

_AREA = "quickcard"


class _Said(dict[str, object]):
    """The values of one book in words, found by dotted path when a sentence asks for them."""

    def __init__(self, words: Words, key: str) -> None:
        super().__init__()
        self._words = words
        self._key = key

    def __missing__(self, path: str) -> object:
        value = value_at(plain(self._key), path)
        return value if type(value) is int else said_value(self._words, path, value, self._key)


def card(words: Words, key: str) -> Data:
    """The sections of the card that the book has, each row a label and a text."""
    said, book = _Said(words, key), plain(key)
    sections = [
        {
            "title": words.fill(section["title"], said),
            "rows": [
                [label, words.fill(text, said)]
                for label, text, *needs in section["rows"]
                if all(value_at(book, path) for path in needs)
            ]
            + _listed(words, section.get("list"), key),
        }
        for section in words.area(_AREA)["sections"]
        if book.get(section.get("needs", "key")) is not None
    ]
    return {"rulebook": key, "title": words.say(_AREA, "title"), "sections": sections}


def write(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the card section by section."""
    sheet.title(data["title"])
    sheet.aside(words.say("screens-rules", f"book.{data['rulebook']}"))
    for section in data["sections"]:
        sheet.heading(section["title"])
        sheet.points([(label, text) for label, text in section["rows"]])


def _listed(words: Words, path: str | None, key: str) -> list[list[str]]:
    """One row for each named thing of a list in the book's values."""
    things = value_at(plain(key), path) if path else ()
    return [
        [label_of(words, f"{path}.{thing['name']}", thing), said_value(words, f"{path}.", thing, key)]
        for thing in things
    ]

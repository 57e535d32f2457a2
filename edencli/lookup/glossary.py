"""The glossary: the terms of five languages side by side, with false friends marked and explained.

The terms come from the catalogue (`glossary.json`). A term in brackets is a translation that no book prints.
"""

from collections.abc import Iterator
from typing import Any

from edencli.lang import Words
from edencli.model.names import fold
from edencli.output.sheet import SOFT_HYPHEN, Sheet
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS

_AREA = "glossary"
_WIDTHS = (14, 15, 15, 14, 14)
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def glossary_data(words: Words, asked: str) -> dict[str, Any]:
    """The terms by group, all or those that contain a text; and why some of them mislead."""
    wanted = fold(asked)
    groups = [
        {"group": group["group"], "terms": chosen}
        for group in catalogue.glossary()["groups"]
        if (chosen := [term for term in group["terms"] if _is_like(term, wanted)])
    ]
    friends = dict.fromkeys(friend for group in groups for friend in _friends(group["terms"]))
    notes = words.area(_AREA)["deceives"]
    return {"asked": asked, "groups": groups, "deceives": {friend: notes[friend] for friend in friends}}


def write_glossary(sheet: Sheet, words: Words, data: dict[str, Any]) -> None:
    """Write a table for each group, and the false friends below."""
    texts = words.area(_AREA)
    numbers = {friend: number for number, friend in enumerate(data["deceives"], start=1)}
    sheet.title(texts["title"])
    sheet.aside(texts["legend"])
    for group in data["groups"]:
        sheet.heading(texts["groups"][group["group"]])
        rows = [[_cell(term, key, numbers) for key in BOOKS] for term in group["terms"]]
        sheet.table(texts["head"], rows, widths=_WIDTHS)
    if numbers:
        sheet.heading(texts["friends"])
        sheet.points([(_superscript(number), data["deceives"][friend]) for friend, number in numbers.items()])


def _is_like(term: dict[str, Any], wanted: str) -> bool:
    return any(wanted in fold(term[key]) for key in BOOKS)


def _friends(group: list[dict[str, Any]]) -> Iterator[str]:
    for term in group:
        yield from term.get("deceives", {}).values()


def _cell(term: dict[str, Any], key: str, numbers: dict[str, int]) -> str:
    printed = f"[{term[key]}]" if key in term.get("proposed", ()) else term[key]
    for word in catalogue.glossary()["long_words"]:
        printed = printed.replace(word.replace("-", ""), word.replace("-", SOFT_HYPHEN))
    friend = term.get("deceives", {}).get(key)
    return f"{printed}{_superscript(numbers[friend])}" if friend else printed


def _superscript(number: int) -> str:
    return str(number).translate(_SUPERSCRIPTS)

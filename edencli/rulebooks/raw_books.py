"""The books' values as their files have them, unchecked.

`books.json` lists the books in the order in which they are shown, what each is called, and whether it has
the optional chapters that another may borrow; the values of each are a file in `books`. No module spells a
book's key.

A look-up reads a number here without building a rulebook: `values` holds the same numbers as checked types,
whose classes alone cost more than a look-up. Lists of named things are reached by name:
`value_at(raw_book("en"), "weather.storm.numbers.move")`.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

_HERE = Path(__file__).parent

_LISTED: Mapping[str, Mapping[str, Any]] = json.loads((_HERE / "books.json").read_text(encoding="utf-8"))
BOOKS = tuple(_LISTED)
BOOK_NAMES = {key: str(facts["called"]) for key, facts in _LISTED.items()}
LENDING_BOOKS = tuple(key for key, facts in _LISTED.items() if facts["lends"])
OPTIONAL_CHAPTERS = ("territory", "infestation", "weather")


@cache
def raw_book(key: str) -> Mapping[str, Any]:
    """The values of a book, as its file has them."""
    text = (_HERE / "books" / f"{key}.json").read_text(encoding="utf-8")
    return cast("Mapping[str, Any]", json.loads(text))


def value_at(book: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path; raises KeyError if the book has none."""
    found: Any = book
    for step in path.split("."):
        if isinstance(found, list):
            found = {item["name"]: item for item in found}
        if not isinstance(found, dict) or step not in found:
            raise KeyError(path)
        found = found[step]
    return found


def lacks_chapter(key: str, chapter: str) -> bool:
    """Tell whether a book does not have an optional chapter."""
    return chapter in OPTIONAL_CHAPTERS and raw_book(key)[chapter] is None

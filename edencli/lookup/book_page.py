"""A rulebook's values in words: the quick reference card, and the differences between two books.

Every number here is a value of a book; of the rules, it names those that differ in more than a value.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from edencli.lang import Words
from edencli.lookup.rule_page import rule_data, rule_title
from edencli.output.sheet import Data, Sheet
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule
from edencli.rulebooks.raw_books import lacks_chapter, raw_book, value_at

AREA = "values"


def value_label(words: Words, path: str, thing: Any) -> str:
    """The name of a value."""
    texts = words.area(AREA)
    if "." not in path:
        return str(texts["whole"])
    if path in texts["fields"]:
        return str(texts["fields"][path])
    field = path.rpartition(".")[0]
    named = {"name": texts["words"][thing["name"]], "sums": "–".join(map(str, thing.get("sums", ())))}
    return words.fill(texts["fields"][field], named)


def value_text(words: Words, path: str, value: Any, key: str) -> str:
    """A value of that book in words."""
    if value is None or value is False:
        return words.say(AREA, "missing")
    if value is True:
        return words.say(AREA, "present")
    own = next(
        (say for beginning, say in _OWN_WORDS.items() if path.startswith(beginning)), _plain_value_text
    )
    return own(words, value, key)


def _plain_value_text(words: Words, value: Any, _: str) -> str:
    """A value that needs no more than a word or a number."""
    texts = words.area(AREA)
    if isinstance(value, dict):
        return _act(words, value) if "ap" in value else _with_numbers(words, value) or str(texts["nothing"])
    if isinstance(value, list):
        return words.join_list(texts["words"].get(item, str(item)) for item in value) or str(texts["nothing"])
    return str(texts["words"].get(value) or words.format_value(value))


def _weather(words: Words, line: Mapping[str, Any], _: str) -> str:
    told = [words.say("weather", effect, **line["numbers"]) for effect in line["effects"]]
    return " ".join(told) or words.say("weather", "normal")


def _prices(words: Words, prices: Mapping[str, int], key: str) -> str:
    """The price of each keyword, with X if the price depends on it."""
    texts = words.area(AREA)
    added = raw_book(key)["territory"]["keyword_adds_x"]
    told = (
        f"{texts['words'][name]} {_price(words, fixed, with_x=name in added)}"
        for name, fixed in prices.items()
    )
    return words.join_list(told) or str(texts["nothing"])


def _price(words: Words, fixed: int, *, with_x: bool) -> str:
    if not with_x:
        return words.format_value(fixed)
    return f"X{'+' * (fixed > 0)}{words.format_value(fixed)}" if fixed else "X"


def _element(words: Words, element: Mapping[str, Any], _: str) -> str:
    """An element of scenery: its price and its keywords."""
    form = "points.by-size" if element["cost"] is None else "points"
    return words.say(AREA, form, cost=element["cost"], keywords=_with_numbers(words, element["keywords"]))


def _act(words: Words, act: Mapping[str, Any]) -> str:
    """What an act costs, how often it may be done, how far it goes."""
    form = "act.distance" if act["distance"] else "act.per_round" if act["per_round"] else "act"
    return words.say(AREA, form, **act)


def _with_numbers(words: Words, things: Mapping[str, int | None]) -> str:
    """Named things with their numbers, the names in words."""
    texts = words.area(AREA)["words"]
    return words.join_list(
        texts[name] if number is None else f"{texts[name]} {number}" for name, number in things.items()
    )


_OWN_WORDS: Mapping[str, Callable[[Words, Any, str], str]] = {
    "weather.": _weather,
    "territory.elements.": _element,
    "territory.keyword_costs": _prices,
}


_AREA = "quickcard"


class _ValueTexts(dict[str, object]):
    """The values of one book in words, looked up by dotted path when a sentence needs them."""

    def __init__(self, words: Words, key: str) -> None:
        super().__init__()
        self._words = words
        self._key = key

    def __missing__(self, path: str) -> object:
        value = value_at(raw_book(self._key), path)
        return value if type(value) is int else value_text(self._words, path, value, self._key)


def quick_card_data(words: Words, key: str) -> Data:
    """The sections of the quick reference card that the book has, each row a label and a text."""
    words = words.of_book(key)
    values, book = _ValueTexts(words, key), raw_book(key)
    texts = words.area(_AREA)
    sections = [
        {
            "title": words.fill(texts[name], values),
            "rows": [
                [
                    texts.get(f"{name}.{row['row']}.label", row["row"]),
                    words.fill(texts[f"{name}.{row['row']}"], values),
                ]
                for row in section["rows"]
                if "needs" not in row or value_at(book, row["needs"])
            ]
            + _rows_of_list(words, section.get("list"), key),
        }
        for section in catalogue.quick_card()
        if book.get(section.get("needs", "key")) is not None
        for name in [section["section"]]
    ]
    book_name = words.say("screens-rules", f"book.{key}")
    return {"rulebook": key, "title": words.say(_AREA, "title", book=book_name), "sections": sections}


def write_quick_card(sheet: Sheet, _words: Words, data: Data) -> None:
    """Write the quick reference card, section by section."""
    sheet.title(data["title"])
    for section in data["sections"]:
        sheet.heading(section["title"])
        sheet.points([(label, text) for label, text in section["rows"]])


def _rows_of_list(words: Words, path: str | None, key: str) -> list[list[str]]:
    """A row for each named thing in a list of the book's values."""
    things = value_at(raw_book(key), path) if path else ()
    return [
        [value_label(words, f"{path}.{thing['name']}", thing), value_text(words, f"{path}.", thing, key)]
        for thing in things
    ]


_WIDTHS = (22, 27, 27)
_MERGED = "territory.keyword_adds_x"  # told with the prices of the keywords


def book_difference(words: Words, one: str, other: str) -> Data:
    """Every value that differs between two books, raw and in words; and the rules that differ."""
    return {
        "books": [one, other],
        "values": list(_rows(words, one, other)),
        "rules": [
            {
                "rule": rule.id,
                "title": rule_title(words, rule),
                "only_in": _only_in(rule, one, other),
                "told": _lines_by_book(words, rule, one, other),
            }
            for rule in catalogue.every_rule().values()
            if _differs(words, rule, one, other)
        ],
    }


def write_book_difference(sheet: Sheet, words: Words, data: Data) -> None:
    """Write a table for each chapter, then the rules that differ in more than a value."""
    texts = words.area(AREA)
    one, other = (words.say("screens-rules", f"book.{key}") for key in data["books"])
    sheet.title(texts["title"])
    sheet.aside(words.say(AREA, "title.books", a=one, b=other))
    for chapter, title in texts["chapters"].items():
        rows = [_cells(row, data["books"]) for row in data["values"] if row["chapter"] == chapter]
        if rows:
            sheet.heading(title)
            sheet.table([texts["head"], *data["books"]], rows, widths=_WIDTHS)
    if not data["values"]:
        sheet.text(texts["same"])
    if data["rules"]:
        sheet.heading(texts["rules"])
        alone = (
            rule for rule in data["rules"] if rule["only_in"] and not _missing_chapter(rule, data["books"])
        )
        sheet.names([(rule["rule"], _title_with_book(words, rule)) for rule in alone])
    for rule in data["rules"]:
        if not rule["only_in"]:
            sheet.heading(words.say(AREA, "rules.how", title=rule["title"], id=rule["rule"]))
            sheet.points([(key, line) for key, lines in rule["told"].items() for line in lines])


def _rows(words: Words, one: str, other: str) -> Iterator[Data]:
    """Compare two books field by field, and lists of named things by their names."""
    for chapter in words.area(AREA)["chapters"]:
        mine, theirs = raw_book(one)[chapter], raw_book(other)[chapter]
        for path, here, there in _pairs(chapter, mine, theirs):
            if here != there and path != _MERGED:
                in_words = {
                    one: value_text(words, path, here, one),
                    other: value_text(words, path, there, other),
                }
                label = value_label(words, path, here or there)
                yield {
                    "chapter": chapter,
                    "path": path,
                    "label": label,
                    "said": in_words,
                    one: here,
                    other: there,
                }


def _pairs(path: str, mine: Any, theirs: Any) -> Iterator[tuple[str, Any, Any]]:
    """Pair the values of two books, down to those that are told as one.

    A chapter that one book lacks is a single pair.
    """
    if "." not in path and (mine is None or theirs is None):
        yield path, mine and True, theirs and True
    elif _is_list_of_named(mine):
        left, right = ({thing["name"]: thing for thing in things} for things in (mine, theirs))
        for name in left | right:
            yield f"{path}.{name}", left.get(name), right.get(name)
    elif "." not in path:
        for field in mine:
            yield from _pairs(f"{path}.{field}", mine[field], theirs[field])
    else:
        yield path, mine, theirs


def _is_list_of_named(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _cells(row: Data, books: list[str]) -> list[str]:
    return [row["label"], *(row["said"][key] for key in books)]


def _differs(words: Words, rule: Rule, one: str, other: str) -> bool:
    """Tell whether only one of two books has a rule, or the rule is told differently of each."""
    if (one in rule.books) != (other in rule.books):
        return True
    told = words.area(f"rules/{rule.chapter}")[rule.id].get("books", {})
    return one in rule.books and told.get(one) != told.get(other)


def _lines_by_book(words: Words, rule: Rule, one: str, other: str) -> dict[str, list[str]]:
    """What is told of a rule in each of two books that have it, without the lines they share."""
    if _only_in(rule, one, other):
        return {}
    told = {key: rule_data(words, rule, key)["books"].get(key, ()) for key in (one, other)}
    shared = set(told[one]) & set(told[other])
    return {
        key: [line for line in lines if line not in shared] or [words.say(AREA, "rules.plain")]
        for key, lines in told.items()
    }


def _only_in(rule: Rule, one: str, other: str) -> str | None:
    """The only one of two books that has the rule; None if both or neither do."""
    having = [key for key in (one, other) if key in rule.books]
    return having[0] if len(having) == 1 else None


def _missing_chapter(rule: Data, books: Sequence[str]) -> bool:
    """Tell whether one of two books lacks the whole chapter of a rule; that is told once, not by rule."""
    return any(lacks_chapter(key, catalogue.chapter_of(rule["rule"])) for key in books)


def _title_with_book(words: Words, rule: Data) -> str:
    only, title = rule["only_in"], str(rule["title"])
    return words.say(AREA, "rules.only", title=title, book=only) if only else title

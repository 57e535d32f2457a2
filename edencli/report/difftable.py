"""What differs between two rulebooks, made from their values, and which rules differ in more than a value."""

from collections.abc import Iterator
from typing import Any

from edencli.lang import Words
from edencli.report.sheet import Sheet
from edencli.report.wording import AREA, label_of, said_value
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule
from edencli.rulebooks.plain import plain

Data = dict[str, Any]

_WIDTHS = (22, 27, 27)
_MERGED = "territory.keyword_adds_x"  # told with the prices of the keywords


def difference(words: Words, one: str, other: str) -> Data:
    """Every value in which two books differ, as it stands and as it is said; and the rules that do."""
    return {
        "books": [one, other],
        "values": list(_rows(words, one, other)),
        "rules": [
            {"rule": rule.id, "title": rule.titles[words.language], "only_in": _only_in(rule, one, other)}
            for rule in catalogue.every_rule().values()
            if _differs(words, rule, one, other)
        ],
    }


def write(sheet: Sheet, words: Words, data: Data) -> None:
    """Write a table a chapter, then the rules that differ in more than a value."""
    said = words.area(AREA)
    one, other = (words.say("screens-rules", f"book.{key}") for key in data["books"])
    sheet.title(said["title"])
    sheet.aside(words.say(AREA, "title.books", a=one, b=other))
    for chapter, title in said["chapters"].items():
        rows = [_cells(row, data["books"]) for row in data["values"] if row["chapter"] == chapter]
        if rows:
            sheet.heading(title)
            sheet.table([said["head"], *data["books"]], rows, widths=_WIDTHS)
    if not data["values"]:
        sheet.text(said["same"])
    if data["rules"]:
        sheet.heading(said["rules"])
        sheet.names([(rule["rule"], _named(words, rule)) for rule in data["rules"]])


def _rows(words: Words, one: str, other: str) -> Iterator[Data]:
    """Compare the two books field by field, lists of named things thing by thing."""
    for chapter in words.area(AREA)["chapters"]:
        mine, theirs = plain(one)[chapter], plain(other)[chapter]
        for path, here, there in _pairs(chapter, mine, theirs):
            if here != there and path != _MERGED:
                said = {one: said_value(words, path, here, one), other: said_value(words, path, there, other)}
                label = label_of(words, path, here or there)
                yield {
                    "chapter": chapter,
                    "path": path,
                    "label": label,
                    "said": said,
                    one: here,
                    other: there,
                }


def _pairs(path: str, mine: Any, theirs: Any) -> Iterator[tuple[str, Any, Any]]:
    """Pair what the two books say, down to what is said in one breath."""
    if "." not in path and (mine is None or theirs is None):
        yield path, mine and True, theirs and True
    elif _is_named(mine):
        left, right = ({thing["name"]: thing for thing in things} for things in (mine, theirs))
        for name in left | right:
            yield f"{path}.{name}", left.get(name), right.get(name)
    elif "." not in path:
        for field in mine:
            yield from _pairs(f"{path}.{field}", mine[field], theirs[field])
    else:
        yield path, mine, theirs


def _is_named(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _cells(row: Data, books: list[str]) -> list[str]:
    return [row["label"], *(row["said"][key] for key in books)]


def _differs(words: Words, rule: Rule, one: str, other: str) -> bool:
    """Tell whether a rule is in one of two books only, or is told differently of them."""
    if (one in rule.books) != (other in rule.books):
        return True
    told = words.area(f"rules/{rule.chapter}")[rule.id].get("books", {})
    return one in rule.books and told.get(one) != told.get(other)


def _only_in(rule: Rule, one: str, other: str) -> str | None:
    """The book of the two that alone has the rule."""
    having = [key for key in (one, other) if key in rule.books]
    return having[0] if len(having) == 1 else None


def _named(words: Words, rule: Data) -> str:
    only, title = rule["only_in"], str(rule["title"])
    return words.say(AREA, "rules.only", title=title, book=only) if only else title

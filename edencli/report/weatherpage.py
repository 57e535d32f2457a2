"""The climatic conditions that were thrown, and the table of them all."""

from collections.abc import Sequence

from edencli.lang import Words
from edencli.report.rulepage import titled
from edencli.report.sheet import Data, Sheet
from edencli.rulebooks import catalogue
from edencli.rulebooks.values import Weather
from edencli.rules.weather import SUMS, WAYS_IN_ALL, combined, condition, ways

_AREA = "weather"
_WIDTHS = (3, 6, 5, 18, 40)


def throws_data(words: Words, table: Sequence[Weather], throws: Sequence[Sequence[int]], key: str) -> Data:
    """What each throw brings (dice, or a sum alone), and all that holds together."""
    thrown = [
        {"dice": list(dice) if len(dice) > 1 else None, "sum": sum(dice)}
        | _told(words, condition(table, sum(dice)), key)
        for dice in throws
    ]
    together = [_told(words, line, key) for line in combined(table, [sum(dice) for dice in throws])]
    return {"throws": thrown, "conditions": together}


def table_data(words: Words, table: Sequence[Weather], key: str) -> Data:
    """All sums of two dice: how likely each is, what it brings, what that does."""
    rows = [
        {"sum": total, "ways": ways(total), **_told(words, condition(table, total), key)} for total in SUMS
    ]
    return {"ways_in_all": WAYS_IN_ALL, "rows": rows}


def write_throws(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what was thrown and what it does."""
    sheet.title(words.say(_AREA, "title"))
    sheet.aside(data["book"])
    for number, one in enumerate(data["throws"]):
        earlier = [before["condition"] for before in data["throws"][:number]]
        sheet.heading(words.say(_AREA, "throw", thrown=_thrown(words, one), title=one["title"]))
        sheet.lines([words.say(_AREA, "again")] if one["condition"] in earlier else one["does"])
    sheet.heading(words.say("screens-rules", "see"))
    sheet.names([(one["rule"], one["title"]) for one in data["conditions"]])


def write_table(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the table of all sums."""
    sheet.title(words.say(_AREA, "title"))
    sheet.aside(data["book"])
    rows = [_row(words, row, data["ways_in_all"]) for row in data["rows"]]
    sheet.table(words.area(_AREA)["head"], rows, widths=_WIDTHS)


def _told(words: Words, line: Weather, key: str) -> Data:
    """One condition: its rule, its title (and that book's own), its effects and what they do."""
    rule = catalogue.rule(f"weather.{line.name}")
    does = [words.say(_AREA, effect, **line.numbers) for effect in line.effects]
    mine, own = (titled(words, rule), rule.titles[key]) if rule else (line.name, line.name)
    return {
        "condition": line.name,
        "rule": f"weather.{line.name}",
        "title": mine if mine == own else f"{mine} ({own})",
        "effects": list(line.effects),
        "does": does or [words.say(_AREA, "normal")],
    }


def _thrown(words: Words, throw: Data) -> str:
    if not throw["dice"]:
        return str(throw["sum"])
    one, other = throw["dice"]
    return words.say(_AREA, "thrown", one=one, other=other, total=throw["sum"])


def _row(words: Words, row: Data, ways_in_all: int) -> list[str]:
    share = words.decimal(f"{100 * row['ways'] / ways_in_all:.1f}")
    chance = words.say(_AREA, "chance", ways=row["ways"], all=ways_in_all)
    return [str(row["sum"]), chance, share, row["title"], " ".join(row["does"])]

"""What tables may decide for themselves: the options of a game file, each with its default and its reason."""

from typing import Any

from edencli.lang import Words
from edencli.report.rulepage import option_data, title_of
from edencli.report.sheet import Sheet
from edencli.rulebooks import catalogue

Data = dict[str, Any]

_SCREEN = "screens-rules"


def all_rulings(words: Words) -> Data:
    """Every option, in the order of the catalogue."""
    return {"rulings": [option_data(words, name) for name in catalogue.options()]}


def write(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what each option asks, how it is answered by default, and why."""
    sheet.title(words.say(_SCREEN, "rulings.title"))
    sheet.aside(words.say(_SCREEN, "rulings.how"))
    for option in data["rulings"]:
        sheet.heading(words.say(_SCREEN, "ruling", written=option["written"], **option["said"]))
        sheet.lines([option["question"], option["answer"], option["reason"]])
        sheet.names([(rule, title_of(words, rule)) for rule in option["rules"]])

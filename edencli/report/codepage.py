"""What a diagnostic means: why it is one, a bad example and a good one."""

from collections.abc import Mapping
from typing import Any

from edencli.lang import Words
from edencli.report.sheet import Sheet

Data = dict[str, Any]

_SCREEN = "screens-rules"


def codes(words: Words) -> Mapping[str, Data]:
    """All diagnostics that are explained, by code; none while the language has no file of them."""
    try:
        return words.area("codes")
    except FileNotFoundError:
        return {}


def code_data(words: Words, code: str) -> Data:
    """One diagnostic."""
    return {"code": code, **codes(words)[code]}


def write(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of a diagnostic."""
    sheet.title(data["title"], name=data["code"])
    sheet.text(data["why"])
    write_examples(sheet, words, data)
    if data.get("near"):
        sheet.heading(words.say(_SCREEN, "near"))
        sheet.names([(name, title) for name, title in data["near"]])


def write_examples(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what is wrong in a file, and what would be right."""
    for kind in ("bad", "good"):
        if data.get(kind):
            sheet.heading(words.say(_SCREEN, f"code.{kind}"))
            sheet.verbatim(str(data[kind]).splitlines())

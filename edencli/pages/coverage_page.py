"""The page of card coverage: how many effects of each file games exercise, and which never fired."""

from collections.abc import Sequence
from typing import Final

from edencli.lang import Words, clean
from edencli.output.sheet import Data, Sheet

AREA: Final = "coverage"
_FILE_WIDTHS: Final = (40, 7, 7, 9)
_EFFECT_WIDTHS: Final = (44, 6, 10, 9)


def write_coverage(sheet: Sheet, words: Words, data: Data) -> None:
    """Write how many effects were exercised in each file, and which were not."""
    sheet.title(words.say(AREA, "title"))
    head = [words.say(AREA, f"head.{column}") for column in ("file", "effects", "fired", "offered")]
    sheet.table(head, [_file_row(one) for one in data["files"]], widths=_FILE_WIDTHS)
    for file in data["files"]:
        if left := [one for one in file["parts"] if one["exercise"] != "fired"]:
            sheet.heading(clean(file["file"]))
            _write_left(sheet, words, left)
    values = {"fired": data["fired"], "n": data["effects"], "percent": data["percent"]}
    sheet.text(words.say(AREA, "sum", **values))
    if data["fail_under"] is not None and data["is_under"]:
        sheet.warn(words.say(AREA, "under", percent=data["fail_under"]))


def _file_row(file: Data) -> list[str]:
    fired, offered = (sum(one["exercise"] == how for one in file["parts"]) for how in ("fired", "offered"))
    return [clean(file["file"]), str(len(file["parts"])), str(fired), str(offered)]


def _write_left(sheet: Sheet, words: Words, left: Sequence[Data]) -> None:
    head = [words.say(AREA, f"head.{column}") for column in ("card", "line", "effect", "exercise")]
    rows = [
        [
            _card_name(words, one),
            str(one["line"]),
            str(one["effect"]),
            words.say(AREA, f"exercise.{one['exercise']}"),
        ]
        for one in left
    ]
    sheet.table(head, rows, widths=_EFFECT_WIDTHS)


def _card_name(words: Words, part: Data) -> str:
    if part["fighter"] is None:
        return clean(part["card"])
    return clean(words.say(AREA, "ability", fighter=part["fighter"], ability=part["card"]))

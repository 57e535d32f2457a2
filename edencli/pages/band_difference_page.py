"""The page of the difference between two bands: their sums side by side, then what only one of them has."""

from collections.abc import Iterator
from typing import Final

from edencli.lang import Words, clean
from edencli.model.game import Symbol
from edencli.model.terms import Characteristic
from edencli.output.sheet import Data, Sheet
from edencli.pages.band_page import symbol_name, white_and_red
from edencli.pages.compare_page import AREA, fault_place

_WIDTHS: Final = (11, 30, 30)
_DECKS: Final = ("fighters", "missions", "tactics")
_JOINED_AND_LEFT: Final = (("joined", "joined"), ("left", "gone"))


def write_difference(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what differs between two bands, or that nothing does."""
    old, new = data["old"], data["new"]
    sheet.title(words.say(AREA, "title", old=old["file"], new=new["file"]))
    if not data["differs"]:
        sheet.text(words.say(AREA, "diff.same", value=new["value"], budget=new["budget"]))
        return
    columns = zip(*(_sums(words, side) for side in (old, new)), strict=True)
    rows = [[words.say(AREA, f"diff.{key}"), before, now] for (key, before), (_, now) in columns]
    sheet.table(words.area(AREA)["diff.head"], rows, widths=_WIDTHS)
    for deck in _DECKS:
        _write_points(sheet, words, deck, _deck_changes(words, data, deck))
    _write_points(sheet, words, "changed", (_change_text(words, one) for one in data["changed"]))
    faults = [
        f"{fault_place(side['fault'])}: {side['fault']['message']}" for side in (old, new) if side["fault"]
    ]
    if faults:
        sheet.lines(faults)


def _write_points(sheet: Sheet, words: Words, heading: str, told: Iterator[str]) -> None:
    """Write points under a heading; without points, no heading either."""
    points = [("", one) for one in told]
    if points:
        sheet.heading(words.say(AREA, f"diff.{heading}"))
        sheet.points(points)


def _sums(words: Words, side: Data) -> Iterator[tuple[str, str]]:
    """The column of a band: the key and text of each of its sums."""
    book = words.of_book(side["rulebook"])
    yield "name", clean(side["name"])
    yield "symbol", clean(symbol_name(book, Symbol(**side["symbol"])))
    yield "rulebook", book.say("screens-rules", f"book.{side['rulebook']}")
    yield "points", words.say(AREA, "diff.total", value=side["value"], budget=side["budget"])
    yield "left", str(side["left"]).replace("-", "−")
    yield "sp", str(side["sp"])
    yield "legal", words.say(AREA, f"diff.legal.{'yes' if side['legal'] else 'no'}")


def _deck_changes(words: Words, data: Data, deck: str) -> Iterator[str]:
    """What joined a deck, and what left it; fighters are told with their values."""
    for how, message in _JOINED_AND_LEFT:
        if data[deck][how]:
            named = (_entry(words, one) for one in data[deck][how])
            yield words.say(AREA, f"diff.{message}", names=list(named))


def _entry(words: Words, one: Data) -> str:
    return words.say(AREA, "diff.worth", **one) if "value" in one else one["name"]


def _change_text(words: Words, one: Data) -> str:
    """What changed in the profile of a fighter who is in both bands."""
    return f"{clean(one['name'])}: {words.join_phrases(_profile_changes(words, one['old'], one['new']))}"


def _profile_changes(words: Words, old: Data, new: Data) -> Iterator[str]:
    if old["value"] != new["value"]:
        yield words.say(AREA, "diff.value", old=old["value"], new=new["value"])
    for key in Characteristic:
        if old[key] != new[key]:
            before, now = (white_and_red(words, **one[key]) for one in (old, new))
            yield words.say(AREA, "diff.characteristic", key=key.upper(), old=before, new=now)
    if old["equipment"] != new["equipment"]:
        before, now = (one["equipment"] or words.say("sheet", "none") for one in (old, new))
        yield words.say(AREA, "diff.equipment", old=before, new=now)

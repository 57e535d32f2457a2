"""The differences between two bands: their totals, fighters in only one of them, changed profiles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from edencli.files.gather import DECKS
from edencli.files.library import File
from edencli.games.checks import Checks
from edencli.games.comparison import first_fault
from edencli.lang import Words
from edencli.model.game import Band
from edencli.model.names import fold
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import Data
from edencli.pages.band_page import band_data
from edencli.rulebooks.values import Rulebook

_SUMS: Final = ("name", "rulebook", "symbol", "value", "budget", "sp")


class ReadBand(NamedTuple):
    """A band whose cards were all found, legal or not, and the rulebook it was checked by."""

    file: File
    band: Band
    book: Rulebook


def read_band(checks: Checks, name: str) -> ReadBand | None:
    """Read a band from its file; None where the file has other faults than breaking the rules for bands."""
    file = checks.check_file(name, kind="band")
    found = checks.band_as_written(file)
    return None if found is None else ReadBand(file, *found)


def difference_data(words: Words, old: ReadBand, new: ReadBand) -> Data:
    """All differences between two bands; where `differs` is false there are none."""
    sheets = [band_data(one.band, one.book) for one in (old, new)]
    sides = [_side(words, one, sheet) for one, sheet in zip((old, new), sheets, strict=True)]
    decks = {deck: _joined_and_left(*(_entries(sheet, deck) for sheet in sheets)) for deck in DECKS}
    changed = list(_changed(*(sheet["fighters"] for sheet in sheets)))
    was, now = ({key: side[key] for key in side if key != "file"} for side in sides)
    moved = any(names for deck in decks.values() for names in deck.values())
    return {
        "differs": bool(changed) or moved or _without_fault_place(was) != _without_fault_place(now),
        "old": sides[0],
        "new": sides[1],
        "changed": changed,
        **decks,
    }


def _side(words: Words, one: ReadBand, sheet: Data) -> Data:
    """The totals of one of the bands, and whether it is legal."""
    fault = first_fault(words, one.file)
    sums = {key: sheet[key] for key in _SUMS}
    left = sheet["budget"] - sheet["value"]
    return {"file": one.file.name, "legal": fault is None, "fault": fault, "left": left, **sums}


def _without_fault_place(side: Data) -> Data:
    """A side with its fault reduced to code and message, since the place depends on the file."""
    fault = side["fault"]
    return {**side, "fault": fault and (fault["code"], fault["message"])}


def _entries(sheet: Data, deck: str) -> list[Data]:
    """The cards of a deck by name, fighters with their values."""
    if deck == "fighters":
        return [{"name": one["name"], "value": one["value"]} for one in sheet[deck]]
    return [{"name": name} for name in sheet[deck]]


def _joined_and_left(old: Sequence[Data], new: Sequence[Data]) -> Data:
    """The cards that joined and left, by name; a name that occurs twice counts twice."""
    return {"joined": _surplus_cards(new, old), "left": _surplus_cards(old, new)}


def _surplus_cards(cards: Sequence[Data], others: Sequence[Data]) -> list[Data]:
    """The cards whose names occur more often among `cards` than among `others`."""
    left = Counter(fold(other["name"]) for other in others)
    found = []
    for card in cards:
        name = fold(card["name"])
        if left[name]:
            left[name] -= 1
        else:
            found.append(card)
    return found


def _changed(old: Sequence[Data], new: Sequence[Data]) -> Iterator[Data]:
    """The fighters in both bands whose lines on the sheet differ."""
    lines = {fold(one["name"]): one for one in old}
    for line in new:
        before = lines.get(fold(line["name"]))
        if before is not None and before != line:
            yield {"name": line["name"], "old": before, "new": line}

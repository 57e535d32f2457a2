"""A band's sheet: who is in it and what he is worth, and what the band begins a match with."""

from collections.abc import Iterator

from edencli.lang import Words, clean, spoken
from edencli.model.band import Band
from edencli.model.fighter import Fighter
from edencli.report.card import symbol as named
from edencli.report.sheet import MarkdownSheet, Paint, Sheet, TextSheet
from edencli.rulebooks.values import Rulebook
from edencli.rules.band import muster

_AREA = "sheet"
_WIDTHS = (20, 5, 3, 3, 3, 3, 30)


def band_sheet(
    band: Band,
    book: Rulebook,
    *,
    markdown: bool = False,
    paint: Paint | None = None,
    words: Words | None = None,
) -> str:
    """The sheet of a band as that book counts it, as text (coloured where `paint` says so) or as Markdown."""
    sheet: Sheet = MarkdownSheet() if markdown else TextSheet(paint or Paint(colour=False))
    write_band(sheet, words or spoken(), band, book)
    return str(sheet)


def write_band(sheet: Sheet, words: Words, band: Band, book: Rulebook) -> None:
    """Write the sheet of a band: its fighters, and its sums against what the book allows."""
    said, whole = words.area(_AREA), muster(band, book)
    sheet.title(clean(band.name))
    sheet.aside("; ".join((named(words, band.symbol), words.say("screens-rules", f"book.{book.key}"))))
    rows = [_row(words, fighter, book) for fighter in band.fighters]
    sheet.table(said["band.head"], rows, widths=_WIDTHS)
    sheet.aside(said["legend.two"])
    sheet.points(list(_sums(words, band, book)))
    if whole.total > whole.budget:
        sheet.warn(words.say(_AREA, "band.over", total=whole.total, budget=whole.budget))


def band_data(band: Band, book: Rulebook) -> dict[str, object]:
    """The same for programs."""
    whole, symbol = muster(band, book), band.symbol
    return {
        "name": band.name,
        "rulebook": book.key,
        "symbol": {"faction": symbol.faction} if symbol.stigma is None else {"stigma": symbol.stigma},
        "value": whole.total,
        "budget": whole.budget,
        "sp": whole.sp,
        "hands": dict(whole.hands),
        "fighters": [_fighter_data(fighter, book) for fighter in band.fighters],
        "missions": [mission.name for mission in band.missions],
        "tactics": [tactic.name for tactic in band.tactics],
    }


def _fighter_data(fighter: Fighter, book: Rulebook) -> dict[str, object]:
    values: dict[str, object] = {
        limb.characteristic: {"white": limb.white, "red": limb.red if limb.red_cp else None}
        for limb in fighter.limbs.values()
    }
    equipment = [piece.name for piece in fighter.equipment]
    return {"name": fighter.name, "value": fighter.worth(book.key), **values, "equipment": equipment}


def _row(words: Words, fighter: Fighter, book: Rulebook) -> list[str]:
    values = [
        words.say(_AREA, "two", white=limb.white, red=limb.red) if limb.red_cp else str(limb.white)
        for limb in fighter.limbs.values()
    ]
    gear = words.listed(clean(piece.name) for piece in fighter.equipment)
    return [clean(fighter.name), str(fighter.worth(book.key)), *values, gear or words.area(_AREA)["none"]]


def _sums(words: Words, band: Band, book: Rulebook) -> Iterator[tuple[str, str]]:
    said, whole = words.area(_AREA), muster(band, book)
    yield said["band.value"], words.say(_AREA, "band.total", total=whole.total, budget=whole.budget)
    form = "whole" if band.symbol.stigma is None else "part"
    psi = sum(hand for _, hand in whole.hands)
    yield said["band.sp"], words.say(_AREA, f"band.sp.{form}", sp=whole.sp, whole=psi)
    hands = [words.say(_AREA, "band.leader", name=name, hand=hand) for name, hand in whole.hands]
    yield said["band.hand"], words.say(_AREA, "band.hands", hands=hands)
    if band.missions:
        yield said["band.missions"], words.listed(clean(mission.name) for mission in band.missions)
    if band.tactics:
        yield said["band.tactics"], words.listed(clean(tactic.name) for tactic in band.tactics)

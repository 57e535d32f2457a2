"""The sheet of a band: its fighters, and its sums against what the book allows.

Needs no words for what cards do: a band is checked without them.
"""

from collections.abc import Iterator

from edencli.lang import Words, clean
from edencli.model.fighter import Fighter
from edencli.model.game import Band, Symbol
from edencli.model.terms import Characteristic
from edencli.output.sheet import Data, Sheet, one_paragraph
from edencli.pages.gear import game_word
from edencli.rulebooks.values import Rulebook
from edencli.rules.band import band_totals

_AREA = "sheet"
_BAND_WIDTHS = (20, 5, 3, 3, 3, 3, 30)


def write_band(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the sheet of a band: its fighters, and its sums against what the book allows."""
    words = words.of_book(data["rulebook"])
    texts, book = words.area(_AREA), words.say("screens-rules", f"book.{data['rulebook']}")
    sheet.title(clean(data["name"]))
    sheet.aside(words.join_phrases((symbol_name(words, Symbol(**data["symbol"])), book)))
    rows = [_row(words, fighter) for fighter in data["fighters"]]
    sheet.table(texts["band.head"], rows, widths=_BAND_WIDTHS)
    sheet.aside(texts["legend.two"])
    points = list(_sums(words, data))
    decks = [(texts[f"band.{cards}"], data[cards]) for cards in ("missions", "tactics") if data[cards]]
    sheet.points([*points, *((deck, words.join_list(map(clean, names))) for deck, names in decks)])
    _warn_of_excess(sheet, words, data)


def write_band_totals(sheet: Sheet, words: Words, data: Data) -> None:
    """Write only the sums of a band against what the book allows."""
    sheet.points(list(_sums(words, data)))
    _warn_of_excess(sheet, words, data)


def _warn_of_excess(sheet: Sheet, words: Words, data: Data) -> None:
    """Warn of a band that is worth more than its budget."""
    if data["value"] > data["budget"]:
        sheet.warn(words.say(_AREA, "band.over", total=data["value"], budget=data["budget"]))


def write_bands(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the sheets of several bands, one after the other."""
    for band in data["bands"]:
        write_band(sheet, words, band)


def band_data(band: Band, book: Rulebook) -> Data:
    """A band as data: its fighters, their values by that book, its sums, and its cards."""
    whole, symbol = band_totals(band, book), band.symbol
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
    return {"name": fighter.name, "value": fighter.value_in(book.key), **values, "equipment": equipment}


def _row(words: Words, one: Data) -> list[str]:
    values = [white_and_red(words, **one[characteristic]) for characteristic in Characteristic]
    gear = words.join_list(map(clean, one["equipment"])) or words.area(_AREA)["none"]
    return [clean(one["name"]), str(one["value"]), *values, gear]


def white_and_red(words: Words, white: int, red: int | None) -> str:
    """A characteristic as a card has it: white, and red for a wounded limb (None without red CP)."""
    return str(white) if red is None else words.say(_AREA, "two", white=white, red=red)


def _sums(words: Words, data: Data) -> Iterator[tuple[str, str]]:
    texts = words.area(_AREA)
    yield texts["band.value"], words.say(_AREA, "band.total", total=data["value"], budget=data["budget"])
    form = "part" if "stigma" in data["symbol"] else "whole"
    yield (
        texts["band.sp"],
        words.say(_AREA, f"band.sp.{form}", sp=data["sp"], whole=sum(data["hands"].values())),
    )
    hands = [words.say(_AREA, "band.leader", name=name, hand=hand) for name, hand in data["hands"].items()]
    yield texts["band.hand"], words.say(_AREA, "band.hands", hands=hands)


def symbol_name(words: Words, one: Symbol) -> str:
    """The name of a faction, or of a stigma with the word "stigma"."""
    if one.stigma is None:
        return one_paragraph(one.faction or "")
    return words.say(_AREA, "stigma", stigma=game_word(words, one.stigma))

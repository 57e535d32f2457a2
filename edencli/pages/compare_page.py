"""The page of what differs between two trees of files: files, bands, games, cards, odds.

Written from data alone. Odds that changed most come first, and only the first ones are shown; JSON has them
all. Nothing depends on colour.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from edencli.lang import Words, clean
from edencli.output.sheet import Data, Sheet
from edencli.transcript.phrases import average_text, percent

AREA: Final = "compare"
SECTIONS: Final = ("files", "bands", "games", "cards", "odds")
"""What may differ, in the order of the page."""
MOST_ODDS: Final = 20
_ODDS_WIDTHS: Final = (40, 17, 15)


def write_comparison(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what differs between two trees of files, or that nothing does."""
    sheet.title(words.say(AREA, "title", old=data["old"], new=data["new"]))
    if not any(data[section] for section in SECTIONS):
        sheet.text(words.say(AREA, "same", n=data["compared"]))
    writers = (_write_files, _write_bands, _write_games, _write_cards, _write_odds)
    for section, write in zip(SECTIONS, writers, strict=True):
        if data[section]:
            sheet.heading(words.say(AREA, section))
            write(sheet, words, data[section])
    notes = [words.say(AREA, note, n=data[note]) for note in ("faulty", "pairs_left") if data[note]]
    if notes:
        sheet.lines(notes)


def _write_files(sheet: Sheet, words: Words, files: Sequence[Data]) -> None:
    def line(one: Data) -> str:
        return words.say(AREA, f"file.{one['how']}", kind=one["kind"], **_fault(one["fault"]))

    sheet.names([(clean(one["file"]), line(one)) for one in files])


def _fault(fault: Data | None) -> dict[str, str]:
    """The values of a fault for a message; none if there is no fault."""
    if fault is None:
        return {}
    return {"place": fault_place(fault), "message": fault["message"]}


def fault_place(fault: Data) -> str:
    """The place of a fault, as editors open it: FILE:LINE:COLUMN."""
    return _place(fault["file"], fault)


def _place(file: str, where: Data) -> str:
    """A place in a file, as editors open it."""
    return clean(f"{file}:{where['line']}:{where['column']}" if where["line"] else file)


def _write_bands(sheet: Sheet, words: Words, bands: Sequence[Data]) -> None:
    sheet.names([(clean(one["file"]), words.join_phrases(_band_changes(words, one))) for one in bands])


def _band_changes(words: Words, band: Data) -> Iterator[str]:
    old, new = band["old"], band["new"]
    if band["fault"]:
        yield words.say(AREA, f"band.{band['how']}", **_fault(band["fault"]))
        return
    if (old["value"], old["budget"]) != (new["value"], new["budget"]):
        values = {"old": old["value"], "before": old["budget"], "new": new["value"], "budget": new["budget"]}
        yield words.say(AREA, "band.value", **values)
    for part in ("sp", "name"):
        if old[part] != new[part]:
            yield words.say(AREA, f"band.{part}", old=old[part], new=new[part])
    for message, one, other in (("band.in", new, old), ("band.out", old, new)):
        if more := _additional_names(one["fighters"], other["fighters"]):
            yield words.say(AREA, message, fighters=more)


def _additional_names(names: Sequence[str], others: Sequence[str]) -> list[str]:
    """The names that occur more often here than among the others, once for each time more."""
    left = list(others)
    found = []
    for name in names:
        if name in left:
            left.remove(name)
        else:
            found.append(name)
    return found


def _write_games(sheet: Sheet, words: Words, games: Sequence[Data]) -> None:
    """Write the games that play in only one tree as a list, then each game that plays differently."""
    in_one = [one for one in games if one["fault"]]
    if in_one:
        told = (words.say(AREA, f"game.{one['how']}", **_fault(one["fault"])) for one in in_one)
        sheet.names([(clean(one["file"]), line) for one, line in zip(in_one, told, strict=True)])
    for one in games:
        if not one["fault"]:
            place = _place(one["file"], one["new"])
            sheet.points([("", words.say(AREA, "game.differs", event=one["event"], place=place))])
            sheet.verbatim([_event_line(words, message, one[tree]) for message, tree in _TREES])


_TREES: Final = (("before", "old"), ("now", "new"))


def _event_line(words: Words, message: str, event: Data) -> str:
    return words.say(AREA, message, sentence=clean(event["sentence"] or words.say(AREA, "ended")))


def _write_cards(sheet: Sheet, words: Words, cards: Sequence[Data]) -> None:
    for one in cards:
        told = words.say(AREA, "card", name=one["name"], file=one["file"])
        if one["how"] != "changed":
            told = words.join_phrases([told, words.say(AREA, f"card.{one['how']}")])
        sheet.points([("", told)])
        if one["how"] == "changed":
            lines = [*(f"- {line}" for line in one["old"]), *(f"+ {line}" for line in one["new"])]
            sheet.verbatim([clean(line) for line in lines])


def _write_odds(sheet: Sheet, words: Words, odds: Sequence[Data]) -> None:
    largest = sorted(odds, key=lambda row: -_swing(row))
    head = [words.say(AREA, f"odds.head.{column}") for column in ("attack", "out", "cp")]
    sheet.table(head, [_odds_row(words, row) for row in largest[:MOST_ODDS]], widths=_ODDS_WIDTHS)
    if len(odds) > MOST_ODDS:
        sheet.text(words.say(AREA, "odds.more", n=len(odds) - MOST_ODDS))


def _swing(row: Data) -> Fraction:
    """How much the chance to put the target out has changed; the average loss decides between equals."""
    old, new = (row[tree] for tree in ("old", "new"))
    out, lost = (_share(new, key) - _share(old, key) for key in ("out", "cp_lost"))
    return abs(out) + abs(lost) / 1000


def _share(shares: Data | None, key: str) -> Fraction:
    return Fraction(shares[key], shares["denominator"]) if shares else Fraction()


def _odds_row(words: Words, row: Data) -> list[str]:
    def from_to(key: str, tell: Callable[[int, int], str]) -> str:
        old, new = (
            words.decimal(tell(one[key], one["denominator"])) if one else words.say(AREA, "odds.none")
            for one in (row["old"], row["new"])
        )
        return words.say(AREA, "odds.from-to", old=old, new=new)

    return [_attack_text(words, row), from_to("out", percent), from_to("cp_lost", average_text)]


def _attack_text(words: Words, row: Data) -> str:
    who = {"attacker": row["attacker"], "target": row["target"]}
    if row["weapon"]:
        return words.say(AREA, "odds.weapon", weapon=row["weapon"], **who)
    if row["reaction"] is None:
        return words.say(AREA, "odds.melee.plain", **who)
    return words.say(AREA, "odds.melee", reaction=words.say(AREA, f"odds.reaction.{row['reaction']}"), **who)

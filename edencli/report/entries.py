"""The entries of a file: one of them as its own page, or all of them as a list to choose from."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from edencli.lang import Words, clean
from edencli.model.cards import Mission, Tactic
from edencli.model.fighter import Fighter
from edencli.model.scenery import Scenery
from edencli.report.card import (
    about_fighter,
    about_mission,
    about_tactic,
    worth,
    write_fighter,
    write_mission,
    write_tactic,
)
from edencli.report.piece import about_piece, write_piece
from edencli.report.sheet import Sheet

Entry = Fighter | Mission | Tactic | Scenery

_AREA = "sheet"


class Group(NamedTuple):
    """Entries that stand together in a list, under a heading."""

    title: str
    entries: Sequence[Entry]


def write_entry(sheet: Sheet, words: Words, entry: Entry, book: str) -> None:
    """Write one entry as its card."""
    match entry:
        case Fighter():
            write_fighter(sheet, words, entry, book)
        case Mission():
            write_mission(sheet, words, entry)
        case Tactic():
            write_tactic(sheet, words, entry)
        case Scenery():
            write_piece(sheet, words, entry, book)


def write_list(sheet: Sheet, words: Words, file: str, groups: Iterable[Group], book: str) -> None:
    """Write the names in a file by group, each with what tells it from the others."""
    full = [group for group in groups if group.entries]
    sheet.title(words.say(_AREA, "list.title" if full else "list.empty", file=file))
    for group in full:
        sheet.heading(group.title)
        sheet.names([(clean(entry.name), _about(words, entry, book)) for entry in group.entries])
    if full:
        sheet.text(words.say(_AREA, "list.more", file=file))


def _about(words: Words, entry: Entry, book: str) -> str:
    match entry:
        case Fighter():
            return "; ".join((worth(words, entry, book), *about_fighter(words, entry)))
        case Mission():
            return "; ".join(about_mission(words, entry))
        case Tactic():
            return about_tactic(words, entry)
        case Scenery():
            return about_piece(words, entry)

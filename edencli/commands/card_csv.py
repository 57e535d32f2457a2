"""Cards as CSV: rows of a spreadsheet become cards of a file, and cards become rows.

A row is a card; the first row names its columns. A cell holds what is typed at the prompt of `edencli new
fighter` for that part (`edencli.files.card_lines`). Several pieces of equipment, abilities or objectives are
lines of one cell, as `Throwing knives: shooting 20 3 1/round`. Effects, and what only effects look at, have
no column: they stay in the cards file.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from edencli.commands.card_entry import CARD_KINDS, CardDraft, KnownNames
from edencli.commands.card_file import AREA, CardFile, PlacedCard, line_fault, printed_words
from edencli.commands.requests.new import FileKind, NewRequest
from edencli.files.card_lines import (
    Abbreviations,
    CardData,
    UnreadCardLine,
    limb_line,
    listed_line,
    objective_line,
    quoted_if_parted,
    tactic_line,
    terms_line,
    use_line,
    value_line,
)
from edencli.files.source import FileReadError, NotUtf8Error, decode_text, read_source
from edencli.lang import Words, current_words
from edencli.model.lexicon import read_quoted, split_outside_quotes
from edencli.model.names import fold, quote_name
from edencli.model.terms import Deployment, LimbName, MissionKind, Stigma
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused, remark
from edencli.pages.diagnostics import fault_sentence

CARD: Final = "card"
COLUMNS: Final = (
    *(CARD, "name", "factions", "stigma", "types", "value", *LimbName, "equipment", "abilities"),
    *("symbols", "kind", "needs", "immediate", "objectives", "text"),
)
MOST_ROWS: Final = 500

_BY_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "fighter": ("name", "factions", "types", *LimbName, "equipment", "value", "stigma", "abilities"),
    "tactic": ("name", "symbols", "text"),
    "mission": ("name", "kind", "immediate", "objectives", "needs"),
}
"""The columns of each kind of card, in the order of the prompt."""


class CsvFault(NamedTuple):
    """What is wrong with a cell: its row as a spreadsheet counts, its column, and why."""

    row: int
    column: str
    fault: UnreadCardLine
    cell: str = ""


class CardRows(NamedTuple):
    """The cards of a table, each with its deck, and the faults of the other rows."""

    cards: Sequence[tuple[str, CardData]]
    faults: Sequence[CsvFault]


def import_cards(request: NewRequest) -> None:
    """Put the cards of a CSV file into a cards file, or print them; with a fault in any row, import none.

    A card replaces the one with its name; parts of that one which a table does not show are kept.
    """
    words = current_words().of_book(request.rulebook)
    request.modes.refuse_typed(words, request.typed)
    names = request.sources or []
    if len(names) != 1 or request.what not in {None, FileKind.CARDS}:
        raise Refused(words.say(AREA, "csv.one"))
    name = names[0]
    found = read_card_rows(_read_text(words, name), printed_words(words))
    for one in found.faults:
        fault = line_fault(words, one.fault, name)
        said = "csv.cell" if one.cell else "csv.place"
        place = {"file": name, "row": one.row, "column": one.column, "cell": one.cell}
        remark(words.say(AREA, said, **place, fault=fault))
    if found.faults:
        raise SystemExit(1)
    file = CardFile(words, request.output)
    changes = [put_in_place(file, deck, card) for deck, card in found.cards]
    file.put(changes)
    if request.output:
        n = sum(change.shown is None for change in changes)
        remark(words.say(AREA, "csv.done", n=n, known=len(changes) - n, file=name, to=file.name))


def put_in_place(file: CardFile, deck: str, card: CardData) -> PlacedCard:
    """A card that replaces the one with its name, if the file has one."""
    known = file.card(deck, card["name"])
    return PlacedCard(deck, card, None if known is None else shown_card(deck, known))


def shown_card(deck: str, card: CardData) -> CardData:
    """The parts of a card that its row shows: all but its effects."""
    found = read_card_rows(card_table({deck: [card]}), Abbreviations({})).cards
    return found[0][1] if found else {"name": card["name"]}


def _read_text(words: Words, name: str) -> str:
    """The text of a table; refused where it cannot be read."""
    try:
        return decode_text(read_source(name).content)
    except FileReadError as unread:
        fault = fault_sentence(unread.diagnostic, words)
        raise Refused(words.say(AREA, "csv.unread", file=name, fault=fault)) from None
    except NotUtf8Error:
        raise Refused(words.say(AREA, "csv.utf8", file=name)) from None


def read_card_rows(text: str, words: Abbreviations) -> CardRows:
    """Read all rows of a table; a faulty row makes no card, and all its faults are reported."""
    rows = list(csv.reader(io.StringIO(text), dialect=_dialect(text)))
    columns = [fold(cell).replace(" ", "-") for cell in rows[0]] if rows else []
    faults = [
        CsvFault(1, column, _no_column(column)) for column in columns if column and column not in COLUMNS
    ]
    if "name" not in columns:
        faults.append(CsvFault(1, "name", UnreadCardLine("csv.missing")))
    if len(rows) > MOST_ROWS:
        faults.append(CsvFault(MOST_ROWS, "", UnreadCardLine("csv.rows", most=MOST_ROWS)))
    cards: list[tuple[str, CardData]] = []
    for number, cells in enumerate([] if faults else rows[1:], start=2):
        row = {column: cell.strip() for column, cell in zip(columns, cells, strict=False)}
        if any(row.values()):
            _read_row(number, row, words, cards, faults)
    return CardRows(cards, faults)


def _dialect(text: str) -> type[csv.Dialect]:
    """The dialect whose separator is the most frequent one in the first line."""
    first = text.partition("\n")[0]
    parting = max(",;\t", key=first.count)

    class Parted(csv.excel):
        delimiter = parting

    return Parted


def _no_column(column: str) -> UnreadCardLine:
    return UnreadCardLine("csv.no-column", column=column, columns=list(COLUMNS))


def _read_row(
    number: int,
    row: Mapping[str, str],
    words: Abbreviations,
    cards: list[tuple[str, CardData]],
    faults: list[CsvFault],
) -> None:
    try:
        kind = words.find(row.get(CARD) or "fighter", CARD_KINDS)
    except UnreadCardLine as unread:
        faults.append(CsvFault(number, CARD, unread))
        return
    deck, cells, before = CARD_KINDS[kind].deck, dict(row), len(faults)
    known = KnownNames(cards=[card["name"] for name, card in cards if name == deck])
    entry, fault = _fill_draft(kind, cells, words, known)
    mended: set[str] = set()
    while fault is not None and fault[0] not in mended:
        if not _follows(fault, mended):
            faults.append(CsvFault(number, *fault, cell=row.get(fault[0], "")))
        mended.add(fault[0])
        cells[fault[0]] = _sound_cell(fault[0])
        entry, fault = _fill_draft(kind, cells, words, known)
    if len(faults) == before:
        cards.append((deck, entry.card))


def _fill_draft(
    kind: str, cells: Mapping[str, str], words: Abbreviations, known: KnownNames
) -> tuple[CardDraft, tuple[str, UnreadCardLine] | None]:
    """The card of a row, and the first column with a fault."""
    entry = CardDraft(kind, words, known)
    for column in _BY_KIND[kind]:
        try:
            for line in _lines_of(column, cells.get(column, ""), is_asked=entry.asked != "objective"):
                entry.answer(line)
        except UnreadCardLine as fault:
            return entry, (column, fault)
    return entry, None


def _follows(fault: tuple[str, UnreadCardLine], mended: AbstractSet[str]) -> bool:
    """Tell whether a fault may be caused by the filler of an earlier faulty cell: limbs share the faces."""
    column, unread = fault
    limbs = set(LimbName)
    return column in mended or (
        unread.message == "unfit" and column in limbs and not limbs.isdisjoint(mended)
    )


def _sound_cell(column: str) -> str:
    """The filler for a faulty cell, with which the rest of its row is read."""
    return "1 1" if column in tuple(LimbName) else _SOUND_CELLS.get(column, "")


_SOUND_CELLS: Final[Mapping[str, str]] = {
    "name": "Name",
    "factions": "Faction",
    "stigma": Stigma.CHAOS,
    "types": "type",
    "value": "1",
    "text": "Text.",
    "kind": f"{MissionKind.REVEALED} {Deployment.AMBUSH}",
    "objectives": "Text.",
}


def _lines_of(column: str, cell: str, *, is_asked: bool) -> Iterator[str]:
    """The lines that would be typed at the prompt for a cell; an empty line ends a list.

    A secret mission has no immediate effect, so its prompt does not ask for one.
    """
    if column == "immediate" and not is_asked and not cell:
        return
    if column not in {"equipment", "abilities", "objectives"}:
        yield " ".join(cell.split())
        return
    for line in filter(None, map(str.strip, cell.splitlines())):
        name, *rest = split_outside_quotes(line, ": ", _PARTS[column]) if column in _PARTS else [line]
        yield from (read_quoted(name) if rest else name, *rest)
    yield ""


_PARTS: Final = {"equipment": 1, "abilities": 2}
"""The number of `: ` at which a line of such a cell is split: a name, then its parts."""


def typed_lines(kind: str, card: CardData) -> list[str]:
    """The lines that would be typed at the prompt for a card of a file."""
    cells = {column: str(cell) for column, cell in _CELLS[kind](card).items()}
    is_secret = cells.get("kind", "").startswith(MissionKind.SECRET)
    return [
        line
        for column in _BY_KIND[kind]
        for line in _lines_of(column, cells.get(column, ""), is_asked=not is_secret)
    ]


# ── cards as rows ────────────────────────────────────────────────────────────────────────────────────────


def card_table(decks: Mapping[str, Sequence[CardData]]) -> str:
    """The fighters, tactical cards and missions of a file as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for kind, about in CARD_KINDS.items():
        for card in decks.get(about.deck, ()):
            cells: Mapping[str, Any] = {CARD: kind, **_CELLS[kind](card)}
            writer.writerow([_harmless(str(cells.get(column, ""))) for column in COLUMNS])
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet reads as a formula."""
    return f" {cell}" if cell[:1] in {"=", "+", "-", "@"} else cell


def _fighter_cells(card: CardData) -> CardData:
    abilities = card.get("abilities", ())
    return {
        "name": card["name"],
        "factions": listed_line(card["factions"]),
        "stigma": card["stigma"],
        "types": listed_line(card["types"]),
        "value": value_line(card),
        **{limb: limb_line(card["limbs"][limb], limb) for limb in LimbName},
        "equipment": "\n".join(f"{_before_colon(one)}: {use_line(one)}" for one in card.get("equipment", ())),
        "abilities": "\n".join(
            f"{_before_colon(one)}: {terms_line(one)}: {_line(one['text'])}" for one in abilities
        ),
    }


def _tactic_cells(card: CardData) -> CardData:
    return {"name": card["name"], "symbols": tactic_line(card), "text": _line(card["text"])}


def _mission_cells(card: CardData) -> CardData:
    symbol = card.get("symbol", {})
    return {
        "name": card["name"],
        "kind": f"{card['kind']} {card['deployment']}",
        "needs": symbol.get("stigma") or _faction(symbol.get("faction", "")),
        "immediate": _line(card.get("immediate", "")),
        "objectives": "\n".join(_line(objective_line(one)) for one in card["objectives"]),
    }


def _faction(name: str) -> str:
    """A faction as a mission's symbol, in quotes where it could be read as a stigma."""
    return quote_name(name) if name and Abbreviations({}).has(name, Stigma) else name


def _before_colon(named: CardData) -> str:
    """A name as it stands before a colon."""
    return quoted_if_parted(named["name"], ": ")


def _line(text: str) -> str:
    return " ".join(text.split())


_CELLS: Final = {"fighter": _fighter_cells, "tactic": _tactic_cells, "mission": _mission_cells}

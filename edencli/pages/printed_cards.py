"""The cards of a band on paper, on A4, to be cut out and ticked: all a player needs beside the miniatures.

A fighter's card is 120 × 70 mm; missions and tactical cards are 63 × 88 mm with a back, to be folded, so
that a hand stays hidden. Every text stands once: a card has its own words, the book at a glance has what the
words of the game mean. The same cards can be one page of HTML, which a browser shows and prints, or one file
of Markdown.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from pathlib import Path
from string import Template
from typing import Final, Protocol

from edencli.files.writing import PAGE_MARKS
from edencli.lang import Words, clean
from edencli.lookup.book_page import quick_card_data, write_quick_card
from edencli.model.fighter import Equipment, Fighter, Limb, Use, UseLimits
from edencli.model.game import Band, Mission, Tactic
from edencli.model.terms import Category, LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.output.html import HtmlSheet, html_page, safe_html
from edencli.output.sheet import MarkdownSheet, Sheet, one_paragraph
from edencli.pages.band_page import band_data, symbol_name, write_band_totals
from edencli.pages.card_boxes import (
    AREA,
    AT_THE_START,
    BandMoment,
    BoxRow,
    FighterMoment,
    page_key,
    rows_html,
)
from edencli.pages.card_page import (
    ability_terms,
    about_fighter,
    about_mission,
    about_tactic,
    card_text,
    faces_text,
    worth_text,
)
from edencli.pages.gear import game_word, gear_notation
from edencli.rulebooks.values import Rulebook
from edencli.transcript.phrases import EVENTS

_FOLDER: Final = Path(__file__).parent
_MARKER_BOXES: Final = 2  # of each kind; more of one kind are rare
_POINT_BOXES: Final = 20  # of SP, and of VP
_SIZES: Final = {"fighter": (300, 440, 620), "deck": (260, 480, 900)}
"""Numbers of letters on a card of that kind above which its print is smaller, step by step."""

# In print the sheet of the band and the book at a glance stand beside the fighters, then in columns below.
# Millimetres of a page, a fighter's card, a band's sheet and a line, and the letters of a line. The print of
# the book at a glance is the largest that fills no more than _WELL_FILLED of its room; _GROWTH has how much
# its height grows at each size.
_PAGE_HEIGHT, _FIGHTER_HEIGHT, _BAND_HEIGHT, _LINE_HEIGHT, _COLUMN_LETTERS = 281, 70, 90, 3.0, 54
_FIGHTERS_A_PAGE, _COLUMNS = 4, 3
_WELL_FILLED, _GROWTH = 0.8, (1.0, 1.37, 1.8)


class PrintedBand(NamedTuple):
    """A band to be printed, with its rulebook and its boxes ticked as at some moment.

    The title replaces the name of the band in headings, unless it is empty.
    """

    band: Band
    book: Rulebook
    moment: BandMoment = AT_THE_START
    title: str = ""


class PaperSheet(Sheet, Protocol):
    """A sheet that can hold boxes."""

    def limbs(self, head: Sequence[str], rows: Sequence["LimbRow"]) -> None:
        """Write a fighter's limbs, each with its boxes."""

    def boxes(self, rows: Sequence[BoxRow]) -> None:
        """Write rows of boxes."""


class LimbRow(NamedTuple):
    """A limb on paper: its name and faces, its CP, its characteristic, and its protection."""

    limb: str
    faces: str
    cp: str
    boxes: BoxRow
    value: str
    protection: str


class CardPart(NamedTuple):
    """A part of a card: where on the card it stands, and the function that writes it."""

    place: str
    write: Callable[[PaperSheet], None]


class PrintedCard(NamedTuple):
    """A card to be cut out: its kind, the number of its letters, its parts, and its boxes."""

    kind: str
    letters: int
    parts: tuple[CardPart, ...]
    boxes: tuple[BoxRow, ...]


def printed_markdown(words: Words, printed: PrintedBand) -> str:
    """The sheet of a band, its cards and the book at a glance as Markdown.

    Our mark stands behind the heading.
    """
    words, sheet = words.of_book(printed.book.key), PaperMarkdown(words)
    sheet.title(clean(printed.band.name))
    _write_band(sheet, words, printed)
    for card in printed_cards(words, printed):
        for part in card.parts:
            part.write(sheet)
    write_quick_card(sheet, words, quick_card_data(words, printed.book.key))
    heading, _, rest = str(sheet).partition("\n\n")
    return f"{heading}\n\n{PAGE_MARKS['markdown']}\n\n{rest}"


def printed_html(words: Words, printed: PrintedBand) -> str:
    """The sheet of a band, its cards and the book at a glance as one page of HTML without other files."""
    words = words.of_book(printed.book.key)
    book = printed.book.key
    quick = quick_card_html(words, book, room_for_quick_card(words, printed))
    body = f"{band_html(words, printed)}\n{quick}\n{decks_html(words, printed)}"
    return cards_page(words, printed.band.name, body, [printed])


def cards_page(words: Words, title: str, boxes: str, bands: Iterable[PrintedBand]) -> str:
    """A page around the markup of cards, with the script that keeps the ticks of these bands."""
    style, script = (read_page_part(name) for name in ("printed_cards.css", "ticks.js"))
    body = Template(read_page_part("printed_cards.html")).substitute(
        script=script,
        key=page_key(row for band in bands for row in band_boxes(words, band)),
        clear=safe_html(words.say(AREA, "clear")),
        how=safe_html(words.say(AREA, "how")),
        body=boxes,
    )
    return html_page(body, language=words.language, title=title, style=style, scripts=[script])


def read_page_part(name: str) -> str:
    """The text of a file of this package that is part of a page: styles, a script, or the frame."""
    return (_FOLDER / name).read_text(encoding="utf-8").strip()


def band_boxes(words: Words, printed: PrintedBand) -> Iterator[BoxRow]:
    """All boxes of a band, in the order of the page."""
    yield from _band_tracks(words, printed)
    for card in printed_cards(words, printed):
        yield from card.boxes


def band_html(words: Words, printed: PrintedBand, level: int = 1) -> str:
    """The sheet of a band and the cards of its fighters; `level` is that of the first heading."""
    sheet = PaperHtml(words, level)
    sheet.title(printed.title or printed.band.name)
    _write_band(sheet, words, printed)
    title = words.say(AREA, "fighters", band=printed.title or printed.band.name)
    return f'<div class="side">\n{sheet}</div>\n{fighters_html(words, printed, title, level + 1)}'


def fighters_html(words: Words, printed: PrintedBand, title: str, level: int) -> str:
    """The cards of a band's fighters, under a heading of that level."""
    cards = [card for card in printed_cards(words, printed) if card.kind == "fighter"]
    return _section(words, "fighters", title, cards, level)


def decks_html(words: Words, printed: PrintedBand, level: int = 2) -> str:
    """The missions and tactical cards of a band, each with its back."""
    cards = [card for card in printed_cards(words, printed) if card.kind != "fighter"]
    if not cards:
        return ""
    title = words.say(AREA, "deck", band=printed.band.name)
    return _section(words, "deck", title, cards, level, back=clean(printed.band.name))


def _section(
    words: Words, name: str, title: str, cards: Iterable[PrintedCard], level: int, *, back: str = ""
) -> str:
    shown = "".join(_card_html(words, card, level + 1, back) for card in cards)
    return (
        f'<section class="{name}" aria-label="{safe_html(title)}">\n'
        f"<h{level}>{safe_html(title)}</h{level}>\n<div>\n{shown}</div></section>\n"
    )


def _card_html(words: Words, card: PrintedCard, level: int, back: str) -> str:
    """A card. A mission or tactical card gets a back that tells only its kind and the band."""
    parts = "".join(f'<div class="{part.place}">\n{_part(words, part, level)}</div>\n' for part in card.parts)
    limits = _SIZES["fighter" if card.kind == "fighter" else "deck"]
    size = sum(card.letters > limit for limit in limits)
    if card.kind == "fighter":
        return f'<article class="fighter size{size}">\n{parts}</article>\n'
    kind = safe_html(words.say(AREA, f"back.{card.kind}"))
    behind = f'<div class="back" aria-hidden="true"><p>{kind}</p><p>{safe_html(back)}</p></div>\n'
    return (
        f'<article class="{card.kind} size{size}">\n<div class="front">\n{parts}</div>\n{behind}</article>\n'
    )


def _part(words: Words, part: CardPart, level: int) -> str:
    sheet = PaperHtml(words, level)
    part.write(sheet)
    return str(sheet)


def quick_card_html(words: Words, book: str, room: tuple[float, float], level: int = 2) -> str:
    """The book at a glance, as large as there is room: first beside the fighters, then below them."""
    data = quick_card_data(words, book)
    heights = [_printed_height(section["rows"]) for section in data["sections"]]
    beside, most = room[0], _WELL_FILLED * sum(room)
    size = max(size for size, growth in enumerate(_GROWTH) if not size or sum(heights) * growth <= most)
    columns: tuple[list[str], list[str]] = [], []
    for section, height in zip(data["sections"], heights, strict=True):
        beside -= height * _GROWTH[size]
        sheet = HtmlSheet(level)
        sheet.heading(section["title"])
        sheet.points(section["rows"])
        columns[beside < 0].append(f"<div>\n{sheet}</div>\n")
    title, parts = safe_html(data["title"]), zip(("beside", "below"), columns, strict=True)
    shown = "".join(f'<div class="{place}">\n{"".join(column)}</div>\n' for place, column in parts)
    return (
        f'<section class="quick large{size}" aria-label="{title}">\n'
        f"<h{level}>{title}</h{level}>\n{shown}</section>\n"
    )


def room_for_quick_card(words: Words, printed: PrintedBand) -> tuple[float, float]:
    """The millimetres that are free in the column beside the fighters, and below the last of them."""
    many, notes = len(printed.band.fighters), len(list(_weapon_notes(words, printed)))
    beside = _FIGHTER_HEIGHT * many - _BAND_HEIGHT - notes * _LINE_HEIGHT
    return beside, (_PAGE_HEIGHT - _FIGHTER_HEIGHT * (many % _FIGHTERS_A_PAGE)) * _COLUMNS


def _printed_height(rows: Sequence[tuple[str, str]]) -> float:
    """The rough height in millimetres of a section of the book at a glance, in the smallest print."""
    lines = sum(ceil((len(label) + 1 + len(text)) / _COLUMN_LETTERS) for label, text in rows)
    return (lines + 2) * _LINE_HEIGHT


def _write_band(sheet: PaperSheet, words: Words, printed: PrintedBand) -> None:
    """Write the sheet of a band: its symbol, tracks, sums, and the markers its weapons leave."""
    book, data = printed.book, band_data(printed.band, printed.book)
    name = words.say("screens-rules", f"book.{book.key}")
    sheet.aside(words.join_phrases((symbol_name(words, printed.band.symbol), name)))
    sheet.heading(words.say(AREA, "tracks"))
    sheet.boxes(_band_tracks(words, printed))
    sheet.heading(words.say(AREA, "band"))
    write_band_totals(sheet, words, data)
    sheet.aside(words.say(AREA, "legend"))
    rows = list(_weapon_notes(words, printed))
    if rows:
        sheet.heading(words.say(AREA, "weapons"))
        sheet.points(rows)


def _band_tracks(words: Words, printed: PrintedBand) -> list[BoxRow]:
    """The tracks of a band: rounds, SP and VP."""
    moment, texts = printed.moment, words.area(AREA)
    counts = {
        "round": (printed.book.match.rounds, moment.round),
        "sp": (max(_POINT_BOXES, moment.sp), moment.sp),
        "vp": (max(_POINT_BOXES, moment.vp), moment.vp),
    }
    name = printed.band.name
    return [
        BoxRow(name=f"{name}/{track}", label=texts[track], white=n, ticked=ticked, numbered=True)
        for track, (n, ticked) in counts.items()
    ]


def _weapon_notes(words: Words, printed: PrintedBand) -> Iterator[tuple[str, str]]:
    """The effects of a band's weapons that leave markers, each once."""
    uses = (use for fighter in printed.band.fighters for piece in fighter.equipment for use in piece.uses)
    told = {note: None for use in uses for note in marker_notes(words, use, printed.book)}
    yield from sorted(told)


def marker_notes(words: Words, use: Use, book: Rulebook) -> Iterator[tuple[str, str]]:
    """The effects of a weapon that leave markers, as a card writes them, and what each does."""
    for effect, x in use.effects.items():
        if effect.lays is not None and effect in book.equipment.effects:
            message = "lays.shot" if use.category is Category.SHOOTING else "lays"
            marker = words.phrase(EVENTS, f"term.{effect.lays}")
            yield game_word(words, effect, x), words.say(AREA, message, x=x, marker=marker)


def printed_cards(words: Words, printed: PrintedBand) -> Iterator[PrintedCard]:
    """The cards of a band: its fighters, its missions, its tactical cards."""
    for fighter in printed.band.fighters:
        moment = printed.moment.fighters.get(fighter.name, FighterMoment())
        leads = fighter.name == printed.moment.leader
        yield _fighter_card(words, fighter, printed, moment, leads=leads)
    for mission in printed.band.missions:
        yield _mission_card(words, mission)
    for tactic in printed.band.tactics:
        played = tactic.name in printed.moment.played
        yield _tactic_card(words, tactic, printed, played=played)


def _fighter_card(
    words: Words, fighter: Fighter, printed: PrintedBand, moment: FighterMoment, *, leads: bool
) -> PrintedCard:
    book, key = printed.book, f"{printed.band.name}/{fighter.name}"
    limbs = [_limb_row(words, fighter, limb, key, moment) for limb in fighter.limbs.values()]
    texts = words.area(AREA)
    tracks = [
        _ap_row(texts["ap"], f"{key}/ap", book.actions.ap, moment.ap),
        BoxRow(f"{key}/activated", texts["activated"], 1, ticked=moment.activated),
        BoxRow(f"{key}/leader", texts["leader"], 1, ticked=leads),
        *(_marker_row(words, marker, key, moment) for marker in Marker),
        *_uses(words, fighter, key, moment),
    ]
    gear = [gear_notation(words, _without_protection(piece)) for piece in fighter.equipment]
    abilities = [
        (clean(one.name), f"({ability_terms(words, one)}) {one_paragraph(one.text)}")
        for one in fighter.abilities
    ]

    def write_head(sheet: PaperSheet) -> None:
        sheet.title(clean(fighter.name))
        base = words.say("sheet", "base", base=fighter.base)
        sheet.aside(
            words.join_phrases((worth_text(words, fighter, book.key), *about_fighter(words, fighter), base))
        )

    def write_body(sheet: PaperSheet) -> None:
        sheet.limbs(texts["limbs"], limbs)
        sheet.boxes(tracks)
        if moment.now:
            sheet.points([(texts["now"], moment.now)])

    def write_abilities(sheet: PaperSheet) -> None:
        for title, points in (("equipment", [("", one) for one in gear]), ("abilities", abilities)):
            if points:
                sheet.heading(words.area("sheet")[title])
                sheet.points(points)

    parts = CardPart("head", write_head), CardPart("own", write_body), CardPart("does", write_abilities)
    letters = sum(map(len, gear)) + sum(len(name) + len(text) for name, text in abilities)
    return PrintedCard("fighter", letters, parts, (*(row.boxes for row in limbs), *tracks))


def _ap_row(label: str, name: str, most: int, left: int | None) -> BoxRow:
    """The box for each AP of a round, those that are spent ticked; more boxes if a fighter has more AP."""
    many = max(most, left or 0)
    return BoxRow(name, label, many, ticked=0 if left is None else many - left)


def _limb_row(words: Words, fighter: Fighter, limb: Limb, key: str, moment: FighterMoment) -> LimbRow:
    sheet = words.area("sheet")
    name, characteristic = sheet["limb"][limb.name], sheet["characteristic"][limb.characteristic]
    value = words.say("sheet", "two", white=limb.white, red=limb.red) if limb.red_cp else str(limb.white)
    guard = _protection(fighter, limb.name)
    return LimbRow(
        limb=name,
        faces=faces_text(words, limb.faces),
        cp=words.say(AREA, "cp", white=limb.white_cp, red=limb.red_cp) if limb.red_cp else str(limb.white_cp),
        boxes=BoxRow(
            f"{key}/{limb.name}",
            words.say(AREA, "cp.limb", limb=name),
            limb.white_cp,
            limb.red_cp,
            ticked=moment.lost.get(limb.name, 0),
        ),
        value=words.say("sheet", "bonus", what=characteristic, amount=value),
        protection=f"+{guard}" if guard > 0 else f"−{-guard}" if guard else sheet["none"],
    )


def _protection(fighter: Fighter, limb: LimbName) -> int:
    """How much a fighter's equipment protects a limb."""
    return sum(use.protection.get(limb, 0) for piece in fighter.equipment for use in piece.uses)


def _without_protection(piece: Equipment) -> Equipment:
    """A piece of equipment without its protection, which is shown beside the limbs."""
    uses = (use.with_changes(protection={}, complete=False) for use in piece.uses)
    return piece.with_changes(uses=tuple(uses))


def _marker_row(words: Words, marker: Marker, key: str, moment: FighterMoment) -> BoxRow:
    n = moment.markers.get(marker, 0)
    label = str(words.phrase(EVENTS, f"term.{marker}"))
    return BoxRow(f"{key}/{marker}", label, max(_MARKER_BOXES, n), ticked=n)


def _uses(words: Words, fighter: Fighter, key: str, moment: FighterMoment) -> Iterator[BoxRow]:
    """A box for each time that equipment or an ability may be used in a round or in the match."""
    for piece in fighter.equipment:
        for use in piece.uses:
            name = clean(piece.name)
            if len(piece.uses) > 1:
                name = f"{name} ({game_word(words, use.category)})"
            yield from _use_rows(words, use.uses, name, f"gear.{piece.name}.{use.category}", key, moment)
    for ability in fighter.abilities:
        name = clean(ability.name)
        yield from _use_rows(words, ability.limit, name, f"ability.{ability.name}", key, moment)


def _use_rows(
    words: Words, limits: UseLimits, name: str, what: str, key: str, moment: FighterMoment
) -> Iterator[BoxRow]:
    counted = (
        ("round", limits.per_round, moment.used_round),
        ("match", limits.per_match, moment.used_match),
    )
    for span, most, used in counted:
        if most:
            label = words.say(AREA, f"uses.{span}", name=name)
            yield BoxRow(f"{key}/{what}/{span}", label, most, ticked=used.get(what, 0))


def _mission_card(words: Words, mission: Mission) -> PrintedCard:
    lines = card_text(words, mission)

    def write_head(sheet: PaperSheet) -> None:
        sheet.title(clean(mission.name))
        sheet.aside(words.join_phrases(about_mission(words, mission)))

    def write_text(sheet: PaperSheet) -> None:
        sheet.points([("", line) for line in lines])

    parts = CardPart("head", write_head), CardPart("does", write_text)
    return PrintedCard("mission", sum(map(len, lines)), parts, ())


def _tactic_card(words: Words, tactic: Tactic, printed: PrintedBand, *, played: bool) -> PrintedCard:
    name = f"{printed.band.name}/{tactic.name}/played"
    boxes = BoxRow(name, words.say(AREA, "played"), 1, ticked=played)
    lines = card_text(words, tactic)

    def write_head(sheet: PaperSheet) -> None:
        sheet.title(clean(tactic.name))
        sheet.aside(about_tactic(words, tactic))

    def write_text(sheet: PaperSheet) -> None:
        sheet.lines(lines)
        sheet.boxes([boxes])

    parts = CardPart("head", write_head), CardPart("does", write_text)
    return PrintedCard("tactic", sum(map(len, lines)), parts, (boxes,))


class PaperHtml(HtmlSheet):
    """A part of an HTML page, with real check boxes."""

    def __init__(self, words: Words, level: int) -> None:
        super().__init__(level)
        self._words = words

    def limbs(self, head: Sequence[str], rows: Sequence[LimbRow]) -> None:
        """Write the limbs as a table."""
        top = "".join(f'<th scope="col">{safe_html(cell)}</th>' for cell in head)
        self.element(
            "table", f"\n<thead><tr>{top}</tr></thead>\n<tbody>{''.join(map(self._limb, rows))}</tbody>"
        )

    def _limb(self, row: LimbRow) -> str:
        cp = f"<td><span>{safe_html(row.cp)}</span> {row.boxes.html(self._words)}</td>"
        cells = "".join(f"<td>{safe_html(cell)}</td>" for cell in (row.faces, row.value, row.protection))
        return f'<tr><th scope="row">{safe_html(row.limb)}</th>{cells}{cp}</tr>\n'

    def boxes(self, rows: Sequence[BoxRow]) -> None:
        """Write rows of boxes beside each other."""
        self.markup(rows_html(self._words, rows))


class PaperMarkdown(MarkdownSheet):
    """A part of a Markdown page, with boxes drawn as characters."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def limbs(self, head: Sequence[str], rows: Sequence[LimbRow]) -> None:
        """Write the limbs as a table."""
        cells = [
            [row.limb, row.faces, row.value, row.protection, f"{row.cp} {row.boxes.text()}"] for row in rows
        ]
        self.table(head, cells, widths=[1] * len(head))

    def boxes(self, rows: Sequence[BoxRow]) -> None:
        """Write each row on a line of its own."""
        self.points([(row.label, row.text()) for row in rows])

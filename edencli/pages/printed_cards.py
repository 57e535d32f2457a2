"""The cards of a band on paper: all that a player needs beside his miniatures, on A4, with boxes to tick.

The same parts are one page of HTML, which a browser prints, or one file of Markdown. In HTML whatever
stands in a card is text; the only markup is what this module writes.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from string import Template
from typing import TypeAlias

from edencli.files.shapes import build_value
from edencli.files.writing import PAGE_MARKS
from edencli.lang import Words, clean
from edencli.lookup.book_page import quick_card_data, write_quick_card
from edencli.model.fighter import Fighter, Use, UseLimits
from edencli.model.game import Band
from edencli.model.terms import Category
from edencli.output.sheet import Data, MarkdownSheet, Paint, Sheet
from edencli.output.width import DEFAULT_WIDTH
from edencli.pages.band_page import band_data, write_band
from edencli.pages.card_page import write_entries
from edencli.pages.gear import game_word
from edencli.rulebooks.raw_books import raw_book
from edencli.rulebooks.values import Rulebook
from edencli.transcript.phrases import EVENTS

_AREA = "paper"
_PAGE = Path(__file__).with_suffix(".html")

PrintedPart: TypeAlias = tuple[str, Callable[[Sheet], None]]
"""What kind of leaf it is, and what writes it."""


def printed_cards_data(words: Words, band: Band, book: Rulebook, written: Sequence[tuple[str, Data]]) -> Data:
    """All that is printed: the band's sheet, its entries as their files write them, the book at a glance."""
    return {
        "rulebook": book.key,
        "band": band_data(band, book),
        "sections": [section for section, _ in written],
        "entries": [entry for _, entry in written],
        "book": quick_card_data(words, book.key),
    }


def printed_markdown(words: Words, data: Data) -> str:
    """Everything as Markdown, one part after the other."""
    sheet = MarkdownSheet()
    for _, write in _printed_parts(words, data):
        write(sheet)
    return f"{PAGE_MARKS['markdown']}\n\n{sheet}"


def printed_html(words: Words, data: Data) -> str:
    """Everything as a page of HTML that needs no other file: parts of a kind beside each other."""
    sections = [
        f'<section class="{kind}">\n{"".join(_article(write) for _, write in parts)}</section>\n'
        for kind, parts in groupby(_printed_parts(words, data), key=itemgetter(0))
    ]
    title = escape(clean(data["band"]["name"]))
    page = Template(_PAGE.read_text(encoding="utf-8"))
    return page.substitute(
        language=words.language, mark=PAGE_MARKS["html"], title=title, sections="".join(sections)
    )


def _article(write: Callable[[Sheet], None]) -> str:
    sheet = HtmlSheet()
    write(sheet)
    return f"<article>\n{sheet}</article>\n"


def _printed_parts(words: Words, data: Data) -> Iterator[PrintedPart]:
    """The sheet of the band, a card for each of its entries, the book at a glance."""
    yield "band", partial(write_band, words=words, data=data["band"])
    for section, entry in zip(data["sections"], data["entries"], strict=True):
        one = {"rulebook": data["rulebook"], "sections": [section], "entries": [entry]}
        kind = section if section == "fighters" else "deck"
        yield kind, partial(_write_entry, words=words, data=one)
    yield "book", lambda sheet: write_quick_card(sheet, words, data["book"])


def _write_entry(sheet: Sheet, words: Words, data: Data) -> None:
    """A card; under a fighter's stands what his gear does, with boxes for what he may use so often."""
    write_entries(sheet, words, data)
    if data["sections"] == ["fighters"]:
        (fighter,) = build_value("cards", {"kind": "cards", "fighters": data["entries"]}).fighters
        rows = list(_gear_notes(words, fighter, data["rulebook"]))
        if rows:
            sheet.heading(words.say(_AREA, "play"))
            sheet.points(rows)


def _gear_notes(words: Words, fighter: Fighter, book: str) -> Iterator[tuple[str, str]]:
    """What each weapon does, in words, with boxes for its uses; and boxes for those of abilities."""
    for piece in fighter.equipment:
        for use in piece.uses:
            told = [*_times(words, use.uses), *gear_effect_texts(words, use, book)]
            if told:
                name, several = clean(piece.name), len(piece.uses) > 1
                yield f"{name} ({game_word(words, use.category)})" if several else name, " ".join(told)
    for ability in fighter.abilities:
        for boxes in _times(words, ability.limit):
            yield clean(ability.name), boxes


def _times(words: Words, uses: UseLimits) -> Iterator[str]:
    """A box for each time that something may be used in the match."""
    if uses.per_match:
        yield words.say(_AREA, "used", boxes=BOX * uses.per_match)


def gear_effect_texts(words: Words, use: Use, book: str) -> Iterator[str]:
    """What each effect of a piece of equipment does when it is used so."""
    wounds = raw_book(book)["attacks"]["explosion_wounds"]
    for effect, x in use.effects.items():
        if effect.lays is None:
            yield words.say(_AREA, effect, x=x, wounds=wounds)
        else:
            message = "lays.shot" if use.category is Category.SHOOTING else "lays"
            yield words.say(_AREA, message, x=x, marker=words.phrase(EVENTS, f"term.{effect.lays}"))


BOX, RED_BOX = "□", "■"
# A box as a pen wants it: empty, the red one with a double edge, so that it is told apart in black and white.
_INK = {ord(BOX): '<i class="box"></i>', ord(RED_BOX): '<i class="box red"></i>'}


class HtmlSheet:
    """A part of a page in HTML. Whatever it is handed is text: none of it becomes markup."""

    width = DEFAULT_WIDTH

    def __init__(self) -> None:
        self.paint = Paint(colour=False)
        self._blocks: list[str] = []

    def __str__(self) -> str:
        return "".join(f"{block}\n" for block in self._blocks)

    def title(self, text: str, *, name: str = "") -> None:
        """Write a heading of the second level, its name as code."""
        self._element("h2", _safe_html(text) + (f" <code>{_safe_html(name)}</code>" if name else ""))

    def aside(self, text: str) -> None:
        """Write it small."""
        self._element("p", f"<small>{_safe_html(text)}</small>")

    def warn(self, text: str) -> None:
        """Write it in bold."""
        self._element("p", f"<strong>{_safe_html(text)}</strong>")

    def heading(self, text: str) -> None:
        """Write a heading of the third level."""
        self._element("h3", _safe_html(text))

    def text(self, text: str) -> None:
        """Write a paragraph."""
        self._element("p", _safe_html(text))

    def lines(self, lines: Sequence[str]) -> None:
        """Write sentences one under the other."""
        self._element("p", "<br>\n".join(map(_safe_html, lines)))

    def points(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a list; the mark, which says whose a point is, in bold."""
        points = (
            f"<b>{_safe_html(mark)}</b> {_safe_html(text)}" if mark else _safe_html(text)
            for mark, text in rows
        )
        self._element("ul", "".join(f"\n<li>{point}</li>" for point in points) + "\n")

    def names(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write a list of names, each with its meaning."""
        self.points(rows)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], *, widths: Sequence[int]) -> None:
        """Write a table, its columns as wide as what is in them."""
        del widths
        cells = [_cells("th", head), *(_cells("td", row) for row in rows)]
        self._element("table", "".join(f"\n<tr>{row}</tr>" for row in cells) + "\n")

    def verbatim(self, lines: Sequence[str]) -> None:
        """Show lines as they are."""
        self._element("pre", "\n".join(map(_safe_html, lines)))

    def raw_lines(self, lines: Sequence[str]) -> None:
        """Show lines as they are."""
        self.verbatim(lines)

    def _element(self, name: str, content: str) -> None:
        self._blocks.append(f"<{name}>{content}</{name}>")


def _cells(name: str, row: Sequence[str]) -> str:
    return "".join(f"<{name}>{_safe_html(cell)}</{name}>" for cell in row)


def _safe_html(text: str) -> str:
    """A text as HTML that says nothing else; its boxes are drawn."""
    return escape(clean(text, but="\N{NO-BREAK SPACE}\N{SOFT HYPHEN}\n")).translate(_INK)

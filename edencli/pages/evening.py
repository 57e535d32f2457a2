"""An evening in one file: the cards of both bands with boxes to tick, and the whole rulebook they play by.

One page of HTML that needs nothing else, for a phone at the table or for paper: cards on A4, the book on A5.
More sections can stand between cards and book (`EveningSection`). All cards of both bands are on it, so it
does not tell which of them a player has in hand.
"""

from collections.abc import Iterator, Sequence
from string import Template
from typing import Final

from edencli.lang import Words
from edencli.lookup.rule_book import book_html, book_script, read_book_part, search_data, search_html
from edencli.named_tuple import NamedTuple
from edencli.output.html import html_page, safe_html, script_json
from edencli.pages.card_boxes import page_key
from edencli.pages.printed_cards import (
    PrintedBand,
    band_boxes,
    band_html,
    decks_html,
    quick_card_html,
    read_page_part,
    room_for_quick_card,
)

AREA: Final = "paper"


class EveningSection(NamedTuple):
    """A section between the cards and the book: its name in the address, title, markup, and styles.

    A section of the kind "band" begins on a new page in print.
    """

    name: str
    title: str
    html: str
    style: str = ""
    kind: str = "part"


def evening_html(words: Words, bands: Sequence[PrintedBand], sections: Sequence[EveningSection] = ()) -> str:
    """Write the page of an evening: the cards of these bands, more sections, and the book."""
    book = bands[0].book.key
    words = words.of_book(book)
    parts = [*_cards(words, bands), *sections]
    styles = (
        read_book_part("book.css"),
        read_page_part("printed_cards.css"),
        *(one.style for one in sections),
    )
    style = "\n".join(one for one in styles if one)
    scripts = read_page_part("ticks.js"), book_script()
    title = words.say(AREA, "evening", bands=[band.band.name for band in bands])
    links = "".join(f'<li><a href="#{one.name}">{safe_html(one.title)}</a></li>\n' for one in parts)
    body = Template(read_page_part("evening.html")).substitute(
        title=safe_html(title),
        ticks=scripts[0],
        script=scripts[1],
        key=page_key(row for band in bands for row in band_boxes(words, band)),
        how=safe_html(words.say(AREA, "how")),
        clear=safe_html(words.say(AREA, "clear")),
        links=links,
        cards=safe_html(words.say(AREA, "cards")),
        header=search_html(words),
        parts="".join(f'<div class="{one.kind}" id="{one.name}">\n{one.html}</div>\n' for one in parts),
        book=book_html(words, book, glance=False),
        tables=script_json(search_data(words, book)),
    )
    return html_page(body, language=words.language, title=title, style=style, scripts=scripts)


def _cards(words: Words, bands: Sequence[PrintedBand]) -> Iterator[EveningSection]:
    """The cards of each band; the book at a glance is printed beside the fighters of the last band."""
    book, last = bands[-1].book.key, len(bands)
    for n, band in enumerate(bands, start=1):
        fighters, decks = band_html(words, band, 2), decks_html(words, band, 3)
        both = fighters if n == last else f"{fighters}\n{decks}"
        yield EveningSection(f"band-{n}", band.band.name, both, kind="band")
    title = words.say("quickcard", "title", book=words.say("screens-rules", f"book.{book}"))
    quick = quick_card_html(words, book, room_for_quick_card(words, bands[-1]))
    yield EveningSection("glance", title, f"{quick}\n{decks}")

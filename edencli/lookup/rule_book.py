"""A rulebook as one file: its rules in our own words, rulings, the book at a glance, terms, other books.

One page of HTML that needs nothing else: every rule under its id (`#melee.dodge`) with links to the rules it
names, a search by the page's own script that finds what `search` finds (`search_tables`), and a layout to be
printed as a booklet. Without scripts only the search is missing.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, Final

from edencli.lang import Words
from edencli.lookup.book_page import book_difference, quick_card_data, write_book_difference, write_quick_card
from edencli.lookup.glossary import glossary_data, write_glossary
from edencli.lookup.rule_page import AREA as SCREEN
from edencli.lookup.rule_page import chapter_data, rule_data, ruling_data, write_rule, write_ruling
from edencli.lookup.search import LEAST_CONFIDENCE
from edencli.lookup.search_tables import packed_tables
from edencli.output.html import (
    HtmlSheet,
    compact_script,
    html_page,
    safe_html,
    script_json,
    shorten_names,
)
from edencli.output.sheet import Data
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule
from edencli.rulebooks.raw_books import BOOKS, lacks_chapter

AREA: Final = "rulebook"
_FOLDER: Final = Path(__file__).parent
_PAGE_TEXTS: Final = ("ask", "noscript")
_SCRIPT_TEXTS: Final = ("found", "nothing")

_NAMED: Final = re.compile(r"\b(?:[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*|H-[0-9]+)\b")

Writer = Callable[[HtmlSheet, Words, Any], None]


def rule_book_html(words: Words, book: str) -> str:
    """Write the page of a rulebook."""
    style, script = read_book_part("book.css"), book_script()
    words = words.of_book(book)
    title = words.say(AREA, "title", book=words.say(SCREEN, f"book.{book}"))
    body = Template(read_book_part("book.html")).substitute(
        title=safe_html(title),
        script=script,
        header=search_html(words),
        book=book_html(words, book),
        tables=script_json(search_data(words, book)),
    )
    return html_page(body, language=words.language, title=title, style=style, scripts=[script])


def read_book_part(name: str) -> str:
    """The text of a file of this package that is part of the page: styles, a script, or the frame."""
    return (_FOLDER / name).read_text(encoding="utf-8").strip()


def book_script() -> str:
    """The script of the page, shortened."""
    return shorten_names(compact_script(read_book_part("book.js")), but="makeSearch")


def search_data(words: Words, book: str) -> Data:
    """The data that the script of the page reads."""
    texts = {name: words.say(AREA, name) for name in _SCRIPT_TEXTS}
    return {"tables": packed_tables(book), "say": texts, "least": LEAST_CONFIDENCE}


def search_html(words: Words) -> str:
    """The search field, which is hidden until the script runs."""
    texts = {name: safe_html(words.say(AREA, name)) for name in _PAGE_TEXTS}
    return (
        f'<div id="search" role="search" hidden><label>{texts["ask"]}\n'
        f'<input id="ask" type="search" autocomplete="off" maxlength="300"></label>\n'
        f'<p id="word" role="status"></p>\n<ul id="found"></ul></div>\n'
        f"<noscript><p>{texts['noscript']}</p></noscript>\n"
    )


def book_html(words: Words, book: str, *, glance: bool = True) -> str:
    """The contents and all parts of the book, each under a heading of the second level.

    `glance` leaves out the book at a glance if it stands elsewhere.
    """
    chapters = [one for one in catalogue.chapters() if not lacks_chapter(book, one.name)]
    pages = [chapter_data(words, chapter, book) for chapter in chapters]
    parts = {page["chapter"]: page["title"] for page in pages}
    parts |= {name: words.say(AREA, name) for name in ("glance", "rulings", "glossary", "differences")}
    if not glance:
        del parts["glance"]
    links = "".join(f'<li><a href="#{name}">{safe_html(title)}</a></li>\n' for name, title in parts.items())
    contents = safe_html(words.say(AREA, "contents"))
    bodies = {
        **{page["chapter"]: "".join(_rules(words, page, book)) for page in pages},
        "glance": _sheet_html(words, write_quick_card, quick_card_data(words, book)),
        "rulings": "".join(_rulings(words, book)),
        "glossary": _sheet_html(words, write_glossary, glossary_data(words, "")),
        "differences": "".join(_differences(words, book)),
    }
    shown = "".join(
        f'<section id="{name}" aria-label="{safe_html(title)}">\n<h2>{safe_html(title)}</h2>\n{bodies[name]}'
        f"</section>\n"
        for name, title in parts.items()
    )
    return f'<nav aria-label="{contents}">\n<h2>{contents}</h2>\n<ol>\n{links}</ol>\n</nav>\n{shown}'


def _rules(words: Words, chapter: Data, book: str) -> Iterator[str]:
    """Each rule of a chapter, under its id."""
    for line in chapter["rules"]:
        rule = catalogue.every_rule()[line["rule"]]
        data = {**rule_data(words, rule, book), "diagnostic": None}  # faults in files are explained elsewhere
        yield _article(rule.id, _sheet_html(words, write_rule, data, _links(book)))


def _rulings(words: Words, book: str) -> Iterator[str]:
    """Each ruling that a rule of the book rests on, under its id."""
    for ruling, rules in catalogue.rules_by_ruling().items():
        if any(rule in _links(book) for rule in rules):
            data = ruling_data(words, ruling, book)
            yield _article(ruling, _sheet_html(words, write_ruling, data, _links(book)))


def _differences(words: Words, book: str) -> Iterator[str]:
    """What every other book does differently."""
    for other in BOOKS:
        if other != book:
            data = book_difference(words, book, other)
            yield _article(f"differences-{other}", _sheet_html(words, write_book_difference, data))


def _article(name: str, content: str) -> str:
    return f'<article id="{name}">\n{content}</article>\n'


@cache
def _links(book: str) -> Collection[str]:
    """The rules and rulings that are on the page of a book."""
    rules = {rule.id for rule in catalogue.every_rule().values() if _has_rule(rule, book)}
    rulings = {one for one, on in catalogue.rules_by_ruling().items() if not rules.isdisjoint(on)}
    return rules | rulings


def _has_rule(rule: Rule, book: str) -> bool:
    return book in rule.books and not lacks_chapter(book, rule.chapter)


def _sheet_html(words: Words, write: Writer, data: Data, links: Collection[str] = ()) -> str:
    sheet = BookSheet(links)
    write(sheet, words, data)
    return str(sheet)


class BookSheet(HtmlSheet):
    """A part of the book: names of rules on the page become links, and wide tables scroll in a frame."""

    def __init__(self, links: Collection[str]) -> None:
        super().__init__(level=3)
        self._links = links

    def mark_html(self, mark: str) -> str:
        """The mark of a point; that of a rule or ruling becomes a link."""
        return self.text_html(mark) if mark in self._links else super().mark_html(mark)

    def text_html(self, text: str) -> str:
        """A sentence, in which names of rules and rulings become links."""
        return _NAMED.sub(self._link, safe_html(text))

    def _link(self, named: re.Match[str]) -> str:
        return f'<a href="#{named[0]}">{named[0]}</a>' if named[0] in self._links else named[0]

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], *, widths: Sequence[int]) -> None:
        """Write a table that may be wider than the page."""
        self.markup(f'<div class="wide" role="group" tabindex="0" aria-label="{safe_html(head[0])}">')
        super().table(head, rows, widths=widths)
        self.markup("</div>")

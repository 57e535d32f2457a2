"""Looking something up in the rules: a page that was named, or the answer to a question."""

from collections.abc import Sequence
from typing import Any, NoReturn

from edencli.desk.choices import Format
from edencli.desk.console import Refused, remark
from edencli.desk.page import show
from edencli.lang import Words
from edencli.report import rulepage
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Chapter, Rule
from edencli.rulebooks.plain import LENDERS, lacks

_SCREEN = rulepage.SCREEN
_MOST_HITS = 6
_WORTH_LISTING = 0.35
_LONGEST_ECHO = 60


def known(incomplete: str) -> list[str]:
    """What the shell may complete: chapters, and the ids of rules and rulings."""
    names = [*(one.name for one in catalogue.chapters()), *catalogue.every_rule(), *catalogue.rulings()]
    return [name for name in names if name.startswith(incomplete)]


def show_difference(words: Words, form: Format, one: str, other: str) -> None:
    """Show what differs between two books."""
    from edencli.report import bookpage

    show(form, words, "difference", bookpage.difference(words, one, other), bookpage.write_difference)


def show_rulings(words: Words, form: Format, book: str) -> None:
    """Show what a table may decide, and all that was settled."""
    show(form, words, "rulings", rulepage.rulings_data(words, book), rulepage.write_rulings)


def show_card(words: Words, form: Format, book: str) -> None:
    """Show a book's quick reference."""
    from edencli.report import bookpage

    show(form, words, "card", bookpage.card(words, book), bookpage.write_card)


def show_notation(words: Words, form: Format) -> None:
    """Show how every answer of a match is written."""
    from edencli.report import notation_table

    show(form, words, "notation", notation_table.table(words), notation_table.write)


def demand_one(words: Words, wanted: Sequence[str], asked: str) -> None:
    """Refuse what would be passed over: a second page, or words for a page that is always the same."""
    if len(wanted) > 1:
        raise Refused(words.say(_SCREEN, "one-page", options=wanted))
    if asked and wanted and wanted != ["--glossary"]:
        raise Refused(words.say(_SCREEN, "no-words", option=wanted[0], asked=_shortened(asked)))


def show_glossary(words: Words, form: Format, asked: str) -> None:
    """Show the terms that hold a text, all of them when there is none."""
    from edencli.report import glossary

    found = glossary.terms(words, asked)
    if not found["groups"]:
        raise Refused(words.say("glossary", "nothing", asked=_shortened(asked)), code=1)
    show(form, words, "glossary", found, glossary.write)


def answer(words: Words, form: Format, asked: str, key: str) -> None:
    """Show what was asked for: everything, a rule, a chapter, a code, or the best that a search finds."""
    if not asked:
        show(form, words, "chapters", rulepage.chapters_data(words, key), rulepage.write_chapters)
    elif rule := catalogue.rule(asked.casefold()):
        _show_rule(form, words, rule, key)
    elif chapter := _chapter(asked):
        _demand(words, chapter.name, key)
        show(form, words, "chapter", rulepage.chapter_data(words, chapter, key), rulepage.write_chapter)
    elif ruling := catalogue.ruling_id(asked):
        _show_ruling(form, words, ruling, key)
    elif asked.casefold() in rulepage.codes(words):
        _show_code(form, words, asked.casefold())
    else:
        _search(form, words, asked, key)


def _show_rule(form: Format, words: Words, rule: Rule, key: str, **more: Any) -> None:
    """Show a rule as the book plays it, or as another does that has it."""
    _demand(words, rule.chapter, key)
    data = rulepage.rule_data(words, rule, key)
    if data["rulebook"] != key:
        asked, shown = (words.say(_SCREEN, f"book.{book}") for book in (key, data["rulebook"]))
        remark(words.say(_SCREEN, "not-in-book", book=asked, shown=shown))
    show(form, words, "rule", {**data, **more}, rulepage.write_rule)


def _show_ruling(form: Format, words: Words, ruling: str, key: str) -> None:
    """Show what was settled under that id, or the ids that are nearest to it."""
    if ruling in catalogue.rulings():
        show(form, words, "ruling", rulepage.ruling_data(words, ruling, key), rulepage.write_ruling)
        return
    from difflib import get_close_matches

    near = get_close_matches(ruling, catalogue.rulings(), cutoff=0.0)
    if form is Format.JSON:
        asked = [[id_, rulepage.ruling_data(words, id_, key)["question"]] for id_ in near]
        show(form, words, "nothing", {"asked": ruling, "near": asked}, rulepage.write_rule)
        raise SystemExit(1)
    raise Refused(words.say(_SCREEN, "ruling.unknown", asked=ruling, near=near), code=1)


def _show_code(form: Format, words: Words, code: str, **more: Any) -> None:
    """Show what a diagnostic means."""
    show(form, words, "diagnostic", {**rulepage.code_data(words, code), **more}, rulepage.write_code)


def _chapter(asked: str) -> Chapter | None:
    """The chapter of that name, or of that title in any language."""
    return next(
        (
            one
            for one in catalogue.chapters()
            if asked.casefold() in {one.name, *map(str.casefold, one.titles.values())}
        ),
        None,
    )


def _demand(words: Words, chapter: str, key: str) -> None:
    """Refuse an optional chapter to a book that has none, and say how to borrow one."""
    if lacks(key, chapter):
        book, lent = words.say(_SCREEN, f"book.{key}"), "|".join(LENDERS)
        raise Refused(words.say(_SCREEN, "no-chapter", book=book, lenders=lent), code=1)


def _search(form: Format, words: Words, asked: str, key: str) -> None:
    """Show the rule that was most likely meant in full, and name the next ones."""
    from edencli.report import search

    found = search.search(asked, search.known_phrases(words))
    if not found.hits:
        _nothing(form, words, asked)
    for written, read in found.read_as.items():
        remark(words.say(_SCREEN, "read-as", written=_shortened(written), read=read))
    (first, best), *others = found.hits
    near = [name for name, score in others[: _MOST_HITS - 1] if score >= _WORTH_LISTING * best]
    more = {"asked": asked, "near": _titled(words, near)}
    if rule := catalogue.rule(first):
        _show_rule(form, words, rule, key, **more)
    else:
        _show_code(form, words, first, **more)


def _nothing(form: Format, words: Words, asked: str) -> NoReturn:
    """Say that nothing was found, and which rules look most like it."""
    from edencli.report import search

    near = _titled(words, search.nearest_rules(asked, catalogue.every_rule().values()))
    if form is Format.JSON:
        show(form, words, "nothing", {"asked": asked, "near": near}, rulepage.write_rule)
        raise SystemExit(1)
    titles = words.apart(f"{name} ({title})" for name, title in near)
    raise Refused(words.say(_SCREEN, "nothing", asked=_shortened(asked), near=titles), code=1)


def _shortened(asked: str) -> str:
    """What was asked, or its beginning when it is too long to repeat."""
    return asked if len(asked) <= _LONGEST_ECHO else f"{asked[:_LONGEST_ECHO]}…"


def _titled(words: Words, names: list[str]) -> list[list[str]]:
    return [[name, rulepage.title_of(words, name)] for name in names]

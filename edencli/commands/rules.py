"""`edencli rules`: look something up in the rules, by name or by a question."""

import re
from collections.abc import Sequence
from typing import Any, NoReturn

from edencli.commands.parameters import Format
from edencli.commands.requests.rules import RulesRequest
from edencli.commands.show_page import show_page
from edencli.lang import Words, current_words
from edencli.lookup import rule_page
from edencli.output.console import Refused, remark
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Chapter, Rule
from edencli.rulebooks.raw_books import LENDING_BOOKS, lacks_chapter

_SCREEN = rule_page.AREA
_MOST_HITS = 6
_WORTH_LISTING = 0.35
_LONGEST_ECHO = 60
_ID = re.compile(r"[A-Za-z-]+\.[A-Za-z0-9-]+")
_SECTION = re.compile(
    r"((?:optional )?[0-9]{1,2}(?:\.[0-9a-z]{1,2})*)"
    r"(?:[\s,]+(?:step|étape|schritt|punto|etapa|fase)\s+([0-9]{1,2}[a-z]?))?",
    re.IGNORECASE,
)
_CALLED_SECTION = re.compile(
    r"^(?:§|section|chapter|chapitre|abschnitt|kapitel|sezione|capitolo|secção|seção|secao|capítulo|capitulo)\s*",
    re.IGNORECASE,
)

# The confidence below which an answer is marked as unsure, and below which no rule is suggested.
_DOUBTFUL, _FAR = 0.6, 0.2
_MOST_NEAR = 2
_AS_GOOD = 0.5

_Hits = Sequence[tuple[str, float]]


def run_rules(request: RulesRequest) -> None:
    """Show what was asked for: one of several pages, or the answer to a question."""
    words, form = current_words(), request.form
    request.modes.refuse_typed(words, request.typed)
    if request.html is not None:
        write_book(words, request.html, request.rulebook)
    elif request.diff:
        show_difference(words, form, *request.diff)
    elif request.rulings:
        show_rulings(words, form, request.rulebook)
    elif request.glossary:
        show_glossary(words, form, " ".join(request.question or ()).strip())
    elif request.card:
        show_quick_reference(words, form, request.rulebook)
    elif request.notation:
        show_notation(words, form)
    elif request.effects:
        show_effects(words, form, " ".join(request.question or ()).strip())
    else:
        look_up(words, form, request.question or (), request.rulebook, whole=request.every)


def write_book(words: Words, file: str, book: str) -> None:
    """Write a whole rulebook as a page, replacing only an older page, or print it."""
    from edencli.games.file_access import write_or_print
    from edencli.lookup.rule_book import rule_book_html

    write_or_print(words, file, rule_book_html(words, book))


def complete_rule_id(incomplete: str) -> list[str]:
    """Shell completions: chapters, and the ids of rules and rulings."""
    names = [
        *(one.name for one in catalogue.chapters()),
        *catalogue.every_rule(),
        *catalogue.rules_by_ruling(),
    ]
    return [name for name in names if name.startswith(incomplete)]


def show_difference(words: Words, form: Format, one: str, other: str) -> None:
    """Show the differences between two rulebooks."""
    from edencli.lookup import book_page

    show_page(
        form,
        words,
        "difference",
        book_page.book_difference(words, one, other),
        book_page.write_book_difference,
    )


def show_rulings(words: Words, form: Format, book: str) -> None:
    """Show what players may decide for their table, and all rulings."""
    show_page(form, words, "rulings", rule_page.rulings_data(words, book), rule_page.write_rulings)


def show_quick_reference(words: Words, form: Format, book: str) -> None:
    """Show the quick reference of a rulebook."""
    from edencli.lookup import book_page

    show_page(form, words, "card", book_page.quick_card_data(words, book), book_page.write_quick_card)


def show_notation(words: Words, form: Format) -> None:
    """Show how every answer of a match is written."""
    from edencli.lookup import notation_page

    show_page(form, words, "notation", notation_page.notation_data(words), notation_page.write_notation)


def show_effects(words: Words, form: Format, asked: str = "") -> None:
    """Show the vocabulary of card effects, or one word of it."""
    from edencli.pages import vocabulary_page

    if not asked:
        data = vocabulary_page.vocabulary_data(words)
        show_page(form, words, "effects", data, vocabulary_page.write_vocabulary)
        return
    data = vocabulary_page.word_data(words, asked)
    if not data["groups"]:
        near = vocabulary_page.near_words(asked)
        message = "effects.unknown.near" if near else "effects.unknown"
        named = [[one, ""] for one in near]
        _refuse(form, words, asked, named, words.say(_SCREEN, message, asked=_shortened(asked), near=near))
    show_page(form, words, "effects", data, vocabulary_page.write_word)


def show_glossary(words: Words, form: Format, asked: str) -> None:
    """Show the glossary terms that contain a text, or all terms."""
    from edencli.lookup import glossary

    found = glossary.glossary_data(words, asked)
    if not found["groups"]:
        raise Refused(words.say("glossary", "nothing", asked=_shortened(asked)), code=1)
    show_page(form, words, "glossary", found, glossary.write_glossary)


def look_up(words: Words, form: Format, asked: Sequence[str], key: str, *, whole: bool = False) -> None:
    """Show everything, a rule, a chapter, a section, a ruling, a code, or the best hit of a search.

    `whole` shows the rules of a chapter, a section or the book in full.
    """
    text = " ".join(asked).strip()
    section = _CALLED_SECTION.sub("", text)
    if whole or _names_several(asked):
        _show_whole(form, words, asked, key)
    elif not text or text.casefold() in _optional_rules_phrases():
        show_page(form, words, "chapters", rule_page.chapters_data(words, key), rule_page.write_chapters)
    elif rule := catalogue.find_rule(text.casefold()):
        _show_rule(form, words, rule, key)
    elif chapter := _chapter(text):
        _demand_chapter(form, words, chapter.name, key, text)
        show_page(
            form, words, "chapter", rule_page.chapter_data(words, chapter, key), rule_page.write_chapter
        )
    elif found := _section(section, key):
        _show_section(form, words, section, found, key)
    elif ruling := catalogue.parse_ruling_id(text):
        _show_ruling(form, words, ruling, key)
    elif (code := "-".join(text.casefold().split())) in rule_page.explained_codes(words):
        _show_code(form, words, code)
    elif _ID.fullmatch(text):
        _refuse_unknown_rule(form, words, text, _near_ids(text.casefold()))
    elif _SECTION.fullmatch(section) and not text.isdigit():
        _refuse_unknown_section(form, words, section, key)
    else:
        _search(form, words, text, key)


def _names_several(asked: Sequence[str]) -> bool:
    """Tell whether several rules, chapters or sections are named; unknown ids count as names."""
    looks_named = (_is_named(one) or _ID.fullmatch(one) or _is_section(one) for one in asked)
    return len(asked) > 1 and any(map(_is_named, asked)) and all(looks_named)


def _is_section(asked: str) -> bool:
    """Tell whether a text can only be the number of a section: 7.A."""
    return _SECTION.fullmatch(asked) is not None and not asked.isdigit()


def _is_named(asked: str) -> bool:
    """Tell whether a text is the id of a rule or the name of a chapter."""
    return (
        catalogue.find_rule(asked.casefold()) is not None
        or catalogue.find_chapter(asked.casefold()) is not None
    )


def _show_whole(form: Format, words: Words, asked: Sequence[str], key: str) -> None:
    """Show rules in full: of everything that was named, or of the whole book."""
    found = [rule for text in asked or _chapters_of(key) for rule in _rules_of(form, words, text, key)]
    data = rule_page.rules_data(words, found, key)
    show_page(form, words, "rules", data, rule_page.write_rules)


def _chapters_of(key: str) -> list[str]:
    """The chapters that a book has."""
    return [one.name for one in catalogue.chapters() if not lacks_chapter(key, one.name)]


def _rules_of(form: Format, words: Words, text: str, key: str) -> list[Rule]:
    """The rules that a text names: one rule, or those of a chapter or section of the book."""
    if rule := catalogue.find_rule(text.casefold()):
        _demand_chapter(form, words, rule.chapter, key, text)
        return [rule]
    if chapter := _chapter(text):
        _demand_chapter(form, words, chapter.name, key, text)
        return [rule for rule in catalogue.rules_of_chapter(chapter.name).values() if key in rule.books]
    return _section(_CALLED_SECTION.sub("", text), key) or _refuse_unknown_rule(
        form, words, text, _near_ids(text.casefold())
    )


def _show_rule(form: Format, words: Words, rule: Rule, key: str, **more: Any) -> None:
    """Show a rule in the asked book, or in another one that has it."""
    _demand_chapter(form, words, rule.chapter, key, rule.id)
    data = rule_page.rule_data(words, rule, key)
    if data["rulebook"] != key:
        asked, shown = (words.say(_SCREEN, f"book.{book}") for book in (key, data["rulebook"]))
        remark(words.say(_SCREEN, "not-in-book", book=asked, shown=shown))
    show_page(form, words, "rule", {**data, **more}, rule_page.write_rule)


def _show_ruling(form: Format, words: Words, ruling: str, key: str) -> None:
    """Show the ruling with this id, or refuse it with the nearest ids."""
    if ruling in catalogue.rules_by_ruling():
        show_page(form, words, "ruling", rule_page.ruling_data(words, ruling, key), rule_page.write_ruling)
        return
    from edencli.model.near_names import NearKind, nearest_names  # only needed for misspellings

    near = nearest_names(ruling, catalogue.rules_by_ruling(), NearKind.RULING)
    asked = [[id_, rule_page.ruling_data(words, id_, key)["question"]] for id_ in near]
    _refuse(form, words, ruling, asked, words.say(_SCREEN, "ruling.unknown", asked=ruling, near=near))


def _show_code(form: Format, words: Words, code: str) -> None:
    """Show what the code of a diagnostic means."""
    show_page(form, words, "diagnostic", rule_page.code_data(words, code), rule_page.write_code)


def _chapter(asked: str) -> Chapter | None:
    """The chapter with this name, or with this title in any language."""
    return next(
        (
            one
            for one in catalogue.chapters()
            if asked.casefold() in {one.name, *map(str.casefold, one.titles.values())}
        ),
        None,
    )


def _optional_rules_phrases() -> list[str]:
    """The phrases that ask which chapters are optional, in every language."""
    listed = (parts["optional_rules"] for parts in catalogue.search_grammar().values())
    return [said.casefold() for several in listed for said in several.split(", ")]


def _show_section(form: Format, words: Words, section: str, found: Sequence[Rule], key: str) -> None:
    """List the rules of a section; a single rule is shown in full."""
    if len(found) == 1:
        _show_rule(form, words, found[0], key)
    else:
        data = rule_page.section_data(words, section.title(), found, key)
        show_page(form, words, "section", data, rule_page.write_section)


def _section(asked: str, key: str) -> list[Rule]:
    """The rules of a section as the book numbers it (7.A) and of its parts, or of one step (4.A step 8)."""
    if not (named := _SECTION.fullmatch(asked.casefold())):
        return []
    wanted, step = named.groups()
    return [
        rule
        for rule in catalogue.every_rule().values()
        if key in rule.books
        and f"{rule.books[key].place.casefold()}.".startswith(f"{wanted}.")
        and (step is None or _is_step(rule.books[key].step or "", step))
    ]


def _is_step(printed: str, step: str) -> bool:
    """Tell whether a book prints a rule as exactly that step: step 8; Intendancy Phase, step 8."""
    return re.search(rf"(?:^|, )\w+ {step}$", printed) is not None


def _refuse_unknown_section(form: Format, words: Words, asked: str, key: str) -> NoReturn:
    """Refuse a section that the book does not number, and name the sections near it."""
    places = {rule.books[key].place for rule in catalogue.every_rule().values() if key in rule.books}
    sections = sorted((one for one in places if _SECTION.fullmatch(one)), key=_numbers)
    sections = [one for one in sections if _numbers(one)[0] == _numbers(asked)[0]] or sections
    book = words.say(_SCREEN, f"book.{key}")
    _refuse(
        form, words, asked, [], words.say(_SCREEN, "no-section", book=book, asked=asked, sections=sections)
    )


def _numbers(section: str) -> list[tuple[bool, int, str]]:
    """The sort key of a section: 2.J, 2.10 after 2.9, 10, then the optional ones."""
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in section.split(".")]


def _demand_chapter(form: Format, words: Words, chapter: str, key: str, asked: str) -> None:
    """Refuse an optional chapter to a book that has none, and say how to borrow one."""
    if lacks_chapter(key, chapter):
        book, lent = words.say(_SCREEN, f"book.{key}"), "|".join(LENDING_BOOKS)
        _refuse(form, words, asked, [], words.say(_SCREEN, "no-chapter", book=book, lenders=lent))


def _search(form: Format, words: Words, asked: str, key: str) -> None:
    """Show the best hit of a search in full, and name the next ones."""
    from edencli.lookup import search
    from edencli.lookup.search_index import rule_index

    found = search.search_rules(asked, rule_index(), key)
    here = [(rule, score) for rule, score in found.hits if not lacks_chapter(key, catalogue.chapter_of(rule))]
    if found.confidence < search.LEAST_CONFIDENCE:
        near = [rule for rule, _ in here[:_MOST_NEAR]] if found.confidence >= _FAR else []
        near = near or search.nearest_rules(asked, catalogue.every_rule().values(), many=_MOST_NEAR)
        _refuse_unknown_rule(form, words, asked, near)
    for written, read in found.read_as.items():
        remark(words.say(_SCREEN, "read-as", written=_shortened(written), read=read))
    if found.confidence < _DOUBTFUL:
        remark(words.say(_SCREEN, "unsure", asked=_shortened(asked)))
    (first, best), *others = here if _answers(here, found.hits) else found.hits
    least = _WORTH_LISTING * best if found.confidence >= _DOUBTFUL else 0.0
    near = [name for name, score in others[: _MOST_HITS - 1] if score >= least]
    more = {"asked": asked, "near": _titled(words, near), "sure": found.confidence >= _DOUBTFUL}
    rule = catalogue.rules_of_chapter(catalogue.chapter_of(first))[first]
    if not found.is_name:
        more["answer"] = rule_page.answering_line(words, rule, key, asked)
    _show_rule(form, words, rule, key, **more)


def _answers(here: _Hits, hits: _Hits) -> bool:
    """Tell whether the best rule in this book scores nearly as well as the best of all books."""
    return bool(here) and here[0][1] >= _AS_GOOD * hits[0][1]


def _near_ids(asked: str) -> list[str]:
    """The ids of rules that look like one that does not exist."""
    from edencli.model.near_names import NearKind, nearest_names  # only needed for misspellings

    return nearest_names(asked, catalogue.every_rule(), NearKind.RULE)


def _refuse_unknown_rule(form: Format, words: Words, asked: str, near: Sequence[str]) -> NoReturn:
    """Refuse what no rule is about, with the nearest rules if there are any."""
    titled, short = _titled(words, near), _shortened(asked)
    titles = words.join_phrases(f"{name} ({title})" for name, title in titled)
    if titled:
        _refuse(form, words, asked, titled, words.say(_SCREEN, "nothing", asked=short, near=titles))
    _refuse(form, words, asked, [], words.say(_SCREEN, "nothing.at-all", asked=short))


def _refuse(form: Format, words: Words, asked: str, near: list[list[str]], sentence: str) -> NoReturn:
    """Exit with 1 and a sentence; with JSON, print the reason as data too."""
    if form is Format.JSON:
        data = {"asked": asked, "near": near, "reason": sentence}
        show_page(form, words, "nothing", data, rule_page.write_rule)
    raise Refused(sentence, code=1)


def _shortened(asked: str) -> str:
    """The question, or its beginning when it is too long to repeat."""
    return asked if len(asked) <= _LONGEST_ECHO else f"{asked[:_LONGEST_ECHO]}…"


def _titled(words: Words, names: Sequence[str]) -> list[list[str]]:
    return [[name, rule_page.title_by_id(words, name)] for name in names]

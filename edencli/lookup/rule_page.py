"""The pages to look up: a rule, a chapter, a diagnostic, what a table may decide; data first, then the page.

A rule is told as one book plays it: its numbers, its place, its words; then what other books do differently.
Every number in the prose is a slot filled from a book's values, so no page can contradict the rules.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from edencli.lang import ENGLISH, Words
from edencli.output.sheet import Data, Sheet
from edencli.output.width import NO_BREAK
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Chapter, Rule
from edencli.rulebooks.raw_books import BOOKS, lacks_chapter, raw_book, value_at

AREA = "screens-rules"


def explained_codes(words: Words) -> Mapping[str, Data]:
    """All explained diagnostics, by code; none if the language has no file of them."""
    try:
        return words.area("codes")
    except FileNotFoundError:
        return {}


def code_data(words: Words, code: str) -> Data:
    """A diagnostic and its explanation, as data."""
    return {"code": code, **explained_codes(words)[code]}


def write_code(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of a diagnostic."""
    sheet.title(data["title"], name=data["code"])
    sheet.text(data["why"])
    write_examples(sheet, words, data)
    if data.get("near"):
        sheet.heading(words.say(AREA, "near"))
        sheet.names([(name, title) for name, title in data["near"]])


def write_examples(sheet: Sheet, words: Words, data: Data) -> None:
    """Write an example of what is wrong in a file, and one of what is right."""
    for kind in ("bad", "good"):
        if data.get(kind):
            sheet.heading(words.say(AREA, f"code.{kind}"))
            sheet.verbatim(str(data[kind]).splitlines())


class BookValues(dict[str, object]):
    """The values of one book, looked up by dotted path when a sentence needs them."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self._book = raw_book(key)

    def __missing__(self, path: str) -> object:
        return value_at(self._book, path)


def rule_data(words: Words, rule: Rule, key: str) -> Data:
    """The page of a rule as data, as that book plays it, or else the first book that has it."""
    book = key if key in rule.books else next(iter(rule.books))
    words = words.of_book(book)
    prose: Mapping[str, Any] = words.area(f"rules/{rule.chapter}")[rule.id]
    place = rule.books[book]
    return {
        "rule": rule.id,
        "kind": rule.kind,
        "chapter": rule.chapter,
        "rulebook": book,
        "in_rulebooks": list(rule.books),
        "title": rule_title(words, rule),
        "titles": dict(rule.titles),
        "place": place.place,
        "step": place.step,
        "words": list(place.words),
        "silent": place.silent,
        "summary": list(_fill_lines(words, prose["summary"], book)),
        "books": _by_book(words, prose.get("books", {})),
        "corrections": _by_book(words, prose.get("corrections", {})),
        "rulings": [_say(words, "ruling.line", **_ruling(words, id_, book)) for id_ in rule.rulings],
        "ruling_ids": list(rule.rulings),
        "options": [option_data(words, name) for name in rule.options],
        "examples": [
            _example(words, {"books": books, "text": text}, book)
            for books, texts in prose.get("examples", {}).items()
            for text in texts
        ],
        "diagnostic": explained_codes(words).get(rule.id),
        "see": [[other, title_by_id(words, other)] for other in rule.see],
    }


def answering_line(words: Words, rule: Rule, key: str, question: str) -> str:
    """The line of a rule's page that answers a question: of its summary, or of what the book adds."""
    from edencli.lookup.deciding_line import deciding_line  # noqa: PLC0415  # only a question needs it

    data = rule_data(words, rule, key)
    lines = [*data["summary"], *data["books"].get(data["rulebook"], ())]
    return deciding_line(question, rule.titles.values(), lines, key)


def option_data(words: Words, name: str) -> Data:
    """A ruling that a table may change: its values, its default, the question and the reason."""
    facts = catalogue.ruling_options()[name]
    asked: Mapping[str, str] = words.area("rules/rulings")[facts["ruling"]]
    return {
        "name": name,
        "written": facts.get("key", f"rulings.{name}"),
        **{key: value for key, value in facts.items() if key != "about"},  # which is for editors
        "question": asked["question"],
        "answer": words.area("rules/options")[name],
        "reason": asked["reason"],
        "said": {"default": _value(facts["default"]), "values": _values(words, facts["values"])},
    }


def ruling_data(words: Words, id_: str, key: str) -> Data:
    """A ruling with that book's numbers, if it has any, and the rules that rest on it."""
    rules = catalogue.rules_by_ruling()[id_]
    first = catalogue.every_rule()[rules[0]]
    book = key if key in first.books else next(iter(first.books))
    words, options = words.of_book(book), catalogue.ruling_options().items()
    return {
        "ruling": id_,
        **_ruling(words, id_, book),
        "options": [option_data(words, name) for name, option in options if option["ruling"] == id_],
        "rules": [[rule, title_by_id(words, rule)] for rule in rules],
    }


def rulings_data(words: Words, key: str) -> Data:
    """The rulings that a table may change, and all rulings on what no book answers."""
    return {
        "rulings": [option_data(words, name) for name in catalogue.ruling_options()],
        "settled": [ruling_data(words, id_, key) for id_ in catalogue.rules_by_ruling()],
    }


def title_by_id(words: Words, id_: str) -> str:
    """The title of a rule or of a diagnostic."""
    rule = catalogue.find_rule(id_)
    return rule_title(words, rule) if rule else str(explained_codes(words)[id_]["title"])


def rule_title(words: Words, named: Rule | Chapter) -> str:
    """The title that a rulebook in the reader's language prints; else a translation; else English."""
    if words.language in named.titles:
        return named.titles[words.language]
    if isinstance(named, Rule):
        prose = words.area(f"rules/{named.chapter}")[named.id]
    else:
        prose = words.area(f"rules/{named.name}")
    return str(prose.get("title", named.titles[ENGLISH]))


def chapter_data(words: Words, chapter: Chapter, key: str) -> Data:
    """The rules of a chapter that a book has, in order, and those that it does not have."""
    rules = catalogue.rules_of_chapter(chapter.name).values()
    return {
        "chapter": chapter.name,
        "rulebook": key,
        "title": rule_title(words, chapter),
        "titles": dict(chapter.titles),
        "optional": chapter.optional,
        "rules": [_line(words, rule) for rule in rules if key in rule.books],
        "elsewhere": [_line(words, rule) for rule in rules if key not in rule.books],
    }


def section_data(words: Words, section: str, rules: Iterable[Rule], key: str) -> Data:
    """The rules in a section of a book, by the book's own number."""
    return {
        "rulebook": key,
        "section": section,
        "title": _say(words, "section", section=section),
        "rules": [_line(words, rule) for rule in rules],
    }


def rules_data(words: Words, rules: Iterable[Rule], key: str) -> Data:
    """Several rules in full, as that book plays them, or else the first book that has them."""
    pages = [{"schema": 1, "page": "rule", **rule_data(words, rule, key)} for rule in rules]
    return {"rulebook": key, "rules": pages}


def chapters_data(words: Words, key: str) -> Data:
    """The chapters of the catalogue, and whether that book has each."""
    return {
        "rulebook": key,
        "chapters": [
            {
                "chapter": one.name,
                "title": rule_title(words, one),
                "optional": one.optional,
                "in_rulebook": not lacks_chapter(key, one.name),
            }
            for one in catalogue.chapters()
        ],
    }


def write_rule(sheet: Sheet, words: Words, data: Data) -> None:
    """Write a rule's page."""
    here = data["rulebook"]
    sheet.title(data["title"], name=data["rule"])
    sheet.aside(_place_line(words, data))
    sheet.aside(_titles(words, data))
    if data.get("answer", data["summary"][0]) != data["summary"][0]:
        sheet.text(_say(words, "answer", line=data["answer"]))
    sheet.lines(data["summary"])
    _write_points(sheet, _say(words, "here"), [("", line) for line in data["books"].get(here, ())])
    _write_points(
        sheet, _say(words, "corrections"), [("", line) for line in data["corrections"].get(here, ())]
    )
    _write_points(sheet, _say(words, "rulings"), zip(data["ruling_ids"], data["rulings"], strict=True))
    _write_points(sheet, _say(words, "options"), [_option_line(words, option) for option in data["options"]])
    _write_points(sheet, _say(words, "examples"), _examples(data, here, printed=True))
    others = [*_elsewhere(data["books"], here), *_examples(data, here, printed=False)]
    _write_points(sheet, _say(words, "others"), others)
    write_examples(sheet, words, data["diagnostic"] or {})
    near = [(id_, title) for id_, title in data.get("near", ())]
    see = [(id_, title) for id_, title in data.get("see", ()) if (id_, title) not in near]
    for part, rules in (("see", see), ("near", near)):
        if rules:
            sheet.heading(_say(words, part))
            sheet.names(rules)


def write_ruling(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the question, the answer and the reason of a ruling, and the rules that rest on it."""
    sheet.title(data["question"], name=data["ruling"])
    sheet.lines([data["answer"], data["reason"]])
    _write_points(sheet, _say(words, "options"), [_option_line(words, option) for option in data["options"]])
    sheet.heading(_say(words, "ruling.rules"))
    sheet.names([(id_, title) for id_, title in data["rules"]])


def write_rulings(sheet: Sheet, words: Words, data: Data) -> None:
    """Write each option with its default and its reason, then every ruling."""
    sheet.title(_say(words, "rulings.title"))
    sheet.aside(_say(words, "rulings.how"))
    for option in data["rulings"]:
        sheet.heading(_say(words, "ruling", written=option["written"], **option["said"]))
        sheet.lines([option["question"], option["answer"], option["reason"]])
        sheet.names([(rule, title_by_id(words, rule)) for rule in option["rules"]])
    sheet.title(_say(words, "rulings"))
    sheet.points([(one["ruling"], _say(words, "ruling.line", **one)) for one in data["settled"]])


def write_chapter(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the page of a chapter."""
    sheet.title(data["title"], name=data["chapter"])
    sheet.aside(_say(words, f"book.{data['rulebook']}"))
    sheet.names([(one["rule"], one["title"]) for one in data["rules"]])
    if data["elsewhere"]:
        sheet.heading(_say(words, "elsewhere"))
        sheet.names(
            [(one["rule"], f"{one['title']} ({' '.join(one['in_rulebooks'])})") for one in data["elsewhere"]]
        )


def write_section(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the list of rules in a section."""
    sheet.title(data["title"])
    sheet.aside(_say(words, f"book.{data['rulebook']}"))
    sheet.names([(one["rule"], one["title"]) for one in data["rules"]])


def write_rules(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the pages of several rules, one after the other."""
    for rule in data["rules"]:
        write_rule(sheet, words, rule)


WAYS_TO_LOOK_UP: Mapping[str, str] = {
    "chapter": "edencli rules melee",
    "chapter-in-full": "edencli rules melee --all",
    "rule": "edencli rules melee.dodge",
    "section": "edencli rules 7.A",
    "words": 'edencli rules "can I dodge a shot"',
    "book": "edencli rules --rulebook fr dodge",
    "difference": "edencli rules --diff en fr",
    "card": "edencli rules --card",
}
"""What to type for each kind of look-up."""


def write_chapters(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the list of chapters, and examples of what to look up."""
    sheet.title(_say(words, "chapters"), name="")
    sheet.aside(_say(words, f"book.{data['rulebook']}"))
    sheet.names([(one["chapter"], _chapter_line(words, one)) for one in data["chapters"]])
    sheet.heading(_say(words, "ways"))
    sheet.names([(command, _say(words, f"ways.{way}")) for way, command in WAYS_TO_LOOK_UP.items()])


LONGEST_UNBROKEN = 38
"""The length up to which a title is not broken, even on a page of 45 columns."""


def _titles(words: Words, data: Data) -> str:
    """The titles of a rule in other languages; in brackets if that language's book does not have the rule."""
    others = {key: title for key, title in data["titles"].items() if key != words.language}
    shown = {
        key: title if key in data["in_rulebooks"] else _say(words, "proposed", title=title)
        for key, title in others.items()
    }
    titles = (f"{key} {title}" for key, title in shown.items())
    return " · ".join(one.replace(" ", NO_BREAK) if len(one) <= LONGEST_UNBROKEN else one for one in titles)


def _elsewhere(prose: Mapping[str, list[str]], here: str) -> list[tuple[str, str]]:
    """What other books do differently: each difference once, with the books that share it."""
    books: dict[str, list[str]] = {}
    for key in BOOKS:
        for line in prose.get(key, ()):
            books.setdefault(line, []).append(key)
    return [(" ".join(keys), line) for line, keys in books.items() if here not in keys]


def _examples(data: Data, here: str, *, printed: bool) -> list[tuple[str, str]]:
    """The examples that a book prints, or those that only other books print, each with its books."""
    return [
        (one["books"], one["text"]) for one in data["examples"] if (here in one["books"].split()) is printed
    ]


def _chapter_line(words: Words, chapter: Data) -> str:
    if not chapter["in_rulebook"]:
        return _say(words, "chapter.missing", title=chapter["title"])
    return _say(words, "chapter.optional" if chapter["optional"] else "chapter.basic", title=chapter["title"])


def _place_line(words: Words, data: Data) -> str:
    """Where a rule stands in the book, and that book's own words for it."""
    place = words.join_list(part for part in (data["place"], data["step"]) if part)
    message = "place.silent" if data["silent"] else "place"
    line = _say(words, message, book=_say(words, f"book.{data['rulebook']}"), place=place)
    named = f"{place} {data['title']}".casefold()
    own = words.join_list(word for word in data["words"] if word not in named)
    return _say(words, "place.words", place=line, own=own) if own else line


def _option_line(words: Words, option: Data) -> tuple[str, str]:
    return option["written"], _say(words, "option", question=option["question"], **option["said"])


def _values(words: Words, values: list[object] | str) -> str:
    """The values to choose from: some words, or a length."""
    if isinstance(values, str):
        return _say(words, f"values.{values}")
    return _say(words, "values", values=[_value(value) for value in values])


def _value(value: object) -> str:
    """A value as it is written in a game file."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_value(part)}" for key, part in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write_points(sheet: Sheet, heading: str, points: Iterable[tuple[str, str]]) -> None:
    """Write a heading and points, unless there are no points."""
    listed = list(points)
    if not listed:
        return
    sheet.heading(heading)
    sheet.points(listed)


def _line(words: Words, rule: Rule) -> Data:
    return {"rule": rule.id, "title": rule_title(words, rule), "in_rulebooks": list(rule.books)}


def _example(words: Words, example: Mapping[str, str], key: str) -> Data:
    """An example with the numbers of that book, or of the first book that prints it."""
    printed = example["books"].split()
    book = key if key in printed else printed[0]
    return {"books": example["books"], "text": words.fill(example["text"], BookValues(book))}


def _ruling(words: Words, id_: str, key: str) -> dict[str, str]:
    """The question, answer and reason of a ruling, with the numbers of a book."""
    asked: Mapping[str, str] = words.area("rules/rulings")[id_]
    return {part: words.fill(asked[part], BookValues(key)) for part in ("question", "answer", "reason")}


def _by_book(words: Words, prose: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    return {key: _fill_lines(words, lines, key) for key, lines in prose.items()}


def _fill_lines(words: Words, lines: Iterable[str], key: str) -> list[str]:
    numbers = BookValues(key)
    return [words.fill(line, numbers) for line in lines]


def _say(words: Words, message: str, **values: object) -> str:
    return words.say(AREA, message, **values)

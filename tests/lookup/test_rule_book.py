"""A rulebook in one file: everything is in it, links lead somewhere, its search finds what ours finds."""

import json
import os
import random
import re
import shutil
import subprocess
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from in_process import edencli

from edencli.lang import Words
from edencli.lookup.rule_book import book_script, rule_book_html
from edencli.lookup.search import LEAST_CONFIDENCE, search_rules
from edencli.lookup.search_index import rule_index
from edencli.lookup.search_tables import PAGE_DIGITS, packed_tables, search_tables
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS, lacks_chapter

HERE = Path(__file__).parent
QUESTIONS = [
    (one["question"], one["language"])
    for file in sorted((*HERE.glob("*.json"), *HERE.glob("questions/*.json")))
    for one in json.loads(file.read_text(encoding="utf-8"))
]

CORPUS = [
    (json.loads(line)[0], file.stem)
    for file in sorted(HERE.glob("corpus/*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]

RUN = """
const { tables, asked } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const searches = Object.fromEntries(Object.entries(tables).map(([book, one]) => [book, makeSearch(one)]));
console.log(JSON.stringify(asked.map(([question, book]) => {
    const { hits, known, readAs } = searches[book](question);
    return [hits.slice(0, 3), known.toFixed(6), readAs];
})));
"""


SHOW = """
const { data, asked } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const parts = {};
const part = () => ({ textContent: "", children: [],
    appendChild(one) { this.children.push(one); return one; },
    replaceChildren(...all) { this.children = all; }, addEventListener(_, heard) { this.heard = heard; },
    querySelector: () => ({ textContent: "a heading" }) });
globalThis.document = { createElement: part, getElementById: (id) => parts[id] ??= part() };
document.getElementById("tables").textContent = JSON.stringify(data);
document.getElementById("ask").value = asked;
"""
SHOWN = """
document.getElementById("ask").heard().then(() =>
    console.log(JSON.stringify(parts.found.children.map((item) => item.children[0].href))));
"""


@cache
def page(book: str) -> str:
    return rule_book_html(Words(), book)


def run_script(asked: list[tuple[str, str]]) -> list[tuple[list[str], str, Mapping[str, str]]]:
    """What the script of a page finds for each question by its book, how sure, and what it read otherwise."""
    given = json.dumps({"tables": {book: search_tables(book) for book in BOOKS}, "asked": asked})
    return [tuple(one) for one in json.loads(run_node(book_script() + RUN, given))]


def run_node(script: str, given: str) -> str:
    """What a script prints when it is given a text."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here: the search of a book's page is NOT TESTED against ours")
    ended = subprocess.run([node, "-e", script], input=given, capture_output=True, text=True, check=True)
    return ended.stdout


def test_the_script_of_a_page_finds_for_every_question_what_the_search_finds() -> None:
    odd = [
        "",
        "   ",
        "x" * 400,
        "ß ø œuvre İ",
        "chrage",
        "__proto__",
        "Größe der Bases",
        "CBT +2",
        "7.A",
        "🎲",
    ]
    many = len(CORPUS) if os.environ.get("EDENCLI_CORPUS") == "all" else 300
    sample = random.Random(28).sample(CORPUS, many)  # noqa: S311  # no secret
    asked = [*QUESTIONS, *sample, *((one, book) for one in odd for book in BOOKS)]

    found = run_script(asked)

    assert len(QUESTIONS) > 2000
    for (question, book), (hits, known, read_as) in zip(asked, found, strict=True):
        ours = search_rules(question, rule_index(), book)
        expected = [rule for rule, _ in ours.hits[:3]], f"{ours.confidence:.6f}", dict(ours.read_as)
        assert (question, hits, known, dict(read_as)) == (question, *expected)


def test_a_page_has_its_tables_packed() -> None:
    digits = [PAGE_DIGITS.index(one) for one in packed_tables("de")]
    fives = [digits[n : n + 5] for n in range(0, len(digits), 5)]
    numbers = [sum(n * 85**place for place, n in enumerate(reversed(five))) for five in fives]
    packed = b"".join(number.to_bytes(4, "little") for number in numbers)

    assert json.loads(zlib.decompress(packed)) == json.loads(json.dumps(search_tables("de")))
    assert not set(PAGE_DIGITS) & set('"\\\\<>&')


def test_the_script_of_a_page_unpacks_its_tables_and_shows_what_it_finds() -> None:
    data = {"tables": packed_tables("de"), "say": {"found": "", "nothing": ""}, "least": LEAST_CONFIDENCE}
    given = json.dumps({"data": data, "asked": (question := "wie weicht man aus")})

    shown = json.loads(run_node(SHOW + book_script() + SHOWN, given))

    found = search_rules(question, rule_index(), "de").hits[:3]
    assert found
    assert shown == [f"#{rule}" for rule, _ in found]


def test_the_script_is_under_eight_kilobytes_and_the_page_under_one_and_a_half_megabytes() -> None:
    assert len(book_script().encode()) < 8 * 1024
    assert max(len(page(book).encode()) for book in BOOKS) < 1_500_000


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_and_ruling_of_the_book_is_there_once_and_every_link_leads_somewhere(book: str) -> None:
    rules = [
        rule
        for rule in catalogue.every_rule().values()
        if book in rule.books and not lacks_chapter(book, rule.chapter)
    ]
    ids = re.findall(r' id="([^"]+)"', page(book))

    assert len(ids) == len(set(ids))
    assert {rule.id for rule in rules} <= set(ids)
    assert {ruling for rule in rules for ruling in rule.rulings} <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', page(book))) <= set(ids)
    assert set(re.findall(r'href="([^#][^"]*)"', page(book))) == set()
    absent = {rule.id for rule in catalogue.every_rule().values()} - {rule.id for rule in rules}
    assert absent.isdisjoint(ids)


def test_a_page_has_the_numbers_of_its_book_the_glance_the_terms_and_the_other_books() -> None:
    french, german = page("fr"), page("de")

    assert 'id="territory.jump"' in french
    assert 'id="territory.jump"' not in german
    for name in ("glance", "rulings", "glossary", "differences-en", "differences-pt"):
        assert f'id="{name}"' in german
    assert 'id="differences-de"' not in german
    assert "default-src 'none'" in german


def test_a_book_is_written_over_a_page_and_over_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "notes.html").write_text("mine")

    written = edencli("rules", "--html", "book.html", "--rulebook", "de", cwd=tmp_path)
    again = edencli("rules", "--html", "book.html", cwd=tmp_path)
    refused = edencli("rules", "--html", "notes.html", cwd=tmp_path)
    mixed = edencli("rules", "dodge", "--html", "other.html", "--card", cwd=tmp_path)

    assert (written.returncode, again.returncode, refused.returncode, mixed.returncode) == (0, 0, 2, 2)
    assert (tmp_path / "book.html").read_text(encoding="utf-8") == page("en")
    assert (tmp_path / "notes.html").read_text() == "mine"
    assert not (tmp_path / "other.html").exists()

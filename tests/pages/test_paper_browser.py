"""Cards on paper in a real browser: what is cut is as large as it must be, ticks stay, nobody is shut out."""

import itertools
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.test_harmless import NASTY, PROSE, world
from cli.test_harmless import written as write_files
from in_process import edencli
from pages.test_printed_cards import BANDS, load_band
from pictures.replays import begin_browser, open_page

from edencli.lang import Words
from edencli.lookup.rule_book import rule_book_html
from edencli.pages.evening import evening_html
from edencli.pages.printed_cards import PrintedBand, printed_html
from edencli.rulebooks.values import rulebook

Browser = Any
JOKERS = next(path for path in BANDS if path.stem == "jokers")
HIRELINGS = next(path for path in BANDS if path.stem == "hirelings")
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

CARDS = {"include": [["header"], [".band"], ["#glance"]]}
"""What of an evening is not the book, which is looked at by itself."""
PARTS = {"include": [["header"], ["nav"], ["#melee"], ["#rulings"], ["#glossary"]]}
"""A part of every kind of a book, all of which would take a minute."""
HEIGHTS = "() => [...document.querySelectorAll('.fighter')].map(e => e.offsetHeight / 96 * 25.4)"
"""How many millimetres high each fighter's card is."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with begin_browser() as one:
        yield one


def cards(folder: Path, band: Path = JOKERS, book: str = "en") -> Path:
    """Write the cards of a band."""
    path = folder / f"{band.stem}-{book}.html"
    path.write_text(printed_html(Words(), PrintedBand(load_band(band), rulebook(book))), encoding="utf-8")
    return path


def poppler(tool: str, *arguments: object) -> bytes:
    """What a tool of poppler-utils prints."""
    if shutil.which(tool) is None:
        pytest.skip("no poppler-utils here: printed pages are NOT TESTED")
    return subprocess.run([tool, *map(str, arguments)], check=True, capture_output=True).stdout


def print_pdf(browser: Browser, page: Path, pages: str = "") -> Path:
    """The PDF that the browser prints of a page, or of some pages of it."""
    path = page.with_suffix(".pdf")
    with open_page(browser, page) as opened:
        path.write_bytes(opened.page.pdf(prefer_css_page_size=True, page_ranges=pages))
    return path


def dark_lines(pdf: Path, page: int, least: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The lines of a page of at least so many tenths of a millimetre: where each is, and how long.

    First those across, by their distance from the top, then those down; a line that is several dots thick
    counts once, with the place of its first dots.
    """
    image = poppler("pdftoppm", "-gray", "-r", 254, "-f", page, "-l", page, pdf)
    found = re.match(rb"P5\s(\d+) (\d+)\s255\s", image)
    assert found is not None
    width, dots = int(found[1]), image[found.end() :]
    rows = [dots[n : n + width] for n in range(0, len(dots), width)]
    columns = [dots[n::width] for n in range(width)]
    return _runs(rows, least), _runs(columns, least)


def _runs(lines: list[bytes], least: int) -> list[tuple[int, int]]:
    dark = re.compile(rb"[\x00-\x60]{%d,}" % least)
    found = [(n, len(run[0])) for n, line in enumerate(lines) if (run := dark.search(line))]
    return [one for one in found if (one[0] - 1) not in {n for n, _ in found}]


def test_what_is_cut_is_120_by_70_and_63_by_88_millimetres(browser: Browser, tmp_path: Path) -> None:
    pdf = print_pdf(browser, cards(tmp_path))
    pages = [float(x) for x in re.findall(rb"Page +\d+ size: +([\d.]+)", poppler("pdfinfo", "-l", 5, pdf))]

    across, _ = dark_lines(pdf, 1, 1150)
    _, down = dark_lines(pdf, 3, 1700)

    assert [round(x / 72 * 25.4) for x in pages] == [210, 210, 297, 297, 297]
    assert all(abs(length - 1200) <= 3 for _, length in across)
    tops = [top for top, _ in across]
    assert [round((low - top) / 10) for top, low in itertools.pairwise(tops)] == [70, 70, 70, 70]
    assert all(abs(length - 2 * 880) <= 3 for _, length in down)
    sides = [side for side, _ in down]
    assert [round((far - side) / 10) for side, far in itertools.pairwise(sides)] == [63, 63, 63, 63]


@pytest.mark.parametrize("book", ["fr", "de"])
def test_no_card_is_too_small_for_its_text_and_no_page_half_empty(
    browser: Browser, tmp_path: Path, book: str
) -> None:
    """Of the band with the longest texts, by the longest book and the shortest."""
    page = cards(tmp_path, HIRELINGS, book)
    with open_page(browser, page) as opened:
        opened.page.emulate_media(media="print")
        cut = opened.page.evaluate(HEIGHTS)
        over = opened.page.evaluate(
            "() => [...document.querySelectorAll('.front, .does')].filter("
            "e => e.scrollHeight > e.clientHeight + 1).length"
        )
    pdf = print_pdf(browser, page)

    assert [round(height) for height in cut] == [70] * 5
    assert over == 0
    ends = []
    for number in range(1, 6):
        words = poppler("pdftotext", "-bbox", "-f", number, "-l", number, pdf, "-").decode()
        height = float(re.findall(r'height="([\d.]+)"', words)[0])
        ends.append(max(map(float, re.findall(r'yMax="([\d.]+)"', words))) / height)
    assert min(ends) > 0.5
    assert b"Pages:           5\n" in poppler("pdfinfo", pdf)


def test_what_is_printed_can_be_read_by_a_program(browser: Browser, tmp_path: Path) -> None:
    told = poppler("pdftotext", "-layout", print_pdf(browser, cards(tmp_path)), "-").decode()

    assert re.search(r"Head\s+1\s+PSI 4/3\s+–\s+2\+2", told)
    assert re.search(r"Torso\s+4–5\s+VIG 5/4\s+\+1\s+4\+2", told)
    assert "Parting gift" in told


def test_ticks_are_kept_in_the_address_and_in_the_store(browser: Browser, tmp_path: Path) -> None:
    ticked = "() => [...document.querySelectorAll(':checked')].map(e => e.ariaLabel)"
    path = cards(tmp_path)
    with open_page(browser, path) as opened:
        for label in ("Head CP, red, 3 of 4", "Parting gift, match", "VP, 2 of 20"):
            opened.page.get_by_label(label, exact=True).first.check()
        expected = opened.page.evaluate(ticked)
        address = opened.hash()
        opened.page.reload()
        assert opened.page.evaluate(ticked) == expected
        for _ in range(5):  # the store is written by another process, which may be late
            opened.page.goto("about:blank")
            opened.page.goto(path.as_uri())
            if opened.hash():
                break
        assert (opened.page.evaluate(ticked), opened.hash()) == (expected, address)
        opened.page.get_by_role("button").click()
        assert opened.page.evaluate(ticked) == []
    with open_page(browser, path, address) as opened:
        assert opened.page.evaluate(ticked) == expected
        assert len(expected) == 3
        assert (opened.faults, len(opened.requests)) == ([], 1)


@pytest.mark.parametrize("address", ["#~00000000.____", "#~x.AAA", "#<img src=x onerror=alert(1)>", "#%"])
def test_an_odd_address_ticks_nothing(browser: Browser, tmp_path: Path, address: str) -> None:
    with open_page(browser, cards(tmp_path), address) as opened:
        assert opened.page.locator(":checked").count() == 0
        assert (opened.faults, len(opened.requests)) == ([], 1)


def test_boxes_are_ticked_without_scripts_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    with open_page(browser, cards(tmp_path), java_script_enabled=False) as opened:
        opened.page.keyboard.press("Tab")
        opened.page.keyboard.press("Space")

        assert opened.page.get_by_label("Round, 1 of 5").is_checked()
        assert not opened.page.get_by_role("button").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(browser: Browser, tmp_path: Path, scheme: str) -> None:
    """No fault that axe knows, nothing over the edge of a phone, no head of a table broken within a word."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe: NOT TESTED for access")
    for width in (320, 1280):
        with open_page(browser, cards(tmp_path), width=width, color_scheme=scheme) as opened:
            found = axe.Axe().run(opened.page, options=AXE).response["violations"]
            heads = opened.page.evaluate(
                """() => [...document.querySelectorAll('th')].filter(head => {
                    const text = document.createRange();
                    text.selectNodeContents(head);
                    return !/\\s/.test(head.textContent) && text.getClientRects().length > 1;
                }).map(head => head.textContent)"""
            )

            assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == []
            assert heads == []
            assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_nastiest_names_and_texts_do_nothing(browser: Browser, tmp_path: Path) -> None:
    write_files(world(NASTY, PROSE), tmp_path)
    path = tmp_path / "page.html"
    ended = edencli("show", "band.yaml", "--html", path, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr.decode()
    with open_page(browser, path) as opened:
        opened.page.locator("input").first.check()
        tags = opened.page.evaluate("[...new Set([...document.querySelectorAll('*')].map(e => e.localName))]")

        assert "<b>&lt;`x`$(y)" in opened.page.text_content("main")
        assert not {*tags} & {"img", "a", "iframe", "pwned", "link", "object"}
        assert (opened.faults, len(opened.requests)) == ([], 1)


def book(folder: Path, key: str = "en") -> Path:
    """Write the page of a rulebook."""
    path = folder / f"book-{key}.html"
    path.write_text(rule_book_html(Words(), key), encoding="utf-8")
    return path


def test_a_book_opens_at_a_rule_and_finds_others_without_asking_anybody(
    browser: Browser, tmp_path: Path
) -> None:
    with open_page(browser, book(tmp_path), "#melee.dodge") as opened:
        at = opened.page.evaluate("document.getElementById('melee.dodge').getBoundingClientRect().top")
        opened.page.get_by_role("searchbox").fill("wie weicht man aus")
        opened.page.locator("#found a").first.click()

        assert 0 <= at < 50
        assert opened.hash() == "#melee.dodge"
        for asked in ("<img src=x onerror=alert(1)>", "zzzzzz", "\u202e", ""):
            opened.page.get_by_role("searchbox").fill(asked)
        assert opened.page.locator("#found a").count() == 0
        assert (opened.faults, len(opened.requests)) == ([], 1)


def test_a_book_can_be_read_without_scripts(browser: Browser, tmp_path: Path) -> None:
    with open_page(browser, book(tmp_path, "de"), java_script_enabled=False) as opened:
        opened.page.locator("nav a").nth(3).click()

        assert opened.hash() == "#sight"
        assert not opened.page.locator("#ask").is_visible()


def test_a_book_shuts_nobody_out_and_is_printed_on_a5(browser: Browser, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe: NOT TESTED for access")
    path = book(tmp_path)
    for scheme, options in (
        ("light", AXE),
        ("dark", {"runOnly": {"type": "rule", "values": ["color-contrast"]}}),
    ):
        with open_page(browser, path, "#melee.dodge", width=320, color_scheme=scheme) as opened:
            opened.page.get_by_role("searchbox").fill("dodge")
            found = axe.Axe().run(opened.page, context=PARTS, options=options).response["violations"]

            assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == []
            assert opened.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert b"420 x 595 pts (A5)" in re.sub(
        rb"594\.96", b"595", poppler("pdfinfo", print_pdf(browser, path, "1"))
    )


def test_an_evening_keeps_its_ticks_while_one_reads_the_book(browser: Browser, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe: NOT TESTED for access")
    bands = [PrintedBand(load_band(band), rulebook("en")) for band in (JOKERS, HIRELINGS)]
    path = tmp_path / "evening.html"
    path.write_text(evening_html(Words(), bands), encoding="utf-8")
    with open_page(browser, path, width=320) as opened:
        assert (opened.faults, len(opened.requests)) == ([], 1)
        opened.page.get_by_label("Leader").first.check()
        opened.page.get_by_role("searchbox").fill("dodge")
        opened.page.locator("#found a").first.click()
        opened.page.wait_for_function("location.hash.includes('~')")
        opened.page.reload()
        found = axe.Axe().run(opened.page, context=CARDS, options=AXE).response["violations"]

        assert opened.hash().startswith("#melee.dodge~")
        assert opened.page.get_by_label("Leader").first.is_checked()
        assert opened.page.locator(":checked").count() == 1
        top = opened.page.evaluate("document.getElementById('melee.dodge').getBoundingClientRect().top")
        assert 0 <= top < 50
        assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == []
        opened.page.emulate_media(media="print")
        cut = opened.page.evaluate(HEIGHTS)
    assert [round(height) for height in cut] == [70] * 10

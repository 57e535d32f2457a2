"""An evening in one file: the cards of two bands, the book at a glance, and the whole book, each once."""

import re
from pathlib import Path

from in_process import edencli
from pages.test_printed_cards import BANDS, Seen, load_band

from edencli.lang import Words
from edencli.pages.evening import EveningSection, evening_html
from edencli.pages.printed_cards import PrintedBand
from edencli.rulebooks.values import rulebook

SAMPLES = Path(__file__).parents[2] / "samples"
JOKERS, CONVOY = (next(path for path in BANDS if path.stem == name) for name in ("jokers", "convoy"))


def printed_bands() -> list[PrintedBand]:
    return [PrintedBand(load_band(path), rulebook("en")) for path in (JOKERS, CONVOY)]


def test_both_bands_have_their_cards_and_the_book_is_there_once() -> None:
    bands = printed_bands()
    html = evening_html(Words(), bands)
    page = Seen(html)
    ids = re.findall(r' id="([^"]+)"', html)

    for band in bands:
        for card in (*band.band.fighters, *band.band.missions, *band.band.tactics):
            assert card.name in page.text
    kinds = [kind for kind in page.elements.elements() if kind.startswith("article fighter")]
    assert len(kinds) == sum(len(band.band.fighters) for band in bands)
    assert len(ids) == len(set(ids))
    assert {"melee.dodge", "H-28", "glossary", "glance", "band-1", "band-2"} <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
    assert page.text.count("Eden at a glance: ") == 2  # its heading, and the link to it
    assert len(html.encode()) < 1_500_000


def test_what_else_belongs_to_two_bands_is_a_section_of_its_own() -> None:
    section = EveningSection("odds", "Odds <b>", "<p>evens</p>", ".odds { color: red }")
    html = evening_html(Words(), printed_bands(), [section])

    assert '<div class="part" id="odds">\n<p>evens</p></div>' in html
    assert '<a href="#odds">Odds &lt;b&gt;</a>' in html
    assert ".odds { color: red }" in html


def test_an_evening_is_written_over_a_page_and_of_two_bands_of_one_book_alone(tmp_path: Path) -> None:
    def new(*arguments: object) -> tuple[int, str]:
        ended = edencli("new", *arguments, cwd=tmp_path)
        return ended.returncode, ended.stderr.decode()

    page = tmp_path / "evening.html"
    assert new("--evening", JOKERS, CONVOY, "-o", page, "--rulebook", "de")[0] == 0
    written = page.read_text(encoding="utf-8")
    assert "German" in written
    assert '<div class="odds" id="odds">' in written
    assert "<th scope=row class=who>Yuri</th>" in written
    assert new("--evening", JOKERS, CONVOY, "-o", page)[0] == 0
    (tmp_path / "mine.html").write_text("mine")
    assert new("--evening", JOKERS, CONVOY, "-o", "mine.html")[0] == 2
    assert (tmp_path / "mine.html").read_text() == "mine"
    game = SAMPLES / "games" / "first-duel.yaml"
    assert new("--evening", JOKERS, game)[1].endswith("is a game file\n")
    assert new("--evening", JOKERS, CONVOY, "--force")[0] == 2

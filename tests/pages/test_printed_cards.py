"""The cards of a band on paper: everything is there, in a page that a browser prints."""

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from edencli.commands.show import _written
from edencli.files.gather import Gatherer
from edencli.files.library import Library
from edencli.lang import Words
from edencli.model.fighter import Use
from edencli.model.game import Band
from edencli.model.terms import WeaponEffect
from edencli.output.sheet import Data
from edencli.pages.printed_cards import gear_effect_texts, printed_cards_data, printed_html, printed_markdown
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook

BANDS = sorted((Path(__file__).parents[2] / "samples" / "bands").glob("*.yaml"))


class Seen(HTMLParser):
    """The text of a page, and how often each element is there, by name and class."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.elements = "", Counter[str]()
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[" ".join([tag, *(value or "" for name, value in attrs if name == "class")])] += 1


def band(path: Path) -> tuple[Band, list[tuple[str, Data]]]:
    library = Library()
    found = Gatherer(library, kept=True).gather_band(library.open(str(path))).band
    assert found is not None
    written = _written(library, [*found.fighters, *found.missions, *found.tactics])
    return found, written


def printed(path: Path, book: str) -> tuple[Band, Seen, str]:
    words = Words("en").of_book(book)
    found, written = band(path)
    data = printed_cards_data(words, found, rulebook(book), written)
    return found, Seen(printed_html(words, data)), printed_markdown(words, data)


@pytest.mark.parametrize("path", BANDS, ids=lambda path: path.stem)
def test_every_card_is_there_with_its_text_and_a_box_for_each_cp_and_each_use(path: Path) -> None:
    found, page, written = printed(path, "en")
    cards: list[Any] = [*found.fighters, *found.missions, *found.tactics]
    limbs = [limb for fighter in found.fighters for limb in fighter.limbs.values()]
    uses = [use.uses.per_match or 0 for one in found.fighters for gear in one.equipment for use in gear.uses]
    uses += [ability.limit.per_match or 0 for one in found.fighters for ability in one.abilities]
    legends = len(found.fighters)

    for card in cards:
        assert card.name in page.text
        assert card.name in written.replace("\\", "")
        assert " ".join(getattr(card, "text", "").split()) in page.text
    assert page.elements["article"] == len(cards) + 2
    assert page.elements["i box red"] == sum(limb.red_cp for limb in limbs) + legends
    assert page.elements["i box"] == sum(limb.white_cp for limb in limbs) + sum(uses) + legends


@pytest.mark.parametrize("book", BOOKS)
def test_the_book_at_a_glance_is_the_one_that_is_played(book: str) -> None:
    _, page, written = printed(BANDS[0], book)
    name = Words("en").say("screens-rules", f"book.{book}")

    assert page.text.count(name) == 2
    assert written.count(name) == 2


def test_every_effect_of_a_weapon_is_told_in_words() -> None:
    for effect in WeaponEffect:
        for category in effect.weapons:
            (told,) = gear_effect_texts(Words("en"), Use(category=category, effects={effect: 2}), "en")

            assert "2" in told
            assert (f" {effect.lays} markers" in told) is (effect.lays is not None)
            assert ("if the shot costs at least 1 CP" in told) is (
                effect.lays is not None and category == "shooting"
            )


def test_what_was_read_once_is_shown_without_reading_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library()
    found = Gatherer(library, kept=True).gather_band(library.open(str(BANDS[0]))).band
    assert found is not None
    monkeypatch.setattr(Library, "open", lambda *_: pytest.fail("it was read already"))

    shown = _written(library, found.fighters)

    assert [entry["name"] for _, entry in shown] == [fighter.name for fighter in found.fighters]


def test_a_page_needs_no_other_file() -> None:
    found, written = band(BANDS[0])
    words = Words("en").of_book("en")
    page = printed_html(words, printed_cards_data(words, found, rulebook("en"), written))

    assert "http" not in page
    assert "src=" not in page
    assert "@import" not in page

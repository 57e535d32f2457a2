"""The cards of a band on paper: everything is there once, in a page that a browser prints."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from edencli.files.gather import Gatherer
from edencli.files.library import Library
from edencli.lang import Words
from edencli.model.fighter import Use
from edencli.model.game import Band
from edencli.model.terms import LimbName, Marker, WeaponEffect
from edencli.pages.card_boxes import BandMoment, FighterMoment
from edencli.pages.printed_cards import PrintedBand, marker_notes, printed_html, printed_markdown
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook

BANDS = sorted((Path(__file__).parents[2] / "samples" / "bands").glob("*.yaml"))


class Seen(HTMLParser):
    """The text of a page, how often each element is there, by name and class, and its boxes by name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.elements = "", Counter[str]()
        self.boxes: dict[str, int] = Counter[str]()
        self.ticked: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.elements[f"{tag} {given.get('class') or ''}".strip()] += 1
        if given.get("type") == "checkbox":
            self.boxes[str(given["aria-label"])] += 1
            if "checked" in given:
                self.ticked.append(str(given["aria-label"]))


def load_band(path: Path) -> Band:
    library = Library()
    found = Gatherer(library, kept=True).gather_band(library.open(str(path))).band
    assert found is not None
    return found


def printed(path: Path, book: str, moment: BandMoment | None = None) -> tuple[Band, Seen, str]:
    found = load_band(path)
    cards = PrintedBand(found, rulebook(book), moment or BandMoment())
    return found, Seen(printed_html(Words(), cards)), printed_markdown(Words(), cards)


@pytest.mark.parametrize("path", BANDS, ids=lambda path: path.stem)
def test_every_card_is_there_with_its_text_once(path: Path) -> None:
    found, page, written = printed(path, "en")
    cards: list[Any] = [*found.fighters, *found.missions, *found.tactics]
    texts = [one.text for card in cards for one in getattr(card, "abilities", [])]
    texts += [one.text for card in cards for one in getattr(card, "objectives", [])]
    texts += [card.text for card in found.tactics]

    for card in cards:
        assert card.name in page.text
        assert card.name in written.replace("\\", "")
    for text in texts:
        assert page.text.count(" ".join(text.split())) == texts.count(text)
    kinds = Counter(kind.split()[1] for kind in page.elements.elements() if kind.startswith("article"))
    assert kinds == {"fighter": len(found.fighters), "mission": len(found.missions)} | (
        {"tactic": len(found.tactics)} if found.tactics else {}
    )
    assert page.elements["div back"] == len(found.missions) + len(found.tactics)


@pytest.mark.parametrize("path", BANDS, ids=lambda path: path.stem)
def test_there_is_a_box_for_each_cp_use_and_ap(path: Path) -> None:
    found, page, written = printed(path, "en")
    limbs = [limb for fighter in found.fighters for limb in fighter.limbs.values()]
    limits = [use.uses for one in found.fighters for gear in one.equipment for use in gear.uses]
    limits += [ability.limit for one in found.fighters for ability in one.abilities]
    uses = sum((limit.per_match or 0) + (limit.per_round or 0) for limit in limits)
    own = 3 + 2 + 2 * len(Marker)  # AP, activated, leader, two markers of a kind
    tracks = 5 + 20 + 20  # rounds, SP, VP

    assert page.elements["input red"] == sum(limb.red_cp for limb in limbs)
    assert sum(page.boxes.values()) == (
        sum(limb.cp for limb in limbs) + uses + own * len(found.fighters) + tracks + len(found.tactics)
    )
    assert written.count("■") == sum(limb.red_cp for limb in limbs)


def test_each_box_is_called_by_what_it_counts() -> None:
    found, page, _ = printed(BANDS[7], "en")
    both = sum(fighter.limbs[LimbName.HEAD].red_cp > 0 for fighter in found.fighters)

    assert BANDS[7].stem == "jokers"
    assert page.boxes["Head CP, white, 1 of 3"] + page.boxes["Head CP, white, 1 of 4"] == both
    assert page.boxes["SP, 20 of 20"] == 1
    assert page.boxes["Throwing knives, match, 3 of 3"] == 1
    assert page.boxes["Leader"] == len(found.fighters)


def test_boxes_are_ticked_as_they_were_at_a_moment() -> None:
    yuri = FighterMoment(
        lost={LimbName.HEAD: 3},
        ap=1,
        markers={Marker.BURN: 3},
        used_match={"gear.Throwing knives.shooting": 1},
        activated=True,
    )
    moment = BandMoment(round=2, vp=1, leader="Yuri", fighters={"Yuri": yuri}, played=frozenset({"Duck"}))
    _, page, written = printed(BANDS[7], "en", moment)

    assert page.ticked == [
        *("Round, 1 of 5", "Round, 2 of 5", "VP, 1 of 20"),
        *("Head CP, white, 1 of 4", "Head CP, white, 2 of 4", "Head CP, red, 3 of 4"),
        *("AP, 1 of 3", "AP, 2 of 3", "Activated", "Leader"),
        *("burn, 1 of 3", "burn, 2 of 3", "burn, 3 of 3", "Throwing knives, match, 1 of 3", "Played"),
    ]
    assert "2+2 ☒☒☒■" in written


def test_protection_stands_beside_its_limb_and_no_value_of_another_book() -> None:
    found, page, _ = printed(BANDS[7], "en")
    vladd = page.text[page.text.index("Vlädd\n") :]

    assert re.search(r"Torso\s*4–5\s*VIG 5/4\s*\+1\s*4\+2", vladd)
    assert "Boiler-plate apron (Pr)\n" in page.text
    assert "other rulebooks" not in page.text
    assert any(fighter.value_in("fr") != fighter.value_in("en") for fighter in found.fighters)


@pytest.mark.parametrize("book", BOOKS)
def test_the_book_at_a_glance_is_the_one_that_is_played(book: str) -> None:
    _, page, written = printed(BANDS[0], book)
    name = Words("en").say("screens-rules", f"book.{book}")

    assert page.text.count(name) == 2
    assert written.count(name) == 2


def test_an_effect_that_leaves_markers_is_told_in_words() -> None:
    for effect in WeaponEffect:
        for category in effect.weapons:
            told = list(
                marker_notes(Words("en"), Use(category=category, effects={effect: 2}), rulebook("fr"))
            )

            assert bool(told) is (effect.lays is not None)
            for _, text in told:
                assert f"2 {effect.lays} markers" in text
                assert ("if the shot costs at least 1 CP" in text) is (category == "shooting")


def test_a_page_needs_no_other_file() -> None:
    page = printed_html(Words(), PrintedBand(load_band(BANDS[0]), rulebook("en")))

    assert "http:" not in page
    assert "https:" not in page
    assert " src=" not in page
    assert "@import" not in page
    assert " style=" not in page
    assert "default-src 'none'" in page

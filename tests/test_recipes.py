"""The steps of the recipes of CONTRIBUTING.md that no other test would miss."""

import re
from pathlib import Path

import pytest

from edencli.bots.appraisal import MARKER_COSTS
from edencli.lang import Words
from edencli.model.terms import Marker, WeaponEffect
from edencli.rulebooks.raw_books import BOOKS, raw_book

WORDS = Words()
PROSE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(
    re.findall(r"^\*\*(An? [^*]+)\.\*\*(.+?)\n\n", PROSE.partition("## Running")[0], re.MULTILINE | re.DOTALL)
)


@pytest.mark.parametrize("marker", Marker)
def test_a_condition_has_a_line_on_the_quick_card(marker: Marker) -> None:
    (conditions,) = (one for one in WORDS.area("quickcard")["sections"] if one["title"] == "Conditions")
    label = WORDS.say("events", f"term.{marker}").capitalize()

    assert label in [row[0] for row in conditions["rows"]], (
        f"edencli/lang/en/quickcard.json says nothing of {label} under Conditions"
    )


@pytest.mark.parametrize("marker", Marker)
def test_a_condition_has_a_price_for_the_practice_opponent(marker: Marker) -> None:
    assert marker in MARKER_COSTS, f"MARKER_COSTS in edencli/bots/appraisal.py has no row for {marker.name}"


@pytest.mark.parametrize("book", BOOKS)
def test_an_effect_that_a_book_lacks_has_its_warning(book: str) -> None:
    lacking = [effect for effect in WeaponEffect if effect not in raw_book(book)["equipment"]["effects"]]

    assert [effect for effect in lacking if not WORDS.has("diagnostics", f"gear.{effect}")] == [], (
        f"edencli/lang/en/diagnostics.json has no warning gear.NAME of these for a band of the book {book}"
    )


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_names_the_tests_that_hold_it(recipe: str) -> None:
    assert re.findall(r"`tests/[\w/]+\.py`", RECIPES[recipe])

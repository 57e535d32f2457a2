"""The steps of the recipes of CONTRIBUTING.md that no other test would miss."""

import ast
import json
import re
from pathlib import Path

import pytest
from source_map import edencli_modules, parse_module

from edencli.bots.appraisal import MARKER_COSTS
from edencli.bots.steady_places import HARM_BY_KEYWORD
from edencli.lang import Words
from edencli.match.events import EVENT_KINDS
from edencli.model.scenery import Keyword
from edencli.model.terms import Marker, WeaponEffect
from edencli.pictures.scene import DANGER_KEYWORDS
from edencli.rulebooks import catalogue
from edencli.rules.hazards import DANGERS

WORDS = Words()
HOUSE = Path(__file__).parents[1]
PROSE = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(
    re.findall(r"^\*\*(An? [^*]+)\.\*\*(.+?)\n\n", PROSE.partition("## Running")[0], re.MULTILINE | re.DOTALL)
)


@pytest.mark.parametrize("marker", Marker)
def test_a_condition_has_a_line_on_the_quick_card(marker: Marker) -> None:
    (conditions,) = (one for one in catalogue.quick_card() if one["section"] == "conditions")
    labels = [WORDS.say("quickcard", f"conditions.{row['row']}.label") for row in conditions["rows"]]
    label = WORDS.say("events", f"term.{marker}").capitalize()

    assert label in labels, f"edencli/lang/en/quickcard.json says nothing of {label} under Conditions"


@pytest.mark.parametrize("word", [*WeaponEffect, *Keyword])
def test_an_effect_and_a_keyword_stand_on_the_quick_card(word: str) -> None:
    told = json.dumps(WORDS.area("quickcard")).lower()

    assert word.replace("-", " ") in told, f"edencli/lang/en/quickcard.json says nothing of {word}"


@pytest.mark.parametrize("marker", Marker)
def test_a_condition_has_a_price_for_the_practice_opponent(marker: Marker) -> None:
    assert marker in MARKER_COSTS, f"MARKER_COSTS in edencli/bots/appraisal.py has no row for {marker.name}"


@pytest.mark.parametrize("keyword", DANGERS)
def test_a_keyword_that_harms_has_a_price_for_the_practice_opponent_and_a_sign_in_pictures(
    keyword: Keyword,
) -> None:
    """What may burn is shown when it does."""
    assert keyword in HARM_BY_KEYWORD, f"edencli/bots/steady_places.py has no harm for {keyword.name}"
    assert keyword in {*DANGER_KEYWORDS, Keyword.FLAMMABLE}, (
        f"DANGER_KEYWORDS in edencli/pictures/scene.py lacks {keyword.name}"
    )


def test_every_event_is_made_by_something() -> None:
    """One that is only told never happens."""
    calls = [
        node.func
        for path in edencli_modules().values()
        for node in ast.walk(parse_module(path))
        if isinstance(node, ast.Call)
    ]
    made = {getattr(part, "id", getattr(part, "attr", "")) for call in calls for part in ast.walk(call)}
    kinds = {kind for kind in EVENT_KINDS.values() if kind.__module__.startswith("edencli.")}

    assert {kind.__name__ for kind in kinds} - made == set()


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_names_the_tests_that_hold_it(recipe: str) -> None:
    assert re.findall(r"`tests/[\w/]+\.py`", RECIPES[recipe])


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_name_in_a_recipe_stands_in_a_file_that_the_recipe_names(recipe: str) -> None:
    quoted = re.findall(r"`([^`\n]+)`", RECIPES[recipe])
    files = [HOUSE / one for one in quoted if "/" in one and (HOUSE / one).is_file()]
    known = "".join(file.read_text(encoding="utf-8") for file in files)
    names = [one for one in quoted if re.fullmatch(r"[A-Z]\w+|[a-z]+_\w+", one)]

    assert [name for name in names if not re.search(rf"\b{name}\b", known)] == []

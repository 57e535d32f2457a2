"""The guide of cards: what it says of events is what the validator does, and its recipes are cards."""

import json

import pytest
from in_process import edencli

from edencli.effects.authoring import find_impossible_effects
from edencli.effects.event_details import event_guide
from edencli.files.loader import parse_yaml
from edencli.files.shapes import build_value
from edencli.lang import Words
from edencli.model.card_words import CardEvent
from edencli.pages.card_recipes import CARD_RECIPES, CardRecipe
from edencli.pages.vocabulary_page import near_words, vocabulary_data, word_data

WORDS = Words("en")


def card_of(recipe: CardRecipe) -> object:
    """The card of a recipe, with a name, a text and, where it is an ability, somebody who has it."""
    own = parse_yaml(recipe.card.encode(), "recipe.yaml").data | {"name": "Trick", "text": "..."}
    if recipe.deck == "tactics":
        return build_value("cards", {"kind": "cards", "tactics": [own]}).tactics[0]
    limbs = {
        limb: {"faces": [face], "cp": {"white": 1}, stat: {"white": 1}}
        for limb, face, stat in (
            ("head", 1, "psi"),
            ("arms", 2, "cbt"),
            ("torso", 3, "vig"),
            ("legs", 4, "spd"),
        )
    }
    bearer = {"name": "Rat", "types": ["beast"], "level": 1, "base": 30, "limbs": limbs, "abilities": [own]}
    return build_value("cards", {"kind": "cards", "npfs": [bearer]}).npfs[0].abilities[0]


@pytest.mark.parametrize("recipe", CARD_RECIPES, ids=lambda one: one.key)
def test_a_recipe_is_a_card_with_which_nothing_is_wrong(recipe: CardRecipe) -> None:
    assert list(find_impossible_effects(card_of(recipe))) == []  # type: ignore[arg-type]


def test_every_event_tells_its_details_its_values_and_its_changes() -> None:
    rows = {
        row["word"]: row
        for group in vocabulary_data(WORDS)["groups"]
        if group["group"] == "event"
        for row in group["rows"]
    }

    assert set(rows) == set(CardEvent)
    assert rows["cp-lost"]["keys"] == ["doer", "sufferer", "how", "weapon", "limb"]
    assert rows["cp-lost"]["values"]["how"][:2] == ["melee", "strike"]
    assert rows["cp-lost"]["gives"] == ["amount", "limb"]
    assert rows["tactic-played"]["keys"] == ["player", "named", "card"]
    assert rows["located"]["changes"] == ["turn"]


@pytest.mark.parametrize("event", CardEvent)
def test_what_the_guide_offers_of_an_event_the_validator_accepts(event: CardEvent) -> None:
    values = {"doer": {}, "sufferer": {}, "player": "own", "named": "Ruse", "marker": "fear", "success": True}
    values |= {"wounded": True, "hit": True}
    values |= {"card": {"symbol": "faction"}, "of-mission": True}
    values |= {"weapon": "Gun", "limb": "head", "through": "Well", "enters": "Well", "leaves": "Well"}
    guide = event_guide(event)

    for detail in guide.details:
        value = guide.values[detail][-1] if detail in guide.values else values.get(detail, "melee.passive")
        effect = {"effect": "when", "event": str(event), detail: value, "do": [{"op": "give-sp"}]}
        card = {"name": "Trick", "text": "...", "tactical": True, "effects": [effect]}
        (tactic,) = build_value("cards", {"kind": "cards", "tactics": [card]}).tactics
        assert "effect-detail" not in {one.rule for one in find_impossible_effects(tactic)}, detail


def test_a_word_has_a_page_with_its_keys_and_its_recipes() -> None:
    found = word_data(WORDS, "remind")

    assert [(one["group"], one["rows"][0]["word"]) for one in found["groups"]] == [("op", "remind")]
    assert [one["deck"] for one in found["recipes"]] == ["abilities"]


def test_a_key_has_a_page_with_the_words_beside_it() -> None:
    (group,) = word_data(WORDS, "from-hand")["groups"]

    assert group["group"] == "key"
    assert group["rows"][0]["keys"] == ["when", "instead"]


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("killed", "left"),
        ("dies", "left"),
        ("damage", "wounded"),
        ("turn-end", "activation-ended"),
        ("cp-lots", "cp-lost"),
    ],
)
def test_words_of_other_games_lead_to_those_of_this_one(asked: str, near: str) -> None:
    assert near in near_words(asked)


def test_what_is_no_word_is_refused_with_what_is_near() -> None:
    told = edencli("rules", "--effects", "killed")

    assert told.returncode == 1
    assert "left" in told.stderr.decode()


def test_what_is_no_word_is_told_as_data_too() -> None:
    told = edencli("rules", "--effects", "killed", "--format", "json")

    assert json.loads(told.stdout)["near"] == [["left", ""]]

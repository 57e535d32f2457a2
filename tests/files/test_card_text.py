"""Cards written as YAML, and added to files of which nothing else changes."""

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edencli.files.card_text import NEW_FILE, DeckNotAList, add_card, card_lines
from edencli.files.loader import parse_yaml

SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "cards").glob("*.yaml"))
CARD: Mapping[str, Any] = {
    "name": "Ash",
    "factions": ["Jokers Gang"],
    "limbs": {limb: {"faces": [1], "cp": {"white": 2, "red": 2}} for limb in ("head", "arms", "torso")},
    "abilities": [{"name": "Once: more", "kind": "action", "text": "Roll, and roll again."}],
}
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).filter(
    lambda text: text == text.strip()
)


def data_of(text: str) -> Any:
    document = parse_yaml(text.encode(), "cards.yaml")
    assert list(document.faults) == []
    return document.data


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("deck", ["fighters", "missions", "tactics"])
def test_a_card_comes_last_in_its_deck_and_no_line_of_the_file_changes(path: Path, deck: str) -> None:
    before = path.read_text(encoding="utf-8")

    after = add_card(before, deck, CARD)

    changed = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] == "-"]
    assert changed == []
    old = data_of(before)
    assert data_of(after) == {**old, deck: [*old.get(deck, []), CARD]}


def test_a_card_is_written_as_the_samples_are() -> None:
    assert add_card(NEW_FILE, "fighters", CARD).splitlines()[2:] == [
        "",
        "fighters:",
        "  - name: Ash",
        "    factions: [Jokers Gang]",
        "    limbs:",
        "      head: {faces: [1], cp: {white: 2, red: 2}}",
        "      arms: {faces: [1], cp: {white: 2, red: 2}}",
        "      torso: {faces: [1], cp: {white: 2, red: 2}}",
        "    abilities:",
        '      - name: "Once: more"',
        "        kind: action",
        '        text: "Roll, and roll again."',
    ]


def test_a_comment_after_the_last_card_stays_after_it() -> None:
    text = "kind: cards\ntactics:\n- name: One\n  text: |\n    Two\n    lines.\n\n# the end\nmissions: []\n"

    after = add_card(text, "tactics", {"name": "Two", "text": "More."})

    assert after.index("name: Two") < after.index("# the end")
    assert "\n- name: Two\n  text: More.\n" in after
    assert [card["name"] for card in data_of(after)["tactics"]] == ["One", "Two"]


def test_an_empty_list_in_brackets_becomes_a_list_in_lines() -> None:
    after = add_card("kind: cards\ntactics: []  # none yet\nmissions: [ ]\n", "tactics", {"name": "One"})

    assert after == "kind: cards\ntactics:  # none yet\n  - name: One\nmissions: [ ]\n"


def test_the_last_line_may_lack_its_end() -> None:
    after = add_card("kind: cards\ntactics:\n  - name: One\n    text: Short", "tactics", {"name": "Two"})

    assert [card["name"] for card in data_of(after)["tactics"]] == ["One", "Two"]


@pytest.mark.parametrize("deck", ["tactics: [{name: One, text: Short}]", "tactics:", "tactics: x"])
def test_a_deck_that_is_no_list_in_lines_is_left_alone(deck: str) -> None:
    with pytest.raises(DeckNotAList):
        add_card(f"kind: cards\n{deck}\n", "tactics", CARD)


@pytest.mark.parametrize(
    "word", ["yes", "No", "null", "~", "12", "1_000", "- a", "a: b", "#c", "[d]", "é", "true"]
)
def test_a_word_is_read_back_as_it_was(word: str) -> None:
    assert data_of("\n".join(card_lines({"name": word}))) == {"name": word}


@given(
    st.recursive(TEXTS | st.integers(0, 99), lambda one: st.lists(one, min_size=1, max_size=3), max_leaves=6)
)
def test_whatever_a_card_says_is_read_back(value: Any) -> None:
    card = {"text": value, "cost": {"ap": value}, "abilities": [{"name": value}]}

    assert data_of("\n".join(card_lines(card))) == card

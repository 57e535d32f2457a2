"""Cards changed within files of which nothing else changes."""

import difflib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from edencli.files.card_edit import edit_card, merge_card
from edencli.files.loader import parse_yaml

SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "cards").glob("*.yaml"))
TEXT = """\
kind: cards
fighters:
  # The best of all.
  - name: Ash  # short
    factions: [Jokers Gang]  # one
    value: 20  # cheap
    equipment:
      # From the cellar.
      - name: Knife
        shooting: {range: 5, strength: 3}  # far
tactics:
  - tactical: true
    name: Smoke
    text: |
      Two
      lines.

  - {name: Dust, text: One.}
"""


def data_of(text: str) -> Any:
    document = parse_yaml(text.encode(), "cards.yaml")
    assert list(document.faults) == []
    return document.data


def edited(deck: str, number: int, **changes: Any) -> str:
    return edit_card(TEXT, deck, number, {**data_of(TEXT)[deck][number], **changes})


def changed_lines(after: str, before: str = TEXT) -> list[str]:
    found = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in found if line[0] in "+-"]


def test_a_value_changes_and_its_comment_stays() -> None:
    assert changed_lines(edited("fighters", 0, value=25)) == [
        "-     value: 20  # cheap",
        "+     value: 25  # cheap",
    ]


def test_a_part_of_a_list_changes_and_the_others_stay() -> None:
    after = edited("fighters", 0, equipment=[{"name": "Knife", "shooting": {"range": 9, "strength": 3}}])

    assert changed_lines(after) == [
        "-         shooting: {range: 5, strength: 3}  # far",
        "+         shooting: {range: 9, strength: 3}  # far",
    ]


def test_a_key_comes_last_and_a_key_goes_with_its_lines() -> None:
    smoke = {"tactical": True, "name": "Smoke", "cost": {"sp": 1}}

    after = edit_card(TEXT, "tactics", 0, smoke)

    assert data_of(after)["tactics"] == [smoke, {"name": "Dust", "text": "One."}]
    assert "    name: Smoke\n    cost: {sp: 1}\n" in after


def test_the_first_key_goes_as_well() -> None:
    after = edit_card(TEXT, "tactics", 0, {"name": "Smoke", "text": "One."})

    assert data_of(after)["tactics"][0] == {"name": "Smoke", "text": "One."}


def test_a_card_in_braces_is_written_in_lines() -> None:
    assert edited("tactics", 1, text="Two.").endswith("\n  - name: Dust\n    text: Two.\n")


def changes_of(card: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A card with each of its keys gone, then with each of its values another one."""
    for key, value in card.items():
        yield {name: one for name, one in card.items() if name != key}
        yield {**deepcopy(card), key: value[1:] if isinstance(value, list) else "Other: words"}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_any_card_of_a_sample_becomes_any_other_and_no_comment_before_it_goes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = data_of(text)
    for deck in {"fighters", "missions", "tactics"} & data.keys():
        number = len(data[deck]) - 1
        for card in changes_of(data[deck][number]):
            after = edit_card(text, deck, number, card)

            assert data_of(after) == {**data, deck: [*data[deck][:-1], card]}


def test_what_a_table_does_not_show_stays() -> None:
    kept = {"name": "Ash", "gender": "she", "abilities": [{"name": "A", "text": "x\n", "effects": [1]}]}
    shown = {"name": "Ash", "base": 30, "abilities": [{"name": "A", "text": "x"}]}

    assert merge_card(kept, shown, shown) == kept
    assert merge_card(kept, shown, {**shown, "name": "Dust"}) == {**kept, "name": "Dust"}
    more = {**shown, "abilities": [{"name": "B", "text": "y"}, {"name": "A", "text": "z"}]}
    assert merge_card(kept, shown, more)["abilities"] == [
        {"name": "B", "text": "y"},
        {"name": "A", "text": "z", "effects": [1]},
    ]
    assert "abilities" not in merge_card(kept, shown, {"name": "Ash", "base": 30})

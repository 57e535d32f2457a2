"""What authors get wrong in effects: one slip is one error, with the nearest word or what is wanted.

`slips_in_effects.txt` has each as it is written, and below it what is said and how it may be mended.
"""

from pathlib import Path

import pytest
from files.test_explain import WORDS, said

from edencli.files.schema import load_schema
from edencli.pages.diagnostics import fault_sentence, hint_text

HELD = Path(__file__).with_name("slips_in_effects.txt").read_text(encoding="utf-8")
SLIPS = [tuple(both.strip().split("\n")) for both in HELD.split("\n\n")]


@pytest.mark.parametrize(("effect", "told"), SLIPS)
def test_one_slip_in_an_effect_is_one_error_that_shows_what_is_wanted(effect: str, told: str) -> None:
    found = said(
        f"kind: cards\ntactics: [{{name: Ruse, text: x, effects: [{effect}]}}]\n", load_schema("cards")
    )

    assert [f"{fault_sentence(one, WORDS)} ({hint_text(one, WORDS)})" for one in found] == [told]


def test_more_than_sixty_slips_are_held() -> None:
    assert len(SLIPS) > 60

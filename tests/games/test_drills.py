"""The drills: short sample matches that show what cards do, each held to its transcript, all in one run."""

import json
from pathlib import Path
from typing import Any

import pytest
from in_process import edencli_text

ROOT = Path(__file__).parents[2]
CARDS_EXERCISED = 90
"""The share of sample cards and abilities, in per cent, that do something in some sample game."""


@pytest.fixture(scope="module")
def told() -> Any:
    """What became of each effect of each sample card in all sample games."""
    ended = edencli_text("play", "samples/games", "samples/drills", "--cards", "--format", "json", cwd=ROOT)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def test_every_drill_is_played_to_its_transcript() -> None:
    ended = edencli_text("play", "samples/drills", "--check", "--strict", "--quiet", cwd=ROOT)

    assert ended.returncode == 0, ended.stdout


def test_nearly_all_sample_cards_do_something_in_some_sample_game(told: Any) -> None:
    cards: dict[tuple[str, str, str], set[str]] = {}
    for file in told["files"]:
        for part in file["parts"]:
            cards.setdefault((file["file"], part["fighter"], part["card"]), set()).add(part["exercise"])
    fired = sum("fired" in exercises for exercises in cards.values())

    assert len({file["file"] for file in told["files"]}) == len(
        list((ROOT / "samples" / "cards").glob("*.yaml"))
    )
    assert 100 * fired >= CARDS_EXERCISED * len(cards)

"""Options that would be passed over in silence are refused: nobody shall believe that they did something."""

from pathlib import Path

import pytest
from in_process import edencli

CORNER = "samples/games/street-corner.yaml"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["rules", "--diff", "en", "fr", "--card"], "--card does not go with --diff"),
        (["rules", "melee", "--rulings"], "'melee' does not go with --rulings"),
        (["roll", "4", "--difficulty", "4", "--state", "head:1"], "no fighter is named"),
        (
            ["resolve-attack", "Yuri", "Elenia", "--odds", "--optional", "fr", "--game", CORNER],
            "the match has already settled which optional chapters are played",
        ),
    ],
)
def test_what_would_be_passed_over_is_refused(arguments: list[str], why: str) -> None:
    ended = edencli(*arguments, cwd=Path(__file__).parents[2])

    assert (ended.returncode, ended.stdout) == (2, b"")
    assert why in ended.stderr.decode()

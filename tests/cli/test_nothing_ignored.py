"""Options that would be passed over in silence are refused: nobody shall believe that they did something."""

from pathlib import Path

import pytest
from processes import edencli

CARDS = ("--cards", "samples/cards/jokers.yaml", "--band", "samples/bands/jokers.yaml")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["rules", "--diff", "en", "fr", "--card"], "one page at a time: --diff, --card"),
        (["rules", "melee", "--rulings"], "--rulings takes no words; leave out 'melee'"),
        (["roll", "Yuri", "psi", "--difficulty", "4", *CARDS], "--cards or --band, not both"),
        (["resolve-attack", "Yuri", "Grin", "--odds", *CARDS], "--cards or --band, not both"),
    ],
)
def test_what_would_be_passed_over_is_refused(arguments: list[str], why: str) -> None:
    ended = edencli(*arguments, cwd=Path(__file__).parents[2])

    assert (ended.returncode, ended.stdout) == (2, b"")
    assert why in ended.stderr.decode()

"""Writes an example of every message that some command prints, as context for translators.

    .venv/bin/python tests/lang/examples.py

The commands are those below, run among the samples. The first text of each message is kept in
`tests/lang/examples.json`, with the sentence around it where that is known.
"""

import contextlib
import io
import json
import os
import shlex
import sys
from pathlib import Path

from edencli.cli import run
from edencli.lang import Words

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"
EXAMPLES = HERE / "examples.json"
GAMES = [f"play {path.relative_to(SAMPLES)}" for path in sorted(SAMPLES.glob("games/*.yaml"))]
CARDS = [f"show {path.relative_to(SAMPLES)}" for path in sorted(SAMPLES.glob("*/*.yaml"))]
ATTACK = "resolve-attack Yuri Vlädd --cards cards/jokers.yaml"
COMMANDS = (
    *GAMES,
    *CARDS,
    "rules",
    "rules melee --all",
    "rules --effects",
    "rules --notation",
    "rules --card",
    "rules --card --rulebook fr",
    "rules --diff en fr",
    "rules --rulings",
    "rules band.budget",
    "rules can I dodge a shot",
    "weather --table",
    "weather --roll 9",
    "roll 4 --difficulty 5 --seed 1",
    "roll 4 --difficulty 5 --odds",
    f"{ATTACK} --odds --policies --then",
    f"{ATTACK} --seed 3 --reaction response",
    f"{ATTACK} --seed 3 --shift ask",
    "show games/salt-road.yaml",
    "show games/salt-road.yaml --sight Yuri",
    "validate .",
    "validate-band bands/jokers.yaml",
    "new --list",
    "play --random --seed 3 bands/jokers.yaml bands/matriarchy.yaml",
    "play --random --seed 4 --field none bands/jokers.yaml bands/matriarchy.yaml",
)
TYPED = "help\n?\nstate\nscore\nlog\nmap\nhint\nodds\nundo\nwhy\nquit\n"


def examples() -> dict[str, str]:
    """The first text of each message, by `AREA: MESSAGE`."""
    found: dict[str, str] = {}
    say = Words.say

    def noted(self: Words, area: str, message: str, /, **values: object) -> str:
        said = say(self, area, message, **values)
        if values:
            found.setdefault(f"{area}: {message}", said)
        return said

    os.chdir(SAMPLES)
    os.environ |= {"COLUMNS": "80", "NO_COLOR": "1"}
    Words.say = noted  # type: ignore[method-assign]
    try:
        for line in (*COMMANDS, *(f"play -i --no-record {game.partition(' ')[2]}" for game in GAMES[:4])):
            sys.stdin = io.TextIOWrapper(io.BytesIO(TYPED.encode()))
            with (
                contextlib.redirect_stdout(io.StringIO()),
                contextlib.redirect_stderr(io.StringIO()),
                contextlib.suppress(SystemExit),
            ):
                run(shlex.split(line))
    finally:
        Words.say = say  # type: ignore[method-assign]
    return dict(sorted(found.items()))


if __name__ == "__main__":
    text = json.dumps(examples(), ensure_ascii=False, indent=1)
    EXAMPLES.write_text(f"{text}\n", encoding="utf-8")

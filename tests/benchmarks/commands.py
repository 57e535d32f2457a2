"""The time of commands that read cards, in multiples of a script that only reads them.

Run it: `python tests/benchmarks/commands.py [rounds]`. The script imports typer and ruamel and walks through
the events of the same files. All programs take turns, so that other work on the machine affects them equally;
the figures are ratios of medians of processor time within this run, with everything compiled beforehand.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks.speeds import Speed, print_speeds, rounds_given
from benchmarks.startup import EDENCLI, measured, write_script

READER = """\
import sys

import typer
from ruamel.yaml import YAML

assert typer
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        for event in YAML(typ="safe", pure=True).parse(file.read()):
            pass
"""
DUEL = "samples/games/first-duel.yaml"
BANDS = ("jokers", "bamaka")

# Each command, the files it reads, and its goal as a multiple of the reader's time.
ROUNDS = 21
ASKED = {
    "edencli resolve-attack --odds": (
        ["resolve-attack", "Yuri", "Vlädd", "--cards", "samples/cards/jokers.yaml", "--odds"],
        ["samples/cards/jokers.yaml"],
        1.3,
    ),
    "edencli play first-duel": (
        ["play", DUEL],
        [
            DUEL,
            *(f"samples/bands/{name}.yaml" for name in BANDS),
            *(f"samples/cards/{name}.yaml" for name in (*BANDS, "missions", "tactics")),
        ],
        1.3,
    ),
}


def speeds(rounds: int = ROUNDS) -> Iterator[Speed]:
    """Commands that read cards, in multiples of reading them."""
    with tempfile.TemporaryDirectory() as folder:
        reader = write_script(folder, "reader", READER)
        programs = {f"read {name}": [reader, *files] for name, (_, files, _) in ASKED.items()}
        programs |= {
            name: [write_script(folder, "edencli", EDENCLI), *ask] for name, (ask, _, _) in ASKED.items()
        }
        times = measured(programs, rounds, compiled=folder)
    for name, (_, _, goal) in ASKED.items():
        base, taken = (statistics.median(times[one]) for one in (f"read {name}", name))
        yield Speed(name, "reading its files by ruamel", taken / base, goal)


if __name__ == "__main__":
    sys.exit(print_speeds(speeds(rounds_given(ROUNDS))))

"""How long commands that read cards take, in multiples of a script that only reads them.

Run it: `python tests/benchmarks/commands.py [rounds]`. The script imports typer and ruamel and walks through
the events of the same files. All programs take turns, so that whatever else the machine does falls on all of
them; the figures are ratios of medians of processor time within this one run, everything compiled beforehand.
"""

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from startup import measured

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

# What is asked, which files it reads, and at most how many times the time of the reader it may take.
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


def main() -> int:
    """Measure, print a line a command, and tell whether all are within their limits."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    with tempfile.TemporaryDirectory() as folder:
        reader, edencli = Path(folder) / "reader.py", Path(folder) / "run_edencli.py"
        reader.write_text(READER, encoding="utf-8")
        edencli.write_text("from edencli.__main__ import main\n\nmain()\n", encoding="utf-8")
        programs = {f"read {name}": [str(reader), *files] for name, (_, files, _) in ASKED.items()}
        programs |= {name: [str(edencli), *arguments] for name, (arguments, _, _) in ASKED.items()}
        times = measured(programs, rounds, compiled=folder)
    within = True
    for name, (_, _, limit) in ASKED.items():
        base, taken = (statistics.median(times[one]) for one in (f"read {name}", name))
        within = within and taken / base <= limit
        print(
            f"{name:32} {taken * 1000:6.1f} ms, reading {base * 1000:6.1f} ms: "
            f"{taken / base:.2f} of at most {limit}"
        )
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())

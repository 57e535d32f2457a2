"""The time of validating, in multiples of check-jsonschema on the same file and of single processes.

Run it: `python tests/benchmarks/validate.py [rounds]`, with edencli and check-jsonschema beside that Python.
All programs take turns, so that other work on the machine affects them equally; the figures are ratios of
medians within this run. The first round, in which modules are compiled, is not counted.

The band has 200 lines, its 42 names and the notes of its player; `validate-band` also reads the 264 lines of
cards with these names, applies the game's rules and prints the sheet.
"""

import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks.speeds import Speed, print_speeds, rounds_given
from benchmarks.startup import seconds

from edencli.files.source import shipped_folder

ROUNDS = 21
MANY = 50

FIGHTER = """\
  - name: {name}
    factions: [Jokers Gang]
    stigma: chaos
    types: [human]
    value: 10
    base: 30
    limbs:
      head: {{faces: [1], cp: {{white: 2, red: 1}}, psi: {{white: 3, red: 2}}}}
      arms: {{faces: [2, 3], cp: {{white: 2, red: 1}}, cbt: {{white: 4, red: 3}}}}
      torso: {{faces: [4, 5], cp: {{white: 3, red: 2}}, vig: {{white: 4, red: 3}}}}
      legs: {{faces: [6], cp: {{white: 2, red: 1}}, spd: {{white: 5, red: 3}}}}
    equipment:
      - name: Throwing knives
        shooting: {{range: 20, strength: 3, uses: {{round: 1}}}}
"""
MISSION = """\
  - name: {name}
    kind: secret
    deployment: ambush
    objectives:
      - {{text: Stand there at the end., vp: 2, counted: match}}
"""
TACTIC = """\
  - name: {name}
    tactical: true
    text: Something happens that nobody expected.
"""
DECKS = {"fighters": (FIGHTER, 10), "missions": (MISSION, 12), "tactics": (TACTIC, 20)}
LINES = 200


def speeds(rounds: int = ROUNDS) -> Iterator[Speed]:
    """One file beside another validator, and many files at once beside as many processes."""
    with tempfile.TemporaryDirectory() as name:
        bands = write_files(Path(name))
        yield Speed(
            "edencli validate-band", "check-jsonschema", beside_check_jsonschema(bands[0], rounds), 0.5
        )
        together = in_one_process(bands, max(3, rounds // 3))
        yield Speed(f"edencli validate-band, {MANY} files", f"{MANY} processes", together, 0.2)


def write_files(folder: Path) -> list[Path]:
    """Write the cards, and many similar bands."""
    named = {
        deck: [f"{deck[:-1].title()} {_letters(n)}" for n in range(many)] for deck, (_, many) in DECKS.items()
    }
    cards = ["kind: cards\n"]
    lines = ["kind: band", "name: The Rust Gang", "cards: [cards.yaml]", "faction: Jokers Gang"]
    for deck, names in named.items():
        cards += [f"{deck}:\n", *(DECKS[deck][0].format(name=name) for name in names)]
        lines += [f"{deck}:", *(f"  - {name}" for name in names)]
    notes = [f"# Note {n}: what this band is for, and how it is played." for n in range(LINES - len(lines))]
    (folder / "cards.yaml").write_text("".join(cards), encoding="utf-8")
    bands = [folder / f"band-{n}.yaml" for n in range(MANY)]
    for band in bands:
        band.write_text("\n".join([*notes, *lines]) + "\n", encoding="utf-8")
    return bands


def _letters(n: int) -> str:
    return chr(ord("A") + n // 26) + chr(ord("a") + n % 26)


def beside_check_jsonschema(band: Path, rounds: int) -> float:
    """The time for a band, in that of check-jsonschema for the same file and schema."""
    schema = str(shipped_folder("schemas") / "band.schema.json")
    theirs = [_beside_python("check-jsonschema"), "--schemafile", schema, str(band)]
    return ratio([_beside_python("edencli"), "validate-band", str(band)], theirs, rounds)


def in_one_process(bands: list[Path], rounds: int) -> float:
    """The time for many bands in one process, in that of one process each."""
    edencli = [_beside_python("edencli"), "validate-band", "--format", "concise"]
    return ratio([*edencli, *map(str, bands)], [*edencli, str(bands[0])], rounds) / len(bands)


def ratio(ours: list[str], theirs: list[str], rounds: int) -> float:
    """The median time of one command in that of another, both taking turns after a warm-up round."""
    times = [(seconds(ours, dict(os.environ)), seconds(theirs, dict(os.environ))) for _ in range(rounds + 1)][
        1:
    ]
    one, other = (statistics.median(each) for each in zip(*times, strict=True))
    return one / other


def _beside_python(program: str) -> str:
    found = shutil.which(program, path=str(Path(sys.executable).parent))
    if found is None:
        raise SystemExit(f"{program} is not installed beside {sys.executable}")
    return found


if __name__ == "__main__":
    sys.exit(print_speeds(speeds(rounds_given(ROUNDS))))

"""How long validating takes, in multiples of check-jsonschema on the same file and of single processes.

Run it: `python tests/benchmarks/validate.py [rounds]`, with edencli and check-jsonschema beside that
Python. All programs take turns, so that whatever else the machine does falls on all of them; the figures are
ratios of medians within this one run. The first round, in which modules are compiled, is not counted.

The band has 200 lines, its 42 names and the notes of its player; `validate-band` also reads the 264 lines of
cards in which they are looked up, applies the game's rules and prints the sheet.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from edencli.files.source import shipped_folder

BESIDE_CHECK_JSONSCHEMA, BESIDE_PROCESSES = 0.7, 0.2
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


def main() -> int:
    """Measure, print a line for each promise, and tell whether both are kept."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 21
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bands = write_files(folder)
        return (
            0
            if all([beside_check_jsonschema(folder, bands[0], rounds), in_one_process(bands, rounds)])
            else 1
        )


def write_files(folder: Path) -> list[Path]:
    """Write the cards, and many bands that are alike."""
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


def beside_check_jsonschema(folder: Path, band: Path, rounds: int) -> bool:
    """Compare with check-jsonschema on the same file and schema."""
    schema = str(shipped_folder("schemas") / "band.schema.json")
    programs = {
        "check-jsonschema": [_beside_python("check-jsonschema"), "--schemafile", schema, str(band)],
        "edencli validate-band": [_beside_python("edencli"), "validate-band", str(band)],
    }
    times = {name: statistics.median(taken) for name, taken in measured(programs, rounds, folder).items()}
    ratio = times["edencli validate-band"] / times["check-jsonschema"]
    for name, taken in times.items():
        print(f"{name:28} {taken * 1000:7.1f} ms")
    print(f"{'':28} {ratio:7.2f} of at most {BESIDE_CHECK_JSONSCHEMA}")
    return ratio <= BESIDE_CHECK_JSONSCHEMA


def in_one_process(bands: list[Path], rounds: int) -> bool:
    """Compare many files in one process with a process for each."""
    edencli = [_beside_python("edencli"), "validate-band", "--format", "concise"]
    programs = {"one process": [*edencli, *map(str, bands)], "one file": [*edencli, str(bands[0])]}
    times = measured(programs, max(3, rounds // 3), bands[0].parent)
    together = statistics.median(times["one process"])
    apart = statistics.median(times["one file"]) * len(bands)
    print(f"{f'{len(bands)} files, one process':28} {together * 1000:7.1f} ms")
    print(f"{f'{len(bands)} processes':28} {apart * 1000:7.1f} ms")
    print(f"{'':28} {together / apart:7.2f} of at most {BESIDE_PROCESSES}")
    return together / apart <= BESIDE_PROCESSES


def _beside_python(program: str) -> str:
    found = shutil.which(program, path=str(Path(sys.executable).parent))
    if found is None:
        raise SystemExit(f"{program} is not installed beside {sys.executable}")
    return found


def measured(programs: dict[str, list[str]], rounds: int, folder: Path) -> dict[str, list[float]]:
    """The seconds of each program, round by round, the programs taking turns."""
    times: dict[str, list[float]] = {name: [] for name in programs}
    for n in range(rounds + 1):
        for name, command in programs.items():
            began = time.perf_counter()
            subprocess.run(command, cwd=folder, capture_output=True, check=True)
            if n:
                times[name].append(time.perf_counter() - began)
    return times


if __name__ == "__main__":
    sys.exit(main())

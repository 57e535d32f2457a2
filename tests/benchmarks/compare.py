"""Whether a tree is slower than an older one, and in which package: for a check of every change.

    python tests/benchmarks/compare.py OLD [NEW] [--seconds 90] [--keep FILE]

OLD is a folder, or a commit of this repository; NEW is a folder, or else this tree. Both run equal commands
in turns, in separate processes, with the Python and the libraries that run this script. A process first warms
up. Then it takes the processor time of each command, the quickest of some runs, and once more the time that
each package spends in its own functions. Starts are measured separately, one process each. The ratios of two
runs side by side are compared by their median, so that other work on the machine matters little. Commands are
named by the words that a user types, since an older tree may have other names inside; a command that one of
the trees refuses is left out.

It fails where the median of a command, a start or a package is above `LIMIT`, which lies between what a tree
shows against itself and a loss of ten per cent. A package with too small a share of the time is not judged.
`--keep` writes the ratios of all rounds as JSON.
"""

import argparse
import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks.startup import seconds as start_seconds

HERE = Path(__file__).parents[2]
LIMIT = 1.065
"""The median of ratios above which a tree counts as slower."""
FEWEST_ROUNDS = 9
"""The fewest ratios with a meaningful median."""
LEAST_SHARE = 0.01
"""The share of all time below which a package is not judged."""

GAMES = "samples/games"
WORKS: Mapping[str, list[list[str]]] = {
    "check files": [["validate", "samples/bands", "samples/cards", "samples/scenery"]],
    "look up rules": [["rules", "dodge"], ["rules", "may I shoot into a melee"], ["rules", "melee.dodge"]],
    "play a script": [["play", f"{GAMES}/drowned-market.yaml"], ["play", f"{GAMES}/salt-road.yaml"]],
    "play by chance": [["play", "--random", "--seed", "1", f"{GAMES}/first-duel.yaml"]],
    "play by chance, chapters": [
        ["play", "--random", "--seed", str(n), f"{GAMES}/fire-at-the-dock.yaml"] for n in range(2)
    ],
    "play bots": [["play", f"{GAMES}/first-duel.yaml", "--blue", "steady", "--red", "steady", "--seed", "1"]],
    "weigh attacks": [
        ["resolve-attack", "Yuri", "Vlädd", "--cards", "samples/cards/jokers.yaml", "--odds"],
        [
            "resolve-attack",
            "Elenia",
            "Bastien Longshot",
            "--cards",
            "samples/cards/resistance.yaml",
            "--odds",
        ],
    ],
    "draw and print": [
        ["show", f"{GAMES}/street-corner.yaml", "--svg", "-"],
        ["show", "samples/bands/jokers.yaml", "--html", "-"],
    ],
}
STARTS: Mapping[str, list[str]] = {
    "start --help": ["--help"],
    "start rules": ["rules", "dodge"],
    "start validate-band": ["validate-band", "samples/bands/jokers.yaml"],
    "start play": ["play", f"{GAMES}/first-duel.yaml"],
    "start --odds": WORKS["weigh attacks"][0],
}
EDENCLI = "from edencli.__main__ import main; main()"

# Runs the commands in one tree; prints the seconds of each command, and of each package's own functions.
CHILD = """
import contextlib, cProfile, io, json, pstats, sys, time
from pathlib import Path

from edencli.cli import run

home = Path(sys.modules["edencli"].__file__).parent


def call(command):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            run(list(command))
        except SystemExit as ended:
            return ended.code in (0, None)
    return True


def timed(commands):
    begun = time.process_time()
    for command in commands:
        call(command)
    return time.process_time() - begun


def package(file):
    path = Path(file)
    if home not in path.parents:
        return None
    inside = path.relative_to(home).parts
    return inside[0].removesuffix(".py")


def profiled(works):
    profile = cProfile.Profile(time.process_time, builtins=False)
    profile.enable()
    for commands in works.values():
        for command in commands:
            call(command)
    profile.disable()
    packages = {}
    for (file, _, _), (_, _, own, _, _) in pstats.Stats(profile).stats.items():
        if (name := package(file)) is not None:
            packages[name] = packages.get(name, 0.0) + own
    return packages


works = json.loads(sys.argv[1])
works = {name: commands for name, commands in works.items() if all(map(call, commands))}
seconds = {name: min(timed(commands) for _ in range(3)) for name, commands in works.items()}
print(json.dumps({"works": seconds, "packages": profiled(works)}))
"""

Seconds: TypeAlias = Mapping[str, float]
Ratios: TypeAlias = dict[str, list[float]]


class Round(NamedTuple):
    """The times of one run of a tree, in seconds: commands, starts, and packages in their own functions."""

    works: Seconds
    starts: Seconds
    packages: Seconds


def main() -> int:
    """Compare two trees for the time given, print a table, and return 1 if the new one is slower."""
    parser = argparse.ArgumentParser(description="Tell whether a tree is slower than an older one.")
    parser.add_argument("old", help="the older tree: a folder or a commit")
    parser.add_argument("new", type=Path, nargs="?", default=HERE, help="this tree")
    parser.add_argument("--seconds", type=float, default=90, help="processor time to spend")
    parser.add_argument("--keep", type=Path, help="write the ratios of all rounds here")
    given = parser.parse_args()
    with tree_of(given.old) as old:
        found = compare_trees(old, given.new.resolve(), given.seconds)
    if given.keep:
        given.keep.write_text(json.dumps(found), encoding="utf-8")
    slower = [name for what, ratios in found.items() for name in print_ratios(what, ratios)]
    print(f"slower: {', '.join(slower)}" if slower else "no slower")
    return 1 if slower else 0


def compare_trees(old: Path, new: Path, seconds: float) -> dict[str, Ratios]:
    """The ratios of all rounds of two trees, new to old."""
    with tempfile.TemporaryDirectory() as compiled:
        rounds = in_turns((old, new), seconds, compiled)
    print(f"{len(rounds)} rounds; processor time of the new tree, in that of the old one; at most {LIMIT}")
    return ratios_of(rounds)


@contextmanager
def tree_of(name: str) -> Iterator[Path]:
    """A folder, or a temporary folder with the files of a commit."""
    if Path(name).is_dir():
        yield Path(name).resolve()
        return
    packed = subprocess.run(
        ["git", "archive", "--format=tar", name, "edencli", "samples", "schemas"],  # noqa: S607  # found on the path
        cwd=HERE,
        check=True,
        capture_output=True,
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)


def in_turns(trees: tuple[Path, Path], seconds: float, compiled: str) -> list[tuple[Round, Round]]:
    """Run both trees in turns, alternating their order, after a warm-up round."""
    found: list[tuple[Round, Round]] = []
    old, new = trees
    run(old, compiled), run(new, compiled)
    begun = used()
    while len(found) < FEWEST_ROUNDS or used() - begun < seconds:
        if len(found) % 2:
            later, earlier = run(new, compiled), run(old, compiled)
        else:
            earlier, later = run(old, compiled), run(new, compiled)
        found.append((earlier, later))
    return found


def used() -> float:
    """The processor time of all processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def run(tree: Path, compiled: str) -> Round:
    """One run of the commands and the starts of a tree."""
    environment = environment_of(tree, compiled)
    found: dict[str, Seconds] = run_works(tree, compiled, CHILD)
    starts = {
        name: start_seconds([sys.executable, "-c", EDENCLI, *words], environment, cwd=tree)
        for name, words in STARTS.items()
    }
    return Round(found["works"], starts, found["packages"])


def environment_of(tree: Path, compiled: str) -> dict[str, str]:
    """The environment in which a tree's edencli runs, with its bytecode in a folder of its own."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return own | {
        "PYTHONPATH": str(tree),
        "PYTHONPYCACHEPREFIX": compiled,
        "PYTHONHASHSEED": "0",
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "EDENCLI_LANG": "en",
    }


def run_works(tree: Path, compiled: str, script: str) -> Any:
    """The JSON output of a script that is given the commands and run in a tree."""
    command = [sys.executable, "-c", script, json.dumps(WORKS)]
    environment = environment_of(tree, compiled)
    done = subprocess.run(
        command, cwd=tree, env=environment, check=False, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        sys.exit(f"{tree}: {done.stderr}")
    return json.loads(done.stdout)


def ratios_of(rounds: Sequence[tuple[Round, Round]]) -> dict[str, Ratios]:
    """The ratio of new to old for everything that both trees have."""
    whole = sum(sum(old.packages.values()) for old, _ in rounds)
    judged = [
        name
        for name in sorted(rounds[0][0].packages)
        if sum(old.packages.get(name, 0.0) for old, _ in rounds) >= LEAST_SHARE * whole
    ]
    return {
        "commands": ratios(WORKS, [(old.works, new.works) for old, new in rounds]),
        "starts": ratios(STARTS, [(old.starts, new.starts) for old, new in rounds]),
        "packages, in functions of their own": ratios(
            judged, [(old.packages, new.packages) for old, new in rounds]
        ),
    }


def ratios(names: Iterable[str], pairs: Sequence[tuple[Seconds, Seconds]]) -> Ratios:
    """The ratios of each name that all runs have."""
    common = [name for name in names if all(name in old and name in new for old, new in pairs)]
    return {name: [new[name] / old[name] for old, new in pairs] for name in common}


def slower_names(found: Ratios) -> list[str]:
    """The names whose median is above the limit."""
    return [name for name, each in found.items() if statistics.median(each) > LIMIT]


def print_ratios(what: str, found: Ratios) -> list[str]:
    """Print one line per name, and return the names that became slower."""
    print(f"\n{what}")
    slower = slower_names(found)
    for name, each in found.items():
        low, median, high = statistics.quantiles(each, n=4)
        mark = "   slower" if name in slower else ""
        print(f"  {name:26} {median:.3f}  (half of them {low:.3f} to {high:.3f}){mark}")
    return slower


if __name__ == "__main__":
    sys.exit(main())

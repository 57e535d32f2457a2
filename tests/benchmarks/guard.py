"""Whether a tree is slower than an older one, and in which package: for a check of every change.

    python tests/benchmarks/guard.py OLD_TREE [NEW_TREE] [--seconds 90]

Both trees run the same commands in turns, in processes of their own, with the Python and the libraries that
run this script. Each process first warms up; then it takes the processor time of every command, and once more
the processor time that each package spends in functions of its own. What is compared are ratios of two runs
that lie side by side; the verdict is their median, so that whatever else the machine does matters little.
Commands are called by the words that a user types, for an older tree may have other names inside.

It fails where the median of a command or of a package is above `LIMIT`: between what the same tree shows
against itself and a loss of ten per cent. A package that takes too little of the time to be measured is not
judged.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

LIMIT = 1.065
"""The median of ratios above which a tree counts as slower."""
FEWEST_ROUNDS = 7
"""Fewer ratios have no median worth the name."""
LEAST_SHARE = 0.01
"""The share of all time below which a package is not judged."""

GAMES = "samples/games"
WORKS: Mapping[str, list[list[str]]] = {
    "check files": [["validate", "samples/bands", "samples/cards", "samples/scenery"]],
    "look up rules": [["rules", "dodge"], ["rules", "may I shoot into a melee"], ["rules", "melee.dodge"]],
    "play a script": [["play", f"{GAMES}/drowned-market.yaml"], ["play", f"{GAMES}/salt-road.yaml"]],
    "play by chance": [["play", "--random", "--seed", str(n), f"{GAMES}/first-duel.yaml"] for n in range(3)],
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

# Runs the works in one tree; prints the seconds of each work, and of the functions of each package.
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
            assert ended.code in (0, None), (command, ended.code)


def package(file):
    path = Path(file)
    if home not in path.parents:
        return None
    inside = path.relative_to(home).parts
    return inside[0].removesuffix(".py")


works = json.loads(sys.argv[1])
seconds = {}
for commands in works.values():
    for command in commands:
        call(command)
for name, commands in works.items():
    begun = time.process_time()
    for command in commands:
        call(command)
    seconds[name] = time.process_time() - begun
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
print(json.dumps({"works": seconds, "packages": packages}))
"""

Seconds: TypeAlias = Mapping[str, float]


def main() -> int:
    """Compare two trees for as long as asked, print a table, and tell whether the new one is as fast."""
    parser = argparse.ArgumentParser(description="Tell whether a tree is slower than an older one.")
    parser.add_argument("old", type=Path, help="the older tree")
    parser.add_argument("new", type=Path, nargs="?", default=Path(__file__).parents[2], help="this tree")
    parser.add_argument("--seconds", type=float, default=90, help="processor time to spend")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as compiled:
        runs = in_turns((given.old.resolve(), given.new.resolve()), given.seconds, compiled)
    works = ratios([(old["works"], new["works"]) for old, new in runs])
    whole = sum(sum(old["packages"].values()) for old, _ in runs)
    judged = {
        name
        for name in runs[0][0]["packages"]
        if sum(old["packages"].get(name, 0.0) for old, _ in runs) >= LEAST_SHARE * whole
    }
    packages = ratios([(kept(old["packages"], judged), kept(new["packages"], judged)) for old, new in runs])
    print(f"{len(runs)} rounds; processor time of the new tree, in that of the old one; at most {LIMIT}")
    slower = [*told("commands", works), *told("packages, in their own functions", packages)]
    print(f"slower: {', '.join(slower)}" if slower else "no slower")
    return 1 if slower else 0


def in_turns(
    trees: tuple[Path, Path], seconds: float, compiled: str
) -> list[tuple[Mapping[str, Seconds], Mapping[str, Seconds]]]:
    """Run both trees by turns, the old one first and then last, after a round that warms up."""
    found: list[tuple[Mapping[str, Seconds], Mapping[str, Seconds]]] = []
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


def run(tree: Path, compiled: str) -> Mapping[str, Seconds]:
    """The seconds of the works and of the packages of one tree."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(tree),
        "PYTHONPYCACHEPREFIX": compiled,
        "PYTHONHASHSEED": "0",
    }
    environment |= {"NO_COLOR": "1", "COLUMNS": "80", "EDENCLI_LANG": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", CHILD, json.dumps(WORKS)]
    done = subprocess.run(
        command, cwd=tree, env=environment, check=False, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        sys.exit(f"{tree}: {done.stderr}")
    found: Mapping[str, Seconds] = json.loads(done.stdout)
    return found


def kept(seconds: Seconds, names: Iterable[str]) -> Seconds:
    """Those of some names, as far as there are any."""
    return {name: seconds[name] for name in sorted(names) if name in seconds}


def ratios(pairs: list[tuple[Seconds, Seconds]]) -> dict[str, list[float]]:
    """The ratios of each name that both trees have."""
    names = [name for name in pairs[0][0] if all(name in old and name in new for old, new in pairs)]
    return {name: [new[name] / old[name] for old, new in pairs] for name in names}


def told(what: str, found: Mapping[str, list[float]]) -> list[str]:
    """Print a line a name, and return the names that became slower."""
    print(f"\n{what}")
    slower = []
    for name, each in found.items():
        median = statistics.median(each)
        low, high = statistics.quantiles(each, n=4)[0], statistics.quantiles(each, n=4)[2]
        mark = "   slower" if median > LIMIT else ""
        slower += [name] if mark else []
        print(f"  {name:18} {median:.3f}  (half of them {low:.3f} to {high:.3f}){mark}")
    return slower


if __name__ == "__main__":
    sys.exit(main())

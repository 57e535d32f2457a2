"""All speeds in one table: work, anchor, goal, bound, and the present ratio.

    python tests/benchmarks/all.py [--short] [--set-bounds]

Each line is a ratio of processor times within this run. Goals are what the project wants. Bounds are what
`.ci/run` requires of every change, with `--short`, which takes a minute and a half: they are in
`.ci/speeds.json` for each minor version of Python, and `--set-bounds` writes those of this one, a quarter
worse than measured, so that a busy machine breaks none. A loss of a tenth is found by `compare.py`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks import commands, field, matches, odds, options, prompt, startup, validate
from benchmarks.speeds import Speed, print_speeds

BOUNDS = Path(__file__).parents[2] / ".ci" / "speeds.json"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
SINGLE = ("slowest", "p99")
"""Ratios of a single answer are printed without a bound: the system may have interrupted just that one."""
SPARE = 1.25
"""The factor by which a bound is worse than the ratio measured when it was set."""


class Benchmark(NamedTuple):
    """A benchmark, and how often it repeats its work, in full and in the short set."""

    speeds: Callable[[int], Iterator[Speed]]
    rounds: int
    short: int


BENCHMARKS = (
    Benchmark(startup.speeds, startup.ROUNDS, 7),
    Benchmark(commands.speeds, commands.ROUNDS, 5),
    Benchmark(validate.speeds, validate.ROUNDS, 5),
    Benchmark(matches.speeds, matches.ROUNDS, 10),
    Benchmark(field.speeds, field.ROUNDS, 2),
    Benchmark(odds.speeds, odds.ROUNDS, 1),
    Benchmark(options.speeds, options.LAYOUTS, 1),
    Benchmark(prompt.speeds, prompt.ANSWERS, 150),
)


def main() -> int:
    """Run all benchmarks, print the table, and return 1 if a bound is exceeded."""
    parser = argparse.ArgumentParser(description="Print all speeds.")
    parser.add_argument("--short", action="store_true", help="repeat less, and hold each to its bound")
    parser.add_argument("--set-bounds", action="store_true", help="write the bounds of this Python")
    given = parser.parse_args()
    known = json.loads(BOUNDS.read_text(encoding="utf-8"))
    speeds = (speed for one in BENCHMARKS for speed in one.speeds(one.short if given.short else one.rounds))
    if given.set_bounds:
        bounds = {speed.work: worse(speed) for speed in speeds if not speed.work.endswith(SINGLE)}
        BOUNDS.write_text(json.dumps(known | {PYTHON: bounds}, indent=2, sort_keys=True) + "\n", "utf-8")
        return 0
    if PYTHON not in known:
        print(f"there are no bounds for Python {PYTHON} yet: speeds are printed, and nothing is held")
    return print_speeds(speeds, known.get(PYTHON, {}))


def worse(speed: Speed) -> float:
    """The bound for a measured speed."""
    return round(speed.now / SPARE if speed.is_rate else speed.now * SPARE, 3)


if __name__ == "__main__":
    sys.exit(main())

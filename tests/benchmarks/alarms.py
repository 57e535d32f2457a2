"""How often `compare.py` alarms: never for an equal tree, nearly always where a package lost speed.

    python tests/benchmarks/alarms.py [--runs 20] [--seconds 90]                  a tree beside itself
    python tests/benchmarks/alarms.py --planted [PACKAGE...] [--loss 0.1] [--runs 20]

A loss is planted in a copy of this tree: functions of one package first run a counting loop, long enough that
the package takes the given share more processor time in its own functions. Each run is a whole comparison, of
a minute and a half: twenty of them for each package take a night.
"""

import argparse
import ast
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks.compare import (
    HERE,
    LEAST_SHARE,
    Ratios,
    compare_trees,
    run_works,
    slower_names,
)

WANTED = 0.95
"""The share of runs that must notice a planted loss."""
LEAST_COUNTING = 5e-6
"""The shortest loop in seconds, long enough that starting it takes no noticeable time."""
FOLDERS = ("edencli", "samples", "schemas")

# Runs the works once in one tree; prints each function of edencli, its calls and its own seconds.
CHILD = """
import contextlib, cProfile, inspect, io, json, pstats, sys, time
from pathlib import Path

from edencli.cli import run

home = Path(sys.modules["edencli"].__file__).parent


def call(command):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            run(list(command))
        except SystemExit:
            pass


commands = [command for work in json.loads(sys.argv[1]).values() for command in work]
for command in commands:
    call(command)
profile = cProfile.Profile(time.process_time, builtins=False)
profile.enable()
for command in commands:
    call(command)
profile.disable()
found = [
    (str(Path(file).relative_to(home)), line, calls, own)
    for (file, line, _), (_, calls, own, _, _) in pstats.Stats(profile).stats.items()
    if home in Path(file).parents
]
print(json.dumps(found))
"""


class Cost(NamedTuple):
    """The cost of a function: its file below `edencli`, its line, its number of calls, its own seconds."""

    file: str
    line: int
    calls: int
    seconds: float

    @property
    def package(self) -> str:
        """The package of the function."""
        return Path(self.file).parts[0].removesuffix(".py")


def main() -> int:
    """Run the comparisons, and print how often there was an alarm."""
    parser = argparse.ArgumentParser(description="Count the alarms of compare.py.")
    parser.add_argument("packages", nargs="*", help="the packages in which a loss is planted; else all")
    parser.add_argument("--planted", action="store_true", help="plant losses")
    parser.add_argument("--loss", type=float, default=0.1, help="how much more time a package takes")
    parser.add_argument("--runs", type=int, default=20, help="how many comparisons, for each package")
    parser.add_argument("--seconds", type=float, default=90, help="processor time of each comparison")
    given = parser.parse_args()
    if not given.planted:
        return 0 if count_alarms(HERE, "itself", given.runs, given.seconds) == 0 else 1
    with tempfile.TemporaryDirectory() as compiled:
        costs = [Cost(*one) for one in run_works(HERE, compiled, CHILD)]
    late = []
    for package in given.packages or judged_packages(costs):
        with planted(package, [one for one in costs if one.package == package], given.loss) as tree:
            alarms = count_alarms(tree, f"a loss in {package}", given.runs, given.seconds)
        late += [package] if alarms < WANTED * given.runs else []
    print(f"too seldom noticed: {', '.join(late)}" if late else "noticed in all packages")
    return 1 if late else 0


def judged_packages(costs: Sequence[Cost]) -> list[str]:
    """The packages with a large enough share of the time to be judged."""
    whole = sum(one.seconds for one in costs)
    own: dict[str, float] = {}
    for one in costs:
        own[one.package] = own.get(one.package, 0.0) + one.seconds
    return sorted(package for package, seconds in own.items() if seconds >= LEAST_SHARE * whole)


def count_alarms(tree: Path, what: str, runs: int, seconds: float) -> int:
    """Compare a tree with this one several times; return how often it counted as slower."""
    alarms = 0
    for number in range(1, runs + 1):
        found: Mapping[str, Ratios] = compare_trees(HERE, tree, seconds)
        slower = [name for ratios in found.values() for name in slower_names(ratios)]
        alarms += bool(slower)
        print(f"{what}: {alarms} alarms in {number} runs; {', '.join(slower) or 'none now'}", flush=True)
    return alarms


@contextmanager
def planted(package: str, costs: Sequence[Cost], loss: float) -> Iterator[Path]:
    """A copy of this tree in which a package takes so much more time in functions of its own.

    Functions that take long a call count, each in proportion to its time; generators do not, for a profile
    counts each of their turns as a call.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in FOLDERS:
            shutil.copytree(HERE / name, Path(folder) / name, ignore=shutil.ignore_patterns("__pycache__"))
        wanted = loss * sum(one.seconds for one in costs)
        sources = {file: _Functions(HERE / "edencli" / file) for file in {one.file for one in costs}}
        left = [one for one in costs if one.line in sources[one.file].by_line]
        while left and min(_counting(one, left, wanted) for one in left) < LEAST_COUNTING:
            left.remove(min(left, key=lambda one: _counting(one, left, wanted)))
        if not left:
            sys.exit(f"no function of {package} can be made slower by so little")
        second = counts_a_second()
        for one in left:
            sources[one.file].count_first(one.line, round(_counting(one, left, wanted) * second))
        for file in {one.file for one in left}:
            text = ast.unparse(sources[file].tree)
            (Path(folder) / "edencli" / file).write_text(text, encoding="utf-8")
        yield Path(folder)


def _counting(one: Cost, among: Sequence[Cost], wanted: float) -> float:
    """The seconds for which a function must count at each call."""
    return wanted * one.seconds / sum(other.seconds for other in among) / one.calls


def counts_a_second() -> float:
    """How far an empty loop counts in a second of processor time."""
    counted = 5_000_000
    best = min(_time_counting(counted) for _ in range(3))
    return counted / best


def _time_counting(counted: int) -> float:
    begun = time.process_time()
    for _ in range(counted):
        pass
    return time.process_time() - begun


class _Functions:
    """A module's functions, by the line where a profile says that they begin."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        self.by_line = {_first_line(node): node for node in found if not _is_generator(node)}

    def count_first(self, line: int, counts: int) -> None:
        """Make a function run the counting loop before its body."""
        body = self.by_line[line].body
        at = 1 if len(body) > 1 and ast.get_docstring(self.by_line[line]) is not None else 0
        body[at:at] = ast.parse(f"for _ in range({counts}): pass").body


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def _is_generator(node: ast.FunctionDef) -> bool:
    inner = {
        id(one)
        for child in ast.walk(node)
        if child is not node and isinstance(child, ast.FunctionDef | ast.Lambda)
        for one in ast.walk(child)
    }
    return any(isinstance(one, ast.Yield | ast.YieldFrom) and id(one) not in inner for one in ast.walk(node))


if __name__ == "__main__":
    sys.exit(main())

"""The time of a look-up, in multiples of the smallest program that typer can make.

Run it: `python tests/benchmarks/startup.py [rounds]`. All programs take turns, so that other work on the
machine affects them equally; the figures are ratios of medians of processor time within this run. Every
module is compiled in the round that is not counted, as for a user who has installed the program.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks.speeds import Speed, print_speeds, rounds_given

HELLO = """\
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "world") -> None:
    print(f"hello {name}")


app()
"""
EDENCLI = "from edencli.__main__ import main\n\nmain()\n"

# Each command, and its goal as a multiple of hello world's time.
ASKED = {
    "edencli --help": (["--help"], 1.2),
    "edencli rules melee.dodge": (["rules", "melee.dodge"], 1.1),
    "edencli rules dodge": (["rules", "dodge"], 1.35),
    "edencli rules acid rain": (["rules", "acid", "rain"], 1.35),
}
ROUNDS = 31


def speeds(rounds: int = ROUNDS) -> Iterator[Speed]:
    """Look-ups, in multiples of hello world."""
    with tempfile.TemporaryDirectory() as folder:
        programs = {"hello world": [write_script(folder, "hello", HELLO)]}
        programs |= {
            name: [write_script(folder, "edencli", EDENCLI), *ask] for name, (ask, _) in ASKED.items()
        }
        times = measured(programs, rounds, compiled=folder)
    base = statistics.median(times["hello world"])
    for name, (_, goal) in ASKED.items():
        yield Speed(name, "hello world by typer", statistics.median(times[name]) / base, goal)


def hello_seconds(rounds: int = 7) -> float:
    """The processor time of hello world: the anchor of work without a rival."""
    with tempfile.TemporaryDirectory() as folder:
        program = {"hello": [write_script(folder, "hello", HELLO)]}
        return statistics.median(measured(program, rounds, compiled=folder)["hello"])


def write_script(folder: str, name: str, text: str) -> str:
    """Write a script, and return its path."""
    path = Path(folder) / f"run_{name}.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def measured(programs: dict[str, list[str]], rounds: int, *, compiled: str) -> dict[str, list[float]]:
    """Run every program once per round, after one round that compiles and warms the disk's cache."""
    environment = {**os.environ, "EDENCLI_RULEBOOK": "en", "PYTHONPYCACHEPREFIX": compiled}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    times: dict[str, list[float]] = {name: [] for name in programs}
    for turn in range(rounds + 1):
        for name, arguments in programs.items():
            taken = seconds([sys.executable, *arguments], environment)
            if turn:
                times[name].append(taken)
    return times


def seconds(command: list[str], environment: dict[str, str], *, cwd: Path | None = None) -> float:
    """The processor time of one run from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=cwd,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(print_speeds(speeds(rounds_given(ROUNDS))))

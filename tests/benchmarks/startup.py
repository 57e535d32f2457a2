"""How long a look-up takes, in multiples of the smallest program that typer can make.

Run it: `python tests/benchmarks/startup.py [rounds]`. All programs take turns, so that whatever else the
machine does falls on all of them; the figures are ratios of medians of processor time within this one run.
Every module is compiled once, in the round that is not counted, as for anybody who installed the program.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HELLO = """\
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "world") -> None:
    print(f"hello {name}")


app()
"""

# What is asked, and at most how many times the time of hello world it may take.
ASKED = {
    "edencli --help": (["--help"], 1.2),
    "edencli rules melee.dodge": (["rules", "melee.dodge"], 1.3),
    "edencli rules dodge": (["rules", "dodge"], 1.6),
    "edencli rules acid rain": (["rules", "acid", "rain"], 1.6),
}


def main() -> int:
    """Measure, print a line a program, and tell whether all are within their limits."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 31
    with tempfile.TemporaryDirectory() as folder:
        hello = Path(folder) / "hello.py"
        hello.write_text(HELLO, encoding="utf-8")
        edencli = Path(folder) / "run_edencli.py"
        edencli.write_text("from edencli.__main__ import main\n\nmain()\n", encoding="utf-8")
        programs = {"hello world": [str(hello)]}
        programs |= {name: [str(edencli), *arguments] for name, (arguments, _) in ASKED.items()}
        times = measured(programs, rounds, compiled=folder)
    base = statistics.median(times["hello world"])
    print(f"{'hello world':28} {base * 1000:6.1f} ms")
    within = True
    for name, (_, limit) in ASKED.items():
        ratio = statistics.median(times[name]) / base
        within = within and ratio <= limit
        print(f"{name:28} {ratio * base * 1000:6.1f} ms  {ratio:.2f} of at most {limit}")
    return 0 if within else 1


def measured(programs: dict[str, list[str]], rounds: int, *, compiled: str) -> dict[str, list[float]]:
    """Run every program once a round, after one round that compiles and warms the disk's cache."""
    environment = {**os.environ, "EDENCLI_RULEBOOK": "en", "PYTHONPYCACHEPREFIX": compiled}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    times: dict[str, list[float]] = {name: [] for name in programs}
    for turn in range(rounds + 1):
        for name, arguments in programs.items():
            taken = seconds([sys.executable, *arguments], environment)
            if turn:
                times[name].append(taken)
    return times


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """The processor time of one run from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())

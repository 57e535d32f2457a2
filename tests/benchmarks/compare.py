"""Two trees side by side: what short commands cost, and what an answer costs in a random match.

Run it: `python tests/benchmarks/compare.py OLD_TREE [NEW_TREE] [rounds]`; without NEW_TREE, this one is new.
Both trees are run by the Python that runs this script, with the libraries that it has, everything compiled
beforehand. They take turns, and only processor time counts, so that whatever else the machine does matters
little: the figure of a command is a median, that of an answer comes from the quickest run of each match.

The matches are those of each tree's own `tests/random_matches.py`: they have the same bands, scenery and
seeds, but where a rule or a player changed in between, other things happen in them.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Matches: TypeAlias = dict[str, list[tuple[float, int]]]

COMMANDS = (
    ["--help"],
    ["rules", "melee.dodge"],
    ["rules", "dodge"],
    ["validate-band", "samples/bands/jokers.yaml"],
    ["play", "samples/games/first-duel.yaml"],
    ["play", "samples/games/candle-street.yaml"],
    ["resolve-attack", "Yuri", "Vlädd", "--cards", "samples/cards/jokers.yaml", "--odds"],
)
EDENCLI = "from edencli.__main__ import main; main()"

# Plays a few matches by each book; tells of each the seconds, playing and replaying, and how many answers.
MATCHES = """
import gc, json, sys, time

sys.path.insert(0, "tests")
from random_matches import begin_match

from edencli.referee.referee import Referee

try:
    from edencli.bots.random_player import RandomPlayer, play_out
    from edencli.referee.dice import SeededDice
    from edencli.rulebooks.raw_books import BOOKS
except ImportError:  # an older tree calls them otherwise
    from edencli.players.dice import Seeded as SeededDice
    from edencli.players.random_player import RandomPlayer, play_out
    from edencli.rulebooks.plain import BOOKS


class Recorder:
    def __init__(self, player, dice):
        self.player, self.dice, self.answers = player, dice, []

    def __call__(self, question):
        self.answers.append(self.player(question))
        return self.answers[-1]

    def throw(self, roll):
        self.answers.append(self.dice.throw(roll))
        return self.answers[-1]


def play(book, number):
    match = begin_match(book, number)
    recorder = Recorder(RandomPlayer(match, number), SeededDice(number))
    play_out(Referee(match), recorder, recorder)
    return recorder.answers


def replay(book, number, answers):
    referee = Referee(begin_match(book, number))
    for answer in answers:
        referee.answer(answer)


def timed(work, *arguments):
    start = time.process_time()
    done = work(*arguments)
    return done, time.process_time() - start


spent = {}
for book in BOOKS:
    play(book, 0)  # warms up
    for number in range(1, 1 + int(sys.argv[1])):
        gc.collect()
        answers, playing = timed(play, book, number)
        _, replaying = timed(replay, book, number, answers)
        for name, seconds in ((f"playing {book}", playing), (f"replaying {book}", replaying)):
            spent.setdefault(name, []).append((seconds, len(answers)))
print(json.dumps(spent))
"""
MATCHES_A_BOOK = 4
AT_MOST = 1.02
"""How many times what the old tree takes the new one may take; the rest is noise."""


def main() -> int:
    """Measure, print a line a command and a line a book, and tell whether the new tree is no slower."""
    words = [word for word in sys.argv[1:] if not word.isdigit()]
    rounds = next((int(word) for word in sys.argv[1:] if word.isdigit()), 21)
    if not words:
        sys.exit("usage: compare.py OLD_TREE [NEW_TREE] [rounds]")
    old, new = (Path(tree).resolve() for tree in (*words, str(Path(__file__).parents[2]))[:2])
    within = True
    with tempfile.TemporaryDirectory() as compiled:
        for command in COMMANDS:
            times = in_turns(lambda tree: spent(tree, command, compiled), (old, new), rounds)  # noqa: B023
            within = told(" ".join(command)[:46], "ms", *map(statistics.median, times)) and within
        told_by_matches = in_turns(lambda tree: matches(tree, compiled), (old, new), max(3, rounds // 3))
        for name in told_by_matches[0][0]:
            within = told(name, "µs", *(quickest(name, runs) for runs in told_by_matches)) and within
    return 0 if within else 1


def told(what: str, unit: str, old: float, new: float) -> bool:
    """Print both figures, and tell whether the new one is within its limit."""
    slower = "" if new <= AT_MOST * old else f"   more than {AT_MOST}"
    print(f"{what:46} {old:8.1f} {new:8.1f} {unit}  {new / old:.3f}{slower}", flush=True)
    return not slower


def in_turns(measure: Callable[[Path], T], trees: tuple[Path, Path], rounds: int) -> tuple[list[T], list[T]]:
    """What was measured in each tree, round by round, but for the first, which warms up."""
    found = [[measure(tree) for tree in trees] for _ in range(rounds + 1)][1:]
    return [old for old, _ in found], [new for _, new in found]


def spent(tree: Path, command: list[str], compiled: str) -> float:
    """The milliseconds of processor time that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(tree, EDENCLI, command, compiled)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def matches(tree: Path, compiled: str) -> Matches:
    """The seconds and the answers of each match."""
    found: Matches = json.loads(run(tree, MATCHES, [str(MATCHES_A_BOOK)], compiled))
    return found


def quickest(name: str, runs: list[Matches]) -> float:
    """The microseconds of an answer, each match at its quickest."""
    seconds = sum(
        min(match[0] for match in played) for played in zip(*(one[name] for one in runs), strict=True)
    )
    return 1e6 * seconds / sum(answers for _, answers in runs[0][name])


def run(tree: Path, program: str, arguments: list[str], compiled: str) -> str:
    """Run a program in a tree, and give back what it printed."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": compiled}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(
        command, cwd=tree, env=environment, check=False, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        sys.exit(f"{tree}: {arguments}: {done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())

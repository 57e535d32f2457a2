"""How often the practice opponent beats chance, and how long he thinks.

Run it: `python tests/benchmarks/opponents.py [matches] [book...]`. Both sides play the same band on the same
table; he is red in the first half of the matches, then blue.
"""

import sys
from collections import Counter
from pathlib import Path

# The tests' folder in place of this script's.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).parent.parent))

from contests import contest, score

from edencli.match.pieces import Side

MATCHES = 100
WINS_AT_LEAST = 0.95
WORST_AT_MOST = 1.0  # seconds


def main() -> int:
    """Play, and tell whether he is good and quick enough."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    good = True
    for book in sys.argv[2:] or ("en", "fr"):
        results: Counter[str] = Counter()
        seconds: list[float] = []
        for number in range(matches):
            side = Side.RED if number < matches / 2 else Side.BLUE
            match, thought = contest(book, number, side)
            ours, theirs = score(match, side), score(match, side.other)
            results["won" if ours > theirs else "lost" if ours < theirs else "drawn"] += 1
            seconds += thought
            if ours <= theirs:
                print(f"   {book} {number} {side}: {ours} to {theirs}")
        seconds.sort()
        print(
            f"{book}: {dict(results)}; {len(seconds)} answers,"
            f" median {seconds[len(seconds) // 2]:.3f} s, worst {seconds[-1]:.2f} s"
        )
        good = good and results["won"] >= WINS_AT_LEAST * matches and seconds[-1] <= WORST_AT_MOST
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

"""How often the practice opponent beats a random player, and how long it thinks.

Run it: `python tests/benchmarks/opponents.py [matches] [book...]`. Both sides play the same band, with its
missions and tactical cards, on the same table; the opponent is red in the first half of the matches, then
blue. The winner is the match's own, by victory points. Then a few matches of seven fighters a side among
twelve pieces of scenery are played to measure its thinking.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

# The tests' folder instead of this script's.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).parent.parent))

from contests import contest, even_match, large_match, winner

from edencli.match.pieces import Side

MATCHES = 100
LARGE = 4
WINS_AT_LEAST = 0.95
WORST_AT_MOST = 1.0  # seconds of processor time


def beats_chance(book: str, matches: int) -> bool:
    """Play matches of a book, and tell whether the opponent wins often enough."""
    results: Counter[str] = Counter()
    for number in range(matches):
        side, match = Side.RED if number < matches / 2 else Side.BLUE, even_match(book, number)
        contest(match, number, side)
        won = winner(match)
        results["drawn" if won is None else "won" if won is side else "lost"] += 1
        if won is not side:
            points = {str(one): match.state.sides[one].vp for one in Side}
            print(f"   {book} {number}, he is {side}: {points}", flush=True)
    print(f"{book}: {dict(results)} of {matches}")
    return results["won"] >= WINS_AT_LEAST * matches


def is_quick() -> bool:
    """Play large matches, and tell whether the opponent thinks no longer than a player waits."""
    seconds: list[float] = []
    for number in range(LARGE):
        seconds += contest(large_match("en", number), number, Side.RED)
    print(f"14 fighters, 12 pieces: {len(seconds)} answers, {told(seconds)}")
    return max(seconds) <= WORST_AT_MOST


def told(seconds: Sequence[float]) -> str:
    """A sentence about how long it took."""
    return f"median {sorted(seconds)[len(seconds) // 2]:.3f} s, worst {max(seconds):.2f} s"


def main() -> int:
    """Play, and return 1 if the opponent is not good or quick enough."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    good = [beats_chance(book, matches) for book in sys.argv[2:] or ("en", "fr")]
    return 0 if is_quick() and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())

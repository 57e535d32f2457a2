"""A bot that reads each question as a line of JSON, and writes the number of its answer.

    edencli play samples/games/first-duel.yaml --blue 'program: python3 samples/bots/by_lines.py' --seed 3

It spends as much AP at once as it may, which is mostly an attack. Invented for these samples.
"""

import json
import sys


def main() -> None:
    """Answer every line with the number of the answer that costs most AP."""
    for line in sys.stdin:
        question = json.loads(line)
        dearest = max(question["answers"], key=lambda answer: answer["ap"])
        sys.stdout.write(f"{dearest['n']}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""How well the bot `brisk` plays against `steady`, and how fast.

    python tests/benchmarks/brisk.py PAIRS.jsonl [--seconds 300] [--books en fr de it pt]

A pair is one table played twice, with the sides changed and the same dice: even numbers are matches of a band
against itself, odd ones are random tables. A line is written for each pair with the score of `brisk` in it;
pairs that are in the file already, by the same code of `brisk`, are not played again. When the seconds of
processor time are spent, the figures for `edencli.bots.BRISK_STRENGTH` are printed, and how many matches a
second `brisk` plays against itself, beside the random player in the same run.
"""

import argparse
import json
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

# The tests' folder instead of this script's.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).parent.parent))

from brisk_code import code_digest, score_of_pairs
from contests import even_match, winner
from random_matches import begin_match

from edencli.bots.brisk import BriskPlayer
from edencli.bots.random_player import RandomPlayer, play_out
from edencli.bots.steady import SteadyPlayer
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.questions import Question
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee

BOOKS = ("en", "fr", "de", "it", "pt")
MATCHES_TIMED = 40


def begin(book: str, number: int) -> Match:
    """Set up the table of a pair."""
    return (begin_match if number % 2 else even_match)(book, number)


def play_pair(book: str, number: int) -> float:
    """Play a table with `brisk` on either side; return its score from 0 to 1."""
    points = 0
    for side in Side:
        match = begin(book, number)
        brisk, steady = BriskPlayer(match, number), SteadyPlayer(match, number)

        def answer(question: Question[Any]) -> Any:
            return (brisk if question.asked is side else steady)(question)  # noqa: B023  # called at once

        play_out(Referee(match), answer, SeededDice(number))
        won = winner(match)
        points += 1 if won is None else 2 * (won is side)
    return points / 4


def matches_a_second(player: type[BriskPlayer | RandomPlayer]) -> float:
    """How many matches a second of processor time a player plays against itself."""
    begun = time.process_time()
    for number in range(MATCHES_TIMED):
        match = even_match("en", number)
        play_out(Referee(match), player(match, number), SeededDice(number))
    return MATCHES_TIMED / (time.process_time() - begun)


def main() -> int:
    """Play pairs until the time is up, then print the figures."""
    parser = argparse.ArgumentParser(description="The strength and the speed of brisk.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--books", nargs="+", default=BOOKS, choices=BOOKS)
    given, digest = parser.parse_args(), code_digest()
    lines: list[dict[str, Any]] = []
    if given.file.exists():
        written = map(json.loads, given.file.read_text("utf-8").splitlines())
        lines = [line for line in written if line["digest"] == digest]
    done = {(line["book"], line["number"]) for line in lines}
    with given.file.open("a", encoding="utf-8") as out:
        for book, number in ((book, number) for number in count() for book in given.books):
            if time.process_time() > given.seconds:
                break
            if (book, number) not in done:
                lines.append(
                    {"book": book, "number": number, "score": play_pair(book, number), "digest": digest}
                )
                out.write(json.dumps(lines[-1]) + "\n")
                out.flush()
    print(score_of_pairs([line["score"] for line in lines], digest))
    for player in (BriskPlayer, RandomPlayer):
        print(f"{player.__name__}: {matches_a_second(player):.1f} matches a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())

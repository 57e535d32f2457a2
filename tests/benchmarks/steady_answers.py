"""Whether `steady` still answers as before: a digest of each match that it plays on both sides.

    python tests/benchmarks/steady_answers.py OLD.jsonl [--tree TREE] [--from 0] [--to 500] [--books en fr]
    python tests/benchmarks/steady_answers.py --compare OLD.jsonl NEW.jsonl

A line is written for each match: its book and number, the number of answers, their digest, and the processor
time. The digest covers the answers in notation, why each was given, and the events that followed. Matches
that are in the file already are not played again. Even numbers are matches of a band against itself, with its
cards and missions; odd ones are random tables, with optional chapters. TREE is another checkout, whose
edencli and matches are used instead of this one's.
"""

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

BOOKS = ("en", "fr", "de", "it", "pt")


def main() -> int:
    """Play and write, or compare two files."""
    parser = argparse.ArgumentParser(description="Digests of all answers of steady against steady.")
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--tree", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--from", dest="begin", type=int, default=0)
    parser.add_argument("--to", dest="end", type=int, default=500)
    parser.add_argument("--books", nargs="+", default=BOOKS, choices=BOOKS)
    given = parser.parse_args()
    if given.compare:
        return compare(*map(read, given.files))
    sys.path[0:1] = [str(given.tree.resolve()), str(given.tree.resolve() / "tests")]
    (target,) = given.files
    done = read(target) if target.exists() else {}
    with target.open("a", encoding="utf-8") as out:
        for number in range(given.begin, given.end):
            for book in given.books:
                if (book, number) not in done:
                    out.write(json.dumps({"book": book, "number": number, **play(book, number)}) + "\n")
                    out.flush()
    return 0


def play(book: str, number: int) -> dict[str, Any]:
    """Play a match; return its line."""
    from contests import even_match  # noqa: PLC0415  # the tests of the tree named
    from random_matches import begin_match  # noqa: PLC0415  # as above

    from edencli.bots.steady import choose_answer  # noqa: PLC0415  # as above
    from edencli.match.questions import Roll  # noqa: PLC0415  # as above
    from edencli.notation.writer import write_answer  # noqa: PLC0415  # as above
    from edencli.referee.dice import SeededDice  # noqa: PLC0415  # as above
    from edencli.referee.referee import Referee  # noqa: PLC0415  # as above
    from edencli.referee.view import match_seen_by  # noqa: PLC0415  # as above

    match = (begin_match if number % 2 else even_match)(book, number)
    referee, dice, digest, answers = Referee(match), SeededDice(number), hashlib.sha256(), 0
    begun = time.process_time()
    while (question := referee.question) is not None:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
            continue
        view = match_seen_by(match, question.asked or match.first_player)
        thought = choose_answer(view, question, number)
        line = write_answer(thought.answer, view, question)
        digest.update(f"{question.rule} {line} {thought.why} {sorted(thought.about)}\n".encode())
        answers += 1
        referee.answer(thought.answer)
    seconds = time.process_time() - begun
    digest.update("\n".join(map(repr, match.log)).encode())
    return {"answers": answers, "digest": digest.hexdigest()[:24], "seconds": round(seconds, 4)}


def read(path: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """The matches of a file, by book and number."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return {(line["book"], line["number"]): line for line in lines}


def compare(old: dict[tuple[str, int], dict[str, Any]], new: dict[tuple[str, int], dict[str, Any]]) -> int:
    """Print which matches differ; return 1 if any does."""
    both = sorted(old.keys() & new.keys())
    other = [key for key in both if old[key]["digest"] != new[key]["digest"]]
    for book, number in other:
        print(f"{book} {number}: other answers")
    was, now = (sum(one[key]["seconds"] for key in both) for one in (old, new))
    answers = sum(new[key]["answers"] for key in both)
    print(f"{len(other)} of {len(both)} matches differ ({answers} answers); {was:.0f} s, now {now:.0f} s")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())

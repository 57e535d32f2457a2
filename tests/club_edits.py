"""Random one-line edits of a club's cards, bands and scenery: what hooks refuse, and what `compare` reports.

To run many by hand: `.venv/bin/python tests/club_edits.py --count 100 --seed 1`. What an edit really changes
is found separately: by the events of each game as JSON, and by whether each file is valid.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from in_process import edencli, edencli_text

import edencli as program

GAMES = ("first-duel", "into-the-fray", "interruption-chain", "no-step-further", "nobody-left", "last-bell")
FOLDERS = ("cards", "bands", "scenery")


class Edit(NamedTuple):
    """One line of a file, before and after."""

    file: str
    line: int
    before: str
    after: str


class Verdict(NamedTuple):
    """What an edit really changed, whether the hooks refused it, and whether `compare` reports it."""

    edit: Edit
    changed: bool
    refused: bool
    named: bool

    @property
    def agrees(self) -> bool:
        """Whether the edit is refused and reported exactly if it changes something."""
        return self.changed == self.refused == self.named


def make_club(folder: Path) -> None:
    """Make a club of a few short games, with their transcripts."""
    for game in GAMES:
        edencli("new", "--sample", game, folder, "--force")
    edencli("play", ".", "--update", "--quiet", cwd=folder)
    (folder / ".edencli").touch()


def random_edits(club: Path, seed: int) -> Iterator[Edit]:
    """Edits of one line: another number, a word missing or doubled, a comment, an empty line."""
    chance = random.Random(seed)  # noqa: S311  # nothing secret
    files = sorted(path for folder in FOLDERS for path in (club / folder).glob("*.yaml"))
    while True:
        file = chance.choice(files)
        lines = file.read_text(encoding="utf-8").split("\n")
        n = chance.randrange(len(lines))
        edited = _edited(chance, lines[n])
        if edited != lines[n]:
            yield Edit(str(file.relative_to(club)), n, lines[n], edited)


def _edited(chance: random.Random, line: str) -> str:
    digits = [n for n, one in enumerate(line) if one.isdigit()]
    words = line.split(" ")
    match chance.choice(("number", "number", "number", "word", "double", "comment", "gone")):
        case "number" if digits:
            n = chance.choice(digits)
            return line[:n] + str(chance.randrange(10)) + line[n + 1 :]
        case "word" if len(words) > 1:
            n = chance.randrange(len(words))
            return " ".join(words[:n] + words[n + 1 :])
        case "double":
            n = chance.randrange(len(words))
            return " ".join([*words[: n + 1], words[n], *words[n + 1 :]])
        case "comment":
            return f"{line}  # as printed" if line else "# as printed"
        case _:
            return ""


def truth(club: Path) -> dict[str, Any]:
    """The validity of each file, and the events of each game that can be played."""
    found: dict[str, Any] = {}
    for path in sorted(club.rglob("*.yaml")):
        name = str(path.relative_to(club))
        faults = [one for one in program.validate(path) if one.severity == "error"]
        found[name] = not faults
        if name.startswith("games/"):
            ended = edencli_text("play", name, "--format", "json", "--quiet", cwd=club)
            events = [json.loads(line) for line in ended.stdout.splitlines()[1:]]
            plain = [{key: part for key, part in event.items() if key != "sentence"} for event in events]
            found[name] = (ended.returncode, plain)
    return found


def judge(club: Path, old: Path, edit: Edit, before: dict[str, Any]) -> Verdict:
    """Make an edit, judge it in three ways, and undo it."""
    file = club / edit.file
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    lines[edit.line] = edit.after
    file.write_text("\n".join(lines), encoding="utf-8")
    try:
        state = {"XDG_STATE_HOME": str(old.parent / "state")}
        hooks = (("validate", "--quiet", "--changed", "."), ("play", "--quiet", "--check", "--changed", "."))
        refused = any(edencli(*hook, cwd=club, environment=state).returncode for hook in hooks)
        told = json.loads(edencli_text("compare", old, club, "--format", "json").stdout)
        named = bool(
            told["games"]
            or [one for one in told["bands"] if one["how"] != "changed"]
            or [one for one in told["files"] if one["how"] in {"faulty", "gone"}]
        )
        return Verdict(edit, truth(club) != before, refused, named)
    finally:
        file.write_text(text, encoding="utf-8")


def judge_edits(count: int, seed: int) -> list[Verdict]:
    """Judge `count` random edits of a club."""
    with tempfile.TemporaryDirectory() as made:
        club, old = Path(made, "club"), Path(made, "old")
        make_club(club)
        shutil.copytree(club, old)
        before, edits = truth(club), random_edits(club, seed)
        return [judge(club, old, next(edits), before) for _ in range(count)]


def main() -> int:
    """Judge edits, and print those about which truth, hooks and `compare` disagree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    verdicts = judge_edits(asked.count, asked.seed)
    disputed = [one for one in verdicts if not one.agrees]
    changed = sum(one.changed for one in verdicts)
    sys.stdout.write("".join(f"{one}\n" for one in disputed))
    sys.stdout.write(f"{len(verdicts)} edits, {changed} change something, {len(disputed)} disputed\n")
    return 1 if disputed else 0


if __name__ == "__main__":
    sys.exit(main())

"""How a manner of the practice opponent does against `steady` as it was, frozen at a commit.

    python tests/benchmarks/frozen.py [pairs] [--books en fr] [--manner steady] [--from 0]

A pair is two matches with one random band on both sides, one table and one seed of dice; the opponents change
sides between them. Bands are drawn from all cards of the samples. The old
opponent is the package `edencli.bots` of `FROZEN`, loaded under another name; it plays with the rules of this
tree. Prints the score (a win 1, a draw one half) with its interval of 95 %, by book, and for both opponents
what they lost in bids, the AP that they left unused, their activations without an act, and their time.
"""

import argparse
import importlib
import io
import random
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from contests import winner
from random_matches import SAMPLES, sceneries

from edencli.bots import Player
from edencli.bots.manners import MANNERS
from edencli.bots.steady import SteadyPlayer
from edencli.commands.band_builder import BandCards, draw_band
from edencli.effects.begin import create_match_with_cards
from edencli.games.checks import make_library
from edencli.match.events import ApSpent
from edencli.match.match import Match, Setup
from edencli.match.pieces import Side
from edencli.match.questions import Question, Roll
from edencli.match.state import FighterState, State
from edencli.match.table_events import Activated, ActivationEnded, ApGiven, ApLost, BidsRevealed, SpReserved
from edencli.referee.dice import SeededDice
from edencli.referee.game import cards_by_piece
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook
from edencli.rules.steps import FIRST_STEP

FROZEN = "cd50cdfc256f6e21e8d0264013513117f0b5f851"
"""The last commit with the opponent that bids by rote and plans one AP at a time."""
NEW, OLD = "new", "old"
HERE = Path(__file__).parents[2]
BOTH_SIDES = 1.96
"""The half width of an interval of 95 %, in standard errors."""


def load_frozen(commit: str, folder: Path) -> Any:
    """The module `steady` of the bots of a commit, in a package `frozen_bots` written to a folder."""
    archive = subprocess.run(  # a commit of this repository
        ["git", "-C", str(HERE), "archive", commit, "edencli/bots"],  # noqa: S607
        check=True,
        capture_output=True,
    )
    package = folder / "frozen_bots"
    package.mkdir()
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        for member in files:
            content = files.extractfile(member)
            if content is not None:
                text = content.read().decode().replace("edencli.bots", "frozen_bots")
                (package / Path(member.name).name).write_text(text, "utf-8")
    sys.path.insert(1, str(folder))
    return importlib.import_module("frozen_bots.steady")


def frozen_player(module: Any, match: Match, seed: int) -> Player:
    """The old opponent; its memory of the match is its own."""
    memory: list[Any] = []

    def answer(question: Question[Any]) -> Any:
        view = match_seen_by(match, question.asked or match.first_player)
        view.memory = memory
        return module.choose_answer(view, question, seed).answer

    return answer


@cache
def all_cards() -> BandCards:
    """All cards of the samples that a band may be made of."""
    files = make_library()
    found = [files.open(str(path)).value for path in sorted((SAMPLES / "cards").glob("*.yaml"))]
    return BandCards(
        *(tuple(card for one in found for card in getattr(one, deck)) for deck in BandCards._fields[:3])
    )


def drawn_match(book: str, number: int) -> Match:
    """Put a random band on both sides of a random table, before the preparation."""
    chance, rules = random.Random(f"{book} {number}"), rulebook(book)  # noqa: S311  # nothing secret
    sides = dict.fromkeys(Side, draw_band(all_cards(), rules, chance).band("Band"))
    scenery = {piece.name: piece for piece in chance.choice(sceneries())}
    state = State({piece: FighterState(card) for piece, card in cards_by_piece(sides).items()})
    state.step = FIRST_STEP
    return create_match_with_cards(rules, state, Setup(bands=sides, scenery=scenery))


def play(match: Match, players: Mapping[Side, Player], seed: int) -> dict[Side, list[float]]:
    """Play a match to its end; return the processor time of each side's answers."""
    referee, dice = Referee(match), SeededDice(seed)
    seconds: dict[Side, list[float]] = {side: [] for side in Side}
    while (question := referee.question) is not None:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
            continue
        side = question.asked or match.first_player
        begun = time.process_time()
        answer = players[side](question)
        seconds[side].append(time.process_time() - begun)
        referee.answer(answer)
    return seconds


def count_waste(match: Match, side: Side) -> Counter[str]:
    """What a side had of SP, AP and activations, and what it wasted."""
    counted: Counter[str] = Counter()
    acting, acted = None, False
    for event in match.log:
        if isinstance(event, SpReserved) and event.side is side:
            counted["sp"] += event.n
        elif isinstance(event, BidsRevealed):
            counted["bid"] += event.red if side is Side.RED else event.blue
        elif isinstance(event, ApGiven) and event.fighter.side is side:
            counted["ap"] += event.n
        elif isinstance(event, ApLost) and event.fighter.side is side:
            counted["unused"] += event.n
        elif isinstance(event, Activated):
            acting, acted = event.fighter, False
        elif isinstance(event, ApSpent):
            acted = acted or event.fighter == acting
        elif isinstance(event, ActivationEnded) and event.fighter.side is side:
            counted["activations"] += 1
            counted["idle"] += not acted
    return counted


class Pair(NamedTuple):
    """Two matches: the score of the new opponent in each; for both what they wasted, and seconds."""

    scores: tuple[float, ...]
    waste: Mapping[str, Counter[str]]
    seconds: Mapping[str, list[float]]


def play_pair(module: Any, book: str, number: int, manner: str) -> Pair:
    """Play a match with the new opponent as red, then as blue."""
    scores: list[float] = []
    waste = {NEW: Counter[str](), OLD: Counter[str]()}
    seconds: dict[str, list[float]] = {NEW: [], OLD: []}
    for side in Side:
        match = drawn_match(book, number)
        new = SteadyPlayer(match, number, MANNERS[manner])
        taken = play(match, {side: new, side.other: frozen_player(module, match, number)}, number)
        won = winner(match)
        scores.append(0.5 if won is None else float(won is side))
        for who, one in ((NEW, side), (OLD, side.other)):
            waste[who] += count_waste(match, one)
            seconds[who] += taken[one]
    return Pair(tuple(scores), waste, seconds)


def describe(found: Sequence[Pair]) -> str:
    """The score with its interval, and what both wasted."""
    scores = [sum(one.scores) / len(one.scores) for one in found]
    mean = statistics.mean(scores)
    half = BOTH_SIDES * statistics.stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else 1.0
    lines = [f"{len(found)} pairs: score {mean:.3f}, 95 % from {mean - half:.3f} to {mean + half:.3f}"]
    for who in (NEW, OLD):
        waste = sum((one.waste[who] for one in found), Counter[str]())
        bid, unused, idle = (
            f"{waste[part] / (waste[whole] or 1):.0%}"
            for part, whole in (("bid", "sp"), ("unused", "ap"), ("idle", "activations"))
        )
        times = sorted(second for one in found for second in one.seconds[who])
        lines += [
            f"   {who}: SP lost in bids {bid}, AP unused {unused}, activations without an act {idle};",
            f"      {sum(times) / len(found) / 2:.2f} s a match, p99 {times[len(times) * 99 // 100]:.3f} s",
        ]
    return "\n".join(lines)


def main() -> int:
    """Play, and print."""
    parser = argparse.ArgumentParser(description="A manner of the practice opponent against the frozen one.")
    parser.add_argument("pairs", type=int, nargs="?", default=200)
    parser.add_argument("--books", nargs="+", default=("en", "fr"), choices=BOOKS)
    parser.add_argument("--manner", default="steady", choices=sorted(MANNERS))
    parser.add_argument("--from", dest="begin", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        module = load_frozen(FROZEN, Path(folder))
        for book in given.books:
            numbers = range(given.begin, given.begin + given.pairs)
            found = [play_pair(module, book, number, given.manner) for number in numbers]
            print(f"{book}, {given.manner} against the frozen one, {describe(found)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

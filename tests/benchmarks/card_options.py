"""Whether the practice opponent gains by the choices that cards give, playing itself without them.

Run it: `python tests/benchmarks/card_options.py [pairs]`. In each pair both sides play one band of fighters
and tactical cards, drawn from the sample cards that show the vocabulary, twice, with the sides changed. One
of the two plays without what a card leaves to its player: action abilities, what may be declined or costs
something, and the hand. A win is 1 point and a draw half of one; the lower bound of 95 % for the share of
points must be at least half.
"""

import sys
from collections.abc import Iterator
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from contests import winner
from random_matches import bands, sceneries

from edencli.bots.random_player import play_out
from edencli.bots.steady import SteadyPlayer
from edencli.effects.begin import create_match_with_cards
from edencli.files.loader import parse_yaml
from edencli.files.shapes import build_value
from edencli.match.match import Match, Setup
from edencli.match.pieces import Side
from edencli.match.questions import Question
from edencli.match.state import FighterState, State
from edencli.model.fighter import Ability, Cost, Fighter
from edencli.model.game import Band, Cards
from edencli.model.terms import AbilityKind
from edencli.referee.dice import SeededDice
from edencli.referee.game import cards_by_piece
from edencli.referee.referee import Referee
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook
from edencli.rules.steps import FIRST_STEP

PAIRS = 200
FIGHTERS, TACTICS = 4, 5
AT_LEAST = 0.5
NORMAL_95 = 1.96
SHOWING = ("armoury", "chance", "echoes", "ground", "hands", "heralds", "mummers", "patience")
"""The sample files whose cards show the words of the vocabulary."""


@cache
def showing_cards() -> Cards:
    """All fighters and tactical cards of the files in `SHOWING`."""
    folder = Path(__file__).parents[2] / "samples" / "cards"
    files = [folder / f"{name}.yaml" for name in SHOWING]
    read = [build_value("cards", parse_yaml(file.read_bytes(), file.name).data) for file in files]
    return Cards(
        fighters=tuple(one for cards in read for one in cards.fighters),
        tactics=tuple(one for cards in read for one in cards.tactics),
    )


def drawn_band(number: int) -> Band:
    """A band of some of these fighters and cards, by the number of a pair, with missions of the samples."""
    random, cards = Random(number), showing_cards()  # noqa: S311  # nothing secret
    return bands()[number % len(bands())].with_changes(
        fighters=tuple(random.sample(cards.fighters, FIGHTERS)),
        tactics=tuple(random.sample(cards.tactics, TACTICS)),
    )


def without_options(band: Band) -> Band:
    """A copy of a band whose cards leave nothing to the player."""
    return band.with_changes(fighters=tuple(map(_without_choices, band.fighters)), tactics=())


def _without_choices(fighter: Fighter) -> Fighter:
    return fighter.with_changes(abilities=tuple(filter(_is_no_choice, fighter.abilities)))


def _is_no_choice(ability: Ability) -> bool:
    """Tell whether an ability works whatever its player wants."""
    declinable = any(getattr(effect, "may", False) for effect in ability.effects)
    return ability.kind is AbilityKind.PERMANENT and ability.cost == Cost() and not declinable


def paired_match(number: int, with_options: Side) -> Match:
    """The match of a pair in which one side has the options of its cards, before the preparation."""
    band = drawn_band(number)
    sides = {with_options: band, with_options.other: without_options(band)}
    sides = {side: sides[side] for side in Side}
    scenery = {piece.name: piece for piece in sceneries()[number % len(sceneries())]}
    state = State({piece: FighterState(card) for piece, card in cards_by_piece(sides).items()})
    state.step = FIRST_STEP
    book = rulebook(BOOKS[number % len(BOOKS)])
    return create_match_with_cards(book, state, Setup(bands=sides, scenery=scenery))


def points(number: int, with_options: Side) -> float:
    """The points of the side with the options in a match: 1 for a win, half for a draw."""
    match = paired_match(number, with_options)
    players = {side: SteadyPlayer(match, number) for side in Side}

    def answer(question: Question[Any]) -> Any:
        assert question.asked is not None
        return players[question.asked](question)

    play_out(Referee(match), answer, SeededDice(number))
    won = winner(match)
    return 0.5 if won is None else float(won is with_options)


def pair_points(pairs: int) -> Iterator[float]:
    """The share of the points of each pair that the options won."""
    for number in range(pairs):
        yield mean(points(number, side) for side in Side)


def lower_bound(found: list[float]) -> float:
    """The lower bound of 95 % for the mean of some results."""
    return mean(found) - (NORMAL_95 * stdev(found) / sqrt(len(found)) if len(found) > 1 else 1)


def main() -> int:
    """Play the pairs, and return 1 if the options are worth nothing."""
    found: list[float] = []
    for n, one in enumerate(pair_points(int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS), 1):
        found.append(one)
        print(f"{n} pairs: {mean(found):.3f}, at least {lower_bound(found):.3f} by 95 %", flush=True)
    return 0 if lower_bound(found) >= AT_LEAST else 1


if __name__ == "__main__":
    sys.exit(main())

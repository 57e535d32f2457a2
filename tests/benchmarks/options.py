"""How soon `?` lists what a fighter may do, on a table with 20 fighters a side and 12 pieces of scenery.

Run it: `python tests/benchmarks/options.py [layouts]`. Fighters are at random places: in two lines, all over
the table, or in one brawl. Each is asked about once in each layout, with 3 AP, by the basic rules and with
all optional chapters. Processor time counts; the first question is left out.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # the tests' folder instead of this script's

from benchmarks.speeds import Speed, print_speeds, rounds_given
from benchmarks.startup import hello_seconds
from contests import CHAPTERS, large_match
from random_matches import bands
from sessions import WORDS

from edencli.effects.begin import create_match_with_cards
from edencli.field.distance import gap
from edencli.field.units import cm
from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.state import FighterState, SceneryState, State
from edencli.prompt.answer_list import answer_lines
from edencli.referee.game import cards_by_piece
from edencli.rules.actions import next_act_question
from edencli.rules.ground import base, base_at, footprint

LAYOUTS = 3
A_SIDE = 20
MEDIAN, WORST = 0.4, 2.0  # goals, in multiples of hello world
TABLE = 90
AP = 3
ROOM = {  # the area of each side in centimetres: its range in width, then in depth
    "lines": {Side.RED: ((5, 85), (25, 40)), Side.BLUE: ((5, 85), (50, 65))},
    "spread": dict.fromkeys(Side, ((5, 85), (5, 85))),
    "brawl": dict.fromkeys(Side, ((25, 65), (25, 65))),
}


def crowded_match(layout: str, number: int, chapters: tuple[str, ...]) -> Match:
    """Put 20 fighters a side at random free places of a layout."""
    chance = random.Random(f"{layout} {number}")  # noqa: S311  # nothing secret
    cards = [card for band in bands() for card in band.fighters]
    drawn = tuple(
        card.with_changes(name=f"{card.name} {n}") for n, card in enumerate(chance.choices(cards, k=A_SIDE))
    )
    sides = dict.fromkeys(Side, bands()[0].with_changes(fighters=drawn))
    setup = large_match("en", number, chapters).setup
    setup = setup._replace(bands=sides, npfs={}, width=cm(TABLE), height=cm(TABLE))
    state = State({piece: FighterState(card) for piece, card in cards_by_piece(sides).items()})
    state.step, state.round = "activation", 1
    match = create_match_with_cards(state=state, setup=setup, book=large_match("en", number).book)
    for name in setup.scenery:
        state.scenery = {
            **state.scenery,
            name: SceneryState((cm(chance.randint(10, 80)), cm(chance.randint(10, 80)))),
        }
    for piece, fighter in state.fighters.items():
        assert piece.side is not None
        (left, right), (low, high) = ROOM[layout][piece.side]
        while True:
            place = cm(chance.uniform(left, right)), cm(chance.uniform(low, high))
            there = base_at(fighter.card, place)
            taken = [base(match, other) for other, one in state.fighters.items() if one.place]
            if all(gap(there, one) > 0 for one in (*taken, *(footprint(match, n) for n in setup.scenery))):
                break
        state.place_fighter(piece, place)
        fighter.ap = AP
    return match


def answer_times(layouts: int, chapters: tuple[str, ...]) -> Iterator[tuple[str, list[float]]]:
    """For each layout the times of each `?`, in seconds of processor time."""
    for layout in ROOM:
        taken = list[float]()
        for number in range(layouts):
            match = crowded_match(layout, number, chapters)
            for n, piece in enumerate(match.state.fighters):
                question = next_act_question(match, piece)
                start = time.process_time()
                list(answer_lines(WORDS, match, question, None))
                if n or number:
                    taken.append(time.process_time() - start)
        yield layout, taken


def speeds(layouts: int = LAYOUTS) -> Iterator[Speed]:
    """The median and the slowest answer of each layout, in multiples of hello world."""
    hello = hello_seconds()
    for chapters in ((), CHAPTERS):
        for layout, taken in answer_times(layouts, chapters):
            asked = f"?, {layout}, {'all chapters' if chapters else 'basic rules'}"
            yield Speed(asked, "hello world by typer", statistics.median(taken) / hello, MEDIAN)
            yield Speed(f"{asked}, slowest", "hello world by typer", max(taken) / hello, WORST)


if __name__ == "__main__":
    sys.exit(print_speeds(speeds(rounds_given(LAYOUTS))))

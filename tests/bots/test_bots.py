"""The list of bots: what is offered, completed and explained follows from it."""

import gc
import weakref

import pytest
from random_matches import begin_blind, begin_match

from edencli.bots import BOTS, RANDOM, Seat
from edencli.bots.random_player import RandomPlayer, play_out
from edencli.games.play_script import refuse_blind_bots
from edencli.match.pieces import Side
from edencli.output.console import Refused
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee

ON_A_TABLE = [(name, True) for name in BOTS]
BY_EYE = [(name, False) for name, bot in BOTS.items() if not bot.judges_by_places]


@pytest.mark.parametrize(("name", "measured"), ON_A_TABLE + BY_EYE)
def test_a_bot_plays_both_sides_of_a_match_to_its_end(name: str, *, measured: bool) -> None:
    match = begin_match("en", 1) if measured else begin_blind("en", 1)
    referee = Referee(match)
    player = BOTS[name].make(Seat(referee, header=None, seed=1, thinking=lambda _: None))

    assert play_out(referee, player, SeededDice(1))
    assert match.log[-1].kind == "match-ended"


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_judges_by_places_is_refused_where_nobody_measures(name: str) -> None:
    refuse_blind_bots({Side.RED: BOTS[name]}, measured=True)
    if not BOTS[name].judges_by_places:
        refuse_blind_bots({Side.RED: BOTS[name]}, measured=False)
        return

    with pytest.raises(Refused) as refused:
        refuse_blind_bots({Side.RED: BOTS[name], Side.BLUE: BOTS[RANDOM]}, measured=False)

    judged = "cannot play on a field that is not measured"
    able = ", ".join(name for name, _ in BY_EYE)
    assert str(refused.value) == f"{name} {judged}; {able} can, or play yourself: --red person, --blue person"


@pytest.mark.parametrize("number", [0, 7])
def test_a_match_that_is_over_is_let_go_at_once(number: int) -> None:
    """Whatever held it in a circle would keep it till the collector comes, each time it is played."""
    gc.collect()
    gc.disable()
    try:
        assert any(is_let_go(number) for _ in range(2)), "the probes of coverage may hold one for a moment"
    finally:
        gc.enable()


def is_let_go(number: int) -> bool:
    """Play a match to its end, and tell whether nothing is left of it."""
    match = begin_match("en", number)
    play_out(Referee(match), RandomPlayer(match, number), SeededDice(number))
    kept = weakref.ref(match)
    del match
    return kept() is None

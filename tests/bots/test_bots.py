"""The list of bots: what is offered, completed and explained follows from it."""

import pytest

from edencli.bots import BOTS, PLAYERS, RANDOM
from edencli.games.play_script import refuse_blind_bots
from edencli.lang import ENGLISH, Words
from edencli.match.pieces import Side
from edencli.output.console import Refused


@pytest.mark.parametrize("option", ["play.red", "play.blue"])
def test_help_names_every_player_that_may_be_asked_for(option: str) -> None:
    """Its metavar is made of the list; its prose is not."""
    told = Words(ENGLISH).say("help", "play.red") + Words(ENGLISH).say("help", option)

    assert [name for name in PLAYERS if name not in told] == []


def test_each_player_is_named_when_a_record_goes_on() -> None:
    words = Words(ENGLISH)

    assert [name for name in PLAYERS if not words.has("session", f"plays.{name}")] == []


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_judges_by_places_is_refused_where_nobody_measures(name: str) -> None:
    refuse_blind_bots({Side.RED: BOTS[name]}, measured=True)
    if not BOTS[name].judges_by_places:
        refuse_blind_bots({Side.RED: BOTS[name]}, measured=False)
        return

    with pytest.raises(Refused) as refused:
        refuse_blind_bots({Side.RED: BOTS[name], Side.BLUE: BOTS[RANDOM]}, measured=False)

    judged = "judges by where everybody stands, and cannot play where nobody measures"
    assert str(refused.value) == f"{name} {judged}; {RANDOM} can"

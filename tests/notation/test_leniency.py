"""What people type, and the one line that it means."""

from typing import Any

import pytest
from notation.scene import BLUE, ELENIA, RED, VLADD, YURI, deed_of, match

from edencli.match.questions import Question
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.rules.activation import PASS
from edencli.rules.melee import Reaction
from edencli.rules.questions import (
    Activation,
    CancelChoice,
    CharacteristicRoll,
    HalfChoice,
    HandChoice,
    MissionChoice,
    ReactionChoice,
    RoundFirstPlayer,
    SetupBid,
    ShiftChoice,
)


def _canonical(text: str, question: Question[Any]) -> str:
    made = match()
    return write_answer(read_answer(text, made, question), made, question)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("yuri m 12 30", "red Yuri moves to 12, 30"),
        ("Yuri go 12,30", "red Yuri moves to 12, 30"),
        ("Yuri runs to 12, 30", "red Yuri moves to 12, 30"),
        ("YURI WALKS TO 12.50, 30.000", "red Yuri moves to 12.5, 30"),
        ("Yuri moves via 10, 24 via 11, 25 to 12.5, 30", "red Yuri moves to 12.5, 30 via 10, 24 via 11, 25"),
        ("Yuri mov to −1, 2", "red Yuri moves to -1, 2"),
        ("Yuri st", "red Yuri stays"),
        ("Yuri c elenia", "red Yuri charges Elenia"),
        ("Yuri charge Ulrika of the Hollow via 10, 24", "red Yuri charges Ûlrika of the Hollow via 10, 24"),
        ("Yuri charges Yuri", "red Yuri charges blue Yuri"),
        ("Yuri charges Elenia to 17, 10", "red Yuri charges Elenia"),
        ("Yuri charges Elenia to 16.6, 10", "red Yuri charges Elenia"),
        ("Yuri charges Elenia to 17.3, 10", "red Yuri charges Elenia"),
        ("Yuri charges Elenia to 16.4, 10", "red Yuri charges Elenia to 16.4, 10"),
        ("Yuri charges Elenia to exactly 16.6, 10", "red Yuri charges Elenia to exactly 16.6, 10"),
        (
            "Yuri charges Elenia to 17.4, 11.5 via 12, 14",
            "red Yuri charges Elenia via 12, 14 to 17.4, 11.5",
        ),
        ("Yuri hit elenia", "red Yuri attacks Elenia"),
        ("Yuri fights Elenia", "red Yuri attacks Elenia"),
        ("Yuri fires at Elenia", "red Yuri shoots Elenia with Throwing knives"),
        ("Yuri hurls at Elenia", "red Yuri throws Molotov cocktail at 20, 10"),
        ("Yuri s elenia", "red Yuri shoots Elenia with Throwing knives"),
        ("Yuri shoots at Elenia with throwing knives", "red Yuri shoots Elenia with Throwing knives"),
        ("Vladd shoots Elenia", "Vlädd shoots Elenia with Pistol"),
        ("Yuri t molotov cocktail 20 30", "red Yuri throws Molotov cocktail at 20, 30"),
        ("Yuri throws at Elenia", "red Yuri throws Molotov cocktail at 20, 10"),
        ("Yuri throws at 20, 30 with Molotov cocktail", "red Yuri throws Molotov cocktail at 20, 30"),
        ("Yuri blasts Flamer Elenia", "red Yuri blasts with Flamer at 20, 10"),
        ("Yuri blasts at 20, 30", "red Yuri blasts with Flamer at 20, 30"),
        ("Yuri u battle ROAR", "red Yuri uses Battle roar"),
        ("Yuri puts out fire", "red Yuri puts out a fire"),
        ("Yuri extinguishes", "red Yuri puts out a fire"),
        ("Yuri done", "red Yuri is done"),
        ("Yuri declines", "red Yuri is done"),
        ("red declines", "red Yuri is done"),
        ("agreed: Elenia loses 1 ap", "by agreement: Elenia loses 1 AP"),
        ("by agreement Elenia loses 2 cp legs", "by agreement: Elenia loses 2 CP in the legs"),
        ("by agreement: elenia takes 1 p", "by agreement: Elenia takes 1 poison"),
        ("by agreement: red gain 2 vp", "by agreement: red gains 2 VP"),
        ("by agreement: token Idol of Dawn 10 20", "by agreement: token Idol of Dawn of red at 10, 20"),
    ],
)
def test_what_an_activated_fighter_does(typed: str, meant: str) -> None:
    assert _canonical(typed, deed_of(match())) == meant


REACTS = ReactionChoice(asked=BLUE, fighter=ELENIA, attacker=YURI, options=tuple(Reaction))
SHIFTS = ShiftChoice(
    asked=RED, fighter=VLADD, victim=ELENIA, face=3, hits=3, step="melee.location", options=tuple(range(1, 7))
)
PLAYS = MissionChoice(asked=RED, options=("Let it burn", "Live to tell"))
CANCELS = CancelChoice(asked=BLUE, card="Smoke pots", price=2, options=(True,))


@pytest.mark.parametrize(
    ("typed", "meant", "question"),
    [
        ("elenia d", "Elenia dodges", REACTS),
        ("Elenia passive", "Elenia stays passive", REACTS),
        ("Elenia stays", "Elenia stays passive", REACTS),
        ("Elenia r", "Elenia responds", REACTS),
        ("Elenia answers", "Elenia responds", REACTS),
        ("vladd s 6", "Vlädd shifts to 6", SHIFTS),
        ("red declines", "Vlädd does not shift", SHIFTS),
        ("Vladd does not", "Vlädd does not shift", SHIFTS),
        ("blue cancels", "blue cancels Smoke pots", CANCELS),
        ("blue cancel smoke  POTS", "blue cancels Smoke pots", CANCELS),
        ("blue declines", "blue does not cancel Smoke pots", CANCELS),
        ("red a yuri", "red activates red Yuri", Activation(asked=RED, options=(YURI, VLADD, PASS))),
        ("red p", "red passes", Activation(asked=RED, options=(YURI, VLADD, PASS))),
        ("blue first", "blue goes first", RoundFirstPlayer(asked=RED, options=(RED, BLUE))),
        ("red b 3", "red bids 3", SetupBid(asked=RED, most=5)),
        (
            "red plays let it burn",
            "red plays the mission Let it burn",
            MissionChoice(asked=RED, options=("Let it burn",)),
        ),
        ("red takes n", "red takes the north half", HalfChoice(asked=RED, options=("north", "south"))),
        ("4,5 1", "dice: 4 5 1", CharacteristicRoll(asked=RED, by=None, dice=3)),
        ("dice: [4, 5, 1]", "dice: 4 5 1", CharacteristicRoll(asked=RED, by=None, dice=3)),
        ("451", "dice: 4 5 1", CharacteristicRoll(asked=RED, by=None, dice=3)),
        (
            "red hold duck smoke pots",
            "red holds Duck; Smoke pots",
            HandChoice(asked=RED, deck=("Duck", "Smoke pots", "Second wind"), n=2),
        ),
    ],
)
def test_all_other_answers(typed: str, meant: str, question: Question[Any]) -> None:
    assert _canonical(typed, question) == meant

"""Every question is told: what is asked, of whom, and what for."""

from typing import Any

import pytest
from duels import BLUE, DODGE, ELENIA, RED, RESPONSE, VLADD, YLISS, YURI
from question_table import question_classes
from small_match import bids, charges, ends, moves, play, throws

from edencli.bots.random_player import RandomPlayer, play_out
from edencli.lang import Words
from edencli.match.facts import AtPlace
from edencli.match.questions import Choice, FieldQuestion, OrderChoice, Question, Roll
from edencli.match.reasons import Part
from edencli.model.lexicon import FighterLexicon
from edencli.referee.dice import SeededDice
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules import activation
from edencli.rules.npfs import ProwlQuestion
from edencli.rules.questions import (
    CancelChoice,
    CardPlacing,
    FighterDeployment,
    HandChoice,
    ReactionChoice,
    RoundBid,
    SceneryPlacing,
    SetupBid,
    ShiftChoice,
    TacticPlay,
)
from edencli.transcript.phrases import Phrases, question_sentence, throw_sentence

WORDS = Words("en")
NAMES = FighterLexicon([YURI, VLADD, ELENIA, YLISS])

CBT, VIG = Part("card.characteristic", 4, "cbt"), Part("card.characteristic", 4, "vig")
FACING = {YURI: (20, 20), VLADD: (40, 20), ELENIA: (20, 30), YLISS: (40, 40)}


def told(question: Question[Any]) -> str:
    return question_sentence(WORDS, NAMES, question)


def choice(
    asked: Any, rule: str, options: Any, kind: type[Choice[Any]] = Choice, **about: Any
) -> Choice[Any]:
    return asked_by(rule, kind)(asked=asked, options=options, **about)


def asked_by(rule: str, kind: type[Any]) -> type[Any]:
    """A class of questions of a kind, asked by a rule, as a new rule would bring it."""
    return type("NewQuestion", (kind,), {"rule": rule, "__annotations__": {}})


def roll(rule: str, *, dice: int = 3, needed: int | None = None, by: Any = None, **about: Any) -> Roll:
    return asked_by(rule, Roll)(asked=RED, by=by, dice=dice, needed=needed, **about)


TOLD: tuple[tuple[Question[Any], str], ...] = (
    (
        roll("roll.characteristic", needed=4, by=YURI, step="melee.passive", pool=(CBT,), difficulty=(VIG,)),
        "Red: which faces did you roll on 3 dice (4+)? Yuri strikes, CBT 4 against VIG 4",
    ),
    (
        roll("roll.opposition", dice=1, by=YURI, step="melee.response", pool=(CBT,)),
        "Red: which face did you roll on 1 die? Yuri in an opposition roll, a die plus CBT 4",
    ),
    (
        roll("roll.location", dice=1, victim=ELENIA, step="intendancy.3"),
        "Red: which face did you roll on 1 die? where Elenia is hit",
    ),
    (
        roll("state.burn", needed=5, victim=ELENIA, difficulty=(VIG,), step="intendancy.3"),
        "Red: which faces did you roll on 3 dice (5+)? Elenia burns, dice above VIG",
    ),
    (roll("first-player.tie", dice=1), "Red: which face did you roll on 1 die? for first player"),
    (roll("something.new", dice=2), "Red: which faces did you roll on 2 dice? something.new"),
    (
        roll("roll.characteristic", dice=4, by=YURI, pool=(CBT,), difficulty=(VIG,), step="something.new"),
        "Red: which faces did you roll on 4 dice? Yuri rolls CBT 4 against difficulty VIG 4",
    ),
    (choice(BLUE, "setup.3-bid", (RED, BLUE)), "Blue: who is first player?"),
    (
        choice(BLUE, "first-player.leader-lost", (RED, BLUE)),
        "Blue: the opponent has lost a leader; who is first player?",
    ),
    (choice(RED, "setup.4-leader", (YURI, VLADD)), "Red: which fighter is your leader? Yuri, Vlädd"),
    (choice(RED, "setup.5-mission", ("Open road",)), "Red: which mission do you play? Open road"),
    (choice(RED, "setup.7-half", ("west",)), "Red: which half of the field do you take? west"),
    (
        choice(RED, "activation.designate", (YURI, activation.PASS)),
        "Red: which fighter do you activate, or do you pass? Yuri",
    ),
    (
        choice(BLUE, "activation.interrupt", (ELENIA,), fighter=YURI),
        "Blue: does a faster fighter interrupt Yuri? Elenia",
    ),
    (choice(RED, "tactical-phase.play", ("Ruse",)), "Red: do you play a tactical card? Ruse"),
    (
        choice(BLUE, "tactical.cancellation", (True,), CancelChoice, card="Ruse", price=2),
        "Blue: do you pay 2 SP to cancel Ruse?",
    ),
    (
        choice(BLUE, "melee.reaction", (DODGE, RESPONSE), ReactionChoice, attacker=YURI, fighter=ELENIA),
        "Blue: how does Elenia react to the attack of Yuri? dodge, response",
    ),
    (
        choice(BLUE, "melee.response", (True, False), fighter=ELENIA, target=YURI),
        "Blue: does Elenia strike back at Yuri?",
    ),
    (
        choice(BLUE, "disengage.strikes", (True, False), fighter=ELENIA, target=YURI),
        "Blue: does Elenia strike at Yuri, who disengages?",
    ),
    (
        choice(
            RED,
            "roll.location-shift",
            (2, 3, 4),
            ShiftChoice,
            victim=ELENIA,
            face=3,
            hits=2,
            step="melee.location",
        ),
        (
            "Red: the location die for Elenia shows 3; do you move it, for one success a step "
            "(2 successes in all)? 2, 3, 4"
        ),
    ),
    (
        choice(RED, "simultaneous", range(2), OrderChoice, names=(ELENIA, YLISS)),
        "Red: which effect comes first? Elenia, Yliss",
    ),
    (choice(RED, "action.charge", (ELENIA,), fighter=YURI), "Red: which enemy does Yuri attack? Elenia"),
    (choice(RED, "intendancy.1", (True,)), "Red: what do cards change in this phase, by agreement?"),
    (choice(RED, "intendancy.10", (True,)), "Red: how many VP does this round bring, by agreement?"),
    (choice(RED, "score.end", (True,)), "Red: how many VP does the end of the match bring, by agreement?"),
    (choice(RED, "intendancy.3", (YURI,)), "Red: which burning fighter is rolled for next? Yuri"),
    (choice(RED, "intendancy.4", (YURI,)), "Red: which fighter rolls against fear next? Yuri"),
    (choice(RED, "intendancy.6", (True,), fighter=YURI), "Red: does Yuri lose a rage marker?"),
    (choice(RED, "something.new", (YURI, 3)), "Red: what do you choose? (something.new) Yuri, 3"),
    (
        RoundBid(asked=RED, most=5),
        "Red: how many SP do you bid in secret, 0 to 5, to be first in the round?",
    ),
    (
        SetupBid(asked=RED, most=5),
        "Red: how many SP do you bid in secret, 0 to 5, to be first in the preparation?",
    ),
    (
        HandChoice(asked=RED, deck=("Ruse", "Rush"), n=1),
        "Red: which 1 tactical card do you take, no two alike, from Ruse, Rush?",
    ),
    (
        SceneryPlacing(asked=RED, what="scenery", left=("Old oak",), objection=lambda _: None),
        "Red: which piece of scenery do you place, and where? Old oak",
    ),
    (
        FighterDeployment(asked=RED, what="fighter", left=(YURI,), objection=lambda _: None),
        "Red: which fighter do you deploy, and where? Yuri",
    ),
    (
        CardPlacing(asked=RED, what="fighter", left=(YURI,), objection=lambda _: None),
        "Red: where do you place a fighter? Yuri",
    ),
    (
        CardPlacing(asked=RED, what="marker", left=("Idol",), objection=lambda _: None),
        "Red: where do you lay the marker or the area? Idol",
    ),
    (
        FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="near", place="Well")),
        "On the field: does Yuri touch “Well”?",
    ),
    (
        FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="near", place="Well", far=5_000)),
        "On the field: is Yuri within 5 cm of “Well”?",
    ),
    (
        FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="through", place="Glass")),
        "On the field: did Yuri touch “Glass” at the start, on the way or at the end?",
    ),
    (
        FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="enters", place="Glass")),
        "On the field: did Yuri enter “Glass” on the way, having started clear of it?",
    ),
    (
        FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="leaves", place="Glass")),
        "On the field: did Yuri start on “Glass” and end clear of it?",
    ),
    (
        FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="zone", place="half", side=BLUE)),
        "On the field: is all of Yuri's base in Blue's half?",
    ),
    (
        FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="zone", place="zone", side=RED)),
        "On the field: is all of Yuri's base where Red may deploy?",
    ),
    (
        FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="zone", place="north-west")),
        "On the field: is all of Yuri's base in the north-west quarter?",
    ),
)


@pytest.mark.parametrize(("question", "sentence"), TOLD, ids=[sentence for _, sentence in TOLD])
def test_a_question_is_told(question: Question[Any], sentence: str) -> None:
    assert told(question) == sentence


def test_a_quarter_of_the_field_is_named_in_the_language_of_the_question() -> None:
    asked = FieldQuestion(asked=None, fact=AtPlace(of=YURI, how="zone", place="north-west"))

    assert "le quart nord-ouest" in question_sentence(Words("fr"), NAMES, asked)


def test_every_class_of_questions_has_words_of_its_own() -> None:
    """Dice have them by what they are thrown for."""
    classes = {one for one in question_classes() if not issubclass(one, Roll)}

    assert {ProwlQuestion, TacticPlay} < classes
    assert [one for one in classes if not _has_words(one)] == []


def _has_words(kind: type[Question[Any]]) -> bool:
    """Of a card's places, one message says where a fighter is put, and one where a marker is laid."""
    parts = ("fighter", "marker") if kind is CardPlacing else ("",)
    return all(WORDS.has("questions", f"{kind.kind}.{kind.rule}.{part}".rstrip(".")) for part in parts)


def test_what_is_asked_in_play_has_words_of_its_own() -> None:
    """Rules that reach a question by a parameter are seen only in play."""
    played = play(
        [
            *bids(1, 1),
            ("activation.designate", YURI),
            ("activation.interrupt", ELENIA),
            charges(ELENIA, YURI, (20, 30), (20, 23)),
            ("melee.reaction", DODGE),
            ends(),
            ("activation.designate", YURI),
            moves(YURI, (20, 20), (14, 20)),
            ("disengage.strikes", True),
            throws(YURI, (20, 23)),
            ("activation.designate", YLISS),
            ends(),
            ("activation.designate", VLADD),
            ends(),
            *bids(0, 0),
        ],
        dice="11 21 4551 3 12466 12235 1111 225 166 2 65",
        places=FACING,
    )
    said = {told(question) for question in played.asked}

    assert len(said) > 20
    assert [sentence for sentence in said if "." in sentence] == []


@pytest.mark.parametrize("key", BOOKS)
def test_nothing_that_a_random_match_asks_lacks_words(key: str) -> None:
    """A question without words of its own ends with its rule."""
    played = play(book=key, step="setup.1-reveal")
    player, said = RandomPlayer(played.match, seed=11), set()

    def answer(question: Question[Any]) -> Any:
        said.add(told(question))
        return player(question)

    play_out(played.referee, answer, SeededDice(11))
    assert len(said) > 50
    assert [sentence for sentence in said if sentence.endswith(")") and "." in sentence] == []


def test_the_pass_of_the_players_has_no_name_of_its_own() -> None:
    question = choice(RED, "something.new", (activation.PASS, YURI))

    assert told(question) == "Red: what do you choose? (something.new) Yuri"


def test_what_a_throw_is_for_is_told() -> None:
    question = roll("roll.location", dice=1, victim=ELENIA)

    assert throw_sentence(Phrases(WORDS, NAMES), question) == "where Elenia is hit"

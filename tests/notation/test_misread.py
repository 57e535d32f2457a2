"""Lines that give no answer: what was read up to where, what could follow, and whose name was meant."""

from typing import Any

import pytest
from notation.scene import (
    BLUE,
    ELENIA,
    HIS_TWIN,
    MIRKA,
    NAMES,
    RED,
    VLADD,
    YURI,
    deed_of,
    match,
)

from edencli.lang import Words
from edencli.lookup.notation_page import misread_sentence
from edencli.match.questions import OrderChoice, Question
from edencli.notation.errors import Ambiguous, Misread, Unreadable, Unsuited
from edencli.notation.reader import parse_line, read_answer
from edencli.rules.melee import Reaction
from edencli.rules.questions import (
    Activation,
    CancelChoice,
    HandChoice,
    MissionChoice,
    ReactionChoice,
    TacticPlay,
)


def _misread(text: str, question: Question[Any] | None = None) -> Misread:
    made = match()
    with pytest.raises(Misread) as found:
        read_answer(text, made, question or deed_of(made))
    return found.value


def _parts(fault: Misread) -> tuple[object, ...]:
    return tuple(fault.values[key] for key in ("read", "rest", "column"))


@pytest.mark.parametrize(
    ("text", "message", "read", "rest", "follows"),
    [
        ("Yuri flies", "unreadable", "Yuri", "flies", "charges"),
        ("Yuri moves to here", "unreadable", "Yuri moves to", "here", "PLACE"),
        ("Yuri moves to 12", "unreadable", "Yuri moves to", "12", "PLACE"),
        ("Yuri moves", "incomplete", "Yuri moves", "", "PLACE"),
        ("Yuri moves to 12, 30 via", "incomplete", "Yuri moves to 12, 30 via", "", "PLACE"),
        ("Yuri moves to 12, 30 then 4, 5", "unreadable", "Yuri moves to 12, 30", "then 4, 5", "via"),
        ("Yuri moves to 12, 3000", "unreadable", "Yuri moves to", "12, 3000", "PLACE"),
        ("Yuri charges Elenia over 3, 4", "unreadable", "Yuri charges Elenia", "over 3, 4", "via"),
        ("Yuri uses Molotov cocktail", "unreadable", "Yuri uses", "Molotov cocktail", "ABILITY"),
        ("by agreement: Elenia loses 1", "incomplete", "by agreement: Elenia loses 1", "", "AP"),
        ("Yuri s", "incomplete", "Yuri s", "", "ENEMY"),
        ("Yuri is", "incomplete", "Yuri is", "", "done"),
        ("Somebody", "unreadable", "", "Somebody", "FIGHTER"),
    ],
)
def test_it_is_told_up_to_where_a_line_was_read_and_what_could_follow(
    text: str, message: str, read: str, rest: str, follows: str
) -> None:
    fault = _misread(text)

    assert isinstance(fault, Unreadable)
    assert (fault.message, fault.values["read"], fault.values["rest"]) == (message, read, rest)
    assert follows in {*fault.values["words"], *fault.values["slots"]}  # type: ignore[misc]


def test_the_column_is_where_reading_stopped() -> None:
    fault = _misread("  Yuri  charges   Elena ")

    assert _parts(fault) == ("Yuri  charges", "Elena", 19)


def test_more_than_there_is_to_say_is_too_much() -> None:
    fault = _misread("Yuri attacks Elenia at once")

    assert (fault.message, *_parts(fault)) == ("too-much", "Yuri attacks Elenia", "at once", 21)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("Yuri charges Elena", "Elenia"),
        ("Yuri charges Elena via 3, 4", "Elenia"),
        ("Yuri shoots Elenia with Throing knifes", "Throwing knives"),
        ("Vladt moves to 3, 4", "Vlädd"),
        ("Yuri uses Batle roar", "Battle roar"),
        ("Yuri charges Ulrike of the Holow to 3, 4", "Ûlrika of the Hollow"),
        ("Yuri charges Xx", None),
    ],
)
def test_the_nearest_name_is_suggested(text: str, nearest: str | None) -> None:
    assert _misread(text).values["nearest"] == nearest


@pytest.mark.parametrize("text", ["", "   ", " ,:[] "])
def test_nothing_is_no_line(text: str) -> None:
    assert _misread(text).message == "empty"


def test_an_endless_line_is_not_read() -> None:
    assert _misread("Yuri moves to 1, 2" + " via 1, 2" * 2_000).message == "too-long"


def test_a_fighter_whose_name_both_sides_have_is_ambiguous_where_either_could_be_meant() -> None:
    fault = _misread("by agreement: Yuri loses 1 AP")

    assert isinstance(fault, Ambiguous)
    assert fault.values["meanings"] == ("red Yuri", "blue Yuri")


def test_one_of_several_weapons_must_be_named() -> None:
    fault = _misread("Mirka Rag-Doll shoots Elenia", deed_of(match(), MIRKA))

    assert isinstance(fault, Ambiguous)
    assert fault.values["meanings"] == ("Throwing knives", "Pistol")


def test_who_has_no_such_weapon_cannot_use_one() -> None:
    made = match()

    assert _misread("Elenia throws at Yuri", deed_of(made, ELENIA)).message == "no-projectile"
    assert _misread("Elenia blasts at Yuri", deed_of(made, ELENIA)).message == "no-blast"


def test_who_is_gone_is_not_run_at() -> None:
    made = match()
    made.state_of(ELENIA).on_field = False

    with pytest.raises(Unreadable) as found:
        read_answer("Yuri charges Elenia", made, deed_of(made))

    assert (found.value.message, found.value.values) == ("not-on-field", {"fighter": "Elenia"})


REACTS = ReactionChoice(asked=BLUE, fighter=ELENIA, attacker=YURI, options=tuple(Reaction))


def test_an_answer_to_another_question_is_unsuited() -> None:
    fault = _misread("Yuri moves to 3, 4", REACTS)

    assert isinstance(fault, Unsuited)
    assert (fault.message, fault.values["rule"]) == ("another-question", "melee.reaction")
    assert fault.values["forms"] == ("Elenia dodges", "Elenia responds", "Elenia stays passive")


@pytest.mark.parametrize("text", ["Vladd dodges", "blue Yuri stays passive"])
def test_an_answer_for_somebody_else_is_unsuited(text: str) -> None:
    fault = _misread(text, REACTS)

    assert isinstance(fault, Unsuited)
    assert fault.message == "somebody-else"


def test_an_answer_for_the_other_side_is_unsuited() -> None:
    question = Activation(asked=RED, options=(YURI, VLADD))

    assert isinstance(_misread("blue activates Elenia", question), Unsuited)


def test_cancelling_another_card_is_unsuited() -> None:
    question = CancelChoice(asked=BLUE, card="Duck", price=2, options=(True,), optional=True)

    assert _misread("blue cancels Smoke pots", question).message == "another-card"


def test_picking_somebody_whose_twin_could_be_picked_too_is_ambiguous() -> None:
    question = OrderChoice(asked=RED, options=range(2), names=(YURI, HIS_TWIN))

    assert isinstance(_misread("red picks Yuri", question), Ambiguous)
    assert read_answer("red picks blue Yuri", match(), question) == 1


def test_a_card_that_is_not_in_the_deck_is_found_in_the_middle_of_a_hand() -> None:
    question = HandChoice(asked=RED, deck=("Duck", "Second wind"), n=2)

    fault = _misread("red holds Second wind; Duk", question)

    assert (fault.values["rest"], fault.values["nearest"]) == ("Duk", "Duck")


def test_picking_what_is_not_there_names_what_is() -> None:
    question = OrderChoice(asked=RED, options=range(2), names=(ELENIA, VLADD))

    fault = _misread("red picks Mirka Rag-Doll", question)

    assert (fault.message, fault.values["known"]) == ("no-such-item", ("Elenia", "Vlädd"))


SECRETS = {
    "setup.5-mission": MissionChoice(asked=RED, options=("Let it burn",)),
    "tactical-phase.play": TacticPlay(asked=RED, options=("Duck",), optional=True),
    "setup.8-hand": HandChoice(asked=RED, deck=("Duck", "Second wind"), n=1),
}


@pytest.mark.parametrize("rule", SECRETS)
@pytest.mark.parametrize("real", [True, False])
def test_no_line_tells_a_player_what_his_opponent_holds(rule: str, *, real: bool) -> None:
    """Whether a card of blue's is named right or wrong, red is told the same."""
    card = "Früh und spät" if real else "Fruh und spa"
    quest = "Ambush at dawn" if real else "Ambush at dwn"

    lines = [f"blue plays {card}", f"blue holds {card}; {card}", f"blue plays the mission {quest}"]
    faults = [_misread(line, SECRETS[rule]) for line in lines]

    assert [type(fault) for fault in faults] == [Unsuited] * 3
    assert not any("nearest" in fault.values for fault in faults)


def test_a_script_is_told_of_wrong_names_without_a_question() -> None:
    for text in ("blue plays Fruh und spet", "red plays the mission Quiet passage", "Elena stays"):
        with pytest.raises(Unreadable):
            parse_line(text, NAMES)


def test_every_fault_is_said_in_a_sentence_of_its_own() -> None:
    lines = ["", "Yuri flies", "Flying", "Yuri moves", "Yuri dodges Elenia", "Elenia dodges", "x" * 20_000]
    lines += ["by agreement: Yuri loses 1 AP", "Yuri attacks Elenia now"]

    said = [misread_sentence(Words(), _misread(line)) for line in lines]

    assert len(set(said)) == len(said)


def test_a_sentence_says_what_was_read_and_whose_name_was_meant() -> None:
    said = misread_sentence(Words(), _misread("Yuri charges Elena"))

    assert "After “Yuri charges”, “Elena” cannot be read." in said
    assert said.endswith("Did you mean Elenia?")

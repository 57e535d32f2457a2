"""Where dice come from: a seed, a list, or the table; and what is said of dice that will not do."""

from collections import Counter
from collections.abc import Callable

import pytest
from duels import RED, YURI

from edencli.match.questions import FACES, Roll
from edencli.referee.dice import DiceByHand, ListedDice, SeededDice, WrongDice, parse_faces
from edencli.rules.questions import CharacteristicRoll


def roll(dice: int) -> Roll:
    """A throw of so many dice."""
    return CharacteristicRoll(asked=RED, by=YURI, dice=dice)


def fault(does: Callable[[], object]) -> tuple[str, dict[str, object]]:
    """The message and the values of what is wrong with dice."""
    with pytest.raises(WrongDice) as wrong:
        does()
    return wrong.value.message, wrong.value.values


def test_a_seed_gives_every_face_and_goes_on_where_it_stopped() -> None:
    dice, again = SeededDice(7), SeededDice(7, drawn=30)

    first, later = dice.throw(roll(30)), dice.throw(roll(600))

    assert again.throw(roll(600)) == later
    assert (dice.drawn, again.drawn) == (630, 630)
    assert set(Counter(later)) == set(FACES) == set(first)


@pytest.mark.parametrize("text", ["4,5,1", "4 5 1", "451", " 4,\t5 1 "])
def test_faces_are_read_as_people_write_them(text: str) -> None:
    assert parse_faces(text) == (4, 5, 1)


@pytest.mark.parametrize(
    ("text", "message", "values"),
    [
        ("457", "no-such-face", {"face": "7"}),
        ("450", "no-such-face", {"face": "0"}),
        ("4x", "no-such-face", {"face": "x"}),
        ("4l S", "no-such-face/near", {"face": "l", "near": "4 1 5"}),
        ("4.5", "no-such-face/near", {"face": ".", "near": "4 5"}),
    ],
)
def test_what_is_no_face_is_told_with_what_may_have_been_meant(
    text: str, message: str, values: dict[str, object]
) -> None:
    assert fault(lambda: parse_faces(text)) == (message, {"text": text, **values})


@pytest.mark.parametrize("n", [40, 41, 200])
@pytest.mark.parametrize("sign", ["7", "l"])
def test_of_a_long_line_forty_signs_are_shown(n: int, sign: str) -> None:
    _, values = fault(lambda: parse_faces(sign * n))

    assert values["text"] == sign * 40


def test_dice_that_were_written_down_are_drawn_in_their_order_and_all_of_them() -> None:
    dice = ListedDice([4, 5, 1, 6])

    assert dice.throw(roll(3)) == (4, 5, 1)
    assert fault(lambda: dice.throw(roll(2))) == ("too-few", {"wanted": 2, "left": 1, "given": 4})
    assert fault(dice.finish) == ("too-many", {"extra": [6], "n": 1, "used": 3})
    assert dice.throw(roll(1)) == (6,)
    dice.finish()
    assert fault(lambda: ListedDice([1, 7])) == ("no-such-face", {"text": "1 7", "face": 7})


def test_the_person_who_throws_is_asked_until_the_dice_fit_and_told_why_they_did_not() -> None:
    told, lines = list[str | None](), iter(["45", "45x", "451"])

    def ask(_: Roll, wrong: WrongDice | None) -> str:
        told.append(wrong and wrong.message)
        return next(lines)

    assert DiceByHand(ask).throw(roll(3)) == (4, 5, 1)
    assert told == [None, "not-that-many", "no-such-face"]
    assert DiceByHand(ask).throw(roll(0)) == ()

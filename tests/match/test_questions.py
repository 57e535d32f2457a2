"""Questions: one predicate says what may be answered, and why not."""

import pytest

from edencli.match.pieces import Side
from edencli.match.questions import Choice, Roll
from edencli.match.reasons import Refusal
from edencli.rules.questions import CharacteristicRoll, HandChoice, SetupBid, TacticPlay

SOUR = Refusal(rule="melee.reaction", reason="card-forbids", about={})


def roll(dice: int) -> Roll:
    return CharacteristicRoll(asked=Side.RED, by=None, dice=dice, needed=4)


def choice(*, optional: bool = False, sour: tuple[str, ...] = ()) -> Choice[str]:
    return TacticPlay(
        asked=Side.RED,
        optional=optional,
        options=("apple", "lemon"),
        objection=lambda fruit: SOUR if fruit in sour else None,
    )


@pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3), (0, 1), (1, 7), (-1, 2)])
def test_a_throw_of_other_dice_is_refused(faces: tuple[int, ...]) -> None:
    refusal = roll(2).refusal(faces)

    assert refusal == Refusal(rule="roll.characteristic", reason="dice", about={"dice": 2, "given": faces})


def test_any_faces_will_do() -> None:
    assert [roll(2).refusal((a, b)) for a in range(1, 7) for b in range(1, 7)] == [None] * 36


def test_no_dice_is_a_throw_that_nobody_makes() -> None:
    assert roll(0).only_answer() == ()
    assert roll(1).only_answer() is None


def test_a_choice_refuses_what_is_no_option() -> None:
    refusal = choice().refusal("pear")

    assert refusal == Refusal(rule="tactical-phase.play", reason="not-an-option", about={"given": "pear"})


def test_an_objection_is_the_reason_of_a_refusal() -> None:
    question = choice(sour=("lemon",))

    assert question.refusal("lemon") == SOUR
    assert question.refusal("apple") is None
    assert question.allowed_options() == ["apple"]


def test_a_choice_of_one_needs_no_answer_unless_it_may_be_declined() -> None:
    assert choice(sour=("lemon",)).only_answer() == "apple"
    assert choice(sour=("lemon",), optional=True).only_answer() is None
    assert choice().only_answer() is None


@pytest.mark.parametrize(("bid", "legal"), [(-1, False), (0, True), (3, True), (4, False)])
def test_a_bid_is_between_nothing_and_what_one_has(bid: int, *, legal: bool) -> None:
    question = SetupBid(asked=Side.RED, most=3)

    assert (question.refusal(bid) is None) is legal
    assert question.only_answer() is None


def test_who_has_nothing_bids_nothing() -> None:
    assert SetupBid(asked=Side.RED, most=0).only_answer() == 0


@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        (("Rain", "Smoke"), True),
        (("Rain",), False),
        (("Rain", "Rain"), False),
        (("Rain", "Snow"), False),
        (("Rain", "Smoke", "Trap"), False),
    ],
)
def test_a_hand_is_so_many_different_cards_of_the_deck(cards: tuple[str, ...], *, legal: bool) -> None:
    question = HandChoice(asked=Side.RED, deck=("Rain", "Smoke", "Trap"), n=2)

    assert (question.refusal(cards) is None) is legal
    assert question.only_answer() is None


def test_a_deck_no_larger_than_the_hand_is_the_hand() -> None:
    question = HandChoice(asked=Side.RED, deck=("Rain", "Smoke"), n=2)

    assert question.only_answer() == ("Rain", "Smoke")


@pytest.mark.parametrize(
    ("deck", "n", "hand"),
    [
        (("Rain", "Rain", "Smoke"), 2, ("Rain", "Smoke")),
        (("Rain", "Rain"), 1, ("Rain",)),
        (("Rain", "Smoke"), 0, ()),
        ((), 0, ()),
    ],
)
def test_the_only_hand_is_one_that_is_not_refused(
    deck: tuple[str, ...], n: int, hand: tuple[str, ...]
) -> None:
    question = HandChoice(asked=Side.RED, deck=deck, n=n)

    assert question.only_answer() == hand
    assert question.refusal(hand) is None


def test_a_question_may_be_remembered() -> None:
    """It holds values that have no hash: what it is about, and its objection."""
    question = choice()

    assert {question: "asked"}[question] == "asked"

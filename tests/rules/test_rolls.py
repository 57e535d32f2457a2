"""Rolls: characteristic, opposition, location (chapter 2.A of every book)."""

import pytest
from duels import ARMS, CBT, ELENIA, HEAD, LEGS, PSI, TORSO, YURI, Duel, fighter

from edencli.match.events import Located, Opposed, Rolled, Shifted
from edencli.match.match import Act, Query
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Amount, Part
from edencli.match.rules_api import value
from edencli.model.terms import Marker
from edencli.referee.answers import IllegalAnswer
from edencli.rulebooks.values import Rulebook
from edencli.rules.rolls import roll, roll_location, roll_opposition, rolling_side, shift_location


def psi_roll(duel: Duel, difficulty: int, dice: str) -> int:
    psi = value(duel.match, Query(PSI, YURI))
    against = Amount((Part("state.fear", difficulty),))
    return duel.play(roll(duel.match, YURI, psi, against, step="intendancy.4"), dice)


def opposition(duel: Duel, dice: str) -> Piece:
    yuri, elenia = Act(fighter=YURI), Act(fighter=ELENIA)
    return duel.play(roll_opposition(duel.match, yuri, elenia, CBT, step="melee.response"), dice)


@pytest.mark.rule("roll.characteristic")
def test_every_die_that_reaches_the_difficulty_is_a_success(book: Rulebook) -> None:
    duel = Duel(book, fighter(psi=5))

    assert psi_roll(duel, 4, "13456") == 3
    assert duel.last(Rolled).dice == (1, 3, 4, 5, 6)


@pytest.mark.rule("roll.characteristic")
def test_a_characteristic_rolls_as_it_is_now(book: Rulebook) -> None:
    """H-26: wounded, in red."""
    duel = Duel(book, fighter(psi=5, hurt={PSI: 2}, cp={HEAD: (1, 2)}))
    duel[YURI].lost[HEAD] = 1

    assert psi_roll(duel, 5, "55") == 2


@pytest.mark.rule("roll.characteristic")
def test_a_difficulty_of_one_or_less_makes_every_die_a_success(book: Rulebook) -> None:
    """H-21."""
    duel = Duel(book, fighter(psi=3))

    assert psi_roll(duel, 1, "111") == 3
    assert psi_roll(duel, 0, "112") == 3


@pytest.mark.rule("roll.difficulty-over-6")
def test_what_a_difficulty_exceeds_six_by_is_lost_in_dice(book: Rulebook) -> None:
    duel = Duel(book, fighter(psi=5))

    assert psi_roll(duel, 8, "566") == 2
    assert duel.last(Rolled).pool[-1] == Part("roll.difficulty-over-6", -2)
    assert duel.last(Rolled).needed == 6


@pytest.mark.rule("roll.difficulty-over-6", "roll.zero")
def test_a_difficulty_may_take_every_die(book: Rulebook) -> None:
    duel = Duel(book, fighter(psi=2))

    assert psi_roll(duel, 9, "") == 0


@pytest.mark.rule("roll.difficulty-over-6")
def test_a_difficulty_of_six_takes_no_die(book: Rulebook) -> None:
    duel = Duel(book, fighter(psi=2))

    assert psi_roll(duel, 6, "65") == 1
    assert [part.reason for part in duel.last(Rolled).pool] == ["card.characteristic"]
    assert psi_roll(duel, 7, "6") == 1


@pytest.mark.rule("roll.zero")
def test_a_characteristic_of_zero_throws_nothing_and_fails(book: Rulebook) -> None:
    duel = Duel(book, fighter(psi=0))

    assert psi_roll(duel, 1, "") == 0
    assert duel.last(Rolled).dice == ()


@pytest.mark.rule("roll.zero", "state.poison")
def test_penalties_stop_at_zero(book: Rulebook) -> None:
    duel = Duel(book, fighter(psi=1))
    duel[YURI].markers = {Marker.POISON: 1, Marker.RAGE: 4}

    assert value(duel.match, Query(PSI, YURI)).total == 0
    assert psi_roll(duel, 5, "") == 0


@pytest.mark.rule("roll.opposition")
def test_the_higher_sum_wins_an_opposition(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=6), fighter(cbt=4))

    assert opposition(duel, "1 4") == ELENIA
    assert opposition(duel, "3 4") == YURI
    assert duel.rules_asked() == ["roll.opposition", "roll.opposition"]
    assert duel.last(Opposed).rule == "roll.opposition"


@pytest.mark.rule("roll.opposition")
def test_of_equal_sums_the_higher_characteristic_wins(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=4), fighter(cbt=6))

    assert opposition(duel, "5 3") == ELENIA


@pytest.mark.rule("roll.opposition")
def test_equals_throw_again_until_one_wins(book: Rulebook) -> None:
    duel = Duel(book, fighter(cbt=4), fighter(cbt=4))

    assert opposition(duel, "5 5  2 2  3 1") == YURI
    assert [event.winner for event in duel.events(Opposed)] == [None, None, YURI]


@pytest.mark.rule("roll.opposition")
def test_a_characteristic_of_zero_still_opposes(book: Rulebook) -> None:
    """H-24: a die and nothing; no automatic failure."""
    duel = Duel(book, fighter(cbt=0), fighter(cbt=3))

    assert opposition(duel, "6 2") == YURI


@pytest.mark.rule("roll.location")
def test_the_location_die_finds_a_limb_on_the_victims_card(book: Rulebook) -> None:
    duel = Duel(book)

    face = duel.play(roll_location(duel.match, Side.RED, ELENIA, step="melee.location"), "5")

    assert face == 5
    assert duel.last(Located) == Located(
        rule="roll.location", step="melee.location", by=Side.RED, victim=ELENIA, face=5, limb=TORSO
    )
    assert (duel.asked[0].rule, duel.asked[0].asked) == ("roll.location", Side.RED)


@pytest.mark.rule("roll.location-shift")
def test_a_shift_goes_up_or_down_and_costs_a_success_a_point(book: Rulebook) -> None:
    duel = Duel(book)

    up = shift_location(duel.match, YURI, ELENIA, 4, 3, 1, step="melee.location")
    assert duel.play(up, answers={"roll.location-shift": 6}) == (6, 1)

    down = shift_location(duel.match, YURI, ELENIA, 4, 3, 1, step="melee.location")
    assert duel.play(down, answers={"roll.location-shift": 3}) == (3, 2)
    assert [event.limb for event in duel.events(Shifted)] == [LEGS, ARMS]
    assert [event.rule for event in duel.events(Shifted)] == ["roll.location-shift"] * 2


@pytest.mark.rule("roll.location-shift")
def test_a_shift_stays_between_one_and_six(book: Rulebook) -> None:
    """H-27: no way round the corner."""
    duel = Duel(book)
    procedure = shift_location(duel.match, YURI, ELENIA, 5, 4, 0, step="shoot.location")

    with pytest.raises(IllegalAnswer):
        duel.play(procedure, answers={"roll.location-shift": 7})

    assert list(duel.asked[0].options) == [1, 2, 3, 4, 5, 6]  # type: ignore[attr-defined]


@pytest.mark.rule("roll.location-shift")
def test_a_shift_reaches_no_further_than_the_successes(book: Rulebook) -> None:
    duel = Duel(book)

    with pytest.raises(IllegalAnswer) as illegal:
        duel.play(
            shift_location(duel.match, YURI, ELENIA, 3, 2, 1, step="melee.location"),
            answers={"roll.location-shift": 6},
        )

    assert illegal.value.refusal.rule == "roll.location-shift"
    assert duel.match.log == []


@pytest.mark.rule("melee.location")
def test_a_shift_that_would_spend_what_must_stay_is_refused_by_the_step_that_keeps_it(book: Rulebook) -> None:
    duel = Duel(book)

    with pytest.raises(IllegalAnswer) as illegal:
        duel.play(
            shift_location(duel.match, YURI, ELENIA, 3, 2, 1, step="melee.location"),
            answers={"roll.location-shift": 5},
        )

    refusal = illegal.value.refusal
    assert (refusal.rule, refusal.reason) == ("melee.location", "successes-kept")
    assert duel.match.log == []


@pytest.mark.rule("roll.location-shift")
def test_a_shift_may_be_declined(book: Rulebook) -> None:
    duel = Duel(book)

    assert duel.play(shift_location(duel.match, YURI, ELENIA, 3, 2, 0, step="shoot.location")) == (3, 2)
    assert duel.rules_asked() == ["roll.location-shift"]
    assert duel.match.log == []


def test_a_shift_is_not_asked_for_when_nothing_can_be_spent(book: Rulebook) -> None:
    duel = Duel(book)

    assert duel.play(shift_location(duel.match, YURI, ELENIA, 3, 1, 1, step="melee.location")) == (3, 1)
    assert duel.asked == []


def test_who_throws_for_nobodys_fighter_is_the_opponent_of_whom_he_faces(book: Rulebook) -> None:
    duel = Duel(book)
    rat = Piece(None, "Rat")

    assert rolling_side(duel.match, rat, YURI) is Side.BLUE
    assert rolling_side(duel.match, rat, ELENIA) is Side.RED
    assert rolling_side(duel.match, rat) is Side.RED


@pytest.mark.parametrize(
    ("of", "facing", "side"),
    [
        (Piece(Side.BLUE, "Elenia"), None, Side.BLUE),
        (Piece(Side.RED, "Yuri"), None, Side.RED),
        (Piece(Side.RED, "Yuri"), Piece(Side.RED, "Vlädd"), Side.RED),
        (Piece(Side.BLUE, "Elenia"), Piece(None, "Rat"), Side.BLUE),
        (Piece(None, "Rat"), Piece(Side.RED, "Yuri"), Side.BLUE),
        (Piece(None, "Rat"), Piece(Side.BLUE, "Elenia"), Side.RED),
        (Piece(None, "Rat"), Piece(None, "Dog"), Side.RED),
        (Piece(None, "Rat"), None, Side.RED),
    ],
)
def test_a_player_throws_for_fighters_of_that_side_and_for_npfs_that_face_the_other(
    book: Rulebook, of: Piece, facing: Piece | None, side: Side
) -> None:
    """Red is the first player."""
    assert rolling_side(Duel(book).match, of, facing) is side

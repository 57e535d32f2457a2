"""How lucky a side was, counted exactly."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from duels import BLUE, RED, VLADD, YURI
from hypothesis import given
from hypothesis import strategies as st
from pictures.scenes import SCENES

from edencli.match.events import Event, Rolled
from edencli.match.pieces import Piece
from edencli.match.reasons import Part
from edencli.odds.dice import Luck, good_faces, luck, success_distribution


def rolled(needed: int, *dice: int, by: Piece | None = YURI) -> Rolled:
    return Rolled(
        rule="roll.characteristic",
        step="melee.passive",
        by=by,
        pool=(Part("card.characteristic", len(dice), "cbt"),),
        difficulty=(Part("card.characteristic", needed, "vig"),),
        needed=needed,
        dice=dice,
        successes=sum(face >= needed for face in dice),
    )


def counted(rolls: list[Rolled]) -> Luck:
    """The same by throwing every throw there is."""
    needed = [roll.needed for roll in rolls for _ in roll.dice]
    throws = list(product(range(1, 7), repeat=len(needed)))
    got = sum(roll.successes for roll in rolls)
    totals = Counter(sum(face >= need for face, need in zip(throw, needed, strict=True)) for throw in throws)
    return Luck(
        dice=len(needed),
        successes=got,
        expected=sum(7 - need for need in needed),
        ways=sum(ways for total, ways in totals.items() if total >= got),
        of=len(throws),
    )


@pytest.mark.parametrize(
    "rolls",
    [
        [],
        [rolled(4, 1, 2, 6)],
        [rolled(2, 1, 1), rolled(6, 6, 6)],
        [rolled(1, 3), rolled(3, 1, 2, 5), rolled(5, 5)],
    ],
    ids=["nothing", "one roll", "needing different faces", "three rolls"],
)
def test_luck_is_what_counting_every_throw_gives(rolls: list[Rolled]) -> None:
    assert luck(rolls, RED) == counted(rolls)


def test_only_a_sides_own_fighters_count_and_fire_counts_for_nobody() -> None:
    events: list[Event] = [
        rolled(4, 6, 6),
        rolled(4, 1, by=VLADD),
        rolled(4, 6, by=Piece(BLUE, "Elenia")),
        rolled(4, 6, 6, 6, by=None),
        rolled(4, 6, by=Piece(None, "Rat")),
    ]

    assert (luck(events, RED).dice, luck(events, BLUE).dice) == (3, 1)


def test_the_rolls_of_a_match_are_its_luck() -> None:
    log = SCENES["duel"]().match.log

    assert luck(log, RED)[:3] == (19, 7, 53)
    assert luck(log, BLUE)[:3] == (12, 9, 36)


def test_a_face_that_no_die_shows_never_succeeds() -> None:
    assert [good_faces(needed) for needed in (1, 2, 6, 7, 9)] == [6, 5, 1, 0, 0]


@given(st.lists(st.integers(0, 30), min_size=7, max_size=7))
def test_every_throw_is_counted_once(chances: list[int]) -> None:
    assert sum(success_distribution(chances)) == 6 ** sum(chances)


def _by_folding(chances: Sequence[int]) -> list[int]:
    """The same by adding one die after the other."""
    spread = [1]
    for faces, dice in enumerate(chances):
        for _ in range(dice):
            missed, hit = [(6 - faces) * ways for ways in spread], [faces * ways for ways in spread]
            spread = [one + other for one, other in zip([*missed, 0], [0, *hit], strict=True)]
    return spread


@given(st.lists(st.integers(0, 9), min_size=7, max_size=7))
def test_the_successes_of_dice_of_every_kind_are_counted_exactly(chances: list[int]) -> None:
    assert success_distribution(chances) == _by_folding(chances)


@pytest.mark.parametrize("dice", [1, 100, 4_000])
def test_as_many_dice_as_a_long_match_throws_are_all_counted(dice: int) -> None:
    spread = success_distribution([0, 0, dice, 0, dice, 0, 0])

    assert len(spread) == 2 * dice + 1
    assert spread == spread[::-1]
    assert sum(spread) == 36**dice

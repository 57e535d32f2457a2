"""Amounts: the sum and its explanation are one list."""

from edencli.match.reasons import Amount, Part

PRINTED = Part("card.characteristic", 4, "cbt")


def test_an_amount_is_the_sum_of_its_parts() -> None:
    assert Amount((PRINTED, Part("state.rage", 2), Part("state.poison", -1))).total == 5


def test_an_amount_does_not_fall_below_its_floor() -> None:
    assert Amount((PRINTED, Part("shoot.obstacles", -6))).total == 0
    assert Amount((PRINTED,), floor=5).total == 5


def test_nothing_is_nothing() -> None:
    assert Amount(()).total == 0

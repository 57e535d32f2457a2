from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edencli.field.units import FULL_TURN, angle, unit_vector, unit_vector_degrees

TRUE_TO = 1e-9


@given(st.floats(0, FULL_TURN, exclude_max=True), st.floats(0.001, 100_000))
def test_the_angle_of_a_vector_is_the_one_it_was_made_with(radian: float, length: float) -> None:
    found = angle(length * cos(radian), length * sin(radian))

    assert min(abs(found - radian), FULL_TURN - abs(found - radian)) < TRUE_TO


@given(st.floats(-100, 100))
def test_a_direction_has_the_cosine_and_the_sine_of_its_angle(radian: float) -> None:
    assert unit_vector(radian) == pytest.approx((cos(radian), sin(radian)), abs=TRUE_TO)


@given(st.floats(-1000, 1000))
def test_a_heading_is_a_direction_in_degrees(degrees: float) -> None:
    assert unit_vector_degrees(degrees) == pytest.approx(
        (cos(radians(degrees)), sin(radians(degrees))), abs=TRUE_TO
    )


@pytest.mark.parametrize(
    ("degrees", "way"), [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (270, (0, -1)), (-90, (0, -1))]
)
def test_quarter_turns_are_exact(degrees: float, way: tuple[float, float]) -> None:
    assert unit_vector_degrees(degrees) == way


def test_the_angle_of_nothing_is_that_of_the_x_axis() -> None:
    assert angle(0, 0) == 0

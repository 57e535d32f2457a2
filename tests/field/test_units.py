import pytest
from hypothesis import given
from hypothesis import strategies as st

from edencli.field.units import LONGEST_LENGTH, LengthError, cm, compare_lengths, parse_cm, print_cm


@pytest.mark.parametrize(
    ("text", "stored"),
    [("12.5", 12_500), ("0.001", 1), (".5", 500), ("60", 60_000), ("-1.25", -1_250), (" 7. ", 7_000)],
)
def test_reads_centimetres_as_hundredths_of_a_millimetre(text: str, stored: int) -> None:
    assert parse_cm(text) == stored


@pytest.mark.parametrize("text", ["", "x", "1e3", "1,5", "nan", "inf", "--1", "1 2", "٣"])
def test_refuses_what_is_no_length(text: str) -> None:
    with pytest.raises(LengthError):
        parse_cm(text)


@pytest.mark.parametrize("length", [float("nan"), float("inf"), 1000.1, -1000.1])
def test_refuses_what_is_on_no_table(length: float) -> None:
    with pytest.raises(LengthError):
        cm(length)


@pytest.mark.parametrize(
    ("length", "text"), [(12_500, "12.5"), (60_000, "60"), (-1, "-0.001"), (0, "0"), (8456.9, "8.457")]
)
def test_writes_no_more_decimals_than_needed(length: float, text: str) -> None:
    assert print_cm(length) == text


@given(st.integers(-LONGEST_LENGTH, LONGEST_LENGTH))
def test_reading_what_was_written_gives_it_back(length: int) -> None:
    assert parse_cm(print_cm(length)) == length


@pytest.mark.parametrize(
    ("length", "limit", "expected"),
    [
        (5_000, 5_000, 0),
        (5_010, 5_000, 0),
        (4_990, 5_000, 0),
        (5_011, 5_000, 1),
        (4_989, 5_000, -1),
        (0.5 + 10, 0, 0),
    ],
)
def test_lengths_within_a_tenth_of_a_millimetre_are_equal(length: float, limit: float, expected: int) -> None:
    assert compare_lengths(length, limit) == expected

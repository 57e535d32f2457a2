"""What was meant by a line with a slip in it: the word or the name that makes it a sentence."""

import random
from collections.abc import Sequence

import pytest
from notation.misspelt import is_repaired, slips_in
from notation.scene import NAMES, deed_of, match

from edencli.match.field_kinds import ToldField
from edencli.notation.errors import Unreadable, Unsuited
from edencli.notation.forms import Form
from edencli.notation.reader import parse_line, read_answer
from edencli.notation.table import FACT_TOPICS, FORMS

EYES = [form for topic in FACT_TOPICS for form in topic.forms]


@pytest.mark.parametrize("forms", [FORMS, EYES], ids=["acts", "eyes"])
def test_of_slips_drawn_at_random_nearly_all_are_repaired(forms: Sequence[Form]) -> None:
    """Of words and of names; other draws, with seeds of the day, are made by hand."""
    slips = slips_in([form.example for form in forms], NAMES, random.Random(24))  # noqa: S311  # no secret
    drawn = [next(slips) for _ in range(300)]

    for is_name in (True, False):
        told = [is_repaired(slip, NAMES) for slip in drawn if slip.is_name is is_name]
        assert sum(told) >= 0.92 * len(told) > 40


@pytest.mark.parametrize(
    ("text", "read_so_far", "misspelt", "meant"),
    [
        ("red actiavtes Mirka", "red", "actiavtes", "activates"),
        ("Yuri atacks Elenia", "Yuri", "atacks", "attacks"),
        ("Mirka Rug-Doll stays", "", "Mirka Rug-Doll", "Mirka Rag-Doll"),
        ("rde passes", "", "rde", "red"),
        (
            "by agreement: Vladd loses 1 CP in the legss",
            "by agreement: Vladd loses 1 CP in the",
            "legss",
            "legs",
        ),
    ],
)
def test_the_misspelt_words_are_told_and_what_they_should_be(
    text: str, read_so_far: str, misspelt: str, meant: str
) -> None:
    with pytest.raises(Unreadable) as fault:
        parse_line(text, NAMES)

    values = fault.value.values
    assert fault.value.message == "misspelt"
    assert (values["read"], values["rest"], values["nearest"]) == (read_so_far, misspelt, meant)


def test_of_two_repairs_the_one_that_answers_what_is_asked_is_told() -> None:
    """Where as many slips would do for another verb, the question decides."""
    made = match()

    with pytest.raises(Unreadable) as fault:
        read_answer("Yuri is doen", made, deed_of(made))

    assert fault.value.values["nearest"] == "done"


def test_what_eyes_see_answers_another_question_where_they_may_be_asked() -> None:
    made = match(placed=False)

    for field, fault in ((made.field, Unreadable), (ToldField(), Unsuited)):
        made.state.field = field
        with pytest.raises(fault):
            read_answer("Elenia touches Mirka", made, deed_of(made))


def test_no_word_is_mended_into_the_bare_s_of_a_name() -> None:
    with pytest.raises(Unreadable) as fault:
        parse_line("Elenia is passive", NAMES)

    assert (fault.value.values["rest"], fault.value.values["nearest"]) == ("Elenia is", "Elenia")


def test_a_line_with_two_slips_is_told_up_to_where_it_was_read() -> None:
    with pytest.raises(Unreadable) as fault:
        parse_line("Yuri atacks Elenia agian", NAMES)

    assert fault.value.message == "unreadable"


def test_no_repair_names_what_the_opponent_holds() -> None:
    made = match()

    with pytest.raises(Unreadable) as fault:
        read_answer("red plays Früh und spt", made, deed_of(made))

    assert "spät" not in str(fault.value.values)

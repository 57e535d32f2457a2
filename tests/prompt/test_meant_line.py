"""What was meant by a line that cannot be read is proposed, or told why it may not be."""

import pytest
from sessions import WORDS, Lines, sit

from edencli.match.pieces import PUBLIC
from edencli.prompt.screen import TerminalPlay

MOREAU = ("blue activates Captain Moreau", "no")


def type_last(line: str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[str, str, str]:
    """What was told of a line that Captain Moreau's player typed, what is proposed then, the last answer."""
    session = sit("street-corner.yaml")
    table = TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*MOREAU, line, *more))
    table.run(anew=False)
    told = " ".join(capsys.readouterr().out.rpartition("> red does not interrupt")[2].split())
    return told, table.proposed, [one.text for one in session.lines if one.kind == "answer"][-1]


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("put back 1 AP", "by agreement: Captain Moreau gains 1 AP"),
        ("Elenia heals 1 CP in the head", "by agreement: Elenia heals 1 CP in the head"),
        ("Yuri has 2 AP", "by agreement: Yuri loses 1 AP"),
    ],
)
def test_a_correction_without_its_lead_is_proposed(
    typed: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told, proposed, answered = type_last(typed, capsys)

    assert f"To correct something by hand: {line} (y takes it)" in told
    assert "possible:" not in told
    assert (proposed, answered) == (line, "red does not interrupt")
    assert type_last(typed, capsys, "y")[2] == line


@pytest.mark.parametrize("typed", ["Mirka only lost one", "no, the arm not the torso"])
def test_a_correction_that_is_not_understood_is_told_how_one_begins(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told, proposed, _ = type_last(typed, capsys)

    assert "begin with “by agreement:”" in told
    assert not proposed


@pytest.mark.parametrize("typed", ["frobnicate", "Moreau moves to 50, 50", "Yuri moves to 30, 12"])
def test_what_corrects_nothing_is_not_taken_for_a_correction(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "by agreement" not in type_last(typed, capsys)[0]


@pytest.mark.parametrize(
    "typed", ["by agreement: Nemo gets a burn marker", "by agreement: Nemo should have 1 AP", "charge Nemo"]
)
def test_a_name_that_nobody_has_is_called_so(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No fighter here is called “Nemo”." in type_last(typed, capsys)[0]


def test_a_misspelt_name_in_an_agreement_is_put_right(capsys: pytest.CaptureFixture[str]) -> None:
    told, _, answered = type_last("by agreement: Moraeu should have a burn marker", capsys, "y")

    assert "No fighter here is called “Moraeu”." in told
    assert answered == "by agreement: Captain Moreau takes 1 burn"


def test_a_slip_in_a_name_does_not_hide_why_the_act_may_not_be(capsys: pytest.CaptureFixture[str]) -> None:
    told, _, answered = type_last("charge Yrui", capsys)

    assert "Captain Moreau charges Yuri: not allowed: Elenia is in the way" in told
    assert answered == "red does not interrupt"


def test_of_several_acts_the_first_is_proposed(capsys: pytest.CaptureFixture[str]) -> None:
    told, proposed, answered = type_last("move 1 north and attack", capsys)

    assert "One act at a time; first: move 1 north (y takes it)" in told
    assert (proposed, answered) == ("move 1 north", "red does not interrupt")


def test_of_several_acts_the_first_is_told_why_it_may_not_be(capsys: pytest.CaptureFixture[str]) -> None:
    told, proposed, _ = type_last("charge Yuri then attack him", capsys)

    assert "One act at a time. Captain Moreau charges Yuri: not allowed: Elenia is in the way" in told
    assert not proposed

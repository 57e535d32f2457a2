"""`edencli roll`: every kind of roll, thrown and foreseen."""

import json
from pathlib import Path

import pytest
from in_process import edencli
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[2]
YURI = "samples/cards/jokers.yaml#Yuri"


def rolled(*arguments: str) -> tuple[int, str, str]:
    ended = edencli("roll", *arguments, cwd=ROOT)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["4", "--difficulty", "5", "--dice", "1456"], "4 dice, 5+: 1 4 5 6. 2 successes."),
        (["4", "--difficulty", "7", "--dice", "643"], "3 dice, 6+: 6 4 3. 1 success."),
        (["1", "--difficulty", "9", "--seed", "1"], "No dice are left: no success is possible."),
        ([YURI, "psi", "--difficulty", "5", "--dice", "5511"], "Yuri, PSI 4 against difficulty 5"),
        (["6", "--against", "4", "--dice", "14"], "The second wins."),
        (["4", "--against", "4", "--dice", "3352"], "The first wins."),
        (["--location", "--dice", "5"], "Location 5."),
        (["--burn", "4", "--dice", "5,6,1,2"], "5 6 1 against VIG 4: 2 wounds, location 2."),
    ],
)
def test_a_roll_is_told_with_its_dice(arguments: list[str], told: str) -> None:
    """The first two are worked examples of the rulebooks: PSI 4 against 5, and CBT 4 against 7."""
    code, printed, _ = rolled(*arguments)

    assert code == 0
    assert told in printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["4"], "say what is rolled against"),
        (["4", "--difficulty", "5", "--location"], "one roll at a time"),
        (["4", "--difficulty", "5", "--dice", "145"], "4 dice are rolled next, and 3 are left"),
        (["--difficulty", "5"], "say what is rolled"),
        ([YURI, "luck", "--difficulty", "5"], "“luck” is not a characteristic"),
        (["4", "psi", "--difficulty", "5"], "needs no characteristic"),
        (["--location", "--odds", "--seed", "1"], "exact odds need no dice"),
        (["4", "--location"], "--location needs no fighter"),
        ([YURI, "burn", "--difficulty", "5"], "one roll at a time"),
        (["burn"], "say what is rolled against"),
    ],
)
def test_what_is_no_roll_is_said(arguments: list[str], said: str) -> None:
    code, printed, why = rolled(*arguments)

    assert (code, printed) == (2, "")
    assert said in why


def test_odds_of_a_roll_sum_to_their_denominator() -> None:
    data = json.loads(rolled("4", "--difficulty", "5", "--odds", "--format", "json")[1])

    assert data["denominator"] == sum(data["by_successes"]) == 6**4
    assert data["by_successes"] == [256, 512, 384, 128, 16]


def test_an_opposition_of_equals_is_even() -> None:
    data = json.loads(rolled("4", "--against", "4", "--odds", "--format", "json")[1])

    assert data["wins"][0] == data["wins"][1]


def test_an_answer_that_is_no_text_is_asked_again() -> None:
    strict = {"PYTHONIOENCODING": "utf-8:strict"}

    ended = edencli("roll", "2", "--difficulty", "5", "--by-hand", stdin=b"\xff\n5,1\n", environment=strict)

    assert (ended.returncode, "5 1. 1 success" in ended.stdout.decode()) == (0, True)


def test_an_answer_without_end_is_not_read_to_its_end() -> None:
    ended = edencli("roll", "2", "--difficulty", "5", "--by-hand", stdin=b"9" * 50_000)

    assert ended.returncode == 1
    assert b"the input ended" in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "answers"),
    [
        (["6", "--against", "4"], "1 4\n"),
        (["4", "--against", "4"], "33\n52\n"),
        (["2", "--difficulty", "9"], ""),
        (["0", "--difficulty", "4"], ""),
        (["4", "--difficulty", "5"], "1456\n"),
        (["--location"], "5\n"),
        ([YURI, "burn"], "5 6 1\n2\n"),
    ],
)
def test_by_hand_nobody_is_asked_for_no_dice(arguments: list[str], answers: str) -> None:
    """As many lines as there are throws are enough for every kind of roll, one that is impossible too."""
    ended = edencli("roll", *arguments, "--by-hand", stdin=answers.encode(), cwd=ROOT)

    assert (ended.returncode, ended.stderr.decode().count("0 dice")) == (0, 0)


def test_burning_is_thrown_against_the_vig_of_the_card() -> None:
    assert "5 6 1 against VIG 4: 2 wounds, location 2." in rolled(YURI, "burn", "--dice", "5,6,1,2")[1]


def test_odds_of_burning_tell_what_becomes_of_the_fighter() -> None:
    data = json.loads(rolled(YURI, "burn", "--odds", "--format", "json")[1])
    (result,) = data["results"]

    assert sum(row[-1] for row in result["joint"]) == result["denominator"]
    assert "Yuri" in rolled(YURI, "burn", "--odds")[1]


@pytest.mark.parametrize(
    "roll",
    [
        "4 --difficulty 4",
        "0 --difficulty 4",
        "9 --difficulty 9",
        "3 --difficulty 0",
        f"{YURI} cbt --difficulty 5",
        "4 --against 3",
        "0 --against 99",
        "--location",
        "--burn 3",
        "--burn 9",
    ],
)
@pytest.mark.parametrize("way", ["--seed 3", "--odds"])
@pytest.mark.parametrize("book", ["en", "fr", "de"])
def test_json_is_as_its_schema_describes(roll: str, way: str, book: str) -> None:
    schema = json.loads((ROOT / "schemas/roll.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    code, output, said = rolled(*roll.split(), *way.split(), "--rulebook", book, "--format", "json")

    assert code == 0, said
    assert [error.message for error in Draft202012Validator(schema).iter_errors(json.loads(output))] == []

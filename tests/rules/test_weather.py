"""Climatic conditions: the table, its chances, what several throws bring, and the command that shows it."""

import json
import random
from collections import Counter
from itertools import product

import pytest
from jsonschema import Draft202012Validator

from edencli.cli import run
from edencli.files.source import shipped_folder
from edencli.rulebooks.raw_books import LENDING_BOOKS
from edencli.rulebooks.values import Rulebook, Weather, WeatherEffect, rulebook
from edencli.rules.weather import SUMS, TWO_DICE_THROWS, combine_conditions, condition_of_sum, ways_to_sum

# 2D6, in every book that has the chapter.
NAMES = {
    2: "ion-storm",
    3: "storm",
    4: "fog",
    5: "fog",
    6: "normal",
    7: "normal",
    8: "mist",
    9: "mist",
    10: "acid-rain",
    11: "acid-rain",
    12: "snowstorm",
}


def table(key: str) -> tuple[Weather, ...]:
    lines = rulebook(key).weather
    assert lines is not None
    return lines


def line(key: str, name: str) -> Weather:
    return next(one for one in table(key) if one.name == name)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command and give its exit code, its answer and what it says about the run."""
    with pytest.raises(SystemExit) as end:
        run(list(arguments))
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


@pytest.mark.parametrize("key", LENDING_BOOKS)
def test_every_sum_of_two_dice_brings_its_condition(key: str) -> None:
    assert {total: condition_of_sum(table(key), total).name for total in SUMS} == NAMES


def test_the_chances_are_those_of_all_throws_of_two_dice() -> None:
    counted = Counter(one + other for one, other in product(range(1, 7), repeat=2))

    assert {total: ways_to_sum(total) for total in SUMS} == counted
    assert sum(map(ways_to_sum, SUMS)) == TWO_DICE_THROWS


def test_several_throws_combine_and_the_same_condition_counts_once() -> None:
    conditions = combine_conditions(table("en"), [9, 3, 8, 3])

    assert [one.name for one in conditions] == ["mist", "storm"]


@pytest.mark.parametrize("key", LENDING_BOOKS)
def test_the_ion_storm_asks_for_vigour_six_or_wounds_the_torso(key: str) -> None:
    storm = line(key, "ion-storm")

    assert storm.effects == (WeatherEffect.TORSO_WOUND_UNLESS_VIG,)
    assert storm.numbers == {"difficulty": 6, "wounds": 1}


@pytest.mark.parametrize("key", LENDING_BOOKS)
def test_acid_rain_asks_for_vigour_five_or_poisons(key: str) -> None:
    rain = line(key, "acid-rain")

    assert rain.effects == (WeatherEffect.POISON_UNLESS_VIG,)
    assert rain.numbers == {"difficulty": 5, "poison": 1}


@pytest.mark.parametrize("key", LENDING_BOOKS)
def test_in_a_snowstorm_a_tactical_card_costs_three(key: str) -> None:
    assert line(key, "snowstorm").effects == (WeatherEffect.DEARER_TACTICS,)
    assert line(key, "snowstorm").numbers == {"sp": 3}


def test_a_storm_shortens_the_move_action_but_in_french_every_displacement() -> None:
    limited = ((WeatherEffect.MOVE_ACTION_LIMITED,), {"move": 8})

    assert {key: (line(key, "storm").effects, line(key, "storm").numbers) for key in LENDING_BOOKS} == {
        "en": limited,
        "fr": ((WeatherEffect.EVERY_DISPLACEMENT_SHORTER,), {"shorter": 2}),
        "it": limited,
        "pt": limited,
    }


def test_fog_ends_sight_or_targets_at_fifteen() -> None:
    sight = ((WeatherEffect.NO_SIGHT_BEYOND,), {"sight": 15})
    target = ((WeatherEffect.NO_TARGET_BEYOND,), {"target": 15})

    assert {key: (line(key, "fog").effects, line(key, "fog").numbers) for key in LENDING_BOOKS} == {
        "en": sight,
        "fr": target,
        "it": sight,
        "pt": target,
    }


def test_only_the_french_mist_forbids_measuring() -> None:
    alternate = (WeatherEffect.DEPLOY_ONE_BY_ONE,)

    assert {key: line(key, "mist").effects for key in LENDING_BOOKS} == {
        "en": alternate,
        "fr": (*alternate, WeatherEffect.NO_MEASURING),
        "it": alternate,
        "pt": alternate,
    }


@pytest.mark.rule("weather.normal")
def test_normal_weather_does_nothing(book: Rulebook) -> None:
    assert condition_of_sum(book.weather or (), 7).effects == ()


def test_the_command_throws_the_dice_of_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """One stream, each die int(random() * 6) + 1: the same on every machine."""
    stream = random.Random(7)  # noqa: S311  # a game's dice guard no secret
    one, other, third, fourth = (int(stream.random() * 6) + 1 for _ in range(4))

    code, out, err = said(capsys, "weather", "--seed", "7", "--times", "2")

    assert code == 0
    assert f"{one} + {other} = {one + other}: " in out
    assert f"{third} + {fourth} = {third + fourth}: " in out
    assert err == "edencli: seed 7\n"


def test_a_fresh_seed_is_told_and_brings_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    _, first, told = said(capsys, "weather", "--times", "3")

    _, again, _ = said(capsys, "weather", "--times", "3", "--seed", told.split()[-1])

    assert again == first


def test_the_command_says_what_a_condition_does_in_the_book_that_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, english, err = said(capsys, "weather", "--roll", "3")
    _, french, _ = said(capsys, "weather", "--roll", "3", "--rulebook", "fr")

    assert "A Move covers at most 8 cm." in english
    assert "Storm (Vent contraire)" in french
    assert "Every movement is 2 cm shorter, Charges included." in french
    assert err == ""


def test_the_same_condition_twice_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "weather", "--roll", "4", "--roll", "5")

    assert out.count("No fighter sees farther than 15 cm.") == 1
    assert "it counts only once" in out


@pytest.mark.parametrize("key", LENDING_BOOKS)
def test_the_table_shows_eleven_sums_with_their_chance(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "weather", "--table", "--rulebook", key)
    _, whole, _ = said(capsys, "weather", "--table", "--rulebook", key, "--format", "json")

    rows = [row.split() for row in out.splitlines() if row[:1].isdigit() and "/36" in row]
    assert [int(row[0]) for row in rows] == list(SUMS)
    assert [int(row[1].removesuffix("/36")) for row in rows] == list(map(ways_to_sum, SUMS))
    assert rows[5][2] == "16.7"
    assert {row["sum"]: row["condition"] for row in json.loads(whole)["rows"]} == NAMES


def test_the_german_book_borrows_the_chapter_or_is_told_how(capsys: pytest.CaptureFixture[str]) -> None:
    refused, nothing, hint = said(capsys, "weather", "--roll", "3", "--rulebook", "de")
    code, out, _ = said(capsys, "weather", "--roll", "3", "--rulebook", "de", "--optional", "fr")

    assert (refused, nothing) == (1, "")
    assert "--optional en|fr|it|pt" in hint
    assert code == 0
    assert "Every movement is 2 cm shorter" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--roll", "13"),
        ("--roll", "1"),
        ("--roll", "nine"),
        ("--roll", "9", "--seed", "7"),
        ("--times", "0"),
        ("--rulebook", "fr", "--optional", "en"),
        ("--rulebook", "ru"),
    ],
)
def test_a_wrong_use_is_refused_in_a_sentence(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, "weather", *arguments)

    assert (code, out) == (2, "")
    assert err


def test_as_json_the_answer_holds_the_seed_and_the_throws(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "weather", "--seed", "7", "--format", "json")
    answer = json.loads(out)

    assert (answer["schema"], answer["page"], answer["rulebook"]) == (1, "weather", "en")
    assert answer["seed"] == 7
    assert answer["throws"][0]["sum"] == sum(answer["throws"][0]["dice"])
    assert [one["condition"] for one in answer["conditions"]] == [NAMES[answer["throws"][0]["sum"]]]


@pytest.mark.parametrize(
    "arguments", ["--seed 7 --times 3", "--roll 9", "--table", "--rulebook de --optional fr --table"]
)
def test_json_is_as_its_schema_says(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads((shipped_folder("schemas") / "weather.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)

    _, out, _ = said(capsys, "weather", *arguments.split(), "--format", "json")

    assert list(Draft202012Validator(schema).iter_errors(json.loads(out))) == []

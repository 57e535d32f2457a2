"""`edencli simulate RED BLUE`: what it plays, what it tells, how it ends, and what it refuses."""

import csv
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from in_process import edencli_text
from jsonschema import Draft202012Validator

from edencli.commands import simulate
from edencli.lab import pairs

ROOT = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(
    json.loads((ROOT / "schemas" / "simulation.schema.json").read_text(encoding="utf-8"))
)
BANDS = ("simulate", "patrols/night-out", "closing-time-red")
QUICK = (*BANDS, "--field", "quay", "--player", "random", "--seed", "7")


def simulated(*options: str, code: int = 0) -> dict[str, Any]:
    """The data of a run."""
    ended = edencli_text(*QUICK, *options, "--format", "json")
    assert ended.returncode == code
    data: dict[str, Any] = json.loads(ended.stdout)
    SCHEMA.validate(data)
    return data


@cache
def six_matches() -> dict[str, Any]:
    """The data of a run of three pairs."""
    return simulated("--matches", "6")


def test_the_same_command_gives_the_same_results_on_any_number_of_cores() -> None:
    two = simulated("--matches", "6", "--jobs", "2")

    assert two == six_matches()
    assert (two["pairs"], two["end"], two["matches"]["wins"]["n"]) == (3, "played", 6)


def test_every_figure_has_an_interval_and_says_of_how_many() -> None:
    data = six_matches()
    figures = [*data["matches"].values(), data["score"], data["margin"]]

    assert [one for one in figures if not one["low"] <= one["estimate"] <= one["high"] or not one["n"]] == []
    assert sum(share["count"] for share in data["matches"].values()) == 6
    assert data["score"]["n"] == data["margin"]["n"] == 3
    assert not any(one["preliminary"] for one in figures)


def test_the_table_of_matches_says_how_each_ended() -> None:
    """An odd number of matches is rounded up to whole pairs."""
    data, told = six_matches(), edencli_text(*QUICK, "--matches", "5", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(told)))

    assert [row["pair"] + row["leg"] for row in rows] == ["01", "02", "11", "12", "21", "22"]
    assert sum(row["score"] == "1" for row in rows) == data["matches"]["wins"]["count"]
    assert sum(float(row["score"]) for row in rows) / 6 == pytest.approx(data["score"]["estimate"], abs=1e-6)


def test_a_test_of_two_scores_shows_no_biased_estimate() -> None:
    data = simulated("--matches", "4", "--sprt", ".1,.9")

    assert (data["end"], data["test"]["verdict"], data["score"]["estimate"]) == ("undecided", None, None)
    assert data["score"]["low"] < data["score"]["high"]
    assert all(share["preliminary"] for share in data["matches"].values())


def test_a_precise_run_ends_when_the_score_is_precise_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """All its pairs are the first one again: how they are played is not the point."""
    first = pairs.PairPlayer.play
    shown = list[pairs.PairResult]()

    def play(player: pairs.PairPlayer, n: int) -> pairs.PairResult:
        shown[:] = shown or [first(player, 0)]
        return shown[0]._replace(n=n)

    monkeypatch.setattr(pairs.PairPlayer, "play", play)
    data = simulated("--precision", "10%")

    assert (data["end"], data["goal"]["pairs"], data["pairs"] % 10) == ("precise", 20_000, 0)
    assert data["score"]["high"] - data["score"]["low"] <= 0.2
    assert simulated("--precision", "1", "--matches", "4")["end"] == "imprecise"


def test_an_interrupted_run_tells_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    original = pairs.PairPlayer.play

    def play(player: pairs.PairPlayer, n: int) -> pairs.PairResult:
        if n == 2:
            raise KeyboardInterrupt
        return original(player, n)

    monkeypatch.setattr(pairs.PairPlayer, "play", play)
    data = simulated("--matches", "20", code=130)

    assert (data["end"], data["pairs"], data["goal"]["pairs"]) == ("interrupted", 2, 10)
    assert all(share["preliminary"] for share in data["matches"].values())


@pytest.mark.parametrize(("how", "code"), [("broken", 70), ("bound", 1)])
def test_a_run_with_matches_given_up_names_them_and_fails(
    how: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("of a die")

    if how == "broken":
        monkeypatch.setattr(pairs, "lay_table", fail)
    else:
        monkeypatch.setattr(pairs, "MOST_ANSWERS", 20)
    data = simulated("--matches", "2", code=code)

    assert [(one["match"], one["how"]) for one in data["given_up"]] == [("7/0/1", how), ("7/0/2", how)]
    assert (data["pairs"], data["matches"], data["score"]) == (0, None, None)


def test_a_run_tells_how_far_it_is_except_quietly() -> None:
    told = edencli_text(*QUICK, "--matches", "4").stderr.splitlines()

    assert [line.split()[1] for line in told] == ["1/2"]
    assert edencli_text(*QUICK, "--matches", "4", "-q").stderr == ""


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--player", "person"], "--player person: a simulation is played by programs"),
        (["--blue", "person"], "--blue person: a simulation is played by programs"),
        (["--red", "deep"], "not deep"),
        (["--field", "none"], "cannot see the miniatures on your table"),
        (["--precision", "0"], "not '0'"),
        (["--precision", "60%"], "not '60%'"),
        (["--precision", "2%", "--sprt", ".5,.6"], "--sprt"),
        (["--sprt", ".6,.5"], "not '.6,.5'"),
        (["--sprt", "1"], "not '1'"),
        (["--format", "xml"], "not xml"),
    ],
)
def test_what_cannot_be_simulated_is_refused(options: list[str], why: str) -> None:
    ended = edencli_text(*BANDS, *options)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert why in " ".join(ended.stderr.split())


def test_faulty_files_are_told_and_nothing_is_played(tmp_path: Path) -> None:
    missing = edencli_text("simulate", "nowhere.yaml", "jokers")
    wrong = edencli_text("simulate", str(ROOT / "samples" / "cards" / "jokers.yaml"), "jokers")
    (tmp_path / "dear.yaml").write_text(
        (ROOT / "samples/starters/band.yaml").read_text("utf-8").replace("fighters:", "budget: 1\nfighters:"),
        "utf-8",
    )
    for name in ("cards.yaml",):
        (tmp_path / name).write_text((ROOT / "samples/starters" / name).read_text("utf-8"), "utf-8")
    dear = edencli_text("simulate", "dear.yaml", "jokers", cwd=tmp_path)

    assert (missing.returncode, wrong.returncode, dear.returncode) == (2, 1, 1)
    assert "kind-unexpected" in wrong.stderr
    assert "band.budget" in dear.stderr
    assert missing.stdout == wrong.stdout == dear.stdout == ""


@pytest.mark.parametrize(("text", "share"), [("2%", 0.02), ("2", 0.02), ("±0.5 %", 0.005), ("50%", 0.5)])
def test_a_precision_is_read_as_people_write_it(text: str, share: float) -> None:
    assert simulate.parse_precision(simulate.current_words(), text) == share

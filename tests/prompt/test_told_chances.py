"""A typed match told with its chances: once it is over, from its record, and on request while it goes on."""

import gc
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from edencli import cli

SAMPLES = Path(__file__).parents[2] / "samples"
GAME = "games/last-bell.yaml"
END = ("blue adds nothing", "red adds nothing")
"""What ends the sample game, whose script stops short of it."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the samples."""
    shutil.copytree(SAMPLES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Typed:
    """Runs a command with lines on its standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capsys = monkeypatch, capsys

    def __call__(self, command: str, *lines: str, code: int = 0) -> str:
        self._patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as ended:
            cli.run(command.split())
        ended_with = ended.value.code
        del ended
        gc.collect()  # what the command ended with knew the record, which stayed open
        told = self._capsys.readouterr()
        assert ended_with == code, told.err
        return told.out if code == 0 else told.err


@pytest.fixture
def typed(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    assert here.is_dir()
    return Typed(monkeypatch, capsys)


def finished(here: Path) -> str:
    """The sample game with its end, as a script."""
    script = here / "games/finished.yaml"
    text = (here / GAME).read_text(encoding="utf-8").replace("unfinished: true\n", "")
    script.write_text(text + "".join(f"  - {line}\n" for line in END), encoding="utf-8")
    return f"games/{script.name}"


def chances(data: str) -> list[dict[str, Any]]:
    lines = map(json.loads, data.splitlines())
    return [line for line in lines if line["kind"] in {"chance", "chances"}]


def test_a_typed_match_is_told_with_its_chances_when_it_is_over(typed: Typed, here: Path) -> None:
    """What is told then is what its record tells, and its page has the chances too."""
    told = typed(f"play {GAME} -i --odds --seed 7 --record kept.record --html page.html", *END)
    again = typed("play kept.record --odds")

    assert told.endswith(again)
    assert again.count("Chance:") == 4
    assert "Largest swings, in points of value" in again
    assert (here / "page.html").read_text(encoding="utf-8").count("<p>Chance") == 4


def test_while_a_match_goes_on_its_chances_are_told_on_request(typed: Typed) -> None:
    told = typed(f"play {GAME} -i --odds --seed 7 --record kept.record")
    asked = typed("play kept.record", "log odds")

    assert "Chance:" not in told
    assert asked.count("Chance:") == 4
    assert typed("play kept.record", "log").count("Chance:") == 0


def test_log_takes_no_other_word(typed: Typed) -> None:
    typed(f"play {GAME} -i --seed 7 --record kept.record")

    assert "“odds”" in typed("play kept.record", "log chances", code=1)


def test_a_record_tells_the_chances_and_the_advice_that_its_script_tells(typed: Typed, here: Path) -> None:
    typed(f"play {GAME} -i --seed 7 --record kept.record", *END)
    of_script = chances(typed(f"play {finished(here)} --advise --format json"))
    of_record = chances(typed("play kept.record --advise --format json"))

    assert of_record == of_script
    assert len(of_record[-1]["advice"]) > 3


def test_a_side_reads_the_advice_for_itself_alone(typed: Typed) -> None:
    typed(f"play {GAME} -i --seed 7 --record kept.record", *END)
    advice = chances(typed("play kept.record --advise --format json --as blue"))[-1]["advice"]

    assert {one["side"] for one in advice} == {"blue"}


def test_advice_that_cannot_be_given_is_refused_before_anything_is_kept(typed: Typed, here: Path) -> None:
    refused = typed("play games/kitchen-table.yaml -i --advise --record kept.record", code=2)

    assert "steady" in refused
    assert not (here / "kept.record").exists()

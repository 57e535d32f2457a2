"""`show --html --odds`: the page of a game or of a record tells the chances that its dice had."""

import shutil
from pathlib import Path

import pytest
from sessions import sit, stand_up

from edencli.cli import run

SAMPLES = Path(__file__).parents[2] / "samples"


def shown(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        run(["show", *arguments])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


def test_the_page_of_a_game_tells_its_chances_when_that_is_wished(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = str(SAMPLES / "games" / "into-the-fray.yaml")
    code, page, _ = shown([game, "--html", "-", "--odds"], capsys)

    assert code == 0
    assert page.count("Exact chance: ") == 3
    assert "Largest swings" in page
    assert "Exact chance: " not in shown([game, "--html", "-"], capsys)[1]


def test_the_page_ends_with_the_moment_and_so_do_its_chances(capsys: pytest.CaptureFixture[str]) -> None:
    game = str(SAMPLES / "games" / "into-the-fray.yaml")
    code, page, _ = shown([game, "--html", "-", "--odds", "--until", "e16"], capsys)

    assert code == 0
    assert page.count("Exact chance: ") == 1


def test_a_record_tells_its_chances_on_its_page_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(SAMPLES, tmp_path / "samples")
    record = tmp_path / "kept.record"
    stand_up(sit("first-duel.yaml", record))
    code, _, err = shown([str(record), "--odds"], capsys)

    assert code == 2
    assert "--html FILE" in err
    code, page, err = shown([str(record), "--odds", "--html", "-"], capsys)
    assert code == 0, err
    assert "Luckiest and unluckiest roll" in page

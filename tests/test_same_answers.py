"""`tests/same_answers.py` keeps what commands answer, and names the answers that differ."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).with_name("same_answers.py")


def same_answers(*words: str | Path, scratch: Path) -> subprocess.CompletedProcess[str]:
    """Run the tool with a scratch folder of its own."""
    return subprocess.run(
        [sys.executable, str(TOOL), *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(scratch)},
    )


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What this tree answers to the commands of help, kept in a file."""
    folder = tmp_path_factory.mktemp("answers")
    written = same_answers("write", folder / "a.json", "--quick", "--only", "help", scratch=folder)
    assert written.returncode == 0, written.stderr
    return folder / "a.json"


def test_an_answer_has_what_a_command_printed_and_how_it_ended(answers: Path) -> None:
    shown = same_answers("show", answers, "edencli ruels", scratch=answers.parent).stdout

    assert "── edencli ruels: exit 2" in shown
    assert "── stderr" in shown
    assert "rules" in shown


def test_equal_answers_differ_in_nothing(answers: Path) -> None:
    compared = same_answers("compare", answers, answers, scratch=answers.parent)

    assert compared.returncode == 0
    assert compared.stdout.startswith("0 of ")


def test_another_answer_and_one_that_is_gone_are_named(answers: Path) -> None:
    kept = json.loads(answers.read_text(encoding="utf-8"))
    kept["edencli ruels"] = kept["edencli roll nothing.yaml"]
    del kept["edencli schema band"]
    changed = answers.with_name("b.json")
    changed.write_text(json.dumps(kept), encoding="utf-8")

    compared = same_answers("compare", answers, changed, scratch=answers.parent)

    assert compared.returncode == 1
    assert "edencli ruels\n" in compared.stdout
    assert f"edencli schema band\n  only in {answers}" in compared.stdout
    assert f"2 of {len(kept) + 1} answers differ" in compared.stdout

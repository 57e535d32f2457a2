"""The README's own commands do what it says."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from processes import edencli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSION = re.findall(r"^\$ edencli (.+)$", README, re.MULTILINE)
SETUPS = re.findall(r"^python3 -m venv .+$", README, re.MULTILINE)


@pytest.mark.parametrize("command", SESSION)
def test_every_command_of_the_session_answers(command: str) -> None:
    ended = edencli(*shlex.split(command), cwd=ROOT)

    assert (ended.returncode, ended.stderr.count(b"error")) == (0, 0)
    assert len(ended.stdout.splitlines()) > 1


def test_the_python_example_does_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert tried > 0
    assert failed == 0


def test_it_opens_with_one_sentence_and_sets_up_with_two_lines() -> None:
    opening = README.split("\n\n")[1]

    assert opening.startswith("edencli is ")
    assert opening.count(".") == 1
    assert len(SETUPS) == 2


def test_the_first_line_plays_the_first_duel() -> None:
    job = SETUPS[0].rpartition(".venv/bin/edencli ")[2]

    ended = edencli(*shlex.split(job), cwd=ROOT)

    assert ended.returncode == 0
    assert "Yuri charges" in ended.stdout.decode()


def test_the_second_line_runs_these_tests() -> None:
    assert SETUPS[1].endswith(".venv/bin/python -m pytest")

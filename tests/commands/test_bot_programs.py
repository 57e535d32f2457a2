"""A bot that is any program: what it reads and writes, what its faults look like, and that it ends."""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from in_process import edencli

from edencli.commands import bot_programs

SAMPLES = Path(__file__).parents[2] / "samples"
DUEL = str(SAMPLES / "games" / "first-duel.yaml")
BANDS = (str(SAMPLES / "bands" / "jokers.yaml"), str(SAMPLES / "bands" / "chaos.yaml"))
README = (SAMPLES.parent / "README.md").read_text(encoding="utf-8")


def program(folder: Path, body: str) -> str:
    """Write a program that runs this body for each line, and return it as a player."""
    path = folder / "bot.py"
    path.write_text(f"import sys, os, time\nfor line in sys.stdin.buffer:\n    {body}\n", encoding="utf-8")
    return f"program: {shlex.quote(sys.executable)} -S -u {shlex.quote(str(path))}"


def played(*arguments: str, cwd: Path, code: int = 0) -> tuple[str, str]:
    ended = edencli("play", *arguments, cwd=cwd)
    assert ended.returncode == code, ended.stderr.decode()
    return ended.stdout.decode(), ended.stderr.decode()


@pytest.mark.parametrize(("runs", "name"), [(sys.executable, "by_lines.py"), ("node", "by_lines.js")])
def test_the_sample_programs_play_a_game_to_its_end(tmp_path: Path, runs: str, name: str) -> None:
    if shutil.which(runs) is None:
        pytest.skip(f"NOT TESTED: there is no {runs} to run {name}")
    player = f"program: {shlex.join([runs, str(SAMPLES / 'bots' / name)])}"

    told, _ = played(DUEL, "--blue", player, "--red", "random", "--seed", "3", cwd=tmp_path)

    assert "━━ The end" in told


def test_a_program_reads_what_its_side_may_see_and_nothing_else(tmp_path: Path) -> None:
    player = program(tmp_path, "open('read.jsonl', 'ab').write(line); print(1)")

    played(*BANDS, "--red", "random", "--blue", player, "--seed", "5", "--no-record", cwd=tmp_path)

    questions = [json.loads(line) for line in (tmp_path / "read.jsonl").read_text("utf-8").splitlines()]
    assert len(questions) > 20
    seen = 0
    for question in questions:
        assert question["side"] == "blue"
        assert [one["n"] for one in question["answers"]] == [*range(1, len(question["answers"]) + 1)]
        assert not any(question["position"].get("players", {}).get("red", {}).get("hand", ()))
        assert question["events"]["from"] == seen
        seen += len(question["events"]["new"])
        assert all(f"`{key}`" in README for key in question)
    assert {one["ap"] for question in questions for one in question["answers"]} >= {0, 1}


GARBAGE = [
    ("print('hello')", "answered 'hello', which is not a number from 0 to 2"),
    ("print(99999)", "answered '99999'"),
    ("print(-1)", "answered '-1'"),
    ("print('1 2')", "answered '1 2'"),
    ("print('²')", "answered "),
    ("print()", "answered ''"),
    ("print('9' * 5_000_000)", "answered '999"),
    ("sys.stdout.buffer.write(bytes(range(256)) * 9)", "answered "),
    ("sys.stdout.buffer.write(b'\\x1b[31m1\\n')", "answered "),
    ("sys.exit(3)", "ended without an answer"),
    ("print('1', end=''); sys.exit()", "ended without an answer"),
    ("os.close(1); time.sleep(60)", "ended without an answer"),
]


@pytest.mark.parametrize(("body", "complaint"), GARBAGE)
def test_what_a_program_does_wrong_is_one_line(tmp_path: Path, body: str, complaint: str) -> None:
    player = program(tmp_path, body)

    _, errors = played(DUEL, "--blue", player, "--red", "random", "--seed", "1", cwd=tmp_path, code=1)

    assert complaint in errors
    assert "\x1b" not in errors
    assert errors.count("\n") == 1
    assert len(errors) < 1000


@pytest.mark.parametrize("command", ["program:", "program: 'open", "program: no-such-program-here"])
def test_a_command_that_is_none_is_refused(tmp_path: Path, command: str) -> None:
    _, errors = played(DUEL, "--blue", command, "--seed", "1", cwd=tmp_path, code=2)

    assert "cannot be started" in errors


def test_a_program_that_is_silent_is_named_and_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_programs, "SECONDS_TO_ANSWER", 1)
    player = program(tmp_path, "open('pid', 'w').write(str(os.getpid())); time.sleep(60)")

    _, errors = played(DUEL, "--blue", player, "--red", "random", "--seed", "1", cwd=tmp_path, code=1)

    assert "has not answered for 1 second" in errors
    assert is_ended(tmp_path)


def test_a_program_is_ended_with_its_match_also_if_it_will_not(tmp_path: Path) -> None:
    body = "open('pid', 'w').write(str(os.getpid())); import signal; signal.signal(15, 1); print(1)"
    path = tmp_path / "bot.py"
    player = program(tmp_path, body)
    path.write_text(path.read_text("utf-8") + "time.sleep(60)\n", encoding="utf-8")

    played(DUEL, "--blue", player, "--red", "random", "--seed", "1", cwd=tmp_path)

    assert is_ended(tmp_path)


def is_ended(folder: Path) -> bool:
    """Tell whether the process that wrote its number there is gone."""
    try:
        os.kill(int((folder / "pid").read_text("utf-8")), 0)
    except ProcessLookupError:
        return True
    return False


def test_a_fault_loses_nothing_and_a_record_never_starts_a_program(tmp_path: Path) -> None:
    once = "open('runs', 'a').write('x'); print(1 if os.path.getsize('runs') < 4 else 'no')"
    player = program(tmp_path, once)
    typed = (*BANDS, "--red", "random", "--blue", player, "--seed", "5", "--record", "match.record")
    played(*typed, cwd=tmp_path, code=1)
    runs = (tmp_path / "runs").read_text("utf-8")

    _, errors = played("match.record", cwd=tmp_path)

    assert len(runs) == 4
    assert (tmp_path / "runs").read_text("utf-8") == runs
    assert "Blue was played by" in errors
    assert shlex.quote(player) in errors.replace("\n", " ")

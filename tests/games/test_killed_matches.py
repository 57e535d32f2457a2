"""A match that is killed amid `auto`, `y` and stops is kept up to an answer, and goes on as it would have."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from in_process import edencli_text
from processes import EDENCLI, clean_environment
from sessions import SAMPLES

from edencli.games.records import record_session

PATIENCE = 60  # seconds until the test gives up
BANDS = [SAMPLES / "bands" / f"{name}.yaml" for name in ("jokers", "bamaka")]
TYPED = "stops interrupts never, tactics never\nhint\ny\nauto\nhint\ny\nhint\ny\nhint\ny\n"
OPTIONS = ("play", *BANDS, "--field", "ruins", "--seed", "7", "--blue", "random", "--as", "red")


def answers_of(record: Path) -> list[str]:
    return [line.text for line in record_session(record).lines if line.kind == "answer"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a match that nobody killed."""
    record = tmp_path_factory.mktemp("whole") / "whole.record"
    ended = edencli_text(*OPTIONS, "--record", record, stdin=TYPED)
    assert ended.returncode == 0, ended.stderr
    return record


def test_every_beginning_of_a_record_is_a_match_that_came_so_far(whole: Path, tmp_path: Path) -> None:
    """Cut anywhere: what is torn is passed over, what was whole plays again."""
    content, answers = whole.read_bytes(), answers_of(whole)
    head = content.index(b"\n") + 1
    cut, lengths = tmp_path / "cut.record", set()
    for end in range(head, len(content), max(1, (len(content) - head) // 8)):
        cut.write_bytes(content[:end])
        found = answers_of(cut)
        assert found == answers[: len(found)]
        lengths.add(len(found))

    assert len(lengths) > 4
    assert len(answers) > 15


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills in another way")
@pytest.mark.parametrize("lines", [4, 20])
def test_a_match_that_is_killed_loses_no_answer(whole: Path, tmp_path: Path, lines: int) -> None:
    record = tmp_path / "killed.record"
    begun = subprocess.Popen(
        [*EDENCLI, *map(str, OPTIONS), "--record", str(record)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment(),
    )  # fmt: skip
    assert begun.stdin is not None
    with begun:
        begun.stdin.write(TYPED.encode())
        begun.stdin.flush()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and kept_lines(record) < lines:
            time.sleep(0.01)
        before = kept_lines(record)
        os.kill(begun.pid, signal.SIGKILL)

    answers, found = answers_of(whole), answers_of(record)
    assert before >= lines
    assert found == answers[: len(found)]
    kept = record.read_bytes().splitlines()[1:before]
    assert len(found) >= sum(b'"kind": "answer"' in line for line in kept)
    goes_on = edencli_text("play", record, "--as", "red", stdin="hint\ny\n")
    assert goes_on.returncode == 0, goes_on.stderr


def kept_lines(record: Path) -> int:
    return record.read_bytes().count(b"\n") if record.exists() else 0

"""Streams as they may be: gone, full, not for writing, or nowhere to stand; the verdict stays what it was."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from processes import EDENCLI, PATIENCE, clean_environment

FOLDER = Path(__file__).parents[1] / "files"
COMMANDS = {
    "--version": 0,
    "--help": 0,
    "play --help": 0,
    "rules melee.dodge": 0,
    "rules xyzzyx": 1,
    "weather --seed 1": 0,
    "new --list": 0,
    "validate examples/band.yaml": 0,
    "validate examples/broken.yaml": 1,
    "validate nowhere.yaml": 2,
    "play --check ../../samples/games/into-the-fray.yaml": 0,
    "nonsense": 2,
}
RESULTLESS = {"rules xyzzyx", "validate examples/band.yaml", "nonsense"}  # they write to stderr alone


@contextmanager
def gone() -> Iterator[int]:
    """A pipe that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


@contextmanager
def full() -> Iterator[int]:
    """A disk without room."""
    with Path("/dev/full").open("wb") as device:
        yield device.fileno()


@contextmanager
def unwritable() -> Iterator[int]:
    """A stream that is open for reading only."""
    with Path("/dev/null").open("rb") as device:
        yield device.fileno()


def ended(command: str, **streams: int) -> subprocess.CompletedProcess[bytes]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    return subprocess.run(
        [*EDENCLI, *command.split()],
        stdin=subprocess.DEVNULL,
        cwd=FOLDER,
        env={**clean_environment(), **UNBUFFERED},
        timeout=PATIENCE,
        check=False,
        **pipes,  # type: ignore[call-overload]
    )


UNBUFFERED: dict[str, str] = {}


@cache
def usual_output(command: str) -> bytes:
    return ended(command).stdout


@pytest.fixture(autouse=True, params=["", "1"], ids=["buffered", "unbuffered"])
def _buffers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UNBUFFERED, "PYTHONUNBUFFERED", request.param)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_who_has_gone_is_no_fault_and_changes_no_verdict(command: str) -> None:
    with gone() as stdout:
        told = ended(command, stdout=stdout)

    assert told.returncode == COMMANDS[command]
    assert b"BrokenPipe" not in told.stderr
    assert b"Traceback" not in told.stderr


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - RESULTLESS))
@pytest.mark.parametrize("stream", [full, unwritable])
def test_a_result_that_cannot_be_written_is_said_in_a_sentence(command: str, stream: object) -> None:
    with stream() as stdout:  # type: ignore[operator]
        told = ended(command, stdout=stdout)

    assert told.returncode == 2
    *before, said = told.stderr.decode().splitlines()
    assert said.startswith("edencli: the output could not be written: ")
    assert before in ([], ["edencli: seed 1"])


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("stream", [gone, full, unwritable])
def test_a_stderr_that_takes_nothing_changes_nothing_else(command: str, stream: object) -> None:
    with stream() as stderr:  # type: ignore[operator]
        told = ended(command, stderr=stderr)

    assert (told.returncode, told.stdout) == (COMMANDS[command], usual_output(command))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("--version", 0),
        ("rules melee.dodge", 0),
        ("validate band.yaml", 2),
        ("play game.yaml --check", 2),
        (f"validate {FOLDER / 'examples/band.yaml'}", 0),
        (f"validate --format sarif {FOLDER / 'examples/broken.yaml'}", 1),
    ],
)
def test_a_working_folder_that_is_gone_is_no_fault_of_ours(command: str, code: int, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    run = f"rmdir {shlex.quote(str(here))}; exec {sys.executable} -m edencli {command}"
    told = subprocess.run(
        ["/bin/sh", "-c", run],
        cwd=here,
        env=clean_environment(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )

    assert (told.returncode, b"internal error" in told.stderr) == (code, False), told.stderr

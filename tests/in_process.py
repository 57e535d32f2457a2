"""Run edencli in the process of the tests: its output and exit code, without starting Python again.

For what a command prints and writes. What depends on a process (memory, signals, terminals, closed streams,
imports) is tested in a process (`processes.py`).
"""

import contextlib
import gc
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from unittest import mock

from processes import clean_environment

from edencli import cli


def edencli(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdin: bytes = b"",
    environment: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run edencli to its end, as `processes.edencli` does."""
    words = [str(argument) for argument in arguments]
    with (
        contextlib.chdir(cwd or Path.cwd()),
        mock.patch.dict(os.environ, {**clean_environment(), **(environment or {})}, clear=True),
        _stream("stdin", stdin),
        _stream("stdout") as out,
        _stream("stderr") as err,
    ):
        code = _exit_code(words)
        if any("record" in word for word in words):
            gc.collect()  # release the record of an interrupted match, as the end of a process would
        return subprocess.CompletedProcess(words, code, _written(out), _written(err))


def edencli_text(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdin: str = "",
    environment: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run edencli to its end, with text in and out."""
    ended = edencli(*arguments, cwd=cwd, stdin=stdin.encode(), environment=environment)
    return subprocess.CompletedProcess(
        ended.args, ended.returncode, ended.stdout.decode(), ended.stderr.decode()
    )


def edit_once(file: Path, old: str, new: str) -> None:
    """Replace a text that occurs once in a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def _exit_code(words: list[str]) -> int:
    try:
        cli.run(words)
    except SystemExit as ended:
        return int(ended.code or 0)
    raise AssertionError("a command ends with an exit code")


@contextlib.contextmanager
def _stream(name: str, content: bytes = b"") -> Iterator[IO[str]]:
    """Replace a stream of the process by a file."""
    with tempfile.TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        stream = io.TextIOWrapper(file, encoding="utf-8", write_through=True)
        with stream, mock.patch.object(sys, name, stream):
            yield stream


def _written(stream: IO[str]) -> bytes:
    stream.flush()
    stream.seek(0)
    return stream.buffer.read()  # type: ignore[attr-defined]  # a text stream over a file

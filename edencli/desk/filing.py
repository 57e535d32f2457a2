"""The files that a command opens and writes: what is wrong with one is told, and the command ends."""

import os
import sys
from pathlib import Path

import typer

from edencli.desk.console import Refused
from edencli.files.library import File, Library
from edencli.files.writing import NotWritten, write
from edencli.lang import Words, spoken


def folder(name: str | None, words: Words) -> Path | None:
    """The folder of `--root`, refused when it is none."""
    if name is not None and not os.path.isdir(name):  # noqa: PTH112  # this one never raises, however odd the name
        raise Refused(words.say("command", "no-folder", name=name))
    return None if name is None else Path(name)


def opened(library: Library, name: str) -> File:
    """Open a file that must be sound."""
    file = library.open(name)
    ensure_sound(library)
    return file


def ensure_sound(library: Library) -> None:
    """End with the diagnostics of every file that was opened, if one of them has an error."""
    faulty = [file for file in library.files if file.said.errors or not file.readable]
    if not faulty:
        return
    from edencli.report.diagnostics import text
    from edencli.report.sheet import Paint

    words, paint = spoken(), Paint.for_stream(sys.stderr, os.environ)
    for file in faulty:
        sys.stderr.writelines(text(file, words, paint))
    raise typer.Exit(2 if any(not file.readable for file in faulty) else 1)


AREA = "command"


def save(words: Words, path: Path, text: str, *, replace: bool) -> None:
    """Write a file whole; without `replace` never over one that is there."""
    try:
        write(path, text, replace=replace)
    except NotWritten as fault:
        raise not_saved(words, path, fault.reason) from None


def not_saved(words: Words, path: Path, reason: str) -> Refused:
    """Say why a file was not written: one of our own reasons, or what the system says."""
    ours = f"not-written.{reason}"
    message = ours if words.has(AREA, ours) else "not-written"
    return Refused(words.say(AREA, message, file=str(path), reason=reason))

"""Opening the files that a command works with: what is wrong with one is printed, and the command ends."""

import os
import sys
from pathlib import Path

import typer

from edencli.desk.failure import Refused
from edencli.files.library import File, Library
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
    from edencli.report.paint import Paint

    words, paint = spoken(), Paint.for_stream(sys.stderr, os.environ)
    for file in faulty:
        sys.stderr.writelines(text(file, words, paint))
    raise typer.Exit(2 if any(not file.readable for file in faulty) else 1)

"""Open and write files for a command; a fault in a file is printed and ends the command."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from edencli.files.library import File, Library
from edencli.files.source import files_within, nearest_path, shipped_folder
from edencli.files.stated_kind import MISSPELT, stated_kind
from edencli.files.writing import FileWriteError, write_file, write_page
from edencli.lang import Words, current_words
from edencli.output.console import Refused, write_stderr, write_stdout


def root_folder(name: str | None, words: Words) -> Path | None:
    """The folder of `--root`; refused when it is not a folder."""
    if name is not None and not os.path.isdir(name):  # noqa: PTH112  # this one never raises, however odd the name
        near = nearest_path(Path(name))
        form = "no-folder/near" if near else "no-folder"
        raise Refused(words.say("command", form, name=name, near=str(near)))
    return None if name is None else Path(name)


def open_sound(library: Library, name: str) -> File:
    """Open a file; end the command if it is not sound."""
    file = library.open(name)
    ensure_sound(library)
    return file


def ensure_sound(library: Library) -> None:
    """End the command with the diagnostics of every file opened, if one of them has an error."""
    faulty = [file for file in library.files if file.diagnostics.error_count or not file.is_readable]
    if not faulty:
        return
    from edencli.output.sheet import Paint
    from edencli.pages.diagnostics import format_files

    write_stderr("".join(format_files(faulty, current_words(), Paint.for_stream(sys.stderr, os.environ))))
    raise SystemExit(2 if any(not file.is_readable for file in faulty) else 1)


AREA = "command"


def save(words: Words, path: Path, text: str, *, replace: bool) -> None:
    """Write a whole file; without `replace` an existing file is refused."""
    _write(words, path, partial(write_file, path, text, replace=replace))


def missing_schema(kind: str, folder: Path) -> dict[Path, str]:
    """The schema that a new file of a kind expects beside it, with its path; nothing if it is there."""
    schema = folder / f"{kind}.schema.json"
    text = (shipped_folder("schemas") / schema.name).read_text(encoding="utf-8")
    return {} if os.path.lexists(schema) else {schema: text}


def save_new(words: Words, path: Path, text: str, kind: str) -> None:
    """Write a file that is not there yet, and beside it the schema that its first line names."""
    save(words, path, text, replace=False)
    for schema, told in missing_schema(kind, path.parent).items():
        save(words, schema, told, replace=False)


def save_page(words: Words, path: Path, text: str) -> None:
    """Write a whole page, replacing only an older page of edencli or an empty file."""
    _write(words, path, partial(write_page, path, text))


def _write(words: Words, path: Path, write: Callable[[], None]) -> None:
    try:
        write()
    except (FileWriteError, OSError, ValueError) as fault:
        raise save_refusal(words, path, getattr(fault, "reason", str(fault))) from None


STDOUT: Final = "-"


def write_or_print(words: Words, name: str, text: str) -> None:
    """Write a page to a file, as `save_page` does, and say so; for `-`, print it."""
    if name == STDOUT:
        write_stdout(text)
        return
    save_page(words, Path(name), text)
    write_stderr(words.say("table", "written", file=name) + "\n")


def save_refusal(words: Words, path: Path, reason: str) -> Refused:
    """The refusal of a file that could not be written, with our own reason or the system's."""
    ours = f"not-written.{reason}"
    message = ours if words.has(AREA, ours) else "not-written"
    return Refused(words.say(AREA, message, file=str(path), reason=reason))


def find_games(words: Words, name: str, root: Path | None) -> list[str]:
    """The games in and below a folder, misspelt kinds included; or the one file that was named."""
    if not os.path.isdir(name):  # noqa: PTH112  # Path raises on long names
        return [name]
    files = [one for one in files_within(name, root) if one != name]
    games = [one for one in files if stated_kind(Path(one)) in {"game", MISSPELT}]
    if not games:
        raise Refused(words.say("play", "no-games", folder=name), code=1)
    return games

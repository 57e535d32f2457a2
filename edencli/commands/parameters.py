"""Types and choices for command lines: rulebooks, formats, files, numbers."""

import enum
import os
from collections.abc import Collection
from pathlib import Path

from edencli.lang import Words, current_words
from edencli.output.console import Refused
from edencli.rulebooks.raw_books import BOOKS

MOST = 99
"""The highest number that may be rolled with, or against."""


class Book(enum.StrEnum):
    """The rulebooks."""

    _ignore_ = "key"
    for key in BOOKS:
        vars()[key.upper()] = key


class Format(enum.StrEnum):
    """The formats of an answer."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class FaultFormat(enum.StrEnum):
    """The formats of diagnostics."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


def complete_yaml_files(incomplete: str) -> list[str]:
    """Shell completions for a file: YAML files, and folders."""
    return complete_files(incomplete, {".yaml", ".yml"})


def complete_files(incomplete: str, suffixes: Collection[str]) -> list[str]:
    """Shell completions for a file with one of these suffixes, folders included."""
    folder, slash, start = incomplete.rpartition("/")
    inside = sorted(Path(folder + slash).iterdir()) if Path(folder + slash).is_dir() else []
    wanted = [one for one in inside if one.name.startswith(start) and (start or one.name[0] != ".")]
    folders = [f"{folder}{slash}{one.name}/" for one in wanted if one.is_dir()]
    return [f"{folder}{slash}{one.name}" for one in wanted if one.suffix in suffixes] + folders


def split_reference(text: str) -> tuple[str, str]:
    """The file and the name in `FILE#NAME`, both of which may hold a #; else the file and nothing."""
    begun = [text[:n] for n, one in enumerate(text) if one == "#"]
    if not begun or _is_there(text):
        return text, ""
    file = next(filter(names_file, begun), begun[-1])
    return file, text[len(file) + 1 :]


def names_file(text: str) -> bool:
    """Tell whether a text is the name of a file, there or not, rather than that of a card."""
    return _is_there(text) or text.endswith((".yaml", ".yml"))


def _is_there(text: str) -> bool:
    return text == "-" or os.path.exists(text)  # noqa: PTH110  # this one never raises, however odd the name


def default_book() -> str:
    """The rulebook where neither an option nor a file names one: EDENCLI_RULEBOOK, else English."""
    wanted = os.environ.get("EDENCLI_RULEBOOK") or BOOKS[0]
    if wanted not in set(Book):
        raise Refused(current_words().say("command", "no-rulebook", name=wanted, books=tuple(Book)))
    return wanted


def check_choice(words: Words, option: str, given: str | None, choices: tuple[str | None, ...]) -> None:
    """Refuse a word that is not among an option's choices."""
    if given not in choices:
        listed = tuple(choice for choice in choices if choice)
        raise Refused(words.say("command", "one-of", option=option, given=given, choices=listed))

"""The options that mean the same in every command."""

import enum
import os
from pathlib import Path

import typer

from edencli.cli.failure import Refused
from edencli.lang import Words


class Book(enum.StrEnum):
    """The rulebooks one can play by."""

    EN = "en"
    FR = "fr"
    DE = "de"
    IT = "it"
    PT = "pt"


class Form(enum.StrEnum):
    """How an answer is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class Faults(enum.StrEnum):
    """How what is wrong with files is written."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


class BandFaults(enum.StrEnum):
    """The same, or only the sheets of the bands that may be played."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    MARKDOWN = "markdown"


RULEBOOK = typer.Option("en", envvar="EDENCLI_RULEBOOK", help="The rulebook that is played.")
FORM = typer.Option("text", "--format", help="How the answer is written.")

# For commands that take files: a file's own rulebook comes before the environment's.
RULEBOOK_OF_FILES = typer.Option(
    None,
    "--rulebook",
    show_default="the file's own, else EDENCLI_RULEBOOK, else en",
    help="The rulebook that is played. A file that is made for another is refused.",
)
ROOT = typer.Option(
    None,
    metavar="FOLDER",
    show_default="the working directory, else the file's folder",
    help="The folder that no reference may leave.",
)
STDIN_FILENAME = typer.Option(
    "-", metavar="FILE", show_default=False, help="The name of what comes on standard input, and its folder."
)


def yaml_files(incomplete: str) -> list[str]:
    """What the shell may complete where files are named: YAML files, and folders to look into."""
    folder, slash, start = incomplete.rpartition("/")
    inside = sorted(Path(folder + slash).iterdir()) if Path(folder + slash).is_dir() else []
    wanted = [one for one in inside if one.name.startswith(start) and (start or one.name[0] != ".")]
    folders = [f"{folder}{slash}{one.name}/" for one in wanted if one.is_dir()]
    return [f"{folder}{slash}{one.name}" for one in wanted if one.suffix in {".yaml", ".yml"}] + folders


def default_book() -> str:
    """The rulebook where neither a person nor a file says one: EDENCLI_RULEBOOK, else English."""
    wanted = os.environ.get("EDENCLI_RULEBOOK") or Book.EN
    if wanted not in set(Book):
        raise Refused(Words().say("command", "no-rulebook", name=wanted, books=tuple(Book)))
    return wanted


def one_of(words: Words, option: str, given: str | None, choices: tuple[str | None, ...]) -> None:
    """Refuse a word that an option does not have."""
    if given not in choices:
        listed = tuple(choice for choice in choices if choice)
        raise Refused(words.say("command", "one-of", option=option, given=given, choices=listed))

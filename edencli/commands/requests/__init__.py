"""The options of every command: one module per command, with the command's name.

A class has a part for each option and argument: its name and type, and what typer needs for it, with its
default and the message of `lang/en/help.json` that explains it. Below them is the table of options that go
together. `edencli.cli` makes a command of such a class, and an instance of what was typed. What several
commands share is here.

Knows no rule and no file: a page of help imports this and no more.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

import typer
from typer.models import ParameterInfo

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book, Format
from edencli.record import Record
from edencli.rulebooks.raw_books import BOOKS


class Request(Record):
    """A command line that was read; the parts of a class are options and arguments, in the order of help."""

    options: ClassVar[dict[str, ParameterInfo]] = {}
    """The typer parameter of each part."""

    modes: ClassVar[ModeTable | None] = None
    """Which options go together; None for a command that does only one thing."""

    typed: Mapping[str, object] = MappingProxyType({})
    """What was typed, by row of the table: `--seed`, and for an argument `GAMES`."""

    @classmethod
    def add_parts(cls, types: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
        """Add parts to a class; a typer parameter provides the default, unless it must be typed."""
        cls.options = {part: one for part, one in defaults.items() if isinstance(one, ParameterInfo)}
        own = {part: one.default for part, one in cls.options.items() if one.default is not ...}
        others = {part: one for part, one in defaults.items() if part not in cls.options}
        super().add_parts(types, {**others, **own})

    @staticmethod
    def arrange(arguments: list[str]) -> list[str]:
        """Rearrange the arguments before they are read; a command may accept its own ways of writing them."""
        return arguments


RULEBOOK = typer.Option(Book(BOOKS[0]), envvar="EDENCLI_RULEBOOK", case_sensitive=False, help="any.rulebook")
FORMAT = typer.Option(Format.TEXT, "--format", help="any.format")
DATA_FORMAT = typer.Option("text", "--format", metavar="text|json", help="any.format")

# For commands that take files: a file's own rulebook comes before the environment's.
RULEBOOK_OF_FILES = typer.Option(None, "--rulebook", case_sensitive=False, help="any.rulebook-of-files")
ROOT = typer.Option(None, help="any.root")
STDIN_FILENAME = typer.Option("-", show_default=False, help="any.stdin-filename")

SEED = typer.Option(None, help="any.seed")
SEED_OF_FILE = typer.Option(None, help="any.seed-of-file")
DICE = typer.Option(None, help="any.dice")
BY_HAND = typer.Option(False, "--by-hand", help="any.by-hand")
ODDS = typer.Option(False, "--odds", help="any.odds")

# Where bare names are searched.
CARDS = typer.Option(None, help="any.cards")
BANDS = typer.Option(None, help="any.band")
GAMES = typer.Option(None, "--game", "--record", help="any.game")
UNTIL = typer.Option(None, help="any.until")
LAST = typer.Option(False, "--last", help="any.last")

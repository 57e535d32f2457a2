"""What may stand on the command line of `edencli schema`."""

import enum
from pathlib import Path

import typer

from edencli.commands.parameters import complete_yaml_files
from edencli.commands.requests import Request


class SchemaName(enum.StrEnum):
    """What a JSON Schema describes: the kinds of files, and what commands print as JSON."""

    BAND = "band"
    CARDS = "cards"
    SCENERY = "scenery"
    GAME = "game"
    ATTACK = "attack"
    BAND_DIFF = "band-diff"
    COMPARE = "compare"
    COVERAGE = "coverage"
    DIAGNOSTICS = "diagnostics"
    EVENT = "event"
    MATRIX = "matrix"
    NEW = "new"
    ODDS = "odds"
    ROLL = "roll"
    RULES = "rules"
    SETUP = "setup"
    SHOW = "show"
    TABLE = "table"
    WEATHER = "weather"


class SchemaRequest(Request):
    """Which schema is printed, with which names, and where to."""

    kind: SchemaName = typer.Argument(help="schema.kind")
    names: list[str] | None = typer.Option(
        None, "--names", show_default=False, autocompletion=complete_yaml_files, help="schema.names"
    )
    output: Path | None = typer.Option(None, "-o", "--output", show_default=False, help="schema.output")

"""The command line of `edencli schema`."""

import enum
from pathlib import Path

import typer

from edencli.commands.parameters import complete_yaml_files
from edencli.commands.requests import Request


class SchemaName(enum.StrEnum):
    """The schemas: one for each kind of file, and for each answer in JSON."""

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
    MATCHES = "matches"
    MATRIX = "matrix"
    NEW = "new"
    ODDS = "odds"
    ROLL = "roll"
    RULES = "rules"
    SETUP = "setup"
    SHOW = "show"
    SIMULATION = "simulation"
    TABLE = "table"
    WEATHER = "weather"


class SchemaRequest(Request):
    """The schema to print, the files whose names to add, and where to write it."""

    kind: SchemaName = typer.Argument(help="schema.kind")
    names: list[str] | None = typer.Option(
        None, "--names", show_default=False, autocompletion=complete_yaml_files, help="schema.names"
    )
    output: Path | None = typer.Option(None, "-o", "--output", show_default=False, help="schema.output")

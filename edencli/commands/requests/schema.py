"""What may stand on the command line of `edencli schema`."""

import enum

import typer

from edencli.commands.requests import Request


class SchemaName(enum.StrEnum):
    """What a JSON Schema describes: the kinds of files, and what commands print as JSON."""

    BAND = "band"
    CARDS = "cards"
    SCENERY = "scenery"
    GAME = "game"
    ATTACK = "attack"
    DIAGNOSTICS = "diagnostics"
    EVENT = "event"
    ODDS = "odds"
    ROLL = "roll"
    RULES = "rules"
    SHOW = "show"
    TABLE = "table"
    WEATHER = "weather"


class SchemaRequest(Request):
    """Which schema is printed."""

    kind: SchemaName = typer.Argument(help="schema.kind")

"""The options that mean the same in every command."""

import enum

import typer


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


RULEBOOK = typer.Option("en", envvar="EDENCLI_RULEBOOK", help="The rulebook that is played.")
FORM = typer.Option("text", "--format", help="How the answer is written.")

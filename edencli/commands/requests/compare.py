"""The command line of `edencli compare`."""

import typer

from edencli.commands.parameters import Book, Format
from edencli.commands.requests import FORMAT, RULEBOOK_OF_FILES, Request


class CompareRequest(Request):
    """The trees to compare, the rulebook for files that name none, and the format."""

    old: str = typer.Argument(help="compare.old")
    new: str = typer.Argument(".", help="compare.new")
    rulebook: Book | None = RULEBOOK_OF_FILES
    form: Format = FORMAT

"""What may stand on the command line of `edencli compare`."""

import typer

from edencli.commands.parameters import Book, Format
from edencli.commands.requests import FORMAT, RULEBOOK_OF_FILES, Request


class CompareRequest(Request):
    """Which trees are compared, by which book where files say none, and the form of what differs."""

    old: str = typer.Argument(help="compare.old")
    new: str = typer.Argument(".", help="compare.new")
    rulebook: Book | None = RULEBOOK_OF_FILES
    form: Format = FORMAT

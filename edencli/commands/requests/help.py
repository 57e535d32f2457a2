"""What may stand on the command line of `edencli help`."""

import typer

from edencli.commands.requests import Request


class HelpRequest(Request):
    """Of which command the help is shown; of none, that of all."""

    command: str | None = typer.Argument(None, show_default=False, help="help.command")

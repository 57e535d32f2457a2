"""The command line of `edencli help`."""

import typer

from edencli.commands.requests import Request


class HelpRequest(Request):
    """The command whose help is shown; without one, the help of edencli."""

    command: str | None = typer.Argument(None, show_default=False, help="help.command")

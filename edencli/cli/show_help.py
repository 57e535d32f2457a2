"""`edencli help`: the help of a command, as `--help` behind it shows it."""

from edencli.commands.requests.help import HelpRequest


def show_help(request: HelpRequest) -> None:
    """Show the help of a command; of none, that of all."""
    from edencli.cli import app

    named = [request.command] if request.command else []
    app([*named, "--help"], standalone_mode=True, prog_name="edencli")

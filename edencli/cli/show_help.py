"""`edencli help`: the help of a command, as its `--help` prints it; alone, what holds for every command."""

from edencli.commands.requests.help import HelpRequest


def show_help(request: HelpRequest) -> None:
    """Show the help of a command; without one, that of edencli, with what holds for every command."""
    from edencli.cli import WHOLE_HELP, app

    named = [request.command] if request.command else []
    app([*named, "--help"], standalone_mode=True, prog_name="edencli", obj=None if named else WHOLE_HELP)

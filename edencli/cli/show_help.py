"""`edencli help`: the help of a command, as `--help` behind it shows it; alone, what holds for every one."""

from edencli.commands.requests.help import HelpRequest


def show_help(request: HelpRequest) -> None:
    """Show the help of a command; of none, that of all, with what holds for every command."""
    from edencli.cli import WHOLE_HELP, app

    named = [request.command] if request.command else []
    app([*named, "--help"], standalone_mode=True, prog_name="edencli", obj=None if named else WHOLE_HELP)

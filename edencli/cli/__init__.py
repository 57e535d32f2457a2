"""The commands: options in, one call, a report out.

One module a command, each with an `app` of its own, loaded when its command is named: `--help` and a rules
question import nothing they do not use. No rule, no geometry and no sentence of the game lives here. Heavy
imports stand inside the commands that need them, so that a rules question starts fast.
"""

import errno
import importlib
import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from edencli import __version__
from edencli.desk.failure import ReaderGone, Refused, hold_streams, silence
from edencli.lang import Words, clean

NO_OUTPUT, OWN_FAULT, INTERRUPTED = 2, 70, 130

# The commands in the order of `--help`: module, and what the command is for.
COMMANDS: dict[str, tuple[str, str]] = {
    "validate-band": ("edencli.cli.validate_band", "Check a band, and print its sheet."),
    "validate": ("edencli.cli.validate", "Check files of any kind."),
    "setup": ("edencli.cli.setup", "Run a preparation, and write the game that begins after it."),
    "play": ("edencli.cli.play", "Play games by their scripts, and tell what happened."),
    "resolve-attack": ("edencli.cli.resolve_attack", "Resolve one attack, or tell its exact odds."),
    "roll": ("edencli.cli.roll", "Throw dice of any kind, or tell their odds."),
    "rules": ("edencli.cli.rules", "Look up a rule, or ask a question."),
    "weather": ("edencli.cli.weather", "Roll the climatic conditions."),
    "show": ("edencli.cli.show", "Show a card, a band, or what a file holds."),
    "new": ("edencli.cli.new", "Begin a file, or copy a sample."),
    "schema": ("edencli.cli.schema", "Print the schema of a kind of file."),
}


class _Commands(TyperGroup):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # typer's signature
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # typer's signature
        if cmd_name not in COMMANDS:
            return None
        module, purpose = COMMANDS[cmd_name]
        command: Any = typer.main.get_command(importlib.import_module(module).app)
        command.name = cmd_name
        command.short_help = purpose
        return command

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        try:
            return super().make_context(*arguments, **more)
        except BrokenPipeError as gone:  # of `--help`
            raise ReaderGone from gone

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as gone:
            raise ReaderGone from gone  # typer would end with 1, which is our word for no

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # typer's signature
        with formatter.section("Commands"):
            formatter.write_dl([(name, purpose) for name, (_, purpose) in COMMANDS.items()])


app = typer.Typer(
    cls=_Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"edencli {__version__}")
        raise typer.Exit


@app.callback()
def edencli(
    version: bool = typer.Option(  # its callback answers
        False, "--version", callback=_version, is_eager=True, help="Print the version and stop."
    ),
) -> None:
    """The referee of the miniatures skirmish game Eden: five rulebooks, every answer with its rule."""


def run(arguments: list[str]) -> None:
    """Run one command and end the process with its exit code."""
    hold_streams()
    try:
        code = app(arguments, standalone_mode=True, prog_name="edencli")
    except SystemExit as end:
        code = end.code
    except Refused as refused:
        sys.stderr.write(f"edencli: {refused}\n")
        code = refused.code
    except ReaderGone:
        silence()
        code = 0
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as fault:  # the last door: a player never sees a traceback
        if os.environ.get("EDENCLI_TRACEBACK"):
            raise
        is_full = isinstance(fault, OSError) and fault.errno == errno.ENOSPC
        code = _no_output(fault) if is_full else _own_fault(fault)
    sys.exit(_flushed(code))


def _own_fault(fault: Exception) -> int:
    """Say in one line that the fault is ours."""
    what = clean(f"{type(fault).__name__}: {fault}")[:200]
    sys.stderr.write(f"edencli: internal error ({what}); please report it\n")
    return OWN_FAULT


def _no_output(fault: Exception) -> int:
    """Say that what was to be printed could not be."""
    silence()
    said = Words().say("command", "no-output", reason=getattr(fault, "strerror", None) or str(fault))
    sys.stderr.write(f"edencli: {said}\n")
    return NO_OUTPUT


def _flushed(code: int | str | None) -> int | str | None:
    """Let go of what was written, before Python does it where nobody can catch what goes wrong."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        silence()
    except OSError as fault:
        return _no_output(fault)
    return code

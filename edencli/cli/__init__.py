"""The command line: options in, one call, a report out.

`COMMANDS` has a row for each command: the request that is read from its line (`edencli.commands.requests`),
and the function called with it. Both are loaded when the command is named: `--help` and a rules question
import nothing they do not use.

Knows how options are read, their help, and exit codes. Must not know a rule, geometry, or a sentence of the
game; what a command does is decided in `edencli.commands` and `edencli.prompt`. Begin with `run`, then
`COMMANDS`.
"""

import errno
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from edencli import __version__
from edencli.cli.help import (
    attach_context,
    decide_language,
    print_usage_error,
    translate_command,
    translate_help_option,
    write_conventions,
    write_usage,
)
from edencli.lang import clean, current_words
from edencli.output.console import (
    NoOutput,
    ReaderGone,
    Refused,
    report_failure,
    reset_manner,
    set_up_streams,
    silence,
    write_stdout,
)

MISUSED, OWN_FAULT, INTERRUPTED = 2, 70, 130

WHOLE_HELP = object()
"""The context object with which `edencli help` asks for the long help; `--help` is shorter."""

# The commands in the order of `--help`: the request read from each line, and the function called with it.
COMMANDS = {
    "validate-band": (
        "edencli.commands.requests.validate:ValidateBandRequest",
        "edencli.commands.validate:validate_bands",
    ),
    "validate": (
        "edencli.commands.requests.validate:ValidateRequest",
        "edencli.commands.validate:validate_files",
    ),
    "setup": ("edencli.commands.requests.setup:SetupRequest", "edencli.commands.setup:set_up_game"),
    "play": ("edencli.commands.requests.play:PlayRequest", "edencli.cli.play:run_play"),
    "resolve-attack": (
        "edencli.commands.requests.resolve_attack:ResolveAttackRequest",
        "edencli.prompt.table_attack:run_attack",
    ),
    "roll": ("edencli.commands.requests.roll:RollRequest", "edencli.commands.roll:run_roll"),
    "rules": ("edencli.commands.requests.rules:RulesRequest", "edencli.commands.rules:run_rules"),
    "weather": ("edencli.commands.requests.weather:WeatherRequest", "edencli.commands.roll:run_weather"),
    "show": ("edencli.commands.requests.show:ShowRequest", "edencli.commands.show:show_contents"),
    "new": ("edencli.commands.requests.new:NewRequest", "edencli.cli.new:run_new"),
    "compare": ("edencli.commands.requests.compare:CompareRequest", "edencli.commands.compare:compare"),
    "simulate": (
        "edencli.commands.requests.simulate:SimulateRequest",
        "edencli.commands.simulate:simulate",
    ),
    "schema": ("edencli.commands.requests.schema:SchemaRequest", "edencli.commands.schema:print_schema"),
    "help": ("edencli.commands.requests.help:HelpRequest", "edencli.cli.show_help:show_help"),
}


class _Commands(TyperGroup):
    """The group of all commands; each is imported when it is asked for."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        translate_command(self, "edencli")
        self.subcommand_metavar = current_words().say("help", "commands")

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # typer's signature
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # typer's signature
        if cmd_name not in COMMANDS:
            return None
        command = load_command(cmd_name)
        command.short_help = _purpose(cmd_name)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        given = args[0]
        if given not in COMMANDS and not given.startswith("-") and not ctx.resilient_parsing:
            from edencli.model.near_names import NearKind, nearest_names  # only needed for misspellings

            near = nearest_names(given, COMMANDS, NearKind.COMMAND)
            message = "error.no-command/near" if near else "error.no-command"
            ctx.fail(current_words().say("help", message, given=given, near=near))
        return super().resolve_command(ctx, args)

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        with _handle_usage_errors():  # `--help` is answered here
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        with _handle_usage_errors():
            return super().invoke(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with attach_context(ctx):
            return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        messages = {"install_completion": "edencli.install", "show_completion": "edencli.show"}
        for parameter in self.params:  # typer adds these two last
            if message := messages.get(str(parameter.name)):
                vars(parameter)["help"] = current_words().say("help", message)
        return super().get_help(ctx)

    def get_help_option(self, ctx: Any) -> Any:
        return translate_help_option(super().get_help_option(ctx))

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        write_usage(self, ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # typer's signature
        with formatter.section(current_words().area("help")["typer"]["Commands"]):
            formatter.write_dl([(name, _purpose(name)) for name in COMMANDS])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if ctx.obj is WHOLE_HELP:
            write_conventions(formatter)
        else:
            formatter.write_paragraph()
            formatter.write_text(current_words().say("help", "conventions"))


def load_command(name: str) -> Any:
    """The command with this name, in the language in use; the function it calls is imported when it runs."""
    from edencli.cli.command import make_command  # the list of all commands needs none

    request, run = COMMANDS[name]

    def run_request(asked: Any) -> None:
        load_named(run)(asked)

    return make_command(name, load_named(request), run_request)


def load_named(place: str) -> Any:
    """The object at a place such as `edencli.cli.play:run_play`."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def _purpose(command: str) -> str:
    return current_words().say("help", f"{command}.short")


@contextmanager
def _handle_usage_errors() -> Iterator[None]:
    """Turn a broken pipe into `ReaderGone`, for which typer would exit with 1, and print usage errors."""
    try:
        yield
    except BrokenPipeError as gone:
        raise ReaderGone from gone
    except typer.TyperException as fault:
        if type(fault).__name__ == "NoArgsIsHelpError":
            raise
        print_usage_error(fault)
        raise typer.Exit(fault.exit_code) from None


app = typer.Typer(
    cls=_Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        write_stdout(f"edencli {__version__}\n")
        raise typer.Exit


@app.callback()
def edencli(
    version: bool = typer.Option(  # its callback answers
        False, "--version", "-V", callback=_version, is_eager=True, help="edencli.version"
    ),
) -> None:
    """Options before any command; typer calls this first."""


def run(arguments: list[str]) -> None:
    """Run one command and end the process with its exit code."""
    set_up_streams()
    reset_manner()
    try:
        decide_language(arguments)
        if "_EDENCLI_COMPLETE" in os.environ or any("-completion" in one for one in arguments):
            importlib.import_module("edencli.cli.completion").replace_typer_completion(arguments)
        code = app(arguments, standalone_mode=True, prog_name="edencli")
    except SystemExit as end:
        code = end.code
    except Refused as refused:
        report_failure(str(refused))
        code = refused.code
    except ReaderGone:
        silence(sys.stdout)
        code = 0
    except NoOutput as lost:
        code = _no_output(lost.reason)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as fault:  # users never see a traceback
        if os.environ.get("EDENCLI_TRACEBACK"):
            raise
        code = _outer_fault(fault) if isinstance(fault, OSError) else None
        code = _own_fault(fault, arguments) if code is None else code
    sys.exit(_flush(code))


# Errors of a stream that cannot be written to.
_UNWRITABLE = frozenset({errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC, errno.ENXIO})


def _outer_fault(fault: OSError) -> int | None:
    """Report a fault of the environment: a stdout that cannot be written, or a missing working folder."""
    if fault.filename is None and fault.errno in _UNWRITABLE:
        return _no_output(str(fault.strerror))
    if fault.filename is None and isinstance(fault, FileNotFoundError):
        report_failure(current_words().say("command", "no-working-folder"))
        return MISUSED
    return None


_LONGEST_COMMAND = 400  # characters of a command line that a report repeats


def _own_fault(fault: Exception, arguments: list[str]) -> int:
    """Report a fault of edencli in one line with what to send, or cards that set each other off endlessly."""
    from edencli.games.play_script import endless_cards_sentence  # rarely needed

    if told := endless_cards_sentence(current_words(), fault):
        report_failure(told)
        return 1
    import platform
    import shlex

    words, what = current_words(), clean(f"{type(fault).__name__}: {fault}")[:200]
    about = {
        "version": __version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "command": clean(shlex.join(["edencli", *arguments]))[:_LONGEST_COMMAND],
    }
    report_failure(words.say("command", "own-fault", what=what, **about))
    return OWN_FAULT


def _no_output(reason: str) -> int:
    """Report that the output could not be written."""
    silence(sys.stdout)
    report_failure(current_words().say("command", "no-output", reason=reason))
    return MISUSED


def _flush(code: int | str | None) -> int | str | None:
    """Flush stdout now: errors of Python's own flush at exit cannot be caught."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError as fault:
        return _no_output(str(fault.strerror))
    return code

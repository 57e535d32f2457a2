"""Make a command from its request class: an option for each part, and one call with what was typed.

Knows requests and typer. The help of a command is in `help`.
"""

from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from textwrap import wrap
from typing import Any

import typer
from typer.core import TyperCommand

from edencli.cli.help import (
    attach_context,
    examples_text,
    translate_command,
    translate_help_option,
    write_usage,
)
from edencli.commands.modes import AREA, ModeTable
from edencli.commands.requests import Request
from edencli.lang import current_words

_INDENT = 2


class Command(TyperCommand):
    """A command whose help is in the language in use."""

    request: type[Request] = Request
    """The class that its line is read into."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        translate_command(self, str(self.name))

    def get_help_option(self, ctx: Any) -> Any:  # typer's
        return translate_help_option(super().get_help_option(ctx))

    def format_usage(self, ctx: Any, formatter: Any) -> None:  # typer's
        write_usage(self, ctx, formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:  # typer's
        super().format_options(ctx, formatter)
        if self.request.modes is not None:
            _write_modes(self.request.modes, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # typer's
        self.epilog = examples_text(str(self.name))
        super().format_epilog(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # typer's
        with attach_context(ctx):
            return super().parse_args(ctx, self.request.arrange(args))


def _write_modes(modes: ModeTable, formatter: Any) -> None:
    """Write which options of a command do not go together; options are never split at a line end."""
    words = current_words()
    with formatter.section(words.say(AREA, "help.title")):
        for mode, refused in modes.help_rows(words):
            for text, indent in ((mode, _INDENT), (refused, 3 * _INDENT)):
                wrapped = wrap(text, formatter.width - indent, break_on_hyphens=False)
                formatter.write("".join(f"{' ' * indent}{line}\n" for line in wrapped))


def make_command(name: str, request: type[Request], run: Callable[[Any], None]) -> Command:
    """The command with this name, in the language in use, that runs with the request typed."""

    def read_request(context: typer.Context, **values: Any) -> None:
        run(request(typed=dict(typed_parameters(context)), **values))

    options = (
        Parameter(part, Parameter.KEYWORD_ONLY, default=told, annotation=request.part_types[part])
        for part, told in request.options.items()
    )
    vars(read_request)["__signature__"] = Signature([_CONTEXT, *options])
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command(name, cls=Command)(read_request)
    command = typer.main.get_command(app)
    assert isinstance(command, Command)  # noqa: S101  # as it was registered
    command.request = request
    return command


_CONTEXT = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)


def typed_parameters(context: typer.Context) -> Iterator[tuple[str, object]]:
    """The options and arguments on the command line, by their rows in a table of modes."""
    for parameter in context.command.params:
        if parameter.name in context.params and _was_typed(context, parameter.name):
            yield row_of(parameter), context.params[parameter.name]


def _was_typed(context: typer.Context, parameter: str) -> bool:
    source = context.get_parameter_source(parameter)
    return source is not None and source.name == "COMMANDLINE"


def row_of(parameter: Any) -> str:
    """The row of an option, its first long name; of an argument, its name in capitals."""
    return next((one for one in parameter.opts if one.startswith("--")), str(parameter.name).upper())

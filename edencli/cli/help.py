"""The help of every command, and the messages for a command line typed wrongly.

Options and arguments name the message that explains them (`help="show.sight"`); where that id with `.metavar`
or `.default` is a message too, it describes the value, or what holds without one. Every command takes
`--lang`, whose value is read before anything else, because the help depends on it.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from os import environ
from pathlib import Path
from typing import Any

import typer
import typer.core
from typer.core import TyperOption

from edencli.lang import AREAS, ENGLISH, Words, current_words, every_language, languages, set_current_words
from edencli.output.console import MANNER, Refused, remark, write_stderr
from edencli.output.width import page_width

AREA = "help"
EXAMPLES = Path(__file__).parent / "examples.json"

# On a narrow page a longer option gets a line of its own, above its explanation.
_RIGHT_EDGE, _NARROW, _NAMES_WHERE_NARROW = 2, 68, 12

OPTION, VARIABLE = "--lang", "EDENCLI_LANG"


def decide_language(arguments: Sequence[str]) -> None:
    """Set the language of messages: the command line's, else the environment's, else English."""
    given = _last_language(arguments)
    wanted, by = (environ.get(VARIABLE) or None, VARIABLE) if given is None else (given, OPTION)
    if wanted is None:
        return
    if wanted not in every_language():
        raise Refused(current_words().say("command", "no-language", by=by, name=wanted, known=languages()))
    words = Words(wanted)
    set_current_words(words)
    if wanted != ENGLISH and not set(AREAS) <= set(words.settings.complete):
        remark(words.say("command", "partly-english", language=words.settings.name))


def _last_language(arguments: Sequence[str]) -> str | None:
    found = None
    for argument, following in zip_longest(arguments, arguments[1:]):
        if argument == "--":
            break
        if argument == OPTION:
            found = following
        elif argument.startswith(f"{OPTION}="):
            found = argument.partition("=")[2]
    return found


def translate_command(command: Any, name: str) -> None:
    """Add `--lang` to a command or the group, and put its help into the language in use."""
    words = current_words()
    command.params += [_language_option(), *_manner_options()]
    command.options_metavar = words.say(AREA, "options")
    command.help = words.say(AREA, name)
    for parameter in command.params:
        _describe(words, parameter)
    vars(typer.core)["_"] = _translate_typer_text  # typer's own messages go through its gettext


def translate_help_option(option: Any) -> Any:
    """The option `--help` with edencli's own text."""
    option.help = current_words().say(AREA, "any.help")
    return option


def write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    """Write the usage line, with which each page begins, and set the width of the page."""
    formatter.width = page_width(sys.stdout, environ) - _RIGHT_EDGE
    if formatter.width < _NARROW:
        formatter.write_dl = partial(formatter.write_dl, col_max=_NAMES_WHERE_NARROW)
    formatter.write_heading = lambda title: formatter.write(_heading(title))
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, prefix=current_words().say(AREA, "usage"))


def _heading(title: str) -> str:
    """The heading of a section of the help."""
    return f"{current_words().say(AREA, 'heading', title=title)}\n"


@contextmanager
def attach_context(ctx: Any) -> Iterator[None]:
    """Attach this context to a usage error that has none."""
    try:
        yield
    except typer.TyperException as fault:
        if vars(fault).get("ctx", ctx) is None:
            vars(fault)["ctx"] = ctx
        raise


def _describe(words: Words, parameter: Any) -> None:
    """Set the explanation, the metavar and the default of an option or argument."""
    id_ = parameter.help
    parameter.help = words.say(AREA, id_)
    if words.has(AREA, f"{id_}.metavar"):
        parameter.metavar = words.say(AREA, f"{id_}.metavar")
    elif parameter.metavar is None and parameter.type.name.startswith("int"):
        parameter.metavar = words.say(AREA, "number")
    low, high = (getattr(parameter.type, bound, None) for bound in ("min", "max"))
    if None not in {low, high}:
        says = {"_describe_range": lambda: words.say(AREA, "range", low=low, high=high)}
        vars(parameter.type).update(says)  # typer does not translate this text
    if words.has(AREA, f"{id_}.default"):
        parameter.show_default = words.say(AREA, f"{id_}.default")


class _LanguageOption(TyperOption):
    """The option `--lang`; the languages are only listed for its help."""

    def make_metavar(self, ctx: Any) -> str:  # noqa: ARG002  # typer's signature
        return f"<{'|'.join(languages())}>"


def _language_option() -> TyperOption:
    return _LanguageOption(
        param_decls=[OPTION],
        default=ENGLISH,
        envvar=VARIABLE,
        show_envvar=True,
        show_default=True,
        expose_value=False,
        help="any.lang",
    )


def _manner_options() -> list[TyperOption]:
    """The options that every command has for its output, such as `--quiet`, read before it begins."""

    def without(part: str) -> Callable[..., None]:
        return lambda _context, _option, given: vars(MANNER).update({part: False}) if given else None

    rows = {("-q", "--quiet"): "remarks", ("--no-pager",): "pager"}
    return [
        TyperOption(
            param_decls=[*names, f"without_{part}"],
            is_flag=True,
            default=False,
            is_eager=True,
            expose_value=False,
            callback=without(part),
            help=f"any.{names[-1].removeprefix('--')}",
        )
        for names, part in rows.items()
    ]


EXIT_CODES = ("0", "1", "2", "70", "129, 130, 143")
VARIABLES = (
    "EDENCLI_RULEBOOK",
    "EDENCLI_LANG",
    "EDENCLI_PAGER",
    "NO_COLOR",
    "FORCE_COLOR",
    "COLUMNS",
    "EDENCLI_TRACEBACK",
)


def write_conventions(formatter: Any) -> None:
    """Write what holds for all commands: exit codes and environment variables."""
    words = current_words()
    for part, rows in (("exit", EXIT_CODES), ("environment", VARIABLES)):
        with formatter.section(words.say(AREA, part)):
            formatter.write_dl([(row, words.say(AREA, f"{part}.{row}")) for row in rows])


def examples_text(name: str) -> str:
    """The examples of a command in typer's form, never wrapped."""
    examples = (f"  {one}" for one in command_examples()[name])
    return "\n".join(["\b", current_words().say(AREA, "examples"), *examples])


def command_examples() -> Mapping[str, list[str]]:
    """The examples of each command."""
    examples: dict[str, list[str]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return examples


def _translate_typer_text(text: str) -> str:
    return str(current_words().area(AREA)["typer"].get(text, text))


def print_usage_error(fault: Any) -> None:
    """Print on stderr what is wrong with a command line: the usage, where help is, and the reason."""
    words, context = current_words(), fault.ctx
    lines = []
    if context is not None:
        command = f"{context.command_path} {context.help_option_names[0]}"
        lines = [context.get_usage(), words.say(AREA, "error.try", command=command), ""]
    told = _FAULT_SENTENCES.get(type(fault).__name__, _other)(words, fault)
    write_stderr("\n".join([*lines, words.say(AREA, "error", why=told), ""]))


def _no_such_option(words: Words, fault: Any) -> str:
    from edencli.model.near_names import NearKind, nearest_names  # only needed for misspellings

    known = [one for parameter in _parameters(fault.ctx) for one in parameter.opts if one.startswith("--")]
    near = nearest_names(fault.option_name, known, NearKind.OPTION)
    message = "error.no-option/near" if near else "error.no-option"
    return words.say(AREA, message, given=fault.option_name, near=sorted(near))


def _parameters(context: Any) -> list[Any]:
    """The options and arguments of the command typed wrongly."""
    return list(context.command.get_params(context)) if context is not None else []


def _missing(words: Words, fault: Any) -> str:
    kind = "argument" if fault.param.param_type_name == "argument" else "option"
    return words.say(AREA, f"error.missing-{kind}", what=_named(words, fault.param))


def _named(words: Words, parameter: Any) -> str:
    """The name of an option or argument in a message: as it is typed, with its environment variable."""
    typed = " / ".join(f"'{option}'" for option in parameter.opts if option.startswith("-"))
    if typed and parameter.show_envvar and parameter.envvar:
        return words.say(AREA, "error.option-or-variable", what=typed, variable=parameter.envvar)
    return typed or f"'{parameter.metavar}'"


def _bad_usage(words: Words, fault: Any) -> str:
    """The message about an option without its value, or a flag with one."""
    options = (one for one in fault.ctx.command.params if fault.option_name in one.opts)
    n = next((0 if one.is_flag else one.nargs for one in options), 0)
    return words.say(AREA, "error.takes" if n else "error.takes-none", what=fault.option_name, n=n)


def _bad_value(words: Words, fault: Any) -> str:
    """The message about a value that is not a number, out of range, or not among the choices."""
    kind, found = fault.param.type, re.match(r"(.+?) is not ", fault.message, re.DOTALL)
    if found is None:
        why = fault.message
    elif choices := getattr(getattr(kind, "types", [kind])[0], "choices", ()):
        listed = [f"'{choice}'" for choice in choices]
        from edencli.model.near_names import NearKind, nearest_names  # only needed for misspellings

        near = nearest_names(found[1].strip("'"), choices, NearKind.CHOICE, many=1)
        message = "error.bad.choice/near" if near else "error.bad.choice"
        why = words.say(AREA, message, given=found[1], choices=listed, near=near)
    elif "range " in fault.message and not fault.message.endswith(f"valid {kind.name}."):
        why = words.say(AREA, "error.bad.range", given=found[1], least=kind.min, most=kind.max)
    else:
        why = words.say(AREA, "error.bad.number", given=found[1])
    return words.say(AREA, "error.bad", what=_named(words, fault.param), why=why)


def _other(words: Words, fault: Any) -> str:
    extra = re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", fault.message, re.DOTALL)
    if extra is None:
        return str(fault.message)
    return words.say(AREA, "error.extra", given=extra[1], n=extra[1].count(" ") + 1)


# By name, since typer does not export these classes.
_FAULT_SENTENCES: dict[str, Callable[[Words, Any], str]] = {
    "NoSuchOption": _no_such_option,
    "MissingParameter": _missing,
    "BadOptionUsage": _bad_usage,
    "BadParameter": _bad_value,
}

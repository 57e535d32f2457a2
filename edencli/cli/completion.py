"""Shell completion for bash, zsh, fish and PowerShell, with every name inserted as one word.

Names come from files, and a shell interprets its line: `Mirka Rag-Doll` would be two words, and a `$(…)`
would be run. So bash and PowerShell get each name quoted; zsh and fish quote data by themselves and never
evaluate it. Names that could control a terminal are not offered at all. These classes and scripts replace
typer's own, which quote nothing.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from typer import _completion_classes, _completion_shared
from typer._click.shell_completion import CompletionItem, ShellComplete, _resolve_context, _resolve_incomplete

from edencli.lang import clean, current_words
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused, remark, write_stdout

_BASH = """
%(complete_func)s() {
    mapfile -t COMPREPLY < <(env _TYPER_COMPLETE_ARGS="${COMP_LINE:0:$COMP_POINT}" \\
        %(autocomplete_var)s=complete_bash "$1")
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]]; then compopt -o nospace; fi
}

complete -o default -F %(complete_func)s %(prog_name)s
"""

_ZSH = """
#compdef %(prog_name)s

%(complete_func)s() {
    local line
    local -a names shown folders
    while IFS= read -r line; do
        if [[ $line == */ ]]; then
            folders+=("$line")
        else
            names+=("${line%%%%$'\\t'*}")
            shown+=("${line/$'\\t'/  -- }")
        fi
    done < <(env _TYPER_COMPLETE_ARGS="${(j: :)words[1,CURRENT]}" \\
        %(autocomplete_var)s=complete_zsh %(prog_name)s)
    [[ $PREFIX == --*=* ]] && compset -P '*='
    (( $#folders )) && compadd -U -S '' -- $folders
    if (( $#names )); then compadd -U -l -d shown -- $names; elif (( ! $#folders )); then _files; fi
}

compdef %(complete_func)s %(prog_name)s
"""

_PLAIN_IN_POWERSHELL = re.compile(r"[\w./\\:+=-]+")
_QUOTES_OF_POWERSHELL = re.compile("(['\u2018\u2019\u201a\u201b])")


def replace_typer_completion(arguments: Sequence[str]) -> None:
    """Make typer use these classes and scripts instead of its own.

    A shell named after `--show-completion` or `--install-completion` is served at once; without a name typer
    detects the shell.

    Raises:
        Refused: There is no such shell.
    """
    for shell in (Bash, Zsh, Fish, PowerShell):
        setattr(_completion_classes, f"{shell.__name__}Complete", shell)
    _completion_shared._completion_scripts |= {"bash": _BASH, "zsh": _ZSH}  # noqa: SLF001  # bounded with typer
    for option, name in _named_shells(arguments):
        _serve_shell(option, name)
        raise SystemExit(0)


SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def _named_shells(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The completion options that name a shell, as `--show-completion zsh` or with `=`."""
    for argument, following in zip_longest(arguments, arguments[1:], fillvalue="-"):
        option, equals, name = argument.partition("=")
        shell = name if equals else following
        if option in {"--show-completion", "--install-completion"} and not shell.startswith("-"):
            yield option, shell


def _serve_shell(option: str, shell: str) -> None:
    """Print the script for a shell, or install it and say where."""
    if shell not in SHELLS:
        raise Refused(current_words().say("command", "one-of", option=option, given=shell, choices=SHELLS))
    if option == "--show-completion":
        write_stdout(_script(shell))
        return
    _, path = _completion_shared.install(shell=shell, prog_name=_PROGRAM, complete_var=_VARIABLE)
    remark(current_words().say("command", "completion-installed", shell=shell, file=str(path)))


_PROGRAM, _VARIABLE = "edencli", "_EDENCLI_COMPLETE"


def _script(shell: str) -> str:
    """The completion script of a shell."""
    return (
        _completion_shared.get_completion_script(prog_name=_PROGRAM, complete_var=_VARIABLE, shell=shell)
        + "\n"
    )


class CommandLine(NamedTuple):
    """A command line up to the cursor: its words, the one being typed, and the quotation mark open there."""

    words: list[str]
    last_word: str
    quote: str


def parse_command_line(text: str, *, escape: str = "\\") -> CommandLine:
    """Split what was typed as a shell does, as far as names need it."""
    words, quote, escaped = [""], "", False
    for character in text:
        if escaped:
            keeps = quote and escape == "\\" and character not in '\\"$`'
            words[-1] += escape + character if keeps else character
            escaped = False
        elif character == escape and quote != "'":
            escaped = True
        elif character == quote:
            quote = ""
        elif not quote and character in "'\"":
            quote = character
        elif not quote and character.isspace():
            words.append("")
        else:
            words[-1] += character
    return CommandLine([word for word in words[:-1] if word], words[-1], quote)


def quote_for_bash(word: str, quote: str = "") -> str:
    """A word as it is written in bash, or its continuation inside an open quotation."""
    if quote == "'":
        return word.replace("'", r"'\''")
    if quote:
        return re.sub(r'([\\"$`])', r"\\\1", word)
    quoted = re.sub(r"([^\w./@%+=:#-])", r"\\\1", word)
    return f"\\{quoted}" if quoted.startswith("#") else quoted


def quote_for_powershell(word: str) -> str:
    """A word as it is written in PowerShell, which reads curly quotation marks as straight ones."""
    doubled = _QUOTES_OF_POWERSHELL.sub(r"\1\1", word)
    return word if _PLAIN_IN_POWERSHELL.fullmatch(word) else f"'{doubled}'"


# A metavar that lists the words to choose from.
_CHOICES_METAVAR = re.compile(r"\[?[a-z][a-z-]*(?:\|[a-z][a-z-]*)+(?:\|FILE(?P<suffix>\.[a-z]+))?\]?")
_FILES = frozenset({"cards", "band", "game", "games", "field"})
_ON_A_TABLE = frozenset({"sight", "route", "blast", "reach"})
_FIGHTERS = frozenset({"attacker", "target", "who", "engaged", "covered"})


def complete_parameter(context: Any, parameter: Any, begun: str) -> list[str]:
    """Completions for an option or an argument that has none of its own."""
    choices = _CHOICES_METAVAR.fullmatch(parameter.metavar or "")
    if choices is not None:
        return _choices(choices, begun)
    if parameter.name == "what":
        from edencli.commands.requests.new import FileKind

        return [kind for kind in FileKind if kind.startswith(begun)]
    if parameter.name == "command":
        from edencli.cli import COMMANDS

        return [name for name in COMMANDS if name.startswith(begun)]
    if parameter.name in _FILES:
        from edencli.commands.parameters import complete_yaml_files

        return complete_yaml_files(begun)
    return _named(context.params, str(parameter.name), begun)


def _choices(metavar: re.Match[str], begun: str) -> list[str]:
    """The words of a metavar that begin so, and files where it ends with `FILE.suffix`."""
    words = [one for one in metavar[0].strip("[]").split("|") if one.islower() and one.startswith(begun)]
    if metavar["suffix"] is None:
        return words
    from edencli.commands.parameters import complete_files

    return words + complete_files(begun, {metavar["suffix"]})


def _named(given: Mapping[str, Any], parameter: str, begun: str) -> list[str]:
    """The names in the files that the rest of the command line refers to."""
    from edencli.commands.parameters import split_reference
    from edencli.commands.show import complete_target, load_entries, names_starting_with, weapons_of

    files = [file for option in ("cards", "band", "game") for file in given.get(option) or ()]
    homes = [given.get("target", "")] if parameter in _ON_A_TABLE else files
    known = [entry for file in homes for entry in load_entries(file)]
    if parameter in _FIGHTERS and ("#" in begun or not files):
        return complete_target(begun)
    if parameter in _ON_A_TABLE | _FIGHTERS:
        return names_starting_with(begun, known)
    if parameter == "weapon":
        attacker = str(given.get("attacker") or "")
        file, name = split_reference(attacker)
        home = load_entries(file) if name else known
        return names_starting_with(begun, weapons_of(name or attacker, home))
    return []


class _Shell(ShellComplete):
    """Completion in any of the four shells: the line that they pass, and what is never offered."""

    source_template = ""
    escape = "\\"

    def source_vars(self) -> dict[str, Any]:
        return {}

    def source(self) -> str:
        """The script, for `_EDENCLI_COMPLETE=source_zsh edencli`."""
        return _script(self.name)

    @property
    def line(self) -> CommandLine:
        """What was typed so far."""
        return parse_command_line(os.environ.get("_TYPER_COMPLETE_ARGS", ""), escape=self.escape)

    def get_completion_args(self) -> tuple[list[str], str]:
        return self.line.words[1:], self.line.last_word

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        settled = args[:-1] if args and args[-1].startswith("-") else args  # its value is being typed
        context = _resolve_context(self.cli, self.ctx_args, self.prog_name, settled)
        what, begun = _resolve_incomplete(context, args, incomplete)
        items = what.shell_complete(context, begun)
        if items or not hasattr(what, "metavar"):
            return items
        return [CompletionItem(one) for one in complete_parameter(context, what, begun)]

    def complete(self) -> str:
        items = self.get_completions(*self.get_completion_args())
        return "\n".join(map(self.format_completion, filter(self.offers, items)))

    def offers(self, item: CompletionItem) -> bool:
        return clean(str(item.value)) == str(item.value)

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.value}\t{clean(item.help)}" if item.help else str(item.value)


class Bash(_Shell):
    """Completion in bash, which gets names quoted in the way the word was begun."""

    name = "bash"

    def offers(self, item: CompletionItem) -> bool:
        """Leave out names with ! inside an open double quotation, where bash would expand its history."""
        return super().offers(item) and not (self.line.quote == '"' and "!" in item.value)

    def format_completion(self, item: CompletionItem) -> str:
        return quote_for_bash(item.value, self.line.quote)


class Zsh(_Shell):
    """Completion in zsh, one name per line: compadd quotes it."""

    name = "zsh"


class Fish(_Shell):
    """Completion in fish, one name per line: fish quotes it, and first asks whether there is any."""

    name = "fish"

    def complete(self) -> str:
        told = super().complete()
        if os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
            raise SystemExit(0 if told else 1)
        return told


class PowerShell(_Shell):
    """Completion in PowerShell, with names quoted and their description after three colons."""

    name = "powershell"
    escape = "`"

    def offers(self, item: CompletionItem) -> bool:
        return super().offers(item) and ":::" not in item.value

    def format_completion(self, item: CompletionItem) -> str:
        return f"{quote_for_powershell(item.value)}:::{clean(item.help or ' ')}"

"""`edencli schema`: the JSON Schema of a kind of file or of a JSON output, for an editor or a program."""

import typer

from edencli.cli.help import Command
from edencli.commands.parameters import SchemaName
from edencli.output.console import write_stdout

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def schema(kind: SchemaName = typer.Argument(help="schema.kind")) -> None:
    """Print the JSON Schema of a kind of file. It stands alone: it refers to no other."""
    from edencli.files.source import shipped_folder

    write_stdout((shipped_folder("schemas") / f"{kind}.schema.json").read_text(encoding="utf-8"))

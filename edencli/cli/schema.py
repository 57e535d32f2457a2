"""`edencli schema`: the JSON Schema of a kind of file, for an editor or another validator."""

import enum
import sys

import typer

from edencli.cli.help import Command

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Kind(enum.StrEnum):
    """The kinds of files that people write."""

    BAND = "band"
    CARDS = "cards"
    SCENERY = "scenery"
    GAME = "game"


@app.command(cls=Command)
def schema(kind: Kind = typer.Argument(help="schema.kind")) -> None:
    """Print the JSON Schema of a kind of file. It stands alone: it refers to no other."""
    from edencli._shipped import shipped

    sys.stdout.write((shipped("schemas") / f"{kind}.schema.json").read_text(encoding="utf-8"))

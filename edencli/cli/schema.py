"""`edencli schema`: the JSON Schema of a kind of file, for an editor or another validator."""

import enum
import sys

import typer

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Kind(enum.StrEnum):
    """The kinds of files that people write."""

    BAND = "band"
    CARDS = "cards"
    SCENERY = "scenery"
    GAME = "game"


_EXAMPLES = """\
\b
Examples:
  edencli schema band > band.schema.json
"""


@app.command(epilog=_EXAMPLES)
def schema(kind: Kind = typer.Argument(metavar="KIND", help="band, cards, scenery or game.")) -> None:
    """Print the JSON Schema of a kind of file. It stands alone: it refers to no other."""
    from edencli._shipped import shipped

    sys.stdout.write((shipped("schemas") / f"{kind}.schema.json").read_text(encoding="utf-8"))

"""What may stand on the command line of `edencli new`."""

import enum
from pathlib import Path
from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.requests import Request


def _complete(incomplete: str) -> list[str]:
    """What the shell may complete after --sample."""
    from edencli.commands.new import samples

    return [name for name in samples() if name.startswith(incomplete)]


class FileKind(enum.StrEnum):
    """The kinds of files that people write."""

    BAND = "band"
    CARDS = "cards"
    SCENERY = "scenery"
    GAME = "game"


class NewRequest(Request):
    """Which file is begun or sample copied, and where to."""

    what: str | None = typer.Argument(None, show_default=False, help="new.what")
    sample: str | None = typer.Option(None, show_default=False, autocompletion=_complete, help="new.sample")
    listing: bool = typer.Option(False, "--list", help="new.listing")
    output: Path | None = typer.Option(None, "-o", "--output", show_default=False, help="new.output")
    force: bool = typer.Option(False, "--force", help="new.force")

    modes: ClassVar[ModeTable] = ModeTable(
        "new",
        ways={"P": "printed", "S": "--sample", "O": "--output", "L": "--list"},
        exclusive={},
        grid="""
            WHAT      PSO.
            --sample  PS..
            --list    P..L
            --output  P.O.
            --force   .SO.
        """,
    )

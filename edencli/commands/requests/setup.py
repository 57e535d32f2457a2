"""The command line of `edencli setup`."""

from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book
from edencli.commands.requests import DATA_FORMAT, ROOT, RULEBOOK_OF_FILES, SEED_OF_FILE, Request


class SetupRequest(Request):
    """The preparation to run or the moment to continue from, and where to write the game."""

    game: str = typer.Argument(help="setup.game")
    export: str | None = typer.Option(None, help="setup.export")
    until: str | None = typer.Option(None, help="setup.until")
    rulebook: Book | None = RULEBOOK_OF_FILES
    seed: int | None = SEED_OF_FILE
    chance: bool = typer.Option(False, "--random", help="any.chance")
    form: str = DATA_FORMAT
    root: str | None = ROOT

    modes: ClassVar[ModeTable] = ModeTable(
        "setup",
        ways={"P": "preparation", "U": "--until"},
        exclusive={},
        grid="""
            GAME        PU
            --export    PU
            --until     PU
            --rulebook  PU
            --seed      PU
            --random    P.
            --format    PU
            --root      PU
        """,
    )

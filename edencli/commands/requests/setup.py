"""What may stand on the command line of `edencli setup`."""

import typer

from edencli.commands.parameters import Book
from edencli.commands.requests import ROOT, RULEBOOK_OF_FILES, SEED_OF_FILE, Request


class SetupRequest(Request):
    """Which preparation is run, and where the game after it is written."""

    game: str = typer.Argument(help="setup.game")
    export: str | None = typer.Option(None, help="setup.export")
    rulebook: Book | None = RULEBOOK_OF_FILES
    seed: int | None = SEED_OF_FILE
    chance: bool = typer.Option(False, "--random", help="any.chance")
    root: str | None = ROOT

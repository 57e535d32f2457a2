"""The command line of `edencli simulate`."""

from typing import ClassVar

import typer

from edencli.bots import BOTS
from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book
from edencli.commands.requests import RULEBOOK_OF_FILES, SEED, Request

BOT = "|".join(BOTS)
"""The players of a simulation, as the help names them."""
USUAL_PLAYER = "steady"


class SimulateRequest(Request):
    """The two bands, who plays them on which tables, how often, and the form of the output."""

    red: str = typer.Argument(help="simulate.red")
    blue: str = typer.Argument(help="simulate.blue")
    matches: int | None = typer.Option(None, min=2, max=1_000_000, help="simulate.matches")
    precision: str | None = typer.Option(None, help="simulate.precision")
    sprt: str | None = typer.Option(None, help="simulate.sprt")
    player: str = typer.Option(USUAL_PLAYER, metavar=BOT, help="simulate.player")
    red_player: str | None = typer.Option(None, "--red", metavar=BOT, help="simulate.red-player")
    blue_player: str | None = typer.Option(None, "--blue", metavar=BOT, help="simulate.blue-player")
    rulebook: Book | None = RULEBOOK_OF_FILES
    field: list[str] | None = typer.Option(None, help="simulate.field")
    seed: int | None = SEED
    jobs: int = typer.Option(1, min=1, max=64, help="simulate.jobs")
    form: str = typer.Option("text", "--format", metavar="text|json|csv", help="any.format")

    modes: ClassVar[ModeTable] = ModeTable(
        "simulate",
        ways={"F": "fixed", "P": "--precision", "S": "--sprt"},
        exclusive={},
        grid="""
            RED          FPS
            BLUE         FPS
            --matches    FPS
            --precision  FP.
            --sprt       F.S
            --player     FPS
            --red        FPS
            --blue       FPS
            --rulebook   FPS
            --field      FPS
            --seed       FPS
            --jobs       FPS
            --format     FPS
        """,
    )

"""The command line of `edencli weather`."""

from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book, Format
from edencli.commands.requests import FORMAT, RULEBOOK, SEED, Request


class WeatherRequest(Request):
    """The climatic conditions to throw or look up, and the rulebook."""

    rulebook: Book = RULEBOOK
    optional: Book | None = typer.Option(None, help="weather.optional")
    roll: list[int] | None = typer.Option(None, help="weather.roll")
    times: int = typer.Option(1, min=1, max=3, help="weather.times")
    seed: int | None = SEED
    table: bool = typer.Option(False, "--table", help="weather.table")
    form: Format = FORMAT

    modes: ClassVar[ModeTable] = ModeTable(
        "weather",
        ways={"T": "thrown", "R": "--roll", "A": "--table"},
        exclusive={},
        grid="""
            --rulebook  TRA
            --optional  TRA
            --roll      TR.
            --times     T..
            --seed      T..
            --table     T.A
            --format    TRA
        """,
    )

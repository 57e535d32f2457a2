"""The command line of `edencli roll`."""

from collections.abc import Mapping
from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import MOST, Book
from edencli.commands.requests import (
    BANDS,
    BY_HAND,
    CARDS,
    DATA_FORMAT,
    DICE,
    GAMES,
    LAST,
    ODDS,
    RULEBOOK,
    SEED,
    UNTIL,
    Request,
)


class RollRequest(Request):
    """What is rolled: the number or fighter, the characteristic, and the difficulty."""

    who: str | None = typer.Argument(None, help="roll.who")
    characteristic: str = typer.Argument(
        "", show_default=False, metavar="[psi|cbt|vig|spd|burn]", help="roll.characteristic"
    )
    difficulty: int | None = typer.Option(None, min=0, max=MOST, help="roll.difficulty")
    against: int | None = typer.Option(None, min=0, max=MOST, help="roll.against")
    location: bool = typer.Option(False, "--location", help="roll.location")
    burn: int | None = typer.Option(None, min=0, max=MOST, metavar="VIG", help="roll.burn")
    state: str = typer.Option("", help="roll.state")
    cards: list[str] | None = CARDS
    band: list[str] | None = BANDS
    game: list[str] | None = GAMES
    last: bool = LAST
    until: str | None = UNTIL
    rulebook: Book = RULEBOOK
    seed: int | None = SEED
    dice: str | None = DICE
    by_hand: bool = BY_HAND
    odds: bool = ODDS
    form: str = DATA_FORMAT

    modes: ClassVar[ModeTable] = ModeTable(
        "roll",
        ways={"N": "number", "F": "fighter", "B": "burning", "L": "--location", "V": "--burn"},
        exclusive={"D": "--difficulty", "A": "--against", "O": "--odds", "S": "--seed", "I": "--dice"},
        grid="""
            WHO             NFB.. DAOSI
            CHARACTERISTIC  .FB.. DAOSI
            --difficulty    NF... D.OSI
            --against       NF... .AOSI
            --location      ...L. ..OSI
            --burn          ....V ..OSI
            --state         .FB.. DAOSI
            --cards         .FB.. DAOSI
            --band          .FB.. DAOSI
            --game          .FB.. DAOSI
            --last          .FB.. DAOSI
            --until         .FB.. DAOSI
            --rulebook      NFBLV DAOSI
            --seed          NFBLV DA.S.
            --dice          NFBLV DA..I
            --by-hand       NFBLV DA...
            --odds          NFBLV DAO..
            --format        NFBLV DAOSI
        """,
    )

    @property
    def kinds(self) -> Mapping[str, int]:
        """The options that say what is rolled against, each with its number."""
        given = {
            "difficulty": self.difficulty,
            "against": self.against,
            "location": self.location or None,
            "burn": self.burn,
        }
        return {kind: number for kind, number in given.items() if number is not None}

"""The command line of `edencli resolve-attack`."""

import sys
from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book
from edencli.commands.requests import (
    BANDS,
    BY_HAND,
    CARDS,
    DICE,
    GAMES,
    LAST,
    ODDS,
    RULEBOOK,
    SEED,
    UNTIL,
    Request,
)


class ResolveAttackRequest(Request):
    """One attack, who else is there, and what to show of it; without an attacker, attacks are typed."""

    attacker: str = typer.Argument("", show_default=False, help="resolve-attack.attacker")
    target: str = typer.Argument("", show_default=False, help="resolve-attack.target")
    weapon: str | None = typer.Option(None, "--with", help="resolve-attack.weapon")
    reaction: str | None = typer.Option(
        None, metavar="passive|dodge|response", help="resolve-attack.reaction"
    )
    obstacles: int = typer.Option(0, min=0, max=99, help="resolve-attack.obstacles")
    engaged: list[str] | None = typer.Option(None, help="resolve-attack.engaged")
    covered: list[str] | None = typer.Option(None, help="resolve-attack.covered")
    above: bool = typer.Option(False, "--above", help="resolve-attack.above")
    below: bool = typer.Option(False, "--below", help="resolve-attack.below")
    beacon: bool = typer.Option(False, "--beacon", help="resolve-attack.beacon")
    attacker_state: str = typer.Option("", help="resolve-attack.attacker-state")
    target_state: str = typer.Option("", help="resolve-attack.target-state")
    cards: list[str] | None = CARDS
    band: list[str] | None = BANDS
    game: list[str] | None = GAMES
    last: bool = LAST
    until: str | None = UNTIL
    keep: str | None = typer.Option(None, help="resolve-attack.keep")
    rulebook: Book = RULEBOOK
    optional: Book | None = typer.Option(None, help="resolve-attack.optional")
    seed: int | None = SEED
    dice: str | None = DICE
    by_hand: bool = BY_HAND
    shift: str | None = typer.Option(
        None, metavar="none|max-kill|max-wounds|ask", help="resolve-attack.shift"
    )
    odds: bool = ODDS
    policies: bool = typer.Option(False, "--policies", help="resolve-attack.policies")
    matrix: bool = typer.Option(False, "--matrix", help="resolve-attack.matrix")
    html: str | None = typer.Option(None, help="resolve-attack.html")
    then: bool = typer.Option(False, "--then", help="resolve-attack.then")
    advise: bool = typer.Option(False, "--advise", help="resolve-attack.advise")
    form: str = typer.Option("text", "--format", metavar="text|json|csv", help="any.format")

    modes: ClassVar[ModeTable] = ModeTable(
        "resolve-attack",
        ways={"R": "resolved", "T": "typed", "M": "--matrix", "O": "--odds", "A": "--advise"},
        exclusive={"S": "--seed", "D": "--dice", "H": "--by-hand", "U": "--above", "B": "--below"},
        grid="""
            ATTACKER          RTMOA SDHUB
            TARGET            RTMOA SDHUB
            --with            RT.OA SDHUB
            --reaction        RT.OA SDHUB
            --obstacles       RT.OA SDHUB
            --engaged         RT.OA SDHUB
            --covered         RT.OA SDHUB
            --above           RT.OA SDHU.
            --below           RT.OA SDH.B
            --beacon          RT.OA SDHUB
            --attacker-state  RT.OA SDHUB
            --target-state    RT.OA SDHUB
            --cards           RT.OA SDHUB
            --band            RT.OA SDHUB
            --game            RT.OA SDHUB
            --last            RT.OA SDHUB
            --until           RT.OA SDHUB
            --keep            RT.OA SDHUB
            --rulebook        RTMOA SDHUB
            --optional        RTMOA SDHUB
            --seed            RT... S..UB
            --dice            R...A .D.UB
            --by-hand         RT... ..HUB
            --shift           RTMOA SDHUB
            --shift=none      RTMO. SDHUB
            --shift=ask       RT... SDHUB
            --odds            R.MO. ...UB
            --policies        ...O. ...UB
            --then            ...O. ...UB
            --advise          R...A .D.UB
            --format          RTMOA SDHUB
            --format=json     R.MOA SDHUB
            --matrix          ..MO. .....
            --html            ..M.. .....
            --format=csv      ..M.. .....
        """,
    )

    @property
    def asks_shift(self) -> bool:
        """Whether a player shifts the location die instead of a policy."""
        return self.shift == "ask" or (self.shift is None and (self.by_hand or sys.stdin.isatty()))

    @property
    def asks(self) -> bool:
        """Whether anything may be asked while an attack is resolved."""
        return self.by_hand or self.asks_shift

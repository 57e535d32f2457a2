"""The command line of `edencli new`."""

import enum
from pathlib import Path
from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book, Format, complete_yaml_files
from edencli.commands.requests import FORMAT, Request
from edencli.rulebooks.raw_books import BOOKS


def _complete(incomplete: str) -> list[str]:
    """Shell completions for --sample."""
    from edencli.commands.new import ALL_SAMPLES
    from edencli.files.samples import samples

    return [name for name in (ALL_SAMPLES, *samples()) if name.startswith(incomplete)]


class FileKind(enum.StrEnum):
    """The kinds of files that people write."""

    BAND = "band"
    CARDS = "cards"
    SCENERY = "scenery"
    GAME = "game"


class TypedCard(enum.StrEnum):
    """The kinds of cards that are typed from paper."""

    FIGHTER = "fighter"
    TACTIC = "tactic"
    MISSION = "mission"


class NewRequest(Request):
    """The file to begin, sample to copy, card to type or band to pick, and where to write it."""

    what: str | None = typer.Argument(None, show_default=False, help="new.what")
    sample: str | None = typer.Option(None, show_default=False, autocompletion=_complete, help="new.sample")
    listing: bool = typer.Option(False, "--list", help="new.listing")
    output: Path | None = typer.Option(None, "-o", "--output", show_default=False, help="new.output")
    force: bool = typer.Option(False, "--force", help="new.force")
    sources: list[str] | None = typer.Option(None, "--from", show_default=False, help="new.sources")
    random: bool = typer.Option(False, "--random", help="new.random")
    seed: int | None = typer.Option(None, show_default=False, help="new.seed")
    budget: int | None = typer.Option(None, min=1, max=9999, show_default=False, help="new.budget")
    rulebook: Book = typer.Option(
        Book(BOOKS[0]), envvar="EDENCLI_RULEBOOK", case_sensitive=False, help="new.rulebook"
    )
    evening: tuple[str, str] | None = typer.Option(
        None, show_default=False, autocompletion=complete_yaml_files, help="new.evening"
    )
    form: Format = FORMAT

    modes: ClassVar[ModeTable] = ModeTable(
        "new",
        ways={
            "P": "printed",
            "S": "--sample",
            "F": "--from",
            "O": "--output",
            "L": "--list",
            "E": "--evening",
        },
        exclusive={},
        grid="""
            WHAT        PSFO..
            --sample    PS....
            --list      P...L.
            --output    P.FO.E
            --force     .S.O..
            --from      P.FO..
            --random    ..F...
            --seed      ..F...
            --budget    ..F...
            --rulebook  P.FO.E
            --evening   P..O.E
            --format    ....L.
        """,
    )

    @property
    def makes_band(self) -> bool:
        """Whether the sources are made into a band; CSV tables become cards unless a kind says otherwise."""
        names = self.sources or []
        is_table = any(name.lower().endswith(".csv") for name in names)
        return bool(names) and self.what in ({None, FileKind.BAND} if not is_table else {FileKind.BAND})

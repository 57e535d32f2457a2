"""The command line of `edencli show`."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import ClassVar

import typer

from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book, Format, split_reference
from edencli.commands.requests import FORMAT, ROOT, RULEBOOK, Request


def _complete(incomplete: str) -> list[str]:
    """Shell completions: a file, or after its # the names in it."""
    from edencli.commands.show import complete_target

    return complete_target(incomplete)


class ShowRequest(Request):
    """The file to show, a name in it, and questions about a game's table."""

    target: str = typer.Argument(autocompletion=_complete, help="show.target")
    sight: tuple[str, str] | None = typer.Option(None, help="show.sight")
    route: tuple[str, str] | None = typer.Option(None, help="show.route")
    blast: tuple[str, str] | None = typer.Option(None, help="show.blast")
    explosion: str | None = typer.Option(None, metavar="X,Y", help="show.explosion")
    reach: str | None = typer.Option(None, help="show.reach")
    svg: str | None = typer.Option(None, help="show.svg")
    html: str | None = typer.Option(None, help="show.html")
    markdown: str | None = typer.Option(None, help="show.markdown")
    photos: bool = typer.Option(False, "--photos", help="show.photos")
    cards: bool = typer.Option(False, "--cards", help="show.cards")
    csv: bool = typer.Option(False, "--csv", help="show.csv")
    until: str | None = typer.Option(None, help="show.until")
    side: str | None = typer.Option(None, "--as", metavar="red|blue", help="play.side")
    everything: bool = typer.Option(False, "--all", help="play.all")
    odds: bool = typer.Option(False, "--odds", help="show.odds")
    rulebook: Book = RULEBOOK
    root: str | None = ROOT
    form: Format = FORMAT

    modes: ClassVar[ModeTable] = ModeTable(
        "show",
        ways={
            "F": "file",
            "N": "name",
            "T": "table",
            "R": "record",
            "H": "--html",
            "M": "--markdown",
            "P": "replay",
            "K": "cards",
            "X": "--csv",
        },
        exclusive={
            "S": "--sight",
            "O": "--route",
            "B": "--blast",
            "E": "--explosion",
            "C": "--reach",
            "V": "--svg",
            "D": "--svg=-",
            "U": "--until",
            "A": "--all",
        },
        grid="""
            TARGET             FNTRHMPKX SOBECVDUA
            --sight            ..TR..... S....VDU.
            --route            ..TR..... .O...VDU.
            --blast            ..TR..... ..B..VDU.
            --explosion        ..TR..... ...E.VDU.
            --reach            ..TR..... ....CVDU.
            --svg              ..TR..... SOBECV.U.
            --svg=-            ..TR..... SOBEC.DU.
            --html             F.TRHMPK. .......UA
            --cards            ..TR..PK. .......U.
            --csv              F.......X .........
            --markdown         F...HM... .........
            --photos           ...R..... .......UA
            --until            ..TR..PK. SOBECVDUA
            --as               ...R..P.. .......U.
            --all              ...R..P.. .......UA
            --odds             ...R..P.. .......UA
            --rulebook         FNT.HMPK. SOBECVDU.
            --root             FNT.HMPKX SOBECVDU.
            --format           FNTRHMPK. SOBECVDUA
            --format=json      FNTR..... SOBECV.UA
            --format=markdown  FNTR..... SOBECV.UA
        """,
    )

    @staticmethod
    def arrange(arguments: list[str]) -> list[str]:
        """Add an empty target to `--sight NAME` where nothing or another option follows."""
        arranged: list[str] = []
        for argument, following in zip_longest(arguments, arguments[1:]):
            arranged.append(argument)
            if arranged[-2:-1] == ["--sight"] and (following is None or following.startswith("--")):
                arranged.append("")
        return arranged

    @property
    def file(self) -> str:
        """The file in `FILE#NAME`, or the kept match with this name."""
        from edencli.commands.what_to_play import file_or_record  # files need no state folder

        return file_or_record(split_reference(self.target)[0])

    @property
    def name(self) -> str:
        """The name in `FILE#NAME`, empty where a file is meant."""
        return split_reference(self.target)[1]

    @property
    def table(self) -> Mapping[str, tuple[str, ...]]:
        """The questions about a game's table, by option."""
        asked = {
            "sight": self.sight,
            "route": self.route,
            "blast": self.blast,
            "explosion": (self.explosion,) if self.explosion else None,
            "reach": (self.reach,) if self.reach else None,
        }
        return {option: given for option, given in asked.items() if given}

    @property
    def printed(self) -> Mapping[str, str]:
        """The files into which cards are printed, by option."""
        files = {"html": self.html, "markdown": self.markdown}
        return {option: file for option, file in files.items() if file}

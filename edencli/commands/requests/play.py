"""The command line of `edencli play`."""

from typing import ClassVar

import typer

from edencli.bots import FILE_SUFFIX, PLAYERS
from edencli.commands.modes import ModeTable
from edencli.commands.parameters import Book
from edencli.commands.requests import (
    BY_HAND,
    ROOT,
    RULEBOOK_OF_FILES,
    SEED_OF_FILE,
    STDIN_FILENAME,
    Request,
)

WHO = "|".join((*PLAYERS, f"FILE{FILE_SUFFIX}"))
"""The players of a side, as the help names them."""


class PlayRequest(Request):
    """The games to play, the player of each side, and the form of the output."""

    games: list[str] = typer.Argument([], help="play.games")
    last: bool = typer.Option(False, "--last", help="play.last")
    quick: bool = typer.Option(False, "--quick", help="play.quick")
    listing: bool = typer.Option(False, "--list", help="play.listing")
    forget: bool = typer.Option(False, "--forget", help="play.forget")
    older_than: int | None = typer.Option(
        None, "--older-than", min=0, max=99_999, metavar="DAYS", help="play.older-than"
    )
    interactive: bool = typer.Option(False, "--interactive", "-i", help="play.interactive")
    rulebook: Book | None = RULEBOOK_OF_FILES
    field: list[str] | None = typer.Option(None, help="play.field")
    seed: int | None = SEED_OF_FILE
    by_hand: bool = BY_HAND
    until: str | None = typer.Option(None, help="play.until")
    chance: bool = typer.Option(False, "--random", help="play.chance")
    red: str | None = typer.Option(None, "--red", metavar=WHO, help="play.red")
    blue: str | None = typer.Option(None, "--blue", metavar=WHO, help="play.blue")
    check: bool = typer.Option(False, "--check", help="play.check")
    update: bool = typer.Option(False, "--update", help="play.update")
    words_alone: bool = typer.Option(False, "--words", help="play.words")
    strict: bool = typer.Option(False, "--strict", help="play.strict")
    changed: bool = typer.Option(False, "--changed", help="play.changed")
    junit: str | None = typer.Option(None, help="play.junit")
    cards: bool = typer.Option(False, "--cards", help="play.cards")
    lcov: str | None = typer.Option(None, help="play.lcov")
    fail_under: int | None = typer.Option(None, "--fail-under", metavar="N", help="play.fail-under")
    cite: bool = typer.Option(False, "--cite", help="play.cite")
    odds: bool = typer.Option(False, "--odds", help="play.odds")
    advise: bool = typer.Option(False, "--advise", help="play.advise")
    explain: int | None = typer.Option(None, "--explain", "--why", metavar="N", help="play.explain")
    canonical: bool = typer.Option(False, "--canonical", help="play.canonical")
    side: str | None = typer.Option(None, "--as", metavar="red|blue", help="play.side")
    everything: bool = typer.Option(False, "--all", help="play.all")
    record: str | None = typer.Option(None, help="play.record")
    no_record: bool = typer.Option(False, "--no-record", help="play.no-record")
    script: str | None = typer.Option(None, help="play.script")
    html: str | None = typer.Option(None, help="play.html")
    watch: str | None = typer.Option(None, help="play.watch")
    plain: bool = typer.Option(False, "--plain", help="play.plain")
    no_tips: bool = typer.Option(False, "--no-tips", help="play.no-tips")
    form: str = typer.Option("text", "--format", metavar="text|json|concise|github", help="play.form")
    stops: str | None = typer.Option(None, help="play.stops")
    root: str | None = ROOT
    stdin_filename: str = STDIN_FILENAME

    modes: ClassVar[ModeTable] = ModeTable(
        "play",
        ways={
            "T": "told",
            "M": "several",
            "E": "--explain",
            "I": "typed",
            "B": "bands",
            "R": "record",
            "W": "moment",
            "S": "--script",
            "K": "--cards",
            "V": "cited",
            "D": "held",
            "X": "--list",
            "F": "--forget",
            "Z": "--canonical",
        },
        exclusive={
            "C": "--check",
            "U": "--update",
            "J": "--format=json",
            "L": "--format=concise",
            "G": "--format=github",
            "A": "--all",
            "H": "--by-hand",
            "N": "--no-record",
        },
        grid="""
            GAMES             TMEIBRWSKVD.FZ CUJLGAHN
            --last            .....RWS.VD... C.JLGAHN
            --quick           ....B......... .....A.N
            --list            ...........X.. ..J.....
            --forget          TM..BR......F. ........
            --older-than      ............F. ........
            --interactive     TM.IBRW....... C.J..AHN
            --rulebook        TMEIB...K....Z CUJLGAHN
            --field           ....B......... ..J..AHN
            --seed            TMEIB.W....... C.JLGA.N
            --by-hand         ...IB.W....... C.J..AHN
            --until           TMEI.RW....... ..JLGAHN
            --random          TME........... C.JLG...
            --red             TMEIBRW....... C.JLGAHN
            --blue            TMEIBRW....... C.JLGAHN
            --check           TM.I.R..K.D... C..LGAHN
            --update          TM............ .U.LG...
            --words           TM............ .U.LG...
            --strict          TM......K.D... C..LG...
            --changed         TM............ C..LG...
            --junit           .M......K.D... CU.LG...
            --cards           TM......K..... C.J.....
            --lcov            ........K..... C.J.....
            --fail-under      ........K..... C.J.....
            --cite            T.E..R...V.... .....A..
            --explain         T.E........... ........
            --canonical       T............Z ........
            --as              T.EIBRWS.V.... ..J...HN
            --record          ...IB.W....... C.J..AH.
            --no-record       ...IB.W....... C.J..AHN
            --all             ...IBRWS.V.... C.J..AHN
            --script          ...IBR.S...... .....A.N
            --format          TMEIBRWSKVDX.Z CUJLGAHN
            --format=json     T..IBRW.K..X.. ..J..AHN
            --format=concise  TM........D... CU.L....
            --format=github   TM........D... CU..G...
            --root            TMEIB...K.D..Z CUJLGAHN
            --stdin-filename  TME..........Z CUJLG...
            --html            T..IBRW..V.... ..J..AHN
            --watch           ...IBRW....... ..J..AHN
            --plain           ...IBRW....... C....AHN
            --no-tips         ...IBRW....... C....AHN
            --stops           ...IBRW....... C.J..AHN
            --odds            T.EIBRW..V.... ..J..AHN
            --advise          T.EIBRW..V.... ..J..AHN
        """,
    )

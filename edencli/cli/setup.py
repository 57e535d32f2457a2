"""`edencli setup`: the preparation of a game, and the game that begins after it."""

import sys

import typer

from edencli.cli.options import ROOT, RULEBOOK_OF_FILES
from edencli.desk.choices import Book, default_book
from edencli.desk.failure import Refused, put
from edencli.lang import Words

app = typer.Typer(rich_markup_mode=None, add_completion=False)

AREA = "play"


_EXAMPLES = """\
\b
Examples:
  edencli setup samples/games/first-duel.yaml
  edencli setup duel.yaml --random --seed 7 --export duel-begun.yaml
"""


@app.command(epilog=_EXAMPLES)
def setup(
    game: str = typer.Argument(metavar="GAME", help="A game file whose moves begin with the preparation."),
    export: str | None = typer.Option(
        None, metavar="FILE", help="Write the game that begins after the preparation; never over a file."
    ),
    rulebook: Book = RULEBOOK_OF_FILES,
    seed: int | None = typer.Option(None, show_default="the file's", help="Throw the dice of this seed."),
    chance: bool = typer.Option(False, "--random", help="Let chance answer what the script does not."),
    root: str = ROOT,
) -> None:
    """Run the preparation of a game, and write the game that begins after it."""
    from pathlib import Path

    from edencli.desk.checks import Checks, library
    from edencli.desk.opening import folder
    from edencli.desk.playing import end_with, fresh, others
    from edencli.desk.preparing import prepare, written
    from edencli.desk.saving import save

    words = Words()
    checks = Checks(library(root=folder(root, words)), wanted=rulebook, default=default_book(), moves=False)
    file = checks.file(game, kind="game")
    prepared = prepare(checks, file, seed=fresh(words, file, seed) if chance else seed, chance=chance)
    end_with(words, [file, *others(checks, file)])
    if prepared is None:
        raise typer.Exit(1)
    if prepared.pending is not None:
        raise Refused(words.say(AREA, "preparation-pending", asked=prepared.pending), code=1)
    if export is None:
        put(written(file, prepared, file.folder))
        return
    save(words, Path(export), written(file, prepared, Path(export).parent), replace=False)
    sys.stderr.write(f"edencli: {words.say(AREA, 'exported', name=export)}\n")

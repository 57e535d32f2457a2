"""`edencli setup`: the preparation of a game, and the game that begins after it."""

import typer

from edencli.cli.help import ROOT, RULEBOOK_OF_FILES, Command
from edencli.commands.parameters import Book, default_book
from edencli.lang import spoken
from edencli.output.console import Refused, put, remark

app = typer.Typer(rich_markup_mode=None, add_completion=False)

AREA = "play"


@app.command(cls=Command)
def setup(
    game: str = typer.Argument(help="setup.game"),
    export: str | None = typer.Option(None, help="setup.export"),
    rulebook: Book = RULEBOOK_OF_FILES,
    seed: int | None = typer.Option(None, help="any.seed-of-file"),
    chance: bool = typer.Option(False, "--random", help="any.chance"),
    root: str = ROOT,
) -> None:
    """Run the preparation of a game, and write the game that begins after it."""
    from pathlib import Path

    from edencli.commands.play import end_with, faulty_others, fresh
    from edencli.games.checks import Checks, library
    from edencli.games.file_io import folder, save
    from edencli.games.preparation import prepare, prepared_text

    words = spoken()
    checks = Checks(library(root=folder(root, words)), wanted=rulebook, default=default_book(), moves=False)
    file = checks.file(game, kind="game")
    prepared = prepare(checks, file, seed=fresh(words, file, seed) if chance else seed, chance=chance)
    end_with(words, [file, *faulty_others(checks, file)])
    if prepared is None:
        raise typer.Exit(1)
    if prepared.pending is not None:
        raise Refused(words.say(AREA, "preparation-pending", asked=prepared.pending), code=1)
    if export is None:
        put(prepared_text(file, prepared, file.folder))
        return
    save(words, Path(export), prepared_text(file, prepared, Path(export).parent), replace=False)
    remark(words.say(AREA, "exported", name=export))

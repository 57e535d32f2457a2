"""`edencli setup`: the preparation of a game, and the game that begins after it."""

import typer

from edencli.cli.help import ROOT, RULEBOOK_OF_FILES, Command
from edencli.commands.parameters import Book, default_book
from edencli.lang import current_words
from edencli.output.console import Refused, remark, write_stdout

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

    from edencli.commands.play import choose_seed, exit_on_faults, faulty_others
    from edencli.games.checks import Checks, make_library
    from edencli.games.file_access import STDOUT, root_folder, save
    from edencli.games.setup_game import play_preparation, prepared_text

    words = current_words()
    checks = Checks(
        make_library(root=root_folder(root, words)), wanted=rulebook, default=default_book(), moves=False
    )
    file = checks.check_file(game, kind="game")
    prepared = play_preparation(
        checks, file, seed=choose_seed(words, file, seed) if chance else seed, chance=chance
    )
    exit_on_faults(words, [file, *faulty_others(checks, file)])
    if prepared is None:
        raise typer.Exit(1)
    if prepared.pending is not None:
        raise Refused(words.say(AREA, "preparation-pending", asked=prepared.pending), code=1)
    if export in {None, STDOUT}:
        write_stdout(prepared_text(file, prepared, file.folder))
        return
    save(words, Path(export), prepared_text(file, prepared, Path(export).parent), replace=False)
    remark(words.say(AREA, "exported", name=export))

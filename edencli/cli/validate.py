"""`edencli validate`: whether files are well made, and fit the game's rules."""

import typer

from edencli.cli.help import ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME, Command
from edencli.commands.parameters import Book, Faults, default_book, yaml_files
from edencli.output.console import put

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def validate(
    files: list[str] = typer.Argument(
        help="validate.files",
        autocompletion=yaml_files,
    ),
    rulebook: Book = RULEBOOK_OF_FILES,
    form: Faults = typer.Option("text", "--format", help="validate.form"),
    root: str = ROOT,
    stdin_filename: str = STDIN_FILENAME,
) -> None:
    """Check bands, cards, scenery and games, and all that they refer to."""
    from edencli.commands.validate import findings_text, finish_checks
    from edencli.files.source import files_within
    from edencli.games.checks import Checks, library
    from edencli.games.file_io import folder
    from edencli.lang import spoken
    from edencli.output.console import progress

    words = spoken()
    within = folder(root, words)
    named = [one for name in files for one in files_within(name, within)]
    shelf = library(root=within, stdin_name=stdin_filename, noted=named)
    checks = Checks(shelf, wanted=rulebook, default=default_book())
    for found in progress(named):
        checks.file(found)
        shelf.settle()
    put(findings_text(shelf.files, form, words), commands=form == Faults.GITHUB)
    finish_checks(shelf.files, words)

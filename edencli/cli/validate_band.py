"""`edencli validate-band`: whether a band may be played; the sheet of one that may."""

import typer

from edencli.cli.help import ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME, Command
from edencli.commands.parameters import BandFaults, Book, default_book, yaml_files
from edencli.output.console import put

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def validate_band(
    files: list[str] = typer.Argument(help="validate-band.files", autocompletion=yaml_files),
    rulebook: Book = RULEBOOK_OF_FILES,
    form: BandFaults = typer.Option("text", "--format", help="validate-band.form"),
    root: str = ROOT,
    stdin_filename: str = STDIN_FILENAME,
) -> None:
    """Check bands and their cards, and print the sheet of each that may be played."""
    from edencli.commands.validate import finish_checks, with_sheets
    from edencli.games.checks import Checks, library
    from edencli.games.file_io import folder
    from edencli.lang import spoken
    from edencli.output.console import progress

    words = spoken()
    shelf = library(root=folder(root, words), stdin_name=stdin_filename)
    checks = Checks(shelf, wanted=rulebook, default=default_book())
    opened = [checks.file(name, kind="band") for name in progress(files)]
    bands = [(file, band) for file in dict.fromkeys(opened) if (band := checks.band(file))]
    put(with_sheets(shelf.files, bands, form, words), commands=form == BandFaults.GITHUB)
    finish_checks(shelf.files, words)

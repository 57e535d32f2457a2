"""`edencli validate-band`: whether a band may be played; the sheet of one that may."""

import typer

from edencli.cli.help import ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME, Command
from edencli.commands.parameters import BandFaultFormat, Book, complete_yaml_files, default_book
from edencli.output.console import write_stdout

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def validate_band(
    files: list[str] = typer.Argument(help="validate-band.files", autocompletion=complete_yaml_files),
    rulebook: Book = RULEBOOK_OF_FILES,
    form: BandFaultFormat = typer.Option("text", "--format", help="validate-band.form"),
    root: str = ROOT,
    stdin_filename: str = STDIN_FILENAME,
) -> None:
    """Check bands and their cards, and print the sheet of each that may be played."""
    from edencli.commands.validate import findings_and_sheets_text, finish_checks
    from edencli.games.checks import Checks, make_library
    from edencli.games.file_access import root_folder
    from edencli.lang import current_words
    from edencli.output.console import progress

    words = current_words()
    shelf = make_library(root=root_folder(root, words), stdin_name=stdin_filename)
    checks = Checks(shelf, wanted=rulebook, default=default_book())
    opened = [checks.check_file(name, kind="band") for name in progress(files)]
    bands = [(file, band) for file in dict.fromkeys(opened) if (band := checks.band(file))]
    write_stdout(
        findings_and_sheets_text(shelf.files, bands, form, words), commands=form == BandFaultFormat.GITHUB
    )
    finish_checks(shelf.files, words)

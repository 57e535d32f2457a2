"""`edencli validate`: whether files are well made, and fit the game's rules."""

import typer

from edencli.cli.help import ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME, Command
from edencli.commands.parameters import Book, FaultFormat, complete_yaml_files, default_book
from edencli.output.console import write_stdout

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def validate(
    files: list[str] = typer.Argument(
        help="validate.files",
        autocompletion=complete_yaml_files,
    ),
    rulebook: Book = RULEBOOK_OF_FILES,
    form: FaultFormat = typer.Option("text", "--format", help="validate.form"),
    root: str = ROOT,
    stdin_filename: str = STDIN_FILENAME,
) -> None:
    """Check bands, cards, scenery and games, and all that they refer to."""
    from edencli.commands.validate import findings_text, finish_checks
    from edencli.files.source import files_within
    from edencli.games.checks import Checks, make_library
    from edencli.games.file_access import root_folder
    from edencli.lang import current_words
    from edencli.output.console import progress

    words = current_words()
    within = root_folder(root, words)
    named = [one for name in files for one in files_within(name, within)]
    shelf = make_library(root=within, stdin_name=stdin_filename, noted=named)
    checks = Checks(shelf, wanted=rulebook, default=default_book())
    for found in progress(named):
        checks.check_file(found)
        shelf.release_documents()
    write_stdout(findings_text(shelf.files, form, words), commands=form == FaultFormat.GITHUB)
    finish_checks(shelf.files, words)

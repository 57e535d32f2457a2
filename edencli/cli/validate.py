"""`edencli validate`: whether files are well made, and fit the game's rules."""

import typer

from edencli.cli.options import ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME
from edencli.desk.choices import Book, Faults, default_book, yaml_files
from edencli.desk.failure import put

app = typer.Typer(rich_markup_mode=None, add_completion=False)


_EXAMPLES = """\
\b
Examples:
  edencli validate mine.yaml
  edencli validate samples --format concise
  edencli validate - --stdin-filename bands/mine.yaml < mine.yaml
"""


@app.command(epilog=_EXAMPLES)
def validate(
    files: list[str] = typer.Argument(
        metavar="FILE...",
        help="Files of any kind, folders to search for them, or - for standard input.",
        autocompletion=yaml_files,
    ),
    rulebook: Book = RULEBOOK_OF_FILES,
    form: Faults = typer.Option("text", "--format", help="How faults are written."),
    root: str = ROOT,
    stdin_filename: str = STDIN_FILENAME,
) -> None:
    """Check bands, cards, scenery and games, and all that they refer to."""
    from edencli.desk import verdict
    from edencli.desk.checks import Checks, library
    from edencli.desk.opening import folder
    from edencli.desk.progress import progress
    from edencli.files.source import within
    from edencli.lang import Words

    words = Words()
    shelf = library(root=folder(root, words), stdin_name=stdin_filename)
    checks = Checks(shelf, wanted=rulebook, default=default_book())
    for found in progress([one for name in files for one in within(name)]):
        checks.file(found)
    put(verdict.written(shelf.files, form, words))
    verdict.end(shelf.files, words)

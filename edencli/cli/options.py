"""The options that mean the same in every command."""

import typer

RULEBOOK = typer.Option("en", envvar="EDENCLI_RULEBOOK", help="any.rulebook")
FORM = typer.Option("text", "--format", help="any.format")

# For commands that take files: a file's own rulebook comes before the environment's.
RULEBOOK_OF_FILES = typer.Option(
    None,
    "--rulebook",
    help="any.rulebook-of-files",
)
ROOT = typer.Option(
    None,
    help="any.root",
)
STDIN_FILENAME = typer.Option("-", show_default=False, help="any.stdin-filename")
SEED = typer.Option(None, help="any.seed")
DICE = typer.Option(None, help="any.dice")
BY_HAND = typer.Option(False, "--by-hand", help="any.by-hand")

"""The options that mean the same in every command."""

import typer

RULEBOOK = typer.Option("en", envvar="EDENCLI_RULEBOOK", help="The rulebook that is played.")
FORM = typer.Option("text", "--format", help="How the answer is written.")

# For commands that take files: a file's own rulebook comes before the environment's.
RULEBOOK_OF_FILES = typer.Option(
    None,
    "--rulebook",
    show_default="the file's own, else EDENCLI_RULEBOOK, else en",
    help="The rulebook that is played. A file that is made for another is refused.",
)
ROOT = typer.Option(
    None,
    metavar="FOLDER",
    show_default="the working directory, else the file's folder",
    help="The folder that no reference may leave.",
)
STDIN_FILENAME = typer.Option(
    "-", metavar="FILE", show_default=False, help="The name of what comes on standard input, and its folder."
)
SEED = typer.Option(None, show_default="a fresh one", help="Throw the dice of this seed.")
DICE = typer.Option(None, metavar="FACES", help="Use these dice, in the order they are thrown: 4,5,1,…")
BY_HAND = typer.Option(False, "--by-hand", help="Ask for each throw; you roll on the table.")

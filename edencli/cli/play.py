"""`edencli play`: matches played by script, their transcripts held to what is expected."""

import typer

from edencli.cli.options import ROOT, RULEBOOK_OF_FILES
from edencli.desk.choices import Book, default_book, one_of
from edencli.desk.failure import Refused
from edencli.lang import Words

app = typer.Typer(rich_markup_mode=None, add_completion=False)


_EXAMPLES = """\
\b
Examples:
  edencli play samples/games/first-duel.yaml
  edencli play samples/games --check
  edencli play duel.yaml --until r2 --cite
  edencli play duel.yaml --random --seed 7
"""


@app.command(epilog=_EXAMPLES)
def play(
    games: list[str] = typer.Argument(metavar="GAME...", help="Game files, or folders to search for them."),
    rulebook: Book = RULEBOOK_OF_FILES,
    seed: int | None = typer.Option(None, show_default="the file's", help="Throw the dice of this seed."),
    until: str | None = typer.Option(
        None, metavar="rROUND|LINE", help="Stop when a round begins (r2), or before a line of the file."
    ),
    chance: bool = typer.Option(False, "--random", help="Let chance answer what the script does not."),
    check: bool = typer.Option(False, "--check", help="Compare transcripts with those beside the games."),
    update: bool = typer.Option(False, "--update", help="Write the transcripts beside their games."),
    junit: str | None = typer.Option(None, metavar="FILE", help="Write a JUnit report as well."),
    cite: bool = typer.Option(False, "--cite", help="Name the rules of every line."),
    explain: int | None = typer.Option(None, metavar="N", help="Tell which rules and move made line N."),
    side: str | None = typer.Option(None, "--as", metavar="red|blue", help="Show what this side may see."),
    form: str = typer.Option("text", "--format", metavar="text|json", help="How a match is told."),
    root: str = ROOT,
) -> None:
    """Play games by their scripts, and tell what happened."""
    import os

    from edencli.desk import playing
    from edencli.desk.checks import Checks, library
    from edencli.desk.opening import folder
    from edencli.files.source import within

    words = Words()
    one_of(words, "--format", form, ("text", "json"))
    one_of(words, "--as", side, (None, "red", "blue"))
    if check and update:
        raise Refused(words.say("play", "check-or-update"))
    checks = Checks(library(root=folder(root, words)), wanted=rulebook, default=default_book(), moves=False)
    files = [found for name in games for found in within(name)]
    wish = playing.Wish(
        seed=seed, until=playing.until_of(words, until), chance=chance, cite=cite, side=side, form=form
    )
    if explain is not None:
        playing.explain(words, checks, files, wish, explain)
    elif check or update or len(files) != 1 or any(map(os.path.isdir, games)):  # Path raises on long names
        playing.run_all(words, checks, files, wish, playing.Goldens(check, update), junit)
    else:
        playing.tell_one(words, checks, files[0], wish)

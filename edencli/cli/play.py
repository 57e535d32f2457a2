"""`edencli play`: matches played by script, their transcripts held to what is expected."""

import typer

from edencli.cli.help import ROOT, RULEBOOK_OF_FILES, Command
from edencli.desk.choices import Book, default_book, one_of
from edencli.desk.console import Refused
from edencli.lang import spoken

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def play(
    games: list[str] = typer.Argument(help="play.games"),
    rulebook: Book = RULEBOOK_OF_FILES,
    seed: int | None = typer.Option(None, help="any.seed-of-file"),
    until: str | None = typer.Option(None, help="play.until"),
    chance: bool = typer.Option(False, "--random", help="play.chance"),
    red: str | None = typer.Option(None, "--red", metavar="random|steady", help="play.red"),
    blue: str | None = typer.Option(None, "--blue", metavar="random|steady", help="play.blue"),
    check: bool = typer.Option(False, "--check", help="play.check"),
    update: bool = typer.Option(False, "--update", help="play.update"),
    junit: str | None = typer.Option(None, help="play.junit"),
    cite: bool = typer.Option(False, "--cite", help="play.cite"),
    explain: int | None = typer.Option(None, metavar="N", help="play.explain"),
    side: str | None = typer.Option(None, "--as", metavar="red|blue", help="play.side"),
    form: str = typer.Option("text", "--format", metavar="text|json", help="play.form"),
    root: str = ROOT,
) -> None:
    """Play games by their scripts, and tell what happened."""
    import os

    from edencli.desk import playing
    from edencli.desk.checks import Checks, library
    from edencli.desk.filing import folder
    from edencli.files.source import within

    words = spoken()
    one_of(words, "--format", form, ("text", "json"))
    one_of(words, "--as", side, (None, "red", "blue"))
    for option, bot in (("--red", red), ("--blue", blue)):
        one_of(words, option, bot, (None, "random", "steady"))
    if check and update:
        raise Refused(words.say("play", "check-or-update"))
    partial = {"--until": until, "--as": side, "--cite": cite, "--seed": seed}
    partial |= {"--random": chance, "--red": red, "--blue": blue}
    if update and (given := [option for option, value in partial.items() if value not in {None, False}]):
        raise Refused(words.say("play", "update-whole", options=given))
    shelf = library(root=folder(root, words))
    checks = Checks(shelf, wanted=rulebook, default=default_book(), moves=False)
    files = [found for name in games for found in within(name, shelf.root)]
    wish = playing.PlayWish(
        seed=seed,
        until=playing.until_of(words, until),
        bots=playing.bots_of(red, blue, chance=chance),
        cite=cite,
        side=side,
        form=form,
    )
    if explain is not None:
        playing.explain(words, checks, files, wish, explain)
    elif check or update or len(files) != 1 or any(map(os.path.isdir, games)):  # Path raises on long names
        playing.run_all(words, checks, files, wish, playing.Goldens(check, update, shelf.root), junit)
    else:
        playing.tell_one(words, checks, files[0], wish)

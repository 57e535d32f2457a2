"""`edencli play`: matches played by script or typed, their transcripts held to what is expected."""

from typing import Any

import typer

from edencli.bots import FILE_SUFFIX, PLAYERS
from edencli.cli.help import BY_HAND, ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME, Command, typed_parameters
from edencli.commands.parameters import Book

WHO = "|".join((*PLAYERS, f"FILE{FILE_SUFFIX}"))
"""Who may play a side, as help names it."""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


def _type_match(*arguments: Any, **more: Any) -> None:
    from edencli.prompt import start_play  # a match that is played by its script types nothing

    start_play.start_play(*arguments, **more)


@app.command(cls=Command)
def play(
    context: typer.Context,
    games: list[str] = typer.Argument(help="play.games"),
    interactive: bool = typer.Option(False, "--interactive", "-i", help="play.interactive"),
    rulebook: Book = RULEBOOK_OF_FILES,
    field: list[str] = typer.Option([], help="play.field"),
    seed: int | None = typer.Option(None, help="any.seed-of-file"),
    by_hand: bool = BY_HAND,
    until: str | None = typer.Option(None, help="play.until"),
    chance: bool = typer.Option(False, "--random", help="play.chance"),
    red: str | None = typer.Option(None, "--red", metavar=WHO, help="play.red"),
    blue: str | None = typer.Option(None, "--blue", metavar=WHO, help="play.blue"),
    check: bool = typer.Option(False, "--check", help="play.check"),
    update: bool = typer.Option(False, "--update", help="play.update"),
    junit: str | None = typer.Option(None, help="play.junit"),
    cite: bool = typer.Option(False, "--cite", help="play.cite"),
    explain: int | None = typer.Option(None, "--explain", "--why", metavar="N", help="play.explain"),
    side: str | None = typer.Option(None, "--as", metavar="red|blue", help="play.side"),
    everything: bool = typer.Option(False, "--all", help="play.all"),
    record: str | None = typer.Option(None, help="play.record"),
    no_record: bool = typer.Option(False, "--no-record", help="play.no-record"),
    script: str | None = typer.Option(None, help="play.script"),
    form: str = typer.Option("text", "--format", metavar="text|json|concise|github", help="play.form"),
    root: str = ROOT,
    stdin_filename: str = STDIN_FILENAME,
) -> None:
    """Play games by their scripts, and tell what happened."""
    from edencli.commands.play import PlayRequest, play_games

    request = PlayRequest(
        games=games,
        typed=tuple(typed_parameters(context)),
        interactive=interactive,
        rulebook=rulebook,
        field=field,
        seed=seed,
        by_hand=by_hand,
        until=until,
        chance=chance,
        red=red,
        blue=blue,
        check=check,
        update=update,
        junit=junit,
        cite=cite,
        explain=explain,
        side=side,
        everything=everything,
        record=record,
        no_record=no_record,
        script=script,
        form=form,
        root=root,
        stdin_filename=stdin_filename,
    )
    play_games(request, _type_match)

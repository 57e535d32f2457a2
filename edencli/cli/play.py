"""`edencli play`: matches played by script or typed, their transcripts held to what is expected."""

import typer

from edencli.bots import PLAYERS
from edencli.cli.help import BY_HAND, ROOT, RULEBOOK_OF_FILES, STDIN_FILENAME, Command
from edencli.commands.parameters import Book, check_choice, default_book, refuse_options
from edencli.lang import current_words
from edencli.output.console import Refused

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(cls=Command)
def play(
    games: list[str] = typer.Argument(help="play.games"),
    interactive: bool = typer.Option(False, "--interactive", "-i", help="play.interactive"),
    rulebook: Book = RULEBOOK_OF_FILES,
    field: list[str] = typer.Option([], help="play.field"),
    seed: int | None = typer.Option(None, help="any.seed-of-file"),
    by_hand: bool = BY_HAND,
    until: str | None = typer.Option(None, help="play.until"),
    chance: bool = typer.Option(False, "--random", help="play.chance"),
    red: str | None = typer.Option(None, "--red", metavar="|".join(PLAYERS), help="play.red"),
    blue: str | None = typer.Option(None, "--blue", metavar="|".join(PLAYERS), help="play.blue"),
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
    import os
    from pathlib import Path

    from edencli.commands import play
    from edencli.commands.play import are_two_bands, wants_moves
    from edencli.files.match_record import is_record
    from edencli.games.checks import Checks, make_library
    from edencli.games.file_access import root_folder
    from edencli.match.pieces import PUBLIC, Audience, Side

    words = current_words()
    check_choice(words, "--format", form, ("text", "json", *play.FOR_LOGS))
    check_choice(words, "--as", side, (None, "red", "blue"))
    for option, bot in (("--red", red), ("--blue", blue)):
        check_choice(words, option, bot, (None, *PLAYERS))
    if check and update:
        raise Refused(words.say("play", "check-or-update"))
    shelf = make_library(root=root_folder(root, words), stdin_name=stdin_filename)
    checks = Checks(shelf, wanted=rulebook, default=default_book(), moves=False)
    players = play.players_by_side(red, blue, chance=chance)
    kept = is_record(Path(games[0]))
    is_told = form == "json" or any((check, update, until, explain is not None, junit, chance, cite))
    if kept or interactive or are_two_bands(checks, games) or (not is_told and wants_moves(checks, games)):
        refuse_options(
            words,
            "not-typed",
            {
                "--until": until,
                "--random": chance,
                "--update": update,
                "--junit": junit,
                "--explain": explain,
                "--cite": cite,
            },
        )
        from edencli.prompt import start_play  # whoever plays by a script types nothing

        viewer: Audience = None if everything else Side(side) if side else PUBLIC
        settled = {
            "--seed": seed,
            "--by-hand": by_hand,
            "--rulebook": rulebook,
            "--record": record,
            "--root": root,
        }
        typed = start_play.TypedPlayOptions(
            viewer, form, seed, by_hand, field, record, not no_record, script, check, players, settled
        )
        start_play.start_play(words, checks, games, typed, kept=kept)
        return
    only_typed = {
        "--field": field,
        "--by-hand": by_hand,
        "--record": record,
        "--no-record": no_record,
        "--script": script,
        "--all": everything,
    }
    if any(only_typed.values()):
        play.ensure_readable(words, checks, games)
    refuse_options(words, "only-typed", only_typed)
    partial = {"--until": until, "--as": side, "--cite": cite, "--seed": seed}
    partial |= {"--random": chance, "--red": red, "--blue": blue, "--explain": explain}
    given = [option for option, value in partial.items() if value is not None and value is not False]
    if update and given:
        raise Refused(words.say("play", "update-whole", options=given))
    files = [found for name in games for found in play.find_games(words, name, shelf.root)]
    wish = play.PlayOptions(
        seed=seed,
        until=play.parse_stop_point(words, until),
        bots=play.bots_of(players),
        cite=cite,
        side=side,
        form=form,
    )
    if explain is not None:
        play.explain_line(words, checks, files, wish, explain)
    elif (
        check
        or update
        or len(files) != 1
        or form in play.FOR_LOGS
        or any(map(os.path.isdir, games))  # Path raises on long names
    ):
        play.play_many(words, checks, files, wish, play.GoldenOptions(check, update, shelf.root), junit)
    else:
        play.print_transcript(words, checks, files[0], wish)

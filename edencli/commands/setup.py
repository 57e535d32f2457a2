"""`edencli setup`: write the game that begins after a preparation or at a moment of a match."""

from collections.abc import Callable
from pathlib import Path

from edencli.commands.dice_options import choose_seed
from edencli.commands.parameters import check_choice, default_book
from edencli.commands.play import exit_on_faults, faulty_others
from edencli.commands.requests.setup import SetupRequest
from edencli.files.source import is_record
from edencli.games.checks import Checks, make_library
from edencli.games.file_access import STDOUT, root_folder, save
from edencli.games.moments import moment_game, open_source, refuse_secrets, take_up
from edencli.games.play_script import StopPoint, parse_stop_point
from edencli.games.records import RecordOptions
from edencli.games.setup_game import game_text, play_preparation, prepared_game
from edencli.lang import Words, clean, current_words
from edencli.output.console import Refused, remark, write_stdout
from edencli.output.sheet import Data, indented_json

AREA = "play"


def set_up_game(request: SetupRequest) -> None:
    """Write the game that begins after a preparation, or at a moment of a match."""
    words = current_words()
    check_choice(words, "--format", request.form, ("text", "json"))
    request.modes.refuse_typed(words, request.typed)
    library = make_library(root=root_folder(request.root, words))
    checks = Checks(library, wanted=request.rulebook, default=default_book(), moves=False)
    until = parse_stop_point(words, request.until)
    if until is None:
        run_preparation(words, checks, request)
    else:
        export_moment(words, checks, request, until)


def run_preparation(words: Words, checks: Checks, request: SetupRequest) -> None:
    """Run the preparation of a game, and write the game that begins after it."""
    chance = request.chance
    file = checks.check_file(request.game, kind="game")
    seed = choose_seed(words, file, request.seed) if chance else request.seed
    prepared = play_preparation(checks, file, seed=seed, chance=chance)
    exit_on_faults(words, [file, *faulty_others(checks, file)])
    if prepared is None:
        raise SystemExit(1)
    if prepared.pending is not None:
        raise Refused(words.say(AREA, "preparation-pending", asked=prepared.pending), code=1)
    _write_game(words, request, file.folder, lambda folder: prepared_game(file, prepared, folder))


def export_moment(words: Words, checks: Checks, request: SetupRequest, until: StopPoint) -> None:
    """Write the game that begins at a moment of a game or a record."""
    source = open_source(words, checks, request.game, until)
    if is_record(Path(request.game)):
        refuse_secrets(words, source.session)
    head = source.session.head
    seed = head.seed if request.seed is None else request.seed
    session = take_up(words, source, seed, RecordOptions(wanted=False))
    _write_game(
        words, request, Path(head.folder, head.game).parent, lambda folder: moment_game(session, folder)
    )


def _write_game(words: Words, request: SetupRequest, folder: Path, data: Callable[[Path], Data]) -> None:
    """Write a game to the file asked for, or print it as if it were in `folder`, or as JSON."""
    exported = None if request.export in {None, STDOUT} else Path(str(request.export))
    game = data(folder if exported is None else exported.parent)
    if exported is not None:
        save(words, exported, game_text(game), replace=False)
        remark(words.say(AREA, "exported", name=request.export))
    if request.form == "json":
        name = None if exported is None else clean(str(exported))
        write_stdout(indented_json({"schema": 1, "page": "setup", "file": name, "game": game}))
    elif exported is None:
        write_stdout(game_text(game))

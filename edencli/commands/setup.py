"""What `edencli setup` does: it plays the preparation of a game, and writes the game that begins after it."""

from pathlib import Path

from edencli.commands.parameters import default_book
from edencli.commands.play import choose_seed, exit_on_faults, faulty_others
from edencli.commands.requests.setup import SetupRequest
from edencli.games.checks import Checks, make_library
from edencli.games.file_access import STDOUT, root_folder, save
from edencli.games.setup_game import play_preparation, prepared_text
from edencli.lang import current_words
from edencli.output.console import Refused, remark, write_stdout

AREA = "play"


def set_up_game(request: SetupRequest) -> None:
    """Run the preparation of a game, and write the game that begins after it."""
    words, chance = current_words(), request.chance
    library = make_library(root=root_folder(request.root, words))
    checks = Checks(library, wanted=request.rulebook, default=default_book(), moves=False)
    file = checks.check_file(request.game, kind="game")
    seed = choose_seed(words, file, request.seed) if chance else request.seed
    prepared = play_preparation(checks, file, seed=seed, chance=chance)
    exit_on_faults(words, [file, *faulty_others(checks, file)])
    if prepared is None:
        raise SystemExit(1)
    if prepared.pending is not None:
        raise Refused(words.say(AREA, "preparation-pending", asked=prepared.pending), code=1)
    if request.export in {None, STDOUT}:
        write_stdout(prepared_text(file, prepared, file.folder))
        return
    exported = Path(str(request.export))
    save(words, exported, prepared_text(file, prepared, exported.parent), replace=False)
    remark(words.say(AREA, "exported", name=request.export))

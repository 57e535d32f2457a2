"""The games of an `edencli play` command that names none: the last match, or a quick one."""

import os
from pathlib import Path

from edencli.commands.dice_options import fresh_seed
from edencli.commands.requests.play import PlayRequest
from edencli.files.source import is_record
from edencli.files.systems import state_folder
from edencli.games.record_names import SUFFIX
from edencli.lang import Words
from edencli.output.console import Refused, remark

OPPONENT = "steady"
QUICK_TABLES = ("scenery/boulevard", "scenery/quay", "scenery/ruins")
"""Sample tables that need no optional chapter."""


def named_play(words: Words, request: PlayRequest) -> PlayRequest | None:
    """The request with the games that it means; None where it names nothing to play.

    Raises:
        Refused: There is no last match, or games are named beside `--last`.
    """
    if request.last:
        return _last_play(words, request)
    if request.quick:
        return quick_play(request)
    games = [file_or_record(name) for name in request.games]
    return request.with_changes(games=games) if games else None


def file_or_record(name: str) -> str:
    """The file with this name, else the recorded match in the state folder with this name."""
    if name != Path(name).name or os.path.lexists(name):  # Path raises on long names
        return name
    kept = state_folder() / f"{name.removesuffix(SUFFIX)}{SUFFIX}"
    return str(kept) if is_record(kept) else name


def _last_play(words: Words, request: PlayRequest) -> PlayRequest:
    if request.games:
        raise Refused(words.say("play", "last-and-games"))
    from edencli.commands.fighter_finder import find_last_record  # only --last needs it

    last = find_last_record()
    if last is None:
        raise Refused(words.say("play", "no-last"), code=1)
    remark(words.say("play", "last", file=str(last)))
    return request.with_changes(games=[str(last)])


def quick_play(request: PlayRequest) -> PlayRequest:
    """A match that begins at once: what is not named is drawn from the samples by its seed."""
    import random  # only quick matches need it

    from edencli.files.samples import samples

    seed = fresh_seed() if request.seed is None else request.seed
    chance = random.Random(seed)  # noqa: S311  # nothing secret
    bands = chance.sample([name for name in samples() if name.startswith("bands/")], 2)
    return request.with_changes(
        games=request.games or bands,
        field=request.field or [chance.choice(QUICK_TABLES)],
        seed=seed,
        blue=OPPONENT if request.red is None and request.blue is None else request.blue,
    )

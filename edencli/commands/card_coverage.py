"""`edencli play GAMES --cards`: play games, and print which effects of cards they exercise."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from edencli.commands.goldens import GoldenOptions
from edencli.commands.many_games import finish_games, play_many
from edencli.commands.parameters import Format
from edencli.commands.play import PlayOptions
from edencli.commands.requests.play import PlayRequest
from edencli.commands.show_page import show_page
from edencli.files.source import files_within
from edencli.files.stated_kind import stated_kind
from edencli.games.card_watch import CardWatch, EffectPlace, Exercise, card_parts, lcov_report
from edencli.games.checks import Checks
from edencli.games.file_access import save
from edencli.lang import Words, clean
from edencli.output.console import Refused
from edencli.output.sheet import Data
from edencli.pages.coverage_page import write_coverage

AREA = "coverage"
_ALL = 100


def cover_cards(
    words: Words,
    checks: Checks,
    names: Sequence[str],
    wish: PlayOptions,
    goldens: GoldenOptions,
    request: PlayRequest,
) -> NoReturn:
    """Play games, print what they exercise, and exit with 1 if a game fails or too little is exercised."""
    if request.fail_under is not None and not 0 <= request.fail_under <= _ALL:
        raise Refused(words.say(AREA, "bad-percent", given=request.fail_under))
    watch = CardWatch()
    runs = play_many(words, checks, names, wish._replace(watch=watch), goldens)
    parts = _parts_by_file(checks, request.games)
    if not any(parts.values()):
        raise Refused(words.say(AREA, "no-cards"), code=1)
    if request.lcov:
        save(words, Path(request.lcov), lcov_report(parts, watch), replace=True)
    games = [{"file": clean(run.name), "failure": run.failure} for run in runs]
    data: Data = {"games": games, **coverage_data(parts, watch, request.fail_under)}
    show_page(Format(wish.form), words, "coverage", data, write_coverage, paged=False)
    finish_games(words, runs, request.junit, is_enough=not data["is_under"])


def _parts_by_file(checks: Checks, named: Sequence[str]) -> Mapping[str, list[EffectPlace]]:
    """The effects of each cards file that the games refer to, or that is in a folder named."""
    library = checks.library
    for folder in (name for name in named if os.path.isdir(name)):  # noqa: PTH112  # Path raises on long names
        for name in files_within(folder, library.root):
            if stated_kind(Path(name)) == "cards":
                library.open(name)
    files = sorted(
        (file for file in library.files if file.kind == "cards" and file.is_sound), key=lambda file: file.name
    )
    return {file.name: list(card_parts(file.name, file.value)) for file in files}


def coverage_data(parts: Mapping[str, Sequence[EffectPlace]], watch: CardWatch, least: int | None) -> Data:
    """The share of effects that were exercised, and the result of each effect of each card."""
    files: list[Data] = [
        {"file": clean(file), "parts": [_part_data(part, watch) for part in several]}
        for file, several in parts.items()
        if several
    ]
    found = [part["exercise"] for file in files for part in file["parts"]]
    fired = found.count(Exercise.FIRED)
    return {
        "effects": len(found),
        "fired": fired,
        "offered": found.count(Exercise.OFFERED),
        "percent": _ALL * fired // max(1, len(found)),
        "fail_under": least,
        "is_under": least is not None and _ALL * fired < least * len(found),
        "files": files,
    }


def _part_data(part: EffectPlace, watch: CardWatch) -> Data:
    return {
        "card": part.card,
        "fighter": part.fighter,
        "effect": part.word,
        "line": part.lines[0],
        "exercise": str(watch.exercise_of(part.effect)),
    }

"""Sitting down at a match that is typed: a game of a file or of two bands that begins, or one that was kept.

Who types, a person or a pipe, is decided here; what is typed is the business of `typed` and of the prompt.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from edencli.desk.checks import Checks
from edencli.desk.choices import demand_unused
from edencli.desk.console import Refused, is_terminal, put
from edencli.desk.filing import ensure_sound
from edencli.desk.games import say_wrong
from edencli.desk.playing import Goldens, end_with, fresh, held
from edencli.desk.records import NEW, Keeping, begin, resumed, save_script, say
from edencli.desk.session import Session
from edencli.desk.typed import AREA, play_input, told
from edencli.files.library import File
from edencli.files.source import STDIN
from edencli.lang import Words, clean
from edencli.match.pieces import Audience, Side
from edencli.players.script import Wrong


class SittingWish(NamedTuple):
    """How a match is typed, as it was said on the command line; what is `given` a record has settled."""

    viewer: Audience
    form: str
    seed: int | None
    by_hand: bool
    field: Sequence[str]
    record: str | None
    keeps: bool
    script: str | None
    check: bool
    bots: Mapping[Side, str]
    given: Mapping[str, object]


def sit_down(words: Words, checks: Checks, names: Sequence[str], wish: SittingWish, *, kept: bool) -> None:
    """Play a match that is typed, or write out the script of one that was kept."""
    if kept:
        _go_on(words, names, wish)
        return
    demand_unused(words, "only-record", {"--script": wish.script})
    file, checks = _open_table(words, checks, names, wish)
    seed = None if wish.by_hand else fresh(words, file, wish.seed)
    session = begin(words, checks, file, seed, Keeping(wish.record, wish.keeps))
    if session.ledger is not None:
        say(words, "record", file=str(session.ledger.path))
    try:
        session.play_moves()
    except Wrong as wrong:
        say_wrong(file, session.match, wrong)
        end_with(words, [file])
    _play(words, session, wish, anew=True)


def _open_table(words: Words, checks: Checks, names: Sequence[str], wish: SittingWish) -> tuple[File, Checks]:
    """The game that was named, or one that two bands make."""
    if len(names) == 1:
        demand_unused(words, "field-without-bands", {"--field": wish.field})
        if names[0] == STDIN:
            raise Refused(words.say(AREA, "one-input"))
        file = checks.file(names[0], kind="game")
        ensure_sound(checks.library)
        return file, checks
    return _new_game(words, checks, names, wish)


def _new_game(words: Words, checks: Checks, names: Sequence[str], wish: SittingWish) -> tuple[File, Checks]:
    """A game of two bands that has no file of its own; it is read as if one lay beside them."""
    bands = [checks.file(name, kind="band") for name in names]
    ensure_sound(checks.library)
    paths = [Path(os.path.abspath(name)) for name in (*names, *wish.field)]  # noqa: PTH100  # follows no link
    folder = Path(os.path.commonpath([path.parent for path in paths]))
    red, blue, *scenery = (path.relative_to(folder).as_posix() for path in paths)
    book = wish.given["--rulebook"] or next(filter(None, (band.value.rulebook for band in bands)), None)
    said = {
        "kind": "game",
        "name": words.say(AREA, "new-game", red=bands[0].value.name, blue=bands[1].value.name),
        **({"rulebook": str(book)} if book else {}),
        "red": red,
        "blue": blue,
        **({"field": {"scenery": scenery}} if scenery else {}),
    }
    text = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in said.items())
    path = str(folder / NEW)
    anew = checks.of_texts({os.path.realpath(path): text})
    file = anew.file(path, kind="game")
    ensure_sound(anew.library)
    return file, anew


def _go_on(words: Words, names: Sequence[str], wish: SittingWish) -> None:
    """Resume the match of a record, or write out its script."""
    demand_unused(words, "not-record", {"--check": wish.check})
    settled = {**wish.given, "--field": wish.field, "--no-record": not wish.keeps}
    demand_unused(words, "of-record", settled)
    if len(names) > 1:
        raise Refused(words.say(AREA, "one-record"))
    path = Path(names[0])
    session = resumed(words, path, writing=wish.script is None, agrees=_agrees(words))
    if wish.script is None:
        session.throw()
        _play(words, session, wish, anew=False)
    else:
        save_script(words, session, wish.viewer, Path(wish.script))


def _agrees(words: Words) -> Callable[[str], bool]:
    """Ask a person, if one is there, for a yes in his own language."""

    def agrees(question: str) -> bool:
        if not is_terminal():
            return False
        answer = input(clean(question, but="\n"))
        return answer.strip().casefold() == words.say(AREA, "yes").casefold()

    return agrees


def _play(words: Words, session: Session, wish: SittingWish, *, anew: bool) -> None:
    """Have answers typed till nobody types any more, and say how to go on."""
    try:
        if wish.form == "text" and is_terminal():
            from edencli.desk.prompt import Prompt

            Prompt(words, session, wish.viewer, bots=wish.bots).run(anew=anew)
        else:
            play_input(words, session, wish.viewer, wish.form, bots=wish.bots, anew=anew)
    except KeyboardInterrupt:
        _say_how_to_go_on(words, session)
        raise SystemExit(INTERRUPTED) from None
    if wish.check:
        lines = told(Words(), session, wish.viewer)
        failure, detail, _ = held(words, session.file, lines, Goldens(check=True, update=False))
        if failure:
            put(f"{detail}")
            raise Refused(failure, code=1)
    _say_how_to_go_on(words, session)


INTERRUPTED = 130


def _say_how_to_go_on(words: Words, session: Session) -> None:
    if session.ledger is not None and session.question is not None:
        say(words, "goes-on", file=str(session.ledger.path))

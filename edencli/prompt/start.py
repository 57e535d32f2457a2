"""Sitting down at a match that is typed: a game of a file or of two bands that begins, or one that was kept.

Who types, a person or a pipe, is decided here; what is typed is the business of `typed` and of the prompt.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from edencli.commands.parameters import demand_unused
from edencli.commands.play import PERSON, Goldens, bots_of, end_with, fresh, hold
from edencli.files.diagnostic import TOP, Diagnostics, Document, Node, Span
from edencli.files.library import File
from edencli.files.source import STDIN
from edencli.games.checks import Checks
from edencli.games.file_io import ensure_sound
from edencli.games.playing import BOTS, NO_BOTS, demand_eyes, say_wrong
from edencli.games.records import NEW, Keeping, begin_session, resume, save_script, say
from edencli.games.session import Session
from edencli.lang import Words, clean
from edencli.match.pieces import Audience, Side
from edencli.output.console import Refused, is_terminal, put, put_aside
from edencli.output.sheet import Paint
from edencli.output.width import columns
from edencli.pages import diagnostics
from edencli.prompt.typed_play import AREA, CHANGING, FAULTS, Seat, session_lines, told_as_data
from edencli.prompt.verbs import COMMANDS
from edencli.referee.script import Wrong
from edencli.transcript.open_question import awaiting_data, awaiting_lines


class SittingWish(NamedTuple):
    """How a match is typed, as it was said on the command line; what is `given` a record has settled.

    `players` says who plays a side, as far as that was said.
    """

    viewer: Audience
    form: str
    seed: int | None
    by_hand: bool
    field: Sequence[str]
    record: str | None
    keeps: bool
    script: str | None
    check: bool
    players: Mapping[Side, str]
    given: Mapping[str, object]


def sit_down(words: Words, checks: Checks, names: Sequence[str], wish: SittingWish, *, kept: bool) -> None:
    """Play a match that is typed, or write out the script of one that was kept."""
    if kept:
        _go_on(words, names, wish)
        return
    demand_unused(words, "only-record", {"--script": wish.script})
    file, checks = _open_table(words, checks, names, wish)
    seed = None if wish.by_hand else fresh(words, file, wish.seed)
    bots = bots_of(wish.players)
    demand_eyes(bots, measured=getattr(file.value, "measured", True))
    session = begin_session(words, checks, file, seed, Keeping(wish.record, wish.keeps, bots))
    if session.ledger is not None:
        say(words, "record", file=str(session.ledger.path))
    try:
        session.play_moves()
    except Wrong as wrong:
        say_wrong(file, session.match, wrong)
        end_with(words, [file])
    _play(words, session, wish, bots, anew=True)


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
    files = [name for name in wish.field if name != NO_FIELD]
    paths = [Path(os.path.abspath(name)) for name in (*names, *files)]  # noqa: PTH100  # follows no link
    folder = Path(os.path.commonpath([path.parent for path in paths]))
    red, blue, *scenery = (path.relative_to(folder).as_posix() for path in paths)
    book = wish.given["--rulebook"] or next(filter(None, (band.value.rulebook for band in bands)), None)
    said = {
        "kind": "game",
        "name": words.say(AREA, "new-game", red=bands[0].value.name, blue=bands[1].value.name),
        **({"rulebook": str(book)} if book else {}),
        "red": red,
        "blue": blue,
        **_field_of(scenery, measured=NO_FIELD not in wish.field),
    }
    text = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in said.items())
    path = str(folder / NEW)
    anew = checks.of_texts({os.path.realpath(path): text})
    file = anew.file(path, kind="game")
    ensure_sound(anew.library)
    return file, anew


NO_FIELD = "none"  # instead of a scenery file: the miniatures are the field


def _field_of(scenery: Sequence[str], *, measured: bool) -> dict[str, object]:
    """What a game file says of its field, if anything."""
    if not measured:
        return {"field": {"measured": False, "scenery": scenery} if scenery else NO_FIELD}
    return {"field": {"scenery": scenery}} if scenery else {}


def _go_on(words: Words, names: Sequence[str], wish: SittingWish) -> None:
    """Resume the match of a record, or write out its script."""
    demand_unused(words, "not-record", {"--check": wish.check})
    settled = {**wish.given, "--field": wish.field, "--no-record": not wish.keeps}
    demand_unused(words, "of-record", settled)
    if len(names) > 1:
        raise Refused(words.say(AREA, "one-record"))
    path = Path(names[0])
    session = resume(words, path, writing=wish.script is None, agrees=_agrees(words))
    if wish.script is None:
        session.throw()
        _play(words, session, wish, _bots_again(words, session, wish), anew=False)
    else:
        save_script(words, session, wish.viewer, Path(wish.script))


def _bots_again(words: Words, session: Session, wish: SittingWish) -> Mapping[Side, str]:
    """The bots of a record, where nothing else is said now; either is told."""
    kept = {side: bot for side in Side for bot in BOTS if session.head.bots.get(side) == bot}
    players = {**kept, **wish.players}
    for side, name in players.items():
        player, before = words.say("events", f"player.{side}"), kept.get(side, PERSON)
        message = "plays-on" if name == before else "plays-now"
        bot, other = (words.say(AREA, f"plays.{one}") for one in (name, before))
        if {name, before} != {PERSON}:
            say(words, message, player=player, side=side, bot=bot, before=other)
    return bots_of(players)


def _agrees(words: Words) -> Callable[[str], bool]:
    """Ask a person, if one is there, for a yes in his own language."""

    def agrees(question: str) -> bool:
        if not is_terminal():
            return False
        answer = input(clean(question, but="\n"))
        return answer.strip().casefold() == words.say(AREA, "yes").casefold()

    return agrees


def _play(words: Words, session: Session, wish: SittingWish, bots: Mapping[Side, str], *, anew: bool) -> None:
    """Have answers typed till nobody types any more, and say how to go on."""
    try:
        if wish.form == "text" and is_terminal():
            from edencli.prompt.screen import Prompt

            Prompt(words, session, wish.viewer, bots=bots).run(anew=anew)
        else:
            _play_input(words, session, wish.viewer, wish.form, bots=bots, anew=anew)
    except KeyboardInterrupt:
        _say_how_to_go_on(words, session)
        raise SystemExit(INTERRUPTED) from None
    if wish.check:
        lines = session_lines(Words(), session, wish.viewer)
        goldens = Goldens(check=True, update=False)
        failure, detail, _ = hold(words, session.file, lines, goldens, session.checked)
        if failure:
            put(f"{detail}")
            raise Refused(failure, code=1)
    _say_how_to_go_on(words, session)


INTERRUPTED = 130
LONGEST = 10_000  # characters of a line; no answer is as long


def _say_how_to_go_on(words: Words, session: Session) -> None:
    if session.ledger is not None and session.question is not None:
        say(words, "goes-on", file=str(session.ledger.path))


# ── without a terminal ───────────────────────────────────────────────────────────────────────────────────


def _play_input(
    words: Words,
    session: Session,
    viewer: Audience,
    form: str,
    *,
    bots: Mapping[Side, str] = NO_BOTS,
    anew: bool,
) -> None:
    """Take answers from standard input till it ends; the first that is refused ends the command."""
    is_data = form == "json"  # a page amid it would be none
    commands = CHANGING if is_data else COMMANDS
    table = Seat(words, session, viewer, commands, bots=bots, passing=True, quiet=is_data)
    table.open(anew=anew)
    number = 0
    while not table.over and (line := sys.stdin.readline(LONGEST)):
        number += 1
        if not line.strip():
            continue
        try:
            table.take(line)
        except Wrong as wrong:
            wrong.number = 0
            file = _typed_file(line.rstrip("\r\n"), number)
            say_wrong(file, session.match, wrong)
            put_aside("".join(diagnostics.blocks([file], words, Paint.for_stream(sys.stderr, os.environ))))
            raise SystemExit(1) from None
        except FAULTS as fault:
            raise Refused(f"stdin:{number}: {table.problem(fault)}", code=1) from None
    if is_data:
        put("".join(f"{line}\n" for line in told_as_data(words, session, viewer)))
    elif session.question is not None:
        asked = awaiting_data(words, session.match, session.question, viewer)
        put_aside(
            "".join(f"{line}\n" for line in awaiting_lines(words, asked, columns(sys.stderr, os.environ)))
        )


def _typed_file(line: str, number: int) -> File:
    """What was typed, up to a line, as a file of which something can be said: its only move is that line."""
    document, moves = Document("stdin"), Node(TOP)
    document.text, document.root = "\n" * (number - 1) + clean(line), Node(TOP)
    document.root.inside["moves"] = moves
    moves.inside[0] = Node(Span(number, 1, number, max(2, len(line) + 1)))
    return File("stdin", Path(), Diagnostics(), document)

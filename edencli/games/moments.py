"""Moments of matches: the table as it stood then, and matches that are taken up from there.

A moment is named as after `--until`: when a round begins (`r3`), before a line of a script or an answer of a
record (`40`), or an event (`e120`). To look at, it is the table once that had happened. To go on from, it is
the question whose answer brought the event, or the first one of the round; what fell from the seed after that
answer falls again.

Knows games, sessions and records. What is taken up is a session of its own: it has answered what the first
one had answered, so its events have the numbers that they had there.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from edencli import __version__
from edencli.files.library import File
from edencli.files.match_record import RecordLine
from edencli.files.source import is_record
from edencli.games.checks import Checks
from edencli.games.file_access import ensure_sound
from edencli.games.play_script import ScriptOptions, StopPoint, play_script, report_fault, stop_before
from edencli.games.records import RecordOptions, begin_session, has_secrets, open_session, resume_record
from edencli.games.session import HAND, SEED, Input, Session, correction_sentence
from edencli.games.setup_game import boundary_data, relocated_game_data
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused
from edencli.referee.script import UnplayableLine
from edencli.transcript.transcript import is_match_over

AREA = "session"


# ── to look at ───────────────────────────────────────────────────────────────────────────────────────────


def game_at(checks: Checks, file: File, until: StopPoint) -> Match:
    """The match of a game's script as it stood then; what is wrong with its file ends the command."""
    played = play_script(checks, file, ScriptOptions(until=until, finish=False))
    ensure_sound(checks.library)
    assert played is not None, "a game without a fault was played"  # noqa: S101  # a law of `checks`
    return played.referee.match_at(len(played.events))


def record_at(words: Words, path: Path, until: StopPoint) -> Match:
    """The match of a record as it stood then, as both players could see."""
    session = resume_record(words, path, writing=False)
    return session.referee.match_at(session.end_at(until, PUBLIC))


# ── to go on from ────────────────────────────────────────────────────────────────────────────────────────


class MomentSource(NamedTuple):
    """A match that has come at least to a moment, and the moment as it is named there."""

    session: Session
    until: StopPoint


def open_source(words: Words, checks: Checks, name: str, until: StopPoint) -> MomentSource:
    """A game or a record, played as far as a moment wants; what is wrong with its file ends the command."""
    if is_record(Path(name)):
        return MomentSource(resume_record(words, Path(name), writing=False), until)
    file = checks.check_file(name, kind="game")
    ensure_sound(checks.library)
    seed: int | None = file.value.seed
    session = begin_session(words, checks, file, seed, RecordOptions(wanted=False))
    try:
        session.play_moves(stop_before(file, until))
    except UnplayableLine as wrong:
        report_fault(file, session.match, wrong)
        ensure_sound(checks.library)
    return MomentSource(session, until._replace(line=None))


def take_up(
    words: Words, source: MomentSource, seed: int | None, keeping: RecordOptions, viewer: Audience = None
) -> Session:
    """A new match that has come as far as another one had at a moment that a viewer names.

    With the seed of the other match its dice fall again from there; with another seed others fall, and
    without one they are given by hand.

    Raises:
        Refused: The match has no such moment.
    """
    old, until = source
    seen = None if is_match_over(old.events) else viewer
    inputs = list(_first_inputs(words, old, _lines_before(words, old, until, seen)))
    bots = {str(side): bot.name for side, bot in keeping.bots.items()}
    head = old.head._replace(edencli=__version__, seed=seed, bots=bots)
    if seed != old.head.seed:
        head = head._replace(drawn=0)
        inputs = [one._replace(lines=list(map(_by_hand, one.lines))) for one in inputs]
    session = open_session(words, old.file, old.checked, head, keeping)
    session.repeat(inputs)
    return session


def _lines_before(words: Words, session: Session, until: StopPoint, viewer: Audience) -> int:
    """How many lines a session had written down when that was asked from which a match goes on."""
    lines = session.lines
    if until.event is not None:
        end = until.end_in(session.events, viewer)
        if end is None:
            raise Refused(words.say(AREA, "no-moment", moment=str(until.event)), code=1)
        return next((n for n in range(len(lines) - 1, -1, -1) if _brought(lines[n], end)), 0)
    if until.round is not None:
        begun = session.round_starts().get(until.round)
        if begun is None:
            raise Refused(words.say(AREA, "no-moment", moment=f"r{until.round}"), code=1)
        return sum(line.events < begun for line in lines)
    if until.line is not None:
        return sum(len(one.lines) for one in session.inputs if one.n + 1 < until.line)
    return len(lines)


def _brought(line: RecordLine, end: int) -> bool:
    """Tell whether a line is an answer of a player that was given before the log had grown so long."""
    is_answer = line.kind == "answer" or (line.kind == "dice" and line.source != SEED)
    return is_answer and line.events < end


def _first_inputs(words: Words, session: Session, count: int) -> Iterator[Input]:
    """The first lines of a session, by the inputs that led to them."""
    for one in session.inputs:
        lines, count = one.lines[:count], max(0, count - len(one.lines))
        if lines:
            yield one._replace(lines=list(_without_corrections(words, lines)))


def _without_corrections(words: Words, lines: Sequence[RecordLine]) -> Iterator[RecordLine]:
    """Lines in which dice that were corrected are a note, and those that count stand alone."""
    for line, following in zip_longest(lines, lines[1:]):
        if line.kind != "correction":
            yield line
        elif following is not None:
            text = correction_sentence(words, line, following)
            yield RecordLine("note", line.n, text=text, events=line.events)


def _by_hand(line: RecordLine) -> RecordLine:
    """A line whose dice, if it has any, are given and fall from no seed."""
    return line._replace(source=HAND) if line.kind == "dice" else line


# ── written out as a game ────────────────────────────────────────────────────────────────────────────────


def moment_game(session: Session, folder: Path) -> dict[str, Any]:
    """A game that begins where a match stands, as a file says it that will lie in a folder.

    Its position is the last boundary, where nothing was pending; its moves are what was answered since.
    """
    head, old = session.head, session.file
    data = relocated_game_data(old, head.rulebook, Path(head.folder, head.game).parent, folder)
    data = {key: part for key, part in data.items() if key not in {"dice", "unfinished"}}
    data |= boundary_data(session.referee, session.script)
    amid = bool(data["moves"]) and session.question is not None
    return data | ({"unfinished": True} if amid else {})


def refuse_secrets(words: Words, session: Session) -> None:
    """Refuse to write out a match that is under way and in which one side knows what the other does not."""
    if not is_match_over(session.events) and has_secrets(session, PUBLIC):
        raise Refused(words.say(AREA, "secret-moment"), code=1)

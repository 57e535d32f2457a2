"""Moments of matches: the table at a moment, and new matches that continue from it.

A moment is named as for `--until`: the beginning of a round (`r3`), the state before a line of a script or an
answer of a record (`40`), or an event (`e120`). To look at, it is the table just after that event. To
continue from, it is the question whose answer brought the event, or the first one of the round; dice of the
seed after that answer fall again.

Knows games, sessions and records. A continued match is a session of its own that repeats the answers of the
first, so its events have the same numbers.
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


# ── looking ───────────────────────────────────────────────────────────────────────────────────────────────


def game_at(checks: Checks, file: File, until: StopPoint) -> Match:
    """The match of a game's script at a moment; a fault in its file ends the command."""
    played = play_script(checks, file, ScriptOptions(until=until, finish=False))
    ensure_sound(checks.library)
    assert played is not None, "a game without a fault was played"  # noqa: S101  # `checks` promises it
    return played.referee.match_at(len(played.events))


def record_at(words: Words, path: Path, until: StopPoint) -> Match:
    """The match of a record at a moment, named as both players see it."""
    session = resume_record(words, path, writing=False)
    return session.referee.match_at(session.end_at(until, PUBLIC))


# ── continuing ────────────────────────────────────────────────────────────────────────────────────────────


class MomentSource(NamedTuple):
    """A match played at least as far as a moment, and the moment by its name there."""

    session: Session
    until: StopPoint


def open_source(words: Words, checks: Checks, name: str, until: StopPoint) -> MomentSource:
    """A game or a record, played at least as far as a moment; a fault in its file ends the command."""
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
    """Start a new match that repeats another one up to a moment, named as the viewer sees it.

    With the seed of the other match its dice fall again from there. Another seed gives other dice, and
    without a seed dice are given by hand.

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
    """The number of recorded lines before the question from which a match continues."""
    lines = session.lines
    if until.event is not None:
        end = until.end_in(session.events, viewer)
        if end is None:
            raise Refused(words.say(AREA, "no-moment", moment=str(until.event)), code=1)
        return next((n for n in range(len(lines) - 1, -1, -1) if _is_answer_before(lines[n], end)), 0)
    if until.round is not None:
        begun = session.round_starts().get(until.round)
        if begun is None:
            raise Refused(words.say(AREA, "no-moment", moment=f"r{until.round}"), code=1)
        return sum(line.events < begun for line in lines)
    if until.line is not None:
        return sum(len(one.lines) for one in session.inputs if one.n + 1 < until.line)
    return len(lines)


def _is_answer_before(line: RecordLine, end: int) -> bool:
    """Tell whether a line is a player's answer given before the log had `end` events."""
    is_answer = line.kind == "answer" or (line.kind == "dice" and line.source != SEED)
    return is_answer and line.events < end


def _first_inputs(words: Words, session: Session, count: int) -> Iterator[Input]:
    """The first `count` lines of a session, grouped by input."""
    for one in session.inputs:
        lines, count = one.lines[:count], max(0, count - len(one.lines))
        if lines:
            yield one._replace(lines=list(_without_corrections(words, lines)))


def _without_corrections(words: Words, lines: Sequence[RecordLine]) -> Iterator[RecordLine]:
    """The lines with each correction of dice replaced by a note; the corrected dice stay."""
    for line, following in zip_longest(lines, lines[1:]):
        if line.kind != "correction":
            yield line
        elif following is not None:
            text = correction_sentence(words, line, following)
            yield RecordLine("note", line.n, text=text, events=line.events)


def _by_hand(line: RecordLine) -> RecordLine:
    """A line with its dice, if any, marked as given by hand."""
    return line._replace(source=HAND) if line.kind == "dice" else line


# ── writing a game file ───────────────────────────────────────────────────────────────────────────────────


def moment_game(session: Session, folder: Path) -> dict[str, Any]:
    """The data of a game file in a folder that begins where a match is.

    Its position is that of the last boundary, where nothing was pending; its moves are the answers since.
    """
    head, old = session.head, session.file
    data = relocated_game_data(old, head.rulebook, Path(head.folder, head.game).parent, folder)
    data = {key: part for key, part in data.items() if key not in {"dice", "unfinished"}}
    data |= boundary_data(session.referee, session.script)
    amid = bool(data["moves"]) and session.question is not None
    return data | ({"unfinished": True} if amid else {})


def refuse_secrets(words: Words, session: Session) -> None:
    """Refuse to write a match in progress where one side knows what the other does not."""
    if not is_match_over(session.events) and has_secrets(session, PUBLIC):
        raise Refused(words.say(AREA, "secret-moment"), code=1)

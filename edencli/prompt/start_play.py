"""The start of a typed match: a game of a file or of two bands that begins, or one that was kept.

Decides whether a person or a pipe types; `typed_play` and the prompt handle what is typed.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from edencli.bots import BOTS, PERSON, Bot
from edencli.commands.confirmation import is_agreed
from edencli.commands.dice_options import fresh_seed, known_seed
from edencli.commands.goldens import GoldenOptions, compare_golden
from edencli.commands.play import (
    chosen_players,
    chosen_viewer,
    exit_on_faults,
    load_bots,
)
from edencli.commands.replay import LivePage, write_session
from edencli.commands.requests.play import PlayRequest
from edencli.files.diagnostic import FILE_START, Diagnostics, Document, Node, Span
from edencli.files.library import File
from edencli.files.samples import file_or_sample
from edencli.files.source import STDIN, is_record
from edencli.games.checks import Checks
from edencli.games.file_access import ensure_sound
from edencli.games.moments import open_source, take_up
from edencli.games.play_script import NO_BOTS, StopPoint, parse_stop_point, refuse_blind_bots, report_fault
from edencli.games.records import (
    NEW,
    RecordOptions,
    begin_session,
    remark_on_record,
    resume_record,
    save_script,
)
from edencli.games.session import Session
from edencli.games.session_transcript import session_json_lines, session_lines
from edencli.lang import Words, clean
from edencli.match.pieces import Side
from edencli.match.questions import Question
from edencli.output.console import (
    LONGEST,
    Ended,
    ProgressLine,
    Refused,
    fit_lines,
    is_terminal,
    remark,
    write_stderr,
    write_stdout,
)
from edencli.output.pager import write_page
from edencli.output.sheet import Paint
from edencli.output.width import DEFAULT_WIDTH, page_width
from edencli.pages import diagnostics
from edencli.prompt.changing_commands import CHANGING_COMMANDS
from edencli.prompt.proposals import ALL
from edencli.prompt.stops import parse_stops
from edencli.prompt.terminal import can_draw
from edencli.prompt.tips import NO_TIPS, player_tips
from edencli.prompt.typed_play import (
    AREA,
    FAULTS,
    TypedPlay,
)
from edencli.prompt.view_commands import COMMANDS
from edencli.referee.script import UnplayableLine
from edencli.transcript.open_question import awaiting_data, awaiting_lines
from edencli.transcript.phrases import Phrases

if TYPE_CHECKING:
    from edencli.commands.play import TellChances
    from edencli.prompt.screen import TerminalPlay


def start_play(words: Words, checks: Checks, request: PlayRequest) -> None:
    """Play a typed match, or write out the script of one that was kept."""
    parse_stops(words, request.stops or "")  # an error is refused before anything is kept
    if (until := parse_stop_point(words, request.until)) is not None:
        _take_up_play(words, checks, request, until)
        return
    if is_record(Path(request.games[0])):
        _resume_play(words, request)
        return
    file, checks = _open_table(words, checks, request)
    given = known_seed(file, request.seed)
    seed = None if request.by_hand else fresh_seed() if given is None else given
    bots = load_bots(words, chosen_players(request))
    _refuse_blind(request, bots, measured=getattr(file.value, "measured", True))
    session = begin_session(
        words, checks, file, seed, RecordOptions(request.record, not request.no_record, bots)
    )
    if session.ledger is not None:
        remark_on_record(words, "record", file=str(session.ledger.path))
    try:
        session.play_moves()
    except UnplayableLine as wrong:
        report_fault(file, session.match, wrong)
        exit_on_faults(words, [file])
    _play(words, session, request, bots, anew=True)
    if session.question is None and (seed != given or request.quick):
        remark(words.say("attack", "seed", seed=seed))  # before the end it would reveal the dice to come


def _refuse_blind(request: PlayRequest, bots: Mapping[Side, Bot], *, measured: bool) -> None:
    """Refuse bots and advice that need measured places if the match has none."""
    refuse_blind_bots(bots, measured=measured)
    if request.advise:
        from edencli.commands.chances import refuse_blind_advice  # odds are slow to import

        refuse_blind_advice(measured=measured)


def _take_up_play(words: Words, checks: Checks, request: PlayRequest, until: StopPoint) -> None:
    """Continue from a moment of a game or of a record, as a new match."""
    name = _only_input(words, request)
    source = open_source(words, checks, name, until)
    old = source.session
    seed = None if request.by_hand else old.head.seed if request.seed is None else request.seed
    if seed is None and not (request.by_hand or is_record(Path(name))):
        seed = fresh_seed()
    bots = _bots_of_record(words, old, request)
    _refuse_blind(request, bots, measured=old.match.field.has_places)
    keeping = RecordOptions(request.record, not request.no_record, bots)
    session = take_up(words, source, seed, keeping, chosen_viewer(request))
    remark_on_record(words, "taken-up", file=Path(name).name, moment=request.until)
    if session.ledger is not None:
        remark_on_record(words, "record", file=str(session.ledger.path))
    _play(words, session, request, bots, anew=False)


def _only_input(words: Words, request: PlayRequest) -> str:
    """Return the one game or record that was named; standard input is for the answers."""
    if len(request.games) > 1:
        raise Refused(words.say(AREA, "one-record"))
    if request.games[0] == STDIN:
        raise Refused(words.say(AREA, "one-input"))
    return request.games[0]


def _open_table(words: Words, checks: Checks, request: PlayRequest) -> tuple[File, Checks]:
    """Return the game that was named, or one made from two bands."""
    names = request.games
    if len(names) == 1:
        file = checks.check_file(_only_input(words, request), kind="game")
        ensure_sound(checks.library)
        return file, checks
    return _new_game(words, checks, request)


def _new_game(words: Words, checks: Checks, request: PlayRequest) -> tuple[File, Checks]:
    """Make a game of two bands without a file; it is read as if its file were beside theirs."""
    names = request.games
    bands = [checks.check_file(name, kind="band") for name in names]
    ensure_sound(checks.library)
    files = [name for name in request.field or () if name != NO_FIELD]
    paths = [Path(os.path.abspath(file_or_sample(name))) for name in (*names, *files)]  # noqa: PTH100  # follows no link
    folder = Path(os.path.commonpath([path.parent for path in paths]))
    red, blue, *scenery = (path.relative_to(folder).as_posix() for path in paths)
    book = request.rulebook or next(filter(None, (band.value.rulebook for band in bands)), None)
    said = {
        "kind": "game",
        "name": words.say(AREA, "new-game", red=bands[0].value.name, blue=bands[1].value.name),
        **({"rulebook": str(book)} if book else {}),
        "red": red,
        "blue": blue,
        **_field_of(scenery, measured=NO_FIELD not in (request.field or ())),
    }
    text = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in said.items())
    path = str(folder / NEW)
    anew = checks.with_texts({os.path.realpath(path): text})
    file = anew.check_file(path, kind="game")
    ensure_sound(anew.library)
    return file, anew


NO_FIELD = "none"  # instead of a scenery file: the field is the players' own table


def _field_of(scenery: Sequence[str], *, measured: bool) -> dict[str, object]:
    """Return what a game file says about its field, if anything."""
    if not measured:
        return {"field": {"measured": False, "scenery": scenery} if scenery else NO_FIELD}
    return {"field": {"scenery": scenery}} if scenery else {}


def _resume_play(words: Words, request: PlayRequest) -> None:
    """Resume the match of a record, tell it if it is over or cited, or write out its script."""
    path = Path(_only_input(words, request))
    is_read = request.script is not None or request.cite
    session = resume_record(words, path, writing=not is_read, agrees=partial(is_agreed, words))
    if request.script is not None:
        save_script(words, session, chosen_viewer(request), Path(request.script))
        return
    _refuse_blind(request, NO_BOTS, measured=session.match.field.has_places)
    if request.cite or (session.question is None and not (request.interactive or request.watch)):
        _tell_record(words, session, request)
        return
    session.throw()
    _play(words, session, request, _bots_of_record(words, session, request), anew=False)


def _bots_of_record(words: Words, session: Session, request: PlayRequest) -> Mapping[Side, Bot]:
    """Return the bots of a record, unless others are chosen; a message tells who plays.

    A bot that was a file only plays on if it is named again: no record may make the program run a file.
    """
    recorded = {side: session.head.bots[side] for side in Side if side in session.head.bots}
    kept = {side: name for side, name in recorded.items() if name in BOTS}
    chosen = chosen_players(request)
    for side in recorded.keys() - kept.keys() - chosen.keys():
        player = words.say("events", f"player.{side}")
        remark_on_record(words, "played-by-file", player=player, side=side, bot=quote(clean(recorded[side])))
    players = {**kept, **chosen}
    for side, name in players.items():
        player, before = words.say("events", f"player.{side}"), kept.get(side, PERSON)
        message = "plays-on" if name == before else "plays-now"
        bot, other = (_player_name(words, one) for one in (name, before))
        if {name, before} != {PERSON}:
            remark_on_record(words, message, player=player, side=side, bot=bot, before=other)
    return load_bots(words, players)


def _player_name(words: Words, name: str) -> str:
    """Return how sentences call a player: by a message if there is one, else the bot's or file's name."""
    message = f"plays.{name}"
    return words.say(AREA, message) if words.has(AREA, message) else clean(name)


def _play(
    words: Words, session: Session, request: PlayRequest, bots: Mapping[Side, Bot], *, anew: bool
) -> None:
    """Read answers until the input ends, and say how to go on."""
    try:
        if not _is_told_alone(session, request):
            _take_answers(words, session, request, bots, anew=anew)
    except (KeyboardInterrupt, Ended) as end:
        _write_page(words, session, request)
        _say_how_to_go_on(words, session)
        raise SystemExit(getattr(end, "code", INTERRUPTED)) from None
    if request.check:
        lines = session_lines(Words(), session, chosen_viewer(request))
        goldens = GoldenOptions(check=True, update=False, is_own=False, strict=request.strict)
        held = compare_golden(words, session.file, lines, goldens, session.checked, session.events)
        if held.failure:
            write_stdout(held.detail)
            raise Refused(held.failure, code=1)
    _tell_end(words, session, request)
    _say_how_to_go_on(words, session)


def _is_told_alone(session: Session, request: PlayRequest) -> bool:
    """Tell whether a match is already over and only has to be told with its chances."""
    return session.question is None and request.form == "text" and (request.odds or request.advise)


def _take_answers(
    words: Words, session: Session, request: PlayRequest, bots: Mapping[Side, Bot], *, anew: bool
) -> None:
    """Read answers at a terminal, or from a pipe."""
    if request.form == "text" and is_terminal():
        typed = make_terminal_play(words, session, request, bots)
        _prepare(typed, request, bots)
        _watch(words, typed, session, request)
        typed.run(anew=anew)
    else:
        _play_input(words, session, request, bots=bots, anew=anew)


def _tell_end(words: Words, session: Session, request: PlayRequest) -> None:
    """Write what else was asked for: the match as data, or with its chances once it is over; its page."""
    is_data = request.form == "json"
    is_told = is_data or session.question is None
    tell_chances = _weigh(words, session, request) if is_told or request.html else None
    if is_data or (is_told and tell_chances is not None):
        _write_match(words, session, request, tell_chances)
    _write_page(words, session, request, tell_chances)
    if request.script is not None:
        save_script(words, session, chosen_viewer(request), Path(request.script))


def _tell_record(words: Words, session: Session, request: PlayRequest) -> None:
    """Tell the match of a record as far as it has gone, and its question if it is not over."""
    tell_chances = _weigh(words, session, request)
    _write_match(words, session, request, tell_chances)
    _write_page(words, session, request, tell_chances)
    _say_what_is_asked(words, session, request)


def _write_match(
    words: Words, session: Session, request: PlayRequest, tell_chances: "TellChances | None"
) -> None:
    """Print a match as a transcript, or as data."""
    viewer = chosen_viewer(request)
    if request.form == "json":
        data = session_json_lines(words, session, viewer, tell_chances)
        write_stdout("".join(f"{line}\n" for line in data))
        return
    width = min(page_width(sys.stdout, os.environ), DEFAULT_WIDTH)
    lines = session_lines(words, session, viewer, width, tell_chances, cite=request.cite)
    write_page("".join(f"{fit_lines(line.text, sys.stdout)}\n" for line in lines))


def make_terminal_play(
    words: Words, session: Session, request: PlayRequest, bots: Mapping[Side, Bot]
) -> "TerminalPlay":
    """Make a match at a terminal, with the table in sight if the terminal can draw and panes are wanted."""
    from edencli.prompt.screen import TerminalPlay

    viewer, tips = chosen_viewer(request), NO_TIPS if request.no_tips else player_tips()
    if can_draw() and not request.plain:
        with suppress(ImportError):  # without prompt_toolkit
            from edencli.prompt.board_play import BoardPlay

            return BoardPlay(words, session, viewer, bots=bots, tips=tips)
    return TerminalPlay(words, session, viewer, bots=bots, plain=request.plain, tips=tips)


def _prepare(typed: TypedPlay, request: PlayRequest, bots: Mapping[Side, Bot]) -> None:
    """Prepare a quick match for the players, and keep their stops."""
    for side in (side for side in Side if side not in bots):
        if request.quick:
            typed.delegated.begin(side, ALL)
        if request.stops:
            orders = parse_stops(typed.words, request.stops, typed.stops_of(side))
            typed.session.order_stops(side, str(orders))


def _watch(words: Words, typed: TypedPlay, session: Session, request: PlayRequest) -> None:
    """Have the live page of the match written after each answer, if it was asked for."""
    if request.watch:
        live = LivePage(words, request.watch, request.side)
        typed.after_news = lambda: live.update(session)


def _write_page(
    words: Words, session: Session, request: PlayRequest, tell_chances: "TellChances | None" = None
) -> None:
    """Write the page of the match, if it was asked for."""
    if request.html:
        write_session(words, session, request.side, request.html, tell_chances)


def _weigh(words: Words, session: Session, request: PlayRequest) -> "TellChances | None":
    """Return what tells the chances of the match, if they were asked for."""
    if not (request.odds or request.advise):
        return None
    from edencli.commands.chances import session_chances  # odds are slow to import

    if not request.advise:
        return session_chances(session)
    with ProgressLine() as sign:
        phrases = Phrases(words, session.names)

        def thinking(question: Question[Any]) -> None:
            sign.show(words.say("play", "thinking", player=phrases.player(question.asked)))

        return session_chances(session, thinking)


INTERRUPTED = 130


def _say_how_to_go_on(words: Words, session: Session) -> None:
    if session.ledger is not None and session.question is not None:
        remark_on_record(words, "goes-on", file=str(session.ledger.path))


# ── without a terminal ───────────────────────────────────────────────────────────────────────────────────


def _play_input(
    words: Words,
    session: Session,
    request: PlayRequest,
    *,
    bots: Mapping[Side, Bot] = NO_BOTS,
    anew: bool,
) -> None:
    """Take answers from standard input until it ends; the first refused one ends the command."""
    viewer, is_data = chosen_viewer(request), request.form == "json"  # a page among the data would break it
    commands = CHANGING_COMMANDS if is_data else COMMANDS
    table = TypedPlay(words, session, viewer, commands, bots=bots, passing=True, quiet=is_data)
    _prepare(table, request, bots)
    _watch(words, table, session, request)
    table.start(anew=anew)
    number = 0
    while not table.over and (line := sys.stdin.readline(LONGEST)):
        number += 1
        if not line.strip():
            continue
        try:
            table.take_line(line)
        except UnplayableLine as wrong:
            wrong.number = 0
            file = _typed_file(line.rstrip("\r\n"), number)
            report_fault(file, session.match, wrong)
            write_stderr(
                "".join(diagnostics.format_files([file], words, Paint.for_stream(sys.stderr, os.environ)))
            )
            raise SystemExit(1) from None
        except FAULTS as fault:
            raise Refused(f"stdin:{number}: {table.fault_text(fault)}", code=1) from None
    if not is_data:
        _say_what_is_asked(words, session, request)


def _say_what_is_asked(words: Words, session: Session, request: PlayRequest) -> None:
    """Say on stderr what a match waits for, if it is not over."""
    if session.question is None:
        return
    asked = awaiting_data(words, session.match, session.question, chosen_viewer(request))
    lines = awaiting_lines(words, asked, page_width(sys.stderr, os.environ))
    write_stderr("".join(f"{line}\n" for line in lines))


def _typed_file(line: str, number: int) -> File:
    """Return what was typed, up to a line, as a file for diagnostics: its only move is that line."""
    document, moves = Document("stdin"), Node(FILE_START)
    document.text, document.root = "\n" * (number - 1) + clean(line), Node(FILE_START)
    document.root.children["moves"] = moves
    moves.children[0] = Node(Span(number, 1, number, max(2, len(line) + 1)))
    return File("stdin", Path(), Diagnostics(), document)

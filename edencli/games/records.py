"""Matches kept in records: begin from files, resume, write out as scripts.

A record holds its files as they were, and is played from these alone: they are read as if they were in a
folder with the record's name, and no file on disk is opened. The files on disk are looked at only to report
that they have changed.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import product, zip_longest
from pathlib import Path, PurePosixPath
from typing import Any

from edencli import __version__
from edencli.bots import Bot
from edencli.files.library import File, Library
from edencli.files.match_record import RecordFileError, RecordHead, RecordWriter, read_record
from edencli.files.source import holds_text, reference_root
from edencli.files.systems import state_folder
from edencli.games.checks import CheckedGame, Checks, make_library
from edencli.games.file_access import STDOUT, ensure_sound, save
from edencli.games.play_script import NO_BOTS, begin_match
from edencli.games.record_names import bands_title, fresh_record_path, game_title
from edencli.games.session import SEED, RecordDiffers, Session, correction_sentence
from edencli.games.setup_game import game_text, relocated_game_data
from edencli.lang import Words
from edencli.match.pieces import Audience, Side
from edencli.named_tuple import NamedTuple
from edencli.output.console import Refused, remark, write_stdout
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.script import Script, parse_script_lines
from edencli.transcript.digests import CardDigests, card_digests, cards_digest
from edencli.transcript.golden import change_sentence, compare_digests
from edencli.transcript.transcript import events_seen_by, is_match_over

AREA = "session"
NEW = "new.yaml"


class RecordOptions(NamedTuple):
    """Whether a match is recorded, in which file (else in the user's state folder), and which bots play."""

    path: str | None = None
    wanted: bool = True
    bots: Mapping[Side, Bot] = NO_BOTS


def begin_session(
    words: Words, checks: Checks, file: File, seed: int | None, keeping: RecordOptions
) -> Session:
    """Begin a match that is typed; the game's own moves are not yet played.

    Without a seed all dice are given by hand. A fault in its files ends the command.
    """
    checked = checks.game(file)
    ensure_sound(checks.library)
    assert checked is not None, "a game without a fault can be played"  # noqa: S101  # a law of `checks`
    try:
        folder, files = _files(checks.library)
    except RecordFileError as fault:
        raise record_refusal(words, fault) from None
    head = RecordHead(
        edencli=__version__,
        rulebook=checked.book.key,
        game=_name(file, folder),
        folder=str(folder),
        files=files,
        cards=cards_digest(checked.bands, checked.scenery, checked.npfs),
        seed=seed,
        drawn=checked.game.drawn if seed == checked.game.seed else 0,
        bots={str(side): bot.name for side, bot in keeping.bots.items()},
    )
    return open_session(words, file, checked, head, keeping)


def open_session(
    words: Words, file: File, checked: CheckedGame, head: RecordHead, keeping: RecordOptions
) -> Session:
    """A match at its beginning, with a new record if one is wanted."""
    if not keeping.wanted:
        return Session(file, checked, head)
    try:
        path = Path(keeping.path) if keeping.path else _fresh_path(checked, head)
        return Session(file, checked, head, RecordWriter.create(path, head))
    except RecordFileError as fault:
        raise record_refusal(words, fault) from None


def _files(files: Library) -> tuple[Path, dict[str, str]]:
    """The folder that holds all opened files, and their texts by their paths in it."""
    texts = {_file_path(file): file.document.text for file in files.files if file.document}
    folder = _common_folder([path.parent for path in texts])
    if folder is None:
        raise RecordFileError(min(texts), "drives")
    return folder, {path.relative_to(folder).as_posix(): text for path, text in texts.items()}


def _common_folder(folders: Sequence[Path]) -> Path | None:
    """The deepest folder that holds them all; None where they are on several drives."""
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:
        return None


def _file_path(file: File) -> Path:
    """The path of a file as it was named; a game made in memory is put into the current folder."""
    return Path(os.path.abspath(NEW if file.name.startswith("<") else file.name))  # noqa: PTH100  # follows no link


def _name(file: File, folder: Path) -> str:
    return _file_path(file).relative_to(folder).as_posix()


def _fresh_path(checked: CheckedGame, head: RecordHead) -> Path:
    """A new path in the user's state folder, named by the game, or by both bands of a new match."""
    if PurePosixPath(head.game).name == NEW:
        bands = [band.name for band in checked.bands.values()]
        title = bands_title(bands[0], bands[-1])
    else:
        title = game_title(checked.game.name)
    try:
        return fresh_record_path(title)
    except OSError as fault:
        raise RecordFileError(state_folder(), "system", why=fault.strerror) from None


def resume_record(
    words: Words, path: Path, *, writing: bool = True, agrees: Callable[[str], bool] = lambda _: False
) -> Session:
    """The match of a record, at its last question; with `writing` the record is continued.

    Where another version of edencli wrote the record and the match goes differently here, `agrees` is asked
    whether to continue from there. What came after is then taken back, and stays readable in the record.

    Raises:
        Refused: The record cannot be used; the sentence says why.
    """
    try:
        ledger, kept = RecordWriter.resume(path) if writing else (None, read_record(path))
        if kept.torn:
            remark_on_record(words, "torn", file=str(path), n=kept.torn)
        checks = _kept_checks(path, kept.head)
        file, checked = _read_game(path, checks, kept.head)
        session = Session(file, checked, kept.head, ledger)
        try:
            session.replay_record(kept)
        except RecordDiffers as where:
            _drop_differing_answers(words, session, where, agrees)
    except RecordFileError as fault:
        raise record_refusal(words, fault) from None
    _report_changed_cards(words, kept.head, session.checked, checks)
    return session


def record_session(path: Path) -> Session:
    """The match of a record at its end, without printing or writing anything.

    Raises:
        RecordFileError: It cannot be read, or goes differently in this version.
    """
    kept = read_record(path)
    game = _kept_game(path, _kept_checks(path, kept.head), kept.head)
    if game is None:
        raise RecordFileError(path, "edited", line=1)
    session = Session(*game, kept.head)
    try:
        session.replay_record(kept)
    except RecordDiffers as where:
        raise RecordFileError(path, "differs", n=where.n + 1) from None
    return session


def _drop_differing_answers(
    words: Words, session: Session, where: RecordDiffers, agrees: Callable[[str], bool]
) -> None:
    """Take back the answers that no longer fit the match, if `agrees` says so; else refuse."""
    ledger, versions = session.ledger, {"theirs": session.head.edencli, "ours": __version__}
    differing = words.say(AREA, "differing", n=where.n + 1, **versions)
    if ledger is None:
        raise Refused(differing, code=1) from None
    if not agrees(f"{differing}\n{words.say(AREA, 'from-there', left=len(where.left))}"):
        ledger.close()
        raise Refused(differing, code=1) from None
    session.drop(where.left)


def _kept_checks(path: Path, head: RecordHead) -> Checks:
    """Checks of the files that a record holds, and of no others."""
    folder = Path(os.path.realpath(path))
    kept = {str(folder / name): text for name, text in head.files.items()}
    return Checks(make_library(root=folder, kept=kept, only_kept=True), default=head.rulebook, moves=False)


def _read_game(path: Path, checks: Checks, head: RecordHead) -> tuple[File, CheckedGame]:
    """The game of a record, from the files in it; a fault in these ends the command."""
    found = _kept_game(path, checks, head)
    ensure_sound(checks.library)
    if found is None:
        raise RecordFileError(path, "edited", line=1)
    return found


def _kept_game(path: Path, checks: Checks, head: RecordHead) -> tuple[File, CheckedGame] | None:
    """The game of a record; None if its files are faulty, or do not fit its head."""
    file = checks.check_file(str(Path(os.path.realpath(path), head.game)), kind="game")
    checked = checks.game(file)
    if checked is None or head.drawn not in {0, checked.game.drawn}:
        return None
    return file, checked


def _report_changed_cards(words: Words, head: RecordHead, checked: CheckedGame, checks: Checks) -> None:
    """Say which cards on disk differ from those that the match is played with."""
    root = checks.library.root
    opened = [Path(file.name).relative_to(root).as_posix() for file in checks.files] if root else []
    changed = [name for name in opened if holds_text(Path(head.folder, name), head.files[name]) is False]
    now = _checked_now(head) if changed else None
    if not changed or (now and _cards(now) == _cards(checked)):
        return
    cards = (
        [change_sentence(words, one) for one in compare_digests(_cards(checked), _cards(now))] if now else []
    )
    remark_on_record(
        words, "changed-cards/which" if cards else "changed-cards", files=changed, n=len(changed), cards=cards
    )


def _checked_now(head: RecordHead) -> CheckedGame | None:
    """The recorded game with the present files on disk beside it; None where these are faulty."""
    game = str(Path(head.folder, head.game))
    kept = {os.path.realpath(game): head.files[head.game]}
    checks = Checks(make_library(root=Path(head.folder), kept=kept), default=head.rulebook, moves=False)
    return checks.game(checks.check_file(game, kind="game"))


def _cards(checked: CheckedGame) -> CardDigests:
    return card_digests(checked.bands, checked.scenery, checked.npfs)


def remark_on_record(words: Words, message: str, **values: object) -> None:
    """Say something about a record on stderr."""
    remark(words.say(AREA, message, **values))


def record_refusal(words: Words, fault: RecordFileError) -> Refused:
    """The refusal of a record that cannot be used."""
    return Refused(words.say(AREA, f"not-kept.{fault.reason}", file=str(fault.path), **fault.values))


# ── writing a script ─────────────────────────────────────────────────────────────────────────────────────


def script_text(session: Session, words: Words, folder: Path) -> str:
    """The text of a game file in a folder that replays to the same transcript.

    Declined questions are left out where a script declines them by itself. A match in progress is marked as
    unfinished.
    """
    head = session.head
    for unfinished, full in product((False, True), repeat=2):
        moves = script_moves(session, words, full=full)
        if _leads_to_same_events(session, moves, unfinished=unfinished):
            break
    else:
        raise Refused(words.say(AREA, "no-script"), code=1)
    data = relocated_game_data(session.file, head.rulebook, Path(head.folder, head.game).parent, folder)
    data.pop("dice", None)
    if head.seed is not None:
        data["dice"] = {"seed": head.seed} | ({"drawn": head.drawn} if head.drawn else {})
    data.pop("unfinished", None)
    return game_text({**data, "moves": moves} | ({"unfinished": True} if unfinished else {}))


def save_script(words: Words, session: Session, viewer: Audience, target: Path) -> None:
    """Write a match as a game file or, for `-`, to stdout; refused where the viewer may not see all of it."""
    if not is_match_over(session.events) and has_secrets(session, viewer):
        raise Refused(words.say(AREA, "secret-script"), code=1)
    if str(target) == STDOUT:
        write_stdout(script_text(session, words, Path()))
        return
    save(words, target, script_text(session, words, target.parent), replace=False)
    folder, bands = target.parent.resolve(), Path(session.head.folder)
    if bands.resolve().is_relative_to(reference_root(folder)):
        remark_on_record(words, "written", file=str(target))
    else:
        root = _common_folder([folder, bands.resolve()]) or bands.anchor
        remark_on_record(words, "written/far", file=str(target), root=str(root))


def has_secrets(session: Session, viewer: Audience) -> bool:
    """Tell whether a match has answers that a viewer may not know yet."""
    if events_seen_by(session.events, viewer) != list(session.events):
        return True
    unrevealed = (line for line in session.lines if line.private and line.events == len(session.events))
    return any(viewer not in {None, line.side} for line in unrevealed)


def script_moves(session: Session, words: Words, *, full: bool) -> list[Any]:
    """The answers of a session as lines of a script; dice are left out where all came from the seed."""
    lines, moves = session.lines, list[Any]()
    dice = [] if all(line.source == SEED for line in lines if line.kind == "dice") else ["dice"]
    for line, following in zip_longest(lines, lines[1:]):
        if line.kind == "note":
            moves.append({"note": line.text})
        elif line.kind == "correction" and following is not None:
            moves.append({"note": correction_sentence(words, line, following)})
        elif line.kind in dice:
            moves.append({"dice": list(line.faces)})
        elif line.kind == "answer" and (full or not line.declined):
            moves.append(line.text)
    return moves


def _leads_to_same_events(session: Session, moves: list[Any], *, unfinished: bool) -> bool:
    """Tell whether the lines of a script lead to the same events and the same question."""
    referee, head = Referee(begin_match(session.checked)), session.head
    dice = None if head.seed is None else SeededDice(head.seed, head.drawn)
    script = Script(referee, parse_script_lines(moves), dice)
    try:
        script.play(finish=not unfinished)
        if unfinished:
            script.throw_ready()
    except ValueError:
        return False
    here, there = ((one.question and (one.question.kind, one.question.rule)) for one in (referee, session))
    return here == there and referee.events == list(session.events)

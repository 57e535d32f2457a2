"""`edencli play --list` and `edencli play --forget`: list the recorded matches, or delete some."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from edencli.commands.confirmation import is_agreed
from edencli.commands.parameters import Format, check_choice
from edencli.commands.play import FORMS
from edencli.commands.requests.play import PlayRequest
from edencli.commands.show_page import show_page
from edencli.files.match_record import RecordFileError, delete_record
from edencli.files.systems import state_folder
from edencli.games.kept_matches import kept_matches, kept_records, record_name, written_at
from edencli.games.record_names import SUFFIX
from edencli.games.records import record_refusal
from edencli.lang import Words, clean, current_words
from edencli.model.near_names import NearKind, nearest_name
from edencli.output.console import Refused, is_terminal, remark, report_failure
from edencli.pages.kept_matches_page import write_kept_matches

AREA = "kept"
_DAY = 24 * 60 * 60  # seconds


def manage_records(request: PlayRequest) -> None:
    """List the recorded matches in the state folder, or delete some of them."""
    words = current_words()
    check_choice(words, "--format", request.form, FORMS)
    request.modes.refuse_typed(words, request.typed)
    if request.listing:
        list_matches(words, Format(request.form))
    else:
        forget_matches(words, request)


def list_matches(words: Words, form: Format) -> None:
    """Print the recorded matches, the one played last first."""
    data = {"folder": str(state_folder()), "matches": kept_matches()}
    show_page(form, words, "matches", data, write_kept_matches)


def forget_matches(words: Words, request: PlayRequest) -> None:
    """Delete the records named, or those not written for some days, after a confirmation."""
    if bool(request.games) == (request.older_than is not None):
        raise Refused(words.say(AREA, "which"))
    paths = list(_named(words, request.games) if request.games else _older(request.older_than or 0))
    if not paths:
        remark(words.say(AREA, "none-older", days=request.older_than))
        return
    if not is_terminal():
        raise Refused(words.say(AREA, "nobody-asked"))
    listed = (
        words.say(AREA, "to-forget", name=record_name(path), written=written_at(path)) for path in paths
    )
    question = "\n".join((*listed, words.say(AREA, "sure", n=len(paths))))
    if not is_agreed(words, question):
        remark(words.say(AREA, "all-kept"))
        return
    _delete(words, paths)


def _named(words: Words, names: Sequence[str]) -> Iterator[Path]:
    """The records with these names, given with or without the suffix or the state folder."""
    there = {record_name(path): path for path in kept_records()}
    for name in names:
        path = Path(name)
        is_elsewhere = path.parent not in {Path(), state_folder()}
        found = None if is_elsewhere else there.get(path.name.removesuffix(SUFFIX))
        if found is None:
            near = nearest_name(name, there, NearKind.FILE)
            message = "elsewhere" if is_elsewhere else "no-such/near" if near else "no-such"
            raise Refused(words.say(AREA, message, name=name, near=near), code=1)
        yield found


def _older(days: int) -> Iterator[Path]:
    """The records that were not written for this many days."""
    since = time.time() - days * _DAY
    return (path for path in kept_records() if path.stat().st_mtime < since)


def _delete(words: Words, paths: Sequence[Path]) -> None:
    """Delete records; report those that cannot be deleted, and go on."""
    failed = False
    for path in paths:
        try:
            delete_record(path)
        except RecordFileError as fault:
            report_failure(str(record_refusal(words, fault)))
            failed = True
            continue
        remark(words.say(AREA, "forgotten", name=clean(record_name(path))))
        if path.with_suffix(".photos").is_dir():
            remark(words.say(AREA, "photos-stay", folder=clean(str(path.with_suffix(".photos")))))
    if failed:
        raise SystemExit(1)

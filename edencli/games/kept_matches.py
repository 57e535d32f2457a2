"""The matches recorded in the user's state folder: a list of them, and the standing of each.

The standing is found by playing the record. It is saved beside the records, and found again if the record has
changed or another version of edencli looks.
"""

import contextlib
import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from edencli import __version__
from edencli.bots import PERSON
from edencli.files.match_record import RecordFileError
from edencli.files.source import is_record, read_beginning
from edencli.files.systems import state_folder
from edencli.games.record_names import SUFFIX
from edencli.games.records import record_session
from edencli.match.pieces import PUBLIC, Side
from edencli.match.position import PREPARATION_STEPS
from edencli.output.console import progress
from edencli.output.sheet import Data
from edencli.referee.referee import ProcedureFailed
from edencli.referee.view import match_known_to

_MOST_LISTED: Final = 500
_MOST_BYTES: Final = 1024 * 1024  # of the saved standings


def kept_records() -> list[Path]:
    """The records in the state folder, the one written last first."""
    try:
        found = [path for path in state_folder().iterdir() if path.suffix == SUFFIX and _is_own(path)]
        return sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path.name))
    except OSError:
        return []


def _is_own(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and is_record(path)


def record_name(path: Path) -> str:
    """The name of a record in the state folder: its file name without the suffix."""
    return path.name.removesuffix(SUFFIX)


def written_at(path: Path) -> str:
    """The local time at which a record was last written."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))


def kept_matches() -> list[Data]:
    """The newest recorded matches: their dates and players, and their standings as both players see them."""
    standings = _Standings()
    found = list(standings.of(progress(kept_records()[:_MOST_LISTED])))
    standings.save()
    return found


class _Standings:
    """The standings of matches by record name, each with the version and file that it was found from."""

    def __init__(self) -> None:
        self._path = state_folder() / "standings.json"
        self._before = _read(self._path)
        self._found: dict[str, Data] = {}

    def of(self, paths: Iterator[Path]) -> Iterator[Data]:
        """The standings of some records, each with its name and when it was written."""
        for path in paths:
            state = path.stat()
            found_from = [__version__, state.st_size, state.st_mtime_ns]
            kept = self._before.get(path.name, {})
            stands = kept["stands"] if kept.get("from") == found_from else _standing(path)
            self._found[path.name] = {"from": found_from, "stands": stands}
            yield {"name": record_name(path), "written": written_at(path), **stands}

    def save(self) -> None:
        """Save the standings; if that fails, only time is lost."""
        if self._found == self._before:
            return
        text = json.dumps(self._found, sort_keys=True)
        with contextlib.suppress(OSError):
            self._path.write_text(f"{_digest(text)}\n{text}\n", encoding="utf-8")


def _read(path: Path) -> Mapping[str, Any]:
    """The saved standings; none if the file is damaged."""
    digest, _, text = (read_beginning(path, _MOST_BYTES) or "").partition("\n")
    found: Mapping[str, Any] = json.loads(text) if digest == _digest(text.rstrip("\n")) else {}
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _standing(path: Path) -> Data:
    """The standing of a recorded match as both players see it, or why it cannot be found."""
    try:
        session = record_session(path)
    except RecordFileError as fault:
        return {"fault": fault.reason}
    except ProcedureFailed:
        return {"fault": "differs"}
    match, header = session.match, session.header
    is_over = session.question is None
    is_preparing = match.state.step in PREPARATION_STEPS
    return {
        "fault": None,
        "game": header.game,
        "bands": {"red": header.red, "blue": header.blue},
        "players": {str(side): session.head.bots.get(side, PERSON) for side in Side},
        "round": 0 if is_preparing else match.state.round,
        "score": {str(side): match_known_to(match, PUBLIC, side).state.sides[side].vp for side in Side},
        "over": is_over,
    }

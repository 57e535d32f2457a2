"""The matches whose records lie in the user's state folder: which there are, and how each one stands.

How a match stands is found by playing its record. That is kept beside the records, and found again where a
record was written since, or another edencli looks.
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
_MOST_BYTES: Final = 1024 * 1024  # of what is kept of the matches


def kept_records() -> list[Path]:
    """The records of the state folder, the one written last first."""
    try:
        found = [path for path in state_folder().iterdir() if path.suffix == SUFFIX and _is_own(path)]
        return sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path.name))
    except OSError:
        return []


def _is_own(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and is_record(path)


def record_name(path: Path) -> str:
    """What a record of the state folder is called: its file without the ending."""
    return path.name.removesuffix(SUFFIX)


def written_at(path: Path) -> str:
    """When a record was written last, in the time of the clock here."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))


def kept_matches() -> list[Data]:
    """The newest of the kept matches: when each was played, who played, and how it stands for both to see."""
    standings = _Standings()
    found = list(standings.of(progress(kept_records()[:_MOST_LISTED])))
    standings.save()
    return found


class _Standings:
    """How matches stand, by the names of their records, each with what it was found from."""

    def __init__(self) -> None:
        self._path = state_folder() / "standings.json"
        self._before = _read(self._path)
        self._found: dict[str, Data] = {}

    def of(self, paths: Iterator[Path]) -> Iterator[Data]:
        """How the matches of some records stand, each with its name and when it was written."""
        for path in paths:
            state = path.stat()
            found_from = [__version__, state.st_size, state.st_mtime_ns]
            kept = self._before.get(path.name, {})
            stands = kept["stands"] if kept.get("from") == found_from else _standing(path)
            self._found[path.name] = {"from": found_from, "stands": stands}
            yield {"name": record_name(path), "written": written_at(path), **stands}

    def save(self) -> None:
        """Keep what was found; where that cannot be written nothing is lost but time."""
        if self._found == self._before:
            return
        text = json.dumps(self._found, sort_keys=True)
        with contextlib.suppress(OSError):
            self._path.write_text(f"{_digest(text)}\n{text}\n", encoding="utf-8")


def _read(path: Path) -> Mapping[str, Any]:
    """What was kept; nothing where it is not as it was written."""
    digest, _, text = (read_beginning(path, _MOST_BYTES) or "").partition("\n")
    found: Mapping[str, Any] = json.loads(text) if digest == _digest(text.rstrip("\n")) else {}
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _standing(path: Path) -> Data:
    """How the match of a record stands for both players to see, or why that cannot be told."""
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

"""What was found good, so that it need not be judged again while nothing of it has changed.

Of each file that was judged it is kept which files it was judged with, and a digest of each. It is good still
where all of them say what they said, and this is the same program. Kept for each folder one stands in, where
the system keeps the data of programs; what is lost there is judged again, and no more.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from edencli import __version__
from edencli.files.library import Library
from edencli.files.systems import state_folder

_MOST_KEPT: Final = 5_000
_MOST_BYTES: Final = 16 * 1024 * 1024  # of the file that keeps them


class GoodFiles:
    """The files of one folder that were found good; `what` says how they were judged."""

    def __init__(self, folder: Path, *what: str) -> None:
        name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()
        self._path = state_folder() / "good" / f"{name}.json"
        self._what = "/".join(what)
        kept = _read(self._path)
        program = _program_digest()
        self._kept: dict[str, Mapping[str, str]] = kept["good"] if kept.get("program") == program else {}
        self._digest = cache(_digest)

    def is_good(self, name: str) -> bool:
        """Tell whether a file was found good, and nothing has changed of what it was judged with."""
        files = self._kept.get(self._key(name))
        return files is not None and all(self._digest(file) == digest for file, digest in files.items())

    def keep(self, name: str, files: Iterable[str]) -> None:
        """Keep that a file was found good together with others."""
        paths = {os.path.realpath(file) for file in (name, *files)}
        digests = {path: self._digest(path) for path in sorted(paths)}
        if None not in digests.values():
            self._kept.pop(self._key(name), None)
            self._kept[self._key(name)] = {path: str(digest) for path, digest in digests.items()}

    def save(self) -> None:
        """Write down what is kept, the newest; where that cannot be written nothing is lost but time."""
        kept = dict(list(self._kept.items())[-_MOST_KEPT:])
        text = json.dumps({"program": _program_digest(), "good": kept})
        written = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(text, encoding="utf-8")
            written.replace(self._path)

    def _key(self, name: str) -> str:
        return f"{self._what}:{os.path.realpath(name)}"


def _read(path: Path) -> dict[str, Any]:
    """What was kept; nothing where it is not as it was written."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        kept = json.loads(path.read_bytes())
        sound = isinstance(kept["good"], dict) and all(isinstance(one, dict) for one in kept["good"].values())
    except (OSError, ValueError, TypeError, KeyError):
        return {}
    return kept if sound else {}


def _digest(name: str) -> str | None:
    """A digest of what a file says; None where it cannot be read."""
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except OSError:
        return None


@cache
def _program_digest() -> str:
    """What tells one edencli from another: its version, and when its files were written."""
    package = Path(__file__).parents[1]
    files = sorted(path for ending in ("py", "json") for path in package.rglob(f"*.{ending}"))
    written = [f"{path.name}:{path.stat().st_mtime_ns}:{path.stat().st_size}" for path in files]
    return hashlib.sha256("\n".join([__version__, *written]).encode()).hexdigest()


def files_behind(library: Library, name: str) -> Iterator[str]:
    """All files to which a sound file refers, and those to which these do."""
    file = library.open(name)
    for reference in getattr(file.value, "references", ()):
        other = os.path.normpath(file.folder / reference)
        yield other
        yield from files_behind(library, other)

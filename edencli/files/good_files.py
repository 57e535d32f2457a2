"""Remember which files were found good, so that unchanged ones need not be checked again.

Each file that was checked is kept with a digest of itself and of all files it was checked with. It is still
good if all digests are unchanged and the program is the same. The data is kept per working folder, where the
system keeps the state of programs; if it is lost, files are only checked again.
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
_MOST_BYTES: Final = 16 * 1024 * 1024  # of the file that remembers them


class GoodFiles:
    """The files of one folder that were found good; `what` says how they were checked."""

    def __init__(self, folder: Path, *what: str) -> None:
        name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()
        self._path = state_folder() / "good" / f"{name}.json"
        self._what = "/".join(what)
        kept = _read(self._path)
        program = _program_digest()
        self._kept: dict[str, Mapping[str, str]] = kept["good"] if kept.get("program") == program else {}
        self._digest = cache(_digest)

    def is_good(self, name: str) -> bool:
        """Tell whether a file was found good, and neither it nor the files checked with it have changed."""
        files = self._kept.get(self._key(name))
        return files is not None and all(self._digest(file) == digest for file, digest in files.items())

    def keep(self, name: str, files: Iterable[str]) -> None:
        """Remember that a file was found good together with others."""
        paths = {os.path.realpath(file) for file in (name, *files)}
        digests = {path: self._digest(path) for path in sorted(paths)}
        if None not in digests.values():
            self._kept.pop(self._key(name), None)
            self._kept[self._key(name)] = {path: str(digest) for path, digest in digests.items()}

    def save(self) -> None:
        """Write the newest entries to disk; if that fails, only time is lost."""
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
    """The data kept on disk; empty where it is damaged."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        kept = json.loads(path.read_bytes())
        sound = isinstance(kept["good"], dict) and all(isinstance(one, dict) for one in kept["good"].values())
    except (OSError, ValueError, TypeError, KeyError):
        return {}
    return kept if sound else {}


def _digest(name: str) -> str | None:
    """A digest of a file's content; None where it cannot be read."""
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except OSError:
        return None


@cache
def _program_digest() -> str:
    """A digest that changes with the program: its version, and the times of its files."""
    package = Path(__file__).parents[1]
    files = sorted(path for ending in ("py", "json") for path in package.rglob(f"*.{ending}"))
    written = [f"{path.name}:{path.stat().st_mtime_ns}:{path.stat().st_size}" for path in files]
    return hashlib.sha256("\n".join([__version__, *written]).encode()).hexdigest()


def files_behind(library: Library, name: str) -> Iterator[str]:
    """All files to which a sound file refers, directly or through others."""
    file = library.open(name)
    for reference in getattr(file.value, "references", ()):
        other = os.path.normpath(file.folder / reference)
        yield other
        yield from files_behind(library, other)

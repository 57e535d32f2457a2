"""Differences between systems: opening, reading at an offset, locking, and the folder for state.

Windows, macOS and other POSIX systems are distinguished by what Python offers there. A program that holds a
lock writes beside the file which process it is, and since when. Knows no record.
"""

import contextlib
import json
import os
import sys
import time
from pathlib import Path

from edencli.named_tuple import NamedTuple

_OPEN_FLAG_NAMES = ("O_CLOEXEC", "O_NONBLOCK", "O_BINARY", "O_NOINHERIT")
OPEN_FLAGS = sum(getattr(os, flag, 0) for flag in _OPEN_FLAG_NAMES)
"""Flags for opening a file: as bytes, not inherited by other processes, without waiting for a pipe."""

_LOCKED_AT = 1 << 30  # the byte locked on Windows, far past the end: a locked byte cannot be read


class FileHolder(NamedTuple):
    """The process that writes a file, and since when by its clock."""

    pid: int
    since: str


def lock_file(number: int) -> bool:
    """Lock an open file for this process; False if another one holds the lock."""
    try:
        try:
            import fcntl  # noqa: PLC0415  # Windows has none
        except ImportError:
            import msvcrt  # noqa: PLC0415  # Windows alone has it

            os.lseek(number, _LOCKED_AT, os.SEEK_SET)
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def say_who_holds(path: Path) -> None:
    """Write beside a file that this process holds it, if possible."""
    holder = FileHolder(os.getpid(), time.strftime("%Y-%m-%d %H:%M"))
    with contextlib.suppress(OSError):
        _holder_file(path).write_text(json.dumps(holder._asdict()), encoding="ascii")


def forget_who_holds(path: Path) -> None:
    """Remove what `say_who_holds` wrote."""
    with contextlib.suppress(OSError):
        _holder_file(path).unlink()


def file_holder(path: Path) -> FileHolder | None:
    """The process that holds a file, if it said so."""
    try:
        told = json.loads(_holder_file(path).read_bytes()[:200])
        return FileHolder(int(told["pid"]), time.strftime("%Y-%m-%d %H:%M", _parsed_time(told["since"])))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _parsed_time(text: str) -> time.struct_time:
    return time.strptime(text, "%Y-%m-%d %H:%M")


def _holder_file(path: Path) -> Path:
    return path.with_name(f".{path.name}.open")


def read_at(number: int, most: int, offset: int = 0) -> bytes:
    """Read bytes of an open file at an offset."""
    if hasattr(os, "pread"):
        return os.pread(number, most, offset)
    os.lseek(number, offset, os.SEEK_SET)
    return os.read(number, most)


def write_at(number: int, content: bytes, offset: int) -> int:
    """Write bytes to an open file at an offset; return how many were written."""
    if hasattr(os, "pwrite"):
        return os.pwrite(number, content, offset)
    os.lseek(number, offset, os.SEEK_SET)
    return os.write(number, content)


def state_folder() -> Path:
    """The folder for records without a given path: where this system keeps the state of programs."""
    wished = os.environ.get("XDG_STATE_HOME", "")
    if Path(wished).is_absolute():
        base = Path(wished)
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path.home() / ".local" / "state"
    return base / "edencli"


_PORTS = (f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))
_DEVICES = frozenset({"con", "prn", "aux", "nul", *_PORTS})


def is_device_name(name: str) -> bool:
    """Tell whether Windows reserves a file name for a device, with or without a suffix."""
    return name.partition(".")[0].rstrip(" ").casefold() in _DEVICES

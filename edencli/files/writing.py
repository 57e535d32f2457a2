"""Write files safely: afterwards a file has its whole new content or its whole old one.

The content is written to a new file in the same folder, flushed to disk, and renamed in one step. A link is
never followed and never replaced, since someone set it on purpose. A page replaces only another page of
edencli, which is recognized by its first bytes.
"""

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Final

from edencli.files.source import read_beginning
from edencli.files.systems import is_device_name

PAGE_MARKS: Final = {
    "html": '<meta name="generator" content="edencli">',
    "junit": '<testsuite name="edencli play"',
    "markdown": "[//]: # (edencli)",
    "svg": "<!--edencli-->",
}
"""The text near the beginning of each page by which it is recognized, by form."""

_OLD_MARKS: Final = ("[//]:#edencli",)  # Markdown until 0.1
_BEGINNING = 1000  # bytes of a page in which its mark must be


class FileWriteError(Exception):  # not a fault of the program
    """A file was not written: "exists", "link", "device", "no-file", "no-page", or the system's reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def write_file(path: Path, text: str, *, replace: bool) -> None:
    """Write a whole text file; without `replace` an existing one is refused.

    Raises:
        FileWriteError: The file is as it was.
    """
    try:
        _check_replaceable(path, replace=replace)
        _write(path, text.encode(), replace=replace)
    except FileExistsError:
        raise FileWriteError(path, "exists") from None
    except OSError as fault:
        raise FileWriteError(path, fault.strerror or str(fault)) from None


def write_page(path: Path, text: str) -> None:
    """Write a whole page, replacing only an older page or an empty file.

    Raises:
        FileWriteError: The file is as it was.
    """
    if path.is_file() and not path.is_symlink() and not _is_page(path):
        raise FileWriteError(path, "no-page")
    write_file(path, text, replace=True)


def _is_page(path: Path) -> bool:
    """Tell whether a file is a page of edencli, or empty."""
    beginning = read_beginning(path, _BEGINNING)
    marks = (*PAGE_MARKS.values(), *_OLD_MARKS)
    return beginning == "" or any(mark in (beginning or "") for mark in marks)


def _check_replaceable(path: Path, *, replace: bool) -> None:
    """Refuse a path that must not be replaced, or that Windows reserves for a device."""
    if sys.platform == "win32" and is_device_name(path.name):
        raise FileWriteError(path, "device")
    if path.is_symlink():
        raise FileWriteError(path, "link")
    if path.exists() and not path.is_file():
        raise FileWriteError(path, "no-file")
    if path.exists() and not replace:
        raise FileWriteError(path, "exists")


def _write(path: Path, content: bytes, *, replace: bool) -> None:
    import tempfile  # noqa: PLC0415  # only needed for writing

    number, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(_mode(path))
        if replace:
            beside.replace(path)
        else:
            _link_new_name(beside, path)
        flush_folder(path.parent)
    finally:
        beside.unlink(missing_ok=True)


# The errors of file systems without hard links, as on USB sticks.
_NO_HARD_LINKS = frozenset(
    {errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
)


def _link_new_name(beside: Path, path: Path) -> None:
    """Give a file a new name; fail if a file with that name has appeared meanwhile."""
    try:
        os.link(beside, path)
    except OSError as fault:
        if fault.errno not in _NO_HARD_LINKS:
            raise
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))  # ours from here on, and replaced
        beside.replace(path)


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, else those of any new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def flush_folder(folder: Path) -> None:
    """Flush the folder's entry for a new name to disk, where the system can."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

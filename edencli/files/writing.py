"""Writing files so that nothing is lost: the whole new content or the whole old one, whatever happens.

The content goes to a new file in the same folder, is flushed to the disk, and takes the name in one step. A
link is never followed and never replaced: somebody else decided where it leads. A page takes the place of
another page of ours alone, which is known by its first bytes.
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
"""What stands near the beginning of each page, by its form."""

_OLD_MARKS: Final = ("[//]:#edencli",)  # of Markdown until 0.1
_BEGINNING = 1000  # bytes of a page in which its mark stands, behind its heading


class FileWriteError(Exception):  # the file is as it was; no fault of the program
    """A file was left as it is: "exists", "link", "device", "no-file", "no-page", or what the system says."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def write_file(path: Path, text: str, *, replace: bool) -> None:
    """Write a text file whole; without `replace` never over one that is there.

    Raises:
        FileWriteError: The file is as it was.
    """
    try:
        _demand_free(path, replace=replace)
        _write(path, text.encode(), replace=replace)
    except FileExistsError:
        raise FileWriteError(path, "exists") from None
    except OSError as fault:
        raise FileWriteError(path, fault.strerror or str(fault)) from None


def write_page(path: Path, text: str) -> None:
    """Write a page whole, over an older page, an empty file or none.

    Raises:
        FileWriteError: The file is as it was.
    """
    if path.is_file() and not path.is_symlink() and not _is_page(path):
        raise FileWriteError(path, "no-page")
    write_file(path, text, replace=True)


def _is_page(path: Path) -> bool:
    """Tell whether a file is a page of ours, or empty."""
    beginning = read_beginning(path, _BEGINNING)
    marks = (*PAGE_MARKS.values(), *_OLD_MARKS)
    return beginning == "" or any(mark in (beginning or "") for mark in marks)


def _demand_free(path: Path, *, replace: bool) -> None:
    """Refuse a name that holds what may not be written over, or that Windows keeps for a device."""
    if sys.platform == "win32" and is_device_name(path.name):
        raise FileWriteError(path, "device")
    if path.is_symlink():
        raise FileWriteError(path, "link")
    if path.exists() and not path.is_file():
        raise FileWriteError(path, "no-file")
    if path.exists() and not replace:
        raise FileWriteError(path, "exists")


def _write(path: Path, content: bytes, *, replace: bool) -> None:
    import tempfile  # noqa: PLC0415  # for whoever writes

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


# What a disk says that knows no second name for a file, as those of USB sticks do.
_NO_LINKS = frozenset(
    {errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
)


def _link_new_name(beside: Path, path: Path) -> None:
    """Give a file a name that nobody has; fails where somebody was faster."""
    try:
        os.link(beside, path)
    except OSError as fault:
        if fault.errno not in _NO_LINKS:
            raise
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))  # ours from now on, and replaced
        beside.replace(path)


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, else those that any new file gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def flush_folder(folder: Path) -> None:
    """Have the folder know the new name even after a power cut, where a system can promise that."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

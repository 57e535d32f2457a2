"""Read the YAML files of a folder or of a git revision into texts, by their paths in it.

Reading is bounded: regular files of at most 1 MiB, with limits on their number and total size; hidden files,
links and larger files are left out. Git is asked only for names and contents as committed: no filter, hook or
helper of the repository runs, and nothing is fetched.
"""

import os
import shutil
import stat
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from edencli.files.source import MAX_FILE_BYTES, SUFFIXES
from edencli.named_tuple import NamedTuple

MOST_FILES: Final = 5_000
MOST_BYTES: Final = 64 * 1024 * 1024  # total of all files
_PATIENCE: Final = 60  # seconds
_QUIET: Final = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}

Texts = Mapping[str, str]
"""The text of each file by its path in the tree, with slashes; invalid UTF-8 is preserved."""


class TreeReadError(Exception):
    """A tree cannot be read; `reason` is the end of a message id, and `values` are its values."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


def read_tree(name: str) -> Texts:
    """Read a folder, or else the git revision with this name, below the current folder.

    Raises:
        TreeReadError: It is neither, or too large.
    """
    if os.path.isdir(name):  # noqa: PTH112  # Path raises on long names
        return _read_folder(Path(name))
    return _read_revision(name, Path.cwd())


def read_file(name: str) -> str:
    """Read one file as a text of a tree.

    Raises:
        TreeReadError: It is too large or cannot be read.
    """
    try:
        if os.path.getsize(name) > MAX_FILE_BYTES:  # noqa: PTH202  # Path raises on long names
            raise TreeReadError("large-file", most=MAX_FILE_BYTES // 1024)
        return _text(Path(name).read_bytes())
    except OSError as fault:
        raise TreeReadError("unreadable", what=name, why=str(fault.strerror)) from None


def _read_folder(top: Path) -> Texts:
    files = {path.relative_to(top).as_posix(): size for path, size in _files_below(top)}
    _check_bounds(files.values())
    try:
        return {name: _text((top / name).read_bytes()) for name in files}
    except OSError as fault:
        raise TreeReadError("unreadable", what=str(fault.filename), why=str(fault.strerror)) from None


def _files_below(top: Path) -> Iterator[tuple[Path, int]]:
    """The regular files that may be edencli's, in order, with their sizes."""
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for path in (Path(folder, one) for one in sorted(files) if _may_be_ours(one)):
            about = path.lstat()
            if stat.S_ISREG(about.st_mode) and about.st_size <= MAX_FILE_BYTES:
                yield path, about.st_size


def _may_be_ours(name: str) -> bool:
    return name.endswith(SUFFIXES) and not any(part.startswith(".") for part in PurePosixPath(name).parts)


def _check_bounds(sizes: Iterable[int]) -> None:
    """Refuse a tree with too many files, or with too many bytes in total."""
    listed = list(sizes)
    if len(listed) > MOST_FILES:
        raise TreeReadError("too-many", n=len(listed), most=MOST_FILES)
    if sum(listed) > MOST_BYTES:
        raise TreeReadError("too-large", most=MOST_BYTES // 1024 // 1024)


def _text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


class _Blob(NamedTuple):
    """A file in a revision: its path below the current folder, its id and its size."""

    name: str
    id: str
    size: int


def _read_revision(name: str, folder: Path) -> Texts:
    """Read the files of a revision that are below a folder of its repository."""
    git = _find_git(folder)
    if not name or name.startswith("-") or not name.isprintable():
        raise TreeReadError("no-revision", name=name)
    try:
        commit = _ask_git(git, folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        listed = _ask_git(git, folder, "ls-tree", "-r", "-z", "-l", commit.decode("ascii").strip())
    except subprocess.CalledProcessError:
        raise TreeReadError("no-revision", name=name) from None
    blobs = list(_blobs_in(listed))
    _check_bounds(blob.size for blob in blobs)
    ids = "".join(f"{blob.id}\n" for blob in blobs).encode("ascii")
    contents = _ask_git(git, folder, "cat-file", "--batch", stdin=ids)
    return dict(_texts_in(blobs, contents))


def _find_git(folder: Path) -> str:
    """The git executable; one in the folder itself is not run."""
    found = shutil.which("git")
    if found is None or Path(found).resolve().is_relative_to(folder.resolve()):
        raise TreeReadError("no-git")
    return found


def _ask_git(git: str, folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    """The output of a git command; nothing that the repository configures is run."""
    command = [git, "--no-pager", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never", *arguments]
    try:
        done = subprocess.run(  # noqa: S603  # names that begin with a hyphen were refused
            command,
            cwd=folder,
            env={**os.environ, **_QUIET},
            input=stdin,
            capture_output=True,
            timeout=_PATIENCE,
            check=True,
        )
    except (subprocess.TimeoutExpired, OSError) as fault:
        raise TreeReadError("unreadable", what="git", why=str(fault)) from None
    return done.stdout


def _blobs_in(listed: bytes) -> Iterator[_Blob]:
    """The regular files of a listing that may be edencli's and are not too large."""
    for entry in listed.decode("utf-8", "surrogateescape").split("\0"):
        about, _, name = entry.partition("\t")
        if about.startswith("100") and _may_be_ours(name):
            _, _, identity, size = about.split()
            if int(size) <= MAX_FILE_BYTES:
                yield _Blob(name, identity, int(size))


def _texts_in(blobs: list[_Blob], contents: bytes) -> Iterator[tuple[str, str]]:
    """The text of each file: git puts a header line before each content, and a line end after it."""
    at = 0
    for blob in blobs:
        at = contents.index(b"\n", at) + 1
        yield blob.name, _text(contents[at : at + blob.size])
        at += blob.size + 1

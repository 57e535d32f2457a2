"""Read the bytes of a file or of standard input, or say why they cannot be read.

Only regular files are opened (a pipe without a writer would block), and what the shell passes as /dev/fd.
Never more than one byte past the limit is read. Text is UTF-8, without characters that hide a file's content:
control characters can drive a terminal, bidirectional controls show a line in another order, and U+2028 and
similar ones end a line in YAML only.

Schemas and samples are beside the package in a checkout; the wheel carries both as `edencli/_data/`.
"""

import codecs
import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from edencli.files.diagnostic import Diagnostic, Span
from edencli.model.near_names import NearKind, nearest_name
from edencli.named_tuple import NamedTuple

_UNFIT = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, except tab and line ends
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    "\u2028\u2029"  # line ends in YAML only
    "\ud800-\udfff\ufeff\ufffe\uffff]"  # surrogates, byte order marks, noncharacters
    "|\r(?!\n)"
)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
MAX_FILE_BYTES = 1024 * 1024
RECORD_BEGINNING = b'{"edencli-record": '  # the first characters of every record of a match
STDIN = "-"
UNNAMED = "<stdin>"  # the name of standard input where none is given
SUFFIXES = (".yaml", ".yml")
_HANDED_OVER = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")  # what a shell passes for <(…)
_PACKAGE = Path(__file__).parents[1]


class NotUtf8Error(ValueError):
    """Bytes that are not UTF-8: the place, the form of the diagnostic, and the byte."""

    def __init__(self, place: Span, form: str, byte: int) -> None:
        super().__init__(form)
        self.place = place
        self.form = form
        self.byte = byte


class StrayCharacter(NamedTuple):
    """A character that a file may not contain."""

    place: Span
    character: str


def decode_text(content: bytes) -> str:
    """The text of UTF-8 bytes, without a byte order mark.

    Raises:
        NotUtf8Error: At the first byte that is not UTF-8, or at the start for UTF-16 or UTF-32.
    """
    if content.startswith(_WIDE) or b"\0" in content[:2]:
        raise NotUtf8Error(Span(1, 1, 1, 2), "utf-16", content[0])
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode()
    except UnicodeDecodeError as fault:
        before = content[: fault.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise NotUtf8Error(Span(line, column, line, column + 1), "", content[fault.start]) from None


def first_unfit_character(text: str) -> str | None:
    """The first character of a text that no file may contain, or None."""
    found = _UNFIT.search(text)
    return found[0] if found else None


def code_point(character: str) -> str:
    """The name of a character that should not be shown: U+2028."""
    return f"U+{ord(character):04X}"


def replace_unfit_characters(text: str) -> tuple[str, Iterator[StrayCharacter]]:
    """The text with every unfit character replaced, and the replaced characters, one per run."""
    if not _UNFIT.search(text):
        return text, iter(())
    return _UNFIT.sub(_REPLACEMENT, text), _runs(text)


def _runs(text: str) -> Iterator[StrayCharacter]:
    line, begin = 1, 0
    for run in re.finditer(f"(?:{_UNFIT.pattern})+", text):
        line += text.count("\n", begin, run.start())
        begin = run.start()
        column = begin - text.rfind("\n", 0, begin)
        yield StrayCharacter(Span(line, column, line, column + run.end() - begin), run[0][0])


class Source(NamedTuple):
    """A file that was read: the name people see, the folder its references start from, and its bytes."""

    name: str
    folder: Path
    content: bytes


class FileReadError(Exception):  # not a fault of the program
    """A file cannot be read; the diagnostic says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code)
        self.diagnostic = diagnostic


def source_of_text(name: str, text: str) -> Source:
    """A source made from text in memory; unfit characters are found when it is read."""
    return Source(name=name, folder=_folder(name), content=text.encode("utf-8", "surrogatepass"))


def read_source(name: str, *, shown: str | None = None) -> Source:
    """Read a file, or standard input for `-`; `shown` is the name that people see.

    Raises:
        FileReadError: There is no such file, or it cannot be read.
    """
    shown = shown or name
    if name == STDIN:
        content = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        return Source(name=UNNAMED if shown == STDIN else shown, folder=_folder(shown), content=content)
    try:
        return Source(name=shown, folder=_folder(name), content=_content(name, shown))
    except FileNotFoundError:
        raise FileReadError(_missing(name, shown)) from None
    except (OSError, ValueError) as why:
        reason = os.strerror(why.errno) if isinstance(why, OSError) and why.errno else str(why)
        raise FileReadError(
            Diagnostic(file=shown, code="file-unreadable", values={"reason": reason})
        ) from None


def read_beginning(path: Path, most: int) -> str | None:
    """The text of a file's first `most` bytes; None if there is no readable regular file."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(most).decode("utf-8", errors="replace")
    except OSError:
        return None


def holds_text(path: Path, text: str) -> bool | None:
    """Tell whether a file holds exactly this text; None if there is no readable regular file.

    A file of another length is not opened: some files that look regular never end.
    """
    content = text.encode("utf-8", "surrogatepass")
    try:
        if not path.is_file():
            return None
        if path.stat().st_size not in {len(content), len(codecs.BOM_UTF8) + len(content)}:
            return False
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1).removeprefix(codecs.BOM_UTF8) == content
    except OSError:
        return None


def is_record(path: Path) -> bool:
    """Tell whether a file is the record of a match, of any version."""
    return (read_beginning(path, len(RECORD_BEGINNING)) or "").encode() == RECORD_BEGINNING


def _folder(name: str) -> Path:
    return Path() if name == STDIN else Path(name).parent


def _content(name: str, shown: str) -> bytes:
    mode = Path(name).stat().st_mode
    if not (stat.S_ISREG(mode) or name.startswith(_HANDED_OVER)):
        raise FileReadError(Diagnostic(file=shown, code="file-unreadable", form=_no_file(Path(name), mode)))
    with Path(name).open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def _no_file(path: Path, mode: int) -> str:
    if not stat.S_ISDIR(mode):
        return "device"
    named = yaml_files_in(path)
    if named and not any(is_within_root(path / one) for one in named):
        return "links"
    return "directory" if named else "nothing"


def _missing(name: str, shown: str) -> Diagnostic:
    near = nearest_path(Path(name))
    values = {} if near is None else {"nearest": str(near)}
    return Diagnostic(
        file=shown, code="file-missing", values=values, repair="repair/did-you-mean" if near else None
    )


def yaml_files_in(folder: Path) -> list[str]:
    """The names of the YAML files in a folder; none if it cannot be listed."""
    try:
        return sorted(one.name for one in folder.iterdir() if one.suffix in SUFFIXES)
    except OSError:
        return []


def nearest_path(path: Path, root: Path | None = None) -> Path | None:
    """The YAML file or folder that a wrong path likely meant; None outside the root."""
    there, missing = path, list[str]()
    while not _is_folder(there):
        there, missing = there.parent, [there.name, *missing]
    if root is not None and not there.resolve().is_relative_to(root):
        return None
    for n, part in enumerate(missing, start=1):
        is_file = n == len(missing) and path.suffix
        known = {
            Path(one).stem if is_file else one: one for one in (yaml_files_in if is_file else _folders)(there)
        }
        near = nearest_name(Path(part).stem if is_file else part, known, NearKind.FILE)
        if near is None:
            return None
        there /= known[near]
    return there


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112  # it never raises, whatever the name


def _folders(folder: Path) -> list[str]:
    try:
        return sorted(one.name for one in folder.iterdir() if one.is_dir() and not one.name.startswith("."))
    except OSError:
        return []


def files_within(name: str, root: Path | None = None) -> list[str]:
    """The YAML files in and below a folder, without hidden ones and links out of the root; else the name."""
    found = []
    for folder, folders, files in os.walk(name):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        named = (one for one in sorted(files) if one.endswith(SUFFIXES) and not one.startswith("."))
        found += [str(path) for one in named if is_within_root(path := Path(folder, one), root)]
    return found or [name]


def is_within_root(path: Path, root: Path | None = None) -> bool:
    """Tell whether a file found in a folder is no link out of its root."""
    return not path.is_symlink() or Path(os.path.realpath(path)).is_relative_to(
        reference_root(path.parent, root)
    )


PROJECT_MARKS = (".git", "pyproject.toml", ".edencli")
_TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108  # nothing is written there
_TEMPORARY_BY = ("TMPDIR", "TEMP", "TMP")


def reference_root(folder: Path, wanted: Path | None = None) -> Path:
    """The folder that the references of a file in `folder` may not leave.

    It is the one asked for, else the nearest folder with a mark of a project, else the parent folder. Home
    folders and shared folders are never used: a file directly in one has its own folder as root.
    """
    if wanted is not None:
        return wanted.resolve()
    own, shared = folder.resolve(), _shared()
    mine = (one for one in (own, *own.parents) if one not in shared)
    marked = (one for one in mine if any((one / mark).exists() for mark in PROJECT_MARKS))
    return next(marked, own if own.parent in shared else own.parent)


def _shared() -> set[Path]:
    """The home folder, everything above it, and the temporary folders."""
    home = Path(os.path.expanduser("~")).resolve()  # noqa: PTH111  # it never raises
    temporary = (*_TEMPORARY, *(os.environ.get(variable) for variable in _TEMPORARY_BY))
    return {Path("/"), home, *home.parents, *(Path(one).resolve() for one in temporary if one)}


def shipped_folder(folder: str) -> Path:
    """The folder `schemas` or `samples` shipped with edencli."""
    inside = _PACKAGE / "_data" / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder

"""Reading: the bytes of a file or of standard input, or why they can't be had.

Only regular files are opened (a pipe that nobody writes would keep us waiting), and what the shell hands
over as /dev/fd. Never reads more than one byte past the limit. Text is UTF-8, without characters that lie
about what stands in a file: control characters can drive a terminal, bidirectional controls show a line in
another order than it is read, and U+2028 and its kin end a line for YAML and for nobody else.

Schemas and samples lie beside the package in a checkout; the wheel carries both as `edencli/_data/`.
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
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, but for tab and line ends
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    "\u2028\u2029"  # line ends that only YAML takes for line ends
    "\ud800-\udfff\ufeff\ufffe\uffff]"  # halves of characters, marks of byte order, no characters
    "|\r(?!\n)"
)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
MAX_FILE_BYTES = 1024 * 1024
RECORD_BEGINNING = b'{"edencli-record": '  # the first characters of every record of a match
STDIN = "-"
UNNAMED = "<stdin>"  # what standard input is called where nobody gives it a name
SUFFIXES = (".yaml", ".yml")
_HANDED_OVER = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")  # what a shell gives for <(…)
_PACKAGE = Path(__file__).parents[1]


class NotUtf8Error(ValueError):
    """Bytes that are no UTF-8: where, the form of the diagnostic, and the byte."""

    def __init__(self, place: Span, form: str, byte: int) -> None:
        super().__init__(form)
        self.place = place
        self.form = form
        self.byte = byte


class StrayCharacter(NamedTuple):
    """A character that may not stand in a file."""

    place: Span
    character: str


def decode_text(content: bytes) -> str:
    """The text of UTF-8 bytes, without a byte order mark.

    Raises:
        NotUtf8Error: At the first byte that is no UTF-8, or at the start when it is UTF-16 or UTF-32.
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
    """The first character of a text that no file may hold, or None."""
    found = _UNFIT.search(text)
    return found[0] if found else None


def code_point(character: str) -> str:
    """How a character is named that should not be shown."""
    return f"U+{ord(character):04X}"


def replace_unfit_characters(text: str) -> tuple[str, Iterator[StrayCharacter]]:
    """The text with every unfit character replaced, and what they were, a run of them counting as one."""
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
    """A file that was read: its name as people see it, the folder its references start from, its bytes."""

    name: str
    folder: Path
    content: bytes


class FileReadError(Exception):  # the file is, not the program
    """A file can't be read; the diagnostic says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code)
        self.diagnostic = diagnostic


def source_of_text(name: str, text: str) -> Source:
    """A source made from text that was kept, as in a record; faulty characters are found when it is read."""
    return Source(name=name, folder=_folder(name), content=text.encode("utf-8", "surrogatepass"))


def read_source(name: str, *, shown: str | None = None) -> Source:
    """Read a file, or standard input for `-`; `shown` is the name that people see.

    Raises:
        NotRead: There is no such file, or it can't be read.
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
    """The text of a file as far as so many bytes; None when there is no regular file that can be read."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(most).decode("utf-8", errors="replace")
    except OSError:
        return None


def holds_text(path: Path, text: str) -> bool | None:
    """Tell whether a file holds just this text; None when there is no regular file that can be read.

    One of another length is not opened: some that look regular never end.
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
    """Tell whether a file is the record of a match, of whatever version."""
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
    """The names of the YAML files of a folder, none when it can't be listed."""
    try:
        return sorted(one.name for one in folder.iterdir() if one.suffix in SUFFIXES)
    except OSError:
        return []


def nearest_path(path: Path, root: Path | None = None) -> Path | None:
    """The YAML file or the folder that a path to nothing was likely meant to name; none outside a root."""
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
    return os.path.isdir(path)  # noqa: PTH112  # this one never raises, however odd the name


def _folders(folder: Path) -> list[str]:
    try:
        return sorted(one.name for one in folder.iterdir() if one.is_dir() and not one.name.startswith("."))
    except OSError:
        return []


def files_within(name: str, root: Path | None = None) -> list[str]:
    """The YAML files in and below a folder, but what is hidden or links out of the root; else the name."""
    found = []
    for folder, folders, files in os.walk(name):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        named = (one for one in sorted(files) if one.endswith(SUFFIXES) and not one.startswith("."))
        found += [str(path) for one in named if is_within_root(path := Path(folder, one), root)]
    return found or [name]


def is_within_root(path: Path, root: Path | None = None) -> bool:
    """Tell whether a file that nobody named by itself is no link out of its root."""
    return not path.is_symlink() or Path(os.path.realpath(path)).is_relative_to(
        reference_root(path.parent, root)
    )


PROJECT_MARKS = (".git", "pyproject.toml", ".edencli")
_TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108  # nothing is put there
_TEMPORARY_BY = ("TMPDIR", "TEMP", "TMP")


def reference_root(folder: Path, wanted: Path | None = None) -> Path:
    """The folder that the references of a file in `folder` may not leave.

    It is the one that was asked for, else the nearest with a mark of a project, else the one above the
    file's. What belongs to everything of somebody's, or to everybody, is never taken for it: a file that lies
    there has its own folder.
    """
    if wanted is not None:
        return wanted.resolve()
    own, shared = folder.resolve(), _shared()
    mine = (one for one in (own, *own.parents) if one not in shared)
    marked = (one for one in mine if any((one / mark).exists() for mark in PROJECT_MARKS))
    return next(marked, own if own.parent in shared else own.parent)


def _shared() -> set[Path]:
    """The home folder and whatever lies above it, and the roots of temporary folders."""
    home = Path(os.path.expanduser("~")).resolve()  # noqa: PTH111  # this one never raises
    temporary = (*_TEMPORARY, *(os.environ.get(variable) for variable in _TEMPORARY_BY))
    return {Path("/"), home, *home.parents, *(Path(one).resolve() for one in temporary if one)}


def shipped_folder(folder: str) -> Path:
    """The folder `schemas` or `samples` that came with this program."""
    inside = _PACKAGE / "_data" / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder

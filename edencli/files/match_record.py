"""The record of a match: a file of JSON Lines that grows by one line per answer and loses none.

The first line is the head: what the match is played with, including all its files, so that no other file is
needed to continue. Each further line is an answer, a throw, a note, or an undo, redo or correction. Every
line carries a digest of itself and all lines before it; an edited one no longer fits. A line is on disk when
`RecordWriter.append` returns. One program at a time writes, under a lock of the system.

An incomplete last line after a crash is ignored by `read_record`, and cut off before the next line is added.
`effective_inputs` tells which lines count after undos and corrections. Knows no rule and no notation: the
session interprets the lines.

A record may come from a stranger who has made its digests fit. Its names stay in its folder, its numbers are
small, and a line undoes, redoes or corrects only what comes before it.
"""

import json
import os
import stat
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, Literal, Self, get_args

from edencli.files.source import RECORD_BEGINNING
from edencli.files.systems import (
    OPEN_FLAGS,
    file_holder,
    forget_who_holds,
    lock_file,
    read_at,
    say_who_holds,
    write_at,
)
from edencli.files.writing import flush_folder
from edencli.named_tuple import NamedTuple
from edencli.rulebooks.raw_books import BOOKS

RECORD_FORMAT = 1
"""The version of the format; records of an older version must be upgraded here."""

MAX_BYTES = 8 * 1024 * 1024  # bytes of a record; a long match has a fortieth of that
MAX_FILES = 1000  # files in a record
DIGEST_LENGTH = 16  # hexadecimal digits

LineKind = Literal["answer", "dice", "note", "undo", "redo", "correction", "stops"]
KINDS: tuple[LineKind, ...] = get_args(LineKind)


class RecordHead(NamedTuple):
    """What a match is played with: above all its files, by names relative to `folder`.

    `game` is one of the files, and `cards` the digest of the cards in them. Without a `seed` all dice are
    given by hand. `bots` has the names of the bots that play sides.
    """

    edencli: str
    rulebook: str
    game: str
    folder: str
    files: Mapping[str, str]
    cards: str
    seed: int | None = None
    drawn: int = 0
    bots: Mapping[str, str] = MappingProxyType({})


class RecordLine(NamedTuple):
    """One line after the head; `n` is the number of the input that led to it.

    An undo, a redo or a correction has the number of the input that it is about. `text` is the canonical
    answer, a note, or where a player wants to be asked; `source` says where dice came from, `events` is the
    length of the log before. A `private` line must be hidden from the opponent. The `photo` of a note is a
    file in the record's folder.
    """

    kind: LineKind
    n: int
    side: str | None = None
    text: str = ""
    declined: bool = False
    faces: tuple[int, ...] = ()
    source: str = ""
    events: int = 0
    agreed: bool = False
    private: bool = False
    photo: str = ""


class RecordFileError(Exception):  # not a fault of the program
    """A record cannot be read or written: a reason that the commands have a sentence for, and its values."""

    def __init__(self, path: Path, reason: str, **values: object) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason
        self.values = values


class RecordContent(NamedTuple):
    """The content of a record: head, lines, count of sound bytes, count of torn ones after, last digest."""

    head: RecordHead
    lines: tuple[RecordLine, ...]
    sound: int
    torn: int
    chain: str


def read_record(path: Path) -> RecordContent:
    """Read a record that another program may be writing.

    Raises:
        RecordFileError: It cannot be read, is of another version, or was edited.
    """
    return _parsed(path, _content(path, MAX_BYTES + 1))


class RecordWriter:
    """A record that this program alone writes, until it is closed or garbage-collected."""

    def __init__(self, path: Path, number: int) -> None:
        self.path = path
        self._number = number
        self._end, self._chain = 0, ""
        if not lock_file(number):
            os.close(number)
            raise _taken_error(path)
        say_who_holds(path)
        self.close = weakref.finalize(self, _release, path, number)

    @classmethod
    def create(cls, path: Path, head: RecordHead) -> Self:
        """Begin a new record; an existing file is never replaced.

        Raises:
            RecordFileError: The file exists, or cannot be written.
        """
        try:
            number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | OPEN_FLAGS, 0o600)
        except FileExistsError:
            raise RecordFileError(path, "exists") from None
        except OSError as fault:
            raise _system_error(path, fault) from None
        ledger = cls(path, number)
        try:
            ledger._append([{"edencli-record": RECORD_FORMAT} | head._asdict() | {"bots": dict(head.bots)}])
        except RecordFileError:
            ledger.close()
            path.unlink(missing_ok=True)
            raise
        flush_folder(path.parent)
        return ledger

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, RecordContent]:
        """Continue a record.

        Raises:
            RecordFileError: Another program writes it, or it cannot be read or written.
        """
        ledger = cls(path, _open_safely(path, os.O_RDWR))
        try:
            kept = _parsed(path, read_at(ledger._number, MAX_BYTES + 1))
        except RecordFileError:
            ledger.close()
            raise
        ledger._end, ledger._chain = kept.sound, kept.chain
        return ledger, kept

    def append(self, lines: Sequence[RecordLine]) -> None:
        """Add lines; they are on disk when this returns.

        Raises:
            RecordFileError: None of them was added; the record is as it was.
        """
        if lines:
            self._append([_line_data(line) for line in lines])

    def _append(self, bodies: Sequence[Mapping[str, Any]]) -> None:
        content, chain = b"", self._chain
        for body in bodies:
            line, chain = _chained_line(body, chain)
            content += line
        if self._end + len(content) > MAX_BYTES:
            raise _too_large_error(self.path)
        try:
            self._check_path()
            self._write(content)
        except OSError as fault:
            raise _system_error(self.path, fault) from None
        self._end, self._chain = self._end + len(content), chain

    def _check_path(self) -> None:
        """Refuse to write to a file that was moved, deleted or replaced: the lines would be lost."""
        try:
            here = self.path.stat()
        except FileNotFoundError:
            raise RecordFileError(self.path, "vanished") from None
        own = os.fstat(self._number)
        if (here.st_dev, here.st_ino) != (own.st_dev, own.st_ino):
            raise RecordFileError(self.path, "vanished")

    def _write(self, content: bytes) -> None:
        """Write after the last sound line, cutting off what is torn; if it fails, remove what was written."""
        os.ftruncate(self._number, self._end)
        try:
            done = 0
            while done < len(content):
                done += write_at(self._number, content[done:], self._end + done)
            os.fsync(self._number)
        except OSError:
            os.ftruncate(self._number, self._end)
            raise


def delete_record(path: Path) -> None:
    """Delete a record while holding its lock, so that no other program writes it.

    Raises:
        RecordFileError: It is not a record, is being written, or cannot be deleted.
    """
    if path.is_symlink():
        raise RecordFileError(path, "no-record")
    writer, _ = RecordWriter.resume(path)
    try:
        if os.name == "nt":
            writer.close()  # Windows deletes no file that is open
        path.unlink()
    except OSError as fault:
        raise _system_error(path, fault) from None
    finally:
        writer.close()


def _taken_error(path: Path) -> RecordFileError:
    """The error of a record that another process writes, with its number and time if they are known."""
    holder = file_holder(path)
    return RecordFileError(path, "taken-by", **holder._asdict()) if holder else RecordFileError(path, "taken")


def _release(path: Path, number: int) -> None:
    forget_who_holds(path)
    os.close(number)


def _content(path: Path, most: int) -> bytes:
    """The first bytes of a file that another program may be writing."""
    number = _open_safely(path, os.O_RDONLY)
    try:
        return read_at(number, most)
    finally:
        os.close(number)


def _open_safely(path: Path, flags: int) -> int:
    """Open a regular file; anything else, such as a pipe, could block."""
    try:
        number = os.open(path, flags | OPEN_FLAGS)
    except FileNotFoundError:
        raise RecordFileError(path, "missing") from None
    except (OSError, ValueError) as fault:
        raise _system_error(path, fault) from None
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise RecordFileError(path, "no-record")
    return number


def _system_error(path: Path, fault: Exception) -> RecordFileError:
    return RecordFileError(path, "system", why=getattr(fault, "strerror", None) or str(fault))


def _too_large_error(path: Path) -> RecordFileError:
    return RecordFileError(path, "too-large", most=MAX_BYTES // 1024 // 1024)


def _line_data(line: RecordLine) -> dict[str, Any]:
    """A line as data, without default values."""
    defaults = RecordLine._field_defaults
    return {name: part for name, part in line._asdict().items() if part != defaults.get(name, ...)}


def _chained_line(body: Mapping[str, Any], chain: str) -> tuple[bytes, str]:
    """Encode one line with its digest; return both."""
    text = json.dumps(body, ensure_ascii=False)
    digest = _digest(text, chain)
    return f'{text[:-1]}, "chain": "{digest}"}}\n'.encode("utf-8", "surrogateescape"), digest


def _digest(text: str, chain: str) -> str:
    from hashlib import sha256  # noqa: PLC0415  # telling the kind of a file needs none

    return sha256((chain + text).encode("utf-8", "surrogateescape")).hexdigest()[:DIGEST_LENGTH]


def _parsed(path: Path, content: bytes) -> RecordContent:
    if not content.startswith(RECORD_BEGINNING):
        raise RecordFileError(path, "no-record")
    if len(content) > MAX_BYTES:
        raise _too_large_error(path)
    sound = content.rfind(b"\n") + 1
    lines = content[:sound].decode("utf-8", "surrogateescape").split("\n")[:-1]
    chain, bodies = "", list[dict[str, Any]]()
    for body, chain in _verified(path, lines):  # noqa: B007  # the last digest is wanted
        bodies.append(body)
    if not bodies:
        raise RecordFileError(path, "no-record")
    head = _head(path, bodies[0])
    told = tuple(_line(path, n, body) for n, body in enumerate(bodies[1:], start=_FIRST))
    try:
        effective_inputs(told)
    except MisplacedLineError as misplaced:
        raise RecordFileError(path, "edited", line=misplaced.args[0] + _FIRST) from None
    return RecordContent(head, told, sound, len(content) - sound, chain)


_FIRST = 2  # the number of the line after the head


def _verified(path: Path, lines: Sequence[str]) -> Iterator[tuple[dict[str, Any], str]]:
    """Every line with its digest; a wrong version in the first line, or an edited line, is refused."""
    chain = ""
    for n, line in enumerate(lines, start=1):
        body = _data(line)
        if n == 1 and body is not None and body.get("edencli-record") != RECORD_FORMAT:
            raise RecordFileError(
                path, "format", found=str(body.get("edencli-record"))[:20], known=RECORD_FORMAT
            )
        text = line[: -len(f', "chain": "{"0" * DIGEST_LENGTH}"}}')] + "}"
        chain = _digest(text, chain)
        if body is None or body.pop("chain", None) != chain:
            raise RecordFileError(path, "edited", line=n)
        yield body, chain


def _data(line: str) -> dict[str, Any] | None:
    try:
        body = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


# The JSON types of the parts of heads and lines; all others are texts.
_TYPES: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("files", "bots"), (dict,)),
    "seed": (int, type(None)),
    "faces": (list,),
    **dict.fromkeys(("drawn", "n", "events"), (int,)),
    **dict.fromkeys(("declined", "agreed", "private"), (bool,)),
}
_COUNTS = range(10**9)
_FACES = range(1, 7)
_LONGEST_NAME = 4096  # characters of a path


def _has_sound_types(body: Mapping[str, Any]) -> bool:
    """Tell whether every part has the type and range that edencli writes."""
    counts = [part for name, part in body.items() if name in {"drawn", "n", "events"}]
    return (
        all(type(part) in _TYPES.get(name, (str,)) for name, part in body.items())
        and all(count in _COUNTS for count in counts)
        and all(type(face) is int and face in _FACES for face in body.get("faces", ()))
        and all(type(text) is str for part in ("files", "bots") for text in body.get(part, {}).values())
        and set(body.get("bots", ())) <= {"red", "blue"}
        and body.get("side") in {None, "red", "blue"}
    )


def _head(path: Path, body: Mapping[str, Any]) -> RecordHead:
    body = {name: part for name, part in body.items() if name in RecordHead._fields}
    known = set(RecordHead._fields) - set(RecordHead._field_defaults) <= set(body)
    if not known or not _has_sound_types(body) or not _has_sound_names(head := RecordHead(**body)):
        raise RecordFileError(path, "edited", line=1)
    return head


def _has_sound_names(head: RecordHead) -> bool:
    """Tell whether a head names an existing rulebook, and files within its folder, the game among them."""
    return (
        head.rulebook in BOOKS
        and head.game in head.files
        and len(head.files) <= MAX_FILES
        and os.path.isabs(head.folder)  # noqa: PTH117  # it is not a path yet
        and all(map(_is_nameable, (head.folder, *head.files)))
        and all(map(_stays_in_folder, head.files))
    )


def _is_nameable(name: str) -> bool:
    """Tell whether a file could have this name."""
    try:
        return len(name) <= _LONGEST_NAME and b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


def _stays_in_folder(name: str) -> bool:
    """Tell whether a name is a relative path inside a folder, in the form edencli writes."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and str(path) == name


def _line(path: Path, n: int, body: Mapping[str, Any]) -> RecordLine:
    """One line as a value; lines that no version of edencli writes are refused."""
    known = {"kind", "n"} <= set(body) <= set(RecordLine._fields)
    if not known or not _has_sound_types(body) or body["kind"] not in KINDS:
        raise RecordFileError(path, "edited", line=n)
    if (photo := body.get("photo")) and not (_is_nameable(photo) and _stays_in_folder(photo)):
        raise RecordFileError(path, "edited", line=n)
    return RecordLine(**{**body, "faces": tuple(body.get("faces", ()))})


# ── which lines count ────────────────────────────────────────────────────────────────────────────────────

NumberedInputs = dict[int, list[RecordLine]]


class MisplacedLineError(ValueError):
    """A line about an input that it cannot be about; the argument is its index among the lines."""


def effective_inputs(lines: Sequence[RecordLine]) -> tuple[NumberedInputs, NumberedInputs]:
    """The lines of each input that still counts, and of those that could be redone.

    Raises:
        MisplacedLineError: A line is about a missing input, or does not fit the dice that it corrects.
    """
    done: NumberedInputs = {}
    undone: NumberedInputs = {}
    for at, line in enumerate(lines):
        match line.kind:
            case "undo":
                can_be = _move_input(line.n, done, undone)
            case "redo":
                can_be = _move_input(line.n, undone, done)
            case "correction":
                can_be = _correct_dice(line, done)
            case _:
                can_be = _add_line(line, done, undone)
        if not can_be:
            raise MisplacedLineError(at)
        if line.kind in {"answer", "dice", "correction"}:
            undone.clear()
    return done, undone


def _move_input(n: int, inputs: NumberedInputs, others: NumberedInputs) -> bool:
    """Move an input to the end of another mapping; return whether it was there."""
    if n not in inputs:
        return False
    others[n] = inputs.pop(n)
    return True


def _correct_dice(line: RecordLine, done: NumberedInputs) -> bool:
    """Correct the dice of the last input; return False if it does not end with as many dice."""
    old = done[line.n][-1] if line.n == _last_number(done) else None
    if old is None or old.kind != "dice" or len(old.faces) != len(line.faces):
        return False
    done[line.n][-1:] = correction_lines(old, line)
    return True


def _add_line(line: RecordLine, done: NumberedInputs, undone: NumberedInputs) -> bool:
    """Add a line to the last input or begin another; return False if its number belongs to an earlier one."""
    if line.n != _last_number(done):
        if line.n in done or line.n in undone:
            return False
        done[line.n] = []
    done[line.n].append(line)
    return True


def _last_number(done: NumberedInputs) -> int | None:
    return next(reversed(done), None)


def correction_lines(old: RecordLine, new: RecordLine) -> list[RecordLine]:
    """A correction as two lines: the dice that were typed first, and the dice that count."""
    return [new._replace(faces=old.faces), old._replace(faces=new.faces)]

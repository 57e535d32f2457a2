"""Photos of a table, kept beside the record of a match: JPEG or PNG by content, small, without metadata.

A photo is split into its segments or chunks, and put together again from those that make the picture: where
and when it was taken, by which camera, and any other content is left out. The orientation stays. A photo
larger than a record needs is reduced by Pillow where it is installed (the extra `photos`), else refused.
Nothing here decodes a pixel itself, and no byte of a photo is ever printed.
"""

import os
import re
import stat
import struct
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final
from zlib import crc32

from edencli.files.systems import OPEN_FLAGS, read_at

SUFFIXES: Final = (".jpg", ".jpeg", ".png")
MOST_READ: Final = 24 * 1024 * 1024
"""The most bytes of a file that are read."""
MOST_KEPT: Final = 512 * 1024
"""The most bytes of a photo that is kept."""
MOST_PIXELS: Final = 64_000_000
SIZES: Final = ((1_600, 80), (1_200, 70), (800, 60))
"""The longer side in pixels and the JPEG quality tried for a reduced photo, largest first."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_CHUNKS: Final = {b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"sRGB", b"IDAT", b"IEND"}
_JPEG: Final = b"\xff\xd8"
_FRAMES: Final = {0xC0, 0xC1, 0xC2}
"""The markers of the frames that browsers show: baseline, extended, progressive."""
_TABLES: Final = {0xC4, 0xDB, 0xDD, 0xE0, 0xEE}
"""The markers of Huffman and quantization tables, restart intervals and colour formats."""
_SCAN, _EXIF, _COMMENT, _END = 0xDA, 0xE1, 0xFE, b"\xff\xd9"
_ANY_MARKER: Final = b"\xff"
_LEAST: Final = 2
"""The length of an empty segment: the two bytes of the length itself."""
_NEXT_MARKER: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_APPLICATIONS: Final = range(0xE0, 0xF0)
_ORIENTATION: Final = 0x0112
_EXIF_HEAD: Final = b"Exif\0\0"


class PhotoError(Exception):
    """A photo is not accepted; `reason` is the end of a message id."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_photo(path: Path) -> bytes:
    """Read a photo from a regular file, without its metadata.

    Raises:
        PhotoError: It is not a photo, or cannot be read.
    """
    try:
        number = os.open(path, os.O_RDONLY | OPEN_FLAGS)
    except (OSError, ValueError):
        raise PhotoError("missing") from None
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise PhotoError("missing")
        content = read_at(number, MOST_READ + 1)
    except OSError:
        raise PhotoError("missing") from None
    finally:
        os.close(number)
    if len(content) > MOST_READ:
        raise PhotoError("too-large")
    return strip_photo(content)


def read_photo_within(folder: Path, name: str) -> bytes:
    """Read a photo that a record names; links out of the record's folder are refused.

    Raises:
        PhotoError: It is not a photo, or cannot be read.
    """
    whole = Path(os.path.realpath(folder / name))
    if not whole.is_relative_to(os.path.realpath(folder)):
        raise PhotoError("missing")
    return read_photo(whole)


def keep_photo(photo: Path, folder: Path) -> str:
    """Put a photo into a folder, small and without metadata; return its name there, made from its content.

    Raises:
        PhotoError: It is not accepted.
    """
    content = read_photo(photo)
    if len(content) > MOST_KEPT:
        content = strip_photo(_reduced_photo(content))
    if len(content) > MOST_KEPT:
        raise PhotoError("too-large")
    name = f"{sha256(content).hexdigest()[:16]}.{photo_kind(content)}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with (folder / name).open("xb") as opened:
            opened.write(content)
    except FileExistsError:
        pass
    except OSError:
        raise PhotoError("unwritten") from None
    return name


def photo_kind(content: bytes) -> str:
    """The kind of a stripped photo, as a file suffix and media type: "png" or "jpeg"."""
    return "png" if content.startswith(_PNG) else "jpeg"


def strip_photo(content: bytes) -> bytes:
    """The content of a photo with the picture alone.

    Raises:
        PhotoError: It is no complete JPEG or PNG, or has too many pixels.
    """
    try:
        if content.startswith(_PNG):
            return _PNG + b"".join(_picture_chunks(content))
        if content.startswith(_JPEG):
            return _JPEG + b"".join(_picture_segments(content))
    except (struct.error, IndexError):
        pass
    raise PhotoError("no-photo")


def _picture_chunks(content: bytes) -> Iterator[bytes]:
    """The chunks of a PNG that make its picture; a damaged one is refused."""
    at, name = len(_PNG), b""
    while name != b"IEND":
        (length,) = struct.unpack_from(">I", content, at)
        chunk = content[at : at + length + 12]
        first, name = not name, chunk[4:8]
        if len(chunk) != length + 12 or crc32(chunk[4:-4]) != struct.unpack(">I", chunk[-4:])[0]:
            raise PhotoError("no-photo")
        if first != (name == b"IHDR"):
            raise PhotoError("no-photo")
        if first:
            _check_size(*struct.unpack_from(">II", chunk, 8))
        if name in _PNG_CHUNKS:
            yield chunk
        at += len(chunk)


def _picture_segments(content: bytes) -> Iterator[bytes]:
    """The segments of a JPEG that make its picture, up to its end, and its orientation."""
    at, has_frame = len(_JPEG), False
    while not content.startswith(_END, at):
        segment = _segment(content, at)
        marker = segment[1]
        at += len(segment)
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", segment, 5)
            _check_size(width, height)
            has_frame = True
        if marker in _FRAMES | _TABLES:
            yield segment
        elif marker == _SCAN and has_frame:
            end = _scan_end(content, at)
            yield segment + content[at:end]
            at = end
        elif marker == _EXIF:
            yield _orientation_segment(segment)
        elif marker != _COMMENT and marker not in _APPLICATIONS:
            raise PhotoError("no-photo")
    if not has_frame:
        raise PhotoError("no-photo")
    yield _END


def _segment(content: bytes, at: int) -> bytes:
    """One segment with its marker and its length."""
    (length,) = struct.unpack_from(">H", content, at + 2)
    segment = content[at : at + 2 + length]
    if content[at : at + 1] != _ANY_MARKER or length < _LEAST or len(segment) != length + 2:
        raise PhotoError("no-photo")
    return segment


def _scan_end(content: bytes, at: int) -> int:
    """The end of the coded picture that begins here: the next marker that is not part of it."""
    found = _NEXT_MARKER.search(content, at)
    if found is None:
        raise PhotoError("no-photo")
    return found.start()


def _check_size(width: int, height: int) -> None:
    if not 0 < width * height <= MOST_PIXELS:
        raise PhotoError("too-large")


def _orientation_segment(segment: bytes) -> bytes:
    """An Exif segment with the orientation of another one and nothing else; empty if it has none."""
    tiff = segment[10:]
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if segment[4:10] != _EXIF_HEAD or order is None:
        return b""
    (begin,) = struct.unpack_from(f"{order}I", tiff, 4)
    (entries,) = struct.unpack_from(f"{order}H", tiff, begin)
    for n in range(min(entries, 64)):
        tag, kind, count, value = struct.unpack_from(f"{order}HHIH", tiff, begin + 2 + 12 * n)
        if (tag, kind, count) == (_ORIENTATION, 3, 1) and value in range(1, 9):
            entry = struct.pack(">HHIHH", _ORIENTATION, 3, 1, value, 0)
            body = _EXIF_HEAD + b"MM\0*" + struct.pack(">IH", 8, 1) + entry + bytes(4)
            return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
    return b""


def _reduced_photo(content: bytes) -> bytes:
    """A photo as a smaller, upright JPEG, where Pillow is installed."""
    from io import BytesIO  # noqa: PLC0415  # few matches have photos

    try:
        from PIL import Image, ImageOps  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415  # an extra
    except ImportError:
        raise PhotoError("too-large") from None
    try:
        with Image.open(BytesIO(content), formats=("JPEG", "PNG")) as opened:
            picture = ImageOps.exif_transpose(opened).convert("RGB")
            for side, quality in SIZES:
                picture.thumbnail((side, side))
                small = BytesIO()
                picture.save(small, "JPEG", quality=quality, optimize=True)
                if small.tell() <= MOST_KEPT:
                    break
    except (OSError, ValueError, SyntaxError):
        raise PhotoError("no-photo") from None
    return small.getvalue()

"""Photos of a table: known by content, stripped of what is no picture, bounded, and never led astray."""

import struct
from base64 import b64decode
from pathlib import Path
from zlib import compress, crc32

import pytest

from edencli.files.photos import (
    MOST_KEPT,
    PhotoError,
    keep_photo,
    photo_kind,
    read_photo_within,
    strip_photo,
)

# 16 × 8 pixels, written by Pillow 13: Exif with a camera's name, a place, an orientation of 6; and a comment.
BASELINE = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/4QBaRXhpZgAATU0AKgAAAAgAAwEPAAIAAAANAAAAMgESAAMAAAABAAYAAIglAAQAAAABAAAAQAAAAABT"
    "RUNSRVRDQU1FUkEAAAABAAEAAgAAAAJOAAAAAAAAAP/+AA1TRUNSRVRQTEFDRf/bAEMAGxIUFxQRGxcWFx4cGyAoQisoJSUoUTo9MEJgVWVk"
    "X1VdW2p4mYFqcZBzW12FtYaQnqOrratngLzJuqbHmairpP/bAEMBHB4eKCMoTisrTqRuXW6kpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
    "pKSkpKSkpKSkpKSkpKSkpKSkpKSkpP/AABEIAAgAEAMBIgACEQEDEQH/xAAVAAEBAAAAAAAAAAAAAAAAAAAABP/EABcQAQADAAAAAAAAAAAA"
    "AAAAAAADBWH/xAAUAQEAAAAAAAAAAAAAAAAAAAAD/8QAGBEAAwEBAAAAAAAAAAAAAAAAAAIDBFH/2gAMAwEAAhEDEQA/AI4q/FcVfgCerB5r"
    "P0//2Q=="
)


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", crc32(name + content))


def png(width: int = 2, height: int = 1, *more: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    rows = chunk(b"IDAT", compress(b"\0\x10\x20"))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + rows + chunk(b"IEND", b"")


def test_a_jpeg_keeps_its_picture_and_which_way_up_it_is_and_nothing_else() -> None:
    stripped = strip_photo(BASELINE)

    assert b"SECRET" in BASELINE
    assert b"SECRET" not in stripped
    assert struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) in stripped
    begin = BASELINE.index(b"\xff\xdb")
    assert BASELINE[begin:] in stripped
    assert photo_kind(stripped) == "jpeg"
    assert strip_photo(stripped) == stripped


def test_what_follows_the_end_of_a_jpeg_is_left_out() -> None:
    """Telephones put a second picture there, with its own place and time."""
    assert strip_photo(BASELINE + BASELINE) == strip_photo(BASELINE)


def test_a_png_keeps_its_picture_and_nothing_else() -> None:
    secret = chunk(b"tEXt", b"Place\0SECRET"), chunk(b"eXIf", b"SECRET")

    assert strip_photo(png(2, 1, *secret)) == png()
    assert photo_kind(png()) == "png"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg onload='alert(1)'/>",
        b"\x1b]0;owned\x07",
        BASELINE[:40],
        BASELINE[:-60],
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8" + b"\xff\xe0\0\0" * 9,
        png()[:-13],
        png().replace(b"IDAT", b"IDAX"),
        b"\x89PNG\r\n\x1a\n" + chunk(b"IEND", b""),
        b"GIF89a" + bytes(40),
    ],
    ids=[
        "empty",
        "svg",
        "escapes",
        "head",
        "cut",
        "no frame",
        "no length",
        "no end",
        "sum",
        "no head",
        "gif",
    ],
)
def test_what_is_no_whole_picture_is_refused(content: bytes) -> None:
    with pytest.raises(PhotoError) as fault:
        strip_photo(content)

    assert fault.value.reason == "no-photo"


def test_every_cut_and_every_changed_byte_is_a_picture_or_refused() -> None:
    for n in range(len(BASELINE)):
        for broken in (BASELINE[:n], BASELINE[:n] + bytes([BASELINE[n] ^ 0xFF]) + BASELINE[n + 1 :]):
            try:
                assert b"SECRETPLACE" not in strip_photo(broken)
            except PhotoError:
                continue


def test_a_picture_of_more_pixels_than_a_table_needs_is_refused() -> None:
    with pytest.raises(PhotoError) as fault:
        strip_photo(png(100_000, 100_000))

    assert fault.value.reason == "too-large"


def test_a_photo_is_kept_under_a_name_of_its_content(tmp_path: Path) -> None:
    photo = tmp_path / "DCIM 1.JPG"
    photo.write_bytes(BASELINE)

    name = keep_photo(photo, tmp_path / "kept.photos")

    assert name == keep_photo(photo, tmp_path / "kept.photos")
    assert [path.name for path in (tmp_path / "kept.photos").iterdir()] == [name]
    assert read_photo_within(tmp_path, f"kept.photos/{name}") == strip_photo(BASELINE)


def test_a_large_picture_is_made_small_or_refused(tmp_path: Path) -> None:
    """Without Pillow none is decoded, and what is too large stays where it is."""
    photo = tmp_path / "large.png"
    photo.write_bytes(png(2, 1, chunk(b"IDAT", bytes(MOST_KEPT))))

    with pytest.raises(PhotoError) as fault:
        keep_photo(photo, tmp_path / "kept.photos")

    assert fault.value.reason in {"too-large", "no-photo"}
    assert not (tmp_path / "kept.photos").exists()


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "a.png").write_bytes(png())
    (tmp_path / "record").mkdir()
    (tmp_path / "record" / "kept.photos").symlink_to(tmp_path / "private")

    with pytest.raises(PhotoError):
        read_photo_within(tmp_path / "record", "kept.photos/a.png")


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    with pytest.raises(PhotoError):
        keep_photo(Path("/dev/zero"), tmp_path)
    with pytest.raises(PhotoError):
        keep_photo(tmp_path, tmp_path)
    with pytest.raises(PhotoError):
        keep_photo(Path("\0"), tmp_path)

"""A photo that is noted stands beside the record, in its notes, and in its page on demand."""

from pathlib import Path

import pytest
from files.test_photos import BASELINE, png
from in_process import edencli
from sessions import again

SAMPLES = Path(__file__).parents[2] / "samples"
GAME = str(SAMPLES / "games" / "kitchen-table.yaml")
IMAGE = b"data:image/jpeg;base64,"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A match by eye with a photo of its table."""
    (tmp_path / "table.jpg").write_bytes(BASELINE)
    typed = b"note table.jpg\nnote A word.\n"
    ended = edencli("play", "-i", GAME, "--record", "kept.record", cwd=tmp_path, stdin=typed)
    assert ended.returncode == 0, ended.stderr
    return tmp_path


def test_a_note_names_the_photo_that_lies_beside_the_record(kept: Path) -> None:
    notes = [line for line in again(kept / "kept.record").lines if line.kind == "note"]

    assert [line.text for line in notes[-2:]] == ["photo table.jpg", "A word."]
    assert (kept / notes[-2].photo).is_file()
    assert not notes[-1].photo


def test_a_page_shows_photos_on_demand_alone(kept: Path) -> None:
    bare = edencli("show", "kept.record", "--html", "-", cwd=kept).stdout
    shown = edencli("show", "kept.record", "--html", "-", "--photos", cwd=kept).stdout

    assert (IMAGE in bare, b"img-src" in bare) == (False, False)
    assert (shown.count(IMAGE), shown.count(b"img-src data:;")) == (1, 1)
    assert b"photo table.jpg" in bare


def test_two_photos_of_files_of_one_name_are_both_shown(kept: Path) -> None:
    (kept / "table.jpg").write_bytes(png())
    edencli("play", "-i", "kept.record", cwd=kept, stdin=b"note table.jpg\n")

    shown = edencli("show", "kept.record", "--html", "-", "--photos", cwd=kept).stdout

    assert (shown.count(IMAGE), shown.count(b"data:image/png;base64,")) == (1, 1)
    assert shown.count(b"photo table.jpg\xe2\x80\x9d</p>") == 2


def test_a_photo_that_is_gone_or_no_picture_any_more_is_told_and_left_out(kept: Path) -> None:
    (photo,) = (kept / "kept.photos").iterdir()
    photo.write_bytes(b"\x1b[31m<script>alert(1)</script>")

    ended = edencli("show", "kept.record", "--html", "-", "--photos", cwd=kept)

    assert ended.returncode == 0
    assert IMAGE not in ended.stdout
    assert b"not a whole JPEG or PNG picture" in ended.stderr
    assert b"\x1b" not in ended.stderr + ended.stdout
    assert b"alert(1)" not in ended.stdout


def test_what_is_no_picture_is_not_noted(tmp_path: Path) -> None:
    (tmp_path / "table.jpg").write_bytes(b"\x1b]0;owned\x07")

    for record in (["--record", "kept.record"], ["--no-record"]):
        ended = edencli("play", "-i", GAME, *record, cwd=tmp_path, stdin=b"note table.jpg\n")
        assert ended.returncode == 1
        assert b"\x1b" not in ended.stderr + ended.stdout
    assert not (tmp_path / "kept.photos").exists()

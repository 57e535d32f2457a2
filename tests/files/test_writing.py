"""Safe writing: the whole new content or the whole old one."""

import os
from pathlib import Path

import pytest

from edencli.files.writing import PAGE_MARKS, FileWriteError, write_file, write_page


def content(folder: Path) -> dict[str, str]:
    return {one.name: one.read_text(encoding="utf-8") for one in folder.iterdir()}


def test_a_new_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_file(tmp_path / "a.yaml", "Vlädd\n", replace=False)

    assert [(one.name, one.read_text(encoding="utf-8")) for one in tmp_path.iterdir()] == [
        ("a.yaml", "Vlädd\n")
    ]


def test_a_file_that_is_there_is_replaced_only_when_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("old", encoding="utf-8")

    with pytest.raises(FileWriteError, match="exists"):
        write_file(path, "new", replace=False)
    assert path.read_text(encoding="utf-8") == "old"

    write_file(path, "new", replace=True)
    assert path.read_text(encoding="utf-8") == "new"


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)

    write_file(path, "new", replace=True)

    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("replace", [True, False])
def test_a_link_is_neither_followed_nor_replaced(tmp_path: Path, *, replace: bool) -> None:
    (tmp_path / "target").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("target")

    with pytest.raises(FileWriteError, match="link"):
        write_file(tmp_path / "link", "new", replace=replace)

    assert (tmp_path / "target").read_text(encoding="utf-8") == "old"
    assert (tmp_path / "link").is_symlink()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileWriteError, match="no-file"):
        write_file(tmp_path, "new", replace=True)


def test_a_disk_without_hard_links_takes_a_new_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    write_file(tmp_path / "a.yaml", "new", replace=False)
    assert content(tmp_path) == {"a.yaml": "new"}
    with pytest.raises(FileWriteError, match="exists"):
        write_file(tmp_path / "a.yaml", "other", replace=False)
    monkeypatch.setattr(Path, "exists", lambda _: False)  # somebody is faster
    with pytest.raises(FileWriteError, match="exists"):
        write_file(tmp_path / "a.yaml", "other", replace=False)

    assert content(tmp_path) == {"a.yaml": "new"}


def test_a_name_that_no_system_takes_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileWriteError, match="too long"):
        write_file(tmp_path / ("x" * 5000), "new", replace=False)

    assert content(tmp_path) == {}


def test_when_the_last_step_fails_the_old_content_is_there_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("old", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileWriteError, match="No space left"):
        write_file(path, "new", replace=True)

    assert content(tmp_path) == {"a.yaml": "old"}


@pytest.mark.parametrize("form", PAGE_MARKS)
def test_a_page_takes_the_place_of_an_older_page_or_of_nothing(tmp_path: Path, form: str) -> None:
    path = tmp_path / "page"
    for old in (None, "", f"<a>\n{PAGE_MARKS[form]}\nold"):
        if old is not None:
            path.write_text(old, encoding="utf-8")

        write_page(path, "new")

        assert content(tmp_path) == {"page": "new"}


@pytest.mark.parametrize(
    "old", ["kind: band\n", "\0\xff", " " * 1000 + PAGE_MARKS["html"], "edencli"], ids=repr
)
def test_a_page_never_takes_the_place_of_anything_else(tmp_path: Path, old: str) -> None:
    path = tmp_path / "jokers.yaml"
    path.write_text(old, encoding="utf-8")

    with pytest.raises(FileWriteError, match="no-page"):
        write_page(path, "new")

    assert content(tmp_path) == {"jokers.yaml": old}


def test_a_page_never_takes_the_place_of_a_link_a_folder_a_pipe_or_a_device(tmp_path: Path) -> None:
    (tmp_path / "page").write_text(PAGE_MARKS["svg"], encoding="utf-8")
    (tmp_path / "link").symlink_to("page")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")

    for name, why in (("link", "link"), ("folder", "no-file"), ("pipe", "no-file"), ("/dev/null", "no-file")):
        with pytest.raises(FileWriteError, match=why):
            write_page(tmp_path / name, "new")

    assert (tmp_path / "page").read_text("utf-8") == PAGE_MARKS["svg"]

"""Safe writing: the whole new content or the whole old one."""

import os
from pathlib import Path

import pytest

from edencli.files.writing import FileWriteError, write_file


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

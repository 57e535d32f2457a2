"""What systems do differently, as far as it can be tried on one of them."""

import os
import sys
from pathlib import Path

import pytest

from edencli.files import systems
from edencli.files.systems import (
    file_holder,
    forget_who_holds,
    is_device_name,
    lock_file,
    read_at,
    say_who_holds,
    state_folder,
    write_at,
)
from edencli.files.writing import FileWriteError, write_file

HOME = Path("/home/mirka")


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, HOME / ".local/state/edencli"),
        ("linux", {"XDG_STATE_HOME": "/kept"}, Path("/kept/edencli")),
        ("linux", {"XDG_STATE_HOME": "not/absolute"}, HOME / ".local/state/edencli"),
        ("darwin", {}, HOME / "Library/Application Support/edencli"),
        ("darwin", {"XDG_STATE_HOME": "/kept"}, Path("/kept/edencli")),
        ("win32", {"LOCALAPPDATA": "/data/local"}, Path("/data/local/edencli")),
        ("win32", {"LOCALAPPDATA": ""}, HOME / "AppData/Local/edencli"),
    ],
)
def test_state_lies_where_the_system_keeps_it(
    platform: str, variables: dict[str, str], expected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", str(HOME))
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, variables.get(name, ""))

    assert state_folder() == expected


@pytest.mark.parametrize("missing", [(), ("pread", "pwrite")])
def test_bytes_are_read_and_written_at_a_place(
    missing: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in missing:
        monkeypatch.delattr(os, name)
    path = tmp_path / "kept"
    path.write_bytes(b"0123456789")
    number = os.open(path, os.O_RDWR | systems.OPEN_FLAGS)
    try:
        assert write_at(number, b"abc", 4) == 3
        assert read_at(number, 5, 3) == b"3abc7"
        assert read_at(number, 99) == b"0123abc789"
    finally:
        os.close(number)


def test_one_process_holds_a_file_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"")
    one, other = (os.open(path, os.O_RDWR) for _ in range(2))

    assert file_holder(path) is None
    assert lock_file(one)
    say_who_holds(path)
    assert not lock_file(other)
    holder = file_holder(path)
    assert holder is not None
    assert holder.pid == os.getpid()

    os.close(one)
    forget_who_holds(path)
    assert lock_file(other)
    assert file_holder(path) is None
    os.close(other)


@pytest.mark.parametrize(
    "text", ["", "{}", '{"pid": "x", "since": 3}', '{"pid": 3, "since": "\\u001b[2J"}', "\0"]
)
def test_what_a_stranger_left_beside_a_file_is_no_holder(text: str, tmp_path: Path) -> None:
    (tmp_path / ".kept.open").write_text(text, encoding="utf-8")

    assert file_holder(tmp_path / "kept") is None


@pytest.mark.parametrize("name", ["aux.yaml", "CON", "com1.transcript", "Lpt9.a.b", "nul .yaml"])
def test_windows_keeps_some_names_for_devices(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file(tmp_path / name, "anywhere else", replace=True)
    monkeypatch.setattr(sys, "platform", "win32")

    assert is_device_name(name)
    with pytest.raises(FileWriteError, match="device"):
        write_file(tmp_path / name, "there", replace=True)


@pytest.mark.parametrize("name", ["auxiliary.yaml", "com.yaml", "com10.yaml", "console", "my.aux"])
def test_other_names_are_free(name: str) -> None:
    assert not is_device_name(name)

"""The record of a match: what is added stays, whatever happens, and what is not as it was is recognised."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from edencli.files.match_record import (
    MAX_BYTES,
    MAX_FILES,
    RECORD_FORMAT,
    RecordFileError,
    RecordHead,
    RecordLine,
    RecordWriter,
    read_record,
)
from edencli.files.source import is_record

HEAD = RecordHead(
    edencli="0.1.0",
    rulebook="en",
    game="duel.yaml",
    folder="/there",
    files={"duel.yaml": "Vlädd \x85"},
    cards="0",
)
LINES = (
    RecordLine("answer", 0, side="red", text="red activates Vlädd"),
    RecordLine("dice", 0, side="red", faces=(4, 5, 1), source="hand", events=3),
    RecordLine("note", 1, text="Über\u2028all", events=4),
)
NEXT = RecordLine("answer", 2, side="blue", text="blue passes", events=4)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Path]:
    """A record of three lines that nobody writes."""
    path = tmp_path / "duel.record"
    ledger = RecordWriter.create(path, HEAD)
    ledger.append(LINES[:2])
    ledger.append(LINES[2:])
    ledger.close()
    return path


def test_what_was_added_is_read_again(record: Path) -> None:
    kept = read_record(record)

    assert (kept.head, kept.lines, kept.torn) == (HEAD, LINES, 0)
    assert is_record(record)


def test_a_record_is_known_by_what_it_holds_and_not_by_its_name(record: Path, tmp_path: Path) -> None:
    (tmp_path / "game.record").write_text("kind: game\n", encoding="utf-8")

    assert is_record(record.rename(tmp_path / "game.yaml"))
    assert not is_record(tmp_path / "game.record")


def test_only_its_owner_may_read_a_record(record: Path) -> None:
    assert record.stat().st_mode & 0o777 == 0o600


def test_a_record_never_takes_the_place_of_a_file(record: Path) -> None:
    before = record.read_bytes()

    with pytest.raises(RecordFileError, match="exists"):
        RecordWriter.create(record, HEAD)

    assert record.read_bytes() == before


@pytest.mark.parametrize("left", [1, 10, 60])
def test_a_torn_last_line_is_passed_over_and_cut_off_when_the_next_is_added(record: Path, left: int) -> None:
    whole = record.read_bytes()
    with record.open("ab") as file:
        file.write(whole.splitlines(keepends=True)[-1][:left])

    kept = read_record(record)
    assert (kept.lines, kept.torn) == (LINES, left)
    assert len(record.read_bytes()) == len(whole) + left

    ledger, _ = RecordWriter.resume(record)
    ledger.append([NEXT])
    ledger.close()
    assert read_record(record).lines == (*LINES, NEXT)


@pytest.mark.parametrize("length", range(200, 700, 37))
def test_however_much_of_it_is_there_the_sound_lines_are_read(record: Path, length: int) -> None:
    content = record.read_bytes()[:length]
    record.write_bytes(content)

    lines = content.count(b"\n")
    if lines:
        assert len(read_record(record).lines) == lines - 1
    else:
        with pytest.raises(RecordFileError, match="no-record"):
            read_record(record)


@pytest.mark.parametrize(
    ("number", "old"),
    [(1, b"duel"), (2, b"answer"), (3, b"hand"), (4, b'"n": 1'), *((n, b'"chain": "') for n in (1, 2, 3, 4))],
)
def test_an_edited_line_is_named(record: Path, number: int, old: bytes) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, old[:-1] + b"8", 1)
    record.write_bytes(b"".join(lines))

    with pytest.raises(RecordFileError, match="edited") as fault:
        RecordWriter.resume(record)

    assert fault.value.values == {"line": number}


@pytest.mark.parametrize(
    "line",
    [
        RecordLine("ghost", 0),
        RecordLine("answer", -1, text="x"),
        RecordLine("answer", n=True, text="x"),
        RecordLine("answer", 0, side="green", text="x"),
        RecordLine("answer", 0, side=7, text="x"),  # type: ignore[arg-type]
        RecordLine("answer", 0, text=None),  # type: ignore[arg-type]
        RecordLine("answer", 0, text="x", events=10**9),
        *(RecordLine("dice", 0, side="red", faces=(4, face)) for face in (0, 7, 1.0, True)),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_a_line_that_nobody_writes_is_refused_though_its_digest_is_right(
    tmp_path: Path, line: RecordLine
) -> None:
    path = tmp_path / "odd.record"
    ledger = RecordWriter.create(path, HEAD)
    ledger.append((line,))
    ledger.close()

    with pytest.raises(RecordFileError, match="edited") as fault:
        read_record(path)

    assert fault.value.values == {"line": 2}


@pytest.mark.parametrize(
    "parts",
    [
        {"bots": {"green": "steady"}},
        {"bots": {"red": 7}},
        {"rulebook": "xx"},
        {"game": "other.yaml"},
        {"folder": "there"},
        {"folder": "/the\0re"},
        {"files": {"duel.yaml": 7}},
        {"files": {"duel.yaml": "", **{f"{n}.yaml": "" for n in range(MAX_FILES)}}},
    ],
    ids="-".join,
)
def test_a_head_that_nobody_writes_is_refused(tmp_path: Path, parts: dict[str, Any]) -> None:
    path = tmp_path / "odd.record"
    RecordWriter.create(path, HEAD._replace(**parts)).close()

    with pytest.raises(RecordFileError, match="edited") as fault:
        read_record(path)

    assert fault.value.values == {"line": 1}


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "/dev/zero",
        "..",
        "../duel.yaml",
        "a/../../duel.yaml",
        "",
        ".",
        "a//b.yaml",
        "a/",
        "a\0b",
        "x" * 5000,
    ],
    ids=lambda name: repr(name[:20]),
)
def test_the_names_of_a_record_stay_in_its_folder(tmp_path: Path, name: str) -> None:
    path = tmp_path / "odd.record"
    for parts in ({"game": name, "files": {name: ""}}, {"files": {**HEAD.files, name: ""}}):
        RecordWriter.create(path, HEAD._replace(**parts)).close()  # type: ignore[arg-type]

        with pytest.raises(RecordFileError, match="edited"):
            read_record(path)
        path.unlink()


ANSWER, THROW = RecordLine("answer", 0, text="a"), RecordLine("dice", 1, faces=(4, 5, 1))


@pytest.mark.parametrize(
    "lines",
    [
        [RecordLine("correction", 0, faces=(1,))],
        [ANSWER, RecordLine("correction", 0)],
        [ANSWER, THROW, RecordLine("correction", 1, faces=(6, 6))],
        [ANSWER, THROW, RecordLine("correction", 1, faces=(6,) * 500)],
        [ANSWER, THROW, RecordLine("correction", 0, faces=(6, 6, 6))],
        [ANSWER, THROW, RecordLine("note", 2, text="a"), RecordLine("correction", 1, faces=(6, 6, 6))],
        [ANSWER, RecordLine("undo", 1)],
        [ANSWER, RecordLine("redo", 0)],
        [ANSWER, RecordLine("undo", 0), RecordLine("undo", 0)],
        [ANSWER, RecordLine("undo", 0), THROW, RecordLine("redo", 0)],
        [ANSWER, THROW, ANSWER],
    ],
    ids=lambda lines: "-".join(f"{line.kind}{line.n}" for line in lines),
)
def test_a_line_changes_only_what_a_player_could_have_changed_then(
    tmp_path: Path, lines: list[RecordLine]
) -> None:
    """A correction is one of the last dice, of as many; what is taken back or given again is there."""
    path = tmp_path / "odd.record"
    ledger = RecordWriter.create(path, HEAD)
    ledger.append(lines)
    ledger.close()

    with pytest.raises(RecordFileError, match="edited") as fault:
        read_record(path)

    assert fault.value.values == {"line": len(lines) + 1}


def test_a_record_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    path, long = tmp_path / "long.record", "x" * MAX_BYTES
    with pytest.raises(RecordFileError, match="too-large"):
        RecordWriter.create(path, HEAD._replace(files={"duel.yaml": long}))
    assert not path.exists()

    ledger = RecordWriter.create(path, HEAD)
    with pytest.raises(RecordFileError, match="too-large"):
        ledger.append([RecordLine("note", 0, text=long)])
    ledger.close()

    assert read_record(path).lines == ()


def test_a_throw_of_nobody_is_one_of_ours(tmp_path: Path) -> None:
    path, line = tmp_path / "odd.record", RecordLine("dice", 0, side=None, faces=(1, 6))
    ledger = RecordWriter.create(path, HEAD)
    ledger.append((line,))
    ledger.close()

    assert read_record(path).lines == (line,)


def test_a_line_that_was_taken_out_is_missed(record: Path) -> None:
    first, second, *rest = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([first, *rest]))

    with pytest.raises(RecordFileError, match="edited"):
        read_record(record)
    assert second.startswith(b'{"kind": "answer"')


def test_another_version_is_named(record: Path) -> None:
    content = record.read_bytes()
    record.write_bytes(content.replace(b'{"edencli-record": 1', b'{"edencli-record": 7', 1))

    with pytest.raises(RecordFileError, match="format") as fault:
        read_record(record)

    assert fault.value.values == {"found": "7", "known": RECORD_FORMAT}


def test_a_second_writer_is_refused_and_a_reader_is_not(record: Path) -> None:
    ledger, _ = RecordWriter.resume(record)

    with pytest.raises(RecordFileError, match="taken"):
        RecordWriter.resume(record)
    assert read_record(record).lines == LINES

    ledger.close()
    RecordWriter.resume(record)[0].close()


@pytest.mark.parametrize(
    "text", ["", "{}", '{"edencli-record": 1', "kind: game\n", '{"edencli-record": 1}\n']
)
def test_what_is_no_record_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.record"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(RecordFileError, match=r"no-record|edited"):
        read_record(path)


def test_a_folder_a_pipe_and_nothing_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    for name, why in (("", "no-record"), ("pipe", "no-record"), ("none", "missing")):
        with pytest.raises(RecordFileError, match=why):
            read_record(tmp_path / name)


def test_a_record_that_was_taken_away_is_said(record: Path) -> None:
    ledger, _ = RecordWriter.resume(record)
    record.rename(record.with_name("elsewhere"))

    with pytest.raises(RecordFileError, match="vanished"):
        ledger.append(LINES)
    record.write_text("another", encoding="utf-8")
    with pytest.raises(RecordFileError, match="vanished"):
        ledger.append(LINES)

    assert record.read_text(encoding="utf-8") == "another"
    ledger.close()


def test_a_folder_that_nobody_may_write_to_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecordFileError, match="system"):
        RecordWriter.create(tmp_path / "none" / "a.record", HEAD)
    with pytest.raises(RecordFileError, match="system"):
        RecordWriter.create(Path("/proc/a.record"), HEAD)


FULL = """
import resource, sys
from pathlib import Path
from edencli.files.match_record import RecordFileError, RecordLine, RecordWriter
path = Path(sys.argv[1])
ledger, _ = RecordWriter.resume(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 200,) * 2)
for n in range(2, 11):
    try:
        ledger.append([RecordLine("note", n, text="x" * 60)])
    except RecordFileError as fault:
        print(n, fault.values["why"])
"""


def test_on_a_full_disk_the_record_keeps_every_line_that_was_promised(record: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", FULL, record], capture_output=True, check=True, text=True, timeout=60
    )

    kept = read_record(record)
    assert ended.stdout.splitlines() == [f"{n} File too large" for n in range(3, 11)]
    assert kept.torn == 0
    assert [line.n for line in kept.lines[len(LINES) :]] == [2]
    assert resource.RLIMIT_FSIZE


def test_a_disk_without_room_loses_nothing_old(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = record.read_bytes()
    ledger, _ = RecordWriter.resume(record)
    with Path("/dev/full").open("r+b", buffering=0) as full:
        monkeypatch.setattr(ledger, "_number", full.fileno())
        monkeypatch.setattr(ledger, "_check_path", lambda: None)
        monkeypatch.setattr(os, "ftruncate", lambda *_: None)
        with pytest.raises(RecordFileError, match="system") as fault:
            ledger.append(LINES)

    assert fault.value.values == {"why": "No space left on device"}
    assert record.read_bytes() == before


def test_every_line_is_flushed_to_the_disk_before_anybody_goes_on(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda number: flushed.append(os.fstat(number).st_size))
    ledger, _ = RecordWriter.resume(record)

    ledger.append(LINES[:1])
    ledger.append(LINES)
    ledger.close()

    assert len(flushed) == 2
    assert flushed[-1] == record.stat().st_size

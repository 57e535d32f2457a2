"""A record of a stranger is played from what it holds; the disk is asked only whether a file has changed."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sessions import WORDS, again, sit, stand_up

from edencli.files.match_record import RecordFileError, RecordHead, RecordLine, RecordWriter, read_record
from edencli.files.source import holds_text
from edencli.games.records import resume_record
from edencli.games.session import UndoRefused
from edencli.output.console import Refused

SECRET = "AWS_SECRET=hunter2"  # noqa: S105  # what no record may show


def retold(
    record: Path,
    target: Path,
    head: Callable[[RecordHead], RecordHead],
    lines: list[RecordLine] | None = None,
) -> Path:
    """A record of a stranger, made of another: its digests fit."""
    kept = read_record(record)
    ledger = RecordWriter.create(target, head(kept.head))
    ledger.append(kept.lines if lines is None else lines)
    ledger.close()
    return target


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A duel of which one answer was kept."""
    session = sit("first-duel.yaml", tmp_path / "own.record")
    for line in ("red activates Yuri", "Yuri moves to 24, 27"):
        session.answer_text(line)
    stand_up(session)
    return tmp_path / "own.record"


def test_a_file_that_the_record_does_not_hold_is_missing_though_it_lies_there(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bands").mkdir()
    (tmp_path / "bands/jokers.yaml").write_text(SECRET, encoding="utf-8")
    (tmp_path / "cards").mkdir()
    strange = retold(
        record,
        tmp_path / "strange.record",
        lambda head: head._replace(
            folder=str(tmp_path),
            files={name: text for name, text in head.files.items() if name != "bands/jokers.yaml"},
        ),
    )

    with pytest.raises(SystemExit) as ended:
        again(strange)

    told = capsys.readouterr().err
    assert ended.value.code == 1
    assert "reference-missing" in told
    assert SECRET not in told


@pytest.mark.parametrize(
    "reference", ["../../../../../../etc/passwd.yaml", "/etc/passwd.yaml", "../../secret.yaml"]
)
def test_a_reference_out_of_the_record_is_refused(record: Path, tmp_path: Path, reference: str) -> None:
    (tmp_path / "secret.yaml").write_text(SECRET, encoding="utf-8")

    def referring(head: RecordHead) -> RecordHead:
        game = head.files[head.game].replace("../bands/jokers.yaml", reference)
        return head._replace(files={**head.files, head.game: game})

    with pytest.raises(SystemExit) as ended:
        again(retold(record, tmp_path / "strange.record", referring))

    assert ended.value.code == 1


def endless(folder: Path, names: list[str]) -> None:
    """Lay pipes that nobody writes to, a device and a file of a terabyte where files of a record lay."""
    for n, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if n % 3 == 0:
            os.mkfifo(path)
        elif n % 3 == 1:
            path.symlink_to("/dev/zero")
        else:
            with path.open("wb") as file:
                file.truncate(2**40)


def test_what_lies_where_its_files_lay_is_read_only_if_it_could_be_one_of_them(
    record: Path, tmp_path: Path
) -> None:
    there = tmp_path / "there"
    endless(there, list(read_record(record).head.files))

    strange = retold(record, tmp_path / "strange.record", lambda head: head._replace(folder=str(there)))

    assert again(strange).events == again(record).events


@pytest.mark.parametrize("folder", ["/dev", "/dev/fd", "/proc", "/proc/self/fd", "/etc"])
def test_a_folder_of_devices_is_not_read(record: Path, tmp_path: Path, folder: str) -> None:
    strange = retold(record, tmp_path / "strange.record", lambda head: head._replace(folder=folder))

    assert again(strange).events == again(record).events


def test_a_file_is_compared_without_a_mark_of_byte_order(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbfVl\xc3\xa4dd\n")

    assert holds_text(tmp_path / "a.yaml", "Vlädd\n") is True
    assert holds_text(tmp_path / "a.yaml", "Vlàdd\n") is False
    assert holds_text(tmp_path / "a.yaml", "Vlädd") is False
    assert holds_text(tmp_path / "b.yaml", "Vlädd\n") is None
    assert holds_text(tmp_path, "Vlädd\n") is None


def test_a_changed_file_is_still_told(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in read_record(record).head.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text.replace("value: 20", "value: 15"), encoding="utf-8")
    strange = retold(record, tmp_path / "strange.record", lambda head: head._replace(folder=str(tmp_path)))

    again(strange)

    assert "jokers.yaml" in capsys.readouterr().err


@pytest.mark.parametrize("drawn", [1, 100_000_000, 999_999_999])
def test_no_more_dice_were_drawn_than_its_game_says(record: Path, tmp_path: Path, drawn: int) -> None:
    strange = retold(record, tmp_path / "strange.record", lambda head: head._replace(drawn=drawn))

    with pytest.raises(Refused, match="was changed"):
        again(strange)


def test_a_text_that_is_none_is_a_fault_of_its_file(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = record.read_bytes()
    strange = tmp_path / "strange.record"
    retold(record, strange, lambda head: head._replace(files={**head.files, head.game: "\udcff"}))

    with pytest.raises(SystemExit):
        again(strange)

    assert "yaml-utf8" in capsys.readouterr().err
    assert record.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "dice", "faces": (4,), "text": ""},
        {"text": "Yuri flies"},
        {"side": "blue"},
        {"events": 9},
    ],
    ids="-".join,
)
def test_what_nobody_could_have_answered_is_where_the_match_differs(
    record: Path, tmp_path: Path, line: dict[str, Any]
) -> None:
    *first, last = read_record(record).lines
    strange = retold(record, tmp_path / "strange.record", lambda head: head, [*first, last._replace(**line)])

    with pytest.raises(Refused, match="from answer 1 on"):
        again(strange)


def test_what_was_taken_back_is_given_again_only_where_it_can_be_answered(
    record: Path, tmp_path: Path
) -> None:
    *first, last = read_record(record).lines
    wrong = [last._replace(text="Yuri flies"), RecordLine("undo", last.n, events=last.events)]
    strange = retold(record, tmp_path / "strange.record", lambda head: head, [*first, *wrong])
    session = resume_record(WORDS, strange)
    before, kept = list(session.events), strange.read_bytes()

    with pytest.raises(UndoRefused, match="nothing-undone"):
        session.redo()

    assert session.events == before
    assert strange.read_bytes() == kept
    session.answer_text("Yuri moves to 24, 27")
    stand_up(session)


def test_a_correction_that_cannot_be_written_down_leaves_the_dice_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sit("first-duel.yaml", tmp_path / "hand.record", seed=None, moves=False)
    for line in (
        "red activates Yuri",
        "Yuri moves to 24, 27",
        "Yuri charges Abama",
        "Abama stays passive",
        "6511",
    ):
        session.answer_text(line)
    before, lines = list(session.events), session.lines

    def full(*_: object) -> None:
        raise RecordFileError(tmp_path, "system", why="no room")

    monkeypatch.setattr(RecordWriter, "append", full)
    with pytest.raises(RecordFileError):
        session.correct("1 1 1 1")
    monkeypatch.undo()

    assert (list(session.events), session.lines) == (before, lines)
    session.correct("1 1 1 1")
    stand_up(session)
    assert again(tmp_path / "hand.record").events == session.events

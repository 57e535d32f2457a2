"""Records of an older version resume to the state that it kept: `tests/records/README.md` lists them."""

import gc
import gzip
import hashlib
import io
import json
import os
from pathlib import Path

import pytest

from edencli.cli import run

RECORDS = Path(__file__).parents[1] / "records"
NAMES = sorted(path.name.removesuffix(".record.gz") for path in RECORDS.glob("*.record.gz"))
EVENTS = json.loads((RECORDS / "events.json").read_text(encoding="utf-8"))
CAUSE = ("by", "how", "weapon")
LASTING = ("times", "ends", "doer", "sufferer", "amount", "face", "limb")
LATER_PARTS = {
    "wounded": (*CAUSE, "passed_on_by"),
    "cp-lost": (*CAUSE, "passed_on_by"),
    "healed": ("passed_on_by",),
    "left": CAUSE,
    "markers-added": (*CAUSE, "passed_on_by"),
    "attack-ended": CAUSE[1:],
    "card-took-effect": ("only_scores", "once"),
    "card-came-to-nothing": ("only_scores", "once"),
    "effect-begun": (*LASTING, "scenery"),
    "effect-ended": (*LASTING, "scenery"),
    "effect-counted": ("scenery",),
    "fighter-remembered": ("secret",),
    "fighter-forgotten": ("secret",),
    "placed": ("path",),
    "rolled": ("against", "how", "weapon", "card"),
    "tactic-played": ("sp",),
    "token-placed": ("side", "of_mission"),
}
"""What the events of that version did not say yet; nor did a reason of a number name its `effect`."""
ASKED = "state\nscore\nsecrets red\nsecrets blue\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, in a process whose environment changes no answer."""
    for name in [name for name in os.environ if name.startswith(("EDENCLI_", "LC_", "FORCE_"))]:
        monkeypatch.delenv(name)
    for name, value in {"NO_COLOR": "1", "COLUMNS": "80", "LANG": "C.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def resume(
    record: Path,
    *options: str,
    typed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """What `edencli play RECORD` prints for what is typed through a pipe."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
    typing = () if "--script" in options else ("-i",)
    with pytest.raises(SystemExit) as ended:
        run(["play", *typing, record.name, "--all", *options])
    code, output = ended.value.code, capsys.readouterr()
    del ended
    gc.collect()  # the traceback held the record open, and one program at a time may
    assert code in {0, None}, output.err
    return output.out


def as_then(line: str) -> str:
    """An event as that version told it."""
    data = json.loads(line)
    for part in ("number", "sentence"):
        data.pop(part, None)
    for part in LATER_PARTS.get(data["kind"], ()):
        data.pop(part, None)
    for part in data.values():
        for reason in part if isinstance(part, list) else ():
            if isinstance(reason, dict):
                reason.pop("effect", None)
    return json.dumps(data, ensure_ascii=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_of_an_older_version_resumes_to_the_same_state_and_stays_as_it_is(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record, kept = folder / f"{name}.record", gzip.decompress((RECORDS / f"{name}.record.gz").read_bytes())
    record.write_bytes(kept)

    pages = resume(record, typed=ASKED, monkeypatch=monkeypatch, capsys=capsys)
    events = resume(record, "--format", "json", typed="", monkeypatch=monkeypatch, capsys=capsys)
    resume(record, "--script", "written.yaml", typed="", monkeypatch=monkeypatch, capsys=capsys)

    lines = [as_then(line) for line in events.splitlines()]
    digest = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    assert pages == (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
    assert {"lines": len(lines), "sha256": digest, "last": lines[-1]} == EVENTS[name]
    assert (folder / "written.yaml").stat().st_size > 0
    assert record.read_bytes() == kept


def test_every_record_is_held_and_described() -> None:
    described = (RECORDS / "README.md").read_text(encoding="utf-8")

    assert len(NAMES) == 10
    assert sorted(EVENTS) == NAMES
    assert [name for name in NAMES if f"| `{name}` |" not in described] == []

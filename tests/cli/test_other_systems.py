"""Every command where Python has nothing that POSIX alone has, with files as Windows writes them.

`without_posix.py` takes the modules and names away. Paths with drives and real consoles are not tried here.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import PATIENCE, clean_environment

TESTS = Path(__file__).parents[1]
SAMPLES = TESTS.parent / "samples"
BANDS = "--band bands/jokers.yaml --band bands/bamaka.yaml"
FIGHTER = "Ash\nJokers Gang\nhuman\n2/2 4/3\n2/1 4/3\n3/2 4/3\n2/1 5/3\n\n20\nchaos\n\n"

COMMANDS = [
    ("--help", ""),
    ("--show-completion bash", ""),
    ("validate .", ""),
    ("validate . --diff", ""),
    ("validate cards --fix", ""),
    ("validate-band bands/jokers.yaml --format json", ""),
    ("play games/first-duel.yaml", ""),
    ("play games/first-duel.yaml --check", ""),
    ("play games/kitchen-table.yaml --format json", ""),
    ("play games/first-duel.yaml -i --record r.record --seed 1", "?\nstate\nmap\n"),
    ("play games/first-duel.yaml --red steady --blue random --seed 1 --until r2", ""),
    ("setup games/first-duel.yaml --random --seed 3", ""),
    ("resolve-attack Yuri Vlädd --cards cards/jokers.yaml --odds", ""),
    ("resolve-attack Yuri Vlädd --cards cards/jokers.yaml --seed 2", ""),
    (f"resolve-attack {BANDS} --by-hand", "Yuri Abama\np\n1111\n"),
    ("resolve-attack bands/jokers.yaml bands/bamaka.yaml --odds --matrix --html matrix.html", ""),
    ("roll Yuri cbt --cards cards/jokers.yaml --difficulty 4 --seed 1", ""),
    ("rules may I dodge", ""),
    ("rules --card", ""),
    ("rules --effects", ""),
    ("rules --html book.html", ""),
    ("weather --seed 1", ""),
    ("show bands/jokers.yaml --html band.html", ""),
    ("show games/first-duel.yaml --svg table.svg", ""),
    ("show games/low-water.yaml", ""),
    ("new --sample jokers mine", ""),
    ("new band -o mine.yaml", ""),
    ("new band --from cards/jokers.yaml --random --seed 1", ""),
    ("new fighter", FIGHTER),
    ("new --evening bands/jokers.yaml bands/bamaka.yaml -o evening.html", ""),
    ("compare . .", ""),
    ("simulate bands/jokers.yaml bands/isc.yaml --player random --matches 2 --seed 7", ""),
    ("play games/first-duel.yaml --cards --lcov cards.lcov", ""),
    ("schema band", ""),
    ("schema band --names cards -o band.schema.json", ""),
    ("help validate", ""),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples with the ends of lines that Windows writes."""
    folder = tmp_path_factory.mktemp("windows") / "club"
    shutil.copytree(SAMPLES, folder)
    for file in folder.rglob("*.yaml"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    return folder


def run(folder: Path, command: str, typed: str = "") -> subprocess.CompletedProcess[bytes]:
    environment = clean_environment() | {"PYTHONIOENCODING": "cp1252", "XDG_STATE_HOME": os.fspath(folder)}
    return subprocess.run(
        [sys.executable, TESTS / "without_posix.py", *command.split()],
        cwd=folder,
        env=environment,
        input=typed.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(("command", "typed"), COMMANDS)
def test_a_command_needs_nothing_that_posix_alone_has(command: str, typed: str, folder: Path) -> None:
    ended = run(folder, command, typed)

    told = ended.stdout.decode() + ended.stderr.decode()
    assert ended.returncode == 0, told
    assert told
    assert b"internal error" not in ended.stderr


def test_every_command_is_tried() -> None:
    listed = run(Path(), "--help").stdout.decode().partition("Commands:\n")[2].partition("\n\n")[0]

    commands = {line.split()[0] for line in listed.splitlines()}
    assert commands == {command.split()[0] for command, _ in COMMANDS if not command.startswith("-")}


def test_a_record_goes_on_and_is_refused_to_a_second_writer(folder: Path) -> None:
    """The lock of Windows, for which another stands in; without `pread` and `pwrite`."""
    begun = run(folder, "play games/first-duel.yaml -i --record kept.record --seed 1", "")
    gone_on = run(folder, "play kept.record", "")
    with subprocess.Popen(
        [sys.executable, TESTS / "without_posix.py", "play", "kept.record"],
        cwd=folder,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as first:
        end = time.monotonic() + PATIENCE
        while not (folder / ".kept.record.open").exists():
            assert time.monotonic() < end, "the record is not opened"
            time.sleep(0.05)
        second = run(folder, "play kept.record", "")
        first.communicate(timeout=PATIENCE)

    assert begun.returncode == gone_on.returncode == 0
    assert second.returncode == 2
    assert f"another edencli (process {first.pid}) has been writing kept.record since 20" in " ".join(
        second.stderr.decode().split()
    )
    assert not (folder / ".kept.record.open").exists()

"""Whatever happens outside the files, edencli stays calm: streams, pipes, signals, names, our own faults."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from processes import EDENCLI, PATIENCE, clean_environment, edencli

from edencli import __version__

SAMPLES = Path(__file__).parents[2] / "samples"
EXAMPLES = Path(__file__).parents[1] / "files" / "examples"
OAK = b"kind: scenery\nelements: [{name: Oak, disc: 2.5}]\n"
BAD = b"kind: scenery\nelements: [{name: Oak, disc: 250}]\n"


def codes(output: bytes) -> list[str]:
    return re.findall(r"error\[([a-z.-]+)\]", output.decode())


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (Path.exists, "file-missing"),
        (Path.mkdir, "file-unreadable"),
        (os.mkfifo, "file-unreadable"),
    ],
    ids=["missing", "folder", "pipe"],
)
def test_what_is_no_file_is_said_and_ends_with_2(make: object, code: str, tmp_path: Path) -> None:
    make(tmp_path / "band.yaml")  # type: ignore[operator]

    ended = edencli("validate-band", "band.yaml", cwd=tmp_path)

    assert (ended.returncode, codes(ended.stdout)) == (2, [code])


def test_a_file_that_may_not_be_read_is_said_and_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "band.yaml").write_bytes(OAK)
    (tmp_path / "band.yaml").chmod(0)
    if os.access(tmp_path / "band.yaml", os.R_OK):
        pytest.skip("this user may read everything")

    ended = edencli("validate", "band.yaml", cwd=tmp_path)

    assert (ended.returncode, codes(ended.stdout)) == (2, ["file-unreadable"])


def test_an_unreadable_file_wins_over_an_invalid_one_and_both_are_told(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(BAD)

    ended = edencli("validate", "bad.yaml", "none.yaml", cwd=tmp_path)

    assert (ended.returncode, codes(ended.stdout)) == (2, ["schema-range", "file-missing"])


def test_a_device_without_end_is_not_read(tmp_path: Path) -> None:
    ended = edencli("validate", "/dev/zero", cwd=tmp_path)

    assert (ended.returncode, codes(ended.stdout)) == (2, ["file-unreadable"])


def test_what_a_shell_hands_over_is_read(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.write(write, OAK)
    os.close(write)

    ended = edencli("validate", f"/dev/fd/{read}", cwd=tmp_path, pass_fds=(read,))

    assert (ended.returncode, ended.stdout) == (0, b"")


def test_standard_input_has_the_name_it_is_given(tmp_path: Path) -> None:
    ended = edencli("validate", "-", "--stdin-filename", "scenery/oak.yaml", stdin=BAD, cwd=tmp_path)

    assert ended.stdout.startswith(b"scenery/oak.yaml:2:30: error[schema-range]")
    assert edencli("validate", "-", stdin=BAD, cwd=tmp_path).stdout.startswith(b"<stdin>:2:30: ")


def test_a_band_on_standard_input_finds_its_cards_from_the_folder_of_its_name() -> None:
    band = (EXAMPLES / "band.yaml").read_bytes()

    named = edencli(
        "validate-band", "-", "--stdin-filename", "examples/x.yaml", stdin=band, cwd=EXAMPLES.parent
    )
    bare = edencli("validate-band", "-", stdin=band, cwd=EXAMPLES)

    assert (named.returncode, bare.returncode) == (0, 0)
    assert named.stdout.startswith(b"The Rust Gang\n")
    assert named.stdout == bare.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_output_is_utf_8_whatever_the_locale_says(encoding: str) -> None:
    environment = {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}

    ended = edencli("validate-band", "band.yaml", cwd=EXAMPLES, environment=environment)

    assert ended.returncode == 0
    assert "The Rust Gang" in ended.stdout.decode("utf-8")


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_names_have_accents_whatever_the_locale_says(tmp_path: Path) -> None:
    """A fighter, a file, a reference to a file, the files of a record: all are named as in any locale."""
    for name in ("bands", "cards"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    band = (SAMPLES / "bands/jokers.yaml").read_text("utf-8").replace("../cards", "cards")
    (tmp_path / "bändë.yaml").write_text(band, encoding="utf-8")
    game = "kind: game\nname: Düell\nred: bändë.yaml\nblue: bands/resistance.yaml\n"
    (tmp_path / "düell.yaml").write_text(game, encoding="utf-8")
    (tmp_path / ".edencli").touch()

    def printed(*arguments: str) -> str:
        ended = edencli(*arguments, cwd=tmp_path, environment=ASCII)
        assert (ended.returncode, b"error" in ended.stderr) == (0, False), ended.stderr
        return ended.stdout.decode()

    assert "Vlädd" in printed("show", "cards/jokers.yaml#Vlädd")
    assert "The Rust Gang" in printed("validate-band", "bändë.yaml")
    printed("play", "-i", "düell.yaml", "--seed", "1", "--record", "kämpf.record")
    assert "Düell" in printed("show", "kämpf.record")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_file_is_found_under_its_name_as_the_system_stores_it(form: str, tmp_path: Path) -> None:
    name = unicodedata.normalize(form, "Vlädd.yaml")  # type: ignore[arg-type]
    (tmp_path / name).write_bytes(BAD)

    ended = edencli("validate", name, cwd=tmp_path)

    assert ended.stdout.decode().startswith(f"{name}:2:30: ")


def test_a_file_name_that_is_no_text_is_shown_without_harm(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/\xff\x1b[31m.yaml", "wb") as file:  # noqa: PTH123  # a name of bytes
        file.write(BAD)

    ended = edencli("validate", tmp_path)

    assert ended.returncode == 1
    assert b"\x1b" not in ended.stdout + ended.stderr


def test_a_file_name_cannot_give_commands_to_a_log(tmp_path: Path) -> None:
    (tmp_path / "::error::x.yaml").write_bytes(BAD)

    for form in ("text", "concise", "github"):
        ended = edencli("validate", "::error::x.yaml", "--format", form, cwd=tmp_path)
        assert not any(line.startswith(b"::error::") for line in ended.stdout.splitlines())


@pytest.mark.parametrize("command", [["validate", "bad.yaml"], ["validate", "bad.yaml", "--format", "json"]])
def test_a_reader_that_has_gone_changes_nothing_about_the_verdict(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(BAD)

    assert _without_reader(command, tmp_path) == (1, b"edencli: 1 file checked: 1 error, 0 warnings\n")


def test_a_reader_that_has_gone_ends_a_question_quietly(tmp_path: Path) -> None:
    assert _without_reader(["rules"], tmp_path) == (0, b"")


def test_a_reader_that_has_gone_ends_help_quietly(tmp_path: Path) -> None:
    assert _without_reader(["--help"], tmp_path) == (0, b"")
    assert _without_reader(["play", "--help"], tmp_path) == (0, b"")


@pytest.mark.parametrize("command", [["--help"], ["rules"], ["schema", "game"], ["validate", "band.yaml"]])
def test_an_output_without_room_is_said(command: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = _into(full.fileno(), command)

    assert ended == (2, b"edencli: the output could not be written: No space left on device\n")


@pytest.mark.parametrize(
    "command", [["--version"], ["--help"], ["rules"], ["schema", "game"], ["validate-band", "band.yaml"]]
)
def test_closed_streams_hold_nothing_and_trouble_nobody(command: list[str]) -> None:
    closed = shlex.join([*EDENCLI, *command]) + " <&- >&-"
    ended = subprocess.run(
        ["/bin/sh", "-c", closed],
        stderr=subprocess.PIPE,
        cwd=EXAMPLES,
        env=clean_environment(),
        timeout=PATIENCE,
        check=False,
    )

    assert ended.returncode == 0
    assert b"Error" not in ended.stderr


def _into(output: int, command: list[str]) -> tuple[int, bytes]:
    """Run a command whose stdout is somewhere else, and tell its exit code and what it said."""
    ended = subprocess.run(
        [*EDENCLI, *command],
        stdout=output,
        stderr=subprocess.PIPE,
        cwd=EXAMPLES,
        env=clean_environment(),
        timeout=PATIENCE,
        check=False,
    )
    return ended.returncode, ended.stderr


def _without_reader(command: list[str], folder: Path) -> tuple[int, bytes]:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen(
        [*EDENCLI, *command], stdout=write, stderr=subprocess.PIPE, cwd=folder, env=clean_environment()
    )
    os.close(write)
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said


def test_an_interrupt_ends_with_130_and_no_traceback(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen(
        [*EDENCLI, "validate", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**clean_environment(), "PYTHONVERBOSE": ""},
    )
    _wait_until_it_reads(process.pid)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in said


def _wait_until_it_reads(pid: int) -> None:
    """Wait until a process waits for its standard input."""
    waiting = Path(f"/proc/{pid}/wchan")
    for _ in range(600):
        if waiting.exists() and "pipe" in waiting.read_text(encoding="utf-8"):
            return
        time.sleep(0.05)


INTERNAL = """
from edencli.files import library
def broken(*_):
    raise KeyError("half a \\x1b[31m thought\\nand another")
library.parse_yaml = broken
from edencli.cli import run
run(["validate", "oak.yaml"])
"""


def test_a_fault_of_our_own_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "oak.yaml").write_bytes(OAK)
    ended = subprocess.run(
        [sys.executable, "-c", INTERNAL],
        capture_output=True,
        cwd=tmp_path,
        env=clean_environment(),
        timeout=PATIENCE,
        check=False,
    )

    assert (ended.returncode, ended.stdout) == (70, b"")
    assert ended.stderr.startswith(b"edencli: internal error (KeyError: ")
    assert ended.stderr.count(b"\n") == 1
    assert b"\x1b" not in ended.stderr
    for part in (f"edencli {__version__}, Python ", "the command: edencli validate oak.yaml;", "its record"):
        assert part.encode() in ended.stderr
    assert b"EDENCLI_TRACEBACK=1" in ended.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate"],
        ["validate", "--format", "xml", "band.yaml"],
        ["validate", "--rulebook", "es", "band.yaml"],
        ["validate", "--root", "nowhere", "band.yaml"],
        ["validate", "--root", "x" * 5000, "band.yaml"],
        ["show", "--root", "nowhere", "band.yaml"],
        ["validate-band", "--nonsense"],
        ["validate-bnad"],
    ],
)
def test_a_command_that_is_used_wrongly_ends_with_2(arguments: list[str]) -> None:
    ended = edencli(*arguments, cwd=EXAMPLES)

    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"Traceback" not in ended.stderr


def test_an_unknown_rulebook_of_two_is_told_which_there_are() -> None:
    ended = edencli("rules", "--diff", "en", "xx", cwd=EXAMPLES)

    assert ended.returncode == 2
    assert b"'xx' is not one of 'en', 'fr', 'de', 'it', 'pt'" in ended.stderr


def test_an_unknown_rulebook_in_the_environment_is_said() -> None:
    ended = edencli("validate", "band.yaml", cwd=EXAMPLES, environment={"EDENCLI_RULEBOOK": "es"})

    assert ended.returncode == 2
    assert ended.stderr == b"edencli: EDENCLI_RULEBOOK is 'es', not one of: en, fr, de, it, pt\n"

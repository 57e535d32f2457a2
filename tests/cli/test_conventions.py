"""What people expect of any program: `-q`, `-V`, `help`, colours, a pager, completion, exit codes."""

import fcntl
import json
import os
import pty
import shutil
import struct
import subprocess
import termios
from contextlib import suppress
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from processes import EDENCLI, PATIENCE, clean_environment, edencli

from edencli import __version__
from edencli.cli import COMMANDS
from edencli.cli.help import EXIT_CODES
from edencli.output.pager import pager_command

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "schemas"
BAND, DUEL = "samples/bands/jokers.yaml", "samples/games/first-duel.yaml"


def on_a_terminal(*arguments: str, rows: int = 24, **environment: str) -> str:
    """What edencli shows on a terminal with so many rows."""
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    usual = {name: value for name, value in clean_environment().items() if name != "EDENCLI_PAGER"}
    process = subprocess.Popen(
        [*EDENCLI, *arguments],
        cwd=ROOT,
        env={**usual, "TERM": "xterm", **environment},
        stdin=other, stdout=other, stderr=other, start_new_session=True,
    )  # fmt: skip
    os.close(other)
    shown = b""
    with suppress(OSError):  # the other end is closed
        while piece := os.read(main, 65536):
            shown += piece
    process.wait(PATIENCE)
    os.close(main)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("typed", [("-q", "validate", BAND), ("validate", "--quiet", BAND)])
def test_without_remarks_a_file_in_order_is_passed_over_in_silence(typed: tuple[str, ...]) -> None:
    loud, quiet = edencli("validate", BAND, cwd=ROOT), edencli(*typed, cwd=ROOT)

    assert loud.stderr
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, b"", b"")


def test_without_remarks_faults_are_told_and_refusals_too() -> None:
    faulty = edencli("validate", "-q", "tests/files/examples/broken.yaml", cwd=ROOT)
    refused = edencli("show", "-q", "--root", "nowhere", BAND, cwd=ROOT)

    assert b"error[" in faulty.stdout
    assert (faulty.returncode, faulty.stderr) == (1, b"")
    assert (refused.returncode, refused.stderr) == (2, b"edencli: --root: there is no folder 'nowhere'\n")


def test_without_remarks_only_games_that_fail_have_a_line(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    (tmp_path / DUEL).with_suffix(".transcript").unlink()
    ended = edencli("play", "-q", DUEL, "samples/games/salt-road.yaml", "--check", cwd=tmp_path)

    assert ended.returncode == 1
    assert ended.stdout.count(b"first-duel.yaml") == 1
    assert b"salt-road" not in ended.stdout + ended.stderr


@pytest.mark.parametrize("given", [("-V",), ("--version",), ("--quiet", "-V")])
def test_the_version_has_a_short_option(given: tuple[str, ...]) -> None:
    assert edencli(*given).stdout.decode() == f"edencli {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_is_what_its_option_shows(command: str) -> None:
    assert edencli("help", command).stdout == edencli(command, "--help").stdout != b""


def test_help_alone_goes_on_where_the_first_page_ends_and_of_no_command_is_a_refusal() -> None:
    first, _, pointer = edencli("--help").stdout.rpartition(b"\n\n")
    assert edencli("help").stdout.startswith(first)
    assert pointer.strip().endswith(b"edencli help")
    wrong = edencli("help", "plya")
    assert wrong.returncode == 2
    assert b"Did you mean play?" in wrong.stderr


def test_help_and_the_readme_tell_every_exit_code() -> None:
    page, readme = edencli("help").stdout.decode(), (ROOT / "README.md").read_text(encoding="utf-8")
    codes = page.partition("Exit codes:\n")[2].partition("\n\n")[0]

    for code in EXIT_CODES:
        assert f"  {code} " in codes
        assert f"| {code} |" in readme


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_in_a_pipe_are_there_when_they_are_forced(
    environment: dict[str, str],
    coloured: bool,  # noqa: FBT001  # pytest fills it in
) -> None:
    told = edencli("rules", "melee.dodge", environment=environment).stdout

    assert (b"\x1b[1m" in told) is coloured


# Shows what a pager was handed, between two marks.
STAND_IN = "sh -c 'echo BEGIN; cat; echo END'"


def test_a_page_that_is_longer_than_the_terminal_goes_through_the_pager() -> None:
    shown = on_a_terminal("rules", "melee", "--all", EDENCLI_PAGER=STAND_IN)

    plain = edencli("rules", "melee", "--all", environment={"FORCE_COLOR": "1", "COLUMNS": "80"})
    assert shown == f"BEGIN\n{plain.stdout.decode()}END\n"


@pytest.mark.parametrize(
    ("typed", "environment"),
    [
        (("rules", "melee", "--all", "--no-pager"), {"EDENCLI_PAGER": STAND_IN}),
        (("rules", "melee", "--all"), {"EDENCLI_PAGER": "", "PAGER": STAND_IN}),
        (("rules", "melee", "--all"), {"EDENCLI_PAGER": STAND_IN, "TERM": "dumb"}),
        (("rules", "melee", "--all"), {"PAGER": "no-such-program-here"}),
        (("rules", "melee", "--all"), {"PAGER": "an 'unfinished quotation"}),
        (("rules", "melee", "--all", "--format", "json"), {"PAGER": STAND_IN}),
        (("rules", "shoot.range"), {"PAGER": STAND_IN}),
    ],
)
def test_a_page_is_written_at_once_where_no_pager_is_wanted_or_needed(
    typed: tuple[str, ...], environment: dict[str, str]
) -> None:
    shown = on_a_terminal(*typed, rows=60 if "shoot.range" in typed else 24, **environment)

    assert shown
    assert "BEGIN" not in shown


def test_a_pipe_has_no_pager() -> None:
    told = edencli("rules", "melee", "--all", environment={"EDENCLI_PAGER": STAND_IN})

    assert b"BEGIN" not in told.stdout


def test_a_pager_is_sought_by_our_variable_before_that_of_all() -> None:
    assert pager_command({"EDENCLI_PAGER": "cat -n", "PAGER": "sh"}) == ["cat", "-n"]
    assert pager_command({"PAGER": "cat"}) == ()
    assert list(pager_command({})) == (["less", "-FRX"] if shutil.which("less") else [])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_the_script_of_any_shell_can_be_had_in_any_shell(shell: str) -> None:
    named = edencli("--show-completion", shell)
    equals = edencli(f"--show-completion={shell}")
    sourced = edencli(environment={"_EDENCLI_COMPLETE": f"source_{shell}"})

    assert b"_EDENCLI_COMPLETE" in named.stdout
    assert named.stdout == equals.stdout
    assert (sourced.stdout.strip() == named.stdout.strip()) or shell == "pwsh"
    assert (named.returncode, named.stderr) == (0, b"")


def test_a_shell_that_there_is_not_is_refused() -> None:
    ended = edencli("--show-completion", "tcsh")

    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"bash, zsh, fish" in ended.stderr


def test_completion_is_installed_for_a_shell_that_is_named(tmp_path: Path) -> None:
    ended = edencli("--install-completion", "fish", environment={"HOME": str(tmp_path)})
    (written,) = (path for path in tmp_path.rglob("*") if path.is_file())

    assert ended.returncode == 0
    assert str(written) in ended.stderr.decode()
    assert "_EDENCLI_COMPLETE" in written.read_text(encoding="utf-8")


def test_a_preparation_is_told_as_data(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    game = "samples/games/the-night-press.yaml"
    told = edencli("setup", game, "--format", "json", cwd=tmp_path)
    written = edencli("setup", game, "--format", "json", "--export", "begun.yaml", cwd=tmp_path)
    data, exported = json.loads(told.stdout), json.loads(written.stdout)

    for one in (data, exported):
        Draft202012Validator(schema("setup")).validate(one)
        Draft202012Validator(schema("game")).validate(one["game"])
    assert (data["file"], exported["file"]) == (None, "begun.yaml")
    assert data["game"]["position"] == exported["game"]["position"]
    assert exported["game"]["red"].startswith("samples/")


def schema(name: str) -> dict[str, object]:
    """A shipped schema."""
    return dict(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))

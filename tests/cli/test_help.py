"""`--help` of every command: it fits a terminal of 80 columns, and shows how the command is used."""

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from in_process import edencli

from edencli.cli import COMMANDS
from edencli.cli.help import command_examples
from edencli.lang import Words

SAMPLES = Path(__file__).parents[2] / "samples"


def page(*command: str, wide: int = 80) -> str:
    ended = edencli(*command, environment={"COLUMNS": str(wide)})
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_fits_80_columns_and_ends_with_examples_of_its_own_command(command: str) -> None:
    told = page(command, "--help")
    _, _, examples = told.partition("\n  Examples:\n")

    assert [line for line in told.splitlines() if len(line) > 80] == []
    assert examples
    assert all(line.startswith(f"    edencli {command}") for line in examples.splitlines())


@pytest.mark.parametrize("wide", [40, 45, 100])
@pytest.mark.parametrize("command", ["", "resolve-attack"])
def test_a_page_follows_the_terminal_between_40_and_100_columns(command: str, wide: int) -> None:
    told = page(*command.split(), "--help", wide=wide).partition("\n  Examples:\n")[0]
    said = page(*command.split(), "--help").partition("\n  Examples:\n")[0]
    lines = told.splitlines()

    assert told.split() == said.split()
    assert max(map(len, lines)) <= wide
    assert wide < 80 or not command or max(map(len, lines)) > 80
    described = [line for line in told.partition("Options:\n")[2].splitlines() if line]
    assert wide > 80 or max(len(line) - len(line.lstrip()) for line in described) <= wide * 0.4


def commit_twice(folder: Path) -> None:
    """Make a repository of two revisions of a folder, which are equal."""
    mine = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    for typed in ("init -q -b main", "add .", "commit -q -m one", "commit -q --allow-empty -m two"):
        command = ["git", *mine, *typed.split()]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)


EXAMPLES = [
    example
    for command in COMMANDS
    for example in command_examples().get(command, ())
    if ".record" not in example and "new fighter" not in example  # a match or a card that is typed
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_does_what_it_is_there_for(example: str, tmp_path: Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "samples")
    if "compare" in example:
        commit_twice(tmp_path)
    typed, _, given = example.partition(" < ")
    words = shlex.split(typed.partition(" > ")[0])
    ended = edencli(*words[1:], cwd=tmp_path, stdin=(tmp_path / given).read_bytes() if given else b"")

    assert ended.returncode == int("validate-band --diff" in example), ended.stderr.decode()
    written = [one for ending in ("yaml", "html", "json") for one in tmp_path.glob(f"*.{ending}")]
    assert ended.stdout or written or words[1] == "validate"


def test_a_match_that_is_typed_begins_and_is_kept_as_the_examples_have_it(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "samples")
    typed = [one for one in command_examples()["play"] if ".record" in one]

    for example in typed:
        ended = edencli(*shlex.split(example)[1:], cwd=tmp_path, stdin=b"quit\n")
        assert ended.returncode == 0, ended.stderr.decode()
    assert (tmp_path / "duel-played.yaml").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_it_does(command: str) -> None:
    lines = page(command, "--help").partition("Options:\n")[2].partition("\n\n")[0].splitlines()

    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("  -"):
            assert "  " in line.strip() or following.startswith(" " * 20), line


def test_the_first_page_names_every_command_with_its_purpose() -> None:
    told = page("--help")

    assert [line for line in told.splitlines() if len(line) > 80] == []
    for command in COMMANDS:
        assert f"  {command:<14}  {Words().say('help', f'{command}.short')}\n" in told


def test_without_a_command_the_first_page_is_shown_and_nothing_was_done() -> None:
    ended = edencli(environment={"COLUMNS": "80"})

    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.decode() == page("--help")

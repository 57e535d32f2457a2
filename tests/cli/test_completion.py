"""Completion: what Tab inserts is one word in every shell, whatever somebody called his fighter."""

import fcntl
import os
import pty
import shutil
import subprocess
import sys
import termios
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import PATIENCE, clean_environment

from edencli.cli import run
from edencli.cli.completion import parse_command_line, quote_for_bash, quote_for_powershell
from edencli.model.names import forbidden_character

ROOT = Path(__file__).parents[2]

# A name for each way in which a shell could read it as something else; their first letters differ.
NASTY = (
    "Ann$(touch pwned)",
    "Bob`touch pwned`",
    "Cid;touch pwned",
    "Don|touch pwned",
    "Eve&touch pwned&",
    "Flo'$(touch pwned)'",
    "Gus\\$(touch pwned)",
    "Hal>pwned",
    "Ida<pwned",
    "Jim*",
    "Kit ~ ?",
    "Lee (touch pwned)",
    "Max $HOME",
    "Nan = x",
    "Ole\\",
    "Pia Rag-Doll",
    "Quin\u2019\u2018;touch pwned",
    "Rãy Ølé",
)


def cards(*names: str) -> str:
    """Mission cards, which are short, with these names."""
    rows = (
        "  - {name: '"
        + name.replace("'", "''")
        + "', kind: secret, deployment: ambush, objectives: [{text: x}]}\n"
        for name in names
    )
    return "kind: cards\nmissions:\n" + "".join(rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with such names, and an `edencli` that completes as the real one and writes its words down."""
    (tmp_path / "all.yaml").write_text(cards(*NASTY), encoding="utf-8")
    (tmp_path / "bin").mkdir()
    stand_in = tmp_path / "bin" / "edencli"
    stand_in.write_text(
        f'#!/bin/sh\ncd {tmp_path}\n[ -n "$_EDENCLI_COMPLETE" ] && exec {sys.executable} -m edencli "$@"\n'
        'printf "%s\\n" "$@" END >>words.txt\n',
        encoding="utf-8",
    )
    stand_in.chmod(0o755)
    return tmp_path


def script(shell: str, folder: Path) -> Path:
    """The script that completes in a shell, as `--show-completion` prints it."""
    asked = {**clean_environment(), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    told = subprocess.check_output(
        [sys.executable, "-m", "edencli", "--show-completion", shell], env=asked, timeout=PATIENCE
    )
    file = folder / f"complete.{shell}"
    file.write_bytes(told)
    return file


SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source {script}\n"),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u -D; source {script}\n"),
    "fish": (["fish", "--no-config", "-i"], "source {script}\n"),
}


def own_terminal() -> None:
    """Have a new process own the terminal that it speaks to; fish asks for that."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def typed(shell: str, lines: str, folder: Path) -> str:
    """What a shell shows to whoever types these lines."""
    command, begin = SHELLS[shell]
    environment = clean_environment() | {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "TERM": "dumb" if shell == "bash" else "xterm",
        "LC_ALL": "C.UTF-8",
    }
    master, slave = pty.openpty()
    running = subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        env=environment,
        start_new_session=True,
        preexec_fn=own_terminal,  # noqa: PLW1509  # before any thread of ours
    )
    os.close(slave)
    shown: list[bytes] = []

    def read() -> None:
        try:
            while piece := os.read(master, 4096):
                shown.append(piece)
        except OSError:  # the shell has ended
            return

    reader = threading.Thread(target=read)
    reader.start()
    for line in (begin.format(script=script(shell, folder)) + lines + "exit\n").splitlines(keepends=True):
        os.write(master, line.encode())
    running.wait(PATIENCE)
    reader.join(PATIENCE)
    os.close(master)
    return b"".join(shown).decode("utf-8", "replace")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_name_completed_in_a_real_shell_is_one_word_and_runs_nothing(shell: str, folder: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"NOT TESTED: there is no {shell} here")
    beginnings = [name[:1] if name[1] != "ã" else "R" for name in NASTY]

    shown = typed(shell, "".join(f"edencli show all.yaml#{one}\t\n" for one in beginnings), folder)

    assert (folder / "words.txt").exists(), shown
    words = (folder / "words.txt").read_text(encoding="utf-8").split("END\n")[:-1]
    assert words == [f"show\nall.yaml#{name}\n" for name in NASTY], shown
    assert not (folder / "pwned").exists()


@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_quotation_that_was_begun_goes_on(quote: str, folder: Path) -> None:
    shown = typed("bash", "".join(f"edencli show {quote}all.yaml#{one}\t\n" for one in "ABDGMOP"), folder)

    words = (folder / "words.txt").read_text(encoding="utf-8").split("END\n")[:-1]
    assert words == [f"show\nall.yaml#{name}\n" for name in NASTY if name[0] in "ABDGMOP"], shown
    assert not (folder / "pwned").exists()


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_that_completes_evaluates_nothing(shell: str, folder: Path) -> None:
    assert "eval" not in script(shell, folder).read_text(encoding="utf-8")


CHARACTERS = "".join(map(chr, range(0x20, 0x7F))) + "é’‘‚‛“”「」あ"


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_bash_reads_back_every_character_as_it_was_written(quote: str) -> None:
    words = [*(f"A{c}b" for c in CHARACTERS), *CHARACTERS.replace(" ", ""), CHARACTERS]
    written = " ".join(f"{quote}{quote_for_bash(word, quote)}{quote}" for word in words)

    told = subprocess.check_output(["/bin/bash", "-c", f"printf '%s\\0' {written}"], timeout=PATIENCE)

    assert told.decode().split("\0")[:-1] == words


NAMES = st.text(min_size=1).filter(lambda name: forbidden_character(name) is None)


@settings(max_examples=300)
@given(NAMES, st.sampled_from(["", "'", '"']))
def test_what_was_inserted_is_read_as_the_same_word(name: str, quote: str) -> None:
    line = f"edencli show {quote}all.yaml#{quote_for_bash(name, quote)}"

    assert parse_command_line(line) == (["edencli", "show"], f"all.yaml#{name}", quote)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("edencli ", (["edencli"], "", "")),
        ("edencli show a\\ ", (["edencli", "show"], "a ", "")),
        ("edencli show 'a b'  c", (["edencli", "show", "a b"], "c", "")),
        ('edencli show "a \\b\\$', (["edencli", "show"], "a \\b$", '"')),
        ("edencli show 'a \\", (["edencli", "show"], "a \\", "'")),
    ],
)
def test_a_line_is_read_up_to_the_cursor(line: str, read: tuple[list[str], str, str]) -> None:
    assert parse_command_line(line) == read


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("cards.yaml", "cards.yaml"),
        ("cards.yaml#Yuri", "'cards.yaml#Yuri'"),
        ("Ann$(calc)", "'Ann$(calc)'"),
        ("O'Brien", "'O''Brien'"),
        ("O\u2019;calc", "'O\u2019\u2019;calc'"),
        ("a`b", "'a`b'"),
    ],
)
def test_a_word_is_quoted_for_powershell(word: str, written: str) -> None:
    assert quote_for_powershell(word) == written


JOKERS = "samples/cards/jokers.yaml"


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("resolve-attack samples/cards/jo", [JOKERS]),
        (f"resolve-attack {JOKERS}#Yu", [f"{JOKERS}#Yuri"]),
        (f"resolve-attack --cards {JOKERS} Yu", ["Yuri"]),
        (f"resolve-attack --cards {JOKERS} Yuri vla", ["Vlädd"]),
        (f"resolve-attack --cards {JOKERS} Yuri Vlädd --with ", ["Throwing knives"]),
        (f"resolve-attack {JOKERS}#Yuri {JOKERS}#Vlädd --with t", ["Throwing knives"]),
        (f"resolve-attack --cards {JOKERS} Yuri Vlädd --engaged T", ["Tick-Tock"]),
        ("resolve-attack --band samples/bands/jokers.yaml Mirka\\ R", ["Mirka Rag-Doll"]),
        ("resolve-attack --reaction ", ["passive", "dodge", "response"]),
        ("resolve-attack --reaction=d", ["dodge"]),
        ("resolve-attack --shift max-", ["max-kill", "max-wounds"]),
        ("resolve-attack --cards samples/ca", ["samples/cards/"]),
        (f"roll --cards {JOKERS} Yuri ", ["psi", "cbt", "vig", "spd", "burn"]),
        (f"roll {JOKERS}#Yu", [f"{JOKERS}#Yuri"]),
        ("show samples/games/street-corner.yaml --sight Yu", ["Yuri"]),
        ("show samples/games/street-corner.yaml --sight Yuri Old", ["Old Kazimir", "Old oak"]),
        ("show samples/games/street-corner.yaml --reach Ba", ["Bastien Longshot"]),
        ("show --format ", ["text", "json", "markdown"]),
        ("play --as ", ["red", "blue"]),
        ("play --red ", ["random", "steady", "cautious", "raider", "brisk"]),
        ("play --red samples/bots/f", ["samples/bots/first_legal.py"]),
        ("play --format g", ["github"]),
        ("rules --diff ", ["en", "fr", "de", "it", "pt"]),
        ("rules --diff en f", ["fr"]),
        ("play samples/games/first", ["samples/games/first-duel.yaml"]),
        ("setup samples/games/first", ["samples/games/first-duel.yaml"]),
        ("new ", ["band", "cards", "scenery", "game"]),
        ("new --sample games/first", ["games/first-duel"]),
        ("schema s", ["scenery"]),
        ("help val", ["validate", "validate-band"]),
        ("validate --rulebook ", ["en", "fr", "de", "it", "pt"]),
        ("validate --format s", ["sarif"]),
        ("rules melee.do", ["melee.dodge"]),
        ("resolve-attack nowhere.yaml#Y", []),
        ("resolve-attack --cards nowhere.yaml Y", []),
    ],
)
def test_tab_knows_what_may_come_next(
    line: str, some: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("_EDENCLI_COMPLETE", "complete_zsh")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"edencli {line}")
    with pytest.raises(SystemExit):
        run([])
    said = capsys.readouterr()
    offered = [one.partition("\t")[0] for one in said.out.splitlines() if one]

    assert said.err == ""
    assert set(some) <= set(offered) if some else offered == []

"""On a terminal every command keeps to its width, whatever comes of it; a pipe keeps lines whole."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from processes import EDENCLI, clean_environment, edencli

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds until a test gives up on a terminal; nothing measured
BANDS = ("samples/bands/jokers.yaml", "samples/bands/isc.yaml")
JOKERS = ("--cards", "samples/cards/jokers.yaml")
DUEL, TABLE = "samples/games/first-duel.yaml", "samples/games/kitchen-table.yaml"

# What is pasted into a shell, or shows a file, is never parted; nor is what has no space inside, as a path.
WHOLE = re.compile(r" *edencli .*|\S+| *[=|] \S+|    edencli .*")

PROMPTS = (b"> ", b": ", b"? ", b") ", b"screen.")
END = b"\x04"

LOOKED_AT = (
    "?", "state", "help", "score", "log", "why", "hint", "rules melee.dodge", "show Yuri", "map",
    "Yuri flies", "note what a match", "undo",
)  # fmt: skip

COMMANDS: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("play", TABLE), ()),
    (("play", TABLE, "--cite"), ()),
    (("play", "samples/games/toll-road.yaml", "--until", "r2"), ()),
    (("play", DUEL, "--why", "22"), ()),
    (("play", DUEL, "--check"), ()),
    (("play", DUEL, "--until", "x9"), ()),
    (("play", "-i", DUEL, "--no-record"), LOOKED_AT),
    (("play", "-i", TABLE, "--no-record"), LOOKED_AT),
    (("play", *BANDS, "--field", "none", "--by-hand", "--no-record"), ("?", "")),
    (("validate", "tests/files/examples", "samples/cards/jokers.yaml", "nowhere.yaml"), ()),
    (("validate-band", "samples/bands/jokers.yaml", "tests/files/examples/band.yaml"), ()),
    (("roll", "Yuri", "psi", *JOKERS, "--difficulty", "5", "--by-hand"), ("9", "1 1", "4 4 4")),
    (("roll", "Yuri", "psi", *JOKERS), ()),
    (("weather", "--seed", "3"), ()),
    (("weather", "--rulebook", "de"), ()),
    (("setup", "nowhere.yaml"), ()),
    (("resolve-attack", "Yuri", "Grin", *JOKERS, "--seed", "7", "--shift", "none"), ()),
    (("resolve-attack", "Yuri", "Grin", *JOKERS, "--by-hand"), ("?", "x", "d", "?", "5 5 5 5", "2", "?", "")),
    (("resolve-attack", *JOKERS), ("?", "nobody else", "Yuri Grin", "", "undo")),
    (("resolve-attack", "Yuri", "Gryn", *JOKERS), ()),
    (("rules", "no-such-rule"), ()),
    (("show", "samples/games/toll-road.yaml", "--sight", "Wren"), ()),
    (("new", "band", "one.yaml", "another.yaml"), ()),
    (("schema", "nothing-of-the-kind"), ()),
]  # fmt: skip


def on_a_terminal(width: int, arguments: Sequence[str], typed: Sequence[str]) -> list[str]:
    """What edencli shows on a terminal so wide, line by line, when this is typed at its prompts."""
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    process = subprocess.Popen(
        [*EDENCLI, *arguments],
        cwd=ROOT,
        env={**clean_environment(), "TERM": "dumb", "XDG_STATE_HOME": os.devnull},
        stdin=other, stdout=other, stderr=other, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # who types unseen needs it
    )  # fmt: skip
    os.close(other)
    left, shown = [f"{line}\n" for line in typed], b""
    with suppress(OSError):  # the other end is closed
        while select.select([main], [], [], PATIENCE)[0]:
            shown += os.read(main, 65536)
            if shown.endswith(PROMPTS):
                shown += b"\r\n"  # what is typed stands in a line of its own
                os.write(main, left.pop(0).encode() if left else END)
    process.kill()
    process.wait()
    os.close(main)
    return re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", shown.decode()).split("\r\n")


@pytest.mark.parametrize("width", [40, 100])
@pytest.mark.parametrize(("arguments", "typed"), COMMANDS, ids=lambda words: " ".join(words[:3]))
def test_no_line_is_longer_than_the_terminal_is_wide(
    arguments: tuple[str, ...], typed: tuple[str, ...], width: int
) -> None:
    shown = on_a_terminal(width, arguments, typed)

    assert any(shown)
    assert [line for line in shown if len(line) > width and not WHOLE.fullmatch(line)] == []


def test_what_is_said_into_a_pipe_is_one_line_however_long() -> None:
    ended = edencli("weather", "--rulebook", "de", cwd=ROOT)

    (line,) = ended.stderr.decode().splitlines()
    assert len(line) > 100

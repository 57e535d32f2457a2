"""The pager: shows a page that is longer than the terminal in `less`, or in what the environment names.

EDENCLI_PAGER comes before PAGER; an empty one, and `cat`, mean none. Only a person at a terminal gets a
pager, and not with `--no-pager`. If the pager cannot be started, the page is written without it; leaving it
early is no fault.
"""

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence

from edencli.lang import sanitize_output
from edencli.output.console import MANNER, is_terminal, shows_colour, write_stdout

USUAL_PAGER = ("less", "-FRX")
NO_PAGER = ("", "cat")


def write_page(text: str) -> None:
    """Write a page to stdout, through a pager if a person could not see its beginning otherwise."""
    if not (_is_longer_than_terminal(text) and _run_pager(pager_command(os.environ), text)):
        write_stdout(text)


def pager_command(environment: Mapping[str, str]) -> Sequence[str]:
    """The command of the pager, in words; empty if none is wanted or can be found."""
    named = (environment.get(name) for name in ("EDENCLI_PAGER", "PAGER"))
    command = next((one for one in named if one is not None), " ".join(USUAL_PAGER))
    if command.strip() in NO_PAGER:
        return ()
    import shlex
    import shutil

    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError:  # a quotation that does not end
        return ()
    return words if words and shutil.which(words[0]) else ()


def _is_longer_than_terminal(text: str) -> bool:
    """Tell whether a person reads at a terminal that has fewer lines than the page."""
    if not MANNER.pager or not is_terminal() or os.environ.get("TERM", "dumb") in {"dumb", ""}:
        return False
    try:
        height = os.get_terminal_size(sys.stdout.fileno()).lines
    except OSError:
        return False
    return 0 < height < text.count("\n") + 1


def _run_pager(command: Sequence[str], text: str) -> bool:
    """Show a text in a pager and wait until it ends; return whether it could be started."""
    if not command:
        return False
    import signal
    import subprocess

    shown = sanitize_output(text, dressed=shows_colour(sys.stdout, os.environ))
    sys.stdout.flush()
    try:
        pager = subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603  # the user's own command
    except OSError:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # while the pager is open, Ctrl-C is meant for it
    try:
        with contextlib.suppress(OSError):  # left before its end
            pager.communicate(shown.encode("utf-8", "backslashreplace"))
    finally:
        pager.wait()
        signal.signal(signal.SIGINT, before)
    return True

"""How a command ends when it cannot go on, and what its streams are allowed to do."""

import io
import sys


class Refused(Exception):  # noqa: N818  # it is no error of ours: the command was refused
    """A command cannot do what it was asked: one sentence for stderr, and the exit code.

    1 says no to what was asked (an invalid file, a refused act); 2 says the command was used wrongly or a
    file could not be read.
    """

    def __init__(self, sentence: str, *, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


def hold_streams() -> None:
    """Make stdout and stderr UTF-8 that never fails to encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")

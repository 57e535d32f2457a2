"""How a command ends when it cannot go on, how far it is, and what its streams are allowed to do."""

import io
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

from edencli.lang import clean


class Refused(Exception):  # noqa: N818  # it is no error of ours: the command was refused
    """A command cannot do what it was asked: one sentence for stderr, and the exit code.

    1 says no to what was asked (an invalid file, a refused act); 2 says the command was used wrongly or a
    file could not be read.
    """

    def __init__(self, sentence: str, *, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


class ReaderGone(Exception):  # noqa: N818  # it is no error of anybody's
    """Whoever read our stdout has closed it."""


def hold_streams() -> None:
    """Make every stream UTF-8 that never fails; one that was closed holds nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # till the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            errors = "replace" if stream is sys.stdin else "backslashreplace"
            stream.reconfigure(encoding="utf-8", errors=errors)


def put(text: str) -> None:
    """Write a result whose exit code is already known; a reader that has gone changes nothing about it."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        silence()


def silence() -> None:
    """Send whatever still comes to stdout nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


T = TypeVar("T")

_PATIENCE = 0.5  # seconds
_WIDTH = 78


def progress(items: Sequence[T]) -> Iterator[T]:
    """Give the items one by one, showing how far we are."""
    shown, began = False, time.monotonic()
    for n, item in enumerate(items):
        if sys.stderr.isatty() and time.monotonic() - began > _PATIENCE:
            line = clean(f"{n + 1}/{len(items)} {item}")[:_WIDTH]
            sys.stderr.write(f"\r{line:<{_WIDTH}}")
            sys.stderr.flush()
            shown = True
        yield item
    if shown:
        sys.stderr.write("\r" + " " * _WIDTH + "\r")

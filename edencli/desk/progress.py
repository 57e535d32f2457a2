"""A line on stderr while work lasts: only on a terminal, only when it lasts, and gone when it is done."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

from edencli.lang import clean

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

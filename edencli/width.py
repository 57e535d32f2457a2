"""How wide pages are: of help, of reports, of transcripts."""

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import IO

WIDTH = 80
NARROWEST, WIDEST = 40, 100


def columns(stream: IO[str], environment: Mapping[str, str]) -> int:
    """How wide a page is: as COLUMNS says, else as the terminal; 80 in a pipe or a file."""
    given, wide = environment.get("COLUMNS", ""), WIDTH
    if given.isascii() and given.isdigit():
        wide = int(given[:4])
    elif stream.isatty():
        with suppress(OSError):
            wide = os.get_terminal_size(stream.fileno()).columns
    return max(NARROWEST, min(wide, WIDEST))

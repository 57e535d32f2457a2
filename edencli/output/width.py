"""The width of pages (help, reports, transcripts), and how a line that is too long is broken."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import IO

DEFAULT_WIDTH = 80
NARROWEST, WIDEST = 40, 100
RULER = "━"
NO_BREAK = "\N{NO-BREAK SPACE}"


def line_width(stream: IO[str], environment: Mapping[str, str]) -> int | None:
    """The longest line on a stream: `columns` of a screen's pane, else COLUMNS, else the terminal's width.

    None for a pipe or a file: their readers take a sentence as one line.
    """
    given, wide = environment.get("COLUMNS", ""), getattr(stream, "columns", None)
    if wide is not None:
        pass
    elif given.isascii() and given.isdigit():
        wide = int(given[:4])
    elif stream.isatty():
        wide = DEFAULT_WIDTH
        with suppress(OSError):
            wide = os.get_terminal_size(stream.fileno()).columns
    return None if wide is None else max(NARROWEST, min(wide, WIDEST))


def page_width(stream: IO[str], environment: Mapping[str, str]) -> int:
    """The width of a page: that of lines on the stream; 80 in a pipe or a file."""
    return line_width(stream, environment) or DEFAULT_WIDTH


# These patterns are compiled when a line is wrapped.
_STYLE_CODES = "\x1b\\[[0-9;]*m"
_COUNTED = r"(?<=\d) (?=%|(?:cm|AP|SP|VP|CP)\b)"
_MARGIN = r"(.{5} │ +)|( *)"


def wrap_line(line: str, width: int | None) -> list[str]:
    """Break a line to a width; continuation lines are indented further, behind the same gutter.

    A part without spaces is never broken, such as a path or words joined by no-break spaces; a number stays
    with what it counts.
    """
    if line.startswith(RULER):
        return [line[:width]]
    if width is None or len(line) <= width or len(re.sub(_STYLE_CODES, "", line)) <= width:
        return [line]
    import textwrap  # most lines are short enough

    line = re.sub(_COUNTED, NO_BREAK, line)
    found = re.match(_MARGIN, line)
    margin = found[0] if found else ""
    gutter = " " * 6 + margin[6:] if "│" in margin else margin
    lines = textwrap.wrap(
        line[len(margin) :],
        width,
        initial_indent=margin,
        subsequent_indent=f"{gutter}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [one.replace(NO_BREAK, " ") for one in lines]

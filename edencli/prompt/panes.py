"""What stands in the panes of a split screen, line by line: the table, what was told, what is asked.

    log = ToldLog()
    with log.taking_output(): …       what is written to stdout and stderr is told in the log
    log.rows(54, 39)                  the newest of it, what is asked below, in so many columns and rows
    board_rows(words, match, viewer, 65, 39)    the table, or how both bands are where nobody measures

Knows no terminal, and of a match only what one viewer may see.
"""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Final

from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Audience
from edencli.output.sheet import Paint
from edencli.output.width import DEFAULT_WIDTH, wrap_line
from edencli.pictures.fitted_map import MapWindow, fitted_map, names_in_lines, shown_length, sign_names
from edencli.pictures.scene import table_data
from edencli.prompt.status import status_lines

RULED_LINE: Final = "─"
"""Between what was told and what is asked."""
NEWER: Final = "── ▼ "
"""How that begins while there is something newer below."""
LEAST_LOG: Final = 4
"""Rows of what was told that stand above what is asked; a longer question scrolls with them."""
NAMES_SHARE: Final = 4
"""At most one row in this many is for the names below a picture."""


class ToldLog(io.TextIOBase):
    """What was told, as it is written to a stream of this many `columns`; its last part is the question.

    What it is made to `remember` is seen by who scrolls back, and was not told here.
    """

    def __init__(self, columns: int = DEFAULT_WIDTH) -> None:
        super().__init__()
        self.columns = columns
        self._lines: list[str] = []
        self._begun = ""
        self._old = 0
        self._asked: int | None = None
        self._back = 0
        self._kept_rows: tuple[object, tuple[list[str], list[str]]] = None, ([], [])

    # ── written to ────────────────────────────────────────────────────────────────────────────────────────

    def isatty(self) -> bool:
        """What is written here is seen by a person."""
        return True

    def writable(self) -> bool:
        """It may be written to."""
        return True

    def write(self, text: str) -> int:
        """Add a text."""
        *lines, self._begun = (self._begun + text).split("\n")
        self._lines += lines
        self._back = 0
        return len(text)

    def remember(self, lines: Sequence[str]) -> None:
        """Put lines before all others."""
        self._lines[:0] = lines
        self._old += len(lines)
        if self._asked is not None:
            self._asked += len(lines)

    @contextmanager
    def taking_output(self) -> Iterator[None]:
        """Have all that is written to stdout and stderr told here."""
        with redirect_stdout(self), redirect_stderr(_Remarks(self)):
            yield

    def begin_question(self) -> None:
        """Take what is told from now on for what is asked."""
        self._asked = len(self._lines)

    def end_question(self) -> None:
        """Count what was asked among what was told."""
        self._asked = None

    @property
    def told(self) -> str:
        """All that was written."""
        return "".join(f"{line}\n" for line in [*self._lines[self._old :], *filter(None, [self._begun])])

    # ── looked at ─────────────────────────────────────────────────────────────────────────────────────────

    def scroll(self, pages: int) -> None:
        """Look farther back, or with a number below 0 forward again."""
        self._back = max(0, self._back + pages)

    def rows(self, columns: int, height: int) -> list[str]:
        """The lines of the pane: what was told, the newest last, and what is asked below a rule.

        Who looks back sees older lines above the same question.
        """
        told, asked = self._fitted_parts(columns)
        if len(asked) > height - LEAST_LOG - 1:
            told, asked = told + asked, []
        room = max(1, height - len(asked) - bool(asked))
        step = max(1, room - 1)
        self._back = min(self._back, max(0, -(-(len(told) - room) // step)))
        if asked:
            asked = [(NEWER if self._back else "").ljust(columns, RULED_LINE), *asked]
        end = max(min(room, len(told)), len(told) - self._back * step)
        seen = told[max(0, end - room) : end]
        return [*seen, *[""] * (room - len(seen)), *asked]

    def asked_height(self, question: Sequence[str]) -> int:
        """How many rows a question takes with the rule above it."""
        return len(_fitted(question, self.columns)) + 1

    def _fitted_parts(self, columns: int) -> tuple[list[str], list[str]]:
        """What was told and what is asked in lines that fit, broken anew only where something has changed."""
        key = columns, len(self._lines), self._begun, self._asked
        if self._kept_rows[0] != key:
            told, asked = self._parts()
            self._kept_rows = key, (_fitted(told, columns), _fitted(asked, columns))
        return self._kept_rows[1]

    def _parts(self) -> tuple[Sequence[str], Sequence[str]]:
        lines = [*self._lines, *filter(None, [self._begun])]
        asked = len(lines) if self._asked is None else self._asked
        return lines[:asked], lines[asked:]


class _Remarks(io.TextIOBase):
    """The stderr of a split screen: what is said there is told, and nothing is drawn over."""

    def __init__(self, log: ToldLog) -> None:
        super().__init__()
        self._log = log

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return self._log.write(text)


def _fitted(lines: Sequence[str], columns: int) -> list[str]:
    """Lines broken where they are too long; without the empty ones at the end."""
    fitted = [part for line in lines for part in wrap_line(line, columns)]
    while fitted and not fitted[-1].strip():
        fitted.pop()
    return fitted


def board_rows(words: Words, match: Match, viewer: Audience, columns: int, height: int) -> list[str]:
    """The table within these columns and rows, the names behind the signs, and the bands if there is room.

    Where nobody measures, how both bands are is all there is.
    """
    if not match.field.has_places:
        return list(status_lines(words, match, viewer, columns))[:height]
    data, paint = table_data(match), Paint.for_stream(sys.stdout, os.environ)
    drawn = fitted_map(words, data, paint, MapWindow(columns, height))
    wide, most = max(map(shown_length, drawn.picture)), height // NAMES_SHARE
    names = names_in_lines(sign_names(drawn.scene), wide)[:most]
    drawn = fitted_map(words, data, paint, MapWindow(columns, height - len(names)))
    rows = [*drawn.picture, *drawn.shared, *names]
    bands = ["", *status_lines(words, match, viewer, columns)]
    return rows + bands if len(rows) + len(bands) <= height else rows[:height]

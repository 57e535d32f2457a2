"""The panes of a split screen, line by line: the table, the log of what was told, the question.

    log = ToldLog()
    with log.taking_output(): …       what is written to stdout and stderr is told in the log
    log.rows(54, 39)                  the newest of it and the question, in 54 columns and 39 rows
    board_rows(words, match, viewer, 65, 39)    the table, or the state of both bands if it is not measured

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
"""The line between the log and the question."""
NEWER: Final = "── ▼ "
"""The beginning of that line if there is newer text below."""
LEAST_LOG: Final = 4
"""The fewest rows of the log above the question; a longer question scrolls with the log."""
NAMES_SHARE: Final = 4
"""The share of rows for the names below a picture: at most one in this many."""


class ToldLog(io.TextIOBase):
    """A log of what is told, a stream of this many `columns`; its last part is the question.

    Lines to `remember` can be seen by scrolling back, but do not count as told here.
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
        """Say that a person sees what is written here."""
        return True

    def writable(self) -> bool:
        """Say that it can be written to."""
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
        """Tell everything here that is written to stdout and stderr."""
        with redirect_stdout(self), redirect_stderr(_Remarks(self)):
            yield

    def begin_question(self) -> None:
        """Begin the question: everything told after this belongs to it."""
        self._asked = len(self._lines)

    def end_question(self) -> None:
        """End the question: its text now belongs to the log."""
        self._asked = None

    @property
    def told(self) -> str:
        """All that was written."""
        return "".join(f"{line}\n" for line in [*self._lines[self._old :], *filter(None, [self._begun])])

    # ── looked at ─────────────────────────────────────────────────────────────────────────────────────────

    def scroll(self, pages: int) -> None:
        """Scroll back by pages, or forward for a negative number."""
        self._back = max(0, self._back + pages)

    def rows(self, columns: int, height: int) -> list[str]:
        """Return the lines of the pane: the log, the newest last, and the question below a rule.

        Scrolling back shows older lines above the same question.
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
        """Return how many rows a question takes with the rule above it."""
        return len(_fitted(question, self.columns)) + 1

    def _fitted_parts(self, columns: int) -> tuple[list[str], list[str]]:
        """Return the log and the question in lines that fit, wrapped again only after a change."""
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
    """The stderr of a split screen: its text goes to the log, so that it does not overwrite the panes."""

    def __init__(self, log: ToldLog) -> None:
        super().__init__()
        self._log = log

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return self._log.write(text)


def _fitted(lines: Sequence[str], columns: int) -> list[str]:
    """Wrap lines that are too long; empty lines at the end are dropped."""
    fitted = [part for line in lines for part in wrap_line(line, columns)]
    while fitted and not fitted[-1].strip():
        fitted.pop()
    return fitted


def board_rows(words: Words, match: Match, viewer: Audience, columns: int, height: int) -> list[str]:
    """Return the table in these columns and rows, the names for its signs, and the bands if there is room.

    On a field that is not measured, it is only the state of both bands.
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
